// Taking matches apart, and the constraints that follow, as messages.

import { setTimeout as pause } from 'node:timers/promises';
import type { PeopleService } from '../../../gen/tieout/people/v1/people_service_pb.ts';
import type { Apart } from '../../core/people/set-apart.ts';
import type { LateRow } from '../../core/records/late/late-groups.ts';
import type { SessionKey } from '../../core/records/session-key.ts';
import { apartInForce } from '../../workflows/constraints/apart-in-force.ts';
import type { PeopleDependencies } from '../../workflows/people/match-by-hand.ts';
import { matchesOfRun, type TakenApart, takeApart } from '../../workflows/people/take-apart.ts';
import { undoConstraint } from '../../workflows/people/undo-constraint.ts';
import { reportCopy } from '../../workflows/reports/report-late.ts';
import { runAgainId } from '../../workflows/runs/run-again.ts';
import { instant } from '../plain-values.ts';
import { sessionOf } from '../reporting/asked-session.ts';
import { rowMessage } from '../reporting/reporting-messages.ts';
import type { ServiceHandlers } from '../services.ts';

type PartingMethod = 'takeMatchApart' | 'listConstraints' | 'undoConstraint';

export function partingHandlers(
  deps: PeopleDependencies,
): Required<Pick<ServiceHandlers<typeof PeopleService>, PartingMethod>> {
  return {
    async takeMatchApart(request, { caller }) {
      const key = sessionOf(request);
      const { groupId = '', note = '' } = request;
      const taken = await takeApart(deps, { key, groupId, note, by: caller.id, branches: caller.branches });
      const { constraint } = taken;
      if (constraint === null) return { groupId };
      const runId = runAgainId(taken.runId, [groupId], deps.digest);
      return { groupId, constraintId: constraint, runId, ...(await changedBy(deps, key, { taken, runId })) };
    },

    async listConstraints({ tenantId = '', partnerId = '' }) {
      const items = await apartInForce(deps.store, { tenant: tenantId, partner: partnerId });
      return { items: items.map(constraintMessage) };
    },

    async undoConstraint({ constraintId = '', tenantId = '', partnerId = '', note = '' }, { caller }) {
      const scope = { tenant: tenantId, partner: partnerId };
      await undoConstraint(deps, { scope, id: constraintId, note, by: caller.id, branches: caller.branches });
      return { constraintId };
    },
  };
}

/** How long an answer waits for the run; a larger session is looked at later, by the run's id. */
const MOST_WAIT_MS = 20_000;
const LOOK_EVERY_MS = 100;

/** What the run changed beside the match that was taken apart, if it ends in time. */
async function changedBy(
  deps: PeopleDependencies,
  key: SessionKey,
  { taken: { before, group }, runId }: { readonly taken: TakenApart; readonly runId: string },
) {
  for (let waited = 0; waited < MOST_WAIT_MS; waited += LOOK_EVERY_MS) {
    await pause(LOOK_EVERY_MS);
    const run = await deps.store.runs.get(runId);
    if (run === null || run.status === 'accepted' || run.status === 'running') continue;
    const session = await deps.store.sessions.get(key);
    if (session?.runId !== runId) break;
    const after = new Set((await matchesOfRun(deps, { ...session, runId }, null)).ids);
    const goneGroupIds = before.filter((id) => id !== group.groupId && !after.has(id)).sort();
    const known = new Set(before);
    return { rematched: true, goneGroupIds, newGroupIds: [...after].filter((id) => !known.has(id)).sort() };
  }
  return { rematched: false };
}

const constraintMessage = ({ id, session, groupId, rows, note, by, at }: Apart) => ({
  ...{ constraintId: id, sessionId: session, groupId, gl: rows.gl.map(copyMessage), bank: rows.bank.map(copyMessage) },
  ...{ note, by: by ?? undefined, at: instant(at) },
});

const copyMessage = (row: LateRow) => rowMessage(reportCopy(row));
