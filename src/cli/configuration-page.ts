// Makes docs/configuration.md from the tables that the code uses: options, environment and limits. A test compares the
// page with this.

import { VARIABLES } from '../config.ts';
import { COMMERCIAL_KINDS } from '../core/kinds/commercial.ts';
import { MATCHING_METHODS } from '../core/matching/method.ts';
import { KIND_NAMES } from '../core/reading/columns/field-vocabulary.ts';
import { HOLDING_ROLES } from '../core/reading/holdings/holding-roles.ts';
import { kindFieldWords } from '../core/reading/kinds/kind-columns.ts';
import type { KindField } from '../core/reading/kinds/kind-reading.ts';
import { TARGET_FIELDS } from '../core/reading/titles/target-fields.ts';
import { ARRIVING_COMMANDS } from './arriving/commands.ts';
import { AUDIT_OPTIONS } from './audit.ts';
import { EVENTS_OPTIONS } from './events.ts';
import { INSPECT_OPTIONS } from './inspect.ts';
import { JOURNALS_OPTIONS } from './journals/journals.ts';
import { readFor, SERVICES } from './kind-options.ts';
import type { OptionRow } from './options.ts';
import { CHARGE_WORDS_OPTIONS } from './partners/charge-words.ts';
import { FORMATS_OPTIONS } from './partners/formats.ts';
import { optionsOf } from './people/act-command.ts';
import { ACT_COMMANDS } from './people/commands.ts';
import { RECONCILE_OPTIONS } from './reconcile-option-table.ts';
import { OPEN_ITEMS_OPTIONS } from './register/open-items.ts';
import { QUALITY_OPTIONS } from './results/quality.ts';
import { RUNS_OPTIONS } from './runs.ts';
import { CASES_OPTIONS } from './screening/cases.ts';
import { CHECKS_OPTIONS, SUBJECTS_OPTIONS } from './screening/kept.ts';

export const ENVIRONMENT: readonly { readonly name: string; readonly meaning: string }[] = [
  { name: 'TIEOUT_DEBUG', meaning: 'with 1 a failure shows its stack below its sentence' },
  { name: 'NO_COLOR', meaning: 'with any value no colours, also on a terminal' },
];

/** Keys of a mapping beside its fields, in a person's words. */
const MAPPING_KEYS: readonly (readonly [string, string])[] = [
  [
    '`columns`',
    'title of a field’s column, or its number from 1: `{"amount": "Net", "booking_date": 2, "narration": ["Remarks", "Details"]}`',
  ],
  ['`sign`', 'what an amount without a mark is: `as_is`, `in` (positive is money in), `out` or `debit_positive`'],
  ['`marks`', 'what each mark of the direction column means: `{"K": "in", "D": "out"}`'],
  [
    '`account_type`',
    'of a ledger: `asset` (debits are money in) or `liability` (credits are); found from both sides if it is not given',
  ],
  ['`date_order`, `decimal`', '`dmy`, `mdy` or `ymd`; `.` or `,`'],
  ['`account`, `currency`', 'of rows that name none; a file that names another currency for all rows is refused'],
  ['`unit`', '`minor`: the figures are kobo, cents or the like; `main`: they are not, whatever titles say'],
  ['`header_line`, `skip_lines`', 'the line of the titles, `null` for a file without them; lines that are passed over'],
  ['`others`', 'columns that are no field’s, unless named for one: `["Till", 7]`'],
  ['`fees`', 'columns of fees by which an entry moves the account beside its amount: `["Fee", "VAT"]`'],
  ['`entries`', 'whether a line is an entry: `{"12": true, "45": false}`'],
];

/** `limits`: the text of core/limits.ts, whose comments are the reasons. */
export function configurationPage(limits: string): string {
  return `# Options, variables and limits

Made from the tables in the code (\`src/cli/configuration-page.ts\`); a test holds them equal. Failures and exit codes: [errors.md](errors.md).

## tieout reconcile
${optionTable(RECONCILE_OPTIONS)}

Several files follow one option (\`--gl a.csv b.csv\`) or several. Methods: ${MATCHING_METHODS.join(', ')}. Services: ${SERVICES.join(', ')}.

\`--out\` writes \`statement.txt\`, \`summary.json\`, \`journals.csv\`, \`matches.csv\`, \`open-items.csv\`, \`clusters.csv\`, \`rejected.csv\` and \`set-aside.csv\`. A failed run leaves the folder as it was. Cells keep the bank's text, also one that begins with \`=\`, \`+\`, \`-\` or \`@\`: in a spreadsheet that runs formulas, import the files as text.

## Other commands
\`tieout COMMAND --help\` says what each option means.

| command | options |
|---|---|
${rows(COMMANDS.map(([command, table]) => [command, table.map(optionOf).join(', ')]))}

## A mapping file
JSON: an object from field to column title (\`{"reference": "Ref. No"}\`), or a list of \`{"system", "gl_title", "statement_title"}\` where the sides differ. The whole form is one object for both sides, or one for each under \`gl\` and \`bank\`, with these keys:

| key | meaning |
|---|---|
${rows(MAPPING_KEYS)}

When a file asks for one, and what is remembered of it: [reading.md](reading.md#when-a-file-asks).

The fields:

| field | meaning |
|---|---|
${rows(Object.entries(TARGET_FIELDS).map(([name, { meaning }]) => [code(name), meaning]))}

Fields of single kinds of run. Each is one column, which a common field may name too:

| field | of | meaning |
|---|---|---|
${rows(kindFields())}

In lists of holdings (\`asset\`) the fields are ${HOLDING_ROLES.map(code).join(', ')}; \`sign\` and \`marks\` do nothing there: a quantity has its own sign, or a column Long/Short.

## A map of accounts
JSON that says which accounts of the ledger are reconciled with which of the bank. Each entry is one reconciliation with a statement of its own:

\`\`\`json
{
  "reconciliations": [
    { "ledger_accounts": ["1001"], "bank_accounts": ["0123456789"] },
    { "ledger_accounts": ["1002", "1003"], "bank_accounts": ["0987654321"] }
  ]
}
\`\`\`

Several numbers of a side in one entry are one reconciliation: their rows are matched together, and their balances are added. A number stands in one entry of its side. Numbers are text, compared without spaces, dashes and leading zeros. Rows of a file that names no account belong to the entry if there is only one. \`--data\` keeps the map of \`--accounts\` for later runs; over HTTP \`PUT /v1/accounts\` does, and \`account_map\` of a request is for its run alone. A map without entries takes it back. What a map leaves out is brought together as without one: [matching.md](matching.md#period-and-account).

## Environment

| variable | meaning |
|---|---|
${rows(ENVIRONMENT.map(({ name, meaning }) => [code(name), meaning]))}

Variables of the service (\`tieout serve\`). A wrong value stops the start and says what is accepted; so does an unknown variable that begins with \`TIEOUT_\`.

| variable | when not given | meaning |
|---|---|---|
${rows(Object.entries(VARIABLES).map(([name, variable]) => [code(name), variable.standard ?? '', meaningOf(variable)]))}

## Limits
Of files; limits of requests are in [fields.md](fields.md#how-large-a-request-may-be). All stand with their names and reasons in \`src/core/limits.ts\`.

| limit | value |
|---|---|
${rows(
  limitsIn(limits)
    .filter(({ name }) => FILE_LIMITS.has(name))
    .map(({ value, reason }) => [reason.split(/[:.(]/)[0].trim(), sizeOf(value)]),
)}
`;
}

