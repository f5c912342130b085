// What `tieout reconcile` may be told, and the command that it becomes. Decimals are checked here and stay texts where
// they are amounts: their currency is known only once the files are read.

import type { ReadRequest } from '../adapters/files/read-request.ts';
import { DEFAULT_REJECTED_SHARE, DEFAULT_SEARCH_DAYS, MAX_SEARCH_DAYS, MIN_REVERSAL_DAYS } from '../core/limits.ts';
import { MATCHING_METHODS, type MatchingMethod } from '../core/matching/method.ts';
import { type SearchMode, searchWindow } from '../core/matching/parameters.ts';
import type { DecimalParameters } from '../core/matching/parameters-from-decimals.ts';
import { parseDay } from '../core/money/calendar.ts';
import { isIsoCurrency } from '../core/money/currency-code.ts';
import { decimalsOf, scaledInteger } from '../core/money/money.ts';
import { PERCENT_DECIMALS, PERCENT_SCALE, RATE_DECIMALS, RATE_SCALE } from '../core/money/rates.ts';
import type { ColumnMappingFile } from '../core/reading/columns/column-mapping.ts';
import type { FieldVocabulary } from '../core/reading/columns/field-vocabulary.ts';
import type { Period } from '../core/records/documents/period.ts';
import type { Side } from '../core/records/rows/columns.ts';
import type { FileToRead } from '../workflows/rows/read-files.ts';
import type { ReconcileCommand } from '../workflows/runs/reconciliation.ts';
import { commercialKind, flowOf, localKind, readFor, serviceOf, vocabularyOf } from './kind-options.ts';
import { HELP_OPTION, type OptionRow, type OptionValues, parseOptions, usage } from './options.ts';

