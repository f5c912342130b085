// A mapping that a person gives: which column carries which field, and facts that the file does not contain
// (given-reading.ts). It is one object, {"columns": {field: title or number from 1}, "sign": ..., ...}, for both sides
// or {"gl": ..., "bank": ...}. The contract's {"mappings":[{system, gl_title, statement_title}]}, the bare array of
// those, and a plain object from field to title are read as its columns. A field is named as in TARGET_FIELDS or by any
// of its usual titles.

import { TieoutError } from '../../errors.ts';
import { MAX_COLUMNS } from '../../limits.ts';
import { isObject } from '../../records/documents/json.ts';
import type { Side } from '../../records/rows/columns.ts';
import { plainTitle } from '../words/plain-title.ts';
import { EVERY_VOCABULARY, type FieldVocabulary } from './field-vocabulary.ts';
import { GIVEN_KEYS, type GivenReading, parseGiven } from './given-reading.ts';
import { at, type Invalid, requireShortKeys } from './invalid-mapping.ts';

interface MappedTitle {
  /** The field's name as given. */
  readonly name: string;
  /** A title, or the number of a column from 1. */
  readonly gl: string | number | null;
  readonly bank: string | number | null;
  /** Named in addition to a field's own column: it is kept with the narration, unless another field has it. */
  readonly beside: boolean;
}

/** A mapping that was read and checked: plain data, for it goes to the thread that reads. */
export interface ColumnMappingFile {
  readonly entries: readonly MappedTitle[];
  /** Facts beside the columns, by side. */
  readonly given?: Readonly<Partial<Record<Side, GivenReading>>>;
}

export const givenOf = (mapping: ColumnMappingFile | undefined, side: Side): GivenReading =>
  mapping?.given?.[side] ?? {};

/** Whether the mapping has anything for a side. */
export const speaksOf = (mapping: ColumnMappingFile, side: Side): boolean =>
  mapping.entries.some((entry) => entry[side] !== null) || Object.keys(givenOf(mapping, side)).length > 0;

/** Titles that the mapping names on a side. */
export const mappedTitles = (mapping: ColumnMappingFile, side: Side): string[] =>
  mapping.entries.flatMap((entry) => (typeof entry[side] === 'string' ? [entry[side]] : []));

/**
 * Reads the objects of one side or both, as in requests. Throws what `invalid` makes of a sentence. `vocabulary`: the
 * fields that the files may have.
 */
export function mappingOfSides(
  sides: Readonly<Partial<Record<Side, Readonly<Record<string, unknown>>>>>,
  invalid: Invalid,
  vocabulary: FieldVocabulary = EVERY_VOCABULARY,
): ColumnMappingFile {
  const entries: MappedTitle[] = [];
  const given: Partial<Record<Side, GivenReading>> = {};
  for (const side of ['gl', 'bank'] as const) {
    const plan = sides[side];
    if (plan === undefined) continue;
    const read = sidePlan(plan, at(invalid, side), vocabulary);
    entries.push(...read.entries.map((entry) => ({ ...entry, [side === 'gl' ? 'bank' : 'gl']: null })));
    given[side] = read.given;
  }
  return { entries, given };
}

