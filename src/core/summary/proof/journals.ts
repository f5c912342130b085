// The entries that the book side of a proof needs, as a clerk would post them: one for each item, the bank account on
// one side and on the other what the exception class suggests. They are proposals; where only a person can know the
// account, it is left to the person.

import { type TaxKind, taxKindOf } from '../../classification/purpose/tax-kind.ts';
import type { FeeLeg } from '../../fees/fee-rule.ts';
import type { ClusterType } from '../../records/documents/cluster-type.ts';
import type { Side } from '../../records/rows/columns.ts';
import type { ItemisedLine } from './account-lines.ts';
import { TODO_SIDES } from './open-work.ts';
import type { ProofKind } from './proof.ts';
import type { ItemisedProof } from './session-proof.ts';

export interface Journal {
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

/** Interest, taxes and levies, by the words of their row; other charges are in none. */
const TAX_ACCOUNTS: Readonly<Record<TaxKind, string>> = {
  interest: 'Interest paid',
  vat: 'VAT on bank charges',
  withholding: 'Withholding tax',
  levy: 'Levies and stamp duties',
  tax: 'Taxes',
};

/** Classes whose rows may be a tax. */
const MAY_BE_TAX: ReadonlySet<ClusterType> = new Set(['possible_interest_or_tax', 'fee_mismatch']);

/** Without a class these are the ledger's own entries, which it books after the period's end. */
const BOOKED_LATER: ReadonlySet<ProofKind> = new Set(['receipts_not_booked', 'payments_not_booked']);

/** The legs (minor units) into which a template's rule splits the fee of the group that holds a bank row. */
export type FeeLegsOfRow = (bankRow: number) => readonly FeeLeg[];

/** The words of interest or tax that a row is for, or null. */
export type TaxWordsOfRow = (side: Side, row: number) => string | null;

/**
 * Journals in the order of the proof's lines. Entries that the ledger books after the period's end need none. A fee is
 * posted leg by leg if a rule splits it.
 */
export function journalsOf(
  proof: ItemisedProof,
  legsOf: FeeLegsOfRow,
  taxWordsOf: TaxWordsOfRow = () => null,
): Journal[] {
  const bank = proof.account === null ? 'Bank account' : `Bank account ${proof.account}`;
  return proof.itemised
    .filter((line) => TODO_SIDES.post(line) && !(BOOKED_LATER.has(line.kind) && line.clusterType === null))
    .flatMap((line) =>
      line.items.flatMap(({ side, row, amount }) =>
        partsOf(line, { row, amount, taxWords: taxWordsOf(side, row) }, legsOf).map(({ contra, size }) => ({
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
  { row, amount, taxWords }: { readonly row: number; readonly amount: number; readonly taxWords: string | null },
  legsOf: FeeLegsOfRow,
): JournalPart[] {
  const size = Math.abs(amount);
  const legs = line.kind === 'fees_to_post' ? legsOf(row) : [];
  const isWhole = legs.length > 0 && legs.reduce((sum, leg) => sum + leg.amount, 0) === size;
  if (!isWhole || legs.some((leg) => leg.amount < 0)) return [{ contra: contraOf(line, amount, taxWords), size }];
  return legs.flatMap(({ glType, amount: of }) => (of === 0 ? [] : [{ contra: LEG_ACCOUNTS[glType], size: of }]));
}

function contraOf({ kind, clusterType }: ItemisedLine, amount: number, taxWords: string | null): string {
  if (kind === 'fees_to_post') return 'Bank charges';
  if (kind === 'small_differences') return 'Rounding differences';
  if (kind === 'ledger_errors' && clusterType === 'reversal_unmatched')
    return 'The account of the entry that was reversed';
  if (clusterType !== null && MAY_BE_TAX.has(clusterType) && taxWords !== null) {
    const tax = taxKindOf(taxWords);
    return tax === 'interest' && amount > 0 ? 'Interest received' : TAX_ACCOUNTS[tax];
  }
  const known = clusterType === null ? undefined : CONTRA[clusterType];
  return known ?? (amount > 0 ? 'Suspense: receipts to be identified' : 'Suspense: payments to be identified');
}
