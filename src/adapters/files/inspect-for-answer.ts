// A file as a run would read it, for a person who may have to answer a question about it: what is understood, its first
// rows, and what each answer would give.

import { TieoutError } from '../../core/errors.ts';
import { NO_DAY } from '../../core/money/calendar.ts';
import { type OpenPlace, openPlaces } from '../../core/reading/answers.ts';
import { mappingOfSides } from '../../core/reading/columns/column-mapping.ts';
import type { JsonObject } from '../../core/records/documents/json.ts';
import { type RowColumns, type Side, textAt } from '../../core/records/rows/columns.ts';
import type { Answer, FileToInspect, InspectedFile, InspectedRow, Reading } from '../../ports/compute.ts';
import { inspectRows } from './inspect-file.ts';
import { mostTried } from './table/weighed-readings.ts';

const FIRST_ROWS = 8;
const MOST_REJECTED = 100;

export function inspectForAnswer({ path, name, side, mapping, currency, account }: FileToInspect): InspectedFile {
  const request = { path, name, side, defaultCurrency: currency, defaultAccount: account, triesReadings: false };
  const read = (given: JsonObject | null) =>
    inspectRows({ ...request, ...(given !== null && { mapping: mappingOf(given, side) }) });
  const { inspection, columns } = read(mapping);
  const { format, header_row: headerRow, accounts, rows, rejected, warnings, error } = inspection;
  const asked = (inspection.mapping?.[side] ?? null) as JsonObject | null;
  const places =
    asked === null
      ? []
      : openPlaces(
          asked,
          inspection.columns.map(({ title }) => title),
        );
  const { choices = [] } = inspection;
  const most = mostTried(rows);
  return {
    ...{ format, headerRow, rows, rejectedRows: rejected.length, warnings, problem: error },
    columns: inspection.columns.map(({ title, field, reason }) => ({ title, field, reason })),
    reading: { accounts, firstRows: firstOf(columns) },
    rejected: rejected.slice(0, MOST_REJECTED),
    question:
      asked === null || places.length + choices.length === 0
        ? null
        : questionOf(
            asked,
            places,
            choices.map((choice, i) => (i < most ? tried(choice, read) : untried(choice))),
          ),
  };
}

const questionOf = (mapping: JsonObject, places: readonly OpenPlace[], answers: readonly (Answer & Reading)[]) => ({
  mapping,
  places,
  answers,
});

/** What an answer gives. One that contradicts the file says so. */
function tried({ label, mapping }: Answer, read: (given: JsonObject) => ReturnType<typeof inspectRows>) {
  const { inspection, columns } = read(mapping);
  return { label, mapping, accounts: inspection.accounts, firstRows: firstOf(columns), problem: inspection.error };
}

const untried = ({ label, mapping }: Answer) => ({ label, mapping, accounts: [], firstRows: [] });

/** The request was checked with the same rules. */
const mappingOf = (object: JsonObject, side: Side) =>
  mappingOfSides({ [side]: object }, (sentence) => new TieoutError('mapping_invalid', sentence));

function firstOf(columns: RowColumns | null): readonly InspectedRow[] {
  if (columns === null) return [];
  return Array.from({ length: Math.min(FIRST_ROWS, columns.count) }, (_, i) => ({
    line: columns.line[i]!,
    day: columns.bookingDay[i] === NO_DAY ? null : columns.bookingDay[i]!,
    amountMinor: columns.amount[i]!,
    currency: columns.currencies[columns.currency[i]!]!,
    reference: textAt(columns.reference, i) || null,
    narration: textAt(columns.narration, i) || null,
  }));
}
