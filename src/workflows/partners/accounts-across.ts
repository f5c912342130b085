// The accounts of open rows of several banking sessions: by the partner's map, then as the sessions' own runs brought
// them together, then as in a run. Open rows are only a part of a session, and alone would put together what is apart.

import { accountsThatMeet } from '../../core/matching/accounts-that-meet.ts';
import { numberedAccounts } from '../../core/matching/plan.ts';
import type { PartnerScope } from '../../core/records/late/late-groups.ts';
import {
  type AccountMap,
  type AlignedAccounts,
  normalised,
  type OneReconciliation,
} from '../../core/records/rows/accounts.ts';
import { type RowColumns, SIDES, type Side } from '../../core/records/rows/columns.ts';
import { summaryFromJson } from '../../core/summary/summary-json.ts';
import type { Store } from '../../ports/store.ts';
import { accountsInForce } from './accounts-in-force.ts';

type ReadingTerms = Pick<Store, 'partnerTerms' | 'summaries'>;

/** `sessions`: those of the rows. */
export async function accountsAcross(
  store: ReadingTerms,
  { tenant, partner }: PartnerScope,
  { gl, bank, sessions }: Readonly<Record<Side, RowColumns>> & { readonly sessions: Iterable<string> },
): Promise<AlignedAccounts> {
  const byNumber = numberedAccounts(gl, bank);
  if (byNumber.warnings.length === 0 && byNumber.names[0] !== '') return byNumber;
  const areNamed = SIDES.every((side) => [...byNumber.nameOf[side].keys()].some((label) => label !== ''));
  const map = areNamed ? await mapAcross(store, { tenant, partner }, sessions) : [];
  return numberedAccounts(gl, bank, { map, pairsOf: (left) => accountsThatMeet({ gl, bank }, left) });
}

async function mapAcross(store: ReadingTerms, scope: PartnerScope, sessions: Iterable<string>): Promise<AccountMap> {
  const given = await accountsInForce(store, scope);
  const map: OneReconciliation[] = [...(given?.map ?? [])];
  for (const session of new Set(sessions)) {
    for (const entry of await ofSession(store, { ...scope, session })) if (!speaksOf(map, entry)) map.push(entry);
  }
  return map;
}

/** Accounts of other numbers that the session's run brought together. */
async function ofSession(store: ReadingTerms, key: PartnerScope & { readonly session: string }): Promise<AccountMap> {
  const latest = await store.summaries.latest(key);
  if (latest === null) return [];
  return summaryFromJson(latest.summary).facts.proofs.flatMap(({ account, ledgerAccounts = [] }) =>
    account === null || ledgerAccounts.length === 0 ? [] : [{ gl: ledgerAccounts, bank: account.split(', ') }],
  );
}

/** Whether the map has a number of the entry. */
const speaksOf = (map: AccountMap, entry: OneReconciliation): boolean =>
  SIDES.some((side) => {
    const numbers = new Set(entry[side].map(normalised));
    return map.some((known) => known[side].some((number) => numbers.has(normalised(number))));
  });
