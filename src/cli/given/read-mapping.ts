// Reads the file of --mapping as a column mapping; or the mapping itself, as a question prints it to be typed.

import { type ColumnMappingFile, parseColumnMapping } from '../../core/reading/columns/column-mapping.ts';
import type { FieldVocabulary } from '../../core/reading/columns/field-vocabulary.ts';
import { givenText } from './given-file.ts';

/** Whether the value of --mapping is the mapping and no path. */
export const isMappingItself = (value: string): boolean => /^\s*[{[]/.test(value);

/** `vocabulary`: fields that the files may have. Throws file_unreadable or mapping_invalid. */
export function readMapping(file: string, vocabulary: FieldVocabulary): ColumnMappingFile {
  if (isMappingItself(file)) return parseColumnMapping({ text: file, file: '--mapping', vocabulary });
  const text = givenText(file, 'name a mapping file with --mapping');
  return parseColumnMapping({ text, file, vocabulary });
}
