// Tiers 7 to 9 and bulk (matching-definitions.md, "Sums", "Bulk", "Lump"): rows of an account put together and compared as
// sums. Subsets are all written out, one by one: for small sessions only.

import { serviceIn } from '../../src/core/fees/bank-service.ts';
import { PERCENT_SCALE } from '../../src/core/money/rates.ts';
import { SIDES, type Side } from '../../src/core/records/rows/columns.ts';
import { type AccountState, openClasses, pairDays } from './account-state.ts';
import { feesOf, serviceOf, toleranceOf } from './amounts.ts';
import type { RowClass } from './classes.ts';
import type { RefRow, Sides } from './ref-row.ts';

export interface RefGroup {
  readonly tier: number;
  readonly gl: number[];
  readonly bank: number[];
  readonly difference: number;
  readonly days: number;
}

type Rows = Sides<readonly RefRow[]>;

const MOST_POOL = 25;
const MOST_PARTS = 12;

const total = (rows: readonly RefRow[]): bigint => rows.reduce((sum, { amount }) => sum + BigInt(amount), 0n);
const absolute = (x: bigint): bigint => (x < 0n ? -x : x);
const direction = ({ currency, amount }: RefRow): string => `${currency} ${amount > 0}`;
const valueDay = (row: RefRow): number => row.valueDay ?? row.bookingDay;
const lastDay = (rows: readonly RefRow[]): number => Math.max(...rows.map((row) => row.bookingDay));

export const sumsAgree = (state: AccountState, rows: Rows): boolean =>
  areNear(state, rows, total(rows.gl), total(rows.bank));

function areNear(state: AccountState, { gl }: Rows, ledger: bigint, bank: bigint): boolean {
  const difference = ledger - bank;
  const { tolerancePercent, currencies } = state.parameters;
  const share = (absolute(ledger) * BigInt(tolerancePercent)) / BigInt(PERCENT_SCALE);
  const tolerance = BigInt(currencies[gl[0].currency]?.tolerance ?? 0);
  return absolute(difference) <= share || absolute(difference) <= tolerance;
}

/** Within the tolerance, or once each transaction's fee is taken off. */
function batchAgrees(state: AccountState, rows: Rows): boolean {
  if (sumsAgree(state, rows)) return true;
  if (new Set([...rows.gl, ...rows.bank].map(direction)).size > 1) return false;
  const gross: Side = total(rows.gl) > total(rows.bank) ? 'gl' : 'bank';
  const { parameters } = state;
  const fees = rows[gross].map((row) => {
    const [gl, bank] = gross === 'gl' ? [row, rows.bank[0]] : [rows.gl[0], row];
    return feesOf(row, serviceOf(gl, parameters) ?? serviceOf(bank, parameters) ?? 'other', parameters);
  });
  const ways = [
    fees.map(({ rule }) => rule),
    fees.map(({ rule, rate }) => (rule > 0n ? rule : rate)),
    fees.map(({ rate }) => rate),
  ];
  return ways.some((way) => {
    const fee = way.reduce((sum, one) => sum + one, 0n);
    const [ledger, bank] = [total(rows.gl), total(rows.bank)];
    return (
      fee > 0n && (gross === 'gl' ? areNear(state, rows, ledger - fee, bank) : areNear(state, rows, ledger, bank - fee))
    );
  });
}

export function inWindow({ parameters: { daysBack, daysForward, events } }: AccountState, { gl, bank }: Rows): boolean {
  const days = gl.map((row) => row.bookingDay);
  const [first, last] = [Math.min(...days), Math.max(...days)];
  const reaches = (day: number) =>
    day >= last - daysBack &&
    day <= first + daysForward &&
    (events.length === 0 ||
      events.some(({ start, end }) => [first, last, day].every((one) => one >= start && one <= end)));
  return bank.every((row) => reaches(row.bookingDay) || reaches(valueDay(row)));
}

export function takeGroup(state: AccountState, tier: number, { gl, bank }: Rows): void {
  for (const side of SIDES) {
    for (const row of side === 'gl' ? gl : bank) {
      const of = state.classes[side].find(({ open }) => open.includes(row))!;
      of.open.splice(of.open.indexOf(row), 1);
    }
  }
  state.groups.push({
    tier,
    gl: gl.map(({ id }) => id),
    bank: bank.map(({ id }) => id),
    difference: Number(total(gl) - total(bank)),
    days: lastDay(bank) - lastDay(gl),
  });
}

const rowsOf = (classes: readonly RowClass[]): RefRow[] => classes.flatMap(({ open }) => [...open]);

