// Batches: many subjects screened in one call, each with a check of its own, as pep_and_sanction_checker makes it. A
// list of subjects is stored before it is answered, each as a pending check, and whoever takes the batch's lease screens
// them; a stream is screened while it arrives. The batch itself is a check, whose answer is the report on it. A subject
// that cannot be screened is refused by itself; nothing that was sent of it is kept.

import { toBinary } from '@bufbuild/protobuf';
import {
  type BatchSubject,
  type ScreenSubjectsRequest,
  type StartScreeningBatchRequest,
  StartScreeningBatchRequestSchema,
} from '../../../../gen/tieout/verification/v1/batches_pb.ts';
import { TieoutError } from '../../../core/errors.ts';
import type { Scope } from '../../../core/records/documents/check.ts';
import type { CallContext, Streamed } from '../../services.ts';
import { saysOne } from '../../validation/code-checks.ts';
import { InvalidRequest, type Problem } from '../../validation/problems.ts';
import type { CheckingOptions } from '../checking.ts';
import { requireKnown } from '../screening.ts';
import {
  BATCH_ROUTE,
  headOf,
  newBatch,
  newHead,
  noteArrived,
  noted,
  reportOf,
  whileArriving,
  withSubject,
} from './batch-record.ts';
import { AT_ONCE, type BatchRow, inPortions, rowCheck, screenRows } from './batch-rows.ts';

type Messages = AsyncIterator<Streamed<ScreenSubjectsRequest>>;
type SentRow = Pick<BatchRow, 'row' | 'subject'>;

export function batchRoutes(options: CheckingOptions) {
  const { store, newId, digest, watchlists, requiresConsent } = options;

  function requireConsent(consentRef: string | undefined): void {
    if (!requiresConsent || consentRef) return;
    throw new InvalidRequest([{ type: 'consent_required', path: ['consent_ref'], msg: 'is required here' }]);
  }

  return {
    async startScreeningBatch(request: StartScreeningBatchRequest, { caller, odd }: CallContext) {
      requireConsent(request.consentRef);
      requireKnown(watchlists, request.lists);
      const scope = { tenant: request.tenantId!, partner: request.partnerId! };
      const named = [scope.tenant, scope.partner, BATCH_ROUTE, request.requestId];
      const batchId = request.requestId ? digest(JSON.stringify(named)).slice(0, 32) : newId();
      const body = toBinary(StartScreeningBatchRequestSchema, { ...request, requestId: undefined } as never);
      const oddOnes = odd.size === 0 ? '' : JSON.stringify([...odd]);
      const requestDigest = digest(batchId + digest(body) + oddOnes);
      const { lists, threshold, store: isToKeep = false } = request;
      const refs = new Set<string>();
      const rows: SentRow[] = [];
      let head = newHead({ lists, threshold: threshold!, store: isToKeep });
      for (const [at, subject] of request.subjects.entries()) {
        const refusal = refusalOf(subject, { problem: odd.get(at) ?? null, refs });
        head = withSubject(head, refusal);
        if (refusal === null) rows.push({ row: head.subjects, subject });
      }
      await whileArriving(options, batchId, async () => {
        const batch = newBatch(options, { scope, batchId, requestDigest, head, actor: caller.id });
        const kept = await store.checks.add(batch);
        if (kept.requestDigest !== requestDigest) {
          throw new TieoutError('request_reused', 'The request_id was used with another body.');
        }
        // A call that was interrupted while its subjects were stored is completed by the next one.
        const { isArriving, brokeOff } = headOf(kept);
        if (!isArriving && !brokeOff) return;
        await inPortions(rows, (portion) =>
          Promise.all(portion.map((one) => store.checks.add(rowCheck(options, { batch: kept, ...one })))),
        );
        await noted(options, kept, 'in_progress', { ...head, isArriving: false });
      });
      return reportOf(options, scope, batchId);
    },

    async screenSubjects(sent: AsyncIterable<Streamed<ScreenSubjectsRequest>>, { caller, signal }: CallContext) {
      const messages = sent[Symbol.asyncIterator]();
      try {
        const first = await messages.next();
        if (first.done) throw new TieoutError('usage', 'The stream holds no subject: nothing was screened');
        const { tenantId, partnerId, consentRef } = first.value.message;
        if (!tenantId || !partnerId) {
          const path = [tenantId ? 'partner_id' : 'tenant_id'];
          throw new InvalidRequest([{ type: 'missing', path, msg: 'is required in every message of the stream' }]);
        }
        // What is asked of all subjects stands in the first message.
        const { problem } = first.value;
        if (problem !== null && problem.path[0] !== 'subject') throw new InvalidRequest([problem]);
        requireConsent(consentRef);
        requireKnown(watchlists, first.value.message.lists);
        const scope = { tenant: tenantId, partner: partnerId };
        const batchId = newId();
        await arriving(options, { messages, first: first.value, scope, batchId, actor: caller.id, signal });
        return { report: await reportOf(options, scope, batchId) };
      } finally {
        // Whoever sends still is told that nobody listens.
        await messages.return?.();
      }
    },
  };
}

