// Clusters of SQLite as they are asked for: by page, as a table, by id, counted.

import { decodeMembers } from '../../../core/records/blocks/member-codec.ts';
import { clusterRowsOf } from '../../../core/records/documents/cluster-rows.ts';
import {
  type Cluster,
  type ClusterMember,
  DECISION_STATUSES,
  type LooksLike,
  UNNAMED_SERVICE,
} from '../../../core/records/documents/clusters.ts';
import type { FollowUp } from '../../../core/records/follow-up.ts';
import { digestIdAt, isDigestId } from '../../../core/records/rows/digest-ids.ts';
import { clusterTable, type TableRow } from '../../../core/worklist/cluster-table.ts';
import { type ClusterFilter, type ClusterScope, type Clusters, isOfFollowed } from '../../../ports/clusters.ts';
import { pageOf } from '../../../ports/every-store/page.ts';
import type { Database, SqlList, SqlRow } from '../connection/sqlite.ts';
import type { Synchronous } from '../connection/synchronous.ts';
import type { Keys } from '../keys.ts';

const decoder = new TextDecoder();

/** The form of stored members. An ingestion's number is the id of its row. */
export const WITH_IDS = { withIds: true };

export const PENDING = DECISION_STATUSES.indexOf('pending');

type ClusterQueries = Pick<Clusters, 'page' | 'table' | 'get' | 'rows' | 'named' | 'count' | 'counts'>;

export function clusterQueries(db: Database, keys: Keys): Synchronous<ClusterQueries> {
  return {
    page(scope, { after, limit, ...filter }) {
      const narrowed = narrowing(scope, filter, keys);
      if (narrowed === null) return { clusters: [], next: null };
      // The index answers the ids, so that only rows of the page are read.
      const rows = db.all<ClusterRow>(
        `select cluster.*, session.session as session_name from cluster join session on session.id = cluster.session
           where cluster.id in (select cluster.id ${filtered(filter)} and cluster.id > ? order by cluster.id limit ?)
           order by cluster.id`,
        ...narrowed,
        after ?? 0,
        limit + 1,
      );
      const { rows: shown, last } = pageOf(rows, limit);
      return { clusters: shown.map((row) => toCluster(row, keys)), next: last?.id ?? null };
    },
    table(scope, { after, limit }) {
      const narrowed = narrowing(scope, {}, keys);
      if (narrowed === null) return { table: clusterTable([], tableRow(keys)), next: null };
      const found = db.lists(
        `select ${TABLED} from cluster join session on session.id = cluster.session
           where cluster.id in (select cluster.id ${FILTERED} and cluster.id > ? order by cluster.id limit ?)
           order by cluster.id`,
        ...narrowed,
        after ?? 0,
        limit + 1,
      );
      const { rows, last } = pageOf(found, limit);
      return { table: clusterTable(rows, tableRow(keys)), next: last === null ? null : (last[0] as number) };
    },
    get: ({ tenant, partner, session = null }, clusterIds) =>
      [...new Set(clusterIds)].filter(isDigestId).flatMap((clusterId) => {
        const row = db.get<ClusterRow>(
          `select cluster.*, session.session as session_name from cluster join session on session.id = cluster.session
             where cluster_id = ?1 and voided_at is null and session.tenant = ?2 and session.partner = ?3
               and (?4 is null or session.session = ?4)`,
          Buffer.from(clusterId, 'hex'),
          tenant,
          partner,
          session,
        );
        return row === null ? [] : [toCluster(row, keys)];
      }),
    rows(key, { decided }) {
      const rows = db.all<Pick<ClusterRow, 'cluster_id' | 'members'>>(
        `select cluster_id, members from cluster
           where session = ? and (? or status = ${PENDING}) and voided_at is null order by id`,
        ...[keys.knownSession(key), decided ? 1 : 0],
      );
      return clusterRowsOf(
        rows.map(({ cluster_id, members }) => ({
          clusterId: cluster_id,
          recordIds: decodeMembers(members, WITH_IDS).map(({ id }) => id),
        })),
      );
    },
    named: ({ tenant, partner }, clusterIds) =>
      clusterIds.flatMap((clusterId) => {
        const row = db.get<NamedRow>(
          `select session.session as session_name, domain, service, branch, type, rule, status, looks_like, follow_up,
               delta_days, amount_delta, amount, currency,
               cluster.voided_at
             from cluster join session on session.id = cluster.session
             where cluster_id = ? and session.tenant = ? and session.partner = ?`,
          Buffer.from(clusterId, 'hex'),
          tenant,
          partner,
        );
        if (row === null) return [];
        const [domain, type, rule] = [row.domain, row.type, row.rule].map(keys.labelText);
        const textOf = (label: number | null) => (label === null ? null : keys.labelText(label));
        const decisionStatus = row.voided_at === null ? DECISION_STATUSES[row.status] : null;
        return [
          {
            ...{
              clusterId,
              session: row.session_name,
              domain,
              service: textOf(row.service),
              branchId: textOf(row.branch),
            },
            ...{ type, rule, looksLike: hintsOf(row), followUp: followUpOf(row), decisionStatus },
            ...{ deltaDays: row.delta_days, amountDeltaMinor: row.amount_delta, amountMinor: row.amount },
            currency: keys.labelText(row.currency),
          },
        ];
      }),
    count(scope, filter) {
      const narrowed = narrowing(scope, filter, keys);
      return narrowed === null ? 0 : db.get<{ n: number }>(`select count(*) as n ${filtered(filter)}`, ...narrowed)!.n;
    },
    counts: (key) =>
      db
        .all<{ type: string; status: number; clusters: number }>(
          `select label.text as type, status, count(*) as clusters from cluster join label on label.id = type
             where session = ? and voided_at is null group by label.text, status order by label.text, status`,
          keys.knownSession(key),
        )
        .map(({ type, status, clusters }) => ({ type, decisionStatus: DECISION_STATUSES[status], clusters })),
  };
}

