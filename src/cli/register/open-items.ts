// `tieout open-items`: the register of open items of a partner's accounts, as of any day, of the store of reconcile
// --data or of the environment. For people at a terminal, as CSV or as JSON.

import { workbook } from '../../adapters/spreadsheets/workbook.ts';
import { onRows } from '../../compose/on-rows.ts';
import { parseDay } from '../../core/money/calendar.ts';
import type { Side } from '../../core/records/rows/columns.ts';
import { csvText } from '../../core/words/quoted-cell.ts';
import { registerLines, registerSheet } from '../../workflows/reports/register-csv.ts';
import { type RegisterPage, reportRegister } from '../../workflows/reports/report-register.ts';
import { writeWhole } from '../files/write-whole.ts';
import { HELP_OPTION, type OptionRow, type OptionValues, optionHelp, parseOptions, usage } from '../options.ts';
import { storeConfiguration } from '../store-configuration.ts';
import { styleOf } from '../terminal.ts';
import { registerJson, registerPage } from './register-page.ts';

const STATES = ['open', 'cleared', 'all'] as const;
const SIDE_NAMES: readonly Side[] = ['gl', 'bank'];

export const OPEN_ITEMS_OPTIONS: readonly OptionRow[] = [
  {
    name: 'data',
    value: 'DIR',
    standard: null,
    meaning: 'folder of the embedded store, as `reconcile --data` has it; else the store of the environment',
  },
  { name: 'account', value: 'A', standard: 'all', meaning: 'only this account, by any of its numbers' },
  { name: 'side', value: 'SIDE', standard: 'both', meaning: 'only rows of gl or bank' },
  {
    name: 'as-of',
    value: 'DAY',
    standard: 'the end of the latest period',
    meaning: 'the day at whose end items are shown',
  },
  { name: 'state', value: 'STATE', standard: 'open', meaning: 'open, cleared (by that day) or all' },
  { name: 'tenant', value: 'ID', standard: 'local', meaning: 'whose sessions' },
  { name: 'partner', value: 'ID', standard: 'local', meaning: 'whose sessions' },
  { name: 'json', value: null, standard: null, meaning: 'print one JSON object and nothing else' },
  { name: 'csv', value: null, standard: null, meaning: 'print CSV, a line for each item' },
  {
    name: 'excel',
    value: null,
    standard: null,
    meaning: 'CSV for spreadsheets, with a byte order mark and without formulas',
  },
  {
    name: 'out',
    value: 'FILE',
    standard: null,
    meaning: 'write the CSV into this file, or a workbook if its name ends with .xlsx',
  },
  HELP_OPTION,
];

const HELP = `Usage: tieout open-items [options]

Lists what accounts had open at the end of a day, whatever session it came from: made in which session, still open in
which, cleared in which by which match. On the embedded store the service has to be stopped meanwhile.

${optionHelp(OPEN_ITEMS_OPTIONS)}`;

export async function openItems(argv: string[]): Promise<number> {
  const values = parseOptions(argv, { command: 'open-items', table: OPEN_ITEMS_OPTIONS });
  if (values.flag('help')) {
    process.stdout.write(HELP);
    return 0;
  }
  const out = values.text('out');
  const forExcel = values.flag('excel');
  const forms = [values.flag('json'), values.flag('csv'), out !== null].filter(Boolean);
  if (forms.length > 1) throw usage('open-items', 'Say one of --json, --csv and --out.');
  const scope = { tenant: values.text('tenant') ?? 'local', partner: values.text('partner') ?? 'local' };
  const asked = { ...wanted(values), page: { after: null, limit: Number.POSITIVE_INFINITY } };
  const register = await onRows(storeConfiguration(values.text('data')), (deps) => reportRegister(deps, scope, asked));
  if (values.flag('json')) process.stdout.write(`${JSON.stringify(registerJson(register))}\n`);
  else if (out !== null) {
    writeWhole(
      out,
      out.endsWith('.xlsx') ? workbook(registerSheet(register.items)).content : csvOf(register, forExcel),
    );
    tellWarnings(register);
  } else if (values.flag('csv')) {
    process.stdout.write(csvOf(register, forExcel));
    tellWarnings(register);
  } else process.stdout.write(registerPage(register, styleOf(process.stdout, process.env)));
  return 0;
}

const csvOf = ({ items }: RegisterPage, forExcel: boolean): string => csvText(registerLines(items), { forExcel });

/** CSV has no place for them. */
function tellWarnings({ warnings }: RegisterPage): void {
  for (const warning of warnings) process.stderr.write(`${warning}\n`);
}

function wanted(values: OptionValues) {
  const day = values.text('as-of');
  const asOf = day === null ? null : parseDay(day);
  if (day !== null && asOf === null) {
    throw usage('open-items', `--as-of is a day of the calendar as YYYY-MM-DD, not "${day}".`);
  }
  const state = values.text('state') ?? 'open';
  const known = STATES.find((one) => one === state);
  if (known === undefined) throw usage('open-items', `--state is ${STATES.join(', ')}, not "${state}".`);
  const side = values.text('side');
  const ofSide = SIDE_NAMES.find((one) => one === side) ?? null;
  if (side !== null && ofSide === null) throw usage('open-items', `--side is gl or bank, not "${side}".`);
  const account = values.text('account');
  if (account === '') throw usage('open-items', 'Which account? --account has no number.');
  return { asOf, state: known, side: ofSide, account };
}
