// The names of a proof's lines, as an accountant writes them: "Add" or "Less" before the name, and no sign before the
// figure.

import { CLASS_NAMES } from '../../classification/class-names.ts';
import type { ProofKind, ProofLine } from './proof.ts';

const KIND_WORDS: Readonly<Record<ProofKind, string>> = {
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

/** Words of a line of neither side: its class. */
export const namedByClass = ({ kind, clusterType }: Pick<ProofLine, 'kind' | 'clusterType'>): string =>
  clusterType === null ? KIND_WORDS[kind] : CLASS_NAMES[clusterType];

/** Words of a line: an error by its kind, an open line by kind and class, a line of later entries by its kind alone. */
function lineWords({ kind, clusterType }: Pick<ProofLine, 'kind' | 'clusterType'>): string {
  if (clusterType === null) return KIND_WORDS[kind];
  const isError = kind === 'ledger_errors' || kind === 'bank_errors';
  if (isError && clusterType === 'reversal_unmatched')
    return `${KIND_WORDS[kind]}: a reversal of what stands, or a second one`;
  if (isError || kind === 'holding_breaks') return CLASS_NAMES[clusterType];
  return `${KIND_WORDS[kind]}: ${CLASS_NAMES[clusterType]}`;
}

/** `Add: deposits in transit`, `Less: outstanding payments`; the figure beside it has no sign. */
export const addedOrTaken = (line: Pick<ProofLine, 'kind' | 'clusterType' | 'amount'>): string =>
  `${line.amount < 0n ? 'Less' : 'Add'}: ${lineWords(line)}`;
