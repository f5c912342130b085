// The options of `tieout reconcile` as a command, with its other settings. Values are checked here, or for matching in
// matching-options.ts; a wrong one gives a sentence with the option's name.

import type { ReadRequest } from '../adapters/files/request/read-request.ts';
import { isAdHoc } from '../core/exceptions/ad-hoc-id.ts';
import { parseDay } from '../core/money/calendar.ts';
import { isIsoCurrency } from '../core/money/currency-code.ts';
import { scaledInteger } from '../core/money/money.ts';
import type { ColumnMappingFile } from '../core/reading/columns/column-mapping.ts';
import type { FieldVocabulary } from '../core/reading/columns/field-vocabulary.ts';
import type { Side } from '../core/records/rows/columns.ts';
import type { FileToRead } from '../workflows/rows/read-files.ts';
import type { LocalKind, ReconcileCommand } from '../workflows/runs/reconciliation.ts';
import { isMappingItself } from './given/read-mapping.ts';
import { commercialKind, flowOf, localKind, readFor, serviceOf, vocabularyOf } from './kind-options.ts';
import { parametersOf } from './matching-options.ts';
import { type OptionValues, parseOptions, usage } from './options.ts';
import { RECONCILE_OPTIONS, wrong } from './reconcile-option-table.ts';

/** Longest session name, as in requests of the service (docs/fields.md). */
const MAX_NAME_CHARACTERS = 256;

export interface ReconcileOptions {
  readonly json: boolean;
  readonly data: string | null;
  readonly out: string | null;
  readonly report: string | null;
  /** Whether the files of --out are for a spreadsheet. */
  readonly forExcel: boolean;
  readonly mapping: string | null;
  readonly template: string | null;
  readonly accounts: string | null;
  readonly chart: string | null;
  readonly layout: string | null;
  readonly monthsBack: number | null;
  /** All files that the run reads. */
  readonly inputs: readonly string[];
  /** The ledger's files. */
  readonly ledger: readonly string[];
  /** Line numbers in the first file of each side. */
  readonly explain: Readonly<Record<Side, number>> | null;
  readonly firstFile: Readonly<Record<Side, string>>;
  /** How files are read, and which fields a mapping may name. */
  readonly readFor: Pick<ReadRequest, 'shape' | 'kind'>;
  readonly vocabulary: FieldVocabulary;
  /** Makes the command once the mapping file is read. */
  readonly command: (mapping: ColumnMappingFile | null) => ReconcileCommand;
}

/** Null if help is wanted. Throws `usage`. */
export function reconcileOptions(argv: readonly string[]): ReconcileOptions | null {
  const values = parseOptions(argv, { command: 'reconcile', table: RECONCILE_OPTIONS });
  if (values.flag('help')) return null;
  const asked = commandOf(values);
  const { kind, monthsBack } = asked;
  return {
    json: values.flag('json'),
    data: folder(values, 'data'),
    out: folder(values, 'out'),
    report: values.text('report'),
    forExcel: excelOf(values),
    mapping: values.text('mapping'),
    template: values.text('template'),
    accounts: values.text('accounts'),
    chart: values.text('chart'),
    layout: layoutOf(values),
    monthsBack,
    inputs: [
      ...values.list('gl'),
      ...values.list('bank'),
      ...values.list('opening-gl'),
      ...values.list('opening-bank'),
      ...[values.text('mapping') ?? []].flat().filter((given) => !isMappingItself(given)),
      ...['accounts', 'template', 'chart', 'journal-layout'].flatMap((name) => values.text(name) ?? []),
    ],
    ledger: values.list('gl'),
    explain: linesToExplain(values.text('explain')),
    command: (mapping) => ({ ...asked, mapping }),
    firstFile: { gl: values.list('gl')[0], bank: values.list('bank')[0] },
    readFor: readFor(kind, flowOf(values.text('flow'), kind)),
    vocabulary: vocabularyOf(kind),
  };
}

function commandOf(values: OptionValues) {
  if (values.list('gl').length === 0) throw wrong('Name the ledger’s files with --gl.');
  if (values.list('bank').length === 0) throw wrong('Name the bank’s files with --bank.');
  const kind = localKind(values.text('kind'));
  const service = serviceOf(values.text('service'), kind);
  const flow = flowOf(values.text('flow'), kind);
  const isOfHoldings = kind === 'asset';
  if (kind !== 'banking' && values.text('accounts') !== null)
    throw wrong(`--accounts is for --kind banking, not for ${kind}: leave it out.`);
  requireOptions(values, isOfHoldings);
  return {
    tenant: 'local',
    partner: 'local',
    session: sessionName(values.text('session')),
    branchId: null,
    files: { gl: files(values.list('gl')), bank: files(values.list('bank')) },
    ...openingFiles(values, kind),
    parameters: parametersOf(values),
    kind,
    ...(commercialKind(kind) !== null && { service, flow }),
    ...(isOfHoldings ? asOf(values) : period(values)),
    defaultCurrency: currencyCode('reconcile', values.text('currency')),
    defaultAccount: account(values.text('account')),
    rejectedShare: share(values.text('rejected-share')),
    monthsBack: monthsBackOf(values),
  };
}

function excelOf(values: OptionValues): boolean {
  if (values.flag('excel') && values.text('out') === null) throw wrong('--excel is about the files of --out: name it.');
  return values.flag('excel');
}

function layoutOf(values: OptionValues): string | null {
  const file = values.text('journal-layout');
  if (file === null) return null;
  if (values.text('out') === null) throw wrong('--journal-layout writes a file beside the others: name --out.');
  if (values.text('chart') === null && values.text('data') === null) {
    throw wrong('--journal-layout needs the accounts of a chart: name it with --chart.');
  }
  return file;
}

