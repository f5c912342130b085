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
  readonly whole: Int32Array;
  /** The only number that a switch gave the row's transaction, or -1. */
  readonly transaction: Int32Array;
  /** The settlement session's identifier, or -1. */
  readonly session: Int32Array;
}

/** Numbers an account's identifiers while its sides are read. Plain private fields: the loops are hot. */
export class IdentifierReader {
  private readonly numbers: PieceNumbers;
  private readonly cutter: IdentifierPieces;
  private readonly rowIds = new Uint32Array(MAX_IDENTIFIERS);
  private readonly rowCarry = new Uint8Array(MAX_IDENTIFIERS);
  private readonly rowWhole = new Uint32Array(MAX_IDENTIFIERS);
  private rowTransaction = -1;
  private idCount = 0;

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
    const ids = new GrowingUint32(n * 2);
    const carry = new GrowingUint32(n * 2);
    const whole = new GrowingUint32(n * 2);
    const transaction = new Int32Array(n);
    const idStart = new Uint32Array(n + 1);
    const session = new Int32Array(n);
    const ends = new Uint32Array(BATCH);
    for (let first = 0; first < n; first += BATCH) {
      const batch = rows.subarray(first, Math.min(n, first + BATCH));
      this.cut(columns, batch, { ends, atSight: atSight.subarray(first, first + batch.length) });
      for (let k = 0; k < batch.length; k++) {
        session[first + k] = this.numberRow(k === 0 ? 0 : ends[k - 1], ends[k]);
        ids.append(this.rowIds, this.idCount);
        carry.append(this.rowCarry, this.idCount);
        whole.append(this.rowWhole, this.idCount);
        transaction[first + k] = this.rowTransaction;
        idStart[first + k + 1] = ids.length;
      }
    }
    return {
      idStart,
      ids: ids.view(),
      carry: new Uint8Array(carry.view()),
      whole: new Int32Array(whole.view()),
      transaction,
      session,
    };
  }

  /** Numbers the pieces from..to of one row; answers the settlement session's number, or -1. */
  private numberRow(from: number, to: number): number {
    const { numbers } = this;
    const { pieces } = this.cutter;
    let session = -1;
    let transactions = 0;
    this.idCount = 0;
    this.rowTransaction = -1;
    for (let p = from; p < to; p++) {
      const id = numbers.of(pieces, p);
      const how = pieces.how[p];
      this.note(id, how, pieces.whole[p]);
      if ((how & 3) === CARRY_SESSION) session = id;
      if (how & CARRY_TRANSACTION && id !== this.rowTransaction) {
        transactions++;
        this.rowTransaction = id;
      }
    }
    if (transactions > 1) this.rowTransaction = -1;
    return session;
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

  private note(id: number, how: number, whole: number): void {
    for (let e = 0; e < this.idCount; e++) if (this.rowIds[e] === id) return;
    if (this.idCount === MAX_IDENTIFIERS) return;
    this.rowIds[this.idCount] = id;
    this.rowWhole[this.idCount] = whole;
    this.rowCarry[this.idCount++] = how;
  }
}