/** Parses the text of a mapping file; throws mapping_invalid with the reason. `file` is its name as given. */
export function parseColumnMapping({
  text,
  file,
  vocabulary = EVERY_VOCABULARY,
}: {
  readonly text: string;
  readonly file: string;
  readonly vocabulary?: FieldVocabulary;
}): ColumnMappingFile {
  const invalid = (sentence: string) => new TieoutError('mapping_invalid', sentence, { file });
  let json: unknown;
  try {
    // Windows editors begin a file with a byte order mark.
    json = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    throw invalid('the mapping is not JSON.');
  }
  const list = Array.isArray(json) ? json : isObject(json) && Array.isArray(json['mappings']) ? json['mappings'] : null;
  const entries: MappedTitle[] = [];
  if (list !== null) {
    for (const [i, item] of list.entries()) {
      if (!isObject(item) || typeof item['system'] !== 'string')
        throw invalid(`entry ${i + 1} has no "system" field name.`);
      const name = knownName(item['system'], vocabulary, invalid);
      entries.push({ ...entryOf(item, name, invalid), beside: false });
      const further = Array.isArray(item['secondary_mappings']) ? item['secondary_mappings'].filter(isObject) : [];
      // A field is one column; further columns of the mapping are kept with the narration.
      for (const pair of further) entries.push({ ...entryOf(pair, 'narration', invalid), beside: true });
    }
  } else if (isObject(json) && isPlan(json)) return planOf(json, invalid, vocabulary);
  else if (isObject(json)) entries.push(...parsedColumns(json, invalid, vocabulary));
  else throw invalid('the mapping is neither an object nor a list.');
  if (entries.length === 0) throw invalid('the mapping names no column.');
  return { entries };
}

/** Keys that no field has: an object with one of them is not a plain object from field to title. */
const PLAN_KEYS = ['columns', 'gl', 'bank', ...GIVEN_KEYS.filter((key) => key !== 'account' && key !== 'currency')];
const isPlan = (json: Record<string, unknown>): boolean => PLAN_KEYS.some((key) => key in json);

/** The object for both sides, or one for each. */
function planOf(json: Record<string, unknown>, invalid: Invalid, vocabulary: FieldVocabulary): ColumnMappingFile {
  if (!('gl' in json || 'bank' in json)) {
    const { entries, given } = sidePlan(json, invalid, vocabulary);
    return { entries, given: { gl: given, bank: given } };
  }
  known(json, ['gl', 'bank'], invalid);
  for (const side of ['gl', 'bank'] as const)
    if (json[side] !== undefined && !isObject(json[side])) throw at(invalid, side)(`"${side}" is not an object.`);
  return mappingOfSides(json as Partial<Record<Side, Record<string, unknown>>>, invalid, vocabulary);
}

function sidePlan(
  json: Readonly<Record<string, unknown>>,
  invalid: Invalid,
  vocabulary: FieldVocabulary,
): { entries: MappedTitle[]; given: GivenReading } {
  known(json, ['columns', ...GIVEN_KEYS], invalid);
  const columns = json['columns'] ?? {};
  const ofColumns = at(invalid, 'columns');
  if (!isObject(columns)) throw ofColumns('"columns" is not an object from field to title.');
  return { entries: parsedColumns(columns, ofColumns, vocabulary), given: parseGiven(json, invalid) };
}

function known(json: Readonly<Record<string, unknown>>, keys: readonly string[], invalid: Invalid): void {
  requireShortKeys(json, invalid);
  const other = Object.keys(json).find((key) => !keys.includes(key));
  if (other !== undefined) throw at(invalid, other)(`there is no key "${other}"; the keys are ${keys.join(', ')}.`);
}

/** Columns by field: titles, numbers from 1, or a list of them for the narration. */
function parsedColumns(
  json: Readonly<Record<string, unknown>>,
  invalid: Invalid,
  vocabulary: FieldVocabulary,
): MappedTitle[] {
  requireShortKeys(json, invalid);
  const entries: MappedTitle[] = [];
  for (const [name, titles] of Object.entries(json)) {
    knownName(name, vocabulary, at(invalid, name));
    for (const title of Array.isArray(titles) ? titles : [titles]) {
      const isNumber = typeof title === 'number' && Number.isSafeInteger(title) && title > 0;
      if (!isNumber && (typeof title !== 'string' || title.trim() === ''))
        throw at(invalid, name)(`the title for "${name}" is not a text, nor the number of a column from 1.`);
      if (entries.length >= MAX_COLUMNS)
        throw invalid(`more than ${MAX_COLUMNS} columns are named, which is what a file may have.`);
      entries.push({ name, gl: title, bank: title, beside: false });
    }
  }
  return entries;
}

