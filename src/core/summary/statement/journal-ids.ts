// The ids of journals: a digest of the row that one is made for, by its content alone, and of the amount that is posted
// for it. Another run or session with the row proposes the same journal under the same id; what the row is taken for, and
// a chart of accounts, change none: a row that was posted to suspense is not posted once more as a charge.

import { SIDES } from '../../records/rows/columns.ts';
import { recordId, rowUids } from '../../records/rows/identity.ts';
import type { JournalEntry } from './journal-entries.ts';
import type { Stated } from './stated.ts';

export interface IdentifiedJournal {
  /** 32 hexadecimal digits. */
  readonly id: string;
  /** Of its row: the uid, and the record id in the session. */
  readonly uid: string;
  readonly recordId: string;
  readonly entry: JournalEntry;
}

const ID_DIGITS = 32;

export function identifiedJournals(
  { identity, columns, plainCounter }: Pick<Stated, 'identity' | 'columns' | 'plainCounter'>,
  entries: readonly JournalEntry[],
): IdentifiedJournal[] {
  const uids = Object.fromEntries(
    SIDES.map((side) => {
      const rows = [...new Set(entries.flatMap((entry) => (entry.side === side ? [entry.row] : [])))];
      const of = { side, columns: columns[side], plainCounter: plainCounter[side] };
      const found = rowUids(identity, of, rows);
      return [side, new Map(rows.map((row, k) => [row, found[k]!]))];
    }),
  ) as Record<'gl' | 'bank', Map<number, string>>;
  // Legs of one row that are alike are told apart by their order.
  const met = new Map<string, number>();
  return entries.map((entry) => {
    const { side, row, amount, currency, isIn } = entry;
    const uid = uids[side].get(row)!;
    const what = JSON.stringify(['journal', uid, isIn, amount, currency]);
    const place = met.get(what) ?? 0;
    met.set(what, place + 1);
    const id = identity.digest(`${what}${place}`).slice(0, ID_DIGITS);
    return { id, uid, recordId: recordId(identity, uid), entry };
  });
}
