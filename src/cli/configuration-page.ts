// docs/configuration.md, made from the tables that the code itself uses: options, environment, failures and limits.
// A test holds the page equal to this.

import { VARIABLES } from '../config.ts';
import { ERROR_KINDS } from '../core/error-kinds.ts';
import { COMMERCIAL_KINDS } from '../core/kinds/commercial.ts';
import { KIND_FIELDS, type KindField } from '../core/kinds/kind-reading.ts';
import { MATCHING_METHODS } from '../core/matching/method.ts';
import { HOLDING_ROLES } from '../core/reading/holdings/holding-roles.ts';
import { kindFieldWords } from '../core/reading/kinds/kind-columns.ts';
import { TARGET_FIELDS } from '../core/reading/titles/target-fields.ts';
import { AUDIT_OPTIONS } from './audit.ts';
import { EVENTS_OPTIONS } from './events.ts';
import { FORMATS_OPTIONS } from './formats.ts';
import { INSPECT_OPTIONS } from './inspect.ts';
import { readFor, SERVICES } from './kind-options.ts';
import type { OptionRow } from './options.ts';
import { RECONCILE_OPTIONS } from './reconcile-option-table.ts';
import { RUNS_OPTIONS } from './runs.ts';

export const ENVIRONMENT: readonly { readonly name: string; readonly meaning: string }[] = [
  { name: 'TIEOUT_DEBUG', meaning: 'with 1 a failure shows its stack below its sentence' },
  { name: 'NO_COLOR', meaning: 'with any value no colours, also on a terminal' },
];

/** Keys of a mapping beside its fields, as a person writes them. */
const MAPPING_KEYS: readonly (readonly [string, string])[] = [
  [
    '`columns`',
    'fields with the title of their column, or its number from 1; several for the narration: `{"amount": "Net", "booking_date": 2, "narration": ["Remarks", "Details"]}`',
  ],
  [
    '`sign`',
    'what an amount without a mark is: `as_is`, `in` (positive is money in), `out` (positive is money out) or `debit_positive`',
  ],
  ['`marks`', 'what each mark of the direction column means: `{"K": "in", "D": "out"}`'],
  ['`date_order`, `decimal`', '`dmy`, `mdy` or `ymd`; `.` or `,`'],
  ['`account`, `currency`', 'of rows that name none'],
  ['`header_line`, `skip_lines`', 'the line of the titles, `null` for a file without them; lines that are passed over'],
  [
    '`others`',
    'columns that are no field’s, by title or number: `["Till", 7]`; one that is named for a field too is that field’s',
  ],
  ['`entries`', 'whether a line is an entry: `{"12": true, "45": false}`'],
];

