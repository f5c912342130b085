// Which references that were found in texts only because some row has them for its reference field count for the row
// they were found in: those that the amounts bear out. PV-045 in a narration may as well be the payer's own number, a
// member, a room or a batch.
// Rules: docs/decisions/matching-definitions.md, "Known references".

import { otherSide, type RowColumns, SIDES, type Side } from '../records/columns.ts';
import { CARRY_KNOWN, CARRY_REFERENCE } from './identifier-pieces.ts';
import { isAlike } from './own-numbering.ts';
import type { Residue } from './residue.ts';

export type BothColumns = Readonly<Record<Side, RowColumns>>;

/** So many meetings speak for themselves; fewer than the least say nothing. */
const ENOUGH = 20;
const LEAST = 3;
/** Chance: fewer than one in so many meet beside amounts that are alike; of a few, fewer than one in so many. */
const ALIKE_SHARE = 5;
const ALIKE_SHARE_OF_FEW = 2;
/** The larger of two amounts of one reference is at most so many times the smaller; */
const MOST_TIMES = 2;
/** of one that no other row of either side has, a figure too many or too few. */
const MOST_TIMES_OF_ONE = 10;

/** Of a known reference: it does not count; it counts behind others; it counts. */
const FAR = 0;
export const NEAR = 1;
export const SAME = 2;

/** Rows that have an identifier for their reference field, by identifier: rows[start[id] .. start[id + 1]). */
interface Fields {
  readonly start: Uint32Array;
  readonly rows: Uint32Array;
}

/**
 * By entry of a side's identifiers NEAR or SAME for each known reference that counts; null where none does. `common`: by
 * identifier, no key; `bounds`: rows of a side that may carry one.
 */
export function knownThatCount(
  residue: Residue,
  columns: BothColumns,
  { common, bounds }: { readonly common: Uint8Array; readonly bounds: Readonly<Record<Side, number>> },
): Readonly<Record<Side, Uint8Array | null>> {
  const wanted = knownOnes(residue, common);
  if (wanted === null) return { gl: null, bank: null };
  const fields = { gl: fieldsOf(residue, 'gl', wanted), bank: fieldsOf(residue, 'bank', wanted) };
  const of = { residue, columns, fields, wanted };
  if (isChance(of)) return { gl: null, bank: null };
  return { gl: borneOut(of, 'gl', bounds.gl), bank: borneOut(of, 'bank', bounds.bank) };
}

interface Known {
  readonly residue: Residue;
  readonly columns: BothColumns;
  readonly fields: Readonly<Record<Side, Fields>>;
  /** By identifier 1 for those that were found in texts. */
  readonly wanted: Uint8Array;
}

function knownOnes({ gl, bank, texts }: Residue, common: Uint8Array): Uint8Array | null {
  let wanted: Uint8Array | null = null;
  for (const { identifiers } of [gl, bank]) {
    const { ids, carry } = identifiers;
    for (let e = 0; e < ids.length; e++) {
      if ((carry[e]! & CARRY_KNOWN) === 0 || common[ids[e]!]) continue;
      wanted ??= new Uint8Array(texts.count);
      wanted[ids[e]!] = 1;
    }
  }
  return wanted;
}

function fieldsOf({ carried, texts, ...sides }: Residue, name: Side, wanted: Uint8Array): Fields {
  const { identifiers, row, n } = sides[name];
  const { ids, idStart, carry } = identifiers;
  const start = new Uint32Array(texts.count + 2);
  const each = (tell: (id: number, row: number) => void): void => {
    for (let i = 0; i < n; i++) {
      for (let e = idStart[i]!; e < idStart[i + 1]!; e++) {
        if ((carry[e]! & 3) === CARRY_REFERENCE && wanted[ids[e]!]) tell(ids[e]!, row[i]!);
      }
    }
    for (let k = 0; k < carried.ids.length; k++) if (wanted[carried.ids[k]!]) tell(carried.ids[k]!, carried[name][k]!);
  };
  each((id) => start[id + 2]!++);
  for (let id = 0; id < texts.count; id++) start[id + 2]! += start[id + 1]!;
  const rows = new Uint32Array(start[texts.count + 1]!);
  each((id, at) => {
    rows[start[id + 1]!++] = at;
  });
  return { start: start.subarray(0, texts.count + 1), rows };
}