/** Ten years. */
const MOST_MONTHS = 120;

function monthsBackOf(values: OptionValues): number | null {
  const text = values.text('months-back');
  if (text === null) return null;
  const months = /^\d{1,3}$/.test(text) ? Number(text) : 0;
  if (months < 1 || months > MOST_MONTHS) {
    throw wrong(`--months-back takes a whole number from 1 to ${MOST_MONTHS}, not "${text}".`);
  }
  if (values.text('data') === null)
    throw wrong('--months-back looks at earlier months that --data keeps: name its folder.');
  return months;
}

const files = (names: readonly string[]): FileToRead[] => names.map((name) => ({ path: name, name }));

/** Nothing if none are given. Throws `usage` for a kind without accounts. */
function openingFiles(values: OptionValues, kind: LocalKind): Pick<ReconcileCommand, 'openingFiles'> {
  const given = OPENING.find((name) => values.list(name).length > 0);
  if (given === undefined) return {};
  if (kind !== 'banking')
    throw wrong(`--${given} is for --kind banking: only its statement has items of before the period.`);
  return { openingFiles: { gl: files(values.list('opening-gl')), bank: files(values.list('opening-bank')) } };
}

const OPENING = ['opening-gl', 'opening-bank'] as const;

/** Options without a meaning for positions; they are refused, not ignored. */
const OF_ENTRIES = [
  ...['from', 'to', 'days-forward', 'days-back', 'search-mode', 'tolerance', 'tolerance-percent', 'charge-min'],
  ...['charge-max', 'msc-rate', 'method', 'service', 'months-back', 'chart', 'journal-layout'],
];

const FLAGS_OF_ENTRIES = ['include-debits-in-rate', 'no-reversals'];

function requireOptions(values: OptionValues, isOfHoldings: boolean): void {
  if (!isOfHoldings) {
    if (values.text('as-of') !== null) throw wrong('--as-of is for --kind asset; name a period with --from and --to.');
    return;
  }
  const given = [
    ...OF_ENTRIES.filter((name) => values.text(name) !== null),
    ...FLAGS_OF_ENTRIES.filter((name) => values.flag(name)),
    ...(values.list('event').length > 0 ? ['event'] : []),
  ];
  if (given.length === 0) return;
  const instead = given[0] === 'from' || given[0] === 'to' ? ' name the day with --as-of' : ' leave it out';
  throw wrong(`--${given[0]} says nothing of holdings:${instead}.`);
}

const asOf = (values: OptionValues) => ({ periodStart: null, periodEnd: dayOption(values, 'as-of') });

function dayOption(values: OptionValues, name: string): number | null {
  const text = values.text(name);
  if (text === null) return null;
  const parsed = parseDay(text);
  if (parsed === null) throw wrong(`--${name} takes a day such as 2026-03-31, not "${text}".`);
  return parsed;
}

function period(values: OptionValues): { periodStart: number | null; periodEnd: number | null } {
  const [periodStart, periodEnd] = [dayOption(values, 'from'), dayOption(values, 'to')];
  if (periodStart !== null && periodEnd !== null && periodStart > periodEnd) {
    throw wrong(`The period ends before it starts: --from ${values.text('from')} --to ${values.text('to')}.`);
  }
  return { periodStart, periodEnd };
}

function account(text: string | null): string {
  if (text !== null && (text.trim() === '' || text.length > MAX_NAME_CHARACTERS)) {
    throw wrong(`--account takes a number of 1 to ${MAX_NAME_CHARACTERS} characters.`);
  }
  return text ?? '';
}

/** NGN if not given. Throws `usage` for a text that is not an ISO code. */
export function currencyCode(command: string, text: string | null): string {
  const code = (text ?? 'NGN').toUpperCase();
  if (!isIsoCurrency(code)) throw usage(command, `--currency takes an ISO code such as NGN, not "${text}".`);
  return code;
}

const SHARE_SCALE = 9;

function share(text: string | null): number | null {
  if (text === null) return null;
  const value = scaledInteger(text, SHARE_SCALE);
  if (value === null || value < 0 || value > 10 ** SHARE_SCALE) {
    throw wrong(`--rejected-share takes a share from 0 to 1, not "${text}".`);
  }
  return value / 10 ** SHARE_SCALE;
}

function folder(values: OptionValues, name: string): string | null {
  const text = values.text(name);
  if (text === '') throw wrong(`--${name} takes a folder.`);
  return text;
}

/** A session name that the service would accept too. */
function sessionName(text: string | null): string | null {
  if (text !== null && (text.length === 0 || text.length > MAX_NAME_CHARACTERS)) {
    throw wrong(`--session takes a name of 1 to ${MAX_NAME_CHARACTERS} characters, not one of ${text.length}.`);
  }
  if (text === '.' || text === '..') {
    throw wrong(`--session takes a name that can stand in a path, not "${text}".`);
  }
  if (text !== null && isAdHoc(text)) {
    throw wrong(
      '--session takes no name of the form adhoc- and 32 hexadecimal digits: it is kept for uploaded documents.',
    );
  }
  return text;
}

function linesToExplain(text: string | null): Readonly<Record<Side, number>> | null {
  if (text === null) return null;
  const lines = /^(\d{1,9}):(\d{1,9})$/.exec(text);
  if (lines === null) throw wrong(`--explain takes two lines such as 12:40, the ledger’s first, not "${text}".`);
  return { gl: Number(lines[1]), bank: Number(lines[2]) };
}
