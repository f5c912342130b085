// The check of a batch, whose answer is the report on it. It keeps what came with the batch beside its message: which
// lists, how many subjects, which of them were refused. The report is made anew from the checks of its subjects.

import { create, type DescMethodUnary } from '@bufbuild/protobuf';
import { StartScreeningBatchResponseSchema } from '../../../../gen/tieout/verification/v1/batches_pb.ts';
import { VerificationService } from '../../../../gen/tieout/verification/v1/verification_service_pb.ts';
import { TieoutError } from '../../../core/errors.ts';
import { type BatchTrouble, batchOutcome, countBatch } from '../../../core/identity/batch-report.ts';
import { checkEvent } from '../../../core/identity/check-event.ts';
import type { CheckOutcome } from '../../../core/identity/check-outcome.ts';
import type { CheckState, KeptCheck, Scope } from '../../../core/records/documents/check.ts';
import { type HeldLease, whileLeased } from '../../../workflows/upkeep/hold.ts';
import { type CheckingOptions, commonAnswer, keptMessage, routeOf } from '../checking.ts';

/** The route of the checks that are batches. */
export const BATCH_ROUTE = routeOf(VerificationService.method.startScreeningBatch as DescMethodUnary);

/** Most refusals that a report lists. */
const MOST_REFUSALS = 1_000;

/** How long others wait for a batch whose process died. */
const BATCH_LEASE_MS = 30_000;

interface Refusal {
  /** From 1. */
  readonly row: number;
  readonly detail: string;
}

/** What the batch's own check keeps beside its message. */
export interface BatchHead extends BatchTrouble {
  readonly subjects: number;
  readonly refused: number;
  /** The first MOST_REFUSALS. */
  readonly refusals: readonly Refusal[];
  readonly lists: readonly string[];
  readonly threshold: number;
  readonly store: boolean;
  /** Whether a call still brings subjects: it holds the batch's lease as long as it lives. */
  readonly isArriving: boolean;
}

export const newHead = (given: Pick<BatchHead, 'lists' | 'threshold' | 'store'>): BatchHead => ({
  ...{ subjects: 0, refused: 0, refusals: [], isArriving: true, brokeOff: false, heldUp: null },
  ...given,
});

/** The head with one more subject. `refusal`: why it cannot be screened; null: it can. */
export const withSubject = (head: BatchHead, refusal: string | null): BatchHead => {
  const row = head.subjects + 1;
  if (refusal === null) return { ...head, subjects: row };
  const refusals = head.refused < MOST_REFUSALS ? [...head.refusals, { row, detail: refusal }] : head.refusals;
  return { ...head, subjects: row, refused: head.refused + 1, refusals };
};

export const headOf = ({ answer }: KeptCheck): BatchHead => answer['batch'] as unknown as BatchHead;

/** The lease of whoever works on a batch. */
export const batchLease = (batchId: string) => ({ name: `screening-batch/${batchId}`, leaseMs: BATCH_LEASE_MS });

const tookUp = () =>
  new TieoutError(
    'store_unavailable',
    'The store was away for so long that another process took up the batch: what arrived is screened, send the rest.',
  );

/** Works while subjects of the batch arrive; `hold` is null if another process works on the batch already. */
export async function whileArriving(
  { store }: Pick<CheckingOptions, 'store'>,
  batchId: string,
  work: (hold: HeldLease | null) => Promise<void>,
): Promise<void> {
  const done = await whileLeased(store.leases, { ...batchLease(batchId), lost: tookUp }, async (hold) => {
    await work(hold);
    return true;
  });
  if (done === null) await work(null);
}

/** The report on a batch as of now; null if there is none. */
export async function batchReport(options: CheckingOptions, scope: Scope, batchId: string) {
  const [batch] = await options.store.checks.get(scope, [batchId]);
  if (batch?.route !== BATCH_ROUTE) return null;
  const head = headOf(batch);
  const tally = await options.store.checks.tally(scope, batchId);
  return reportMessage(batch, { head, outcome: outcomeOf(head, tally, batch.state ?? 'in_progress'), tally });
}

