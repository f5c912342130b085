// A mapping that a person gives: which column carries which field, and what else the file does not say (given-reading.ts).
// One object, {"columns": {field: title or number from 1}, "sign": ..., ...}, for both sides or {"gl": ..., "bank": ...};
// the contract's {"mappings":[{system, gl_title, statement_title}]}, the bare array of those, and a plain object from
// field to title are read as its columns. A field is named as in TARGET_FIELDS or by any of its usual titles.

import { TieoutError } from '../../errors.ts';
import { MAX_COLUMNS } from '../../limits.ts';
import type { Side } from '../../records/rows/columns.ts';
import { plainTitle, titleMeanings } from '../titles/header-synonyms.ts';
import { FIELD_NAMES, type FieldName, isJoined } from '../titles/target-fields.ts';
import { PLAIN } from '../titles/title-phrases.ts';
import { GIVEN_KEYS, type GivenReading, parseGiven } from './given-reading.ts';
import { at, type Invalid, isObject, requireShortKeys } from './invalid-mapping.ts';

interface MappedTitle {
  readonly field: FieldName;
  /** A title, or the number of a column from 1. */
  readonly gl: string | number | null;
  readonly bank: string | number | null;
  /** Named beside a field's own column: it is kept with the narration, unless another field has it. */
  readonly beside: boolean;
}

/** A mapping that was read and checked: plain data, for it goes to the thread that reads. */
export interface ColumnMappingFile {
  readonly entries: readonly MappedTitle[];
  /** What it says beside the columns, by side. */
  readonly given?: Readonly<Partial<Record<Side, GivenReading>>>;
}

export const givenOf = (mapping: ColumnMappingFile | undefined, side: Side): GivenReading =>
  mapping?.given?.[side] ?? {};

/** Whether the mapping says anything of a side. */
export const speaksOf = (mapping: ColumnMappingFile, side: Side): boolean =>
  mapping.entries.some((entry) => entry[side] !== null) || Object.keys(givenOf(mapping, side)).length > 0;

/** Titles that the mapping names on a side. */
export const mappedTitles = (mapping: ColumnMappingFile, side: Side): string[] =>
  mapping.entries.flatMap((entry) => (typeof entry[side] === 'string' ? [entry[side]] : []));

/** What the objects of one side or both say, as requests carry them. Throws what `invalid` makes of a sentence. */
export function mappingOfSides(
  sides: Readonly<Partial<Record<Side, Readonly<Record<string, unknown>>>>>,
  invalid: Invalid,
): ColumnMappingFile {
  const entries: MappedTitle[] = [];
  const given: Partial<Record<Side, GivenReading>> = {};
  for (const side of ['gl', 'bank'] as const) {
    const plan = sides[side];
    if (plan === undefined) continue;
    const read = sidePlan(plan, at(invalid, side));
    entries.push(...read.entries.map((entry) => ({ ...entry, [side === 'gl' ? 'bank' : 'gl']: null })));
    given[side] = read.given;
  }
  return { entries, given };
}

/** Parses the text of a mapping file; throws mapping_invalid with the reason. `file` is its name as given. */
export function parseColumnMapping({ text, file }: { text: string; file: string }): ColumnMappingFile {
  const invalid = (sentence: string) => new TieoutError('mapping_invalid', sentence, { file });
  let json: unknown;
  try {
    // Editors of Windows begin a file with a byte order mark.
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
      const fields = fieldsNamed(item['system'], invalid);
      entries.push(...sidesOf({ ...entryOf(item, fields.bank, invalid), beside: false }, fields));
      const further = Array.isArray(item['secondary_mappings']) ? item['secondary_mappings'].filter(isObject) : [];
      // A field is one column; what a mapping names beside it is kept with the narration.
      for (const pair of further) entries.push({ ...entryOf(pair, 'narration', invalid), beside: true });
    }
  } else if (isObject(json) && isPlan(json)) return planOf(json, invalid);
  else if (isObject(json)) entries.push(...columnsOf(json, invalid));
  else throw invalid('the mapping is neither an object nor a list.');
  if (entries.length === 0) throw invalid('the mapping names no column.');
  return { entries };
}

/** Keys that no field has: an object with one of them is no plain object from field to title. */
const PLAN_KEYS = ['columns', 'gl', 'bank', ...GIVEN_KEYS.filter((key) => key !== 'account' && key !== 'currency')];
const isPlan = (json: Record<string, unknown>): boolean => PLAN_KEYS.some((key) => key in json);

/** The object for both sides, or one for each. */
function planOf(json: Record<string, unknown>, invalid: Invalid): ColumnMappingFile {
  if (!('gl' in json || 'bank' in json)) {
    const { entries, given } = sidePlan(json, invalid);
    return { entries, given: { gl: given, bank: given } };
  }
  known(json, ['gl', 'bank'], invalid);
  for (const side of ['gl', 'bank'] as const)
    if (json[side] !== undefined && !isObject(json[side])) throw at(invalid, side)(`"${side}" is not an object.`);
  return mappingOfSides(json as Partial<Record<Side, Record<string, unknown>>>, invalid);
}

function sidePlan(
  json: Readonly<Record<string, unknown>>,
  invalid: Invalid,
): { entries: MappedTitle[]; given: GivenReading } {
  known(json, ['columns', ...GIVEN_KEYS], invalid);
  const columns = json['columns'] ?? {};
  const ofColumns = at(invalid, 'columns');
  if (!isObject(columns)) throw ofColumns('"columns" is not an object from field to title.');
  return { entries: columnsOf(columns, ofColumns), given: parseGiven(json, invalid) };
}

