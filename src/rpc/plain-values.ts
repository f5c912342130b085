// Values of ours as messages write them: instants in RFC 3339, days as dates, absent values left out.

import { formatDay } from '../core/money/calendar.ts';

/** Milliseconds since 1970, UTC. */
export const instant = (at: number): string => new Date(at).toISOString();

export const instantOrNone = (at: number | null): string | undefined => (at === null ? undefined : instant(at));

export const dateOrNone = (day: number | null): string | undefined =>
  day === null ? undefined : (formatDay(day) ?? undefined);

/** Why a run failed, and where in which file. */
export const failureMessage = <Failure extends { readonly file: string | null; readonly line: number | null }>(
  failure: Failure | null,
) => (failure === null ? undefined : { ...failure, file: failure.file ?? undefined, line: failure.line ?? undefined });

const LONGEST_NOTES = 1_500;

/** A text in ASCII and no longer than every client takes. */
export const inHeader = (text: string): string =>
  text
    .toWellFormed()
    .replace(/[^\x20-\x7e]/gu, encodeURIComponent)
    .slice(0, LONGEST_NOTES);
