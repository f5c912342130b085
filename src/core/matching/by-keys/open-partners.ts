// Describes the rows that a matcher by identifiers leaves open. It says whether a row repeats a matched row, and which
// open row of the other side has its key and disagrees in one respect: status, account that is paid, currency,
// direction, amount or day. Rows of one key that could be paired in several ways are ambiguous. A row has at most one
// partner of each kind. Keys are tried in order, the strongest first.

import { canonicalOrder } from '../../records/rows/canonical-order.ts';
import type { Side } from '../../records/rows/columns.ts';
import { otherSide, SIDES } from '../../records/rows/columns.ts';
import { allocateOpenRows } from '../outcome/account-outcome.ts';
import {
  FACT_HOLDER_MATCHED,
  FACT_HOLDER_OPEN,
  FACT_KEY,
  FACT_KEY_LINKED,
  FACT_KEY_OPEN_ELSEWHERE,
  FACT_REVERSAL_MARKER,
  type MatchOutcome,
  type OpenRows,
} from '../outcome/outcome.ts';
import { daysApartOfRows, OUTSIDE, type PairWindow } from '../window.ts';
import { markAmountsThatFit } from './amounts-that-fit.ts';
import { NO_KEY, type TellingKey } from './key-arrays.ts';
import type { KeyedRows, PairOfRows, Taken } from './keyed-rows.ts';

type PartnerKind =
  | 'accountPartner'
  | 'dispensePartner'
  | 'currencyPartner'
  | 'directionPartner'
  | 'amountPartner'
  | 'datePartner';

interface OpenTerms {
  /** The strongest first. */
  readonly telling: readonly TellingKey[];
  readonly window: PairWindow;
  readonly saysReversal: (side: Side, row: number) => boolean;
  /**
   * The reason for which the kind itself refuses a pair of one key; null: currency, direction, amount and day decide.
   */
  readonly ownPartner: (pair: PairOfRows) => PartnerKind | null;
  /** Rows of each side that took no part because they failed. */
  readonly refused: Readonly<Record<Side, readonly number[]>>;
  /** Matched rows of each side. */
  readonly matched: Readonly<Record<Side, readonly number[]>>;
}

/** `taken`: rows that are in a group, netted or set aside. */
export function openRowsOf(rows: KeyedRows, taken: Taken, terms: OpenTerms): MatchOutcome['open'] {
  const open = { gl: openOf(rows, taken, 'gl'), bank: openOf(rows, taken, 'bank') };
  const itemOf = { gl: itemsOf(open.gl), bank: itemsOf(open.bank) };
  for (const side of SIDES) markMarkers(open[side], side, terms);
  for (const { keys } of terms.telling) markRefused(rows, open, { keys, refused: terms.refused });
  for (const key of terms.telling) {
    markDuplicates(rows, open, { ...key, terms });
    markPartners(rows, open, { ...key, terms, itemOf });
  }
  markAmountsThatFit(rows, open, terms.window);
  return open;
}

function openOf(rows: KeyedRows, taken: Taken, side: Side): OpenRows {
  const isOpen = rows.inTime[side].filter((row) => taken.isOpen(side, row));
  // In the canonical order of the columns, as every list of open rows is.
  const list = canonicalOrder(rows.columns[side], isOpen);
  const open = allocateOpenRows(list.length);
  open.row.set(list);
  for (const [name, values] of Object.entries(open)) {
    if (values instanceof Int32Array && name !== 'row') values.fill(-1);
  }
  return open;
}

const itemsOf = ({ row }: OpenRows): ReadonlyMap<number, number> => new Map(Array.from(row, (r, item) => [r, item]));

function markMarkers(open: OpenRows, side: Side, { saysReversal }: OpenTerms): void {
  for (let item = 0; item < open.count; item++) {
    if (saysReversal(side, open.row[item])) open.facts[item] |= FACT_REVERSAL_MARKER;
  }
}

