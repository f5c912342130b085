// Clusters in SQLite: what runs and people write of them. cluster-queries.ts reads them. A cluster's rows are one blob,
// because they are read with the cluster and never searched.

import { NO_DAY } from '../../../core/money/calendar.ts';
import { encodeMembers } from '../../../core/records/blocks/member-codec.ts';
import { type ClusterColumns, type LooksLike, NO_DELTA } from '../../../core/records/documents/clusters.ts';
import { followedUp } from '../../../core/records/follow-up.ts';
import { digestBytesAt } from '../../../core/records/rows/digest-ids.ts';
import type { Clusters } from '../../../ports/clusters.ts';
import type { Database } from '../connection/sqlite.ts';
import type { Synchronous } from '../connection/synchronous.ts';
import type { Keys } from '../keys.ts';
import { underLease } from '../runs/leases.ts';
import { type ClusterRow, clusterQueries, followUpOf, hintsOf, PENDING, WITH_IDS } from './cluster-queries.ts';

const INSERT = `insert into cluster (cluster_id, session, run, domain, service, branch, type, rule, reason, sample_gl_day,
  sample_bank_day, delta_days, amount_delta, amount, currency, members, looks_like, created_at, updated_at, is_reconciled, agent_invoked)
  values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0, 0) on conflict (cluster_id) do nothing`;

const RESTORE = `update cluster set run = ?, rule = ?, reason = ?, sample_gl_day = ?, sample_bank_day = ?,
  delta_days = ?, amount_delta = ?, amount = ?, currency = ?, members = ?, looks_like = ?, voided_at = null, void_reason = null,
  updated_at = ? where cluster_id = ? and status = ${PENDING} and run <> ?`;

export function clusterOperations(db: Database, keys: Keys): Synchronous<Clusters> {
  return {
    insertOrRestore: (key, { runId, clusters, at, under }) =>
      underLease(db, under, () => {
        const session = keys.session(key);
        const run = keys.run(runId);
        const domain = keys.label(clusters.domain);
        const service = clusters.service === null ? null : keys.label(clusters.service);
        const branch = clusters.branchId === null ? null : keys.label(clusters.branchId);
        const types = clusters.types.map(keys.label);
        const add = db.statement(INSERT);
        const restore = db.statement(RESTORE);
        const content = contentOf(clusters, keys);
        let inserted = 0;
        let restored = 0;
        for (let i = 0; i < clusters.count; i++) {
          const id = digestBytesAt(clusters.clusterId, i);
          const values = content(i);
          const type = types[clusters.type[i]];
          const [rule, reason, ...figures] = values;
          if (add.run(id, session, run, domain, service, branch, type, rule, reason, ...figures, at, at).changes === 1)
            inserted++;
          else if (restore.run(run, ...values, at, id, run).changes === 1) restored++;
        }
        return { inserted, restored, unchanged: clusters.count - inserted - restored };
      }),
    voidPending: (key, { exceptRunId, reason, at, under }) =>
      underLease(db, under, () => {
        return db.run(
          `update cluster set voided_at = ?, void_reason = ?, updated_at = ?
             where session = ? and run <> ? and status = ${PENDING} and voided_at is null`,
          at,
          keys.label(reason),
          at,
          keys.knownSession(key),
          keys.run(exceptRunId),
        );
      }),
    voidSome: (key, { clusterIds, reason, at, under }) =>
      underLease(db, under, () => {
        const session = keys.knownSession(key);
        const why = keys.label(reason);
        return clusterIds.reduce(
          (sum, id) =>
            sum +
            db.run(
              `update cluster set voided_at = ?, void_reason = ?, updated_at = ?
                 where cluster_id = ? and session = ? and status = ${PENDING} and voided_at is null`,
              at,
              why,
              at,
              Buffer.from(id, 'hex'),
              session,
            ),
          0,
        );
      }),
    restoreSome: (key, { clusterIds, reason, at, under }) =>
      underLease(db, under, () => {
        const session = keys.knownSession(key);
        const why = keys.knownLabel(reason);
        const restore = `update cluster set voided_at = null, void_reason = null, updated_at = ?
           where cluster_id = ? and session = ? and status = ${PENDING} and voided_at is not null and void_reason = ?`;
        return clusterIds.reduce((sum, id) => sum + db.run(restore, at, Buffer.from(id, 'hex'), session, why), 0);
      }),
    addHints: (key, { hints, at, under }) =>
      underLease(db, under, () => {
        const session = keys.knownSession(key);
        for (const { clusterId, hint } of hints) {
          const id = Buffer.from(clusterId, 'hex');
          const row = db.get<Pick<ClusterRow, 'looks_like'>>(
            `select looks_like from cluster where cluster_id = ? and session = ? and status = ${PENDING} and voided_at is null`,
            id,
            session,
          );
          if (row === null) continue;
          const known = hintsOf(row);
          if (known.some((one) => isSameHint(one, hint))) continue;
          const hintsNow = JSON.stringify([...known, hint]);
          db.run('update cluster set looks_like = ?, updated_at = ? where cluster_id = ?', hintsNow, at, id);
        }
      }),
    followUp: ({ tenant, partner }, { clusterIds, change, by }) =>
      db.transaction(() => {
        for (const clusterId of clusterIds) {
          const row = db.get<{ id: number; follow_up: string | null }>(
            `select cluster.id, follow_up from cluster join session on session.id = cluster.session
               where cluster_id = ? and session.tenant = ? and session.partner = ?`,
            ...[Buffer.from(clusterId, 'hex'), tenant, partner],
          );
          if (row === null) continue;
          const noted = followedUp(followUpOf(row), change, by);
          const owner = noted.owner?.value ?? null;
          db.run(
            'update cluster set owner = ?, due_day = ?, has_note = ?, follow_up = ? where id = ?',
            ...[owner === null ? null : keys.label(owner), noted.dueDay?.value ?? null, Number(noted.hasNote)],
            ...[JSON.stringify(noted), row.id],
          );
        }
      }),
    ...clusterQueries(db, keys),
  };
}

type Content = [
  rule: number,
  reason: Uint8Array,
  sampleGlDay: number | null,
  sampleBankDay: number | null,
  deltaDays: number | null,
  amountDelta: number | null,
  amount: number,
  currency: number,
  members: Uint8Array,
  looksLike: string | null,
];

/** The content of cluster i, as values of the columns from rule to looks_like. */
function contentOf(clusters: ClusterColumns, keys: Keys): (i: number) => Content {
  const rules = clusters.rules.map(keys.label);
  const currencies = clusters.currencies.map(keys.label);
  const ingestions = clusters.ingestions.map(keys.ingestion);
  const day = (value: number) => (value === NO_DAY ? null : value);
  const delta = (value: number) => (value === NO_DELTA ? null : value);
  return (i) => [
    rules[clusters.rule[i]],
    clusters.reason.bytes.subarray(clusters.reason.offsets[i], clusters.reason.offsets[i + 1]),
    day(clusters.sampleGlDay[i]),
    day(clusters.sampleBankDay[i]),
    delta(clusters.deltaDays[i]),
    delta(clusters.amountDelta[i]),
    clusters.amount[i],
    currencies[clusters.currency[i]],
    encodeMembers(clusters, i, { ...WITH_IDS, ingestionNumber: (place) => ingestions[place] }),
    clusters.looksLike.has(i) ? JSON.stringify(clusters.looksLike.get(i)) : null,
  ];
}

const isSameHint = (a: LooksLike, b: LooksLike): boolean =>
  a.kind === b.kind && a.recordIds.join() === b.recordIds.join();
