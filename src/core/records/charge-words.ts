// What a partner's bank calls its charges, interest and taxes: names of lines, each with the exceptions that taught it. A
// name was confirmed by a person who has a name; it is taken back by reopening what was confirmed, or by itself.

import type { JsonObject } from './documents/json.ts';

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
}

export interface Lesson {
  readonly name: string;
  readonly kind: ConfirmedAs;
  /** Ids of exceptions that taught it, in order, the first MOST_TEACHERS of them. */
  readonly clusters: readonly string[];
}

/** A lesson stands until all of these are reopened. */
const MOST_TEACHERS = 20;
/** More names than a bank has for its charges: further ones are not learned. */
const MOST_NAMES = 5_000;

/** Reads `{"names": [{"name", "kind", "clusters"}]}`. Throws what `damaged` makes. */
export function lessonsOf(terms: JsonObject, damaged: (sentence: string) => Error): Lesson[] {
  const { names } = terms;
  if (!Array.isArray(names)) throw damaged('it has no list of names.');
  return names.map((one) => {
    const { name, kind, clusters } = one as unknown as Lesson;
    if (typeof name !== 'string' || !CONFIRMED_AS.includes(kind) || !Array.isArray(clusters))
      throw damaged('a name in it is none.');
    return { name, kind, clusters };
  });
}

export const lessonsJson = (lessons: readonly Lesson[]): JsonObject => ({
  names: lessons.map(({ name, kind, clusters }) => ({ name, kind, clusters: [...clusters] })),
});

export interface Taught {
  readonly name: string;
  readonly kind: ConfirmedAs;
  readonly clusterId: string;
}

/** In order of names. Of two kinds for one name the later one counts. */
export function withTaught(known: readonly Lesson[], taught: readonly Taught[]): Lesson[] {
  const byName = new Map(known.map((lesson) => [lesson.name, lesson]));
  for (const { name, kind, clusterId } of taught) {
    const before = byName.get(name);
    if (before === undefined && byName.size >= MOST_NAMES) continue;
    const clusters = before?.kind === kind ? before.clusters : [];
    if (before?.kind === kind && (clusters.includes(clusterId) || clusters.length >= MOST_TEACHERS)) continue;
    byName.set(name, { name, kind, clusters: [...clusters, clusterId].sort() });
  }
  return inOrder([...byName.values()]);
}

/** What is left without the exceptions that were reopened. */
export const withoutClusters = (known: readonly Lesson[], reopened: ReadonlySet<string>): Lesson[] =>
  known.flatMap((lesson) => {
    const clusters = lesson.clusters.filter((id) => !reopened.has(id));
    if (clusters.length === lesson.clusters.length) return [lesson];
    return clusters.length === 0 ? [] : [{ ...lesson, clusters }];
  });

const inOrder = (lessons: readonly Lesson[]): Lesson[] => lessons.toSorted((a, b) => (a.name < b.name ? -1 : 1));

export const chargeWordsOf = (lessons: readonly Lesson[], version: number): ChargeWords => ({
  version,
  charges: lessons.flatMap(({ name, kind }) => (kind === 'charge' ? [name] : [])),
  taxes: lessons.flatMap(({ name, kind }) => (kind === 'interest_or_tax' ? [name] : [])),
});