const countOf = ({ start }: Fields, id: number): number => start[id + 1]! - start[id]!;

/**
 * Whether what is found in texts is the other side's numbering by chance: of the references that one row of a side has
 * for its field and one of the other in its text, few stand beside amounts that are alike.
 */
function isChance({ residue, columns, fields }: Known): boolean {
  let [met, alike] = [0, 0];
  for (const side of SIDES) {
    const other = otherSide(side);
    const found = foundOnce(residue, side);
    for (let id = 0; id < found.length; id++) {
      if (found[id]! < 0 || countOf(fields[side], id) > 0 || countOf(fields[other], id) !== 1) continue;
      met++;
      const [i, j] = [found[id]!, fields[other].rows[fields[other].start[id]!]!];
      const [a, b] = [columns[side], columns[other]];
      if (currencyOf(a, i) === currencyOf(b, j) && isAlike(a.amount[i]!, b.amount[j]!)) alike++;
    }
  }
  if (met >= ENOUGH) return alike * ALIKE_SHARE < met;
  return met >= LEAST && alike * ALIKE_SHARE_OF_FEW < met;
}

const NEVER = -1;
const OFTEN = -2;

/** By identifier the one row of a side in whose text it was found as a known one; NEVER or OFTEN. */
function foundOnce(residue: Residue, side: Side): Int32Array {
  const { identifiers, row, n } = residue[side];
  const { ids, idStart, carry } = identifiers;
  const found = new Int32Array(residue.texts.count).fill(NEVER);
  for (let i = 0; i < n; i++) {
    for (let e = idStart[i]!; e < idStart[i + 1]!; e++) {
      if (carry[e]! & CARRY_KNOWN) found[ids[e]!] = found[ids[e]!] === NEVER ? row[i]! : OFTEN;
    }
  }
  return found;
}

/** Those beside which a row of the other side has the reference and an amount near the row's, unless too many do. */
function borneOut({ residue, columns, fields, wanted }: Known, side: Side, bound: number): Uint8Array {
  const other = otherSide(side);
  const { identifiers, row, n } = residue[side];
  const { ids, idStart, carry } = identifiers;
  const counts = new Uint8Array(ids.length);
  const rows = new Uint32Array(wanted.length);
  const once = foundOnce(residue, side);
  const isOfOne = (id: number): boolean =>
    once[id]! >= 0 && countOf(fields[other], id) === 1 && countOf(fields[side], id) === 0;
  for (let i = 0; i < n; i++) {
    for (let e = idStart[i]!; e < idStart[i + 1]!; e++) {
      const id = ids[e]!;
      if ((carry[e]! & CARRY_KNOWN) === 0 || !wanted[id]) continue;
      const times = isOfOne(id) ? MOST_TIMES_OF_ONE : MOST_TIMES;
      for (let k = fields[other].start[id]!; k < fields[other].start[id + 1]!; k++) {
        const near = nearness(columns, { side, row: row[i]!, other: fields[other].rows[k]!, times });
        if (near > counts[e]!) counts[e] = near;
        if (near === SAME) break;
      }
      if (counts[e] !== FAR) rows[id]!++;
    }
  }
  for (let e = 0; e < ids.length; e++) if (rows[ids[e]!]! > bound) counts[e] = FAR;
  return counts;
}

/** SAME: the same magnitude; NEAR: one sign, one currency, and not far apart. */
function nearness(
  columns: BothColumns,
  {
    side,
    row,
    other,
    times,
  }: { readonly side: Side; readonly row: number; readonly other: number; readonly times: number },
): number {
  const [own, theirs] = [columns[side], columns[otherSide(side)]];
  const [x, y] = [own.amount[row]!, theirs.amount[other]!];
  if (Math.abs(x) === Math.abs(y)) return SAME;
  if (x > 0 !== y > 0 || currencyOf(own, row) !== currencyOf(theirs, other)) return FAR;
  const [size, their] = [Math.abs(x), Math.abs(y)];
  return Math.max(size, their) <= times * Math.min(size, their) ? NEAR : FAR;
}

const currencyOf = ({ currencies, currency }: RowColumns, row: number): string => currencies[currency[row]!]!;
