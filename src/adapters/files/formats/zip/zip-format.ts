// The format of ZIP archives. The archive holds files of any format; programs of a Mac add files of their own.

import { TieoutError } from '../../../../core/errors.ts';
import {
  MAX_FILES_PER_SIDE,
  MAX_UNPACKED_BYTES,
  MAX_UNPACKED_RATIO,
  MIN_UNPACKED_BYTES,
} from '../../../../core/limits.ts';
import { digestOf } from '../../bytes/byte-source.ts';
import { readEntry } from '../../packed/read-entry.ts';
import { unpackedFile } from '../../packed/unpacked-file.ts';
import { beginsAsZip, type ZipEntry, zipDirectory } from '../../packed/zip-directory.ts';
import type { PackedFormat } from '../format.ts';

/** Files that programs of a Mac or of Windows add. */
const isOfProgram = ({ path }: ZipEntry): boolean => /(^|\/)(__MACOSX\/|\.|Thumbs\.db$|desktop\.ini$)/i.test(path);
const OFFICE = /^(\[content_types\]\.xml|mimetype)$/i;

export const ZIP_ARCHIVE: PackedFormat = {
  begins: ({ bytes }) => beginsAsZip(bytes),
  files: (file, name) => {
    const refuse = (sentence: string) => new TieoutError('file_not_understood', sentence, { file: name });
    const entries = zipDirectory(file, name);
    if (entries === null)
      throw refuse('the archive is cut off: its directory, which stands at its end, is missing; get the file again.');
    if (entries.some(({ path }) => OFFICE.test(path)))
      throw refuse('this is a document of an office program and no workbook; save it as XLSX or CSV.');
    const own = entries.filter((entry) => !isOfProgram(entry));
    if (own.length === 0) throw refuse('the archive has no files.');
    const most = Math.min(MAX_UNPACKED_BYTES, Math.max(MIN_UNPACKED_BYTES, file.size * MAX_UNPACKED_RATIO));
    const bytes = own.reduce((sum, entry) => sum + entry.bytes, 0);
    if (own.length > 1 && (bytes > most || own.length > MAX_FILES_PER_SIDE))
      throw new TieoutError(
        'file_too_large',
        `the archive holds ${own.length} files of ${Math.ceil(bytes / 1e6)} MB together, more than ${MAX_FILES_PER_SIDE} files or ${Math.floor(most / 1e6)} MB.`,
        { file: name },
      );
    // The digest is computed once for all of them.
    const archive = { ...file, digest: digestOf(file) };
    return own.map((entry) => ({
      path: entry.path,
      bytes: entry.bytes,
      unpacked: (use) => {
        const unpack = (take: (bytes: Uint8Array) => void) => readEntry(file, entry, { name, take });
        return unpackedFile(archive, { name, unpack }, use);
      },
    }));
  },
};