function known(json: Readonly<Record<string, unknown>>, keys: readonly string[], invalid: Invalid): void {
  requireShortKeys(json, invalid);
  const other = Object.keys(json).find((key) => !keys.includes(key));
  if (other !== undefined) throw at(invalid, other)(`there is no key "${other}"; the keys are ${keys.join(', ')}.`);
}

/** Columns by field: titles, numbers from 1, or a list of them for the narration. */
function columnsOf(json: Record<string, unknown>, invalid: Invalid): MappedTitle[] {
  requireShortKeys(json, invalid);
  const entries: MappedTitle[] = [];
  for (const [name, titles] of Object.entries(json)) {
    const fields = fieldsNamed(name, at(invalid, name));
    for (const title of Array.isArray(titles) ? titles : [titles]) {
      const isNumber = typeof title === 'number' && Number.isSafeInteger(title) && title > 0;
      if (!isNumber && (typeof title !== 'string' || title.trim() === ''))
        throw at(invalid, name)(`the title for "${name}" is not a text, nor the number of a column from 1.`);
      if (entries.length >= MAX_COLUMNS)
        throw invalid(`more than ${MAX_COLUMNS} columns are named, which is what a file may have.`);
      entries.push(...sidesOf({ field: fields.bank, gl: title, bank: title, beside: false }, fields));
    }
  }
  return entries;
}

const entryOf = (pair: Record<string, unknown>, field: FieldName, invalid: Invalid): Omit<MappedTitle, 'beside'> => ({
  field,
  gl: titleIn(pair, 'gl_title', invalid),
  bank: titleIn(pair, 'statement_title', invalid),
});

function titleIn(pair: Record<string, unknown>, key: string, invalid: Invalid): string | null {
  const title = pair[key];
  if (title === undefined || title === null || title === '') return null;
  if (typeof title !== 'string') throw invalid(`"${key}" is not a text.`);
  return title;
}

/** Fields that people call by another name than any title's. */
const ALIASES: Readonly<Record<string, FieldName>> = {
  date: 'booking_date',
  'transaction date': 'booking_date',
  'settlement session id': 'settlement_session_id',
  'reference no': 'reference',
  description: 'narration',
  'row id': 'source_id',
  'account number': 'account',
};

/** The field that a name means on a side, null for none. */
export function fieldOfName(name: string, side: Side): FieldName | null {
  const plain = plainTitle(name);
  const exact = FIELD_NAMES.find((f) => f.replaceAll('_', ' ') === plain) ?? ALIASES[plain];
  return exact ?? titleMeanings(name, side).find((m) => m.weight >= PLAIN)?.field ?? null;
}

/** The field of a name on either side: money in, or deposits, are a bank's credit and a ledger's debit. */
function fieldsNamed(name: string, invalid: Invalid): Readonly<Record<Side, FieldName>> {
  const [bank, gl] = [fieldOfName(name, 'bank'), fieldOfName(name, 'gl')];
  if (!bank || !gl) throw invalid(`there is no field "${name}"; the fields are ${FIELD_NAMES.join(', ')}.`);
  return { bank, gl };
}

/** The entry, or one for each side where they differ. */
function sidesOf(entry: MappedTitle, { bank, gl }: Readonly<Record<Side, FieldName>>): MappedTitle[] {
  if (bank === gl) return [entry];
  return [
    { ...entry, gl: null },
    { ...entry, field: gl, bank: null },
  ];
}

/** By its number, its title, or its title without case and dress; one without a title is called “Column 3”. -1 for none. */
function columnCalled(title: string | number, titles: readonly string[], plain: readonly string[]): number {
  if (typeof title === 'number') return title <= titles.length ? title - 1 : -1;
  const [exact, alike] = [titles.indexOf(title), plain.indexOf(plainTitle(title))];
  if (exact >= 0 || alike >= 0) return exact >= 0 ? exact : alike;
  const number = Number(/^column (\d{1,4})$/.exec(plainTitle(title))?.[1] ?? 0);
  return number > 0 && plain[number - 1] === '' ? number - 1 : -1;
}

/** Columns by field that the mapping names among a file's titles; throws mapping_invalid for a title not there. */
export function namedColumns(options: {
  mapping: ColumnMappingFile;
  titles: readonly string[];
  side: Side;
  file: string;
}): ReadonlyMap<number, FieldName> {
  const { mapping, titles, side, file } = options;
  const plain = titles.map(plainTitle);
  const named = new Map<number, FieldName>();
  const taken = new Map<FieldName, string | number>();
  const own = mapping.entries.filter(({ beside }) => !beside);
  const further = mapping.entries.filter(({ beside }) => beside);
  for (const entry of [...own, ...further]) {
    const title = entry[side];
    if (title === null) continue;
    const column = columnCalled(title, titles, plain);
    if (column < 0) {
      const there =
        typeof title === 'number'
          ? `1 to ${titles.length}`
          : titles.filter((t) => t !== '').join(', ') || 'without titles';
      throw new TieoutError('mapping_invalid', `there is no column "${title}"; the columns are ${there}.`, { file });
    }
    const before = taken.get(entry.field);
    if (before !== undefined && !isJoined(entry.field) && before !== title) {
      throw new TieoutError('mapping_invalid', `"${entry.field}" is given two columns, "${before}" and "${title}".`, {
        file,
      });
    }
    taken.set(entry.field, title);
    const other = named.get(column);
    if (entry.beside && other !== undefined) continue;
    if (other !== undefined && other !== entry.field) {
      throw new TieoutError('mapping_invalid', `"${title}" is given to two fields, "${other}" and "${entry.field}".`, {
        file,
      });
    }
    named.set(column, entry.field);
  }
  return named;
}