export const RECONCILE_OPTIONS: readonly OptionRow[] = [
  { name: 'gl', value: 'FILE...', standard: null, meaning: 'the ledger’s files' },
  { name: 'bank', value: 'FILE...', standard: null, meaning: 'the bank’s files' },
  {
    name: 'kind',
    value: 'KIND',
    standard: 'banking',
    meaning:
      'what is reconciled: banking, nip (instant transfers), atm (cash machines and cards), or asset (--gl the books’ holdings, --bank the custodian’s report)',
  },
  { name: 'flow', value: 'FLOW', standard: 'outward', meaning: 'with --kind nip or atm: inward or outward' },
  {
    name: 'as-of',
    value: 'DAY',
    standard: 'the custodian’s report’s own',
    meaning: 'with --kind asset: the day that positions are compared of, YYYY-MM-DD',
  },
  { name: 'from', value: 'DAY', standard: 'the first ledger date', meaning: 'first day of the period, YYYY-MM-DD' },
  { name: 'to', value: 'DAY', standard: 'the last ledger date', meaning: 'last day of the period, YYYY-MM-DD' },
  {
    name: 'days-forward',
    value: 'N',
    standard: String(DEFAULT_SEARCH_DAYS),
    meaning: 'how many days after the ledger’s date the bank’s may lie',
  },
  {
    name: 'days-back',
    value: 'N',
    standard: String(DEFAULT_SEARCH_DAYS),
    meaning: 'how many days before the ledger’s date the bank’s may lie',
  },
  {
    name: 'search-mode',
    value: 'MODE',
    standard: 'both',
    meaning: 'forward (no days back), backward (no days forward) or both',
  },
  { name: 'tolerance', value: 'X', standard: '0', meaning: 'difference that is allowed, in currency units, inclusive' },
  {
    name: 'tolerance-percent',
    value: 'X',
    standard: '0',
    meaning: 'the same in percent of the ledger’s amount, up to 4 decimals; the wider of the two counts',
  },
  { name: 'charge-min', value: 'X', standard: '0', meaning: 'least charge that explains a difference' },
  { name: 'charge-max', value: 'X', standard: '0', meaning: 'greatest such charge; 0 switches charges off' },
  {
    name: 'msc-rate',
    value: 'R',
    standard: '0',
    meaning: 'merchant service charge as a share, up to 9 decimals: 0.005 is half a percent',
  },
  {
    name: 'include-debits-in-rate',
    value: null,
    standard: null,
    meaning: 'let the rate explain money out too, not only money in',
  },
  { name: 'no-reversals', value: null, standard: null, meaning: 'do not net entries with their reversals' },
  { name: 'method', value: 'M', standard: 'line_by_line', meaning: 'how to match; see docs/matching.md' },
  {
    name: 'event',
    value: 'FIRST:LAST...',
    standard: 'the whole period',
    meaning: 'days between which rows may match one another, as 2026-03-01:2026-03-07; a row in none takes no part',
  },
  {
    name: 'service',
    value: 'S',
    standard: 'other',
    meaning: 'the service the rows belong to; see docs/configuration.md',
  },
  { name: 'currency', value: 'CODE', standard: 'NGN', meaning: 'ISO code of rows whose file names none' },
  { name: 'account', value: 'NUMBER', standard: null, meaning: 'account of rows whose file names none' },
  {
    name: 'rejected-share',
    value: 'X',
    standard: String(DEFAULT_REJECTED_SHARE),
    meaning: 'share of a file’s rows that may be rejected before the run fails, 0 to 1',
  },
  {
    name: 'template',
    value: 'FILE',
    standard: null,
    meaning:
      'JSON of a template: how to match, windows of reversals, fees; where it and an option speak of the same, it wins',
  },
  { name: 'mapping', value: 'FILE', standard: null, meaning: 'JSON that says which column carries which field' },
  { name: 'session', value: 'NAME', standard: 'derived from the rows', meaning: 'name of the session' },
  { name: 'data', value: 'DIR', standard: 'nothing is kept', meaning: 'folder in which the session is kept' },
  {
    name: 'months-back',
    value: 'N',
    standard: 'none',
    meaning: 'take along what the ledger left open in so many months before the period; needs --data',
  },
  { name: 'out', value: 'DIR', standard: null, meaning: 'folder for summary.json, matches.csv and the other files' },
  {
    name: 'explain',
    value: 'GLLINE:BANKLINE',
    standard: null,
    meaning: 'say why two rows are a match or none, by their lines in the first ledger and the first bank file',
  },
  { name: 'json', value: null, standard: null, meaning: 'print one JSON object and nothing else' },
  HELP_OPTION,
];

/** Of a session: what requests of the service are held to (docs/fields.md). */
const MAX_NAME_CHARACTERS = 256;
const SEARCH_MODES: readonly SearchMode[] = ['forward', 'backward', 'both'];
/** Decimals that a currency may have; an amount text with more is rounded in none of them silently beyond its own. */
const MOST_DECIMALS = 3;

const wrong = (sentence: string) => usage('reconcile', sentence);

export interface ReconcileOptions {
  readonly json: boolean;
  readonly data: string | null;
  readonly out: string | null;
  readonly mapping: string | null;
  readonly template: string | null;
  readonly monthsBack: number | null;
  /** Every file that the run reads. */
  readonly inputs: readonly string[];
  /** The ledger's files among them. */
  readonly ledger: readonly string[];
  /** Lines of the first file of each side. */
  readonly explain: Readonly<Record<Side, number>> | null;
  readonly firstFile: Readonly<Record<Side, string>>;
  /** What files are read for, and what a mapping may call their columns. */
  readonly readFor: Pick<ReadRequest, 'shape' | 'kind'>;
  readonly vocabulary: FieldVocabulary;
  /** The command once the mapping file is read. */
  readonly command: (mapping: ColumnMappingFile | null) => ReconcileCommand;
}

