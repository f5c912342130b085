// What a kind asks of the reader beside the common fields: which columns of its own it looks for, which way most of its
// rows go where a file shows amounts without a sign, and what must never leave the reader as it stood in the file. Plain
// data: it goes to the thread that reads.

import type { ColumnDefinition } from '../../records/rows/kind-columns.ts';

/** What a column of a file may be to a kind; most become the named column beside. */
export const KIND_FIELDS = {
  rrn: 'rrn',
  stan: 'stan',
  terminal_id: 'terminal',
  masked_card: 'masked_card',
  response_code: 'response_code',
  institution: 'institution',
  /** The institutions that send and receive: which of them is ours says the way. */
  originator: 'institution',
  destination: 'institution',
  /** What a row came by, which says of what service it is (fees/row-services.ts). */
  channel: 'channel',
  beneficiary: 'beneficiary',
  dispensed_amount: 'dispensed',
  transaction_time: 'second_of_day',
  /** The last 12 digits of a settlement session's id: what is left of an id that a spreadsheet turned into 5.8E+28. */
  session_tail: null,
  /** What the channel calls the transaction; it is kept with the narration. */
  transaction_type: null,
  /** The id as the file has it, damaged or not. */
  session_id: null,
} as const;

export type KindField = keyof typeof KIND_FIELDS;

export interface WayAsked {
  /** Codes and names of the partner's institution, as reports have them. */
  readonly ours: readonly string[];
}

export interface KindReading {
  /** banking, nip or atm. */
  readonly kind: string;
  readonly columns: readonly ColumnDefinition[];
  readonly fields: readonly KindField[];
  /** Rows are of the accounts of both parties and go the way of the run; else those of an account, as its file says. */
  readonly isOfParties: boolean;
  /** Which way the rows of a file go that are no reversals; null: as the file says. */
  readonly way: 'in' | 'out' | null;
  /** Nobody says the way, and `way` is the usual one: what a file itself says of it is told (reading/kinds/told-way.ts). */
  readonly asksWay: WayAsked | null;
  /** Rows that say chargeback or dispute take another one back; in texts of customers the words say nothing. */
  readonly hasChargebacks: boolean;
  /** Card numbers are reduced to their first six and last four digits wherever they stand. */
  readonly masksCards: boolean;
  /** Ids of settlement sessions are looked for in narrations; a row whose id is damaged for good is rejected. */
  readonly hasSessions: boolean;
}
