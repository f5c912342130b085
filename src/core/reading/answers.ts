// The answers to a question about a file, from the mapping that a person would finish (mapping-to-finish.ts): its open
// places, what may stand in each, and whole mappings with one choice at every place.

import type { JsonObject, JsonValue } from '../records/documents/json.ts';

export type Choice = string | number | boolean;

export interface OpenPlace {
  /** Keys from the side's mapping inward. */
  readonly path: readonly string[];
  readonly choices: readonly Choice[];
}

export interface Answer {
  /** In words. */
  readonly label: string;
  /** Of the side. */
  readonly mapping: JsonObject;
}

/** Answers are tried by reading the file: more would take too long. */
const MOST_ANSWERS = 6;

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

/** What may stand at a place; null: it is no open one. */
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

/** Empty if so many places leave more combinations than a person would look at. */
export function answersTo(mapping: JsonObject, places: readonly OpenPlace[]): readonly Answer[] {
  const [first, ...others] = places;
  if (first === undefined || first.choices.length > MOST_ANSWERS) return [];
  const isOfLines = first.path[0] === 'entries';
  const areAlike = others.every(({ choices }) => choices.length === first.choices.length);
  if (!areAlike || (!isOfLines && others.length > 1)) return [];
  return first.choices.map((_, i) => {
    // Two columns, or two marks, cannot both be the same; lines below one heading are all entries or all none.
    const chosen = places.map(({ choices }, at) => {
      const isTurned = !isOfLines && at > 0 && choices[0] === first.choices[0];
      return choices[isTurned ? (i + 1) % choices.length : i]!;
    });
    return {
      label: labelOf(places, chosen),
      mapping: places.reduce((whole, { path }, at) => withValue(whole, path, chosen[at]!), mapping),
    };
  });
}

function withValue(object: JsonObject, [key, ...rest]: readonly string[], value: Choice): JsonObject {
  if (key === undefined) return object;
  const inner = rest.length === 0 ? value : withValue((object[key] ?? {}) as JsonObject, rest, value);
  return { ...object, [key]: inner };
}

const SIGNS: Readonly<Record<string, string>> = {
  in: 'Every amount is money in',
  out: 'Every amount is money out',
  as_is: 'Amounts have their signs: negative is money out',
  debit_positive: 'Positive amounts are debits',
};
const ORDERS: Readonly<Record<string, string>> = {
  dmy: 'The day comes first: 03/04 is 3 April',
  mdy: 'The month comes first: 03/04 is 4 March',
};

function labelOf(places: readonly OpenPlace[], chosen: readonly Choice[]): string {
  const [{ path }] = places as readonly [OpenPlace];
  const [value] = chosen;
  if (path[0] === 'sign') return SIGNS[String(value)] ?? String(value);
  if (path[0] === 'date_order') return ORDERS[String(value)] ?? String(value);
  if (path[0] === 'entries') return value === true ? 'They are entries' : 'They are no entries';
  return places
    .map((place, at) => {
      const [what] = place.path.slice(-1);
      if (place.path[0] === 'marks') return `${what} is money ${chosen[at]}`;
      const column = typeof chosen[at] === 'number' ? `Column ${chosen[at]}` : `“${chosen[at]}”`;
      return `${column} is the ${what}`;
    })
    .join(', ');
}
