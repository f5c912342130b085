// Reads the file of --mapping as a column mapping.

import { readFileSync, statSync } from 'node:fs';
import { TieoutError } from '../core/errors.ts';
import { type ColumnMappingFile, parseColumnMapping } from '../core/reading/columns/column-mapping.ts';
import type { FieldVocabulary } from '../core/reading/columns/field-vocabulary.ts';

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  ENOTDIR: 'there is no such file',
  EISDIR: 'this is a folder',
  EACCES: 'it may not be read',
};

const DEVICE = 'this is a device; name a mapping file with --mapping.';

/** `vocabulary`: fields that the files may have. Throws file_unreadable or mapping_invalid. */
export function readMapping(file: string, vocabulary: FieldVocabulary): ColumnMappingFile {
  let text: string;
  try {
    // For example /dev/zero, which never ends.
    if (statSync(file).isCharacterDevice()) throw new TieoutError('file_unreadable', DEVICE, { file });
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if (error instanceof TieoutError) throw error;
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    const reason = REASONS[code] ?? `it cannot be read (${code})`;
    throw new TieoutError('file_unreadable', `${reason}; name a mapping file with --mapping.`, { file });
  }
  return parseColumnMapping({ text, file, vocabulary });
}