/** Marks open rows whose key and amount a failed row of the other side has. */
function markRefused(
  rows: KeyedRows,
  open: MatchOutcome['open'],
  { keys, refused }: TellingKey & Pick<OpenTerms, 'refused'>,
): void {
  for (const side of SIDES) {
    const other = otherSide(side);
    const failed = new Map<string, number[]>();
    const full = (of: Side, row: number) => {
      const key = keys.of[of][row];
      return key === NO_KEY ? null : `${key} ${rows.currency(of, row)} ${rows.amount(of, row)}`;
    };
    for (const row of refused[other]) {
      const key = full(other, row);
      if (key !== null) failed.set(key, [...(failed.get(key) ?? []), row]);
    }
    if (failed.size === 0) continue;
    for (let item = 0; item < open[side].count; item++) {
      const key = full(side, open[side].row[item]);
      const partner = key === null ? undefined : failed.get(key)?.shift();
      if (partner !== undefined && open[side].statusPartner[item] === -1) open[side].statusPartner[item] = partner;
    }
  }
}

interface OneKey extends TellingKey {
  readonly terms: OpenTerms;
}

/** A row that carries a key: the first open one, else the first matched one. */
interface Carrier {
  readonly row: number;
  /** FACT_HOLDER_*. */
  readonly fact: number;
}

/** Marks open rows that repeat a matched row of one key, currency and amount, and stores what is known of each key. */
function markDuplicates(rows: KeyedRows, open: MatchOutcome['open'], { keys, days, areTwo, terms }: OneKey): void {
  // Only the keys that an open row has are looked up among the matched rows.
  const asked = new Uint8Array(keys.count);
  for (const side of SIDES) {
    for (const row of open[side].row) if (keys.of[side][row] !== NO_KEY) asked[keys.of[side][row]] = 1;
  }
  const carriers = { gl: new Map<number, Carrier>(), bank: new Map<number, Carrier>() };
  for (const side of SIDES) {
    const settled = new Map<string, number[]>();
    const { bookingDay } = rows.columns[side];
    const inOrder = terms.matched[side]
      .filter((row) => keys.of[side][row] !== NO_KEY && asked[keys.of[side][row]] === 1)
      .sort((a, b) => rows.place[side][a] - rows.place[side][b]);
    for (const row of inOrder) {
      const key = keys.of[side][row];
      if (!carriers[side].has(key)) carriers[side].set(key, { row, fact: FACT_HOLDER_MATCHED });
      const full = `${key} ${rows.currency(side, row)} ${rows.amount(side, row)}`;
      const list = settled.get(full);
      if (list === undefined) settled.set(full, [row]);
      else list.push(row);
    }
    for (let item = 0; item < open[side].count; item++) {
      const row = open[side].row[item];
      const key = keys.of[side][row];
      if (key === NO_KEY) continue;
      if (carriers[side].get(key)?.fact !== FACT_HOLDER_OPEN) carriers[side].set(key, { row, fact: FACT_HOLDER_OPEN });
      const isNear = (other: number) =>
        (days === undefined || Math.abs(bookingDay[other] - bookingDay[row]) <= days) && !areTwo?.(side, [other, row]);
      const twin = settled.get(`${key} ${rows.currency(side, row)} ${rows.amount(side, row)}`)?.find(isNear);
      if (twin !== undefined && open[side].duplicateOf[item] === -1) open[side].duplicateOf[item] = twin;
    }
  }
  for (const side of SIDES) {
    for (let item = 0; item < open[side].count; item++) {
      const key = keys.of[side][open[side].row[item]];
      if (key === NO_KEY) continue;
      open[side].facts[item] |= FACT_KEY;
      const holder = carriers[otherSide(side)].get(key);
      if (holder === undefined) continue;
      open[side].facts[item] |= FACT_KEY_LINKED | holder.fact;
      if (open[side].keyHolder[item] === -1) open[side].keyHolder[item] = holder.row;
      if (holder.fact === FACT_HOLDER_OPEN) open[side].facts[item] |= FACT_KEY_OPEN_ELSEWHERE;
    }
  }
}

