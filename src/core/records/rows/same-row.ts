// Whether rows of two files are the same row: they agree in every field of row identity (identity.ts), except a file's
// own row id that only counts its rows. An announced entry is not the one that is booked later. Fingerprints find
// candidates; this comparison decides.

import { ROW_PENDING, type RowColumns, type TextColumn } from './columns.ts';
import { NO_NAMED_COLUMNS, sameNamed } from './named-columns.ts';

export interface RowOfFile {
  readonly columns: RowColumns;
  /** Whether the file's own row ids only count its rows. */
  readonly plainCounter: boolean;
}

export function isSameRow(a: RowOfFile, i: number, b: RowOfFile, j: number): boolean {
  const [x, y] = [a.columns, b.columns];
  return (
    x.amount[i] === y.amount[j] &&
    (x.flags[i] & ROW_PENDING) === (y.flags[j] & ROW_PENDING) &&
    x.bookingDay[i] === y.bookingDay[j] &&
    x.valueDay[i] === y.valueDay[j] &&
    x.accounts[x.account[i]] === y.accounts[y.account[j]] &&
    x.currencies[x.currency[i]] === y.currencies[y.currency[j]] &&
    sameText(x.reference, i, y.reference, j) &&
    sameText(x.settlementSession, i, y.settlementSession, j) &&
    sameText(x.narration, i, y.narration, j) &&
    sameSourceId(a, i, b, j) &&
    sameNamed(x.named ?? NO_NAMED_COLUMNS, i, y.named ?? NO_NAMED_COLUMNS, j)
  );
}

/** Compares the files' own row ids; an id that only counts rows is ignored. */
function sameSourceId(a: RowOfFile, i: number, b: RowOfFile, j: number): boolean {
  const none = ({ columns: { sourceId }, plainCounter }: RowOfFile, row: number): boolean =>
    plainCounter || sourceId.offsets[row] === sourceId.offsets[row + 1];
  if (none(a, i) || none(b, j)) return none(a, i) && none(b, j);
  return sameText(a.columns.sourceId, i, b.columns.sourceId, j);
}

function sameText(a: TextColumn, i: number, b: TextColumn, j: number): boolean {
  const length = a.offsets[i + 1] - a.offsets[i];
  if (b.offsets[j + 1] - b.offsets[j] !== length) return false;
  for (let k = 0; k < length; k++) if (a.bytes[a.offsets[i] + k] !== b.bytes[b.offsets[j] + k]) return false;
  return true;
}
