// Whether what earlier sessions left open, and the balances that they left accounts with, are as they were when a
// session's figures were made. They are not after an earlier month was reconciled anew, or later than this one.

import { BANKING_KIND } from '../../core/kinds/banking.ts';
import type { CarriedRow } from '../../core/records/late/late-groups.ts';
import { carriedBasis } from '../../core/summary/figures-basis.ts';
import type { AccountProof } from '../../core/summary/proof/proof.ts';
import { isOfAccount, numbersOf } from '../../core/summary/proof/resting.ts';
import { type StoredSummary, summaryFromJson } from '../../core/summary/summary-json.ts';
import type { CommittedSession } from '../../ports/sessions.ts';
import { leftOpenAt } from '../opened/left-open.ts';
import type { ReadingDependencies } from '../rows/read-stored-rows.ts';

/** False too if only the session's own rows can tell, because it has opening rows. */
export async function isCarriedAsThen(
  deps: ReadingDependencies,
  session: CommittedSession,
  { facts, scope }: Pick<StoredSummary, 'facts' | 'scope'>,
): Promise<boolean> {
  const carried = await carriedNow(deps, session, facts.period);
  if (carried === null) return false;
  return carriedBasis(carried, await balancesNow(deps, session, facts.proofs), deps.digest) === scope.carried;
}

/** The proofs with the balances that the sessions of resting accounts close with now. */
async function balancesNow(
  { store }: Pick<ReadingDependencies, 'store'>,
  { key }: CommittedSession,
  proofs: readonly AccountProof[],
): Promise<readonly AccountProof[]> {
  return Promise.all(
    proofs.map(async (proof) => {
      if (proof.balancesOf === undefined) return proof;
      const latest = await store.summaries.latest({ ...key, session: proof.balancesOf });
      const now = latest === null ? [] : summaryFromJson(latest.summary).facts.proofs;
      const same = now.find((one) => one.currency === proof.currency && isSameAccount(one, proof));
      const side = (of: 'bank' | 'book') => ({ ...proof[of], closing: same === undefined ? null : same[of].closing });
      return { ...proof, bank: side('bank'), book: side('book') };
    }),
  );
}

const isSameAccount = (one: AccountProof, proof: AccountProof): boolean =>
  one.account === proof.account || numbersOf(proof, 'bank').some((number) => isOfAccount(one, 'bank', number));

/** Null if its opening rows, which count there alone, may be among them. */
async function carriedNow(
  deps: ReadingDependencies,
  { key, kind }: CommittedSession,
  period: StoredSummary['facts']['period'],
): Promise<readonly CarriedRow[] | null> {
  if (period === null || kind !== BANKING_KIND.name) return [];
  const carried = await leftOpenAt(deps, { key, kind, period });
  if (carried.length === 0) return carried;
  const files = await deps.store.ingestions.live(key);
  return files.some(({ isOpening }) => isOpening) ? null : carried;
}
