// On which line of a proof a row stands, and on which side: by who has it, and by what its cluster says of it.

import { REVERSAL_OF_MATCHED, REVERSAL_OF_NETTED } from '../../classification/rules/reversal-unmatched.ts';
import type { ClusterType } from '../../records/documents/cluster-type.ts';
import { FEE_NONE, FEE_TARIFF } from '../../records/groups/fee-basis.ts';
import type { Side } from '../../records/rows/columns.ts';
import type { ProofKind, ProofSide } from './proof.ts';

export const PROOF_SIDE: Readonly<Record<Side, ProofSide>> = { gl: 'book', bank: 'bank' };

/** The side with the greater sum, minor units, of rows that may be one transaction; the bank's of as many on both sides. */
export function sideWithMore(rows: readonly { readonly side: Side; readonly amount: number }[]): Side {
  const own = (side: Side) => rows.filter((row) => row.side === side);
  const size = (side: Side): bigint => {
    const sum = own(side).reduce((all, { amount }) => all + BigInt(amount), 0n);
    return sum < 0n ? -sum : sum;
  };
  return own('gl').length !== own('bank').length && size('gl') > size('bank') ? 'gl' : 'bank';
}

export interface OpenRow {
  readonly side: Side;
  readonly row: number;
  readonly clusterType: ClusterType | null;
  /** The ground of its cluster. */
  readonly ground?: string;
}

/** Whether the row's own side has it in error: posted twice, refused by the switch, or a reversal of what stands. */
export const isError = ({ side, clusterType, ground }: Omit<OpenRow, 'row'>): boolean =>
  clusterType === 'duplicate_gl' ||
  clusterType === 'duplicate_bank' ||
  (clusterType === 'status_mismatch' && side === 'gl') ||
  (clusterType === 'reversal_unmatched' &&
    (ground === REVERSAL_OF_NETTED || (ground === REVERSAL_OF_MATCHED && side === 'gl')));

export const leavesChoice = ({ clusterType }: Pick<OpenRow, 'clusterType'>): boolean =>
  clusterType === 'ambiguous_match' || clusterType === 'possible_batch';

export const CORRECTIONS: Readonly<Record<number, ProofKind>> = {
  [FEE_NONE]: 'small_differences',
  [FEE_TARIFF]: 'fees_of_the_ledger',
};

export const inTransit = (amount: number): ProofKind => (amount < 0 ? 'outstanding_payments' : 'deposits_in_transit');

export const notBooked = (amount: number): ProofKind => (amount < 0 ? 'payments_not_booked' : 'receipts_not_booked');
