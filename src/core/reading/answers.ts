// The open places of the mapping that a person would finish to answer a question (mapping-to-finish.ts), with what may
// stand in each; and the readings that a question leaves, in words.

import type { JsonObject, JsonValue } from '../records/documents/json.ts';

export type Choice = string | number | boolean;

export interface OpenPlace {
  /** Keys from the side's mapping inward. */
  readonly path: readonly string[];
  readonly choices: readonly Choice[];
}

/** `titles`: of the file's columns; '' for one without. */
export function openPlaces(mapping: JsonObject, titles: readonly string[]): readonly OpenPlace[] {
  const places: OpenPlace[] = [];
  const look = (value: JsonValue | undefined, path: readonly string[]): void => {
    if (typeof value === 'string') {
      const choices = choicesAt(path, value, titles);
      if (choices !== null) places.push({ path, choices });
    } else if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
      for (const [key, inner] of Object.entries(value)) look(inner, [...path, key]);
    }
  };
  look(mapping, []);
  return places;
}

/** The values that a mapping may have at a place; null if the place is not open. */
function choicesAt(path: readonly string[], text: string, titles: readonly string[]): readonly Choice[] | null {
  if (path[0] !== 'columns') return text.includes(' or ') ? text.split(/, | or /).map(choiceOf) : null;
  if (titles.some((title) => title.trim() === text)) return null;
  const named = titles.map((title, column) => (isAlone(title, titles) ? title.trim() : column + 1));
  const parts = text.split(/, | or | and /);
  const meant = named.filter((name) => parts.includes(String(name)));
  // Titles that hold such words themselves, or no list at all: any column may be meant.
  return meant.length === parts.length
    ? meant.sort((a, b) => parts.indexOf(String(a)) - parts.indexOf(String(b)))
    : named;
}

const isAlone = (title: string, titles: readonly string[]): boolean =>
  title.trim() !== '' && titles.filter((other) => other.trim() === title.trim()).length === 1;

const choiceOf = (word: string): Choice => (word === 'true' ? true : word === 'false' ? false : word);

const SIGNS: Readonly<Record<string, string>> = {
  in: 'A positive amount is money in',
  out: 'A positive amount is money out',
  as_is: 'Amounts have their signs: negative is money out',
  debit_positive: 'Positive amounts are debits',
};
const UNITS: Readonly<Record<string, string>> = {
  main: 'The figures are whole units of the currency',
  minor: 'The figures are in the currency’s smallest unit',
};
const ORDERS: Readonly<Record<string, string>> = {
  dmy: 'The day comes first: 03/04 is 3 April',
  mdy: 'The month comes first: 03/04 is 4 March',
};

const nameOf = (column: JsonValue): string => (typeof column === 'number' ? `Column ${column}` : `“${String(column)}”`);

/** A reading in words, from the part of a mapping that says it. */
export function labelOf(reading: JsonObject): string {
  const { sign, date_order: order, entries, account, currency, unit, fees, marks = {}, columns = {} } = reading;
  if (fees !== undefined) {
    const { fees: _, ...without } = reading;
    return `${labelOf(without)}, less ${(fees as readonly JsonValue[]).map(nameOf).join(' and ')}`;
  }
  if (sign !== undefined) return SIGNS[String(sign)] ?? String(sign);
  if (order !== undefined) return ORDERS[String(order)] ?? String(order);
  if (account !== undefined) return `The account is ${String(account)}`;
  if (unit !== undefined) return UNITS[String(unit)] ?? String(unit);
  if (currency !== undefined) return `The currency is ${String(currency)}`;
  if (entries !== undefined)
    return Object.values(entries as JsonObject).includes(true) ? 'They are entries' : 'They are no entries';
  const ofMarks = Object.entries(marks as JsonObject).map(([mark, way]) => `${mark} is money ${String(way)}`);
  const ofColumns = Object.entries(columns as JsonObject).map(([field, column]) => {
    return `${nameOf(column)} is the ${field.replaceAll('_', ' ')}`;
  });
  return [...ofColumns, ...ofMarks].join(', ');
}
