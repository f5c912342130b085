// Rows of a file of subjects: CSV with a line of titles, or JSON Lines with an object a line. The file is read as it is
// worked on, whatever its size.

import { openListFile } from '../../adapters/lists/list-file.ts';
import { readCsv } from '../../adapters/lists/read-csv.ts';
import { TieoutError } from '../../core/errors.ts';
import { SUBJECT_CELLS, type SubjectRow } from '../../core/identity/subject-row.ts';
import { isObject } from '../../core/records/documents/json.ts';
import { usage } from '../options.ts';

/** A row, or why it is none. Rows count from 1, without the line of titles. */
export type FileRow = { readonly row: number } & ({ readonly cells: SubjectRow } | { readonly refused: string });

const isCell = (title: string): title is (typeof SUBJECT_CELLS)[number] =>
  (SUBJECT_CELLS as readonly string[]).includes(title);

const COLUMNS = SUBJECT_CELLS.join(', ');

/** Throws list_unusable for a file that cannot be read or is cut off, usage for columns that nobody knows. */
export async function* subjectRows(path: string): AsyncGenerator<FileRow> {
  const { chunks, called } = await openListFile(path);
  const { first, all } = await peeked(chunks);
  yield* first.trimStart().startsWith('{') ? jsonRows(all) : csvRows(all, { called, first });
}

async function peeked(chunks: AsyncIterable<string>) {
  const reading = chunks[Symbol.asyncIterator]();
  const { value: first = '' } = await reading.next();
  async function* all(): AsyncGenerator<string> {
    yield first;
    for (let next = await reading.next(); !next.done; next = await reading.next()) yield next.value;
  }
  return { first, all: all() };
}

async function* csvRows(
  chunks: AsyncIterable<string>,
  { called, first }: { readonly called: string; readonly first: string },
): AsyncGenerator<FileRow> {
  const titleLine = first.split('\n', 1)[0];
  const comma = titleLine.includes(';') && !titleLine.includes(',') ? ';' : ',';
  let titles: readonly string[] | null = null;
  let row = 0;
  for await (const record of readCsv(chunks, called, comma)) {
    if (titles === null) {
      titles = record.map((title) => title.trim().toLowerCase());
      const unknown = titles.find((title) => !isCell(title));
      if (unknown !== undefined) {
        throw usage(
          'screen',
          `${called} has a column ${JSON.stringify(unknown.slice(0, 40))}; the columns are ${COLUMNS}.`,
        );
      }
      if (new Set(titles).size < titles.length) throw usage('screen', `${called} has a column twice.`);
      continue;
    }
    // An empty line is no row.
    if (record.length === 1 && record[0].trim() === '') continue;
    row++;
    if (record.length === titles.length) yield { row, cells: cellsOf(titles, record) };
    else yield { row, refused: `It has ${record.length} cells, and the titles are ${titles.length}.` };
  }
  if (row === 0) throw new TieoutError('list_unusable', `${called} holds no subject.`);
}

const cellsOf = (titles: readonly string[], record: readonly string[]): SubjectRow =>
  Object.fromEntries(titles.map((title, at) => [title, record[at]]));

async function* jsonRows(chunks: AsyncIterable<string>): AsyncGenerator<FileRow> {
  let row = 0;
  for await (const line of linesOf(chunks)) {
    if (line.trim() === '') continue;
    row++;
    yield { row, ...jsonRow(line) };
  }
}

function jsonRow(line: string): { readonly cells: SubjectRow } | { readonly refused: string } {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return { refused: 'Its line is not JSON.' };
  }
  if (!isObject(value)) return { refused: 'Its line is no JSON object.' };
  const unknown = Object.keys(value).find((name) => !isCell(name));
  if (unknown !== undefined) return { refused: `It has a field that nobody reads; the fields are ${COLUMNS}.` };
  const given = Object.entries(value).filter(([, cell]) => cell !== null);
  const wrong = given.some(([, cell]) => typeof cell !== 'string');
  return wrong ? { refused: 'All its fields must be texts.' } : { cells: Object.fromEntries(given) as SubjectRow };
}

async function* linesOf(chunks: AsyncIterable<string>): AsyncGenerator<string> {
  let held: string[] = [];
  for await (const chunk of chunks) {
    const pieces = chunk.split('\n');
    for (const [at, piece] of pieces.entries()) {
      held.push(piece);
      if (at === pieces.length - 1) break;
      yield held.join('');
      held = [];
    }
  }
  yield held.join('');
}
