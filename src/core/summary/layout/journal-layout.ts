// The layout of a file of journals that a ledger takes in: which columns in which order, and how days, amounts and sides
// are written. It comes as JSON from the people who know that ledger.

import { isObject, otherKey } from '../../records/documents/json.ts';

/** Makes the error for a sentence. */
type Invalid = (sentence: string) => Error;

/** What a column shows. Of a leg: its own account, the other leg's as contra. */
export const LAYOUT_VALUES = [
  'id',
  'number',
  'date',
  'account',
  'account_name',
  'contra',
  'contra_name',
  'side',
  'debit',
  'credit',
  'amount',
  'currency',
  'text',
  'purpose',
  'row',
] as const;
export type LayoutValue = (typeof LAYOUT_VALUES)[number];

export interface LayoutColumn {
  readonly title: string;
  readonly value: LayoutValue | null;
  /** The same text in each line, where no value is named. */
  readonly constant: string;
}

export interface JournalLayout {
  readonly format: 'csv' | 'xlsx';
  readonly columns: readonly LayoutColumn[];
  /** Whether the first line has the titles. */
  readonly header: boolean;
  /** Which amounts are positive, where one column has both sides. */
  readonly positive: 'debit' | 'credit';
  /** The two texts of the column `side`. */
  readonly marks: { readonly debit: string; readonly credit: string };
  /** YYYY, YY, MM and DD stand for the day; all else as it is. */
  readonly dateFormat: string;
  readonly separator: string;
  readonly decimal: '.' | ',';
}

const KEYS = ['format', 'columns', 'header', 'positive', 'marks', 'date_format', 'separator', 'decimal'];
const [MOST_COLUMNS, MOST_CHARACTERS] = [100, 256];

/** Throws what `invalid` makes of the first thing that is wrong. */
export function parseJournalLayout(json: unknown, invalid: Invalid): JournalLayout {
  if (!isObject(json)) throw invalid(`it is not an object with ${KEYS.join(', ')}.`);
  requireKeys(json, KEYS, invalid);
  const oneOf = <T extends string>(key: string, known: readonly [T, ...T[]]): T => {
    if (json[key] === undefined) return known[0];
    const found = known.find((one) => one === json[key]);
    if (found === undefined)
      throw invalid(`"${key}" is none of ${known.map((one) => JSON.stringify(one)).join(', ')}.`);
    return found;
  };
  const columns = json['columns'];
  if (!Array.isArray(columns) || columns.length === 0 || columns.length > MOST_COLUMNS) {
    throw invalid(`"columns" is not a list of 1 to ${MOST_COLUMNS} columns.`);
  }
  const header = json['header'] ?? true;
  if (typeof header !== 'boolean') throw invalid('"header" is neither true nor false.');
  const dateFormat = json['date_format'] ?? 'YYYY-MM-DD';
  if (!isText(dateFormat) || !['Y', 'M', 'D'].every((part) => dateFormat.includes(part + part))) {
    throw invalid('"date_format" needs YYYY or YY, MM and DD, as in DD/MM/YYYY.');
  }
  const layout = {
    format: oneOf('format', ['csv', 'xlsx']),
    columns: columns.map((one, i) => columnOf(one, (words) => invalid(`column ${i + 1} ${words}`))),
    ...{ header, dateFormat, marks: marksOf(json['marks'], invalid) },
    positive: oneOf('positive', ['debit', 'credit']),
    separator: oneOf('separator', [',', ';', '\t', '|']),
    decimal: oneOf('decimal', ['.', ',']),
  };
  requireWhole(layout, invalid);
  return layout;
}

/** A line must say its account, and its amount with its side; else the ledger cannot tell a debit from a credit. */
function requireWhole({ columns }: JournalLayout, invalid: Invalid): void {
  const has = (value: LayoutValue): boolean => columns.some((column) => column.value === value);
  if (!has('account')) throw invalid('no column has the value "account".');
  if (!has('amount') && !(has('debit') && has('credit'))) {
    throw invalid('the columns have neither the value "amount", nor "debit" and "credit".');
  }
}

function columnOf(json: unknown, invalid: Invalid): LayoutColumn {
  if (!isObject(json)) throw invalid('is not an object with title, and value or constant.');
  requireKeys(json, ['title', 'value', 'constant'], invalid);
  const { title, value, constant } = json;
  if (!isText(title)) throw invalid(`needs "title": a text of 1 to ${MOST_CHARACTERS} characters.`);
  if ((value === undefined) === (constant === undefined)) throw invalid('needs "value" or "constant", and not both.');
  if (value === undefined) {
    if (constant !== '' && !isText(constant)) throw invalid('has a "constant" that is no text.');
    return { title, value: null, constant };
  }
  const known = LAYOUT_VALUES.find((one) => one === value);
  if (known === undefined) throw invalid(`has a "value" that is none of ${LAYOUT_VALUES.join(', ')}.`);
  return { title, value: known, constant: '' };
}

function marksOf(json: unknown, invalid: Invalid): JournalLayout['marks'] {
  if (json === undefined) return { debit: 'D', credit: 'C' };
  const marks = isObject(json) ? json : {};
  const { debit, credit } = marks;
  const isRight = isText(debit) && isText(credit) && debit !== credit && Object.keys(marks).length === 2;
  if (isRight) return { debit, credit };
  throw invalid('"marks" is not an object with two different texts, "debit" and "credit".');
}

function requireKeys(json: object, known: readonly string[], invalid: Invalid): void {
  const other = otherKey(json, known);
  if (other !== null) throw invalid(`has no key "${other}", only ${known.join(', ')}.`);
}

const isText = (value: unknown): value is string =>
  typeof value === 'string' && value !== '' && value.length <= MOST_CHARACTERS && !/[\u0000-\u001f\u007f]/.test(value);
