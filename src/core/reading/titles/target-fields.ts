// The fields that a column of a statement or ledger file can be taken for: the one list that the built-in mapper,
// a --mapping file and the field documentation share. Which columns carry them is decided in read-table.ts.

export type FieldType = 'date' | 'amount' | 'text' | 'identifier' | 'flag';

interface TargetField {
  readonly type: FieldType;
  readonly meaning: string;
}

export const TARGET_FIELDS = {
  booking_date: { type: 'date', meaning: 'The day the entry was booked (posted).' },
  value_date: { type: 'date', meaning: 'The day from which the money counts for interest.' },
  amount: { type: 'amount', meaning: 'The amount, signed or with a mark in direction.' },
  debit: { type: 'amount', meaning: 'The amount when it is a debit.' },
  credit: { type: 'amount', meaning: 'The amount when it is a credit.' },
  direction: { type: 'flag', meaning: 'Whether the amount is a debit or a credit, money in or out.' },
  balance: { type: 'amount', meaning: 'The running balance after the entry.' },
  currency: { type: 'identifier', meaning: 'The ISO 4217 code of the amount.' },
  account: { type: 'identifier', meaning: 'The own account the entry belongs to.' },
  reference: { type: 'identifier', meaning: 'The reference that both sides know.' },
  settlement_session_id: { type: 'identifier', meaning: 'The 30-digit NIP session id.' },
  narration: { type: 'text', meaning: 'What the entry says; several columns are joined.' },
  source_id: { type: 'identifier', meaning: 'The file’s own number of the row; never a reference.' },
  status: {
    type: 'flag',
    meaning:
      'Whether the entry is booked, still pending, or was never booked, in words or as the response codes of a switch.',
  },
} as const satisfies Record<string, TargetField>;

export type FieldName = keyof typeof TARGET_FIELDS;

export const FIELD_NAMES = Object.keys(TARGET_FIELDS) as FieldName[];

/** The column of each field, -1 for none; a narration is joined from several columns and is kept separately. */
export type FieldColumns = Readonly<Record<Exclude<FieldName, 'narration'>, number>>;

/** Whether several columns may carry the field: only narration is joined from several. */
export const isJoined = (field: FieldName) => field === 'narration';
