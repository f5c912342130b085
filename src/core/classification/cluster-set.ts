// The clusters of a session as typed arrays: a million orphans are a million small numbers, not a million objects. A
// cluster keeps its ground and its members. Everything else that is shown (type, reason, sample dates, value field,
// amount) is computed from them on demand, one cluster at a time.

import { NO_DAY } from '../money/calendar.ts';
import { CLUSTER_TYPES, type ClusterType, VALUE_FIELDS } from '../records/documents/cluster-type.ts';
import type { Side } from '../records/rows/columns.ts';
import { amountOf, currencyOf, type OpenSession, rowOf } from './open-session.ts';
import { outsideSentences } from './outside.ts';
import type { ClassificationRule, Members } from './rule.ts';
import { amountApart, daysApart } from './value-fields.ts';

/** Items (places in OpenRows) of cluster c: items[offsets[c]] to items[offsets[c + 1] - 1]. */
export interface ItemLists {
  readonly offsets: Uint32Array;
  readonly items: Uint32Array;
}

export interface ClusterSet {
  readonly count: number;
  /** Cluster by cluster: index into grounds. */
  readonly ground: Uint8Array;
  readonly grounds: readonly Ground[];
  readonly members: Readonly<Record<Side, ItemLists>>;
  /** The cluster of each open item; every one has exactly one. */
  readonly clusterOf: Readonly<Record<Side, Int32Array>>;
}

/** A predicate of a rule, on which a cluster may be based. */
export interface Ground {
  readonly rule: ClassificationRule;
  readonly name: string;
}

export interface Cluster {
  readonly type: ClusterType;
  /** The ground that fired. */
  readonly rule: string;
  /** Row numbers of the side's RowColumns. */
  readonly glRows: readonly number[];
  readonly bankRows: readonly number[];
  /** Unsigned minor units; null for types without this value field. */
  readonly amountDelta: number | null;
  /** Unsigned; null for types without this value field. */
  readonly dateDeltaDays: number | null;
  /** Booking day of the first row of the side. */
  readonly sampleGlDay: number | null;
  readonly sampleBankDay: number | null;
  /** Signed minor units of the first ledger row, else of the first bank row. */
  readonly amount: number;
  readonly currency: string;
}

/** Cluster c of the set, without its reason. */
export function clusterAt(session: OpenSession, set: ClusterSet, c: number): Cluster {
  const { rule, name } = set.grounds[set.ground[c]];
  const { gl, bank } = membersOf(set, c);
  const field = gl.length === 1 && bank.length === 1 ? VALUE_FIELDS[rule.type] : undefined;
  const side: Side = gl.length > 0 ? 'gl' : 'bank';
  const first = gl.length > 0 ? gl[0] : bank[0];
  return {
    type: rule.type,
    rule: name,
    glRows: gl.map((item) => rowOf(session, 'gl', item)),
    bankRows: bank.map((item) => rowOf(session, 'bank', item)),
    amountDelta:
      rule.amountDelta?.(session, { gl, bank }) ??
      (field === 'amount_delta' ? amountApart(session, gl[0], bank[0]) : null),
    dateDeltaDays: field === 'date_delta_days' ? daysApart(session, gl[0], bank[0]) : null,
    sampleGlDay: sampleDay(session, 'gl', gl),
    sampleBankDay: sampleDay(session, 'bank', bank),
    amount: amountOf(session, side, first),
    currency: currencyOf(session, side, first),
  };
}

/** The reason of cluster c: a sentence for an accountant, and sentences about rows that the run could not compare. */
export function reasonOf(session: OpenSession, set: ClusterSet, c: number): string {
  const { rule, name } = set.grounds[set.ground[c]];
  const members = membersOf(set, c);
  const reason = rule.reason(session, members, name, (side, item) => typeOf(set, set.clusterOf[side][item]));
  return [reason, ...outsideSentences(session, members)].join(' ');
}

export function typeOf(set: ClusterSet, c: number): ClusterType {
  return set.grounds[set.ground[c]].rule.type;
}

/** Clusters by type, in the order of CLUSTER_TYPES; types without one are left out. */
export function countByType(set: ClusterSet): Partial<Record<ClusterType, number>> {
  const counts = new Map<ClusterType, number>();
  for (let c = 0; c < set.count; c++) counts.set(typeOf(set, c), (counts.get(typeOf(set, c)) ?? 0) + 1);
  return Object.fromEntries(CLUSTER_TYPES.flatMap((type) => (counts.has(type) ? [[type, counts.get(type)]] : [])));
}

export function membersOf(set: ClusterSet, c: number): Members {
  return { gl: listOf(set.members.gl, c), bank: listOf(set.members.bank, c) };
}

function listOf({ offsets, items }: ItemLists, c: number): number[] {
  const list: number[] = [];
  const to = offsets[c + 1];
  for (let k = offsets[c]; k < to; k++) list.push(items[k]);
  return list;
}

function sampleDay(session: OpenSession, side: Side, items: readonly number[]): number | null {
  if (items.length === 0) return null;
  const { bookingDay, valueDay } = session.columns[side];
  const row = rowOf(session, side, items[0]);
  const day = bookingDay[row] === NO_DAY ? valueDay[row] : bookingDay[row];
  return day === NO_DAY ? null : day;
}