const entryOf = (pair: Record<string, unknown>, name: string, invalid: Invalid): Omit<MappedTitle, 'beside'> => ({
  name,
  gl: titleIn(pair, 'gl_title', invalid),
  bank: titleIn(pair, 'statement_title', invalid),
});

function titleIn(pair: Record<string, unknown>, key: string, invalid: Invalid): string | null {
  const title = pair[key];
  if (title === undefined || title === null || title === '') return null;
  if (typeof title !== 'string') throw invalid(`"${key}" is not a text.`);
  return title;
}

/** The name if a field has it on either side: money in, or deposits, are a bank's credit and a ledger's debit. */
function knownName(name: string, vocabulary: FieldVocabulary, invalid: Invalid): string {
  if (!(['gl', 'bank'] as const).every((side) => vocabulary.knows(name, side)))
    throw invalid(`there is no field "${name}"; the fields are ${vocabulary.names.join(', ')}.`);
  return name;
}

/** The column with that number or title, whatever its case; one without a title is “Column 3”. -1 for none. */
function columnCalled(title: string | number, titles: readonly string[], plain: readonly string[]): number {
  if (typeof title === 'number') return title <= titles.length ? title - 1 : -1;
  const [exact, alike] = [titles.indexOf(title), plain.indexOf(plainTitle(title))];
  if (exact >= 0 || alike >= 0) return exact >= 0 ? exact : alike;
  const number = Number(/^column (\d{1,4})$/.exec(plainTitle(title))?.[1] ?? 0);
  return number > 0 && plain[number - 1] === '' ? number - 1 : -1;
}

export interface NamedIn {
  readonly mapping: ColumnMappingFile;
  readonly titles: readonly string[];
  readonly side: Side;
  readonly file: string;
}

/** Throws mapping_invalid for a field that files of this vocabulary do not have. */
export function requireKnownFields(
  { mapping, side, file }: Omit<NamedIn, 'titles'>,
  vocabulary: FieldVocabulary,
): void {
  const invalid = (sentence: string) => new TieoutError('mapping_invalid', sentence, { file });
  for (const { name, beside, [side]: title } of mapping.entries)
    if (title !== null && !beside) knownName(name, vocabulary, invalid);
}

/**
 * Fields of the mapping by column; a name that `fieldOf` does not know is left out. Throws mapping_invalid for a title
 * that the file does not have. `isJoined`: whether several columns may carry the field.
 */
export function namedColumns<Field extends string>(
  { mapping, titles, side, file }: NamedIn,
  fieldOf: (name: string, side: Side) => Field | null,
  isJoined: (field: Field) => boolean = () => false,
): ReadonlyMap<number, Field> {
  const plain = titles.map(plainTitle);
  const named = new Map<number, Field>();
  const taken = new Map<Field, string | number>();
  const own = mapping.entries.filter(({ beside }) => !beside);
  const further = mapping.entries.filter(({ beside }) => beside);
  for (const entry of [...own, ...further]) {
    const [title, field] = [entry[side], fieldOf(entry.name, side)];
    if (title === null || field === null) continue;
    const column = columnCalled(title, titles, plain);
    if (column < 0) {
      const there =
        typeof title === 'number'
          ? `1 to ${titles.length}`
          : titles.filter((t) => t !== '').join(', ') || 'without titles';
      throw new TieoutError('mapping_invalid', `there is no column "${title}"; the columns are ${there}.`, { file });
    }
    const before = taken.get(field);
    if (before !== undefined && !isJoined(field) && before !== title) {
      throw new TieoutError('mapping_invalid', `"${field}" is given two columns, "${before}" and "${title}".`, {
        file,
      });
    }
    taken.set(field, title);
    const other = named.get(column);
    if (entry.beside && other !== undefined) continue;
    if (other !== undefined && other !== field) {
      throw new TieoutError('mapping_invalid', `"${title}" is given to two fields, "${other}" and "${field}".`, {
        file,
      });
    }
    named.set(column, field);
  }
  return named;
}
