// Decisions in SQLite: the operation, its stamps and the change of the clusters are one transaction.

import { DECISION_STATUSES } from '../../../core/records/documents/clusters.ts';
import type { Operation } from '../../../core/records/documents/decisions.ts';
import { SIDES, type Side } from '../../../core/records/rows/columns.ts';
import { DIGEST_ID_BYTES, digestIdAt } from '../../../core/records/rows/digest-ids.ts';
import type { Decisions } from '../../../ports/decisions.ts';
import type { Database, SqlRow } from '../connection/sqlite.ts';
import type { Synchronous } from '../connection/synchronous.ts';
import type { Keys } from '../keys.ts';
import { MEMBER_BYTES } from './clusters.ts';

/** Sessions are few and come first; their clusters are then found by index. */
const STAMP = `insert into stamp (operation, cluster, status_before, status_after, reconciled_before)
  select ?1, cluster.id, cluster.status, ?2, cluster.is_reconciled
    from session cross join cluster on cluster.session = session.id
    where session.tenant = ?3 and session.partner = ?4 and voided_at is null and type = ?5 and domain = ?6
      and status in (select value from json_each(?7)) and (?8 is null or service = ?8)
      and (?9 is null or cluster_id in (select unhex(value) from json_each(?9)))
  on conflict do nothing`;

const CHANGE = `update cluster set status = ?2, updated_at = ?3,
    is_reconciled = case when ?2 = ${DECISION_STATUSES.indexOf('pending')} then 0 else is_reconciled end
  where id in (select cluster from stamp where operation = ?1)`;

interface DecidedRow extends SqlRow {
  cluster_id: Uint8Array;
  session_name: string;
  domain: number;
  type: number;
  branch: number | null;
  status_before: number;
  status_after: number;
  reconciled_before: number | null;
  members: Uint8Array;
  delta_days: number | null;
  amount_delta: number | null;
  currency: number;
}

export function decisionOperations(db: Database, keys: Keys): Synchronous<Decisions> {
  const idOf = (operationId: string): number | null =>
    db.get<{ id: number }>('select id from operation where operation_id = ?', operationId)?.id ?? null;

  return {
    decide: (operation, { from, to, clusterIds }) =>
      db.transaction(() => {
        const { operationId, tenant, partner, domain, service, type, at } = operation;
        db.run(
          'insert into operation (operation_id, operation, begun_at) values (?, ?, ?) on conflict do nothing',
          operationId,
          JSON.stringify(operation),
          Date.now(),
        );
        const id = idOf(operationId)!;
        // A call that is made again changes what it did not yet, and nothing for the second time.
        const stamps = (): number =>
          db.get<{ n: number }>('select count(*) as n from stamp where operation = ?', id)!.n;
        if (stamps() > 0) return 0;
        const status = DECISION_STATUSES.indexOf(to);
        const changed = db.run(
          STAMP,
          id,
          status,
          tenant,
          partner,
          keys.knownLabel(type),
          keys.knownLabel(domain),
          JSON.stringify(from.map((one) => DECISION_STATUSES.indexOf(one))),
          service === null ? null : keys.label(service),
          clusterIds === null ? null : JSON.stringify(clusterIds.filter((one) => /^[0-9a-f]{32}$/.test(one))),
        );
        db.run(CHANGE, id, status, at);
        return changed;
      }),
    changedBy: ({ operationId }) =>
      db
        .all<DecidedRow>(
          `select cluster_id, session.session as session_name, domain, type, branch, status_before, status_after,
               reconciled_before, members, delta_days, amount_delta, currency
             from stamp join cluster on cluster.id = stamp.cluster join session on session.id = cluster.session
             where stamp.operation = ? order by stamp.cluster`,
          idOf(operationId),
        )
        .map((row) => ({
          clusterId: digestIdAt(row.cluster_id, 0),
          session: row.session_name,
          domain: keys.labelText(row.domain),
          type: keys.labelText(row.type),
          branchId: row.branch === null ? null : keys.labelText(row.branch),
          before: DECISION_STATUSES[row.status_before],
          after: DECISION_STATUSES[row.status_after],
          wasReconciled: row.reconciled_before === null ? null : row.reconciled_before === 1,
          glRecordIds: recordIds(row.members, 'gl'),
          bankRecordIds: recordIds(row.members, 'bank'),
          deltaDays: row.delta_days,
          amountDeltaMinor: row.amount_delta,
          currency: keys.labelText(row.currency),
        })),
    get(operationId) {
      const row = db.get<{ operation: string; finished: number }>(
        'select operation, finished from operation where operation_id = ?',
        operationId,
      );
      return row && { operation: JSON.parse(row.operation) as Operation, isFinished: row.finished === 1 };
    },
    finish: ({ operationId }) =>
      db.transaction(() => {
        const id = idOf(operationId);
        db.run('delete from stamp where operation = ?', id);
        db.run('update operation set finished = 1 where id = ?', id);
      }),
    unfinished: ({ forMs, limit }) =>
      db
        .all<{ operation: string }>(
          'select operation from operation where finished = 0 and begun_at <= ? order by begun_at limit ?',
          Date.now() - forMs,
          limit,
        )
        .map(({ operation }) => JSON.parse(operation) as Operation),
  };
}

/** Of the rows of a side, in their order. */
function recordIds(members: Uint8Array, side: Side): string[] {
  const ids: string[] = [];
  const place = SIDES.indexOf(side);
  for (let at = 0; at < members.length; at += MEMBER_BYTES) {
    if (members[at] === place) ids.push(digestIdAt(members.subarray(at + 1, at + 1 + DIGEST_ID_BYTES), 0));
  }
  return ids;
}
