// Fees on lines of their own (matching-definitions.md, "Fee lines"): of each key the largest row a side, the lines beside
// it, and what of them is the fee that the first rule that holds the transaction expects.

import type { FeeRule } from '../../src/core/fees/fee-rule.ts';
import type { MatchParameters } from '../../src/core/matching/parameters.ts';
import { RATE_SCALE } from '../../src/core/money/rates.ts';
import { SIDES, type Side } from '../../src/core/records/rows/columns.ts';
import { type AccountState, openClasses } from './account-state.ts';
import { agreement, daysOf, roundedHalfUp, serviceOf, toleranceOf } from './amounts.ts';
import { canonical, type RefRow, type Sides } from './ref-row.ts';
import { inWindow, takeGroup } from './sums.ts';
import { fieldIdentifier } from './text.ts';

export const FEE_WORDS = [
  ...['FEE', 'FEES', 'COMMISSION', 'COMMISSIONS', 'COMM', 'MSC', 'MDR', 'SURCHARGE', 'SURCHARGES'],
  ...['CHARGE', 'CHARGES', 'CHG', 'CHGS', 'CHRG', 'CHRGS', 'VAT', 'TAX', 'TAXES', 'LEVY', 'LEVIES'],
];

const LEVY_WORDS = ['LEVY', 'LEVIES', 'WHT', 'DUTY', 'DUTIES', 'STAMP', 'EMTL'];
const levy = ({ words }: { readonly words: ReadonlySet<string> }): number =>
  LEVY_WORDS.some((word) => words.has(word)) ? 1 : 0;

export const hasFeeRules = ({ fees, currencies }: MatchParameters): boolean =>
  fees.display !== 'netted' && Object.values(currencies).some(({ rules }) => (rules ?? []).length > 0);

interface OpenRow {
  readonly row: RefRow;
  readonly key: string | null;
  readonly session: string | null;
  readonly words: ReadonlySet<string>;
  readonly marked: boolean;
}

interface Transaction {
  readonly principal: RefRow;
  readonly lines: readonly OpenRow[];
}

const sessionOf = (row: RefRow): string | null => fieldIdentifier(row.settlementSession, 'session')[0]?.value ?? null;
const size = ({ amount }: RefRow): bigint => BigInt(Math.abs(amount));
const total = (rows: readonly RefRow[]): bigint => rows.reduce((sum, row) => sum + size(row), 0n);
const signed = (rows: readonly RefRow[]): bigint => rows.reduce((sum, { amount }) => sum + BigInt(amount), 0n);
const apart = (a: bigint, b: bigint): bigint => (a < b ? b - a : a - b);

export function groupFeeLines(state: AccountState): void {
  if (!hasFeeRules(state.parameters)) return;
  const every = { gl: openRows(state, 'gl'), bank: openRows(state, 'bank') };
  // What a settlement as a whole is named by is counted once, before anything is taken.
  const sessions = (side: Side) => (name: string) => every[side].filter((one) => one.session === name).length;
  const keys = new Set(every.gl.flatMap(({ key }) => (key === null ? [] : [key])));
  for (const key of keys) {
    const found = SIDES.map((side) => transactionOf(state, key, unmarked(every[side]), sessions(side)));
    const [gl, bank] = [found[0], found[1]];
    if (gl !== null && bank !== null && gl.lines.length + bank.lines.length > 0) decide(state, { gl, bank });
  }
}

function openRows(state: AccountState, side: Side): OpenRow[] {
  return openClasses(state, side).flatMap(({ open, key, words, marked }) =>
    open.map((row) => ({ row, key: key?.value ?? null, session: sessionOf(row), words, marked })),
  );
}

const unmarked = (rows: readonly OpenRow[]): OpenRow[] => rows.filter(({ marked }) => !marked);

function transactionOf(
  { calibration }: AccountState,
  key: string,
  rows: readonly OpenRow[],
  carriers: (session: string) => number,
): Transaction | null {
  const isSession = (name: string) => carriers(name) <= calibration.keyRows;
  const named = (name: string) => rows.filter((one) => one.key === name || (one.session === name && isSession(name)));
  const own = rows.filter((one) => one.key === key);
  const principal = onlyLargest(own);
  if (principal === null || onlyLargest(named(key)) !== principal) return null;
  const { session } = principal;
  const hasSession = session !== null && isSession(session) && onlyLargest(named(session)) === principal;
  const beside = rows.filter(
    (one) => hasSession && one.session === session && (one.key === null || one.key === session),
  );
  const lines = [...new Set([...own, ...beside])].filter(
    ({ row }) =>
      row !== principal.row && row.currency === principal.row.currency && (row.amount < 0 || principal.row.amount > 0),
  );
  return { principal: principal.row, lines: lines.toSorted((a, b) => levy(a) - levy(b) || canonical(a.row, b.row)) };
}

