// Why rows of a made-up month belong together or stand alone: the `cause` column of truth.csv, a closed set. Each cause
// has the expected result, so that an answer can be scored against the truth.

interface CauseKind {
  readonly meaning: string;
  /**
   * match: the rows should be matched. open: they should stay open, because nothing answers them or a person must look.
   */
  readonly expected: 'match' | 'open';
}

export const BANKING_CAUSES = {
  exact: { meaning: 'The same reference on both sides, on the same day.', expected: 'match' },
  booked_later: { meaning: 'The same reference; one side booked it one to three days later.', expected: 'match' },
  embedded: { meaning: "One side's reference stands only inside its narration.", expected: 'match' },
  prefixed: { meaning: 'The same reference under another prefix, or parted by separators.', expected: 'match' },
  cut_reference: { meaning: 'The bank kept only the start or the end of the reference.', expected: 'match' },
  leading_zeros: { meaning: 'One side lost the leading zeros of the reference.', expected: 'match' },
  no_reference: { meaning: 'One side has no reference; names and amount agree.', expected: 'match' },
  wording: { meaning: 'Neither side has a reference and the narrations are worded differently.', expected: 'match' },
  fee_netted: { meaning: 'The bank paid out the gross less its fee.', expected: 'match' },
  fee_booked: { meaning: 'A fee or tax line of a transfer that the ledger booked too.', expected: 'match' },
  reversal: { meaning: 'An entry and its reversal, both on one side only.', expected: 'match' },
  reversal_both: { meaning: 'An entry, or its reversal, where both reached both sides.', expected: 'match' },
  twin: {
    meaning: 'Genuine identical entries, as many on one side as on the other, or with one reference.',
    expected: 'match',
  },
  batch: { meaning: 'Several entries that the other side has in one sum, under one reference.', expected: 'match' },
  batch_by_sum: {
    meaning: 'Several entries that the other side has in one sum; no reference says so.',
    expected: 'match',
  },
  twin_uneven: { meaning: 'Identical entries without a reference, one more on one side.', expected: 'open' },
  amount_typo: { meaning: 'The ledger mistyped the amount.', expected: 'open' },
  late: { meaning: 'One side booked it more than a week after the other.', expected: 'open' },
  direction: { meaning: 'The ledger posted it on the wrong side.', expected: 'open' },
  duplicate: { meaning: 'The ledger booked an entry twice; this is the second.', expected: 'open' },
  not_in_bank: { meaning: 'Only the ledger has it.', expected: 'open' },
  not_in_gl: { meaning: 'Only the bank has it.', expected: 'open' },
  bank_charge: { meaning: 'A charge of the bank that the ledger has not booked.', expected: 'open' },
  vat: { meaning: 'Value added tax on a charge that the ledger has not booked.', expected: 'open' },
  stamp_duty: { meaning: 'Stamp duty (EMTL) of 50.00 on money in, not booked by the ledger.', expected: 'open' },
  interest: { meaning: 'Interest that the ledger has not booked.', expected: 'open' },
  withholding_tax: { meaning: 'Withholding tax on interest that the ledger has not booked.', expected: 'open' },
} as const satisfies Record<string, CauseKind>;

/** Causes in months of instant transfers and of cards. */
const OF_COMMERCIAL = {
  fee_legs: { meaning: 'A transfer with its commission and VAT in rows of their own.', expected: 'match' },
  session: { meaning: 'Only the settlement session says which transfer it is.', expected: 'match' },
  cut_session: { meaning: 'A spreadsheet cut the session id; its last twelve digits are left.', expected: 'match' },
  trace: { meaning: 'Only trace number and terminal say which withdrawal it is.', expected: 'match' },
  card: { meaning: 'Only card, terminal and time say which withdrawal it is.', expected: 'match' },
  declined: { meaning: 'Posted here, and refused by the switch.', expected: 'open' },
  not_moved: { meaning: 'The switch refused it, or has not decided, and nobody posted it.', expected: 'open' },
  wrong_fee: { meaning: 'A fee beside its transfer that is not the tariff’s.', expected: 'open' },
  other_beneficiary: { meaning: 'The same transfer, paid to another account.', expected: 'open' },
  nothing_to_go_by: { meaning: 'Neither reference nor session id.', expected: 'open' },
  short_dispense: { meaning: 'Debited, and not dispensed.', expected: 'open' },
  chargeback: { meaning: 'Takes a settled card transaction back for its holder.', expected: 'open' },
} as const satisfies Record<string, CauseKind>;

export const CAUSES = { ...BANKING_CAUSES, ...OF_COMMERCIAL };

/** Causes in months of a ledger and its bank. */
export type BankingCause = keyof typeof BANKING_CAUSES;
export type Cause = keyof typeof CAUSES;

export function isCause(text: string): text is Cause {
  return Object.hasOwn(CAUSES, text);
}
