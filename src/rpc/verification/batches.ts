// Batches: many subjects screened in one call, each with a check of its own, as pep_and_sanction_checker makes it. A
// list of subjects is stored before it is answered, each as a pending check, and whoever takes the batch's lease screens
// them; a stream is screened while it arrives. The batch itself is a check, whose answer is the report on it. A subject
// that cannot be screened is refused by itself; nothing that was sent of it is kept.

import { create, fromBinary, type MessageInitShape, toBinary } from '@bufbuild/protobuf';
import {
  type BatchSubject,
  BatchSubjectSchema,
  type ScreenSubjectsRequest,
  type StartScreeningBatchRequest,
  StartScreeningBatchRequestSchema,
  StartScreeningBatchResponseSchema,
} from '../../../gen/tieout/verification/v1/batches_pb.ts';
import { VerificationService } from '../../../gen/tieout/verification/v1/verification_service_pb.ts';
import { TieoutError } from '../../core/errors.ts';
import { batchOutcome, countBatch } from '../../core/identity/batch-report.ts';
import { checkEvent } from '../../core/identity/check-event.ts';
import type { CheckOutcome } from '../../core/identity/check-outcome.ts';
import type { CheckState, KeptCheck, Scope } from '../../core/records/documents/check.ts';
import type { CheckSearch } from '../../ports/verification/checks.ts';
import type { CallContext, Streamed } from '../services.ts';
import { saysOne } from '../validation/code-checks.ts';
import { InvalidRequest } from '../validation/problems.ts';
import { type CheckingOptions, commonAnswer, keptMessage, routeOf, subjectIdOf } from './checking.ts';
import { requireKnown, screenAbout } from './screening.ts';

const method = VerificationService.method.screenPepAndSanction;
const ROUTE = routeOf(method);
/** The route of the checks that are batches. */
export const BATCH_ROUTE = routeOf(VerificationService.method.startScreeningBatch);

/** Most refusals that a report lists. */
const MOST_REFUSALS = 1_000;
/** Subjects that are stored, or screened, at once. */
const AT_ONCE = 64;
const LEASE_MS = 120_000;

interface Refusal {
  readonly row: number;
  readonly detail: string;
}

/** What the batch's own check keeps beside its message. */
type Head = {
  readonly subjects: number;
  readonly refused: number;
  readonly refusals: readonly Refusal[];
  readonly lists: readonly string[];
  readonly threshold: number;
  readonly store: boolean;
};

export function batchRoutes(options: CheckingOptions) {
  const { store, newId, digest, watchlists, requiresConsent } = options;

  function requireConsent(consentRef: string | undefined): void {
    if (!requiresConsent || consentRef) return;
    throw new InvalidRequest([{ type: 'consent_required', path: ['consent_ref'], msg: 'is required here' }]);
  }

  return {
    async startScreeningBatch(request: StartScreeningBatchRequest, { caller }: CallContext) {
      requireConsent(request.consentRef);
      requireKnown(watchlists, request.lists);
      const scope = { tenant: request.tenantId!, partner: request.partnerId! };
      const named = [scope.tenant, scope.partner, BATCH_ROUTE, request.requestId];
      const batchId = request.requestId ? digest(JSON.stringify(named)).slice(0, 32) : newId();
      const body = toBinary(StartScreeningBatchRequestSchema, { ...request, requestId: undefined } as never);
      const requestDigest = digest(batchId + digest(body));
      const { rows, refusals } = sorted(request.subjects);
      const head: Head = {
        ...{ subjects: request.subjects.length, refused: refusals.length, refusals: refusals.slice(0, MOST_REFUSALS) },
        ...{ lists: request.lists, threshold: request.threshold!, store: request.store ?? false },
      };
      const batch = newBatch(options, { scope, batchId, requestDigest, head, actor: caller.id });
      const kept = await store.checks.add(batch);
      if (kept.requestDigest !== requestDigest) {
        throw new TieoutError('request_reused', 'The request_id was used with another body.');
      }
      // A call that was interrupted while its subjects were stored is completed by the next one.
      if (kept.state === 'pending') {
        await inPortions(rows, async ({ row, subject }) => {
          await store.checks.add(rowCheck(options, { batch: kept, row, subject }));
        });
        await noted(options, kept, 'in_progress');
      }
      return reportOf(options, kept.scope, kept.checkId);
    },

    async screenSubjects(messages: AsyncIterable<Streamed<ScreenSubjectsRequest>>, { caller }: CallContext) {
      let batch: KeptCheck | null = null;
      let head: Head = { subjects: 0, refused: 0, refusals: [], lists: [], threshold: 0, store: false };
      const refs = new Set<string>();
      let waiting: { readonly row: number; readonly subject: BatchSubject }[] = [];
      const screenWaiting = async () => {
        const portion = waiting;
        waiting = [];
        await Promise.all(
          portion.map(async ({ row, subject }) => {
            const check = rowCheck(options, { batch: batch!, row, subject });
            await screenRow(options, { batch: batch!, head, row: await store.checks.add(check) });
          }),
        );
      };
      try {
        for await (const { message, problem } of messages) {
          if (batch === null) {
            const { tenantId, partnerId, consentRef, lists, threshold, store: isToKeep = false } = message;
            if (!tenantId || !partnerId) {
              const path = [tenantId ? 'partner_id' : 'tenant_id'];
              throw new InvalidRequest([{ type: 'missing', path, msg: 'is required in every message of the stream' }]);
            }
            requireConsent(consentRef);
            requireKnown(watchlists, lists);
            head = { ...head, lists, threshold: threshold!, store: isToKeep };
            const scope = { tenant: tenantId, partner: partnerId };
            const batchId = newId();
            batch = await store.checks.add(
              newBatch(options, { scope, batchId, requestDigest: batchId, head, actor: caller.id }),
            );
          }
          const row = head.subjects + 1;
          const refusal = refusalOf(message, { problem, batch, refs });
          const refusals = refusal === null ? head.refusals : [...head.refusals, { row, detail: refusal }];
          head = {
            ...{ ...head, subjects: row, refused: head.refused + (refusal === null ? 0 : 1) },
            refusals: refusals.slice(0, MOST_REFUSALS),
          };
          if (refusal === null && waiting.push({ row, subject: message.subject! }) === AT_ONCE) await screenWaiting();
        }
        if (batch !== null) await screenWaiting();
      } catch (error) {
        // What has arrived is finished by the process that takes up batches; the rest the caller sends again.
        const arrived = { ...head, subjects: head.subjects - waiting.length };
        if (batch !== null) await noted(options, batch, 'in_progress', arrived).catch(() => {});
        throw error;
      }
      if (batch === null) throw new TieoutError('usage', 'The stream holds no subject: nothing was screened');
      await noted(options, batch, 'complete', head);
      return { report: await reportOf(options, batch.scope, batch.checkId) };
    },
  };
}

