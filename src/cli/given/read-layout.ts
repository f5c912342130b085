// Reads the file of --journal-layout, and writes the journals of a run by it: those that nobody rejected or escalated,
// that no ledger was given before, and whose both accounts the chart knows. What is left out is counted.

import { journalFile } from '../../adapters/spreadsheets/journal-file.ts';
import { TieoutError } from '../../core/errors.ts';
import type { JsonObject } from '../../core/records/documents/json.ts';
import type { JournalState } from '../../core/records/journal-life.ts';
import { type JournalLayout, parseJournalLayout } from '../../core/summary/layout/journal-layout.ts';
import { type JournalEntry, journalEntries } from '../../core/summary/statement/journal-entries.ts';
import { identifiedJournals } from '../../core/summary/statement/journal-ids.ts';
import type { Reconciliation } from '../../workflows/runs/reconciliation.ts';
import { givenJson } from './given-file.ts';

/** Throws file_unreadable or usage. */
export function readLayout(file: string): JournalLayout {
  return parseJournalLayout(readLayoutJson(file), invalidLayout(file));
}

/** The same as it is written, once it is known to be a layout. */
export function readLayoutJson(file: string): JsonObject {
  const json = givenJson(file, { what: 'a layout of journals', option: '--journal-layout' }, invalidLayout(file));
  parseJournalLayout(json, invalidLayout(file));
  return json as JsonObject;
}

const invalidLayout = (file: string) => (sentence: string) =>
  new TieoutError('usage', `${file} is no layout of journals: ${sentence}`);

interface PostingFile {
  readonly name: string;
  readonly content: Uint8Array;
  readonly warnings: readonly string[];
}

/** Throws output_unwritable for more entries than a sheet has room for. */
export function postingFile(result: Reconciliation, layout: JournalLayout, forExcel: boolean): PostingFile {
  const name = `posting.${layout.format}`;
  const all = identifiedJournals(result, [...journalEntries(result, result.chart?.chart ?? null)]);
  const wanted = all.filter(({ entry }) => isToPost(entry));
  const fresh = wanted.filter(({ id }) => !GIVEN.has(result.journalStates.get(id) ?? 'proposed'));
  const coded = fresh.filter(({ entry: { debit, credit } }) => debit.code !== null && credit.code !== null);
  const warnings = [
    ...leftOut(all.length - wanted.length, 'rejected or escalated', name),
    ...leftOut(wanted.length - fresh.length, 'exported or posted already', name),
    ...leftOut(fresh.length - coded.length, 'without an account in the chart', name),
  ];
  return { name, content: journalFile(coded, layout, forExcel).content, warnings };
}

const GIVEN: ReadonlySet<JournalState> = new Set(['exported', 'posted', 'matched']);

const isToPost = ({ exception }: JournalEntry): boolean =>
  exception === null || exception.status === 'pending' || exception.status === 'approved';

const leftOut = (entries: number, why: string, name: string): string[] =>
  entries === 0
    ? []
    : [`${entries} of the entries in journals.csv ${entries === 1 ? 'is' : 'are'} not in ${name}: ${why}.`];
