// Operations in MongoDB, one document for each: their holders, and which are loose. The write that takes an operation
// decides at the server, by the store's clock, whether the operation is free. No write spans two documents, so a write
// for an operation first checks and prolongs the hold, and must end before the hold does.

import { randomUUID } from 'node:crypto';
import type { Document } from 'mongodb';
import type { Operation } from '../../../core/records/documents/decisions.ts';
import type { Decisions, HeldOperation } from '../../../ports/decisions.ts';
import { decisionTaken } from '../../../ports/every-store/failures.ts';
import { pageOf } from '../../../ports/every-store/page.ts';
import type { StoreClock } from '../connection/store-clock.ts';
import type { OperationDocument } from '../decision-documents.ts';
import type { Collections } from '../documents.ts';

type OperationsAlone = Pick<
  Decisions,
  'begin' | 'take' | 'renew' | 'release' | 'get' | 'past' | 'loose' | 'noteQueued' | 'underWay'
>;

/** The hold on an operation, for its writes to other collections. */
export interface OperationHolds extends OperationsAlone {
  /**
   * Call it before a write for the operation. Throws decision_taken if somebody took the operation later, or if it is
   * finished. Prolongs the hold. Answers a condition for the write: it is true as long as a write of at most
   * MOST_WRITE_MS ends within the hold.
   */
  require(held: HeldOperation): Promise<Document>;
}

/** The longest time of a write of many clusters at the server. */
export const MOST_WRITE_MS = 6_000;
/** A hold lasts at least so long when such a write begins. */
const LEFT_MS = 2 * MOST_WRITE_MS;

const RELEASED = new Date(0);
/** Operations of a former version have no hold. They count as held for a minute. */
const HELD_UNTIL: Document = { $ifNull: ['$held_until', { $add: ['$begun_at', 60_000] }] };

export function operationHolds({ operations }: Pick<Collections, 'operations'>, clock: StoreClock): OperationHolds {
  const now = async (): Promise<Document> => ({ $add: ['$$NOW', await clock.ahead()] });
  const oldest = async (filter: Document, limit: number): Promise<Operation[]> => {
    const asked = { unfinished: true, ...filter } as const;
    const found = await operations.find(asked, { sort: { begun_at: 1 }, limit }).toArray();
    return found.map(operationOf);
  };

  return {
    async require({ operationId, fence }) {
      const time = await now();
      const found = await operations.findOneAndUpdate(
        { _id: operationId, fence, unfinished: true },
        [{ $set: { held_until: { $max: ['$held_until', { $add: [time, LEFT_MS] }] } } }],
        { returnDocument: 'after', projection: { held_until: 1 } },
      );
      if (found === null) throw decisionTaken();
      return { $expr: { $lt: [time, new Date(found.held_until!.getTime() - MOST_WRITE_MS)] } };
    },
    async begin(operation, { leaseMs, isQueued }) {
      const { operationId, tenant, partner } = operation;
      const time = await now();
      const holder = randomUUID();
      const isNew = { $eq: [{ $type: '$begun_at' }, 'missing'] };
      const isFree = { $or: [isNew, { $and: [{ $eq: ['$unfinished', true] }, { $lte: [HELD_UNTIL, time] }] }] };
      const first = { tenant, partner, operation: JSON.stringify(operation), unfinished: true, queued: isQueued };
      const as = (value: unknown, when: Document, name: string) => ({
        $cond: [when, value, { $ifNull: [`$${name}`, '$$REMOVE'] }],
      });
      const stored = Object.entries(first).map(([name, value]) => [name, as({ $literal: value }, isNew, name)]);
      const found = await operations.findOneAndUpdate(
        { _id: operationId },
        [
          {
            $set: {
              ...Object.fromEntries(stored),
              begun_at: { $ifNull: ['$begun_at', time] },
              fence: as({ $add: [{ $ifNull: ['$fence', 0] }, 1] }, isFree, 'fence'),
              holder: as(holder, isFree, 'holder'),
              held_until: as({ $add: [time, leaseMs] }, isFree, 'held_until'),
            },
          },
        ],
        { upsert: true, returnDocument: 'after' },
      );
      return found?.holder === holder ? { operationId, tenant, partner, fence: found.fence! } : null;
    },
    async take(operationId, leaseMs) {
      const time = await now();
      const found = await operations.findOneAndUpdate(
        { _id: operationId, unfinished: true, $expr: { $lte: [HELD_UNTIL, time] } },
        [{ $set: { fence: { $add: [{ $ifNull: ['$fence', 0] }, 1] }, held_until: { $add: [time, leaseMs] } } }],
        { returnDocument: 'after' },
      );
      if (found === null) return null;
      const { tenant, partner, fence } = found;
      const held = { operationId, tenant, partner, fence: fence! };
      return { operation: operationOf(found), held, isDecided: found.decided === true };
    },
    async renew({ operationId, fence }, leaseMs) {
      const until = { $max: ['$held_until', { $add: [await now(), leaseMs] }] };
      const asked = { _id: operationId, fence, unfinished: true, held_until: { $ne: RELEASED } } as const;
      return (await operations.updateOne(asked, [{ $set: { held_until: until } }])).matchedCount === 1;
    },
    async release(held, { isDecided }) {
      const change = { $set: { held_until: RELEASED, ...(isDecided && { decided: true }) } };
      const asked = { _id: held.operationId, fence: held.fence, unfinished: true } as const;
      if ((await operations.updateOne(asked, change)).matchedCount === 0) throw decisionTaken();
    },
    async get(operationId) {
      const found = await operations.findOne({ _id: operationId });
      if (found === null) return null;
      const isFinished = found.unfinished !== true;
      return { operation: operationOf(found), isFinished, isDecided: isFinished || found.decided === true };
    },
    async past({ tenant, partner }, { after, limit }) {
      const at = new Date(after?.at ?? 0);
      const before = after && { $or: [{ begun_at: { $lt: at } }, { begun_at: at, _id: { $lt: after.id } }] };
      const isPast = { $or: [{ unfinished: { $ne: true as never } }, { decided: true }] };
      const asked = { tenant, partner, $and: [isPast, before ?? {}] };
      const options = { sort: { begun_at: -1, _id: -1 }, limit: limit + 1, hint: 'by_partner' } as const;
      const { rows, last } = pageOf(await operations.find(asked, options).toArray(), limit);
      return { operations: rows.map(operationOf), next: last && { at: last.begun_at.getTime(), id: last._id } };
    },
    loose: async (limit) => oldest({ queued: { $ne: true }, $expr: { $lte: [HELD_UNTIL, await now()] } }, limit),
    async noteQueued({ operationId }) {
      await operations.updateOne({ _id: operationId, unfinished: true }, { $set: { queued: true } });
    },
    underWay: (tenant, limit) => oldest({ tenant }, limit),
  };
}

const operationOf = ({ operation }: OperationDocument): Operation => JSON.parse(operation);
