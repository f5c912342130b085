// A kind's demands on the reader beside the common fields: its own columns, the direction of most of its rows if a file
// shows amounts without a sign, and texts that must never leave the reader unmasked. Plain data: it goes to the thread
// that reads.

import type { ColumnDefinition } from '../../records/rows/kind-columns.ts';

/** Columns of a kind; most become the named column given here. */
export const KIND_FIELDS = {
  rrn: 'rrn',
  stan: 'stan',
  terminal_id: 'terminal',
  masked_card: 'masked_card',
  response_code: 'response_code',
  institution: 'institution',
  /** The sending and receiving institutions: which of them is ours tells the direction. */
  originator: 'institution',
  destination: 'institution',
  /** The channel of a row, which tells its service (fees/row-services.ts). */
  channel: 'channel',
  /** Rows of one entry or group of a message that states them as a batch; no column of a table. */
  batch: 'batch',
  /** The references of the payments of such a batch, where the batch is one row. */
  payments: 'payments',
  beneficiary: 'beneficiary',
  dispensed_amount: 'dispensed',
  transaction_time: 'second_of_day',
  /** The last 12 digits of a settlement session's id: the rest of an id that a spreadsheet turned into 5.8E+28. */
  session_tail: null,
  /** The channel's name for the transaction; it is kept with the narration. */
  transaction_type: null,
  /** The id as the file has it, damaged or not. */
  session_id: null,
} as const;

export type KindField = keyof typeof KIND_FIELDS;

/** Columns that messages alone state: no table has them, and no mapping names them. */
export const STATED_FIELDS: readonly KindField[] = ['batch', 'payments'];

export interface WayAsked {
  /** Codes and names of the partner's institution, as reports have them. */
  readonly ours: readonly string[];
}

export interface KindReading {
  /** banking, nip or atm. */
  readonly kind: string;
  readonly columns: readonly ColumnDefinition[];
  readonly fields: readonly KindField[];
  /**
   * True: rows are between accounts of both parties and go in the run's direction. False: rows of an account, as its
   * file says.
   */
  readonly isOfParties: boolean;
  /** The direction of a file's rows that are no reversals; null: as the file says. */
  readonly way: 'in' | 'out' | null;
  /**
   * Set if nobody gives the direction, and `way` is the usual one: then the file's own statements about it are answered
   * (reading/kinds/told-way.ts).
   */
  readonly asksWay: WayAsked | null;
  /** Rows that say chargeback or dispute reverse another one; in customers' texts the words mean nothing. */
  readonly hasChargebacks: boolean;
  /** Card numbers are reduced to their first six and last four digits everywhere. */
  readonly masksCards: boolean;
  /**
   * Ids of settlement sessions are searched in narrations; a row with a damaged id that cannot be restored is rejected.
   */
  readonly hasSessions: boolean;
}
