// A request from the bus, as work of the durable queue: it makes the requested call, once for its id. A request that is
// delivered again after its call changes nothing, and its outcome is published once more; another request with the same
// id is refused. A request that fails for good becomes a dead letter with the reason, stored before the work ends, and
// never an outcome.

import { ANYBODY, type Caller } from '../../core/callers/caller.ts';
import { fromErrorRecord, TieoutError } from '../../core/errors.ts';
import { FilesRefused } from '../../core/exceptions/file-refused.ts';
import { outcomeId } from '../../core/exceptions/resolution-result.ts';
import type { JsonObject } from '../../core/records/documents/json.ts';
import type { Work } from '../../core/records/documents/work.ts';
import { isWaiting, mayPass, pauseAfter } from '../../core/records/documents/work-attempts.ts';
import { publishOutcomeAgain } from '../decisions/publish-decision.ts';
import { type ResolveDependencies, resolveExceptions } from '../decisions/resolve-exceptions.ts';
import { deadLetters } from '../delivery/dead-letters.ts';
import { queueAfterwards } from '../operations/queue-afterwards.ts';
import { failureOf } from '../work/attempt.ts';
import type { WorkHandler } from '../work/handler.ts';
import { RESOLVE_REQUEST, RESOLVE_REQUEST_VERSIONS, type ReadRequest } from './request-order.ts';

interface RequestDependencies extends ResolveDependencies {
  readonly read: ReadRequest;
}

export function busRequests(deps: RequestDependencies): WorkHandler {
  const { store, log } = deps;

  /** Makes the call, unless it was made. */
  const carryOut = async ({ operationId, digest, receivedAt, body, caller }: StoredRequest): Promise<void> => {
    const known = await store.decisions.get(operationId);
    // Another message with this id was finished before, and what follows from it is under way.
    if (known !== null && !known.isFinished && known.operation.at !== receivedAt) {
      await queueAfterwards(deps, known.operation);
      throw new TieoutError('session_busy', 'What follows from the same request is not done yet.');
    }
    if (known !== null && known.operation.requestDigest !== digest) {
      throw new TieoutError(
        'request_reused',
        'request_id_reused: the resolution_request_id was used with another body',
      );
    }
    if (known?.isFinished) {
      if (!(await store.outbox.again(outcomeId({ operationId })))) await publishOutcomeAgain(deps, known.operation);
      return;
    }
    if (known?.isDecided) return queueAfterwards(deps, known.operation);
    const order = await deps.read(Buffer.from(body), caller);
    await resolveExceptions(deps, order, { ofBus: { operationId, requestDigest: digest, at: receivedAt } });
  };

  const refuse = async (request: StoredRequest, reason: string): Promise<void> => {
    const { id, subject, receivedAt, body, operationId } = request;
    const content = Buffer.from(body);
    await store.outbox.add(deadLetters({ id, subject, receivedAt, content, reason }, 'resolution_dead_letters'));
    // Finishes what it did before it failed; if that is nothing, its id is free.
    const known = await store.decisions.get(operationId);
    if (known !== null && !known.isFinished && known.operation.at === receivedAt) {
      await queueAfterwards(deps, known.operation);
    }
    const fields = { resolution_request_id: request.requestId, tenant: request.tenant, partner: request.partner };
    log.error({ ...fields, message: id, reason }, 'A request from the bus failed and is a dead letter now.');
  };

  return {
    kind: RESOLVE_REQUEST,
    versions: RESOLVE_REQUEST_VERSIONS,
    noun: 'request from the bus',
    about: ({ command: { requestId, tenant, partner } }) => ({ resolution_request_id: requestId, tenant, partner }),
    // A decision that it began is finished by the work that follows from a decision.
    isCommitted: async () => false,
    tidy: async () => {},
    async carryOut({ work }) {
      const request = requestIn(work.command);
      try {
        await carryOut(request);
        return 'done';
      } catch (error) {
        if (isLast(error, work)) await refuse(request, reasonOf(error));
        throw error;
      }
    },
    /**
     * Also called after the processes that worked on it ended again and again: with the work, the request itself is
     * removed.
     */
    async ending({ command }, failure) {
      if (failure.code === 'interrupted') await refuse(requestIn(command), failure.message);
    },
  };
}

/** Whether the failed attempt is the last one. */
function isLast(error: unknown, { failures }: Work): boolean {
  const { code } = failureOf(error);
  return !isWaiting(code) && (!mayPass(code) || pauseAfter(failures + 1) === null);
}

/** The reason names every file that cannot be read, at its place. */
function reasonOf(error: unknown): string {
  if (!(error instanceof FilesRefused)) return failureOf(error).message;
  const fields = { gl: 'gl_file_url', bank: 'bank_file_url' } as const;
  return error.failures
    .map(({ side, index, failure }) => `${fields[side]}.${index}: ${fromErrorRecord(failure).sentence}`)
    .join(' ');
}

interface StoredRequest {
  readonly operationId: string;
  readonly digest: string;
  readonly requestId: string;
  readonly tenant: string;
  readonly partner: string;
  /** The message's id. */
  readonly id: string;
  readonly subject: string;
  readonly receivedAt: number;
  readonly body: string;
  /** Requests of former versions have none. */
  readonly caller: Caller;
}

function requestIn({ receivedAt, ...command }: JsonObject): StoredRequest {
  const text = (name: string) => String(command[name]);
  return {
    ...{ operationId: text('operationId'), digest: text('digest'), requestId: text('requestId') },
    caller: (command['caller'] as unknown as Caller | undefined) ?? ANYBODY,
    ...{ tenant: text('tenant'), partner: text('partner'), id: text('id'), subject: text('subject') },
    ...{ receivedAt: Number(receivedAt), body: text('body') },
  };
}
