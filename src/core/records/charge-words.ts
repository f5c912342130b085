// What a partner's bank calls its charges, interest and taxes: names of lines, each with the exceptions that taught it. A
// name was confirmed by a person who has a name; it is taken back by reopening what was confirmed, or by itself.

import { NO_DAY } from '../money/calendar.ts';
import type { JsonObject } from './documents/json.ts';
import type { RowColumns } from './rows/columns.ts';
import { dayOf } from './rows/row-day.ts';

export const CONFIRMED_AS = ['charge', 'interest_or_tax'] as const;
export type ConfirmedAs = (typeof CONFIRMED_AS)[number];

/** What approving a class confirms without a word of the caller. */
const CLASS_CONFIRMS: Readonly<Record<string, ConfirmedAs>> = {
  possible_bank_fee: 'charge',
  possible_interest_or_tax: 'interest_or_tax',
};

interface Confirming {
  readonly domain: string;
  readonly type: string;
  readonly decision: string;
  /** What the caller says. */
  readonly confirmedAs?: ConfirmedAs | undefined;
  readonly caller?: string | undefined;
  /** Branches whose clusters the caller may decide; null: every one. */
  readonly branches: readonly string[] | null;
}

/**
 * What a call confirms of its rows. Only approvals teach, of callers with a name who decide for the whole partner: the
 * words are the partner's.
 */
export function confirmedBy({ domain, type, decision, confirmedAs, caller, branches }: Confirming): ConfirmedAs | null {
  if (domain !== 'mfb' || decision !== 'approved' || caller === undefined || branches !== null) return null;
  return confirmedAs ?? CLASS_CONFIRMS[type] ?? null;
}

/** The names that count for a run, each kind in order. */
export interface ChargeWords {
  /** From 1 on. */
  readonly version: number;
  readonly charges: readonly string[];
  readonly taxes: readonly string[];
  /** Rows that were confirmed under these names; absent if none is kept. */
  readonly seen?: readonly ConfirmedRow[];
}

export interface ConfirmedRow {
  readonly name: string;
  readonly kind: ConfirmedAs;
  readonly currency: string;
  /** Signed minor units, as the bank has it. */
  readonly amount: number;
  /** Day number. */
  readonly day: number;
}

export interface Lesson {
  readonly name: string;
  readonly kind: ConfirmedAs;
  /** Ids of exceptions that taught it, in order, the first MOST_TEACHERS of them. */
  readonly clusters: readonly string[];
  /** The latest MOST_SEEN rows that taught it, by day. */
  readonly seen: readonly SeenRow[];
}

/** A row that taught a name, with its exception. */
export interface SeenRow extends Pick<ConfirmedRow, 'currency' | 'amount' | 'day'> {
  readonly cluster: string;
}

/** A lesson stands until all of these are reopened. */
const MOST_TEACHERS = 20;
/** A charge of each month is known by the latest ones: tariffs change. */
const MOST_SEEN = 6;
/** More names than a bank has for its charges: further ones are not learned. */
const MOST_NAMES = 5_000;

/**
 * Reads `{"names": [{"name", "kind", "clusters", "seen": [{"cluster", "currency", "amount", "day"}]}]}`; early versions
 * have no `seen`. Throws what `damaged` makes.
 */
export function lessonsOf(terms: JsonObject, damaged: (sentence: string) => Error): Lesson[] {
  const { names } = terms;
  if (!Array.isArray(names)) throw damaged('it has no list of names.');
  return names.map((one) => {
    const { name, kind, clusters, seen = [] } = one as unknown as Lesson;
    if (typeof name !== 'string' || !CONFIRMED_AS.includes(kind) || !Array.isArray(clusters))
      throw damaged('a name in it is none.');
    if (!Array.isArray(seen) || !seen.every(isSeen)) throw damaged('a row of a name in it is none.');
    return { name, kind, clusters, seen };
  });
}

const isSeen = ({ cluster, currency, amount, day }: SeenRow): boolean =>
  typeof cluster === 'string' &&
  typeof currency === 'string' &&
  Number.isSafeInteger(amount) &&
  Number.isSafeInteger(day);

export const lessonsJson = (lessons: readonly Lesson[]): JsonObject => ({
  names: lessons.map(({ name, kind, clusters, seen }) => ({
    ...{ name, kind, clusters: [...clusters] },
    ...(seen.length > 0 && {
      seen: seen.map(({ cluster, currency, amount, day }) => ({ cluster, currency, amount, day })),
    }),
  })),
});

export interface Taught {
  readonly name: string;
  readonly kind: ConfirmedAs;
  readonly clusterId: string;
  /** Null: the row has no day. */
  readonly row: Omit<SeenRow, 'cluster'> | null;
}

/** What a lesson keeps of a row. */
export function seenRowOf(rows: RowColumns, row: number): Taught['row'] {
  const day = dayOf(rows, row);
  if (day === NO_DAY) return null;
  return { currency: rows.currencies[rows.currency[row]] ?? '', amount: rows.amount[row], day };
}

/** In order of names. Of two kinds for one name the later one counts. */
export function withTaught(known: readonly Lesson[], taught: readonly Taught[]): Lesson[] {
  const byName = new Map(known.map((lesson) => [lesson.name, lesson]));
  for (const { name, kind, clusterId, row } of taught) {
    const before = byName.get(name);
    if (before === undefined && byName.size >= MOST_NAMES) continue;
    const { clusters, seen }: Pick<Lesson, 'clusters' | 'seen'> =
      before?.kind === kind ? before : { clusters: [], seen: [] };
    const isTeacher = clusters.includes(clusterId) || clusters.length >= MOST_TEACHERS;
    const isKept = row === null || seen.some(({ cluster }) => cluster === clusterId);
    byName.set(name, {
      ...{ name, kind },
      clusters: isTeacher ? clusters : [...clusters, clusterId].sort(),
      seen: isKept ? seen : latest([...seen, { ...row, cluster: clusterId }]),
    });
  }
  return inOrder([...byName.values()]);
}

const latest = (seen: readonly SeenRow[]): SeenRow[] =>
  seen.toSorted((a, b) => a.day - b.day || (a.cluster < b.cluster ? -1 : 1)).slice(-MOST_SEEN);

/** What is left without the exceptions that were reopened. */
export const withoutClusters = (known: readonly Lesson[], reopened: ReadonlySet<string>): Lesson[] =>
  known.flatMap((lesson) => {
    const clusters = lesson.clusters.filter((id) => !reopened.has(id));
    const seen = lesson.seen.filter(({ cluster }) => !reopened.has(cluster));
    return clusters.length === 0 && lesson.clusters.length > 0 ? [] : [{ ...lesson, clusters, seen }];
  });

const inOrder = (lessons: readonly Lesson[]): Lesson[] => lessons.toSorted((a, b) => (a.name < b.name ? -1 : 1));

export function chargeWordsOf(lessons: readonly Lesson[], version: number): ChargeWords {
  const named = (wanted: ConfirmedAs) => lessons.flatMap(({ name, kind }) => (kind === wanted ? [name] : []));
  const seen = lessons.flatMap(({ name, kind, seen }) =>
    seen.map(({ currency, amount, day }) => ({ name, kind, currency, amount, day })),
  );
  return {
    ...{ version, charges: named('charge'), taxes: named('interest_or_tax') },
    ...(seen.length > 0 && { seen }),
  };
}
