// Chooses clusters of a table by filter, orders them, and counts for each filter how many clusters each of its values
// would leave, by every other filter. One pass; ties are in order of creation.

import { NO_DAY } from '../money/calendar.ts';
import { exponentOf } from '../money/money.ts';
import { DECISION_STATUSES, type DecisionStatus, verticalName } from '../records/documents/clusters.ts';
import type { Side } from '../records/rows/columns.ts';
import { AGEING_BANDS } from '../summary/ageing.ts';
import { type ClusterTable, firstDayAt } from './cluster-table.ts';

/** A field that is null, or an empty list, does not narrow. */
export interface ClusterChoice {
  readonly types: readonly string[];
  readonly statuses: readonly DecisionStatus[];
  /** The word for a vertical in requests. */
  readonly vertical: string | null;
  readonly side: Side | null;
  /** Unsigned, in the units of the cluster's currency. */
  readonly minAmount: number | null;
  readonly maxAmount: number | null;
  readonly currency: string | null;
  readonly minAge: number | null;
  readonly maxAge: number | null;
  readonly fromDay: number | null;
  readonly toDay: number | null;
  readonly rule: string | null;
  readonly owner: string | null;
  readonly hasOwner: boolean | null;
  /** Only those due before this day. */
  readonly dueBefore: number | null;
  readonly hasNote: boolean | null;
  /** Clusters whose rows were looked through; null: all. */
  readonly named: ReadonlySet<string> | null;
}

type ClusterOrder = 'made' | 'amount' | 'age';

export interface Ordering {
  readonly by: ClusterOrder;
  readonly descending: boolean;
}

interface FacetCount {
  readonly value: string;
  readonly clusters: number;
}

export interface ClusterFacets {
  readonly types: readonly FacetCount[];
  readonly statuses: readonly FacetCount[];
  readonly verticals: readonly FacetCount[];
  readonly currencies: readonly FacetCount[];
  readonly rules: readonly FacetCount[];
  /** Clusters without an owner are in none. */
  readonly owners: readonly FacetCount[];
  readonly sessions: readonly FacetCount[];
  /** By the bands of AGEING_BANDS; clusters without an age are in none. */
  readonly ages: readonly number[];
}

export interface Chosen {
  /** Places in the table, in order. */
  readonly places: Uint32Array;
  readonly facets: ClusterFacets;
  /** Unsigned sums by currency, in order of the code. */
  readonly amounts: readonly { readonly currency: string; readonly clusters: number; readonly amountMinor: bigint }[];
}

/** The day to which a session counts ages; null: unknown. */
type AsOf = (session: string) => number | null;

/** Age in days; null if it is unknown. A row after the day is 0 days old. */
export const ageOf = (firstDay: number, asOf: number | null): number | null =>
  asOf === null || firstDay === NO_DAY ? null : Math.max(0, asOf - firstDay);

/** The facets, each with the filter that is its own. */
const FACETS = ['type', 'status', 'vertical', 'currency', 'rule', 'owner', 'session', 'age'] as const;
type FacetName = (typeof FACETS)[number];

export function selectClusters(
  table: ClusterTable,
  { choice, order, asOf }: { readonly choice: ClusterChoice; readonly order: Ordering; readonly asOf: AsOf },
): Chosen {
  const ages = agesOf(table, asOf);
  const tests = testsOf(table, choice, ages);
  const plain = tests.filter(({ facet }) => facet === null);
  const own = tests.filter(({ facet }) => facet !== null);
  const counts = Object.fromEntries(FACETS.map((name) => [name, new Map<string, number>()])) as Readonly<
    Record<FacetName, Map<string, number>>
  >;
  const value = valuesOf(table, ages);
  const places: number[] = [];
  const amounts = new Map<number, { clusters: number; amountMinor: bigint }>();
  for (let i = 0; i < table.count; i++) {
    if (!plain.every(({ passes }) => passes(i))) continue;
    const failed = own.filter(({ passes }) => !passes(i));
    if (failed.length > 1) continue;
    const [only] = failed;
    for (const name of FACETS) {
      if (only !== undefined && only.facet !== name) continue;
      const of = value[name](i);
      if (of !== null) counts[name].set(of, (counts[name].get(of) ?? 0) + 1);
    }
    if (only !== undefined) continue;
    places.push(i);
    const sum = amounts.get(table.currency[i]) ?? { clusters: 0, amountMinor: 0n };
    sum.clusters++;
    if (!Number.isNaN(table.amount[i])) sum.amountMinor += BigInt(table.amount[i]);
    amounts.set(table.currency[i], sum);
  }
  return {
    places: ordered(table, places, { order, ages }),
    facets: facetsOf(counts),
    amounts: [...amounts]
      .map(([currency, sum]) => ({ currency: table.currencies[currency], ...sum }))
      .sort((a, b) => (a.currency < b.currency ? -1 : 1)),
  };
}

/** -1: unknown. */
function agesOf(table: ClusterTable, asOf: AsOf): Int32Array {
  const days = table.sessions.map(asOf);
  return Int32Array.from({ length: table.count }, (_, i) => ageOf(firstDayAt(table, i), days[table.session[i]]) ?? -1);
}

