// The accounts of open rows of several banking sessions: by the partner's map, then as the sessions' own runs brought
// them together, then as in a run. Open rows are only a part of a session, and alone would put together what is apart.

import { accountsThatMeet } from '../../core/matching/accounts-that-meet.ts';
import { numberedAccounts } from '../../core/matching/plan.ts';
import {
  type AccountMap,
  type AlignedAccounts,
  normalised,
  type OneReconciliation,
} from '../../core/records/rows/accounts.ts';
import { type RowColumns, SIDES, type Side } from '../../core/records/rows/columns.ts';
import type { PartnerScope } from '../../core/records/session-key.ts';
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
  const ofRuns: OneReconciliation[] = [];
  for (const session of new Set(sessions)) ofRuns.push(...(await ofSession(store, { ...scope, session })));
  // A pair of two numbers says more than a number by itself: another session may not have known the pair yet.
  const byPairs = [...ofRuns.filter(isOfTwoNumbers), ...ofRuns.filter((entry) => !isOfTwoNumbers(entry))];
  for (const entry of byPairs) if (!speaksOf(map, entry)) map.push(entry);
  return map;
}

const isOfTwoNumbers = ({ gl, bank }: OneReconciliation): boolean =>
  gl.some((number) => !bank.includes(number)) || bank.some((number) => !gl.includes(number));

/** The accounts of the session's run, each with its numbers on both sides. */
async function ofSession(store: ReadingTerms, key: PartnerScope & { readonly session: string }): Promise<AccountMap> {
  const latest = await store.summaries.latest(key);
  if (latest === null) return [];
  return summaryFromJson(latest.summary).facts.proofs.flatMap(({ account, ledgerAccounts = [] }) => {
    const bank = account?.split(', ') ?? [];
    return bank.length === 0 ? [] : [{ gl: ledgerAccounts.length === 0 ? bank : ledgerAccounts, bank }];
  });
}

/** Whether the map has a number of the entry. */
const speaksOf = (map: AccountMap, entry: OneReconciliation): boolean =>
  SIDES.some((side) => {
    const numbers = new Set(entry[side].map(normalised));
    return map.some((known) => known[side].some((number) => numbers.has(normalised(number))));
  });