interface Arriving {
  readonly messages: Messages;
  readonly first: Streamed<ScreenSubjectsRequest>;
  readonly scope: Scope;
  readonly batchId: string;
  readonly actor: string | null;
  /** Aborted when the caller leaves. */
  readonly signal: AbortSignal;
}

/**
 * Screens subjects while they arrive. If the stream breaks off, what has arrived is finished by the process that takes up
 * batches, and the report says that the rest is missing.
 */
function arriving(
  options: CheckingOptions,
  { messages, first, scope, batchId, actor, signal }: Arriving,
): Promise<void> {
  const { store } = options;
  return whileArriving(options, batchId, async (hold) => {
    const { lists, threshold, store: isToKeep = false } = first.message;
    let head = newHead({ lists, threshold: threshold!, store: isToKeep });
    let batch = await store.checks.add(newBatch(options, { scope, batchId, requestDigest: batchId, head, actor }));
    const refs = new Set<string>();
    const waiting: SentRow[] = [];
    let stored = 0;
    const storeWaiting = () =>
      Promise.all(
        waiting.splice(0).map(async (one) => {
          const row = await store.checks.add(rowCheck(options, { batch, ...one }));
          stored++;
          return row;
        }),
      );
    const screenWaiting = async () => {
      hold?.check();
      const rows = await storeWaiting();
      batch = await noteArrived(options, batch, head);
      await screenRows(options, { head, rows });
    };
    try {
      for (let one: IteratorResult<Streamed<ScreenSubjectsRequest>> = { done: false, value: first }; !one.done; ) {
        const { message, problem } = one.value;
        const refusal = refusalOfStreamed(message, { problem, scope, refs });
        head = withSubject(head, refusal);
        if (refusal === null && waiting.push({ row: head.subjects, subject: message.subject! }) === AT_ONCE)
          await screenWaiting();
        one = await messages.next();
      }
      await screenWaiting();
    } catch (error) {
      await storeWaiting().catch(() => {});
      const arrived = { ...head, subjects: head.refused + stored, isArriving: false, brokeOff: true };
      await noted(options, batch, 'in_progress', arrived).catch(() => {});
      throw error;
    }
    // A caller may leave so that the stream looks whole; nobody takes the report then.
    await noted(options, batch, 'complete', { ...head, isArriving: false, brokeOff: signal.aborted });
  });
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

interface SentSubject {
  /** With its path within the subject. */
  readonly problem: Problem | null;
  readonly refs: Set<string>;
}

const refusalOf = (subject: BatchSubject | undefined, { problem, refs }: SentSubject): string | null =>
  problem === null ? unfit(subject, refs) : `${problem.path.join('.') || 'It'} ${problem.msg}.`;

interface StreamedSubject extends SentSubject {
  readonly scope: Scope;
}

function refusalOfStreamed(
  { tenantId, partnerId, subject }: ScreenSubjectsRequest,
  { problem, scope, refs }: StreamedSubject,
): string | null {
  if (problem !== null) {
    const { path } = problem;
    return refusalOf(subject, { problem: { ...problem, path: path[0] === 'subject' ? path.slice(1) : path }, refs });
  }
  if (tenantId !== scope.tenant || partnerId !== scope.partner) {
    return 'Its tenant and partner are not those of the first message.';
  }
  return unfit(subject, refs);
}
