// Reads the file of --mapping as a column mapping.

import { type ColumnMappingFile, parseColumnMapping } from '../../core/reading/columns/column-mapping.ts';
import type { FieldVocabulary } from '../../core/reading/columns/field-vocabulary.ts';
import { givenText } from './given-file.ts';

/** `vocabulary`: fields that the files may have. Throws file_unreadable or mapping_invalid. */
export function readMapping(file: string, vocabulary: FieldVocabulary): ColumnMappingFile {
  const text = givenText(file, 'name a mapping file with --mapping');
  return parseColumnMapping({ text, file, vocabulary });
}