/** Null when help is asked for. Throws `usage`. */
export function reconcileOptions(argv: readonly string[]): ReconcileOptions | null {
  const values = parseOptions(argv, { command: 'reconcile', table: RECONCILE_OPTIONS });
  if (values.flag('help')) return null;
  const command = commandOf(values);
  const kind = localKind(values.text('kind'));
  return {
    json: values.flag('json'),
    data: folder(values, 'data'),
    out: folder(values, 'out'),
    mapping: values.text('mapping'),
    template: values.text('template'),
    monthsBack: monthsBack(values),
    inputs: [
      ...values.list('gl'),
      ...values.list('bank'),
      ...(values.text('mapping') === null ? [] : [values.text('mapping')!]),
    ],
    ledger: values.list('gl'),
    explain: linesToExplain(values.text('explain')),
    command,
    firstFile: { gl: values.list('gl')[0]!, bank: values.list('bank')[0]! },
    readFor: readFor(kind, flowOf(values.text('flow'), kind)),
    vocabulary: vocabularyOf(kind),
  };
}

function commandOf(values: OptionValues): ReconcileOptions['command'] {
  if (values.list('gl').length === 0) throw wrong('Name the ledger’s files with --gl.');
  if (values.list('bank').length === 0) throw wrong('Name the bank’s files with --bank.');
  const ofKind = localKind(values.text('kind'));
  const service = serviceOf(values.text('service'), ofKind);
  const flow = flowOf(values.text('flow'), ofKind);
  const isOfHoldings = ofKind === 'asset';
  requireOptions(values, isOfHoldings);
  const fixed = {
    tenant: 'local',
    partner: 'local',
    session: sessionName(values.text('session')),
    branchId: null,
    files: { gl: files(values.list('gl')), bank: files(values.list('bank')) },
    parameters: parametersOf(values),
    kind: ofKind,
    ...(commercialKind(ofKind) !== null && { service, flow }),
    ...(isOfHoldings ? asOf(values) : period(values)),
    defaultCurrency: currencyCode('reconcile', values.text('currency')),
    defaultAccount: account(values.text('account')),
    rejectedShare: share(values.text('rejected-share')),
    monthsBack: monthsBack(values),
  };
  return (mapping) => ({ ...fixed, mapping });
}

/** Ten years. */
const MOST_MONTHS = 120;

