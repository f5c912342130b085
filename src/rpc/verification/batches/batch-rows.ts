// The checks of a batch's subjects. Each is stored as pending with the subject, screened, and then has the answer alone. A
// subject that cannot be screened whatever is tried is answered as an error, so that it holds up no other.

import { create, fromBinary, type MessageInitShape, toBinary } from '@bufbuild/protobuf';
import { type BatchSubject, BatchSubjectSchema } from '../../../../gen/tieout/verification/v1/batches_pb.ts';
import { VerificationService } from '../../../../gen/tieout/verification/v1/verification_service_pb.ts';
import { ERROR_KINDS } from '../../../core/error-kinds.ts';
import { TieoutError } from '../../../core/errors.ts';
import { checkEvent } from '../../../core/identity/check-event.ts';
import { type CheckOutcome, OWN_SOURCE } from '../../../core/identity/check-outcome.ts';
import type { KeptCheck } from '../../../core/records/documents/check.ts';
import type { ScreeningSubject } from '../../../core/screening/entities/listed-entity.ts';
import type { CheckSearch } from '../../../ports/verification/checks.ts';
import { type KeptNow, keepSubject } from '../../../workflows/verification/kept-subjects.ts';
import { type CheckingOptions, commonAnswer, keptAbout, keptMessage, routeOf } from '../checking.ts';
import { screenAbout } from '../screening.ts';
import type { BatchHead } from './batch-record.ts';

const method = VerificationService.method.screenPepAndSanction;
const ROUTE = routeOf(method);

/** Subjects that are stored, or screened, at once. */
export const AT_ONCE = 64;

/** The subjects of a batch that wait. */
export const WAITING_ROWS: Omit<CheckSearch, 'tenant' | 'partner' | 'batchId'> = {
  ...{ route: ROUTE, status: null, state: 'pending', subjectRef: null, actor: null },
  ...{ from: null, before: null, keptAt: 0 },
};

export async function inPortions<Item>(
  items: readonly Item[],
  work: (portion: readonly Item[]) => Promise<unknown>,
): Promise<void> {
  for (let from = 0; from < items.length; from += AT_ONCE) await work(items.slice(from, from + AT_ONCE));
}

export interface BatchRow {
  readonly batch: KeptCheck;
  /** From 1. */
  readonly row: number;
  readonly subject: BatchSubject;
}

const WAITING: CheckOutcome = {
  ...{ status: 'review', state: 'pending', source: { list: 'none', version: '-' } },
  reasons: [{ code: 'waiting', detail: 'It is not screened yet.' }],
};

/** The pending check of a subject. It has the subject only until it is screened. */
export function rowCheck({ digest }: CheckingOptions, { batch, row, subject }: BatchRow): KeptCheck {
  const { scope, checkId: batchId, createdAt, expiresAt, actor } = batch;
  const checkId = digest(JSON.stringify([batchId, row])).slice(0, 32);
  const message = create(method.output, commonAnswer({ checkId, now: createdAt, outcome: WAITING }) as never);
  const sent = Buffer.from(toBinary(BatchSubjectSchema, subject)).toString('base64');
  return {
    ...{ scope, checkId, route: ROUTE, requestDigest: batchId, subjectRef: subject.subjectRef!, actor, batchId },
    ...{ createdAt, expiresAt, status: WAITING.status, state: 'pending' },
    answer: { ...keptMessage(method.output, message), sent },
  };
}

const FAILED: CheckOutcome = {
  ...{ status: 'error', source: OWN_SOURCE },
  reasons: [
    { code: 'not_screened', detail: 'The service failed on this subject: nothing is known of it. Send it again.' },
  ],
};

/** Screens subjects that wait. Throws the first failure that may pass, once all were tried. */
export async function screenRows(
  options: CheckingOptions,
  { head, rows }: { readonly head: BatchHead; readonly rows: readonly KeptCheck[] },
): Promise<void> {
  const tried = await Promise.allSettled(
    rows.map((row) =>
      screenRow(options, head, row).catch((error) => {
        if (error instanceof TieoutError && ERROR_KINDS[error.code].retryable) throw error;
        options.log.error({ err: error, check_id: row.checkId }, 'A subject of a batch could not be screened.');
        return end(options, row, { outcome: FAILED });
      }),
    ),
  );
  const failed = tried.find((one) => one.status === 'rejected');
  if (failed !== undefined) throw failed.reason;
}

/** Screens a subject that waits. One that was deleted meanwhile is not kept again. */
async function screenRow(options: CheckingOptions, head: BatchHead, row: KeptCheck): Promise<void> {
  const { clock } = options;
  const { scope, subjectRef, actor } = row;
  if (typeof row.answer['sent'] !== 'string') return;
  const about = fromBinary(BatchSubjectSchema, Buffer.from(row.answer['sent'], 'base64'));
  const asked = { ...head, now: clock(), scope, subjectRef };
  const { outcome, subject, afterKept, details } = await screenAbout(options, about, asked);
  // The subject is kept before the check: an interruption between the two repeats both.
  const isKept = head.store && subjectRef !== null;
  const kept = isKept ? await keepSubject(options, { scope, subjectRef, of: subject, actor }) : null;
  const known = kept ?? (subjectRef === null ? null : await options.store.subjects.get(scope, subjectRef));
  const own = { ...details, ...(kept !== null && (await afterKept())) };
  const isEnded = await end(options, row, {
    outcome,
    own: own as RowAnswer,
    subjectId: known?.subjectId ?? null,
    subject,
  });
  if (isEnded || kept === null) return;
  if ((await options.store.checks.get(scope, [row.checkId])).length === 0) await forgetSubject(options, row, kept);
}

/** Takes back what this screening kept, and nothing that a later call did. */
async function forgetSubject({ store }: CheckingOptions, row: KeptCheck, { updatedAt }: KeptNow): Promise<void> {
  const { scope, createdAt } = row;
  const gone = await store.subjects.delete(scope, row.subjectRef!, { subject: updatedAt, checks: createdAt });
  if (gone.existed) await store.cases.erase(scope, row.subjectRef!);
}

type RowAnswer = MessageInitShape<typeof method.output>;

interface RowResult {
  readonly outcome: CheckOutcome;
  readonly own?: RowAnswer;
  readonly subjectId?: string | null;
  readonly subject?: ScreeningSubject;
}

/** False if the check is gone, or has its answer already. */
async function end(
  { store, clock, digest }: CheckingOptions,
  row: KeptCheck,
  { outcome, own = {}, subjectId = null, subject }: RowResult,
): Promise<boolean> {
  const { scope, checkId } = row;
  const common = commonAnswer({ checkId, now: clock(), outcome });
  const message = create(method.output, { ...common, ...own } as RowAnswer);
  const answer = { ...keptMessage(method.output, message), ...(subject && keptAbout(subject)) };
  const to = { answer, status: outcome.status, state: 'complete' } as const;
  if (!(await store.checks.update(scope, checkId, to, row.answer))) return false;
  const event = { scope, checkId, route: ROUTE, subjectId, outcome, at: common.createdAt };
  await store.outbox.add([checkEvent(event, digest)]);
  return true;
}
