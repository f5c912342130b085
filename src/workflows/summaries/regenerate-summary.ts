// Recalculates a session's summary from what is stored and appends it: the figures of its run with what was decided
// since, a fresh narrative, and the scope and tuning of the run as they were (its matching_method too). Nothing is ever
// updated.

import { TieoutError } from '../../core/errors.ts';
import type { SessionKey } from '../../core/records/documents/session.ts';
import type { SummaryRow } from '../../core/records/documents/summary-row.ts';
import { narrativeOf } from '../../core/summary/narrative.ts';
import { renewSummary } from '../../core/summary/renew-summary.ts';
import { type StoredSummary, summaryFromJson, summaryJson } from '../../core/summary/summary-json.ts';
import type { LanguageModel } from '../../ports/language-model.ts';
import { type LoaderDependencies, tellSummary } from '../delivery/tell-loader.ts';
import { wordSummary } from './word-summary.ts';

/** A banking summary goes to the loader as a whole, by way of the outbox, where there is a loader. */
export interface RegenerateDependencies extends LoaderDependencies {
  /** Milliseconds since 1970, UTC. */
  readonly clock: () => number;
  readonly languageModel?: LanguageModel | null;
}

export type Vertical = 'banking' | 'nip';

/** Once for each cause. Throws summary_unknown for a session of which no summary of the vertical is stored. */
export async function regenerateSummary(
  deps: RegenerateDependencies,
  { vertical, key, cause }: { readonly vertical: Vertical; readonly key: SessionKey; readonly cause: string },
): Promise<StoredSummary> {
  const { store, clock, languageModel } = deps;
  const [session, rows] = [await store.sessions.get(key), await store.summaries.history(key)];
  const latest = rows.at(-1);
  // Sessions of former versions say no kind; theirs were all of banking.
  const isNip = session?.kind === 'nip';
  if (session === null || latest === undefined || isNip !== (vertical === 'nip')) throw unknown(vertical, key);
  const ofRun = summaryFromJson(ofItsRun(rows, session.runId).summary);
  const made = ofItsRun(rows, session.runId).createdAt;
  const late = (await store.lateGroups.ofSession(key)).filter(({ createdAt }) => createdAt >= made);
  const clusters = await store.clusters.counts(key);
  const facts = renewSummary(ofRun.facts, { late, clusters, session: key.session });
  const { words } = await wordSummary(languageModel, facts);
  const scope = { ...ofRun.scope, narrative: narrativeOf(facts), ...(words !== null && { aiNarrative: words }) };
  const summary = summaryJson(facts, words === null ? withoutWords(scope) : scope);
  await store.summaries.append(key, { cause, createdAt: clock(), summary });
  if (vertical === 'banking') await tellSummary(deps, key, cause);
  return { facts, scope };
}

/** The summary that the run which counts was committed with. */
const ofItsRun = (rows: readonly SummaryRow[], runId: string | null): SummaryRow =>
  rows.findLast(({ cause }) => cause === runId) ?? rows.at(-1)!;

/** Words of another summary are not these figures’. */
const withoutWords = ({ aiNarrative: _, ...scope }: StoredSummary['scope']): StoredSummary['scope'] => scope;

const unknown = (vertical: Vertical, { session }: SessionKey): TieoutError =>
  new TieoutError('summary_unknown', `No ${vertical} summary of session ${session} is stored.`);
