// Sheets of decisions that come back, as messages: the plan, the plan carried out, or the rows that conflict.

import type { MessageInitShape } from '@bufbuild/protobuf';
import {
  type DecideBySheetRequest,
  type DecisionPlanSchema,
  type PlannedDecisionsSchema,
  SheetAnswer,
} from '../../../gen/tieout/people/v1/decision_sheet_pb.ts';
import type { PeopleService } from '../../../gen/tieout/people/v1/people_service_pb.ts';
import {
  ClusterTypeSchema,
  DecisionStatusSchema,
  DecisionTypeSchema,
} from '../../../gen/tieout/resolution/v1/vocabulary_pb.ts';
import { decisionSheets } from '../../core/decision-sheet/sheet-lines.ts';
import type { PlannedGroup, SheetConflict, SheetPlan } from '../../core/decision-sheet/sheet-plan.ts';
import { wordOf } from '../../core/decision-sheet/sheet-words.ts';
import { TieoutError } from '../../core/errors.ts';
import { MAX_PROBLEMS, MAX_SHEET_BYTES } from '../../core/limits.ts';
import { sumsOf } from '../../core/people/proposal.ts';
import type { SessionKey } from '../../core/records/session-key.ts';
import type { Sheet } from '../../core/summary/layout/cell.ts';
import { moneyOfCluster } from '../../workflows/decisions/review-decision.ts';
import type { ProposingDependencies } from '../../workflows/proposals/propose.ts';
import { type DecidedSheet, decideBySheet } from '../../workflows/sheets/decide-by-sheet.ts';
import { linesOfClusters } from '../../workflows/sheets/lines-of-clusters.ts';
import { type Held, type PlannedSheet, planSheet, type SheetDependencies } from '../../workflows/sheets/plan-sheet.ts';
import { enumNumber } from '../enum-names.ts';
import { foundOrThrow, sessionOf } from '../reporting/asked-session.ts';
import { moneyNumber } from '../reporting/json-money.ts';
import { asResolveFails } from '../resolution/resolve.ts';
import type { CallContext, ServiceHandlers, Streamed } from '../services.ts';

export type DecisionSheetDependencies = SheetDependencies &
  ProposingDependencies & {
    readonly workbook: (...sheets: readonly Sheet[]) => { readonly contentType: string; readonly content: Uint8Array };
  };

/** Conflicts that an answer lists. */
const MOST_CONFLICTS = 1_000;

export function decisionSheetHandlers(
  deps: DecisionSheetDependencies,
): Required<Pick<ServiceHandlers<typeof PeopleService>, 'decideBySheet'>> {
  return {
    async decideBySheet(messages, { caller, tell }: Pick<CallContext, 'caller' | 'tell'>) {
      const request = await wholeSheet(messages);
      const key = sessionOf(request);
      const sent = { key, content: request.content!, caller };
      if (request.plan !== undefined) {
        try {
          const given = { digest: request.plan, isProposed: request.propose === true };
          const decided = foundOrThrow(await decideBySheet(deps, sent, given), key);
          return { answer: { case: 'plan', value: planMessage(key, decided, decided) } };
        } catch (error) {
          throw asResolveFails(error);
        }
      }
      const planned = foundOrThrow(await planSheet(deps, sent), key);
      if (request.format !== SheetAnswer.XLSX)
        return { answer: { case: 'plan', value: planMessage(key, planned, null) } };
      const sheets = await conflictSheets(deps, key, planned.plan);
      tell('tieout-left-out', String(sheets.gone));
      return { answer: { case: 'document', value: deps.workbook(...sheets.sheets) } };
    },
  };
}

/** The first message, with the content of all. Throws body_too_large, invalid_request. */
export async function wholeSheet(
  messages: AsyncIterable<Streamed<DecideBySheetRequest>>,
): Promise<DecideBySheetRequest> {
  let first: DecideBySheetRequest | null = null;
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  for await (const { message } of messages) {
    first ??= message;
    const { content = new Uint8Array() } = message;
    bytes += content.length;
    if (bytes > MAX_SHEET_BYTES)
      throw new TieoutError('body_too_large', `The workbook is larger than ${MAX_SHEET_BYTES >> 20} MiB`);
    pieces.push(content);
  }
  if (first === null)
    throw new TieoutError('invalid_request', 'The stream has no message, which would name the session');
  return { ...first, content: Buffer.concat(pieces) };
}

/** The exceptions that moved, with what was written in them; void ones have no row. */
async function conflictSheets(
  deps: DecisionSheetDependencies,
  key: SessionKey,
  { conflicts }: SheetPlan,
): Promise<{ readonly sheets: readonly Sheet[]; readonly gone: number }> {
  const clusters = conflicts.flatMap(({ ask, now }) =>
    now === null ? [] : [{ cluster: now, written: { decision: wordOf(ask), note: ask.note ?? '' } }],
  );
  const lines = await linesOfClusters(deps, key, clusters);
  return { sheets: decisionSheets(lines, deps.digest), gone: conflicts.length - clusters.length };
}

/** `done`: of a plan that was carried out. */
function planMessage(
  { session }: SessionKey,
  { plan, held }: PlannedSheet,
  done: Pick<DecidedSheet, 'decided' | 'moved' | 'proposed'> | null,
): MessageInitShape<typeof DecisionPlanSchema> {
  const { digest, groups, conflicts, errors, notesAlone, alreadySo, blank } = plan;
  const planned = groups.reduce((sum, group) => (held.has(group) ? sum : sum + group.clusters.length), 0);
  return {
    ...{ sessionId: session, digest, isCarriedOut: done !== null, alreadySo, blank },
    groups: groups.map((group) => groupMessage(group, held.get(group) ?? null, done?.proposed.get(group) ?? [])),
    decided: done === null ? planned : done.decided,
    ...{ notesAlone: notesAlone.length, noteLines: notesAlone.slice(0, MAX_PROBLEMS) },
    conflicts: conflicts.length + (done?.moved ?? 0),
    conflicting: conflicts.slice(0, MOST_CONFLICTS).map(conflictMessage),
    ...{ errors: errors.length, wrongCells: errors.slice(0, MAX_PROBLEMS) },
  };
}

function groupMessage(
  { named, type, decision, teaches, note, clusters }: PlannedGroup,
  held: Held | null,
  proposalIds: readonly string[],
): MessageInitShape<typeof PlannedDecisionsSchema> {
  const sums = sumsOf(clusters.map(moneyOfCluster));
  return {
    ...{
      domain: named,
      clusterType: enumNumber(ClusterTypeSchema)(type),
      isRecurring: teaches,
      note: note ?? undefined,
    },
    ...{ decision: enumNumber(DecisionTypeSchema)(decision), clusters: clusters.length, held: held?.why },
    amounts: sums.map(({ currency, minor }) => ({ currency, amount: moneyNumber(BigInt(minor), currency) })),
    heldClusterIds: held === null ? [] : clusters.map(({ clusterId }) => clusterId),
    ...{ isProposable: held?.isProposable === true, proposalIds: [...proposalIds] },
  };
}

const conflictMessage = ({ ask, now }: SheetConflict) => ({
  ...{ line: ask.line, clusterId: ask.clusterId, decision: enumNumber(DecisionTypeSchema)(ask.decision) },
  seen: enumNumber(DecisionStatusSchema)(ask.seen),
  now: now === null ? undefined : enumNumber(DecisionStatusSchema)(now.decisionStatus),
});
