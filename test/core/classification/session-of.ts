// Small sessions for tests, written as plain rows: each says what matching is taken to have found out about it, and
// names its partners. What is not matched, netted or flagged is open, listed in canonical order as matching does.

import { type NearRows, nearRowsOf } from '../../../src/core/classification/near/near-rows.ts';
import type { MatchGroups, MatchOutcome, OpenRows, Reversals } from '../../../src/core/matching/outcome/outcome.ts';
import { DEFAULT_PARAMETERS, type MatchParameters } from '../../../src/core/matching/parameters.ts';
import { NO_DAY, parseDay } from '../../../src/core/money/calendar.ts';
import type { AskedPeriod } from '../../../src/core/records/documents/period.ts';
import { canonicalOrder } from '../../../src/core/records/rows/canonical-order.ts';
import { otherSide, type RowColumns, SIDES, type Side } from '../../../src/core/records/rows/columns.ts';
import { fingerprintRows } from '../../../src/core/records/rows/fingerprint.ts';
import { textColumnOf } from '../../../src/core/records/rows/text-column.ts';

export interface TestRow {
  /** By which other rows refer to it; unique in its side. */
  readonly name?: string;
  /** Signed minor units. */
  readonly amount: number;
  readonly day?: string;
  readonly valueDay?: string;
  readonly account?: string;
  readonly currency?: string;
  readonly reference?: string;
  readonly narration?: string;
  readonly sourceId?: string;
  readonly file?: string;
  readonly line?: number;
  readonly flags?: number;
  /** Matched by this tier with the bank row of this name (ledger rows only). */
  readonly matched?: { readonly tier: number; readonly with: string };
  /** The row of its own side that reverses it. */
  readonly reversedBy?: string;
  readonly facts?: number;
  readonly duplicateOf?: string;
  /** A row of the other side. */
  readonly keyHolder?: string;
  readonly amountHolder?: string;
  /** Rows of the other side; ledger rows name them, the bank's column follows. */
  readonly currencyPartner?: string;
  readonly directionPartner?: string;
  readonly amountPartner?: string;
  readonly datePartner?: string;
  readonly datePartnerByKey?: boolean;
  readonly accountPartner?: string;
  readonly ambiguity?: number;
  readonly batch?: number;
  readonly undecided?: number;
  /** What it should be as a fee, minor units. */
  readonly expectedFee?: number;
  /** The row of its own side that it charges back. */
  readonly chargebackOf?: string;
}

export interface TestSession {
  readonly columns: Readonly<Record<Side, RowColumns>>;
  readonly outcome: MatchOutcome;
  readonly open: MatchOutcome['open'];
  readonly parameters: MatchParameters;
  readonly near: NearRows;
  readonly period: AskedPeriod;
}

const DAY = '2026-03-05';

export function sessionOf(of: {
  readonly gl?: readonly TestRow[];
  readonly bank?: readonly TestRow[];
  readonly parameters?: Partial<MatchParameters>;
  readonly plainCounter?: boolean;
  readonly period?: readonly [start: string | null, end: string | null];
}): TestSession {
  const rows = { gl: of.gl ?? [], bank: of.bank ?? [] };
  const columns = { gl: columnsOf(rows.gl, of.plainCounter), bank: columnsOf(rows.bank, of.plainCounter) };
  const groups = groupsOf(rows);
  const reversals = { gl: reversalsOf(rows.gl), bank: reversalsOf(rows.bank) };
  const taken = {
    gl: new Set([...groups.gl.rows, ...reversals.gl.original, ...reversals.gl.reversal]),
    bank: new Set([...groups.bank.rows, ...reversals.bank.original, ...reversals.bank.reversal]),
  };
  const openOn = (side: Side) => {
    const open = Uint32Array.from(rows[side].keys()).filter((i) => !taken[side].has(i) && columns[side].flags[i] === 0);
    return openRows(side, rows, canonicalOrder(columns[side], open));
  };
  const open = { gl: openOn('gl'), bank: openOn('bank') };
  const outcome = { groups, reversals, open, notes: [] };
  const parameters = { ...DEFAULT_PARAMETERS, ...of.parameters };
  const near = nearRowsOf({ columns, outcome, parameters });
  const bound = (text: string | null) => (text === null ? null : parseDay(text));
  const [start, end] = of.period ?? [null, null];
  return { columns, outcome, open, parameters, near, period: { start: bound(start), end: bound(end) } };
}

type Rows = Readonly<Record<Side, readonly TestRow[]>>;

function numberOf(rows: readonly TestRow[], name: string | undefined): number {
  if (name === undefined) return -1;
  const row = rows.findIndex((one) => one.name === name);
  if (row === -1) throw new Error(`no test row is called ${name}`);
  return row;
}

