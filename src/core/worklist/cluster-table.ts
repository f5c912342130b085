// A table of clusters in columns, by which lists of them are filtered, sorted and counted: a hundred thousand clusters
// are some megabytes.

import { NO_DAY } from '../money/calendar.ts';
import type { DecisionStatus, Vertical } from '../records/documents/clusters.ts';
import { DECISION_STATUSES } from '../records/documents/clusters.ts';
import { Labels } from '../records/rows/labels.ts';

/** One cluster of a table. */
export interface TableRow extends Vertical {
  readonly clusterId: string;
  readonly session: string;
  readonly type: string;
  readonly rule: string;
  readonly status: DecisionStatus;
  readonly currency: string;
  /** Minor units; null: none. */
  readonly amountMinor: number | null;
  /** The day of the first row of a side; null: none. */
  readonly glDay: number | null;
  readonly bankDay: number | null;
  /** What people noted on it; null: nobody, no day. */
  readonly owner: string | null;
  readonly dueDay: number | null;
  readonly hasNote: boolean;
}

/** A class within a vertical: what one call of resolve may decide. */
export interface ClusterKind extends Vertical {
  readonly type: string;
}

/** Clusters in order of creation. Session, kind, rule and currency are places in the lists of these names. */
export interface ClusterTable {
  readonly count: number;
  readonly clusterIds: readonly string[];
  readonly session: Uint32Array;
  readonly kind: Uint16Array;
  readonly rule: Uint16Array;
  readonly currency: Uint16Array;
  /** Places in DECISION_STATUSES. */
  readonly status: Uint8Array;
  /** Unsigned minor units; NaN: none. */
  readonly amount: Float64Array;
  /** NO_DAY: none. */
  readonly glDay: Int32Array;
  readonly bankDay: Int32Array;
  readonly dueDay: Int32Array;
  /** 1: it has a note. */
  readonly hasNote: Uint8Array;
  /** A place in `owners`, whose first is '': nobody. */
  readonly owner: Uint16Array;
  readonly sessions: readonly string[];
  readonly kinds: readonly ClusterKind[];
  readonly rules: readonly string[];
  readonly currencies: readonly string[];
  readonly owners: readonly string[];
}

/** The table of `items`; `read` is called once for each, in their order. */
export function clusterTable<Item>(items: readonly Item[], read: (item: Item) => TableRow): ClusterTable {
  const count = items.length;
  const [sessions, kinds, rules, currencies] = [new Labels(), new Labels(), new Labels(), new Labels()];
  const clusterIds: string[] = [];
  const [session, kind, rule, currency] = [
    new Uint32Array(count),
    new Uint16Array(count),
    new Uint16Array(count),
    new Uint16Array(count),
  ];
  const [status, amount] = [new Uint8Array(count), new Float64Array(count)];
  const [glDay, bankDay, dueDay] = [new Int32Array(count), new Int32Array(count), new Int32Array(count)];
  const [hasNote, owner, owners] = [new Uint8Array(count), new Uint16Array(count), new Labels()];
  owners.place('');
  for (const [i, item] of items.entries()) {
    const row = read(item);
    clusterIds.push(row.clusterId);
    session[i] = sessions.place(row.session);
    kind[i] = kinds.place(labelOf(row));
    rule[i] = rules.place(row.rule);
    currency[i] = currencies.place(row.currency);
    status[i] = DECISION_STATUSES.indexOf(row.status);
    amount[i] = row.amountMinor === null ? Number.NaN : Math.abs(row.amountMinor);
    glDay[i] = row.glDay ?? NO_DAY;
    bankDay[i] = row.bankDay ?? NO_DAY;
    dueDay[i] = row.dueDay ?? NO_DAY;
    hasNote[i] = Number(row.hasNote);
    owner[i] = owners.place(row.owner ?? '');
  }
  return {
    ...{ count, clusterIds, session, kind, rule, currency, status, amount, glDay, bankDay, dueDay, hasNote, owner },
    owners: owners.list,
    sessions: sessions.list,
    kinds: kinds.list.map(kindOf),
    rules: rules.list,
    currencies: currencies.list,
  };
}

const labelOf = ({ type, domain, service }: ClusterKind): string => JSON.stringify([type, domain, service]);

function kindOf(label: string): ClusterKind {
  const [type, domain, service] = JSON.parse(label) as [string, string, string | null];
  return { type, domain, service };
}

/** Tables one after the other. */
export function joinTables(parts: readonly ClusterTable[]): ClusterTable {
  if (parts.length === 1) return parts[0];
  const count = parts.reduce((sum, part) => sum + part.count, 0);
  const filled = <Column extends { set(values: Column, at: number): void }>(
    column: Column,
    of: (part: ClusterTable) => Column,
  ): Column => {
    let at = 0;
    for (const part of parts) {
      column.set(of(part), at);
      at += part.count;
    }
    return column;
  };
  /** A column of places in lists that the parts have each for themselves. */
  const placed = <Column extends Uint16Array | Uint32Array>(
    column: Column,
    of: (part: ClusterTable) => { readonly places: ArrayLike<number>; readonly names: readonly string[] },
  ): { readonly column: Column; readonly names: readonly string[] } => {
    const labels = new Labels();
    let at = 0;
    for (const part of parts) {
      const { places, names } = of(part);
      const now = names.map((name) => labels.place(name));
      for (let i = 0; i < part.count; i++, at++) column[at] = now[places[i]];
    }
    return { column, names: labels.list };
  };
  const session = placed(new Uint32Array(count), (part) => ({ places: part.session, names: part.sessions }));
  const kind = placed(new Uint16Array(count), (part) => ({ places: part.kind, names: part.kinds.map(labelOf) }));
  const rule = placed(new Uint16Array(count), (part) => ({ places: part.rule, names: part.rules }));
  const currency = placed(new Uint16Array(count), (part) => ({ places: part.currency, names: part.currencies }));
  const owner = placed(new Uint16Array(count), (part) => ({ places: part.owner, names: part.owners }));
  return {
    count,
    clusterIds: parts.flatMap((part) => part.clusterIds),
    ...{ session: session.column, kind: kind.column, rule: rule.column, currency: currency.column },
    status: filled(new Uint8Array(count), (part) => part.status),
    amount: filled(new Float64Array(count), (part) => part.amount),
    glDay: filled(new Int32Array(count), (part) => part.glDay),
    bankDay: filled(new Int32Array(count), (part) => part.bankDay),
    dueDay: filled(new Int32Array(count), (part) => part.dueDay),
    hasNote: filled(new Uint8Array(count), (part) => part.hasNote),
    owner: owner.column,
    owners: owner.names,
    sessions: session.names,
    kinds: kind.names.map(kindOf),
    rules: rule.names,
    currencies: currency.names,
  };
}

/** The day of the cluster's first row on either side; NO_DAY if it has none. */
export function firstDayAt({ glDay, bankDay }: ClusterTable, i: number): number {
  if (glDay[i] === NO_DAY) return bankDay[i];
  return bankDay[i] === NO_DAY ? glDay[i] : Math.min(glDay[i], bankDay[i]);
}
