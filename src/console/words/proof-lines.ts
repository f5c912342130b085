// The lines of a statement as an accountant writes them: Add or Less before the words, and no sign before the figure. A
// test holds the words equal to those of the signed statement.

import { CLASSES } from './classes.ts';

const KINDS: Readonly<Record<string, string>> = {
  deposits_in_transit: 'deposits in transit',
  outstanding_payments: 'outstanding payments',
  bank_errors: 'errors of the bank',
  fees_of_the_ledger: 'fees that the ledger has and the settlement does not carry',
  to_decide: 'to be decided first, with their net alone',
  receipts_not_booked: 'receipts not yet booked',
  payments_not_booked: 'payments not yet booked',
  booked_later: 'booked in the ledger after the period’s end (cut-off)',
  ledger_errors: 'ledger entries to correct',
  fees_to_post: 'fees of matched entries, to be posted',
  levies_to_post: 'levies of matched entries, to be posted',
  exchange_differences: 'exchange differences of matched entries, to be posted',
  holding_breaks: 'breaks of positions',
  small_differences: 'differences within the tolerance',
  written_off: 'differences written off, to be posted',
  set_aside: 'set aside, in none of the run’s events',
  brought_forward: 'brought forward from before this period',
  no_effect: 'exceptions that move no balance',
  other_periods: 'open, of days outside the period',
};

interface Line {
  readonly kind: string;
  readonly clusterType?: string;
  readonly amount: number;
}

export function lineWords({ kind, clusterType }: Omit<Line, 'amount'>): string {
  const words = KINDS[kind] ?? kind;
  if (clusterType === undefined) return words;
  const name = CLASSES[clusterType] ?? clusterType;
  const isError = kind === 'ledger_errors' || kind === 'bank_errors';
  if (isError && clusterType === 'reversal_unmatched') return `${words}: a reversal of what stands, or a second one`;
  return isError || kind === 'holding_breaks' ? name : `${words}: ${name}`;
}

export const addedOrTaken = (line: Line): string => `${line.amount < 0 ? 'Less' : 'Add'}: ${lineWords(line)}`;

/** Words of a line of neither side. */
export const namedByClass = ({ kind, clusterType }: Omit<Line, 'amount'>): string =>
  clusterType === undefined ? (KINDS[kind] ?? kind) : (CLASSES[clusterType] ?? clusterType);
