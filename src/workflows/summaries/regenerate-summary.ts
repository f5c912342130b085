// Renews a session's summary and appends it: its figures, proofs and clusters from what is stored now, a new narrative,
// and the scope and parameters of its run as they were (its matching_method too). Decisions, runs across months and
// requests all use it. Figures of the same run, late groups and carried rows are taken from the summary that has them;
// if one of these changed they are made again from the stored rows. Nothing is ever updated.

import { TieoutError } from '../../core/errors.ts';
import { ASSET_KIND } from '../../core/kinds/asset.ts';
import type { LateGroup } from '../../core/records/late/late-groups.ts';
import type { SessionKey } from '../../core/records/session-key.ts';
import { figuresBasis } from '../../core/summary/figures-basis.ts';
import { holdingsNarrative } from '../../core/summary/holdings-narrative.ts';
import { narrativeOf } from '../../core/summary/narrative.ts';
import { withClusters } from '../../core/summary/renew-summary.ts';
import { type StoredSummary, summaryFromJson, summaryJson } from '../../core/summary/summary-json.ts';
import type { CommittedSession } from '../../ports/sessions.ts';
import type { Store } from '../../ports/store.ts';
import { type LoaderDependencies, tellSummary } from '../delivery/tell-loader.ts';
import { type AsItStands, type KindOfRun, kindAmong } from '../stored-runs/kind-of-run.ts';
import type { StoreDependencies } from '../stored-runs/store-run.ts';
import type { HeldRows } from '../upkeep/row-lease.ts';
import { isCarriedAsThen } from './carried-now.ts';
import { wordSummary } from './word-summary.ts';

/** A banking summary goes to the loader as a whole, through the outbox, if there is a loader. */
export interface RenewDependencies extends StoreDependencies, LoaderDependencies {
  /** The kinds of the runs that sessions name. */
  readonly kinds: readonly KindOfRun[];
}

export type Vertical = 'banking' | 'nip';

/** Renews once for each cause. Throws summary_unknown if the session has no stored summary of the vertical. */
export async function regenerateSummary(
  deps: RenewDependencies,
  { vertical, key, cause }: { readonly vertical: Vertical; readonly key: SessionKey; readonly cause: string },
): Promise<StoredSummary> {
  const [session, latest] = [await deps.store.sessions.get(key), await deps.store.summaries.latest(key)];
  // Sessions of former versions have no kind; all of them are banking.
  const isNip = session?.kind === 'nip';
  if (session === null || latest === null || isNip !== (vertical === 'nip')) {
    throw new TieoutError('summary_unknown', `No ${vertical} summary of session ${key.session} is stored.`);
  }
  return renewSummary(deps, key, { cause });
}

/**
 * For a session that names a run. `rows`: the lease to write under. `known`: late groups that need not be read. Throws
 * content_pruned, session_busy.
 */
export async function renewSummary(
  deps: RenewDependencies,
  key: SessionKey,
  {
    cause,
    rows,
    known = [],
  }: { readonly cause: string; readonly rows?: HeldRows; readonly known?: readonly LateGroup[] },
): Promise<StoredSummary> {
  const { store, clock, languageModel } = deps;
  const stands = await currentSummary(deps, key, known);
  const clusters = await store.clusters.counts(key);
  const facts = withClusters(stands.facts, clusters);
  const { words } = await wordSummary(languageModel, facts);
  const narrative = stands.scope.kind === ASSET_KIND.name ? holdingsNarrative(facts) : narrativeOf(facts);
  const scope = { ...stands.scope, narrative, aiNarrative: words };
  // The rows stay held while a language model answers.
  rows?.check();
  const summary = summaryJson({ facts, scope, madeOf: stands.madeOf });
  await store.summaries.append(key, { cause, createdAt: clock(), summary, ...(rows && { under: rows.under }) });
  await tellSummary(deps, key, cause);
  return { facts, scope };
}

/** Its run may be replaced before its rows are read: then the result mixes two runs, and is read again. */
async function currentSummary(
  deps: RenewDependencies,
  key: SessionKey,
  known: readonly LateGroup[],
): Promise<StoredSummary> {
  const { store, digest } = deps;
  for (let session = await sessionWithRun(deps, key); ; ) {
    const late = await store.lateGroups.idsOfSession(key);
    const basis = figuresBasis({ runId: session.runId, late }, digest);
    const made = await store.summaries.ofBasis(key, basis);
    const stored = made === null ? null : { ...summaryFromJson(made.summary), madeOf: undefined };
    if (stored !== null && (await isCarriedAsThen(deps, session, stored))) return stored;
    let found: StoredSummary | TieoutError;
    try {
      found = await summaryFromRows(deps, { session, late: await groupsOf(store, key, { ids: late, known }) });
    } catch (error) {
      if (!(error instanceof TieoutError)) throw error;
      if (error.code === 'content_pruned' && stored !== null) return stored;
      found = error;
    }
    const now = await sessionWithRun(deps, key);
    if (now.runId === session.runId) {
      if (found instanceof TieoutError) throw found;
      const { facts, scope, madeOf } = found;
      return { facts, scope: { ...scope, basis }, madeOf: madeOf && { ...madeOf, late } };
    }
    session = now;
  }
}

/** The groups with these ids, in their order. */
async function groupsOf(
  { lateGroups }: Pick<Store, 'lateGroups'>,
  key: SessionKey,
  { ids, known }: { readonly ids: readonly string[]; readonly known: readonly LateGroup[] },
): Promise<LateGroup[]> {
  const groups = new Map(known.map((group) => [group.groupId, group]));
  const missing = ids.filter((id) => !groups.has(id));
  if (missing.length > 0) for (const group of await lateGroups.named(key, missing)) groups.set(group.groupId, group);
  return ids.flatMap((id) => groups.get(id) ?? []);
}

async function summaryFromRows(deps: RenewDependencies, of: AsItStands): Promise<StoredSummary> {
  const run = (await deps.store.runs.get(of.session.runId))!;
  const kind = kindAmong(deps.kinds, run);
  if (kind !== undefined) return kind.anew(deps, of, kind.decode(run));
  const { session } = of.session.key;
  const why = `This process does not know runs of kind ${run.kind}`;
  throw new TieoutError('session_busy', `${why}: another one renews the summary of session ${session}.`);
}

async function sessionWithRun({ store }: Pick<RenewDependencies, 'store'>, key: SessionKey): Promise<CommittedSession> {
  const session = await store.sessions.get(key);
  if (session?.runId == null) {
    throw new TieoutError('summary_unknown', `Session ${key.session} names no run: there is nothing to sum up.`);
  }
  return { ...session, runId: session.runId };
}
