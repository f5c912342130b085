// Decisions in SQLite: one transaction writes the operation, its stamps and the changed clusters.

import { decodeMembers } from '../../../core/records/blocks/member-codec.ts';
import { DECISION_STATUSES, UNNAMED_SERVICE } from '../../../core/records/documents/clusters.ts';
import type { ClusterFacts, Operation } from '../../../core/records/documents/decisions.ts';
import type { Side } from '../../../core/records/rows/columns.ts';
import { digestIdAt, isDigestId } from '../../../core/records/rows/digest-ids.ts';
import type { Change, Decisions } from '../../../ports/decisions.ts';
import type { Database, SqlRow, SqlValue } from '../connection/sqlite.ts';
import { inPortions, type Synchronous } from '../connection/synchronous.ts';
import type { Keys } from '../keys.ts';
import { lastActs } from '../people/acts.ts';
import { WITH_IDS } from './cluster-queries.ts';
import { beginOperation, operationOperations, requireHeld } from './operations.ts';

/** Clusters of a whole scope. Sessions are few, so the query starts with them and finds their clusters by index. */
const OF_SCOPE = 'session cross join cluster on cluster.session = session.id and ?9 is null';
/** Clusters by their ids, however large the scope is. */
const OF_IDS = `(select unhex(value) as asked_id from json_each(?9)) as asked
  cross join cluster on cluster.cluster_id = asked_id cross join session on session.id = cluster.session`;

/** The parameters from ?3 on are those of valuesOf. */
const changed = (which: string): string =>
  `from ${which}
    where session.tenant = ?3 and session.partner = ?4 and voided_at is null and domain = ?6
      and type in (select value from json_each(?5))
      and status in (select value from json_each(?7)) and (?8 is null or service = ?8 or (?15 and service is null))
      and (?10 is null or swept_by = ?10)
      and (?11 is null or case ?11 when 'days' then delta_days else amount_delta end between ?12 and ?13)
      and (?14 is null or currency = ?14) and (?16 is null or decided_by is null or decided_by = ?16)`;
/** Names of signed sessions. */
const signedOf = (tenant: string, partner: string): string =>
  `select thing from (${lastActs(tenant, partner, "'sign_off'")}) where verb = 'reviewed'`;
const UNSIGNED = `and session.session not in (${signedOf('?3', '?4')})`;
const stampOf = (which: string): string =>
  `insert into stamp (operation, cluster, status_before, status_after, reconciled_before, swept_before)
  select ?1, cluster.id, cluster.status, ?2, cluster.is_reconciled, cluster.swept_by ${changed(which)} ${UNSIGNED}
  on conflict do nothing`;
const STAMPS = { scope: stampOf(OF_SCOPE), ids: stampOf(OF_IDS) };
const sweptOf = (which: string): string =>
  `select ?1 + ?2 ${changed(which)} ${UNSIGNED} and swept_by is not null limit 1`;
const signedIn = (which: string): string =>
  `select session.session as name, count(*) + 0 * (?1 + ?2) as n ${changed(which)}
     and session.session in (${signedOf('?3', '?4')}) group by session.session order by session.session`;
const SIGNED = { scope: signedIn(OF_SCOPE), ids: signedIn(OF_IDS) };
const ANY_SIGNED = `select 1 from (${signedOf('?1', '?2')}) limit 1`;
const SWEPT = { scope: sweptOf(OF_SCOPE), ids: sweptOf(OF_IDS) };

const CHANGE = `update cluster set status = ?2, updated_at = ?3,
    is_reconciled = case when ?4 then 1 when ?2 = ${DECISION_STATUSES.indexOf('pending')} then 0 else is_reconciled end,
    agent_invoked = case when ?4 then 1 else agent_invoked end, swept_by = case when ?5 then ?1 end, decided_by = ?1
  where id in (select cluster from stamp where operation = ?1)`;

const FACTS = `cluster_id, session.session as session_name, cluster.run as run, domain, type, branch, members, sample_gl_day,
  sample_bank_day, delta_days, amount_delta, currency`;

const IS_BEING_FREED = `exists (select 1 from stamp where stamp.cluster = cluster.id and status_after = 0
  and reconciled_before = 1)`;

const IDS = `cluster_id in (select unhex(value) from json_each(?))`;

interface FactsRow extends SqlRow {
  cluster_id: Uint8Array;
  session_name: string;
  run: number;
  domain: number;
  type: number;
  branch: number | null;
  members: Uint8Array;
  sample_gl_day: number | null;
  sample_bank_day: number | null;
  delta_days: number | null;
  amount_delta: number | null;
  currency: number;
}

interface DecidedRow extends FactsRow {
  status_before: number;
  status_after: number;
  reconciled_before: number | null;
  swept_before: number | null;
}