/** Sessions are few, so the query starts with them and finds their clusters by index. */
const filteredIn = (clusters: string): string => `from session cross join ${clusters} on cluster.session = session.id
  where session.tenant = ?1 and session.partner = ?2 and (?3 is null or session.session = ?3)
    and voided_at is null and (?4 is null or type = ?4) and (?5 is null or status = ?5) and (?6 is null or domain = ?6)
    and (?7 is null or service = ?7 or (?8 and service is null)) and (?9 is null or owner = ?9)
    and (?10 is null or (owner is not null) = ?10) and (?11 is null or due_day < ?11)
    and (?12 is null or has_note = ?12)`;
const FILTERED = filteredIn('cluster');
const FOLLOWED = `${filteredIn('cluster indexed by cluster_followed')} and follow_up is not null`;
const filtered = (filter: ClusterFilter): string => (isOfFollowed(filter) ? FOLLOWED : FILTERED);

/** Stands for a service that no cluster has. */
const NO_LABEL = -1;

/** The values of a filtered query; null if nothing stored has the type, domain or owner. */
function narrowing(
  { tenant, partner, session }: ClusterScope,
  { domain, service, type, decisionStatus, owner, hasOwner, dueBefore, hasNote }: ClusterFilter,
  keys: Keys,
): [string, string, string | null, ...(number | null)[]] | null {
  const label = (text: string | undefined): number | null => (text === undefined ? null : keys.knownLabel(text));
  const [typeLabel, domainLabel, ownerLabel] = [label(type), label(domain), label(owner)];
  if ((type !== undefined && typeLabel === null) || (domain !== undefined && domainLabel === null)) return null;
  if (owner !== undefined && ownerLabel === null) return null;
  const flag = (value: boolean | undefined) => (value === undefined ? null : Number(value));
  const serviceLabel = service === undefined ? null : (label(service) ?? NO_LABEL);
  const status = decisionStatus === undefined ? null : DECISION_STATUSES.indexOf(decisionStatus);
  return [
    tenant,
    partner,
    session ?? null,
    typeLabel,
    status,
    domainLabel,
    serviceLabel,
    Number(service === UNNAMED_SERVICE),
    ownerLabel,
    flag(hasOwner),
    dueBefore ?? null,
    flag(hasNote),
  ];
}