/** Screens the subjects of batches that wait. Each batch is worked on by one process at a time, and taken up again. */
export async function screenBatches(options: CheckingOptions): Promise<void> {
  const { store } = options;
  for (const batch of await store.checks.inProgress(BATCH_ROUTE, 100)) {
    const lease = await store.leases.take(`screening-batch/${batch.checkId}`, LEASE_MS);
    if (lease === null) continue;
    try {
      const head = headOf(batch);
      const asked = { ...ROWS, ...batch.scope, batchId: batch.checkId };
      for (let after: { createdAt: number; checkId: string } | null = null, more = true; more; ) {
        const rows = await store.checks.search(asked, after, AT_ONCE);
        await Promise.all(rows.map((row) => screenRow(options, { batch, head, row })));
        after = rows.at(-1) ?? null;
        more = rows.length === AT_ONCE && (await store.leases.renew(lease, LEASE_MS));
      }
      const tally = await store.checks.tally(batch.scope, batch.checkId);
      if (!tally.some(({ state }) => state === 'pending')) await noted(options, batch, 'complete');
    } finally {
      await store.leases.release(lease).catch(() => false);
    }
  }
}

const ROWS: Omit<CheckSearch, 'tenant' | 'partner' | 'batchId'> = {
  ...{ route: ROUTE, status: null, state: 'pending', subjectRef: null, actor: null },
  ...{ from: null, before: null, keptAt: 0 },
};

/** The report on a batch as of now; null if there is none. */
export async function batchReport(options: CheckingOptions, scope: Scope, batchId: string) {
  const [batch] = await options.store.checks.get(scope, [batchId]);
  if (batch?.route !== BATCH_ROUTE) return null;
  const head = headOf(batch);
  const tally = await options.store.checks.tally(scope, batchId);
  return reportMessage(batch, { head, outcome: outcomeOf(head, tally, batch.state ?? 'pending'), tally });
}

async function reportOf(options: CheckingOptions, scope: Scope, batchId: string) {
  const report = await batchReport(options, scope, batchId);
  if (report === null) throw new TieoutError('not_found', 'The batch was deleted meanwhile');
  return report;
}

type Tally = Awaited<ReturnType<CheckingOptions['store']['checks']['tally']>>;

const outcomeOf = (head: Head, tally: Tally, state: CheckState): CheckOutcome =>
  batchOutcome(countBatch(tally, head), state);

