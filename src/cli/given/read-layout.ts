// Reads the file of --journal-layout, and writes the journals of a run by it: those that nobody rejected or escalated,
// and whose both accounts the chart knows. What is left out is counted.

import { journalFile } from '../../adapters/spreadsheets/journal-file.ts';
import { TieoutError } from '../../core/errors.ts';
import { type JournalLayout, parseJournalLayout } from '../../core/summary/layout/journal-layout.ts';
import { type JournalEntry, journalEntries } from '../../core/summary/statement/journal-entries.ts';
import { identifiedJournals } from '../../core/summary/statement/journal-ids.ts';
import type { Reconciliation } from '../../workflows/runs/reconciliation.ts';
import { givenJson } from './given-file.ts';

/** Throws file_unreadable or usage. */
export function readLayout(file: string): JournalLayout {
  const invalid = (sentence: string) => new TieoutError('usage', `${file} is no layout of journals: ${sentence}`);
  const what = { what: 'a layout of journals', option: '--journal-layout' };
  return parseJournalLayout(givenJson(file, what, invalid), invalid);
}

interface PostingFile {
  readonly name: string;
  readonly content: Uint8Array;
  readonly warnings: readonly string[];
}

/** Throws output_unwritable for more entries than a sheet has room for. */
export function postingFile(result: Reconciliation, layout: JournalLayout): PostingFile {
  const name = `posting.${layout.format}`;
  const entries = [...journalEntries(result, result.chart?.chart ?? null)];
  const wanted = entries.filter(isToPost);
  const coded = wanted.filter(({ debit, credit }) => debit.code !== null && credit.code !== null);
  const warnings = [
    ...leftOut(entries.length - wanted.length, 'rejected or escalated', name),
    ...leftOut(wanted.length - coded.length, 'without an account in the chart', name),
  ];
  return { name, content: journalFile(identifiedJournals(result, coded), layout).content, warnings };
}

const isToPost = ({ exception }: JournalEntry): boolean =>
  exception === null || exception.status === 'pending' || exception.status === 'approved';

const leftOut = (entries: number, why: string, name: string): string[] =>
  entries === 0
    ? []
    : [`${entries} of the entries in journals.csv ${entries === 1 ? 'is' : 'are'} not in ${name}: ${why}.`];
