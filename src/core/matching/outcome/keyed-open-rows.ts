// Describes the rows that a matcher by identifiers leaves open. It says whether a row repeats a matched row, and which
// open row of the other side has its key and disagrees in one respect: status, account that is paid, currency,
// direction, amount or day. Rows of one key that could be paired in several ways are ambiguous. A row has at most one
// partner of each kind. Keys are tried in order, the strongest first.

import { otherSide, ROW_DECLINED, SIDES, type Side } from '../../records/rows/columns.ts';
import type { TellingKey } from '../key-arrays.ts';
import { daysOf, isOneCurrency, type KeyedRows, type PairOfRows } from '../keyed-rows.ts';
import { NO_KEY, type RowsOfKey, rowsByKey, rowsOf, sharedKeys } from '../keys/rows-by-key.ts';
import { MATCHED, OPEN } from '../side-numbers.ts';
import { daysApart, OUTSIDE } from '../window.ts';
import { markAmountsThatFit } from './keyed-open-amounts.ts';
import type { OpenSide } from './open-rows.ts';
import {
  FACT_HOLDER_MATCHED,
  FACT_HOLDER_OPEN,
  FACT_KEY,
  FACT_KEY_LINKED,
  FACT_KEY_OPEN_ELSEWHERE,
  FACT_REVERSAL_MARKER,
} from './outcome.ts';
import type { Partners } from './partners.ts';

/** In the order in which partners are looked for. */
const KINDS = ['account', 'dispense', 'currency', 'direction', 'amount', 'date'] as const;
type PartnerKind = (typeof KINDS)[number];

interface OpenOfKeys extends Omit<OpenSide, 'expectedFee'> {
  readonly partners: Required<Partners>;
  /** A row of the other side's columns. */
  readonly holders: Int32Array;
}
/** Each column has a place for each local row. */
export type OpenByKeys = Readonly<Record<Side, OpenOfKeys>>;

interface OpenTerms {
  /** The strongest first. */
  readonly telling: readonly TellingKey[];
  readonly saysReversal: (side: Side, row: number) => boolean;
  /**
   * The reason for which the kind itself refuses a pair of one key; null: currency, direction, amount and day decide.
   */
  readonly ownPartner: (pair: PairOfRows) => PartnerKind | null;
}

export function openByKeys(rows: KeyedRows, { telling, saysReversal, ownPartner }: OpenTerms): OpenByKeys {
  const open = { gl: nothingKnown(rows.gl.n), bank: nothingKnown(rows.bank.n) };
  for (const side of SIDES) {
    for (const row of rows[side].inTime) {
      if (isOpen(rows, side, row) && saysReversal(side, row)) open[side].facts[row] |= FACT_REVERSAL_MARKER;
    }
  }
  for (const key of telling) markRefused(rows, open, key);
  for (const key of telling) {
    for (const side of SIDES) markDuplicates(rows, open, { ...key, side });
    for (const side of SIDES) markHolders(rows, open, { ...key, side });
    markPartners(rows, open, { ...key, ownPartner });
  }
  markAmountsThatFit(rows, open);
  return open;
}

const isOpen = (rows: KeyedRows, side: Side, row: number): boolean => rows[side].state[row] === OPEN;

function nothingKnown(n: number): OpenOfKeys {
  const none = () => new Int32Array(n).fill(-1);
  const byKind = { account: none(), dispense: none(), currency: none(), direction: none(), amount: none() };
  return {
    facts: new Uint16Array(n),
    duplicateOf: none(),
    partners: { ...byKind, date: none(), dateByKey: new Uint8Array(n), status: none() },
    ambiguity: none(),
    amountHolder: none(),
    holders: none(),
  };
}

/** Marks open rows whose key and amount a failed row of the other side has. */
function markRefused(rows: KeyedRows, open: OpenByKeys, { keys }: TellingKey): void {
  for (const side of SIDES) {
    const other = otherSide(side);
    const full = (of: Side, row: number) => {
      const { currency, amount } = rows[of];
      return keys.of[of][row] === NO_KEY ? null : `${keys.of[of][row]} ${currency[row]} ${amount[row]}`;
    };
    const { flags } = rows.columns[other];
    const failed = new Map<string, number[]>();
    for (let row = 0; row < rows[other].n; row++) {
      const key = flags[rows[other].row[row]] === ROW_DECLINED ? full(other, row) : null;
      if (key !== null) failed.set(key, [...(failed.get(key) ?? []), row]);
    }
    if (failed.size === 0) continue;
    const { status } = open[side].partners;
    for (let row = 0; row < status.length; row++) {
      const key = isOpen(rows, side, row) ? full(side, row) : null;
      const partner = key === null ? undefined : failed.get(key)?.shift();
      if (partner !== undefined && status[row] === -1) status[row] = partner;
    }
  }
}

type KeyOfSide = TellingKey & { readonly side: Side };

/** Marks open rows that repeat a matched row of one key, currency and amount. */
function markDuplicates(rows: KeyedRows, open: OpenByKeys, { keys, days, areTwo, side }: KeyOfSide): void {
  const { currency, amount, day, row: at, state } = rows[side];
  const key = keys.of[side];
  const matched = rowsByKey(rows[side], { key, count: keys.count, has: (row) => state[row] === MATCHED });
  const { duplicateOf } = open[side];
  for (let row = 0; row < key.length; row++) {
    if (state[row] !== OPEN || key[row] === NO_KEY || duplicateOf[row] !== -1) continue;
    const isTwin = (other: number) =>
      amount[other] === amount[row] &&
      currency[other] === currency[row] &&
      (days === undefined || Math.abs(day[other] - day[row]) <= days) &&
      !areTwo?.(side, [other, row]);
    const twin = rowsOf(matched, key[row]).find(isTwin);
    if (twin !== undefined) duplicateOf[row] = at[twin];
  }
}

