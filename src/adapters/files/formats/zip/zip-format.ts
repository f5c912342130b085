// The format of ZIP archives. The archive holds one file of any format; programs of a Mac add files of their own.

import { TieoutError } from '../../../../core/errors.ts';
import { readEntry } from '../../packed/read-entry.ts';
import { unpackedFile } from '../../packed/unpacked-file.ts';
import { beginsAsZip, type ZipEntry, zipDirectory } from '../../packed/zip-directory.ts';
import type { PackedFormat } from '../format.ts';

const NAMES_SHOWN = 5;
/** Files that programs of a Mac or of Windows add. */
const isOwn = ({ path }: ZipEntry): boolean => /(^|\/)(__MACOSX\/|\.|Thumbs\.db$|desktop\.ini$)/i.test(path);
const OFFICE = /^(\[content_types\]\.xml|mimetype)$/i;

export const ZIP_ARCHIVE: PackedFormat = {
  begins: ({ bytes }) => beginsAsZip(bytes),
  unpacked: (file, name, use) => {
    const refuse = (sentence: string) => new TieoutError('file_not_understood', sentence, { file: name });
    const entries = zipDirectory(file, name);
    if (entries === null)
      throw refuse('the archive is cut off: its directory, which stands at its end, is missing; get the file again.');
    if (entries.some(({ path }) => OFFICE.test(path)))
      throw refuse('this is a document of an office program and no workbook; save it as XLSX or CSV.');
    const files = entries.filter((entry) => !isOwn(entry));
    const [only] = files;
    if (only === undefined) throw refuse('the archive has no files.');
    if (files.length > 1) {
      const names = files.slice(0, NAMES_SHOWN).map(({ path }) => `“${path}”`);
      const more = files.length > NAMES_SHOWN ? ' and others' : '';
      throw refuse(`the archive has ${files.length} files, ${names.join(', ')}${more}; give each file alone.`);
    }
    const unpack = (take: (bytes: Uint8Array) => void) => readEntry(file, only, { name, take });
    return unpackedFile(file, { name, unpack }, use);
  },
};
