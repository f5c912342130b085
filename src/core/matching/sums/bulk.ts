// The method bulk. Rows of one batch reference and direction are matched with those of the other side if the sums agree
// (batch-by-key.ts). Then rows without a batch are put together by service, direction and value date, and matched in the
// same way. A reference is that of a batch if both sides carry it, or several rows of one side; other references are
// ignored. Rules: docs/decisions/matching-definitions.md, "Bulk".

import { serviceOfNumber } from '../../fees/row-services.ts';
import { SIDES, type Side } from '../../records/rows/columns.ts';
import type { Matching } from '../matching.ts';
import { OPEN } from '../side-numbers.ts';
import { batchByKey } from './batch-by-key.ts';
import { inGroupWindow } from './group-window.ts';
import { type GroupRows, sumsAgree, takeGroup } from './take-group.ts';

/** A side's open rows of one currency, service, direction and value date. */
interface DayRows {
  /** Currency, service and direction. */
  readonly name: string;
  readonly day: number;
  readonly rows: readonly number[];
}

export function matchBulk(matching: Matching): void {
  batchByKey(matching, { pairs: true });
  matchByDay(matching, { byService: true });
  // A second round without service, because one side may not state it.
  matchByDay(matching, { byService: false });
}

function matchByDay(matching: Matching, how: { readonly byService: boolean }): void {
  const bankDays = Map.groupBy(daysOf(matching, 'bank', how), ({ name }) => name);
  for (const [name, gl] of Map.groupBy(daysOf(matching, 'gl', how), (one) => one.name)) {
    matchDays(matching, gl, bankDays.get(name) ?? []);
  }
}

/** Matches the same day of both sides first, then days that are each other's only partner in the window. */
function matchDays(matching: Matching, gl: readonly DayRows[], bank: readonly DayRows[]): void {
  const taken = new Set<DayRows>();
  const take = (one: DayRows, other: DayRows): void => {
    taken.add(one).add(other);
    takeGroup(matching, { gl: one.rows, bank: other.rows }, { tier: 9 });
  };
  const ofDay = new Map(bank.map((one) => [one.day, one]));
  for (const one of gl) {
    const other = ofDay.get(one.day);
    if (other !== undefined && agree(matching, { gl: one.rows, bank: other.rows })) take(one, other);
  }
  const { daysBack, daysForward } = matching.parameters;
  const partners = new Map<DayRows, DayRows[]>();
  for (const one of gl) {
    if (taken.has(one)) continue;
    for (let day = one.day - daysBack; day <= one.day + daysForward; day++) {
      const other = ofDay.get(day);
      if (other === undefined || taken.has(other) || !agree(matching, { gl: one.rows, bank: other.rows })) continue;
      partners.set(one, [...(partners.get(one) ?? []), other]);
      partners.set(other, [...(partners.get(other) ?? []), one]);
    }
  }
  for (const one of gl) {
    const [other, second] = partners.get(one) ?? [];
    if (other !== undefined && second === undefined && partners.get(other)!.length === 1) take(one, other);
  }
}

const agree = (matching: Matching, rows: GroupRows): boolean =>
  inGroupWindow(matching, rows) && sumsAgree(matching, rows);

/** The days in order of value date. Rows with a batch reference are left out, though their batch was not matched. */
function daysOf(matching: Matching, side: Side, { byService }: { readonly byService: boolean }): DayRows[] {
  const { account } = matching;
  const { state, currency, amount, service, valueDay } = account[side];
  const batches = batchKeys(matching);
  const rows = [...state.keys()].filter((i) => {
    const key = matching.keys[side].key[i];
    return state[i] === OPEN && !(key >= 0 && batches.has(key));
  });
  const nameOf = (i: number): string =>
    `${currency[i]} ${byService ? serviceOfNumber(service[i]) : ''} ${amount[i] > 0 ? 'in' : 'out'}`;
  return [...Map.groupBy(rows, (i) => `${nameOf(i)} ${valueDay[i]}`).values()]
    .map((some) => ({ name: nameOf(some[0]), day: valueDay[some[0]], rows: some }))
    .sort((a, b) => a.day - b.day);
}

/** Keys that both sides carry, or several rows of one. */
function batchKeys({ account, keys }: Matching): ReadonlySet<number> {
  const batches = new Set<number>();
  const met: Record<Side, Set<number>> = { gl: new Set(), bank: new Set() };
  for (const side of SIDES) {
    for (let i = 0; i < account[side].n; i++) {
      const key = keys[side].key[i];
      if (key < 0) continue;
      if (met[side].has(key) || (side === 'bank' && met.gl.has(key))) batches.add(key);
      met[side].add(key);
    }
  }
  return batches;
}
