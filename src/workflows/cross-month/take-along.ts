// A cross-month run for the command line: of a session, without a queue.

import type { Proposal } from '../../core/cross-month/proposals.ts';
import type { MatchParameters } from '../../core/matching/parameters.ts';
import type { LateGroup } from '../../core/records/late/late-groups.ts';
import type { SessionKey } from '../../core/records/session-key.ts';
import { finishingBy, type KindOfRun } from '../stored-runs/kind-of-run.ts';
import type { StoreDependencies } from '../stored-runs/store-run.ts';
import type { Hold } from '../upkeep/hold.ts';
import { holdingRows } from '../upkeep/row-lease.ts';
import { makeGroups, matchOpen, renewSummaries, showProposals, voidExceptions } from './match-across-months.ts';
import { openAcrossMonths } from './open-across-months.ts';

interface Taking {
  readonly key: SessionKey;
  readonly runId: string;
  readonly periodStart: number;
  readonly periodEnd: number;
  readonly monthsBack: number;
  readonly parametersFor: (currencies: readonly string[]) => MatchParameters;
  readonly kinds: readonly KindOfRun[];
  readonly hold: Hold;
}

interface TakenAlong {
  readonly made: readonly LateGroup[];
  readonly proposals: readonly Proposal[];
}

/** Matches open items of both sides of the months before with the session's and with one another. */
export async function takeAlong(
  deps: StoreDependencies,
  { key, runId, kinds, hold, ...of }: Taking,
): Promise<TakenAlong> {
  const operation = deps.digest(JSON.stringify(['across months', runId, of.monthsBack])).slice(0, 32);
  const asked = { key, ofRun: hold, runId: operation, finish: finishingBy(kinds, deps), clock: deps.clock };
  return holdingRows(deps.store, asked, async (rows) => {
    const { under } = rows;
    const open = await openAcrossMonths(deps, { key, ...of, bothSides: true });
    const { groups, proposals } = await matchOpen(deps, open, { key, operation, ...of, bothSides: true });
    const made = await makeGroups(deps, groups, { key, operation, under });
    await voidExceptions(deps, made, { key, clusters: open.clusters, under });
    await showProposals(deps, proposals, { key, under });
    const proposedFrom = proposals.length > 0 ? of.periodStart : null;
    await renewSummaries(deps, made, { key, operation, kinds, rows, proposedFrom });
    return { made, proposals };
  });
}
