// A learned pattern as a message: its figures in the unit of its value field, days or currency units.

import type { MessageInitShape } from '@bufbuild/protobuf';
import type { PatternSchema } from '../../../gen/tieout/resolution/v1/exceptions_pb.ts';
import { ClusterTypeSchema, ConfidenceLevel } from '../../../gen/tieout/resolution/v1/vocabulary_pb.ts';
import { exponentOf, formatMinor } from '../../core/money/money.ts';
import { confidenceOf } from '../../core/patterns/confidence.ts';
import { whySuspended } from '../../core/patterns/sweep.ts';
import { type Pattern, VALUE_FIELDS } from '../../core/records/documents/patterns.ts';
import { enumNumber } from '../enum-names.ts';
import { instant, instantOrNone } from '../plain-values.ts';

const LEVELS = {
  candidate: ConfidenceLevel.CANDIDATE,
  learning: ConfidenceLevel.LEARNING,
  eligible: ConfidenceLevel.ELIGIBLE,
} as const;

/** A number of days, or of minor units, in the unit that is shown. */
export const inUnits = ({ currency }: Pick<Pattern, 'currency'>, value: number | bigint): number =>
  currency === null ? Number(value) : Number(formatMinor(value, exponentOf(currency)));

export function patternMessage(pattern: Pattern): MessageInitShape<typeof PatternSchema> {
  const { patternId, tenant, partner, domain, type, figures, updatedAt, suspendedAt } = pattern;
  const { occurrenceWeight, consistency, confidence, level } = confidenceOf(figures);
  return {
    ...{ patternId, tenantId: tenant, partnerId: partner, domain, valueField: VALUE_FIELDS[type] },
    intelligenceType: enumNumber(ClusterTypeSchema)(type),
    occurrenceCount: figures.count,
    median: inUnits(pattern, figures.medianTwice) / 2,
    mean: inUnits(pattern, figures.sum) / figures.count,
    min: inUnits(pattern, figures.min),
    max: inUnits(pattern, figures.max),
    outliersDropped: figures.outliersDropped,
    ...{ occurrenceWeight, consistency, confidence, confidenceLevel: LEVELS[level] },
    lastSeenAt: instant(figures.lastSeenAt),
    updatedAt: instant(updatedAt),
    suspendedAt: instantOrNone(suspendedAt),
    suspendedFor: whySuspended(pattern) ?? undefined,
  };
}
