// How a partner's latest sessions matched: the match rate and the mix of tiers of each, what people took apart of it, and
// of all of them together how much of what each tier made was left standing.

import { CONFIDENCE, LAST_TIER } from '../../core/matching/outcome/outcome.ts';
import type { PartnerScope } from '../../core/records/session-key.ts';
import type { SummaryFacts } from '../../core/summary/facts.ts';
import { summaryFromJson } from '../../core/summary/summary-json.ts';
import type { CommittedSession } from '../../ports/sessions.ts';
import type { Store } from '../../ports/store.ts';
import { apartInForce } from '../constraints/apart-in-force.ts';
import { hasRun } from '../rows/neighbour-sessions.ts';

export interface QualityReport {
  /** The earliest period first. */
  readonly sessions: readonly SessionQuality[];
  readonly tiers: readonly TierQuality[];
}

interface SessionQuality extends Pick<SummaryFacts, 'matchRate' | 'byTier' | 'period'> {
  readonly session: CommittedSession;
  readonly takenApart: number;
}

interface TierQuality {
  readonly tier: number;
  /** Hundredths. */
  readonly confidence: number;
  /** Matches that stand and matches that were taken apart; not 0. */
  readonly matches: number;
  readonly takenApart: number;
}

export async function reportQuality(
  store: Pick<Store, 'sessions' | 'summaries' | 'acts'>,
  scope: PartnerScope,
  most: number,
): Promise<QualityReport> {
  const apart = Map.groupBy(await apartInForce(store, scope), ({ session }) => session);
  const dated: { readonly session: CommittedSession; readonly last: number }[] = [];
  for (const session of (await store.sessions.list(scope)).filter(hasRun)) {
    // A run without given days has those of its rows.
    const last = session.periodEnd ?? (await factsOf(store, session))?.period?.end ?? null;
    if (last !== null) dated.push({ session, last });
  }
  dated.sort((a, b) => b.last - a.last || (a.session.key.session < b.session.key.session ? -1 : 1));
  const sessions: SessionQuality[] = [];
  for (const { session } of dated) {
    if (sessions.length === most) break;
    const facts = await factsOf(store, session);
    if (facts === null) continue;
    const { matchRate, byTier, period } = facts;
    sessions.push({ session, matchRate, byTier, period, takenApart: apart.get(session.key.session)?.length ?? 0 });
  }
  const parted = sessions.flatMap(({ session: { key } }) => apart.get(key.session) ?? []);
  return { sessions: sessions.reverse(), tiers: tiersOf(sessions, parted) };
}

async function factsOf(
  { summaries }: Pick<Store, 'summaries'>,
  { key }: CommittedSession,
): Promise<SummaryFacts | null> {
  const row = await summaries.latest(key);
  return row === null ? null : summaryFromJson(row.summary).facts;
}

function tiersOf(sessions: readonly SessionQuality[], parted: readonly { readonly tier?: number }[]): TierQuality[] {
  return Array.from({ length: LAST_TIER }, (_, i) => i + 1).flatMap((tier) => {
    const takenApart = parted.filter((one) => one.tier === tier).length;
    const matches = sessions.reduce((sum, { byTier }) => sum + (byTier[tier] ?? 0), takenApart);
    return matches === 0 ? [] : [{ tier, confidence: CONFIDENCE[tier], matches, takenApart }];
  });
}