function reportMessage(
  { checkId, createdAt }: Pick<KeptCheck, 'checkId' | 'createdAt'>,
  { head, outcome, tally }: { readonly head: Head; readonly outcome: CheckOutcome; readonly tally: Tally },
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

const headOf = ({ answer }: KeptCheck): Head => answer['batch'] as unknown as Head;

interface NewBatch {
  readonly scope: Scope;
  readonly batchId: string;
  readonly requestDigest: string;
  readonly head: Head;
  readonly actor: string | null;
}

/** The check of a batch whose subjects are not stored yet. */
function newBatch(
  { clock, keepMs, holdMs }: CheckingOptions,
  { scope, batchId: checkId, requestDigest, head, actor }: NewBatch,
): KeptCheck {
  const now = clock();
  const outcome = outcomeOf(head, [], 'pending');
  const message = reportMessage({ checkId, createdAt: now }, { head, outcome, tally: [] });
  return {
    ...{ scope, checkId, route: BATCH_ROUTE, requestDigest, subjectRef: null, actor, batchId: null },
    ...{ createdAt: now, expiresAt: now + Math.max(keepMs, holdMs), status: outcome.status, state: 'pending' },
    answer: { ...keptMessage(StartScreeningBatchResponseSchema, message), batch: head as never },
  };
}

/** Notes how far the batch is, and with which result. */
async function noted(
  { store, digest, clock }: CheckingOptions,
  { scope, checkId }: KeptCheck,
  state: CheckState,
  changed?: Head,
): Promise<void> {
  const [batch] = await store.checks.get(scope, [checkId]);
  if (batch === undefined || batch.state === 'complete') return;
  const head = changed ?? headOf(batch);
  const tally = await store.checks.tally(scope, checkId);
  const outcome = outcomeOf(head, tally, state);
  const message = reportMessage(batch, { head, outcome, tally });
  const answer = { ...keptMessage(StartScreeningBatchResponseSchema, message), batch: head as never };
  if (!(await store.checks.update(scope, checkId, { answer, status: outcome.status, state }, batch.answer))) return;
  if (state !== 'complete') return;
  const at = new Date(clock()).toISOString();
  await store.outbox.add([checkEvent({ scope, checkId, route: BATCH_ROUTE, subjectId: null, outcome, at }, digest)]);
}

interface BatchRow {
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
function rowCheck({ digest }: CheckingOptions, { batch, row, subject }: BatchRow): KeptCheck {
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

interface WaitingRow {
  readonly batch: KeptCheck;
  readonly head: Head;
  readonly row: KeptCheck;
}

/** Screens a subject that waits. One that was deleted meanwhile is not kept again. */
async function screenRow(options: CheckingOptions, { head, row }: WaitingRow): Promise<void> {
  const { store, clock, digest } = options;
  const { scope, checkId, subjectRef, actor } = row;
  if (typeof row.answer['sent'] !== 'string') return;
  const about = fromBinary(BatchSubjectSchema, Buffer.from(row.answer['sent'], 'base64'));
  const now = clock();
  const asked = { ...head, now, scope, subjectRef };
  const { outcome, subject, afterKept, details } = await screenAbout(options, about, asked);
  // The subject is kept before the check: an interruption between the two repeats both.
  const kept = head.store ? subject : undefined;
  const subjectId = await subjectIdOf(options, { scope, subjectRef, actor, subject: kept });
  const common = commonAnswer({ checkId, now, outcome });
  const own = { ...common, ...details, ...(kept !== undefined && (await afterKept())) };
  const message = create(method.output, own as MessageInitShape<typeof method.output>);
  const to = { answer: keptMessage(method.output, message), status: outcome.status, state: 'complete' } as const;
  if (!(await store.checks.update(scope, checkId, to, row.answer))) {
    const isDeleted = (await store.checks.get(scope, [checkId])).length === 0;
    if (isDeleted && kept !== undefined) {
      await store.subjects.delete(scope, subjectRef!);
      await store.cases.erase(scope, subjectRef!);
    }
    return;
  }
  await store.outbox.add([
    checkEvent({ scope, checkId, route: ROUTE, subjectId, outcome, at: common.createdAt }, digest),
  ]);
}

/** The subjects that can be screened, with their rows, and why others cannot. */
function sorted(subjects: readonly BatchSubject[]) {
  const refs = new Set<string>();
  const rows: { readonly row: number; readonly subject: BatchSubject }[] = [];
  const refusals: Refusal[] = [];
  for (const [at, subject] of subjects.entries()) {
    const detail = unfit(subject, refs);
    if (detail === null) rows.push({ row: at + 1, subject });
    else refusals.push({ row: at + 1, detail });
  }
  return { rows, refusals };
}

/** Why a subject cannot be screened; null: it can. Notes its reference. */
function unfit(subject: BatchSubject | undefined, refs: Set<string>): string | null {
  const ref = subject?.subjectRef ?? '';
  if (ref === '') return 'It has no subject_ref.';
  if (refs.has(ref)) return 'Its subject_ref stands in an earlier row.';
  if (!saysOne(subject!)) {
    return 'It must be a person with a name or an identifier, or a company with a name: one of them, in letters or digits.';
  }
  refs.add(ref);
  return null;
}

interface StreamedRow {
  readonly problem: string | null;
  readonly batch: KeptCheck;
  readonly refs: Set<string>;
}

function refusalOf(message: ScreenSubjectsRequest, { problem, batch, refs }: StreamedRow): string | null {
  if (problem !== null) return problem;
  if (message.tenantId !== batch.scope.tenant || message.partnerId !== batch.scope.partner) {
    return 'Its tenant and partner are not those of the first message.';
  }
  return unfit(message.subject, refs);
}

async function inPortions<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  for (let from = 0; from < items.length; from += AT_ONCE) {
    await Promise.all(items.slice(from, from + AT_ONCE).map(work));
  }
}