/** The limits that somebody with files meets. */
const FILE_LIMITS: ReadonlySet<string> = new Set([
  ...['MAX_AMOUNT_MINOR', 'MAX_FILE_BYTES', 'MAX_FILE_ROWS', 'MAX_COLUMNS', 'MAX_FIELD_BYTES', 'MAX_ROW_BYTES'],
  ...['MAX_FILES_PER_SIDE', 'MAX_ACCOUNTS', 'MAX_CLUSTER_RECORDS', 'MAX_SEARCH_DAYS', 'MAX_RUN_WARNINGS'],
  ...['MAX_IMAGE_PIXELS', 'MAX_PDF_PAGES', 'MAX_PDF_LETTERS'],
]);

/** The other commands with their options; `--help` explains these. */
const COMMANDS: readonly (readonly [string, readonly OptionRow[]])[] = [
  ['`tieout inspect FILE...`', INSPECT_OPTIONS],
  ['`tieout runs`, `runs cancel RUN_ID`, `runs retry RUN_ID`: of a running service', RUNS_OPTIONS],
  ['`tieout checks`, `checks show CHECK_ID`: of a running service', CHECKS_OPTIONS],
  ['`tieout subjects`, `subjects show REF`, `subjects delete REF`: of a running service', SUBJECTS_OPTIONS],
  ...Object.values({ ...ACT_COMMANDS, ...ARRIVING_COMMANDS }).map((command): [string, readonly OptionRow[]] => [
    [...new Set(command.ways.map((way) => `\`tieout ${way.split(' --')[0]}\``))].join(', '),
    optionsOf(command),
  ]),
  ['`tieout cases list`, `show CASE`, `decide CASE STATUS`, `note CASE TEXT`, `assign CASE WHO`', CASES_OPTIONS],
  ['`tieout events replay`', EVENTS_OPTIONS],
  ['`tieout charge-words list`, `charge-words forget NAME`', CHARGE_WORDS_OPTIONS],
  ['`tieout journals list`, `export`, `posted JOURNAL...`, `taken-back JOURNAL...`, `show JOURNAL`', JOURNALS_OPTIONS],
  ['`tieout open-items`', OPEN_ITEMS_OPTIONS],
  ['`tieout quality`', QUALITY_OPTIONS],
  ['`tieout formats list`, `formats forget FORMAT`', FORMATS_OPTIONS],
  ['`tieout audit verify`, `audit repair`', AUDIT_OPTIONS],
];

function kindFields(): string[][] {
  const kinds = ['banking', ...COMMERCIAL_KINDS] as const;
  const kindsWith = (field: KindField) => kinds.filter((kind) => readFor(kind, null).kind!.fields.includes(field));
  const fields = KIND_NAMES.filter((field) => kindsWith(field).length > 0);
  return fields.map((field) => [code(field), kindsWith(field).map(code).join(', '), kindFieldWords(field)]);
}

function optionTable(table: readonly OptionRow[]): string {
  const lines = table.map((option) => [optionOf(option), option.standard ?? '', option.meaning]);
  return `\n| option | when not given | meaning |\n|---|---|---|\n${rows(lines)}`;
}

const optionOf = ({ name, value }: OptionRow): string => code(`--${name}${value === null ? '' : ` ${value}`}`);

/** Forms that the name of a variable already says; the refusal of a wrong value says the bounds. */
const PLAIN_FORMS =
  /^(a whole number|a number|0 or 1|a (host )?name|a file|a folder|a time zone|an ISO|visible characters|http:)/;

/** The variable's meaning, with the form of its values if that is no plain one. */
const meaningOf = ({ accepts, meaning }: { accepts: string; meaning: string }): string =>
  PLAIN_FORMS.test(accepts) ? meaning : `${meaning} (${accepts})`;

/** Bytes written as a shift are shown in their unit. */
const sizeOf = (value: string): string => value.replace(/ << 20$/, ' MiB').replace(/ << 10$/, ' KiB');

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