/** Marks open rows with a key, and names the row of the other side that carries it: the first open one, else matched. */
function markHolders(rows: KeyedRows, open: OpenByKeys, { keys, side }: KeyOfSide): void {
  const other = rows[otherSide(side)];
  const key = keys.of[otherSide(side)];
  const first = { [OPEN]: new Int32Array(keys.count).fill(-1), [MATCHED]: new Int32Array(keys.count).fill(-1) };
  for (let row = other.n - 1; row >= 0; row--) {
    if (other.state[row] === OPEN && key[row] !== NO_KEY) first[OPEN][key[row]] = row;
  }
  for (const row of other.inTime.toReversed()) {
    if (other.state[row] === MATCHED && key[row] !== NO_KEY) first[MATCHED][key[row]] = row;
  }
  const { facts, holders } = open[side];
  keys.of[side].forEach((own, row) => {
    if (own === NO_KEY || !isOpen(rows, side, row)) return;
    facts[row] |= FACT_KEY;
    const isHeldOpen = first[OPEN][own] >= 0;
    const holder = first[isHeldOpen ? OPEN : MATCHED][own];
    if (holder < 0) return;
    facts[row] |= FACT_KEY_LINKED | (isHeldOpen ? FACT_HOLDER_OPEN | FACT_KEY_OPEN_ELSEWHERE : FACT_HOLDER_MATCHED);
    if (holders[row] === -1) holders[row] = other.row[holder];
  });
}

/** The number after those of the ambiguities so far. */
export const nextAmbiguity = (open: OpenByKeys): number =>
  1 + Math.max(-1, ...SIDES.map((side) => open[side].ambiguity.reduce((a, b) => Math.max(a, b), -1)));

type PartnerTerms = TellingKey & Pick<OpenTerms, 'ownPartner'>;

function markPartners(rows: KeyedRows, open: OpenByKeys, terms: PartnerTerms): void {
  let ambiguities = nextAmbiguity(open);
  for (const ofKey of sharedKeys(rows, terms.keys)) {
    const unplaced = (side: Side) => ofKey[side].filter((row) => !isPlaced(open[side], row)).sort();
    const list = { gl: unplaced('gl'), bank: unplaced('bank') };
    if (list.gl.length === 0 || list.bank.length === 0 || !pairUp(rows, open, { ...terms, list })) continue;
    for (const side of SIDES) {
      for (const row of list[side]) if (!isPlaced(open[side], row)) open[side].ambiguity[row] = ambiguities;
    }
    ambiguities++;
  }
}

const isPlaced = ({ duplicateOf, partners, ambiguity }: OpenOfKeys, row: number): boolean =>
  duplicateOf[row] !== -1 ||
  partners.status[row] !== -1 ||
  ambiguity[row] !== -1 ||
  KINDS.some((kind) => partners[kind][row] !== -1);

/** Pairs, kind by kind, rows that are the only ones of their side for that kind; true where several are left. */
function pairUp(
  rows: KeyedRows,
  open: OpenByKeys,
  { list, days, isRefused, ownPartner }: PartnerTerms & { readonly list: RowsOfKey },
): boolean {
  const isNear = ({ gl, bank }: PairOfRows) =>
    days === undefined || Math.abs(daysApart(rows.gl, gl, rows.bank, bank)) <= days;
  const canBe = (pair: PairOfRows, kind: PartnerKind) =>
    SIDES.every((side) => !isPlaced(open[side], pair[side])) &&
    isNear(pair) &&
    !isRefused?.(pair) &&
    (ownPartner(pair) ?? kindOf(rows, pair)) === kind;
  let isAmbiguous = false;
  for (const kind of KINDS) {
    for (const gl of list.gl) {
      const partners = list.bank.filter((bank) => canBe({ gl, bank }, kind));
      if (partners.length === 0) continue;
      const pair = { gl, bank: partners[0] };
      // Equal amounts are paired in order of time, as in matching. For unequal ones nothing says which belongs to
      // which.
      if (kind === 'amount') {
        const rivals = list.gl.filter((row) => canBe({ ...pair, gl: row }, kind));
        if (partners.length > 1 || rivals.length > 1) {
          isAmbiguous = true;
          continue;
        }
      }
      for (const side of SIDES) {
        open[side].partners[kind][pair[side]] = pair[otherSide(side)];
        if (kind === 'date') open[side].partners.dateByKey[pair[side]] = 1;
      }
    }
  }
  return isAmbiguous;
}

function kindOf(rows: KeyedRows, pair: PairOfRows): PartnerKind | null {
  const x = rows.gl.amount[pair.gl];
  const y = rows.bank.amount[pair.bank];
  const isOneWay = Math.sign(x) === Math.sign(y);
  if (!isOneCurrency(rows, pair)) return isOneWay ? 'currency' : null;
  if (x === -y) return 'direction';
  if (!isOneWay) return null;
  const isInside = daysOf(rows, pair, rows.parameters) !== OUTSIDE;
  if (x !== y) return isInside ? 'amount' : null;
  return isInside ? null : 'date';
}
