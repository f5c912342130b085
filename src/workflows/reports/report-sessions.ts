// Sessions in lists, each with the figures that say whether work is left, and the scopes that they are of.

import { type Caller, maySee } from '../../core/callers/caller.ts';
import type { SummaryFacts } from '../../core/summary/facts.ts';
import type { ListedSession, SessionScope, Sessions } from '../../ports/sessions.ts';
import type { Store } from '../../ports/store.ts';
import type { PageOf, ReportPage } from './report-page.ts';
import { summaryAlone } from './report-summary.ts';

export interface SessionFigures {
  readonly matchRate: SummaryFacts['matchRate'];
  readonly clusters: number;
  readonly clustersPending: number;
  /** In order of currency. */
  readonly proofs: readonly ProvedCurrency[];
}

interface ProvedCurrency {
  readonly currency: string;
  readonly accounts: number;
  readonly agreeing: number;
  /** The unsigned differences of its accounts together, in minor units. */
  readonly difference: bigint;
}

export interface SessionReport extends ListedSession {
  /** Null before its first summary. */
  readonly figures: SessionFigures | null;
  /** Why its latest run failed; null: it did not. */
  readonly failure: string | null;
}

export async function reportSessions(
  store: Store,
  asked: Parameters<Sessions['page']>[0],
): Promise<ReportPage<SessionReport, number>> {
  const { sessions, next, total } = await store.sessions.page(asked);
  const items: SessionReport[] = [];
  for (const session of sessions) {
    const { key, run, version } = session;
    const report = version === 0 ? null : await summaryAlone(store, key);
    const failed = run?.state === 'failed' ? await store.runs.get(run.runId) : null;
    const figures = report && {
      matchRate: report.facts.matchRate,
      clusters: sum(report.clusters),
      clustersPending: sum(report.clustersPending),
      proofs: provedCurrencies(report.facts),
    };
    items.push({ ...session, figures, failure: failed?.failure?.message ?? null });
  }
  return { items, next, total };
}

/** The scopes that the caller may see; `after`: the page before had so many. */
export async function reportScopes(
  store: Store,
  caller: Caller,
  { after, limit }: PageOf<number>,
): Promise<ReportPage<SessionScope, number>> {
  const all = (await store.sessions.scopes()).filter((scope) => maySee(caller, scope));
  const end = (after ?? 0) + limit;
  return { items: all.slice(after ?? 0, end), next: end < all.length ? end : null, total: all.length };
}

const sum = (counts: Readonly<Record<string, number>>): number =>
  Object.values(counts).reduce((all, count) => all + count, 0);

function provedCurrencies({ proofs }: SummaryFacts): ProvedCurrency[] {
  return [...Map.groupBy(proofs, ({ currency }) => currency)]
    .map(([currency, ofCurrency]) => ({
      currency,
      accounts: ofCurrency.length,
      agreeing: ofCurrency.filter(({ difference }) => difference === 0n).length,
      difference: ofCurrency.reduce((all, { difference }) => all + (difference < 0n ? -difference : difference), 0n),
    }))
    .sort((a, b) => (a.currency < b.currency ? -1 : 1));
}
