// Matches open items of earlier months with those of a period (open-across-months.ts). Rows that belong together become
// late groups: proposed, their rows claimed, confirmed. Then the exceptions of those rows are voided, and the
// summaries of all touched sessions are renewed. All of it happens under the partner's row lease and can be repeated:
// an attempt's groups are found by the run's id. Rules: docs/decisions/across-months.md, "Late groups".

import { groupsAcrossMonths } from '../../core/cross-month/groups-across-months.ts';
import { firstDayOf } from '../../core/cross-month/opened-row.ts';
import { type Proposal, proposalsAcrossMonths } from '../../core/cross-month/proposals.ts';
import { TieoutError } from '../../core/errors.ts';
import { BANKING_KIND } from '../../core/kinds/banking.ts';
import type { MatchParameters } from '../../core/matching/parameters.ts';
import { planSession } from '../../core/matching/plan.ts';
import { isTogether } from '../../core/people/set-apart.ts';
import { type LateGroup, lateRows, lateSessions } from '../../core/records/late/late-groups.ts';
import { chunksOf } from '../../core/records/rows/chunks.ts';
import type { Progress } from '../../ports/compute.ts';
import { apartInForce } from '../constraints/apart-in-force.ts';
import { accountsAcross } from '../partners/accounts-across.ts';
import { MATCHED_ACROSS } from '../rematch/void-groups.ts';
import { signedSessions } from '../sign-off/signed-sessions.ts';
import type { KindOfRun } from '../stored-runs/kind-of-run.ts';
import type { StoreDependencies } from '../stored-runs/store-run.ts';
import { type RenewDependencies, renewSummary } from '../summaries/regenerate-summary.ts';
import { renewLaterMonths } from '../summaries/renew-later-months.ts';
import type { HeldRows } from '../upkeep/row-lease.ts';
import { GROUPS_AT_ONCE, settleGroups } from '../upkeep/settle-groups.ts';
import { clustersWith } from '../worklist/clusters-of-rows.ts';
import type { OpenAcrossMonths, SessionOfMonth } from './open-across-months.ts';

interface AcrossMonths extends SessionOfMonth {
  /** The run's id. */
  readonly operation: string;
  readonly parametersFor: (currencies: readonly string[]) => MatchParameters;
}

interface FoundAcrossMonths {
  readonly groups: readonly LateGroup[];
  /** Groups beyond the window and not proven: a person has to confirm them. */
  readonly proposals: readonly Proposal[];
}

/** Finds groups and proposals; writes nothing. */
export async function matchOpen(
  { store, compute, digest, clock }: Pick<StoreDependencies, 'store' | 'compute' | 'digest' | 'clock'>,
  open: OpenAcrossMonths,
  { key, operation, parametersFor, progress }: AcrossMonths & { readonly progress?: Progress },
): Promise<FoundAcrossMonths> {
  const { gl, bank } = open.items;
  const { free, bothSides } = open;
  // A side alone may still hold an entry and its reversal.
  const isIdle = bothSides ? free.gl + free.bank === 0 : free.gl === 0 || free.bank === 0;
  if (isIdle) return { groups: [], proposals: [] };
  const parameters = parametersFor([...gl.rows.currencies, ...bank.rows.currencies]);
  const session = await store.sessions.get(key);
  const of = { gl: gl.rows, bank: bank.rows };
  const sessions = [...(gl.sessions ?? []), ...(bank.sessions ?? [])].flatMap((one) => one ?? []);
  // Reports of other kinds name no account of the books.
  const accounts =
    session?.kind === BANKING_KIND.name ? await accountsAcross(store, key, { ...of, sessions }) : undefined;
  const plan = planSession(gl.rows, bank.rows, accounts);
  const outcome = await compute.match({ gl: gl.rows, bank: bank.rows, plan, parameters }, progress);
  const { tenant, partner } = key;
  const groups = groupsAcrossMonths(open, outcome, { tenant, partner, operation, digest, at: clock() });
  return { groups, proposals: proposalsAcrossMonths(open, outcome) };
}

/**
 * Proposes and settles the groups, but those wholly inside signed sessions and those of rows that people set apart.
 * Answers all confirmed groups of the operation, of earlier attempts too.
 */
