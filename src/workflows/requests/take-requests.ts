// Takes requests to decide from the bus. Each is read and stored as work of the durable queue before it is
// acknowledged, in its partner's lane, so that requests of one partner are done one after the other in stored order. If
// a tenant has as many waiting as it may, its next ones stay on the bus. A request that can never be done becomes a
// dead letter at once. carry-out-request.ts makes the call.

import type { Caller } from '../../core/callers/caller.ts';
import { TieoutError } from '../../core/errors.ts';
import { operationOf, requestDigest } from '../../core/exceptions/bus-request.ts';
import { MAX_REQUESTS_WAITING } from '../../core/limits.ts';
import type { JsonObject } from '../../core/records/documents/json.ts';
import type { Digest } from '../../core/records/rows/identity.ts';
import type { Bus, Inbound } from '../../ports/bus.ts';
import type { Log } from '../../ports/log.ts';
import type { Store } from '../../ports/store.ts';
import { setAside } from '../delivery/dead-letters.ts';
import { takeMessages } from '../delivery/take-messages.ts';
import { Outage } from '../upkeep/outage.ts';
import { RESOLVE_REQUEST, RESOLVE_REQUEST_VERSION, type ReadRequest, type RequestOrder } from './request-order.ts';

interface TakeDependencies {
  readonly store: Pick<Store, 'work' | 'outbox'>;
  readonly bus: Bus;
  readonly read: ReadRequest;
  /** Who sent a message. Throws a TieoutError that says why it can never be done. */
  readonly callerOf: (message: Inbound) => Caller;
  readonly log: Log;
  readonly digest: Digest;
  /** Milliseconds since 1970, UTC. */
  readonly clock: () => number;
  /** Most requests that wait for one tenant; by default MAX_REQUESTS_WAITING. */
  readonly mostWaiting?: number;
}

interface Taking {
  /** Counts of this process since its start. */
  readonly counts: Readonly<{ taken: number; setAside: number }>;
  /** Ends after the current request. */
  stop(): Promise<void>;
}

export function startTaking(deps: TakeDependencies): Taking {
  const { store, bus, read, callerOf, log, digest, clock, mostWaiting = MAX_REQUESTS_WAITING } = deps;
  const outage = new Outage(log, { over: 'Requests from the bus can be stored again.' });
  const counts = { taken: 0, setAside: 0 };

  const keep = async (
    { id, subject, receivedAt, content }: Inbound,
    order: RequestOrder,
    caller: Caller,
  ): Promise<void> => {
    const { tenant, partner } = order;
    const operationId = operationOf(order, digest);
    const asked = requestDigest(order, digest);
    // One piece of work for each message: a message that is sent again while the first is under way, or has failed,
    // gets its own answer.
    const workId = `${RESOLVE_REQUEST}:${operationId}:${id}`;
    await store.work.put({
      ...{ workId, kind: RESOLVE_REQUEST, version: RESOLVE_REQUEST_VERSION },
      command: {
        ...{ operationId, digest: asked, requestId: order.requestId, tenant, partner },
        caller: caller as unknown as JsonObject,
        ...{ id, subject, receivedAt, body: Buffer.from(content).toString('utf8') },
      },
      tenant,
      lane: JSON.stringify([RESOLVE_REQUEST, tenant, partner]),
      acceptedAt: clock(),
    });
    bus.announce([workId], 'work');
  };
  const refuse = async (message: Inbound, error: unknown): Promise<void> => {
    if (!(error instanceof TieoutError)) log.error({ err: error, message: message.id }, UNEXPECTED);
    const reason = error instanceof TieoutError ? error.sentence : UNEXPECTED;
    if (!(await setAside({ store, log, outage }, { ...message, reason }, 'resolution_dead_letters'))) {
      return message.later();
    }
    counts.setAside++;
    message.ended();
  };
  const take = async (message: Inbound): Promise<void> => {
    let caller: Caller;
    let order: RequestOrder;
    try {
      caller = callerOf(message);
      order = await read(message.content, caller);
    } catch (error) {
      return refuse(message, error);
    }
    try {
      const { tenant } = order;
      if ((await store.work.count({ kind: RESOLVE_REQUEST, tenant, limit: mostWaiting })) >= mostWaiting) {
        return message.later();
      }
      await keep(message, order, caller);
      counts.taken++;
      outage.worked({});
      message.done();
    } catch (error) {
      outage.failed(error, { message: message.id }, 'A request from the bus could not be stored; it is tried again.');
      message.later();
    }
  };
  return { counts, ...takeMessages(bus.requests(), take) };
}

const UNEXPECTED = 'The request could not be read for a reason that nobody expected: the log of the service has it.';