export function decisionOperations(db: Database, keys: Keys): Synchronous<Decisions> {
  const idOf = (operationId: string): number | null =>
    db.get<{ id: number }>('select id from operation where operation_id = ?', operationId)?.id ?? null;

  const factsOf = (row: FactsRow): ClusterFacts => ({
    clusterId: digestIdAt(row.cluster_id, 0),
    session: row.session_name,
    runId: keys.runId(row.run),
    domain: keys.labelText(row.domain),
    type: keys.labelText(row.type),
    branchId: row.branch === null ? null : keys.labelText(row.branch),
    ...recordIdsOf(row.members),
    sampleGlDay: row.sample_gl_day,
    sampleBankDay: row.sample_bank_day,
    deltaDays: row.delta_days,
    amountDeltaMinor: row.amount_delta,
    currency: keys.labelText(row.currency),
  });
  const labels = (names: readonly string[]): string =>
    JSON.stringify(names.map(keys.knownLabel).filter((label) => label !== null));

  const valuesOf = (
    { tenant, partner, domain, service, type }: Operation,
    { from, clusterIds, types = [type], values, sweptBy, standsBy }: Change,
  ): SqlValue[] => [
    tenant,
    partner,
    labels(types),
    keys.knownLabel(domain),
    JSON.stringify(from.map((one) => DECISION_STATUSES.indexOf(one))),
    service === null ? null : keys.label(service),
    clusterIds === null ? null : idList(clusterIds),
    // No operation has the id -1: an unknown operation swept nothing.
    sweptBy === undefined ? null : (idOf(sweptBy) ?? -1),
    values === undefined ? null : values.type === 'date_difference' ? 'days' : 'amount',
    values?.min ?? null,
    values?.max ?? null,
    values?.currency == null ? null : (keys.knownLabel(values.currency) ?? -1),
    Number(service === UNNAMED_SERVICE),
    standsBy === undefined ? null : (idOf(standsBy) ?? -1),
  ];

  return {
    ...operationOperations(db),
    decide: (operation, change, by) =>
      db.transaction(() => {
        const { to, clusterIds, matched = false } = change;
        const held = 'fence' in by ? by : beginOperation(db, operation, by);
        if (held === null) return null;
        const id = requireHeld(db, held);
        // A repeated call changes nothing: the first one made the whole change in one transaction.
        if (db.get('select 1 from stamp where operation = ? limit 1', id) !== null)
          return { held, changed: 0, signed: 0, signedSessions: [] };
        const status = DECISION_STATUSES.indexOf(to);
        const [which, values] = [clusterIds === null ? 'scope' : 'ids', valuesOf(operation, change)] as const;
        const changed = db.run(STAMPS[which], id, status, ...values);
        const isAnySigned = db.get(ANY_SIGNED, operation.tenant, operation.partner) !== null;
        const left = isAnySigned ? db.all<{ name: string; n: number }>(SIGNED[which], 0, 0, ...values) : [];
        const signed = left.reduce((sum, { n }) => sum + n, 0);
        db.run(CHANGE, id, status, operation.at, Number(matched), Number(operation.autoResolved));
        return { held, changed, signed, signedSessions: left.map(({ name }) => name) };
      }),
    hasSwept: (operation, change) =>
      db.get(SWEPT[change.clusterIds === null ? 'scope' : 'ids'], 0, 0, ...valuesOf(operation, change)) !== null,
    pending: ({ tenant, partner, domain, types }) =>
      inPortions(
        db.each<FactsRow & { is_being_freed: number }>(
          `select ${FACTS}, ${IS_BEING_FREED} as is_being_freed from session cross join cluster on cluster.session = session.id
             where session.tenant = ?1 and session.partner = ?2 and domain = ?3 and status = 0 and voided_at is null
               and type in (select value from json_each(?4)) and session.session not in (${signedOf('?1', '?2')})
             order by cluster.id`,
          tenant,
          partner,
          keys.knownLabel(domain),
          labels(types),
        ),
        (row) => ({ ...factsOf(row), isBeingFreed: row.is_being_freed === 1 }),
      ),
    unreconcile: ({ tenant, partner, domain }, { clusterIds, at }, held) =>
      db.transaction(() => {
        requireHeld(db, held);
        const ids = idList(clusterIds);
        const found = db.all<FactsRow & { status: number }>(
          `select ${FACTS}, status from cluster join session on session.id = cluster.session
             where ${IDS} and tenant = ? and partner = ? and domain = ? and is_reconciled = 1 order by cluster.id`,
          ids,
          tenant,
          partner,
          keys.knownLabel(domain),
        );
        const changed = idList(found.map(({ cluster_id }) => digestIdAt(cluster_id, 0)));
        db.run(`update cluster set is_reconciled = 0, updated_at = ? where ${IDS}`, at, changed);
        return found.map((row) => ({ ...factsOf(row), status: DECISION_STATUSES[row.status] }));
      }),
    changedBy: ({ operationId }) =>
      inPortions(
        db.each<DecidedRow>(
          `select ${FACTS}, status_before, status_after, reconciled_before, swept_before
             from stamp join cluster on cluster.id = stamp.cluster join session on session.id = cluster.session
             where stamp.operation = ? order by stamp.cluster`,
          idOf(operationId),
        ),
        (row) => ({
          ...factsOf(row),
          before: DECISION_STATUSES[row.status_before],
          after: DECISION_STATUSES[row.status_after],
          wasReconciled: row.reconciled_before === null ? null : row.reconciled_before === 1,
          wasSwept: row.swept_before !== null,
        }),
      ),
  };
}

/** The ids as JSON, without those that cannot be cluster ids. */
const idList = (ids: readonly string[]): string => JSON.stringify(ids.filter(isDigestId));

function recordIdsOf(bytes: Uint8Array): Pick<ClusterFacts, 'glRecordIds' | 'bankRecordIds'> {
  const members = decodeMembers(bytes, WITH_IDS);
  const of = (side: Side): string[] =>
    members.flatMap(({ side: ofMember, id }) => (ofMember === side ? [digestIdAt(id, 0)] : []));
  return { glRecordIds: of('gl'), bankRecordIds: of('bank') };
}
