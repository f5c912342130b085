// What a sheet asks for: its rows with a decision, and what is wrong with its cells. Only decision, note, cluster id and
// check count; the cells of the check are looked at to see that rows are whole, and everything else is the person's.

import { TieoutError } from '../errors.ts';
import { MAX_SHEET_NOTES, MAX_SHEET_ROWS } from '../limits.ts';
import type { DecisionStatus } from '../records/documents/clusters.ts';
import type { Digest } from '../records/rows/identity.ts';
import { columnLetters } from '../summary/layout/cell.ts';
import { type CheckedCells, readCheck } from './row-check.ts';
import { DECISION_WORDS, DECISIONS_SHEET, type DecisionTitle, decisionOf, type SheetDecision } from './sheet-words.ts';

export interface SheetRow {
  /** The number of the row in the spreadsheet. */
  readonly line: number;
  readonly cells: readonly string[];
}

/** A row with a decision. */
export interface SheetAsk extends SheetDecision {
  readonly line: number;
  readonly clusterId: string;
  readonly note: string | null;
  /** The status that the sheet shows. */
  readonly seen: DecisionStatus;
  /** When the exception had last changed: milliseconds since 1970, UTC. */
  readonly seenAt: number;
}

export interface CellError {
  /** The cell's name, such as A12. */
  readonly cell: string;
  readonly sentence: string;
}

export interface SheetAsks {
  readonly asks: readonly SheetAsk[];
  /** Rows of exceptions without a decision. */
  readonly blank: number;
  /** Lines with a note and no decision. */
  readonly notesAlone: readonly number[];
  readonly errors: readonly CellError[];
  /** The cell of a column in a line. */
  readonly cellOf: (title: DecisionTitle, line: number) => string;
}

const NEEDED: readonly DecisionTitle[] = [
  ...(['decision', 'note', 'cluster id', 'check'] as const),
  ...(['ledger reference', 'ledger amount', 'bank reference', 'bank amount'] as const),
];

/** Longest note, as a call of resolve takes it. */
const MOST_NOTE = 4_000;

/** `rows`: of the sheet, titles first. Throws file_not_understood, file_too_large. */
export function sheetAsks(rows: Iterable<SheetRow>, digest: Digest): SheetAsks {
  const asks: SheetAsk[] = [];
  const errors: CellError[] = [];
  const notesAlone: number[] = [];
  const lineOf = new Map<string, number>();
  const notes = new Set<string>();
  let columns: ReadonlyMap<string, number> | null = null;
  let blank = 0;
  let count = 0;
  for (const { line, cells } of rows) {
    if (columns === null) {
      if (cells.some((cell) => cell !== '')) columns = columnsOf(cells);
      continue;
    }
    const of = (title: DecisionTitle): string => cells[columns!.get(title)!] ?? '';
    const cell = (title: DecisionTitle): string => `${columnLetters(columns!.get(title)!)}${line}`;
    const [word, note, clusterId, check] = [of('decision'), of('note'), of('cluster id'), of('check')];
    if (word === '' && note === '' && check === '') continue;
    if (++count > MAX_SHEET_ROWS) throw tooMany(`${MAX_SHEET_ROWS.toLocaleString('en')} rows`);
    const read = readCheck(check, checkedCells(of), digest);
    if (read !== null && !read.isOfCells) throw sortedApart(line);
    if (word === '') {
      if (note === '') blank++;
      else notesAlone.push(line);
      continue;
    }
    const decision = decisionOf(word);
    const before = lineOf.get(clusterId);
    lineOf.set(clusterId, line);
    const wrong =
      decision === null
        ? { cell: cell('decision'), sentence: `“${word}” is no decision: choose ${DECISION_WORDS.join(', ')}.` }
        : read === null
          ? { cell: cell('check'), sentence: 'The check is not that of an export: copy whole rows.' }
          : before !== undefined
            ? { cell: cell('cluster id'), sentence: `Row ${before} decides the same exception.` }
            : note.length > MOST_NOTE
              ? { cell: cell('note'), sentence: `The note has more than ${MOST_NOTE} characters.` }
              : null;
    if (wrong !== null) errors.push(wrong);
    else {
      const { status: seen, updatedAt: seenAt } = read!;
      asks.push({ ...decision!, line, clusterId, note: note === '' ? null : note, seen, seenAt });
    }
    if (note !== '' && notes.add(note).size > MAX_SHEET_NOTES) {
      throw tooMany(`${MAX_SHEET_NOTES.toLocaleString('en')} different notes`);
    }
  }
  if (columns === null) throw notUnderstood(`Sheet ${DECISIONS_SHEET} is empty.`);
  const found = columns;
  const cellOf = (title: DecisionTitle, line: number): string => `${columnLetters(found.get(title)!)}${line}`;
  return { asks, blank, notesAlone, errors, cellOf };
}

/** Places of the titles. Throws file_not_understood. */
function columnsOf(titles: readonly string[]): ReadonlyMap<string, number> {
  const places = new Map(titles.map((title, i) => [title.toLowerCase(), i] as const).toReversed());
  const missing = NEEDED.filter((title) => !places.has(title));
  if (missing.length === 0) return places;
  throw notUnderstood(
    `Sheet ${DECISIONS_SHEET} has no column ${missing.map((title) => `“${title}”`).join(', ')}: export the decisions anew.`,
  );
}

const checkedCells = (of: (title: DecisionTitle) => string): CheckedCells => ({
  clusterId: of('cluster id'),
  ledgerReference: of('ledger reference'),
  ledgerAmount: of('ledger amount'),
  bankReference: of('bank reference'),
  bankAmount: of('bank amount'),
});

const sortedApart = (line: number): TieoutError =>
  notUnderstood(
    `Row ${line} is not as it was exported: columns were sorted apart from one another, or its references, amounts or id were changed. Nothing of the file is taken. Sort whole rows, and change decision and note alone.`,
  );

const notUnderstood = (sentence: string): TieoutError => new TieoutError('file_not_understood', sentence);

const tooMany = (what: string): TieoutError =>
  new TieoutError('file_too_large', `The sheet has more than ${what}: send it in parts.`);
