// The matches of a session's run, in stored order: tier by tier, in canonical order within a tier, then the reversals
// netted on one side, and last the late groups, whichever session they were made for. A page reads the group blocks
// that it lies in and the rows that these name; totals come from the blocks' headers.

import { type GroupBlockHeader, TIER_REVERSAL } from '../../core/records/groups/groups.ts';
import type { LateGroup } from '../../core/records/late/late-groups.ts';
import type { SessionKey } from '../../core/records/session-key.ts';
import type { ReadingDependencies } from '../rows/read-stored-rows.ts';
import type { MatchReport } from './match-report.ts';
import { reportGroups } from './report-groups.ts';
import { reportLate } from './report-late.ts';
import type { PageOf, ReportPage } from './report-page.ts';
import { reportReversals } from './report-reversals.ts';

export interface MatchFilter {
  /** 1 to 9, TIER_MANUAL or TIER_REVERSAL. */
  readonly tier: number | null;
  /** 0 to 1; null: any. */
  readonly minConfidence: number | null;
}

/** A block of a run's groups and the next group in it; late groups come after the last block, as LATE. */
export interface MatchPlace {
  readonly runId: string;
  readonly block: number;
  readonly group: number;
}

/** `replaced`: the place belongs to a run that another run has replaced since. */
type MatchesReported =
  | { readonly outcome: 'page'; readonly page: ReportPage<MatchReport, MatchPlace> }
  | { readonly outcome: 'unknown_session' }
  | { readonly outcome: 'replaced' };

/** Throws store_damaged or store_unavailable. */
export async function reportMatches(
  deps: ReadingDependencies,
  key: SessionKey,
  { filter, page }: { readonly filter: MatchFilter; readonly page: PageOf<MatchPlace> },
): Promise<MatchesReported> {
  const session = await deps.store.sessions.get(key);
  if (session === null || session.runId === null) return { outcome: 'unknown_session' };
  const { runId } = session;
  if (page.after !== null && page.after.runId !== runId) return { outcome: 'replaced' };
  try {
    return { outcome: 'page', page: await readPage(deps, { key, runId, filter, page }) };
  } catch (error) {
    // A run that replaced this one meanwhile also removed its blocks.
    const now = await deps.store.sessions.get(key);
    if (now === null || now.version === session.version) throw error;
    return page.after === null ? reportMatches(deps, key, { filter, page }) : { outcome: 'replaced' };
  }
}

interface Asked {
  readonly key: SessionKey;
  readonly runId: string;
  readonly filter: MatchFilter;
  readonly page: PageOf<MatchPlace>;
}

async function readPage(deps: ReadingDependencies, asked: Asked): Promise<ReportPage<MatchReport, MatchPlace>> {
  const { key, runId, filter, page } = asked;
  const headers = await deps.store.groupBlocks.headers(runId);
  const blocks = headers.filter(({ header }) => isWanted(header, filter));
  const late = (await deps.store.lateGroups.ofSession(key)).filter((group) => isWantedLate(group, filter));
  const total = blocks.reduce((sum, { header }) => sum + header.groups, late.length);
  const items: MatchReport[] = [];
  let next: MatchPlace | null = null;
  for (const { n, header } of blocks) {
    const from = page.after === null || n > page.after.block ? 0 : page.after.group;
    if ((page.after !== null && n < page.after.block) || from >= header.groups) continue;
    if (items.length === page.limit) {
      next = { runId, block: n, group: from };
      break;
    }
    const to = Math.min(header.groups, from + page.limit - items.length);
    const groups = await deps.compute.unpackGroups(await deps.store.groupBlocks.read(runId, [n]));
    const reportsOf = header.tier === TIER_REVERSAL ? reportReversals : reportGroups;
    items.push(...(await reportsOf(deps, key, { groups, from, to })));
    if (to < header.groups) {
      next = { runId, block: n, group: to };
      break;
    }
  }
  if (next !== null) return { items, next, total };
  const first = page.after?.block === LATE ? page.after.group : 0;
  const shown = late.slice(first, first + page.limit - items.length);
  items.push(...shown.map((group) => reportLate(key.session, group)));
  const end = first + shown.length;
  return { items, next: end < late.length ? { runId, block: LATE, group: end } : null, total };
}

/** No run has this many blocks. */
const LATE = 0xffffffff;

const isWantedLate = ({ tier, confidence }: LateGroup, filter: MatchFilter): boolean =>
  (filter.tier === null || filter.tier === tier) && confidence / 100 >= (filter.minConfidence ?? 0);

/** A tier has one confidence, so a block is wanted whole or not at all; a reversal has no confidence. */
function isWanted(header: GroupBlockHeader, { tier, minConfidence }: MatchFilter): boolean {
  const confidence = header.tier === TIER_REVERSAL ? 0 : header.leastConfidence / 100;
  return (tier === null || header.tier === tier) && confidence >= (minConfidence ?? 0);
}
