// Counts the identical rows before a row on its side. This ordinal is the last part of a row's identity, so that two
// genuine twins are two rows. Only a few rows of a side need it: their fingerprints go into a hash table, the side is
// scanned once, and only rows with an equal fingerprint are compared. "Before" means canonical order (own id, named
// columns, file, line), in which matching also takes rows of a class: the twin that stays open has the same ordinal in
// any shuffled file.

import { compareNamed, compareTexts } from './canonical-order.ts';
import { ROW_PENDING, type RowColumns, type TextColumn } from './columns.ts';
import { NO_NAMED_COLUMNS, sameNamed } from './named-columns.ts';

interface RowsWithIdentity {
  readonly columns: RowColumns;
  /** For each file, whether its own row ids only count its rows and so are not part of a row. */
  readonly plainCounter: readonly boolean[];
}

/** The ordinal of each of the rows among identical rows, from 0. */
export function ordinalsOf(of: RowsWithIdentity, rows: ArrayLike<number>): Uint32Array {
  const sameAsWanted = rowsBySlot(of.columns, wantedFingerprints(of.columns, rows));
  const ordinals = new Uint32Array(of.columns.count);
  for (const slot of sameAsWanted) {
    if (slot.length > 1) for (const twins of byContent(of, slot)) setOrdinals(of.columns, twins, ordinals);
  }
  return Uint32Array.from(rows, (row) => ordinals[row]);
}

/** An open-addressing table of fingerprints: a row with the slot's fingerprint, -1 for none. */
interface FingerprintTable {
  readonly rowAt: Int32Array;
  readonly mask: number;
}

function wantedFingerprints(columns: RowColumns, rows: ArrayLike<number>): FingerprintTable {
  let size = 4;
  while (size < rows.length * 2) size *= 2;
  const table = { rowAt: new Int32Array(size).fill(-1), mask: size - 1 };
  for (let i = 0; i < rows.length; i++) {
    const slot = slotOf(columns, table, rows[i]);
    if (table.rowAt[slot] === -1) table.rowAt[slot] = rows[i];
  }
  return table;
}

/** The slot of the row's fingerprint, or the free slot for it. */
function slotOf({ fingerprint }: RowColumns, { rowAt, mask }: FingerprintTable, row: number): number {
  const low = fingerprint[2 * row];
  const high = fingerprint[2 * row + 1];
  for (let slot = (low ^ high) & mask; ; slot = (slot + 1) & mask) {
    const held = rowAt[slot];
    if (held === -1 || (fingerprint[2 * held] === low && fingerprint[2 * held + 1] === high)) return slot;
  }
}

/** All rows of the side with a wanted fingerprint, in lists by fingerprint; lists of one row are dropped. */
function rowsBySlot(columns: RowColumns, table: FingerprintTable): Iterable<number[]> {
  const lists = new Map<number, number[]>();
  const firstRow = new Int32Array(table.rowAt.length).fill(-1);
  for (let row = 0; row < columns.count; row++) {
    const slot = slotOf(columns, table, row);
    if (table.rowAt[slot] === -1) continue;
    if (firstRow[slot] === -1) firstRow[slot] = row;
    else {
      const list = lists.get(slot);
      if (list === undefined) lists.set(slot, [firstRow[slot], row]);
      else list.push(row);
    }
  }
  return lists.values();
}

/** Splits rows of one fingerprint by content. */
function byContent(of: RowsWithIdentity, rows: readonly number[]): number[][] {
  const contents: number[][] = [];
  for (const row of rows) {
    const same = contents.find((list) => sameContent(of, list[0], row));
    if (same === undefined) contents.push([row]);
    else same.push(row);
  }
  return contents;
}

function setOrdinals(columns: RowColumns, twins: number[], ordinals: Uint32Array): void {
  twins.sort(
    (a, b) =>
      compareTexts(columns.sourceId, a, b) ||
      compareNamed(columns, a, b) ||
      columns.file[a] - columns.file[b] ||
      columns.line[a] - columns.line[b] ||
      a - b,
  );
  for (const [ordinal, row] of twins.entries()) ordinals[row] = ordinal;
}

/** Whether two rows of a side agree in every field of row identity (identity.ts). */
function sameContent({ columns, plainCounter }: RowsWithIdentity, a: number, b: number): boolean {
  const [countsA, countsB] = [plainCounter[columns.file[a]], plainCounter[columns.file[b]]];
  return (
    columns.amount[a] === columns.amount[b] &&
    (columns.flags[a] & ROW_PENDING) === (columns.flags[b] & ROW_PENDING) &&
    columns.bookingDay[a] === columns.bookingDay[b] &&
    columns.valueDay[a] === columns.valueDay[b] &&
    columns.account[a] === columns.account[b] &&
    columns.currency[a] === columns.currency[b] &&
    compareTexts(columns.reference, a, b) === 0 &&
    compareTexts(columns.settlementSession, a, b) === 0 &&
    compareTexts(columns.narration, a, b) === 0 &&
    sameSourceId(columns.sourceId, { a, b, countsA: countsA === true, countsB: countsB === true }) &&
    sameNamed(columns.named ?? NO_NAMED_COLUMNS, a, columns.named ?? NO_NAMED_COLUMNS, b)
  );
}

function sameSourceId(ids: TextColumn, rows: { a: number; b: number; countsA: boolean; countsB: boolean }): boolean {
  const { a, b, countsA, countsB } = rows;
  if (!countsA && !countsB) return compareTexts(ids, a, b) === 0;
  const isNone = (row: number, counts: boolean) => counts || ids.offsets[row] === ids.offsets[row + 1];
  return isNone(a, countsA) && isNone(b, countsB);
}