export async function reportOf(options: CheckingOptions, scope: Scope, batchId: string) {
  const report = await batchReport(options, scope, batchId);
  if (report === null) throw new TieoutError('not_found', 'The batch was deleted meanwhile');
  return report;
}

type Tally = Awaited<ReturnType<CheckingOptions['store']['checks']['tally']>>;

const outcomeOf = (head: BatchHead, tally: Tally, state: CheckState): CheckOutcome =>
  batchOutcome(countBatch(tally, head), state, head);

function reportMessage(
  { checkId, createdAt }: Pick<KeptCheck, 'checkId' | 'createdAt'>,
  { head, outcome, tally }: { readonly head: BatchHead; readonly outcome: CheckOutcome; readonly tally: Tally },
) {
  const { byStatus, ...counts } = countBatch(tally, head);
  const { verified, partial, review, not_verified: notVerified, error: failed } = byStatus;
  return create(StartScreeningBatchResponseSchema, {
    ...commonAnswer({ checkId, now: createdAt, outcome }),
    ...counts,
    ...{ verified, partial, review, notVerified, failed },
    refusals: head.refusals.map((one) => ({ ...one })),
  });
}

interface NewBatch {
  readonly scope: Scope;
  readonly batchId: string;
  readonly requestDigest: string;
  readonly head: BatchHead;
  readonly actor: string | null;
}

/** The check of a batch whose subjects are not stored yet. */
export function newBatch(
  { clock, keepMs, holdMs }: CheckingOptions,
  { scope, batchId: checkId, requestDigest, head, actor }: NewBatch,
): KeptCheck {
  const now = clock();
  const outcome = outcomeOf(head, [], 'in_progress');
  const message = reportMessage({ checkId, createdAt: now }, { head, outcome, tally: [] });
  return {
    ...{ scope, checkId, route: BATCH_ROUTE, requestDigest, subjectRef: null, actor, batchId: null },
    ...{ createdAt: now, expiresAt: now + Math.max(keepMs, holdMs), status: outcome.status, state: 'in_progress' },
    answer: { ...keptMessage(StartScreeningBatchResponseSchema, message), batch: head as never },
  };
}

/** Notes what has arrived so far, without counting anew. Answers the batch as it is kept then. */
export async function noteArrived({ store }: CheckingOptions, batch: KeptCheck, head: BatchHead): Promise<KeptCheck> {
  const answer = { ...batch.answer, batch: head as never };
  const to = { answer, status: batch.status, state: batch.state };
  return (await store.checks.update(batch.scope, batch.checkId, to, batch.answer)) ? { ...batch, answer } : batch;
}

/**
 * Notes how far the batch is, and with which result. What is complete stays so, but for a batch that broke off and that a
 * repeated call brings whole.
 */
export async function noted(
  { store, digest, clock }: CheckingOptions,
  { scope, checkId }: KeptCheck,
  state: CheckState,
  changed: Partial<BatchHead> = {},
): Promise<void> {
  const [batch] = await store.checks.get(scope, [checkId]);
  if (batch === undefined || (batch.state === 'complete' && !headOf(batch).brokeOff)) return;
  const head = { ...headOf(batch), ...changed };
  const tally = await store.checks.tally(scope, checkId);
  // A call that is repeated may have brought more meanwhile.
  if (state === 'complete' && tally.some((one) => one.state === 'pending')) return;
  const outcome = outcomeOf(head, tally, state);
  const message = reportMessage(batch, { head, outcome, tally });
  const answer = { ...keptMessage(StartScreeningBatchResponseSchema, message), batch: head as never };
  if (!(await store.checks.update(scope, checkId, { answer, status: outcome.status, state }, batch.answer))) return;
  if (state !== 'complete') return;
  const at = new Date(clock()).toISOString();
  await store.outbox.add([checkEvent({ scope, checkId, route: BATCH_ROUTE, subjectId: null, outcome, at }, digest)]);
}