/** `limits`: the text of core/limits.ts, whose comments are the reasons. */
export function configurationPage(limits: string): string {
  return `# Options, limits and failures

This page is made from the tables in the code (\`src/cli/configuration-page.ts\`); a test holds them equal.

## tieout reconcile
${optionTable(RECONCILE_OPTIONS)}

Several files follow one option (\`--gl a.csv b.csv\`) or several. Methods: ${MATCHING_METHODS.join(', ')}. Services: ${SERVICES.join(', ')}.

\`--out\` writes \`summary.json\` and, a line for each row, \`matches.csv\`, \`open-items.csv\`, \`clusters.csv\`, \`rejected.csv\` and \`set-aside.csv\`. Cells are quoted by RFC 4180 and otherwise left as the bank sent them: a cell that begins with \`=\`, \`+\`, \`-\` or \`@\` is not altered, so open the files as text where a spreadsheet would run formulas. A failed run leaves the folder as it was.

## tieout inspect
${optionTable(INSPECT_OPTIONS)}

## tieout runs
\`tieout runs\`, \`tieout runs cancel RUN_ID\`, \`tieout runs retry RUN_ID\`: over REST, of a running service.
${optionTable(RUNS_OPTIONS)}

## tieout events replay
${optionTable(EVENTS_OPTIONS)}

## tieout formats list, tieout formats forget
${optionTable(FORMATS_OPTIONS)}

## tieout audit verify
${optionTable(AUDIT_OPTIONS)}

## tieout generate
\`bin/tieout generate --help\`.

## A mapping file
JSON: an object from field to column title (\`{"reference": "Ref. No"}\`), or a list of \`{"system", "gl_title", "statement_title"}\` where the two sides differ. The whole form is one object for both sides, or one for each under \`gl\` and \`bank\`, with any of these keys:

| key | meaning |
|---|---|
${rows(MAPPING_KEYS)}

A file that can be read in several ways that come to other amounts is asked about: the run fails with \`file_needs_answer\`, and such an object is written beside \`--out\`, else into the working directory, to be finished. A run of the service fails the same way, with the question in \`error.message\`, and the same request with the object of a side in \`gl_mapping\` or \`bank_mapping\` answers it. A later file of the session (on the command line: of \`--session\` in \`--data\`) with the same delimiter and titles is read as the one before it was, unless its days, amounts or balances refute that.

Amounts that have neither sign nor mark are read as they are, with a warning; where the other side of the run is signed, the run asks, and \`sign\` alone answers. A ledger that holds a whole journal (the lines of several accounts come to zero on every day) asks for the account, which \`account\` in the mapping or in the request names; the lines of the others are then set aside. A mapping removes every other reading but one that the running balance proves: then the file is refused, and both are named.

What a mapping said, and what a file’s own balances proved, is remembered for the tenant and partner (on the command line in \`--data\`) under the file’s delimiter and titles, with its sign, marks and order of days: the next file of that layout is read by it and asks nothing. A mapping goes before it and replaces it; a proof replaces only what a proof said. It is held against every file: where another reading is proven, or the file cannot be read by it any more, the run asks. \`tieout formats list\` shows what is remembered, \`tieout formats forget\` takes it away. Files without titles are not remembered.

The fields:

| field | meaning |
|---|---|
${rows(Object.entries(TARGET_FIELDS).map(([name, { meaning }]) => [code(name), meaning]))}

These are of the kinds of run that the table names; each is one column, which a common field may name too:

| field | of | meaning |
|---|---|---|
${rows(kindFields())}

In lists of holdings (\`asset\`) the fields are ${HOLDING_ROLES.map(code).join(', ')}; \`sign\` and \`marks\` say nothing there, for a quantity has its sign, or a column Long/Short.

## Environment

| variable | meaning |
|---|---|
${rows(ENVIRONMENT.map(({ name, meaning }) => [code(name), meaning]))}

The service besides (\`tieout serve\`); a wrong value stops its start, and so does a variable that begins with \`TIEOUT_\` and is none of these, with the name that is nearest:

| variable | accepts | when not given | meaning |
|---|---|---|---|
${rows(Object.entries(VARIABLES).map(([name, { accepts, standard, meaning }]) => [code(name), accepts, standard ?? '', meaning]))}

## Failures
One line on standard error, exit code 1; 2 for \`usage\`.

| code | meaning | may succeed when repeated |
|---|---|---|
${rows(Object.entries(ERROR_KINDS).map(([name, { meaning, retryable }]) => [code(name), meaning, retryable ? 'yes' : 'no']))}

## Limits

| limit | value | reason |
|---|---|---|
${rows(limitsIn(limits).map(({ name, value, reason }) => [code(name), value, reason]))}
`;
}

function kindFields(): string[][] {
  const kinds = ['banking', ...COMMERCIAL_KINDS] as const;
  const of = (field: KindField) => kinds.filter((kind) => readFor(kind, null).kind!.fields.includes(field));
  const fields = (Object.keys(KIND_FIELDS) as KindField[]).filter((field) => of(field).length > 0);
  return fields.map((field) => [code(field), of(field).map(code).join(', '), kindFieldWords(field)]);
}

function optionTable(table: readonly OptionRow[]): string {
  const lines = table.map(({ name, value, standard, meaning }) => [
    code(`--${name}${value === null ? '' : ` ${value}`}`),
    standard ?? '',
    meaning,
  ]);
  return `\n| option | when not given | meaning |\n|---|---|---|\n${rows(lines)}`;
}

const code = (text: string): string => `\`${text}\``;
const rows = (lines: readonly (readonly string[])[]): string =>
  lines.map((cells) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`).join('\n');

/** Every exported constant of core/limits.ts with the comment above it. */
export function limitsIn(text: string): { name: string; value: string; reason: string }[] {
  const constants = text.matchAll(/\/\*\* ((?:(?! \*\/|\/\*\*)[\s\S])*) \*\/\nexport const (\w+) = ([^;\n]+);/g);
  return Array.from(constants, ([, reason, name, value]) => ({
    name: name!,
    value: value!.replace(/(?<=\d)_(?=\d)/g, ','),
    reason: reason!.replace(/\n \* /g, ' '),
  }));
}