interface Test {
  /** The facet that shows what other values would leave; null: none does. */
  readonly facet: FacetName | null;
  readonly passes: (i: number) => boolean;
}

function testsOf(table: ClusterTable, choice: ClusterChoice, ages: Int32Array): readonly Test[] {
  const tests: Test[] = [];
  const add = (facet: FacetName | null, passes: Test['passes']) => void tests.push({ facet, passes });
  const { types, statuses, vertical, side, minAmount, maxAmount, currency, minAge, maxAge, fromDay, toDay } = choice;
  const { rule, owner, hasOwner, dueBefore, hasNote, named } = choice;
  if (owner !== null) add('owner', (i) => table.owners[table.owner[i]] === owner);
  if (hasOwner !== null) add(null, (i) => table.owner[i] > 0 === hasOwner);
  if (dueBefore !== null) add(null, (i) => table.dueDay[i] !== NO_DAY && table.dueDay[i] < dueBefore);
  if (hasNote !== null) add(null, (i) => (table.hasNote[i] === 1) === hasNote);
  if (types.length > 0) {
    const wanted = table.kinds.map(({ type }) => types.includes(type));
    add('type', (i) => wanted[table.kind[i]]);
  }
  if (statuses.length > 0) {
    const wanted = DECISION_STATUSES.map((status) => statuses.includes(status));
    add('status', (i) => wanted[table.status[i]]);
  }
  if (vertical !== null) {
    const wanted = table.kinds.map((kind) => verticalName(kind) === vertical);
    add('vertical', (i) => wanted[table.kind[i]]);
  }
  if (currency !== null) add('currency', (i) => table.currencies[table.currency[i]] === currency);
  if (rule !== null) add('rule', (i) => table.rules[table.rule[i]] === rule);
  if (minAge !== null || maxAge !== null) {
    const [least, most] = [minAge ?? 0, maxAge ?? Number.POSITIVE_INFINITY];
    add('age', (i) => ages[i] >= least && ages[i] <= most);
  }
  if (side !== null) {
    const days = side === 'gl' ? table.glDay : table.bankDay;
    add(null, (i) => days[i] !== NO_DAY);
  }
  if (minAmount !== null || maxAmount !== null) {
    const bounds = table.currencies.map((code) => {
      const units = 10 ** exponentOf(code);
      const minor = (amount: number | null, none: number) => (amount === null ? none : Math.round(amount * units));
      return { least: minor(minAmount, 0), most: minor(maxAmount, Number.POSITIVE_INFINITY) };
    });
    add(null, (i) => {
      const { least, most } = bounds[table.currency[i]];
      return table.amount[i] >= least && table.amount[i] <= most;
    });
  }
  if (fromDay !== null || toDay !== null) {
    const [first, last] = [fromDay ?? NO_DAY + 1, toDay ?? Number.POSITIVE_INFINITY];
    const within = (day: number) => day >= first && day <= last && day !== NO_DAY;
    add(null, (i) => within(table.glDay[i]) || within(table.bankDay[i]));
  }
  if (named !== null) add(null, (i) => named.has(table.clusterIds[i]));
  return tests;
}

function valuesOf(table: ClusterTable, ages: Int32Array): Readonly<Record<FacetName, (i: number) => string | null>> {
  const verticals = table.kinds.map(verticalName);
  const bandOf = (age: number) => AGEING_BANDS.findIndex(({ toDays }) => toDays === null || age <= toDays);
  return {
    type: (i) => table.kinds[table.kind[i]].type,
    status: (i) => DECISION_STATUSES[table.status[i]],
    vertical: (i) => verticals[table.kind[i]],
    currency: (i) => table.currencies[table.currency[i]],
    rule: (i) => table.rules[table.rule[i]],
    owner: (i) => table.owners[table.owner[i]] || null,
    session: (i) => table.sessions[table.session[i]],
    age: (i) => (ages[i] < 0 ? null : String(bandOf(ages[i]))),
  };
}

function facetsOf(counts: Readonly<Record<FacetName, ReadonlyMap<string, number>>>): ClusterFacets {
  const listed = (name: FacetName): FacetCount[] =>
    Array.from(counts[name], ([value, clusters]) => ({ value, clusters })).sort(
      (a, b) => b.clusters - a.clusters || (a.value < b.value ? -1 : 1),
    );
  return {
    types: listed('type'),
    statuses: listed('status'),
    verticals: listed('vertical'),
    currencies: listed('currency'),
    rules: listed('rule'),
    owners: listed('owner'),
    sessions: listed('session'),
    ages: AGEING_BANDS.map((_, band) => counts.age.get(String(band)) ?? 0),
  };
}

/** A cluster without an amount or age counts as least. */
function ordered(
  table: ClusterTable,
  places: readonly number[],
  { order: { by, descending }, ages }: { readonly order: Ordering; readonly ages: Int32Array },
): Uint32Array {
  const sorted = Uint32Array.from(places);
  if (by === 'made') return descending ? sorted.reverse() : sorted;
  const value =
    by === 'age' ? (i: number) => ages[i] : (i: number) => (Number.isNaN(table.amount[i]) ? -1 : table.amount[i]);
  const sign = descending ? -1 : 1;
  return sorted.sort((a, b) => sign * (value(a) - value(b)) || a - b);
}
