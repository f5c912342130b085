// Whether a ledger's account is an asset, whose debits are money in, or a liability, whose credits are. The file alone
// cannot say: the balance of an overdrawn asset rises with credits too. The bank's rows show it, and the balances of
// both sides prove it. What neither decides is asked about.

import type { AccountType } from '../columns/given-reading.ts';
import type { AccountBalance } from '../proof/balance-proof.ts';
import type { Ways, WaysFound } from './opposite-ways.ts';

/** The sense of a ledger file: as it was read, turned with a sentence that says why, or a question. */
export type LedgerSense =
  | { readonly is: 'as read' }
  | { readonly is: 'turned'; readonly why: string }
  | { readonly is: 'asked'; readonly why: string };

/** Balances as read, with the code of their currency. */
export type KnownBalance = Pick<AccountBalance, 'opening' | 'closing' | 'turned' | 'straight' | 'inverse' | 'foots'> & {
  readonly currency: string;
};

/** Fewest rows with a reference that turn a ledger, and fewest that ask; a single one may be booked the wrong way. */
const [LEAST_TO_TURN, LEAST_TO_ASK] = [3, 2];
/** Amounts alone may agree by chance. */
const LEAST_AMOUNTS = 5;
/** How many times the rows that go the opposite way must outnumber the others. */
const TIMES = 10;

export function ledgerSense(
  { byReference, byAmount }: WaysFound,
  balances: { readonly ledger: readonly KnownBalance[]; readonly bank: readonly KnownBalance[] },
): LedgerSense {
  const agree = byReference.agree + byAmount.agree;
  const isThroughout = ({ opposite }: Ways, least: number) => opposite >= least && opposite >= TIMES * agree;
  const way = balanceWay(balances.ledger);
  const equal = equalBalance(balances);
  const rows = byReference.opposite + byAmount.opposite;
  if (equal !== null && rows >= TIMES * agree) return { is: 'turned', why: equal };
  const counted = `${byReference.opposite} rows have the same reference and amount on both sides, and money goes the opposite way in all but ${agree} of them`;
  const why = agree === 0 ? counted.replace(' in all but 0 of them', '') : counted;
  if (isThroughout(byReference, LEAST_TO_TURN)) {
    if (way !== 'straight') return { is: 'turned', why };
    return { is: 'asked', why: `${why}, while the balances of both sides follow from their entries` };
  }
  if (isThroughout(byReference, LEAST_TO_ASK)) return { is: 'asked', why };
  const amounts = `${byAmount.opposite} amounts stand once on each side, and money goes the opposite way`;
  if (isThroughout(byAmount, LEAST_AMOUNTS))
    return way === 'turned' ? { is: 'turned', why: amounts } : { is: 'asked', why: amounts };
  return { is: 'as read' };
}

/** The type of account under which a file reads the other way. */
export const otherType = (type: AccountType | undefined): AccountType => (type === 'liability' ? 'asset' : 'liability');

/** How the running balances of a ledger move with its entries as they are read; null without any. */
function balanceWay(ledger: readonly KnownBalance[]): 'straight' | 'turned' | null {
  if (ledger.some(({ turned }) => turned)) return 'turned';
  return ledger.some(({ straight, inverse }) => straight > inverse) ? 'straight' : null;
}

/**
 * A sentence if a balance that the ledger shows is the bank's, although the reading has turned it: the entries lead to
 * the bank's balance if they go the other way. Null if none is.
 */
function equalBalance({
  ledger,
  bank,
}: {
  readonly ledger: readonly KnownBalance[];
  readonly bank: readonly KnownBalance[];
}): string | null {
  const isShown = (own: KnownBalance, theirs: KnownBalance, at: 'opening' | 'closing') =>
    own[at] !== null && own[at] !== 0 && theirs[at] !== null && own[at] === -theirs[at];
  for (const own of ledger) {
    if (!own.turned) continue;
    for (const theirs of bank) {
      const isProven = !theirs.turned && (theirs.straight > theirs.inverse || theirs.foots === true);
      if (!isProven || theirs.currency !== own.currency) continue;
      const at = (['closing', 'opening'] as const).find((one) => isShown(own, theirs, one));
      if (at !== undefined) return `its balance rises with credits, and the ${at} balance that it shows is the bank’s`;
    }
  }
  return null;
}
