// Operations in SQLite: their holders, and which are loose. A write for an operation checks its hold in its own
// transaction.

import type { Operation } from '../../../core/records/documents/decisions.ts';
import type { Decisions, HeldOperation, Taking } from '../../../ports/decisions.ts';
import { decisionTaken } from '../../../ports/every-store/failures.ts';
import { pageOf } from '../../../ports/every-store/page.ts';
import type { Database } from '../connection/sqlite.ts';
import type { Synchronous } from '../connection/synchronous.ts';

type OperationsAlone = Pick<
  Decisions,
  'begin' | 'take' | 'renew' | 'release' | 'get' | 'finish' | 'withdraw' | 'past' | 'loose' | 'noteQueued' | 'underWay'
>;

interface HeldRow {
  readonly id: number;
  readonly operation: string;
  readonly fence: number;
  readonly decided: number;
}

/** Call it in the transaction that writes. Answers the operation's row id; throws decision_taken. */
export function requireHeld(db: Database, { operationId, fence }: HeldOperation): number {
  const asked = 'select id from operation where operation_id = ? and fence = ? and finished = 0';
  const row = db.get<{ id: number }>(asked, operationId, fence);
  if (row !== null) return row.id;
  throw decisionTaken();
}

/** Stores the operation unless it is stored, and takes it. Null if somebody holds it, or if it is finished. */
export function beginOperation(
  db: Database,
  operation: Operation,
  { leaseMs, isQueued }: Taking,
): HeldOperation | null {
  const { operationId, tenant, partner } = operation;
  db.run(
    'insert into operation (operation_id, operation, begun_at, queued) values (?, ?, ?, ?) on conflict do nothing',
    operationId,
    JSON.stringify(operation),
    db.now(),
    Number(isQueued),
  );
  const taken = takeRow(db, operationId, leaseMs);
  return taken && { operationId, tenant, partner, fence: taken.fence };
}

function takeRow(db: Database, operationId: string, leaseMs: number): HeldRow | null {
  const now = db.now();
  return db.get<HeldRow & Record<string, string | number>>(
    `update operation set fence = fence + 1, held_until = ? where operation_id = ? and finished = 0 and held_until <= ?
       returning id, operation, fence, decided`,
    now + leaseMs,
    operationId,
    now,
  );
}

export function operationOperations(db: Database): Synchronous<OperationsAlone> {
  const unfinished = (where: string, ...values: (string | number)[]): Operation[] =>
    db
      .all<{ operation: string }>(
        `select operation from operation where finished = 0 and ${where} order by begun_at limit ?`,
        ...values,
      )
      .map(({ operation }) => JSON.parse(operation) as Operation);

  return {
    begin: (operation, taking) => db.transaction(() => beginOperation(db, operation, taking)),
    take(operationId, leaseMs) {
      const taken = takeRow(db, operationId, leaseMs);
      if (taken === null) return null;
      const operation = JSON.parse(taken.operation) as Operation;
      const { tenant, partner } = operation;
      return { operation, held: { operationId, tenant, partner, fence: taken.fence }, isDecided: taken.decided === 1 };
    },
    renew: ({ operationId, fence }, leaseMs) =>
      db.run(
        'update operation set held_until = ? where operation_id = ? and fence = ? and finished = 0 and held_until <> 0',
        db.now() + leaseMs,
        operationId,
        fence,
      ) === 1,
    release: (held, { isDecided }) =>
      db.transaction(() => {
        const id = requireHeld(db, held);
        db.run('update operation set held_until = 0, decided = max(decided, ?) where id = ?', Number(isDecided), id);
      }),
    get(operationId) {
      const row = db.get<{ operation: string; finished: number; decided: number }>(
        'select operation, finished, decided from operation where operation_id = ?',
        operationId,
      );
      if (row === null) return null;
      const operation = JSON.parse(row.operation) as Operation;
      return { operation, isFinished: row.finished === 1, isDecided: row.finished === 1 || row.decided === 1 };
    },
    finish: (held) =>
      db.transaction(() => {
        const id = requireHeld(db, held);
        db.run('delete from stamp where operation = ?', id);
        db.run('update operation set finished = 1 where id = ?', id);
      }),
    withdraw: (held) =>
      db.transaction(() => {
        const id = requireHeld(db, held);
        db.run('delete from operation where id = ? and not exists (select 1 from stamp where operation = ?1)', id);
      }),
    past({ tenant, partner }, { after, limit }) {
      const found = db.all<{ id: number; operation: string; begun_at: number }>(
        `select id, operation, begun_at from operation
           where (finished = 1 or decided = 1) and json_extract(operation, '$.tenant') = ? and json_extract(operation, '$.partner') = ?
             and (begun_at, id) < (?, ?) order by begun_at desc, id desc limit ?`,
        ...[tenant, partner, after?.at ?? Number.MAX_SAFE_INTEGER, Number(after?.id ?? 0), limit + 1],
      );
      const { rows, last } = pageOf(found, limit);
      return {
        operations: rows.map(({ operation }) => JSON.parse(operation) as Operation),
        next: last && { at: last.begun_at, id: String(last.id) },
      };
    },
    loose: (limit) => unfinished('queued = 0 and held_until <= ?', db.now(), limit),
    noteQueued: ({ operationId }) =>
      void db.run('update operation set queued = 1 where operation_id = ? and finished = 0', operationId),
    underWay: (tenant, limit) => unfinished("json_extract(operation, '$.tenant') = ?", tenant, limit),
  };
}
