// `tieout inspect`: reads files as a run would and reports what it understood, without matching. An unreadable file is
// one line of the output; the others are still shown.

import { type FileInspection, inspectRows } from '../adapters/files/inspect-file.ts';
import type { Side } from '../core/records/rows/columns.ts';
import { readMapping } from './given/read-mapping.ts';
import { givenInputs } from './given/standard-input.ts';
import { inspectionLines } from './inspect-table.ts';
import { flowOf, localKind, readFor, vocabularyOf } from './kind-options.ts';
import { HELP_OPTION, type OptionRow, optionHelp, parseOptions, usage } from './options.ts';
import { currencyCode } from './reconcile-options.ts';
import { styleOf } from './terminal.ts';

export const INSPECT_OPTIONS: readonly OptionRow[] = [
  {
    name: 'side',
    value: 'SIDE',
    standard: 'bank',
    meaning: 'gl or bank: in a ledger a debit is money in, at the bank a credit is',
  },
  {
    name: 'kind',
    value: 'KIND',
    standard: 'banking',
    meaning: 'the kind of run that the file is read for: banking, nip, atm or asset',
  },
  { name: 'flow', value: 'FLOW', standard: 'outward', meaning: 'with --kind nip or atm: inward or outward' },
  { name: 'currency', value: 'CODE', standard: 'NGN', meaning: 'ISO code of rows whose file names none' },
  {
    name: 'mapping',
    value: 'FILE',
    standard: null,
    meaning: 'JSON that says which column carries which field, or that JSON itself',
  },
  { name: 'json', value: null, standard: null, meaning: 'print one JSON array and nothing else' },
  HELP_OPTION,
];

const INSPECT_HELP = `Usage: tieout inspect FILE... [options]

Says what a file is: its encoding, header and columns, the field each column is taken for and why, its accounts and
whether they foot, its first rows, and every row that is not understood. - is standard input.

${optionHelp(INSPECT_OPTIONS)}
Exit codes: 0 all files can be used, 1 a file cannot, 2 wrong usage.
`;

/** Runs the command; throws TieoutError. */
export async function inspect(argv: readonly string[]): Promise<number> {
  const values = parseOptions(argv, { command: 'inspect', table: INSPECT_OPTIONS, positionals: true });
  if (values.flag('help')) {
    process.stdout.write(INSPECT_HELP);
    return 0;
  }
  const files = values.positionals;
  if (files.length === 0) throw usage('inspect', 'Name the files to inspect.');
  const side = sideNamed(values.text('side'));
  const defaultCurrency = currencyCode('inspect', values.text('currency'));
  const mappingFile = values.text('mapping');
  const kind = localKind(values.text('kind'), 'inspect');
  const ofKind = readFor(kind, flowOf(values.text('flow'), kind, 'inspect'));
  const mapping = mappingFile === null ? undefined : readMapping(mappingFile, vocabularyOf(kind));
  const style = styleOf(process.stdout, process.env);
  const inspections: FileInspection[] = [];
  const inputs = await givenInputs(files);
  for (const file of files) {
    const path = inputs.pathOf(file);
    const { inspection, columns } = inspectRows({ path, name: file, side, defaultCurrency, mapping, ...ofKind });
    inspections.push(inspection);
    if (!values.flag('json')) process.stdout.write(`${inspectionLines(inspection, columns, style).join('\n')}\n\n`);
  }
  inputs.remove();
  if (values.flag('json')) process.stdout.write(`${JSON.stringify(inspections)}\n`);
  const failures = inspections.flatMap(({ error }) => error ?? []);
  for (const failure of failures) process.stderr.write(`${failure}\n`);
  return failures.length > 0 ? 1 : 0;
}

function sideNamed(text: string | null): Side {
  if (text === null || text === 'bank') return 'bank';
  if (text === 'gl') return 'gl';
  throw usage('inspect', `--side is gl or bank, not "${text}".`);
}