function markPartners(
  rows: KeyedRows,
  open: MatchOutcome['open'],
  {
    keys,
    days,
    isRefused,
    terms,
    itemOf,
  }: OneKey & { readonly itemOf: Readonly<Record<Side, ReadonlyMap<number, number>>> },
): void {
  const lists = new Map<number, Record<Side, number[]>>();
  for (const side of SIDES) {
    for (const row of open[side].row) {
      const item = itemOf[side].get(row)!;
      const key = keys.of[side][row];
      if (key === NO_KEY || isPlaced(open[side], item)) continue;
      const list = lists.get(key) ?? { gl: [], bank: [] };
      lists.set(key, list);
      list[side].push(row);
    }
  }
  let ambiguities = 1 + Math.max(-1, ...SIDES.map((side) => open[side].ambiguity.reduce((a, b) => Math.max(a, b), -1)));
  for (const list of lists.values()) {
    if (list.gl.length === 0 || list.bank.length === 0) continue;
    const isAmbiguous = pairUp(rows, open, { list, days, isRefused, terms, itemOf });
    if (!isAmbiguous) continue;
    for (const side of SIDES) {
      for (const row of list[side]) {
        const item = itemOf[side].get(row)!;
        if (!isPlaced(open[side], item)) open[side].ambiguity[item] = ambiguities;
      }
    }
    ambiguities++;
  }
}

const KINDS: readonly PartnerKind[] = [
  'accountPartner',
  'dispensePartner',
  'currencyPartner',
  'directionPartner',
  'amountPartner',
  'datePartner',
];

const isPlaced = (open: OpenRows, item: number): boolean =>
  open.duplicateOf[item] !== -1 ||
  open.statusPartner[item] !== -1 ||
  open.ambiguity[item] !== -1 ||
  KINDS.some((kind) => open[kind][item] !== -1);

/** Pairs, kind by kind, rows that are the only ones of their side for that kind; true where several are left. */
function pairUp(
  rows: KeyedRows,
  open: MatchOutcome['open'],
  {
    list,
    days,
    isRefused,
    terms,
    itemOf,
  }: Pick<OneKey, 'days' | 'isRefused'> & {
    readonly list: Readonly<Record<Side, readonly number[]>>;
    readonly terms: OpenTerms;
    readonly itemOf: Readonly<Record<Side, ReadonlyMap<number, number>>>;
  },
): boolean {
  const isFree = (side: Side, row: number) => !isPlaced(open[side], itemOf[side].get(row)!);
  const isNear = ({ gl, bank }: PairOfRows) => {
    const apart = daysApartOfRows(rows.columns.gl, gl, rows.columns.bank, bank);
    return days === undefined || (apart !== null && Math.abs(apart) <= days);
  };
  const canBe = (pair: PairOfRows, kind: PartnerKind) =>
    isFree('gl', pair.gl) &&
    isFree('bank', pair.bank) &&
    isNear(pair) &&
    !isRefused?.(pair) &&
    kindOf(rows, pair, terms) === kind;
  let isAmbiguous = false;
  for (const kind of KINDS) {
    for (const gl of list.gl) {
      const partners = list.bank.filter((bank) => canBe({ gl, bank }, kind));
      const [bank] = partners;
      if (bank === undefined) continue;
      const rivals = list.gl.filter((row) => canBe({ gl: row, bank }, kind));
      // Equal amounts are paired in order of time, as in matching. For unequal ones nothing says which belongs to
      // which.
      if (kind === 'amountPartner' && (partners.length > 1 || rivals.length > 1)) {
        isAmbiguous = true;
        continue;
      }
      const items = { gl: itemOf.gl.get(gl)!, bank: itemOf.bank.get(bank)! };
      open.gl[kind][items.gl] = bank;
      open.bank[kind][items.bank] = gl;
      if (kind === 'datePartner') for (const side of SIDES) open[side].datePartnerByKey[items[side]] = 1;
    }
  }
  return isAmbiguous;
}

function kindOf(rows: KeyedRows, pair: PairOfRows, { ownPartner, window }: OpenTerms): PartnerKind | null {
  const own = ownPartner(pair);
  if (own !== null) return own;
  const x = rows.amount('gl', pair.gl);
  const y = rows.amount('bank', pair.bank);
  if (rows.currency('gl', pair.gl) !== rows.currency('bank', pair.bank))
    return Math.sign(x) === Math.sign(y) ? 'currencyPartner' : null;
  if (x === -y) return 'directionPartner';
  if (Math.sign(x) !== Math.sign(y)) return null;
  const isInside = rows.days(pair, window) !== OUTSIDE;
  if (x !== y) return isInside ? 'amountPartner' : null;
  return isInside ? null : 'datePartner';
}