/** Tier 7: all open rows of a key, currency and direction. */
export function batchByKey(state: AccountState, least: number): void {
  const keys = new Set(
    [...state.classes.gl, ...state.classes.bank].flatMap(({ key }) => (key === null ? [] : [key.value])),
  );
  for (const key of keys) {
    const carry = (side: Side) => openClasses(state, side).filter((one) => one.key?.value === key);
    const all = { gl: rowsOf(carry('gl')), bank: rowsOf(carry('bank')) };
    for (const way of new Set(all.gl.map(direction))) {
      const rows = {
        gl: all.gl.filter((row) => direction(row) === way),
        bank: all.bank.filter((row) => direction(row) === way),
      };
      if (rows.bank.length === 0 || rows.gl.length + rows.bank.length < least) continue;
      if (inWindow(state, rows) && batchAgrees(state, rows)) takeGroup(state, 7, rows);
    }
    if (least === 3) takeNetOfReversals(state, key);
  }
}

/** What is left of a key, both directions together, where a row of it takes something back. */
function takeNetOfReversals(state: AccountState, key: string): void {
  const left = (side: Side) => openClasses(state, side).filter((one) => one.key?.value === key);
  for (const currency of new Set(rowsOf(left('gl')).map((row) => row.currency))) {
    const classes = [...left('gl'), ...left('bank')].filter(({ sample }) => sample.currency === currency);
    const of = (side: Side) => rowsOf(classes.filter((one) => one.side === side));
    const rows = { gl: of('gl'), bank: of('bank') };
    const isBatch = rows.bank.length > 0 && rows.gl.length + rows.bank.length >= 3 && total(rows.gl) !== 0n;
    if (!isBatch || !classes.some(({ marked }) => marked)) continue;
    if (inWindow(state, rows) && batchAgrees(state, rows)) takeGroup(state, 7, rows);
  }
}

interface Part {
  readonly of: RowClass;
  readonly count: number;
}

/** Tier 8. */
export function batchBySum(state: AccountState): void {
  const open = { gl: openClasses(state, 'gl'), bank: openClasses(state, 'bank') };
  const other = (side: Side): Side => (side === 'gl' ? 'bank' : 'gl');
  const eligible = (one: RowClass): boolean =>
    !one.marked && !open[other(one.side)].some(({ key }) => key !== null && key.value === one.key?.value);
  const fit = { gl: open.gl.filter(eligible), bank: open.bank.filter(eligible) };
  const targets = [...fit.gl, ...fit.bank].reduce(
    (count, one) =>
      poolsOf(state, one, fit[other(one.side)]).some((pool) => rowsOf(pool).length > 1)
        ? count + one.open.length
        : count,
    0,
  );
  const tried = [...fit.gl, ...fit.bank].flatMap((target) => {
    const sums = sumsOf(state, target, fit[other(target.side)]);
    return sums === null ? [] : target.open.map((row) => ({ target, row, ...sums }));
  });
  const { taken, shown } = believed(tried, targets);
  const proposals: { target: RowClass; row: RefRow; parts: readonly Part[] }[] = [];
  for (const { target, row, ways, isFound, expected } of tried) {
    if (!isFound || expected > shown) continue;
    if (ways.length === 1 && expected <= taken) proposals.push({ target, row, parts: ways[0] });
    else state.severalSums.add(row);
  }
  // Of a class as many rows as are parts, the first ones.
  const named = proposals.map(({ row, parts }) => [row, ...parts.flatMap(({ of, count }) => of.open.slice(0, count))]);
  const disputed = named.map((rows, at) =>
    named.some((others, b) => b !== at && rows.some((row) => others.includes(row))),
  );
  proposals.forEach(({ target, row }, at) => {
    if (disputed[at]) {
      state.severalSums.add(row);
      return;
    }
    const parts = named[at].slice(1);
    takeGroup(state, 8, target.side === 'gl' ? { gl: [row], bank: parts } : { gl: parts, bank: [row] });
  });
}

const sizeOf = (parts: readonly Part[]): number => parts.reduce((sum, { count }) => sum + count, 0);

/** Rows that may be parts: that share a word with it, that are of its day. */
function poolsOf(state: AccountState, target: RowClass, others: readonly RowClass[]): RowClass[][] {
  const alike = others.filter((one) => direction(one.sample) === direction(target.sample));
  const pair = (one: RowClass): [RowClass, RowClass] => (target.side === 'gl' ? [target, one] : [one, target]);
  const near = alike.filter((one) => pairDays(state, ...pair(one)).inWindow && isSmallEnough(state, target, one));
  const carriers = (word: string) =>
    alike.filter(({ words }) => words.has(word)).reduce((sum, { open }) => sum + open.length, 0);
  const telling = [...target.words].filter((word) => carriers(word) <= MOST_POOL);
  const days = ({ sample }: RowClass) => [sample.bookingDay, valueDay(sample)];
  return [
    near.filter(({ words }) => telling.some((word) => words.has(word))),
    near.filter((one) => days(one).some((day) => days(target).includes(day))),
  ];
}

