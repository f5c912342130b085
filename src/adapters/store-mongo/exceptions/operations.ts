// Operations in MongoDB, one document each: who holds one, and which are loose. Whether one is free is decided by the
// server, by its own clock, in the write that takes it. No write spans two documents, so what is written for an operation
// asks before it whether the hold is still the latest, prolongs it, and is bounded in time by what is left of it.

import { randomUUID } from 'node:crypto';
import type { Document } from 'mongodb';
import { TieoutError } from '../../../core/errors.ts';
import type { Operation } from '../../../core/records/documents/decisions.ts';
import type { Decisions, HeldOperation, Taking } from '../../../ports/decisions.ts';
import type { OperationDocument } from '../decision-documents.ts';
import type { Collections } from '../documents.ts';

type OperationsAlone = Pick<
  Decisions,
  'begin' | 'take' | 'renew' | 'release' | 'get' | 'loose' | 'noteQueued' | 'underWay'
>;

/** The longest that one write of many clusters may take at the server. */
export const MOST_WRITE_MS = 6_000;
/** Until when a hold lasts at least when such a write begins: what comes to the server later changes nothing. */
const LEFT_MS = 2 * MOST_WRITE_MS;

const RELEASED = new Date(0);
/** A former version told of no hold; its calls were thought to be over after a minute. */
const FREE: Document = {
  $lte: [{ $ifNull: ['$held_until', { $add: ['$begun_at', 60_000] }] }, '$$NOW'],
};

/**
 * To be asked before a write for the operation: throws decision_taken where somebody took it later, or where it is
 * finished. Answers until when the write must have begun, by the server's clock, to be within the hold.
 */
export async function requireHeld(
  { operations }: Pick<Collections, 'operations'>,
  { operationId, fence }: HeldOperation,
): Promise<Date> {
  const until = { $max: ['$held_until', { $add: ['$$NOW', LEFT_MS] }] };
  const found = await operations.findOneAndUpdate(
    { _id: operationId, fence, unfinished: true },
    [{ $set: { held_until: until } }],
    { returnDocument: 'after', projection: { held_until: 1 } },
  );
  if (found === null) throw decisionTaken();
  return new Date(found.held_until!.getTime() - MOST_WRITE_MS);
}

const decisionTaken = () =>
  new TieoutError(
    'decision_taken',
    'This process stood still for too long, and another one brought the decision to its end.',
  );

/** Stores it unless it is there, and takes it; null where somebody has it, or it is finished. */
export async function beginOperation(
  { operations }: Pick<Collections, 'operations'>,
  operation: Operation,
  { leaseMs, isQueued }: Taking,
): Promise<HeldOperation | null> {
  const { operationId, tenant, partner } = operation;
  const holder = randomUUID();
  const isNew = { $eq: [{ $type: '$begun_at' }, 'missing'] };
  const isFree = { $or: [isNew, { $and: [{ $eq: ['$unfinished', true] }, FREE] }] };
  const first = { tenant, partner, operation: JSON.stringify(operation), unfinished: true, queued: isQueued };
  const stored = Object.entries(first).map(([name, value]) => [
    name,
    { $cond: [isNew, { $literal: value }, { $ifNull: [`$${name}`, '$$REMOVE'] }] },
  ]);
  const taken = (value: unknown, name: string) => ({ $cond: [isFree, value, { $ifNull: [`$${name}`, '$$REMOVE'] }] });
  const found = await operations.findOneAndUpdate(
    { _id: operationId },
    [
      {
        $set: {
          ...Object.fromEntries(stored),
          begun_at: { $ifNull: ['$begun_at', '$$NOW'] },
          fence: taken({ $add: [{ $ifNull: ['$fence', 0] }, 1] }, 'fence'),
          holder: taken(holder, 'holder'),
          held_until: taken({ $add: ['$$NOW', leaseMs] }, 'held_until'),
        },
      },
    ],
    { upsert: true, returnDocument: 'after' },
  );
  return found?.holder === holder ? { operationId, tenant, partner, fence: found.fence! } : null;
}

export function operationOperations({ operations }: Pick<Collections, 'operations'>): OperationsAlone {
  const oldest = async (filter: Document, limit: number): Promise<Operation[]> => {
    const asked = { unfinished: true, ...filter } as const;
    const found = await operations.find(asked, { sort: { begun_at: 1 }, limit }).toArray();
    return found.map(operationOf);
  };
  return {
    begin: (operation, taking) => beginOperation({ operations }, operation, taking),
    async take(operationId, leaseMs) {
      const found = await operations.findOneAndUpdate(
        { _id: operationId, unfinished: true, $expr: FREE },
        [
          {
            $set: {
              fence: { $add: [{ $ifNull: ['$fence', 0] }, 1] },
              held_until: { $add: ['$$NOW', leaseMs] },
            },
          },
        ],
        { returnDocument: 'after' },
      );
      if (found === null) return null;
      const { tenant, partner, fence } = found;
      return {
        operation: operationOf(found),
        held: { operationId, tenant, partner, fence: fence! },
        isDecided: found.decided === true,
      };
    },
    async renew({ operationId, fence }, leaseMs) {
      const until = [{ $set: { held_until: { $max: ['$held_until', { $add: ['$$NOW', leaseMs] }] } } }];
      const asked = { _id: operationId, fence, unfinished: true, held_until: { $ne: RELEASED } } as const;
      return (await operations.updateOne(asked, until)).matchedCount === 1;
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
    loose: (limit) => oldest({ queued: { $ne: true }, $expr: FREE }, limit),
    async noteQueued({ operationId }) {
      await operations.updateOne({ _id: operationId, unfinished: true }, { $set: { queued: true } });
    },
    underWay: (tenant, limit) => oldest({ tenant }, limit),
  };
}

const operationOf = ({ operation }: OperationDocument): Operation => JSON.parse(operation);