const TABLED = `cluster.id, cluster_id, session.session, type, cluster.domain, cluster.service, rule, status, currency,
  amount, sample_gl_day, sample_bank_day, owner, due_day, has_note`;

/** Names each label once: a table has few. */
function tableRow(keys: Keys): (row: SqlList) => TableRow {
  const known = new Map<number, string>();
  const text = (label: number): string => {
    let name = known.get(label);
    if (name === undefined) known.set(label, (name = keys.labelText(label)));
    return name;
  };
  return ([, id, session, type, domain, service, rule, status, currency, amount, glDay, bankDay, ...noted]) => ({
    clusterId: digestIdAt(id as Uint8Array, 0),
    session: session as string,
    type: text(type as number),
    domain: text(domain as number),
    service: service === null ? null : text(service as number),
    rule: text(rule as number),
    status: DECISION_STATUSES[status as number],
    currency: text(currency as number),
    amountMinor: amount as number,
    glDay: glDay as number | null,
    bankDay: bankDay as number | null,
    owner: noted[0] === null ? null : text(noted[0] as number),
    dueDay: noted[1] as number | null,
    hasNote: noted[2] === 1,
  });
}

function toMembers(bytes: Uint8Array, keys: Keys): ClusterMember[] {
  return decodeMembers(bytes, WITH_IDS).map(({ side, id, ingestion, ordinal }) => ({
    side,
    recordId: digestIdAt(id, 0),
    ingestionId: keys.ingestionId(ingestion),
    ordinal,
  }));
}

export interface ClusterRow extends SqlRow {
  id: number;
  session_name: string;
  cluster_id: Uint8Array;
  run: number;
  domain: number;
  service: number | null;
  branch: number | null;
  type: number;
  rule: number;
  reason: Uint8Array;
  status: number;
  sample_gl_day: number | null;
  sample_bank_day: number | null;
  delta_days: number | null;
  amount_delta: number | null;
  amount: number;
  currency: number;
  members: Uint8Array;
  looks_like: string | null;
  follow_up: string | null;
  is_reconciled: number | null;
  agent_invoked: number | null;
  created_at: number;
  updated_at: number;
}

type NamedRow = Pick<
  ClusterRow,
  | 'session_name'
  | 'domain'
  | 'service'
  | 'branch'
  | 'type'
  | 'rule'
  | 'status'
  | 'looks_like'
  | 'follow_up'
  | 'delta_days'
  | 'amount_delta'
  | 'amount'
  | 'currency'
> & { voided_at: number | null };

export const followUpOf = ({ follow_up }: Pick<ClusterRow, 'follow_up'>): FollowUp | null =>
  follow_up === null ? null : JSON.parse(follow_up);

export const hintsOf = ({ looks_like }: Pick<ClusterRow, 'looks_like'>): LooksLike[] =>
  looks_like === null ? [] : JSON.parse(looks_like);

function toCluster(row: ClusterRow, keys: Keys): Cluster {
  return {
    clusterId: digestIdAt(row.cluster_id, 0),
    session: row.session_name,
    runId: keys.runId(row.run),
    domain: keys.labelText(row.domain),
    service: row.service === null ? null : keys.labelText(row.service),
    branchId: row.branch === null ? null : keys.labelText(row.branch),
    type: keys.labelText(row.type),
    rule: keys.labelText(row.rule),
    reason: decoder.decode(row.reason),
    decisionStatus: DECISION_STATUSES[row.status],
    isReconciled: row.is_reconciled === null ? null : row.is_reconciled === 1,
    agentInvoked: row.agent_invoked === null ? null : row.agent_invoked === 1,
    sampleGlDay: row.sample_gl_day,
    sampleBankDay: row.sample_bank_day,
    deltaDays: row.delta_days,
    amountDeltaMinor: row.amount_delta,
    amountMinor: row.amount,
    currency: keys.labelText(row.currency),
    members: toMembers(row.members, keys),
    looksLike: hintsOf(row),
    followUp: followUpOf(row),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}