/** What came of the target's pools, up to the first that has a way to it; null when none could be asked. */
function sumsOf(state: AccountState, target: RowClass, others: readonly RowClass[]) {
  const asked: (readonly RowClass[])[] = [];
  let expected = 0;
  let ways: (readonly Part[])[] = [];
  for (const pool of poolsOf(state, target, others)) {
    const rows = rowsOf(pool).length;
    if (rows < 2 || rows > MOST_POOL || ways.length > 0) continue;
    asked.push(pool);
    expected += expectedByChance(state, target, pool);
    ways = waysTo(state, { target, pool, amount: target.sample.amount });
  }
  if (asked.length === 0) return null;
  const amounts = otherAmounts(state, target);
  const isMet = (amount: number): boolean =>
    asked.some((pool) => waysTo(state, { target, pool, amount }).some((parts) => sizeOf(parts) > 1));
  const met = amounts.length === 0 ? 0 : (amounts.filter(isMet).length * 840) / amounts.length;
  return { expected, ways, isFound: ways.some((parts) => sizeOf(parts) > 1), met };
}

function waysTo(
  { parameters }: AccountState,
  { target, pool, amount }: { readonly target: RowClass; readonly pool: readonly RowClass[]; readonly amount: number },
): (readonly Part[])[] {
  return subsets(pool).filter((parts) => {
    const size = sizeOf(parts);
    const sum = parts.reduce((all, { of, count }) => all + of.sample.amount * count, 0);
    const gl = { ...target.sample, amount: target.side === 'gl' ? amount : sum };
    return size > 0 && size <= MOST_PARTS && BigInt(Math.abs(sum - amount)) <= toleranceOf(gl, parameters);
  });
}

/** Of rows like the target that are too far from it for any row to be in the window of both. */
function otherAmounts({ rows, parameters }: AccountState, { side, sample }: RowClass): number[] {
  const apart = parameters.daysForward + parameters.daysBack;
  const far = rows[side]
    .filter((row) => direction(row) === direction(sample) && Math.abs(row.bookingDay - sample.bookingDay) > apart)
    .map(({ amount }) => amount);
  const size = Math.abs;
  const larger = far.filter((one) => size(one) >= size(sample.amount)).toSorted((a, b) => size(a) - size(b));
  const smaller = far.filter((one) => size(one) < size(sample.amount)).toSorted((a, b) => size(b) - size(a));
  return [...larger.slice(0, 4), ...smaller.slice(0, 4)];
}

/** Ways that chance would bring. */
function expectedByChance({ parameters }: AccountState, target: RowClass, pool: readonly RowClass[]): number {
  const size = (one: RowClass) => BigInt(Math.abs(one.sample.amount));
  const common = pool.map(size).reduce(gcd, size(target));
  const width = 2n * reachOf(target, parameters) + 1n;
  const choices = BigInt(subsets(pool).length - pool.length - 1);
  return Number(choices * (common > width ? common : width)) / Number(size(target));
}

/** Up to which expectation sums are taken, and shown. */
function believed(
  tried: readonly { readonly expected: number; readonly isFound: boolean; readonly met: number }[],
  targets: number,
): { taken: number; shown: number } {
  const upTo = (bound: number) => tried.filter(({ expected }) => expected <= bound);
  const found = (bound: number): number => upTo(bound).filter(({ isFound }) => isFound).length;
  const met = (bound: number): number => upTo(bound).reduce((sum, one) => sum + one.met, 0);
  const bounds = tried.filter(({ isFound }) => isFound).map(({ expected }) => expected);
  const most = (holds: (bound: number) => boolean): number => Math.max(-1, ...bounds.filter(holds));
  const likely = most((bound) => bound * targets * 5 <= found(bound));
  return {
    taken: most((bound) => bound <= likely && met(bound) * 5 <= found(bound) * 840),
    shown: most((bound) => met(bound) * 2 <= found(bound) * 840),
  };
}

const gcd = (a: bigint, b: bigint): bigint => (b === 0n ? a : gcd(b, a % b));

/** A part is no larger than the whole and what is tolerated. */
function isSmallEnough({ parameters }: AccountState, target: RowClass, one: RowClass): boolean {
  return BigInt(Math.abs(one.sample.amount)) <= BigInt(Math.abs(target.sample.amount)) + reachOf(target, parameters);
}

