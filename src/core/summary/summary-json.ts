// The facts as the store keeps them, and back: everything that a later regeneration needs, sums in minor units as
// decimal strings, since a sum may exceed what a JSON number holds.

import type { MatchParameters } from '../matching/parameters.ts';
import type { JsonObject, JsonValue } from '../records/documents/json.ts';
import type { CarriedRow } from '../records/late/late-groups.ts';
import type { SummaryFacts } from './facts.ts';
import { type FactsOfBefore, proofOfBefore } from './proof/proof-of-before.ts';
import type { RestingAccount } from './proof/resting.ts';

export interface SummaryScope {
  readonly narrative: string;
  /** A language model's words; null or absent where it has none. */
  readonly aiNarrative?: string | null;
  readonly parameters: MatchParameters;
  readonly branchId: string | null;
  /** Day numbers as the run was given them. */
  readonly periodStart: number | null;
  readonly periodEnd: number | null;
  /** Null if the run did not say, and in older summaries. */
  readonly isScheduled?: boolean | null;
  /** As requests name it. */
  readonly matchingMethod: string;
  // The next fields are absent in older summaries.
  /** The run's kind (core/kinds). */
  readonly kind?: string;
  /** The service of a commercial run. */
  readonly service?: string | null;
  readonly flow?: 'inward' | 'outward' | null;
  /** Figures of the kind beside the facts. */
  readonly ofKind?: JsonObject | null;
  /** The basis of its figures: the run and the late groups (figures-basis.ts). */
  readonly basis?: string;
  /** A digest of the rows of before the period that its figures have (figures-basis.ts); absent for none. */
  readonly carried?: string | undefined;
}

/**
 * What the figures were made of beside the run, kept with the summary that made them: later ones of the same basis have
 * the same figures.
 */
export interface FiguresMadeOf {
  /** Ids of the late groups that held rows of the session. */
  readonly late: readonly string[];
  /** Rows of before the period that earlier sessions had open at its end. */
  readonly carried: readonly CarriedRow[];
  /** Accounts that only such rows are of; absent: none. */
  readonly resting?: readonly RestingAccount[];
}

export interface StoredSummary {
  readonly facts: SummaryFacts;
  readonly scope: SummaryScope;
  /** Absent in summaries that took their figures from another, and in older ones. */
  readonly madeOf?: FiguresMadeOf | undefined;
}

export const summaryJson = (summary: StoredSummary): JsonObject => jsonOf(summary) as JsonObject;

/** Reads back what summaryJson wrote. */
export function summaryFromJson(stored: JsonObject): StoredSummary {
  const summary = withSums(stored, '') as StoredSummary;
  const { facts } = summary;
  if (facts.proofs !== undefined) return summary;
  return { ...summary, facts: { ...facts, period: null, proofs: [proofOfBefore(facts as unknown as FactsOfBefore)] } };
}

/** What a stored summary's figures were made of, without reading the rest; null if it took them from another. */
export const figuresMadeOf = ({ madeOf }: JsonObject): FiguresMadeOf | null =>
  madeOf === undefined ? null : (withSums(madeOf, '') as FiguresMadeOf);

/** The basis of a stored summary, without reading the rest; null if it has none. */
export const basisOf = ({ scope }: JsonObject): string | null =>
  ((scope ?? {}) as Pick<SummaryScope, 'basis'>).basis ?? null;

/** Whether two stored summaries were made of the same, without reading the rest. */
export function haveTheSameFigures({ scope: one }: JsonObject, { scope: other }: JsonObject): boolean {
  const [some, others] = [one, other].map((scope) => (scope ?? {}) as Pick<SummaryScope, 'basis' | 'carried'>);
  return some!.basis === others!.basis && some!.carried === others!.carried;
}

/** The fields that hold sums: a string of digits elsewhere is a text, such as an account's number. */
const SUMS: ReadonlySet<string> = new Set([
  ...['amount', 'volume', 'matchedAmount', 'reversedAmount', 'openAmount', 'pendingAmount', 'outOfPeriodAmount'],
  ...['openingBalance', 'closingBalance', 'opening', 'closing', 'movement', 'bankMovement', 'bookMovement'],
  ...['adjustedBank', 'adjustedBook', 'difference', 'explained', 'unexplained'],
]);

function withSums(value: unknown, name: string): unknown {
  if (typeof value === 'string') return SUMS.has(name) ? BigInt(value) : value;
  if (Array.isArray(value)) return value.map((part) => withSums(part, ''));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([field, part]) => [field, withSums(part, field)]));
}

function jsonOf(value: unknown): JsonValue {
  if (typeof value === 'bigint') return String(value);
  if (Array.isArray(value)) return value.map(jsonOf);
  if (value !== null && typeof value === 'object') {
    return Object.fromEntries(
      Object.entries(value).flatMap(([name, part]) => (part === undefined ? [] : [[name, jsonOf(part)]])),
    );
  }
  return value as JsonValue;
}
