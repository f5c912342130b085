// The entries that the book side of a proof needs, as a clerk would post them: one for each item, the bank account on
// one side and on the other what the exception class suggests. They are proposals; where only a person can know the
// account, it is left to the person.

import type { FeeLeg } from '../../fees/fee-rule.ts';
import type { ClusterType } from '../../records/documents/cluster-type.ts';
import type { Side } from '../../records/rows/columns.ts';
import type { ItemisedLine } from './account-lines.ts';
import { TODO_SIDES } from './open-work.ts';
import type { ProofKind } from './proof.ts';
import type { ItemisedProof } from './session-proof.ts';

interface Journal {
  /** Names of accounts. */
  readonly debit: string;
  readonly credit: string;
  /** Positive minor units. */
  readonly amount: number;
  readonly currency: string;
  /** The class for which it is proposed. */
  readonly clusterType: ClusterType | null;
  readonly side: Side;
  readonly row: number;
}

const CONTRA: Readonly<Partial<Record<ClusterType, string>>> = {
  possible_bank_fee: 'Bank charges',
  possible_interest_or_tax: 'Interest and taxes',
  duplicate_gl: 'The account of the entry that was posted twice',
  amount_mismatch: 'The account of the entry that was booked with another amount',
  direction_mismatch: 'The account of the entry that was booked the wrong way round',
  fee_mismatch: 'Bank charges',
};

/** Without a class these are the ledger's own entries, which it books after the period's end. */
const BOOKED_LATER: ReadonlySet<ProofKind> = new Set(['receipts_not_booked', 'payments_not_booked']);

/** The legs (minor units) into which a template's rule splits the fee of the group that holds a bank row. */
export type FeeLegsOfRow = (bankRow: number) => readonly FeeLeg[];

/**
 * Journals in the order of the proof's lines. Entries that the ledger books after the period's end need none. A fee is
 * posted leg by leg if a rule splits it.
 */
export function journalsOf(proof: ItemisedProof, legsOf: FeeLegsOfRow): Journal[] {
  const bank = proof.account === null ? 'Bank account' : `Bank account ${proof.account}`;
  return proof.itemised
    .filter((line) => TODO_SIDES.post(line) && !(BOOKED_LATER.has(line.kind) && line.clusterType === null))
    .flatMap((line) =>
      line.items.flatMap(({ side, row, amount }) =>
        partsOf(line, { row, amount }, legsOf).map(({ contra, size }) => ({
          debit: amount > 0 ? bank : contra,
          credit: amount > 0 ? contra : bank,
          amount: size,
          currency: proof.currency,
          clusterType: line.clusterType,
          side,
          row,
        })),
      ),
    );
}

const LEG_ACCOUNTS: Readonly<Record<FeeLeg['glType'], string>> = { income: 'Fee income', nip_fee: 'NIP fees' };

interface JournalPart {
  readonly contra: string;
  readonly size: number;
}

/** The whole item, or the legs of its fee where they come to it. */
function partsOf(
  line: ItemisedLine,
  { row, amount }: { readonly row: number; readonly amount: number },
  legsOf: FeeLegsOfRow,
): JournalPart[] {
  const size = Math.abs(amount);
  const legs = line.kind === 'fees_to_post' ? legsOf(row) : [];
  const isWhole = legs.length > 0 && legs.reduce((sum, leg) => sum + leg.amount, 0) === size;
  if (!isWhole || legs.some((leg) => leg.amount < 0)) return [{ contra: contraOf(line, amount), size }];
  return legs.flatMap(({ glType, amount: of }) => (of === 0 ? [] : [{ contra: LEG_ACCOUNTS[glType], size: of }]));
}

function contraOf({ kind, clusterType }: ItemisedLine, amount: number): string {
  if (kind === 'fees_to_post') return 'Bank charges';
  if (kind === 'small_differences') return 'Rounding differences';
  const known = clusterType === null ? undefined : CONTRA[clusterType];
  return known ?? (amount > 0 ? 'Suspense: receipts to be identified' : 'Suspense: payments to be identified');
}
