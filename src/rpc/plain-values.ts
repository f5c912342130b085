// Values of ours as messages write them: instants in RFC 3339, days as dates, absent values left out.

import type { JsonObject as MessageObject } from '@bufbuild/protobuf';
import { Side } from '../../gen/tieout/engine/v1/vocabulary_pb.ts';
import { formatDay } from '../core/money/calendar.ts';
import type { ReadingChoice } from '../core/reading-choice.ts';
import type { WorkFailure } from '../core/records/documents/work.ts';

/** Milliseconds since 1970, UTC. */
export const instant = (at: number): string => new Date(at).toISOString();

export const instantOrNone = (at: number | null): string | undefined => (at === null ? undefined : instant(at));

export const dateOrNone = (day: number | null): string | undefined =>
  day === null ? undefined : (formatDay(day) ?? undefined);

/** Why a run failed, where in which file, and the readings that a question leaves. */
export const failureMessage = (failure: WorkFailure | null) =>
  failure === null
    ? undefined
    : {
        code: failure.code,
        message: failure.message,
        file: failure.file ?? undefined,
        line: failure.line ?? undefined,
        choices: (failure.choices ?? []).map(choiceMessage),
      };

const choiceMessage = ({ label, side, mapping, sums, first }: ReadingChoice) => ({
  ...{ label, mapping: mapping as MessageObject, side: side === 'gl' ? Side.GL : Side.BANK },
  accounts: (sums ?? []).map(({ currency, rows, amount }) => ({ currency, rows, amount: Number(amount) })),
  firstRows: first.map(({ line, date, amount, currency }) => ({ line, date, currency, amount: Number(amount) })),
});

const LONGEST_NOTES = 1_500;

/** A text in ASCII and no longer than every client takes. */
export const inHeader = (text: string): string =>
  text
    .toWellFormed()
    .replace(/[^\x20-\x7e]/gu, encodeURIComponent)
    .slice(0, LONGEST_NOTES);

/** A score of answers, rounded to four digits: more are noise, and tests and people compare them. */
export const rounded = (score: number): number => Math.round(score * 10_000) / 10_000;
