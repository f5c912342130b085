// Learned patterns as documents and back. Figures are whole days or minor units in Tieout, from which all that is shown
// follows exactly; stored they are in the field's own unit, and how far the pattern is to be trusted is written for
// whoever reads it, and found anew from the figures here.

import { MAX_AMOUNT_MINOR } from '../../../core/limits.ts';
import { exponentOf } from '../../../core/money/money.ts';
import { confidenceOf } from '../../../core/patterns/confidence.ts';
import { type Pattern, type PatternType, VALUE_FIELDS } from '../../../core/records/documents/patterns.ts';
import { countOf, instantOf, namedScope, textOf } from '../contract-names.ts';
import type { PatternDocument } from '../decision-documents.ts';
import { decimalOf, scaledOf } from '../stored-money.ts';

/** Decimals of a mean beyond those of the values. */
const OF_MEAN = 6;

export function documentOf(pattern: Pattern): Omit<PatternDocument, '_id'> {
  const { figures, currency, suspendedAt } = pattern;
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
    mean: decimalOf((sum * 10n ** BigInt(OF_MEAN) + BigInt(count) / 2n) / BigInt(count), decimals + OF_MEAN),
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
    version: pattern.version,
  };
}

/** Null for one of another program that lacks a figure, or whose type nothing is learned of. `currency`: where it names none. */
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
    version: countOf(document.version) ?? 0,
  };
}

/** Nearest to the mean of one that has no sum; it is shown, and decides nothing. */
function sumOf(mean: unknown, { count, decimals }: { readonly count: number; readonly decimals: number }): bigint {
  const finer = scaledOf(mean, decimals + OF_MEAN, { rounded: true }) ?? 0n;
  const unit = 10n ** BigInt(OF_MEAN);
  return (finer * BigInt(count) + unit / 2n) / unit;
}

const decimalsOf = ({ currency }: Pick<Pattern, 'currency'>): number => (currency === null ? 0 : exponentOf(currency));