export async function makeGroups(
  { store, clock }: Pick<StoreDependencies, 'store' | 'clock'>,
  groups: readonly LateGroup[],
  { key, operation, under }: Pick<AcrossMonths, 'key' | 'operation'> & Pick<HeldRows, 'under'>,
): Promise<readonly LateGroup[]> {
  const before = await store.lateGroups.ofOperation(key, operation);
  const signed = await signedSessions(store, key);
  const apart = await apartInForce(store, key);
  const allowed = groups.filter(
    (group) => lateSessions(group).some((session) => !signed.has(session)) && !isTogether(group, apart),
  );
  for (const some of chunksOf(allowed, GROUPS_AT_ONCE)) await store.lateGroups.propose(key, { groups: some, under });
  const { confirmed } = await settleGroups(store, key, { at: clock(), under });
  const stand = new Set(confirmed);
  return [...before, ...groups.filter(({ groupId }) => stand.has(groupId))];
}

/** Adds the proposals to the exceptions of their rows as hints; answers warnings. */
export async function showProposals(
  { store, clock }: Pick<StoreDependencies, 'store' | 'clock'>,
  proposals: readonly Proposal[],
  { key: { tenant, partner }, under }: Pick<AcrossMonths, 'key'> & Pick<HeldRows, 'under'>,
): Promise<readonly string[]> {
  for (const session of new Set(proposals.map((one) => one.session))) {
    const hints = proposals.filter((one) => one.session === session);
    for (const some of chunksOf(hints, HINTS_AT_ONCE)) {
      await store.clusters.addHints({ tenant, partner, session }, { hints: some, at: clock(), under });
    }
  }
  return proposals.length === 0 ? [] : [PROPOSED];
}

const HINTS_AT_ONCE = 1_000;

const PROPOSED =
  'Open rows of the period may be those of earlier months beyond the search days, without a reference that proves it: ' +
  'looks_like of their exceptions names them, and nothing of it is matched. Approve the exceptions of what is the ' +
  'same, or run again with more search days.';

/** Voids the pending exceptions of the rows that the groups hold; answers how many. */
export async function voidExceptions(
  { store, clock }: Pick<StoreDependencies, 'store' | 'clock'>,
  groups: readonly LateGroup[],
  {
    key: { tenant, partner },
    clusters,
    under,
  }: Pick<AcrossMonths, 'key'> & Pick<OpenAcrossMonths, 'clusters'> & Pick<HeldRows, 'under'>,
): Promise<number> {
  const held = new Set(groups.flatMap(lateRows).map(({ recordId }) => recordId));
  let voided = 0;
  for (const session of new Set(groups.flatMap(lateSessions))) {
    // Groups of a session that takes no part now come from an earlier attempt.
    const ofSession =
      clusters.get(session) ?? (await store.clusters.rows({ tenant, partner, session }, { decided: false }));
    const clusterIds = clustersWith(ofSession, held);
    const reason = MATCHED_ACROSS;
    if (clusterIds.length === 0) continue;
    voided += await store.clusters.voidSome({ tenant, partner, session }, { clusterIds, reason, at: clock(), under });
  }
  return voided;
}

/** Makes a new summary for each session that has rows in the groups. Answers sentences about those that failed. */
export async function renewSummaries(
  deps: Omit<RenewDependencies, 'kinds'>,
  groups: readonly LateGroup[],
  {
    key,
    operation,
    kinds,
    rows,
    proposedFrom,
  }: Pick<AcrossMonths, 'key' | 'operation'> & {
    readonly kinds: readonly KindOfRun[];
    readonly rows: HeldRows;
    /** The first day of the period if rows of it were proposed; null: none were. */
    readonly proposedFrom: number | null;
  },
): Promise<{ readonly renewed: number; readonly warnings: readonly string[] }> {
  const warnings: string[] = [];
  let renewed = 0;
  const ids = groups.map(({ groupId }) => groupId).sort();
  const cause = deps.digest(JSON.stringify(['late groups', operation, ids])).slice(0, 32);
  for (const name of [...new Set(groups.flatMap(lateSessions))].sort()) {
    const touched = { ...key, session: name };
    const session = await deps.store.sessions.get(touched);
    if (session?.runId == null) continue;
    rows.check();
    try {
      await renewSummary({ ...deps, kinds }, touched, { cause, rows, known: groups });
      renewed++;
    } catch (error) {
      if (!(error instanceof TieoutError && error.code === 'content_pruned')) throw error;
      warnings.push(`The summary of session ${name} was not renewed: its rows are kept no longer.`);
    }
  }
  // Statements of the period and of later ones have rows that a proposal pairs with their net.
  const first = firstDayOf(groups.flatMap(lateRows));
  const after = proposedFrom === null || (first !== null && first < proposedFrom) ? first : proposedFrom - 1;
  if (after !== null) await renewLaterMonths({ ...deps, kinds }, key, { after, cause, rows });
  return { renewed, warnings };
}