function monthsBack(values: OptionValues): number | null {
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

function parametersOf(values: OptionValues): DecimalParameters {
  const days = { forward: searchDays(values, 'days-forward'), back: searchDays(values, 'days-back') };
  const amounts = {
    tolerance: amount(values, 'tolerance'),
    chargeMin: amount(values, 'charge-min'),
    chargeMax: amount(values, 'charge-max'),
  };
  const [least, most] = [
    scaledInteger(amounts.chargeMin, MOST_DECIMALS)!,
    scaledInteger(amounts.chargeMax, MOST_DECIMALS)!,
  ];
  if (least > most) throw wrong(`--charge-min ${amounts.chargeMin} is above --charge-max ${amounts.chargeMax}.`);
  return {
    method: method(values.text('method')),
    fees: { display: null, service: serviceOf(values.text('service'), localKind(values.text('kind'))) },
    rules: [],
    events: values.list('event').map(event),
    ...searchWindow(searchMode(values.text('search-mode')), days),
    reversalDaysForward: Math.max(MIN_REVERSAL_DAYS, days.forward),
    reversalDaysBack: Math.max(MIN_REVERSAL_DAYS, days.back),
    netReversals: !values.flag('no-reversals'),
    tolerancePercent: scaled(values, {
      name: 'tolerance-percent',
      decimals: PERCENT_DECIMALS,
      below: PERCENT_SCALE + 1,
      takes: 'a percentage from 0 to 100',
    }),
    mscRate: scaled(values, {
      name: 'msc-rate',
      decimals: RATE_DECIMALS,
      below: RATE_SCALE,
      takes: 'a share from 0 to below 1',
    }),
    excludeDebitsFromRate: !values.flag('include-debits-in-rate'),
    amounts,
  };
}

function searchDays(values: OptionValues, name: string): number {
  const text = values.text(name) ?? String(DEFAULT_SEARCH_DAYS);
  const days = /^\d{1,6}$/.test(text) ? Number(text) : Number.NaN;
  if (!(days <= MAX_SEARCH_DAYS))
    throw wrong(`--${name} takes a whole number from 0 to ${MAX_SEARCH_DAYS}, not "${text}".`);
  return days;
}

function amount(values: OptionValues, name: string): string {
  const text = values.text(name) ?? '0';
  const value = scaledInteger(text, MOST_DECIMALS);
  if (value === null || value < 0)
    throw wrong(`--${name} takes an amount in currency units such as 12.50, not "${text}".`);
  return text.trim();
}

function scaled(
  values: OptionValues,
  { name, decimals, below, takes }: { name: string; decimals: number; below: number; takes: string },
): string {
  const text = values.text(name) ?? '0';
  const value = scaledInteger(text, decimals);
  if (value === null || value < 0 || value >= below) throw wrong(`--${name} takes ${takes}, not "${text}".`);
  if (decimalsOf(text) > decimals) throw wrong(`--${name} takes up to ${decimals} decimals, not "${text}".`);
  return text.trim();
}

function searchMode(text: string | null): SearchMode {
  if (text === null) return 'both';
  const mode = SEARCH_MODES.find((known) => known === text);
  if (mode === undefined) throw wrong(`--search-mode is ${SEARCH_MODES.join(', ')}, not "${text}".`);
  return mode;
}

/** What says nothing of positions is not taken and then left undone. */
const OF_ENTRIES = [
  ...['from', 'to', 'days-forward', 'days-back', 'search-mode', 'tolerance', 'tolerance-percent', 'charge-min'],
  ...['charge-max', 'msc-rate', 'method', 'service', 'months-back'],
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

function method(text: string | null): MatchingMethod {
  if (text === null) return 'line_by_line';
  const known = MATCHING_METHODS.find((name) => name === text);
  if (known === undefined) throw wrong(`--method is ${MATCHING_METHODS.join(', ')}, not "${text}".`);
  return known;
}

function event(text: string): Period {
  const [first, last, more] = text.split(':');
  const [start, end] = [parseDay(first ?? ''), parseDay(last ?? '')];
  if (start === null || end === null || more !== undefined) {
    throw wrong(`--event takes two days such as 2026-03-01:2026-03-07, not "${text}".`);
  }
  if (start > end) throw wrong(`The event ends before it starts: --event ${text}.`);
  return { start, end };
}

function account(text: string | null): string {
  if (text !== null && (text.trim() === '' || text.length > MAX_NAME_CHARACTERS)) {
    throw wrong(`--account takes a number of 1 to ${MAX_NAME_CHARACTERS} characters.`);
  }
  return text ?? '';
}

/** NGN when not given. Throws `usage` for what is no ISO code. */
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

/** A name that a caller of the service could ask for too. */
function sessionName(text: string | null): string | null {
  if (text !== null && (text.length === 0 || text.length > MAX_NAME_CHARACTERS)) {
    throw wrong(`--session takes a name of 1 to ${MAX_NAME_CHARACTERS} characters, not one of ${text.length}.`);
  }
  if (text === '.' || text === '..') {
    throw wrong(`--session takes a name that can stand in a path, not "${text}".`);
  }
  return text;
}

function linesToExplain(text: string | null): Readonly<Record<Side, number>> | null {
  if (text === null) return null;
  const lines = /^(\d{1,9}):(\d{1,9})$/.exec(text);
  if (lines === null) throw wrong(`--explain takes two lines such as 12:40, the ledger’s first, not "${text}".`);
  return { gl: Number(lines[1]), bank: Number(lines[2]) };
}
