// Warnings about words of a request that the run does not follow: it does what it can, and says so.

import type { ReconciliationTemplateCreate } from '../../../gen/tieout/engine/v1/template_pb.ts';
import { lacksOffset } from '../validation/day-of.ts';
import { searchModeWarnings } from './matching-words.ts';

/** Fields that requests of every kind of run may have. */
export interface AskedOfRun {
  readonly searchMode?: string | undefined;
  readonly periodStartDate?: string | undefined;
  readonly periodEndDate?: string | undefined;
  readonly asOfDate?: string | undefined;
  readonly template?: ReconciliationTemplateCreate | undefined;
}

/** A word in both request and template is reported once. */
export const requestWarnings = ({ template, ...request }: AskedOfRun): string[] => [
  ...new Set([request, ...(template ? [template] : [])].flatMap(searchModeWarnings)),
  ...dateWarnings(request),
];

const DATES = {
  periodStartDate: 'period_start_date',
  periodEndDate: 'period_end_date',
  asOfDate: 'as_of_date',
  startDate: 'start_date',
  endDate: 'end_date',
} as const;

/** A day of a request, of a run or an internal one. */
export const dateWarnings = (request: Readonly<Partial<Record<keyof typeof DATES, string | undefined>>>): string[] =>
  (Object.keys(DATES) as (keyof typeof DATES)[]).flatMap((name) => {
    const text = request[name] ?? '';
    if (!lacksOffset(text)) return [];
    return [`${DATES[name]} has a time without an offset; it was taken as UTC: ${text.slice(0, 10)}.`];
  });