function onlyLargest(rows: readonly OpenRow[]): OpenRow | null {
  const most = rows.reduce((largest, { row }) => (size(row) > largest ? size(row) : largest), 0n);
  const largest = rows.filter(({ row }) => size(row) === most);
  return largest.length === 1 ? largest[0] : null;
}

function decide(state: AccountState, of: Sides<Transaction>): void {
  const { parameters } = state;
  const [gl, bank] = [of.gl.principal, of.bank.principal];
  const { daysBack, daysForward, events } = parameters;
  if (gl.currency !== bank.currency || Math.sign(gl.amount) !== Math.sign(bank.amount)) return;
  if (!daysOf(gl, bank, { back: daysBack, forward: daysForward, events }).inWindow) return;
  const larger = size(gl) > size(bank) ? size(gl) : size(bank);
  const amount = gl.amount > 0 ? larger : size(gl) + size(bank) - larger;
  const rule = ruleOf(parameters, { gl, bank, amount });
  if (rule === null) return;
  const own = feeOf(rule, amount);
  const { excludeDebitsFromRate } = parameters;
  const rate = excludeDebitsFromRate && gl.amount < 0 ? 0 : (rule.mscRate ?? parameters.mscRate);
  const fee = own > 0n ? own : roundedHalfUp(larger * BigInt(rate), BigInt(RATE_SCALE));
  if (fee <= 0n) return;
  const tolerance = toleranceOf(gl, parameters);
  const inLegs = own > 0n ? legs(rule, fee) : [];
  const fees = {
    gl: linesThatAre(of.gl.lines, { inLegs, fee, tolerance }),
    bank: linesThatAre(of.bank.lines, { inLegs, fee, tolerance }),
  };
  const rows = { gl: [gl, ...fees.gl], bank: [bank, ...fees.bank] };
  const isOneSided = fees.gl.length === 0 || fees.bank.length === 0;
  const within = (x: bigint, y: bigint) => apart(x, y) <= tolerance;
  const agrees =
    within(BigInt(gl.amount), BigInt(bank.amount)) || (isOneSided && within(signed(rows.gl), signed(rows.bank)));
  const isGroup = fees.gl.length + fees.bank.length > 0 && agrees && inWindow(state, rows);
  if (isGroup) {
    const isExact = gl.amount === bank.amount && signed(rows.gl) === signed(rows.bank);
    takeGroup(state, isExact ? 1 : 2, rows);
  } else if (agreement(gl, bank, parameters) === null) return;
  for (const side of SIDES) {
    const taken = isGroup ? fees[side] : [];
    const due = fee - total(taken);
    for (const { row, words } of of[side].lines) {
      if (taken.includes(row)) continue;
      if (size(row) <= 2n * fee || FEE_WORDS.some((word) => words.has(word))) {
        state.expectedFees.set(row, Number(due < 0n ? 0n : due));
      }
    }
  }
}

interface Due {
  readonly inLegs: readonly bigint[];
  readonly fee: bigint;
  readonly tolerance: bigint;
}

function linesThatAre(lines: readonly OpenRow[], { inLegs, fee, tolerance }: Due): readonly RefRow[] {
  const rows = lines.map(({ row }) => row);
  if (rows.length > 0 && apart(total(rows), fee) <= tolerance) return rows;
  const whole = rows.filter((row) => size(row) === fee);
  if (whole.length > 0) return whole.slice(0, 1);
  const taken: RefRow[] = [];
  for (const leg of inLegs) {
    const row = rows.find((one) => size(one) === leg && leg > 0n && !taken.includes(one));
    if (row !== undefined) taken.push(row);
  }
  return taken;
}

function ruleOf(parameters: MatchParameters, of: { gl: RefRow; bank: RefRow; amount: bigint }): FeeRule | null {
  const service = serviceOf(of.gl, parameters) ?? serviceOf(of.bank, parameters) ?? 'other';
  const holds = ({ min, max }: FeeRule) => BigInt(min) <= of.amount && (max === 0 || of.amount <= BigInt(max));
  const rules = parameters.currencies[of.gl.currency]?.rules ?? [];
  return rules.find((rule) => rule.service === service && holds(rule)) ?? null;
}

const feeOf = ({ fee: { type, amount } }: FeeRule, of: bigint): bigint =>
  type === 'fixed' ? BigInt(amount) : roundedHalfUp(of * BigInt(amount), BigInt(RATE_SCALE));

/** Fixed splits first, percentages of the rest rounded down, the last takes what is left. */
function legs({ splits }: FeeRule, fee: bigint): bigint[] {
  const fixed = splits.reduce((sum, { type, amount }) => (type === 'fixed' ? sum + BigInt(amount) : sum), 0n);
  const shared = fee > fixed ? fee - fixed : 0n;
  const parts = splits.map(({ type, amount }) =>
    type === 'fixed' ? BigInt(amount) : (shared * BigInt(amount)) / BigInt(RATE_SCALE),
  );
  const others = parts.slice(0, -1).reduce((sum, part) => sum + part, 0n);
  return [...parts.slice(0, -1), fee - others];
}
