// Learned patterns as documents and back. In Tieout figures are whole days or minor units; all shown values follow
// exactly from them. Stored amounts are in currency units. The stored confidence is only for other readers; Tieout
// computes it from the figures.

import { MAX_AMOUNT_MINOR } from '../../../core/limits.ts';
import { exponentOf } from '../../../core/money/money.ts';
import { confidenceOf } from '../../../core/patterns/confidence.ts';
import { type Pattern, type PatternType, VALUE_FIELDS } from '../../../core/records/documents/patterns.ts';
import { countOf, instantOf, namedScope, textOf } from '../contract-names.ts';
import type { PatternDocument } from '../decision-documents.ts';
import { decimalOf, scaledOf } from '../stored-money.ts';

/** The decimals of a mean, which has more than the values. */
const MEAN_DECIMALS = 6;

export function documentOf(pattern: Pattern): Omit<PatternDocument, '_id'> {
  const { figures, currency, suspendedAt, suspendedFor, departures, answered } = pattern;
  const { count, sum, medianTwice, min, max } = figures;
  const decimals = decimalsOf(pattern);
  const { occurrenceWeight, consistency, confidence, level } = confidenceOf(figures);
  return {
    ...namedScope(pattern),
    domain: pattern.domain,
    intelligence_type: pattern.type,
    pattern_id: pattern.patternId,
    value_field: VALUE_FIELDS[pattern.type],
    occurrence_count: count,
    outliers_dropped: figures.outliersDropped,
    median: decimalOf(BigInt(medianTwice) * 5n, decimals + 1),
    mean: decimalOf(
      (sum * 10n ** BigInt(MEAN_DECIMALS) + BigInt(count) / 2n) / BigInt(count),
      decimals + MEAN_DECIMALS,
    ),
    min: decimalOf(min, decimals),
    max: decimalOf(max, decimals),
    sum: decimalOf(sum, decimals),
    occurrence_weight: occurrenceWeight,
    consistency,
    confidence,
    confidence_level: level,
    currency,
    last_seen_at: new Date(figures.lastSeenAt),
    updated_at: new Date(pattern.updatedAt),
    suspended_at: suspendedAt === null ? null : new Date(suspendedAt),
    suspended_for: suspendedFor ?? null,
    departures: departures ?? null,
    answered: answered ?? null,
    version: pattern.version,
  };
}

/** Null for another program's pattern without a figure, or of an unknown type. `currency`: for patterns without one. */
export function toPattern(
  document: { readonly [Name in keyof PatternDocument]?: PatternDocument[Name] | null },
  currency: string,
): Pattern | null {
  const type = document.intelligence_type as PatternType;
  if (!(type in VALUE_FIELDS)) return null;
  const own = type === 'amount_mismatch' ? document.currency || currency : null;
  const decimals = decimalsOf({ currency: own });
  const figure = (value: unknown): bigint | null => {
    const found = scaledOf(value, decimals);
    return found !== null && found >= 0n && found <= BigInt(MAX_AMOUNT_MINOR) ? found : null;
  };
  const count = countOf(document.occurrence_count);
  const [min, max] = [figure(document.min), figure(document.max)];
  const tenfold = scaledOf(document.median, decimals + 1);
  if (!count || min === null || max === null || tenfold === null || tenfold % 5n !== 0n) return null;
  return {
    tenant: document.tenant_id!,
    partner: document.partner_id!,
    domain: document.domain as Pattern['domain'],
    type,
    patternId: textOf(document.pattern_id) ?? textOf(document._id) ?? '',
    currency: own,
    figures: {
      count,
      outliersDropped: countOf(document.outliers_dropped) ?? 0,
      medianTwice: Number(tenfold / 5n),
      sum: scaledOf(document.sum, decimals) ?? sumOf(document.mean, { count, decimals }),
      min: Number(min),
      max: Number(max),
      lastSeenAt: instantOf(document.last_seen_at) ?? 0,
    },
    updatedAt: instantOf(document.updated_at) ?? 0,
    suspendedAt: instantOf(document.suspended_at),
    ...(document.suspended_for && { suspendedFor: document.suspended_for }),
    ...(document.departures && { departures: document.departures }),
    ...(document.answered && { answered: document.answered }),
    version: countOf(document.version) ?? 0,
  };
}

/** The sum nearest to the mean, for a pattern without a sum. It is only shown. */
function sumOf(mean: unknown, { count, decimals }: { readonly count: number; readonly decimals: number }): bigint {
  const finer = scaledOf(mean, decimals + MEAN_DECIMALS, { rounded: true }) ?? 0n;
  const unit = 10n ** BigInt(MEAN_DECIMALS);
  return (finer * BigInt(count) + unit / 2n) / unit;
}

const decimalsOf = ({ currency }: Pick<Pattern, 'currency'>): number => (currency === null ? 0 : exponentOf(currency));
