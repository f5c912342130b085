// Reads a file in whichever format of formats/list.ts it is.

import { TieoutError } from '../../core/errors.ts';
import type { OpenFile } from './bytes/byte-source.ts';
import { beginningOf } from './formats/beginning.ts';
import type { EntryFormat, Format, PackedFile, PackedFormat, TableFormat } from './formats/format.ts';
import { FORMATS } from './formats/list.ts';
import { joinedMembers } from './members/joined-members.ts';
import type { ReadRequest } from './request/read-request.ts';
import type { StatementFile } from './request/statement-file.ts';
import { readTableFile } from './table/read-table-file.ts';
import type { TableFile } from './table/table-file.ts';

/** Most packed files one within the other: a folder of packed statements that is packed again. */
const DEEPEST = 3;

function formatOf(file: OpenFile): Format {
  const beginning = beginningOf(file);
  const format = FORMATS.find(({ begins }) => begins(beginning));
  if (format === undefined) throw new Error('the last format accepts every file');
  return format;
}

/** The files that are packed in a file which lies in `depth` others, without notes beside them. */
function filesIn(format: PackedFormat, file: OpenFile, { name, depth }: { name: string; depth: number }) {
  if (depth >= DEEPEST)
    throw new TieoutError('file_not_understood', `more than ${DEEPEST} archives are packed one within the other.`, {
      file: name,
    });
  const files = format.files(file, name);
  if (files.length === 1) return files;
  const own = files.filter(({ bytes = Number.POSITIVE_INFINITY, unpacked }) => bytes > NOTE || !unpacked(isNote));
  return own.length === 0 ? files : own;
}

/** Bytes of a note: “These are your statements.” */
const NOTE = 4_096;

/** Whether a short file is a text without a figure, which has no entry. */
const isNote = (file: OpenFile): boolean => {
  const { text } = beginningOf(file);
  return text !== '' && !/\p{N}/u.test(text);
};

/** Calls `use` with the format of each file inside, which is the file itself unless it is packed, and its name. */
export function eachInItsFormat(
  file: OpenFile,
  name: string,
  use: (format: TableFormat | EntryFormat, inner: OpenFile, name: string) => void,
  depth = 0,
): void {
  const format = formatOf(file);
  if (!('files' in format)) {
    use(format, file, name);
    return;
  }
  const files = filesIn(format, file, { name, depth });
  for (const { path, unpacked } of files) {
    const called = files.length === 1 ? name : `${name} [${path}]`;
    unpacked((inner) => eachInItsFormat(inner, called, use, depth + 1));
  }
}

/** Reads the entries of a file of any format, of an archive those of all its files. Throws TieoutError. */
export function readEntries(request: ReadRequest, file: OpenFile, depth = 0): StatementFile {
  const { name } = request;
  const format = formatOf(file);
  if ('table' in format) return format.table(file, name, (table) => readTableFile(request, table));
  if ('read' in format) return format.read(request, file);
  const files = filesIn(format, file, { name, depth });
  const readOne = ({ unpacked }: PackedFile, as: ReadRequest) => unpacked((inner) => readEntries(as, inner, depth + 1));
  if (files.length === 1) return readOne(files[0], request);
  const members = files.map((one) => {
    const own = { ...request, name: `${name} [${one.path}]`, progress: undefined };
    return { path: one.path, file: readOne(one, own) };
  });
  return joinedMembers(request, members);
}

/** Most files that a sentence names. */
const NAMED = 5;

/** Calls `use` with the file as a table. Throws TieoutError, also for a format without columns. */
export function readAsTable<T>(file: OpenFile, name: string, use: (table: TableFile) => T, depth = 0): T {
  const refuse = (sentence: string) => new TieoutError('file_not_understood', sentence, { file: name });
  const format = formatOf(file);
  if ('table' in format) return format.table(file, name, use);
  if ('read' in format) throw refuse('the file has no columns, but entries alone.');
  const files = filesIn(format, file, { name, depth });
  if (files.length === 1) return files[0].unpacked((inner) => readAsTable(inner, name, use, depth + 1));
  const shown = files.slice(0, NAMED).map(({ path }) => `“${path}”`);
  const more = files.length > NAMED ? ' and others' : '';
  throw refuse(`the archive has ${files.length} files, ${shown.join(', ')}${more}; give each file alone.`);
}