function openRows(side: Side, rows: Rows, order: Uint32Array): OpenRows {
  const own = rows[side];
  const partners = (
    field: 'currencyPartner' | 'directionPartner' | 'amountPartner' | 'datePartner' | 'accountPartner',
  ) =>
    Int32Array.from(order, (row) => {
      if (side === 'gl') return numberOf(rows.bank, own[row][field]);
      const name = own[row].name;
      return name === undefined ? -1 : rows.gl.findIndex((one) => one[field] === name);
    });
  const isByKey = (row: number) => (side === 'gl' && own[row].datePartnerByKey !== false ? 1 : 0);
  return {
    count: order.length,
    row: order,
    facts: Uint16Array.from(order, (row) => own[row].facts ?? 0),
    duplicateOf: Int32Array.from(order, (row) => numberOf(own, own[row].duplicateOf)),
    keyHolder: Int32Array.from(order, (row) => numberOf(rows[otherSide(side)], own[row].keyHolder)),
    amountHolder: Int32Array.from(order, (row) => numberOf(rows[otherSide(side)], own[row].amountHolder)),
    currencyPartner: partners('currencyPartner'),
    directionPartner: partners('directionPartner'),
    amountPartner: partners('amountPartner'),
    datePartner: partners('datePartner'),
    datePartnerByKey: Uint8Array.from(order, isByKey),
    accountPartner: partners('accountPartner'),
    ambiguity: Int32Array.from(order, (row) => own[row].ambiguity ?? -1),
    batch: Int32Array.from(order, (row) => own[row].batch ?? -1),
    undecided: Int32Array.from(order, (row) => own[row].undecided ?? -1),
    expectedFee: Float64Array.from(order, (row) => own[row].expectedFee ?? -1),
    chargebackOf: Int32Array.from(order, (row) => numberOf(own, own[row].chargebackOf)),
    ...ofKinds(order.length),
  };
}

/** What no run of the tests' sessions finds out. */
function ofKinds(count: number): Pick<OpenRows, 'statusPartner' | 'dispensePartner' | 'shortDispense'> {
  const none = () => new Int32Array(count).fill(-1);
  return {
    statusPartner: none(),
    dispensePartner: none(),
    shortDispense: new Float64Array(count).fill(-1),
  };
}

function groupsOf({ gl, bank }: Rows): MatchGroups {
  const matched = [...gl.entries()].filter(([, row]) => row.matched !== undefined);
  const partners = matched.map(([, row]) => numberOf(bank, row.matched!.with));
  return {
    count: matched.length,
    gl: { rows: Uint32Array.from(matched, ([i]) => i), offsets: null },
    bank: { rows: Uint32Array.from(partners), offsets: null },
    tier: Uint8Array.from(matched, ([, row]) => row.matched!.tier),
    difference: Float64Array.from(matched, ([, row], k) => row.amount - bank[partners[k]].amount),
    days: new Int32Array(matched.length),
    textScore: new Int16Array(matched.length).fill(-1),
    feeBasis: new Uint8Array(matched.length),
    runnerUp: new Int32Array(matched.length).fill(-1),
    runnerUpGap: new Int32Array(matched.length).fill(-1),
    weighed: {},
  };
}

function reversalsOf(rows: readonly TestRow[]): Reversals {
  const netted = [...rows.entries()].filter(([, row]) => row.reversedBy !== undefined);
  return {
    count: netted.length,
    original: Uint32Array.from(netted, ([i]) => i),
    reversal: Uint32Array.from(netted, ([, row]) => numberOf(rows, row.reversedBy)),
    byKey: new Uint8Array(netted.length).fill(1),
    weighed: {},
  };
}

function columnsOf(rows: readonly TestRow[], plainCounter = false): RowColumns {
  const accounts = [...new Set(rows.map((row) => row.account ?? ''))];
  const currencies = [...new Set(rows.map((row) => row.currency ?? 'NGN'))];
  const files = [...new Set(rows.map((row) => row.file ?? 'rows.csv'))];
  const dayOf = (text: string | undefined) => (text === undefined ? NO_DAY : parseDay(text)!);
  const columns = {
    count: rows.length,
    amount: Float64Array.from(rows, (row) => row.amount),
    bookingDay: Int32Array.from(rows, (row) => dayOf(row.day ?? DAY)),
    valueDay: Int32Array.from(rows, (row) => dayOf(row.valueDay)),
    account: Uint16Array.from(rows, (row) => accounts.indexOf(row.account ?? '')),
    currency: Uint8Array.from(rows, (row) => currencies.indexOf(row.currency ?? 'NGN')),
    flags: Uint8Array.from(rows, (row) => row.flags ?? 0),
    file: Uint16Array.from(rows, (row) => files.indexOf(row.file ?? 'rows.csv')),
    line: Uint32Array.from(rows, (row, i) => row.line ?? i + 2),
    fingerprint: new Uint32Array(2 * rows.length),
    reference: textColumnOf(rows.map((row) => row.reference ?? '')),
    settlementSession: textColumnOf(rows.map(() => '')),
    narration: textColumnOf(rows.map((row) => row.narration ?? '')),
    sourceId: textColumnOf(rows.map((row) => row.sourceId ?? '')),
    accounts,
    currencies,
    files,
  };
  fingerprintRows(columns, { includeSourceId: !plainCounter });
  return columns;
}

/** A reason without where its rows stand, which other tests hold. */
export const withoutPlaces = (reason: string): string => reason.replaceAll(/ \(\S+ line \d+\)/g, '');

/** Open rows of both sides. */
export function openCount({ open }: TestSession): number {
  return SIDES.reduce((sum, side) => sum + open[side].count, 0);
}