export function reachOf(target: Pick<RowClass, 'sample'>, parameters: AccountState['parameters']): bigint {
  const size = BigInt(Math.abs(target.sample.amount));
  const { tolerance } = parameters.currencies[target.sample.currency] ?? { tolerance: 0 };
  const percent = BigInt(parameters.tolerancePercent);
  const share = percent === 0n ? 0n : (size * percent) / (BigInt(PERCENT_SCALE) - percent) + 1n;
  return share > BigInt(tolerance) ? share : BigInt(tolerance);
}

function subsets(pool: readonly RowClass[]): (readonly Part[])[] {
  return pool.reduce<(readonly Part[])[]>(
    (all, of) =>
      all.flatMap((parts) =>
        Array.from({ length: of.open.length + 1 }, (_, count) => (count === 0 ? parts : [...parts, { of, count }])),
      ),
    [[]],
  );
}

/** Tier 9. */
export function matchLump(state: AccountState): void {
  const everything = { start: Number.NEGATIVE_INFINITY, end: Number.POSITIVE_INFINITY };
  const { events } = state.parameters;
  for (const { start, end } of events.length === 0 ? [everything] : events) {
    const lies = (row: RefRow) => [row.bookingDay, valueDay(row)].some((day) => day >= start && day <= end);
    const open = {
      gl: rowsOf(openClasses(state, 'gl')).filter(lies),
      bank: rowsOf(openClasses(state, 'bank')).filter(lies),
    };
    for (const currency of new Set(open.gl.map((row) => row.currency))) {
      const rows = {
        gl: open.gl.filter((row) => row.currency === currency),
        bank: open.bank.filter((row) => row.currency === currency),
      };
      if (rows.bank.length > 0 && sumsAgree(state, rows)) takeGroup(state, 9, rows);
    }
  }
}

/** The method bulk. */
export function matchBulk(state: AccountState): void {
  const carried = new Map<string, Side[]>();
  for (const one of [...state.classes.gl, ...state.classes.bank]) {
    if (one.key === null) continue;
    carried.set(one.key.value, [...(carried.get(one.key.value) ?? []), ...one.open.map(() => one.side)]);
  }
  const isBatch = ({ key }: RowClass): boolean => key !== null && carried.get(key.value)!.length > 1;
  batchByKey(state, 2);
  for (const byService of [true, false]) {
    const { fees } = state.parameters;
    const nameOf = (row: RefRow) =>
      `${direction(row)} ${byService ? (fees.service ?? serviceIn(row.narration) ?? '') : ''}`;
    const single = (side: Side) => rowsOf(openClasses(state, side).filter((one) => !isBatch(one)));
    const rows = { gl: single('gl'), bank: single('bank') };
    for (const name of new Set(rows.gl.map(nameOf))) {
      const groups = (side: Side) => byDay(rows[side].filter((row) => nameOf(row) === name));
      matchDays(state, groups('gl'), groups('bank'));
    }
  }
}

function byDay(rows: readonly RefRow[]): readonly (readonly RefRow[])[] {
  const days = [...new Set(rows.map(valueDay))].toSorted((a, b) => a - b);
  return days.map((day) => rows.filter((row) => valueDay(row) === day));
}

function matchDays(
  state: AccountState,
  gl: readonly (readonly RefRow[])[],
  bank: readonly (readonly RefRow[])[],
): void {
  const taken = new Set<readonly RefRow[]>();
  const apart = (g: readonly RefRow[], b: readonly RefRow[]) => valueDay(b[0]) - valueDay(g[0]);
  const agree = (g: readonly RefRow[], b: readonly RefRow[]) =>
    inWindow(state, { gl: g, bank: b }) && sumsAgree(state, { gl: g, bank: b });
  const takeBoth = (g: readonly RefRow[], b: readonly RefRow[]) => {
    taken.add(g).add(b);
    takeGroup(state, 9, { gl: g, bank: b });
  };
  for (const g of gl) for (const b of bank) if (apart(g, b) === 0 && agree(g, b)) takeBoth(g, b);
  const { daysBack, daysForward } = state.parameters;
  const left = gl
    .filter((g) => !taken.has(g))
    .flatMap((g) =>
      bank
        .filter((b) => !taken.has(b) && apart(g, b) >= -daysBack && apart(g, b) <= daysForward && agree(g, b))
        .map((b) => ({ g, b })),
    );
  for (const { g, b } of left) {
    if (left.filter((one) => one.g === g).length === 1 && left.filter((one) => one.b === b).length === 1)
      takeBoth(g, b);
  }
}
