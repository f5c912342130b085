// Gives the identifiers of an account's rows numbers that both sides share. A row keeps its first eight distinct ones,
// in the order of docs/decisions/matching-definitions.md ("Identifiers of a row").

import type { RowColumns } from '../../records/rows/columns.ts';
import { GrowingUint32 } from './growing.ts';
import { CARRY_REFERENCE, CARRY_SESSION, CARRY_TRANSACTION, IdentifierPieces } from './identifier-pieces.ts';
import type { KnownReferences } from './known-references.ts';
import { BATCH, PieceNumbers } from './pieces.ts';

const MAX_IDENTIFIERS = 8;

export interface SideIdentifiers {
  /** Row i's identifiers: ids[idStart[i] .. idStart[i + 1]). */
  readonly idStart: Uint32Array;
  readonly ids: Uint32Array;
  /** CARRY_* of each entry of ids. */
  readonly carry: Uint8Array;
  /** Hash of the text that each entry of ids is a part of; 0 if it is no part. */
  readonly partOf: Int32Array;
  /** The only number that a switch gave the row's transaction, or -1. */
  readonly transaction: Int32Array;
  /** The settlement session's identifier, or -1. */
  readonly session: Int32Array;
}

/** The identifiers of the rows read so far. */
interface Lists {
  readonly ids: GrowingUint32;
  readonly carry: GrowingUint32;
  readonly partOf: GrowingUint32;
  readonly transaction: Int32Array;
  readonly session: Int32Array;
}

/** Numbers an account's identifiers while its sides are read. Plain private fields: the loops are hot. */
export class IdentifierReader {
  private readonly numbers: PieceNumbers;
  private readonly cutter: IdentifierPieces;

  /** `rows`: how many will be read, both sides together; `known`: references to look for in texts. */
  constructor(rows: number, known: KnownReferences) {
    this.numbers = new PieceNumbers(rows);
    this.cutter = new IdentifierPieces(known);
  }

  /** Identifiers, normalised, by number. */
  get texts(): PieceNumbers['texts'] {
    return this.numbers.texts;
  }

  /** Reads the identifiers of rows; of rows settled at sight (1) only the reference. */
  read(columns: RowColumns, rows: Uint32Array, atSight: Uint8Array): SideIdentifiers {
    const n = rows.length;
    const lists: Lists = {
      ids: new GrowingUint32(n * 2),
      carry: new GrowingUint32(n * 2),
      partOf: new GrowingUint32(n * 2),
      transaction: new Int32Array(n).fill(-1),
      session: new Int32Array(n).fill(-1),
    };
    const idStart = new Uint32Array(n + 1);
    const ends = new Uint32Array(BATCH);
    for (let first = 0; first < n; first += BATCH) {
      const batch = rows.subarray(first, Math.min(n, first + BATCH));
      this.cut(columns, batch, { ends, atSight: atSight.subarray(first, first + batch.length) });
      for (let k = 0; k < batch.length; k++) {
        this.numberRow(lists, first + k, k === 0 ? 0 : ends[k - 1], ends[k]);
        idStart[first + k + 1] = lists.ids.length;
      }
    }
    return {
      ...lists,
      idStart,
      ids: lists.ids.view(),
      carry: new Uint8Array(lists.carry.view()),
      partOf: new Int32Array(lists.partOf.view()),
    };
  }

  /** Numbers the pieces from..to of row i. */
  private numberRow({ ids, carry, partOf, transaction, session }: Lists, i: number, from: number, to: number): void {
    const { numbers } = this;
    const { pieces } = this.cutter;
    const first = ids.length;
    let transactions = 0;
    for (let p = from; p < to; p++) {
      const id = numbers.of(pieces, p);
      const how = pieces.how[p];
      if (ids.length - first < MAX_IDENTIFIERS && !ids.holds(id, first)) {
        ids.push(id);
        carry.push(how);
        partOf.push(pieces.partOf[p]);
      }
      if ((how & 3) === CARRY_SESSION) session[i] = id;
      if (how & CARRY_TRANSACTION && id !== transaction[i]) {
        transactions++;
        transaction[i] = id;
      }
    }
    if (transactions > 1) transaction[i] = -1;
  }

  /** Cuts the rows of a batch into pieces; ends[k] is where row k's end. */
  private cut(
    columns: RowColumns,
    batch: Uint32Array,
    { ends, atSight }: { ends: Uint32Array; atSight: Uint8Array },
  ): void {
    const { cutter } = this;
    const { pieces } = cutter;
    pieces.clear();
    pieces.prefetch(columns.reference, batch);
    pieces.prefetch(columns.narration, batch);
    for (let k = 0; k < batch.length; k++) {
      if (atSight[k]) cutter.addMarkedField(columns.reference, batch[k], CARRY_REFERENCE);
      else cutter.addRow(columns, batch[k]);
      ends[k] = pieces.count;
    }
    this.numbers.touch(pieces);
  }
}
