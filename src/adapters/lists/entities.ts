// Makes an entity from the fields of any list format: countries as codes, dates in one form, distinct names.

import { countryCode } from '../../core/screening/countries.ts';
import {
  type EntityIdentifier,
  isPartialDate,
  type ListedEntity,
} from '../../core/screening/entities/listed-entity.ts';
import { monthOf } from './findings.ts';

export interface EntityFields {
  readonly id: string;
  readonly schema: string;
  readonly names: readonly string[];
  /** As lists write them: 1954, 1954-10, 1954-10-07, `07 Oct 1954`, `circa 1954`, `1954 to 1956`. */
  readonly birthDates?: readonly string[];
  readonly countries?: readonly string[];
  readonly genders?: readonly string[];
  readonly identifiers?: readonly EntityIdentifier[];
  readonly topics: readonly string[];
  readonly programs?: readonly string[];
  readonly datasets: readonly string[];
  readonly addresses?: readonly string[];
  readonly firstSeen?: string | undefined;
  readonly lastSeen?: string | undefined;
  readonly lastChange?: string | undefined;
}

const distinct = (texts: readonly string[]): string[] => [...new Set(texts.map((one) => one.trim()))].filter(Boolean);

/** Null if it has no name. */
export function entityOf(fields: EntityFields): ListedEntity | null {
  const names = distinct(fields.names);
  if (names.length === 0) return null;
  return {
    id: fields.id,
    schema: fields.schema,
    names,
    birthDates: distinct(distinct(fields.birthDates ?? []).flatMap(datesOf)),
    countries: distinct((fields.countries ?? []).map((one) => countryCode(one) ?? '')),
    genders: distinct((fields.genders ?? []).map((one) => GENDERS[one.trim().toLowerCase()] ?? '')),
    identifiers: distinctIdentifiers(fields.identifiers ?? []),
    topics: distinct(fields.topics),
    programs: distinct(fields.programs ?? []),
    datasets: distinct(fields.datasets),
    addresses: distinct(fields.addresses ?? []),
    firstSeen: fields.firstSeen || null,
    lastSeen: fields.lastSeen || null,
    lastChange: fields.lastChange || null,
  };
}

const GENDERS: Readonly<Record<string, string>> = { m: 'male', male: 'male', f: 'female', female: 'female' };

function distinctIdentifiers(identifiers: readonly EntityIdentifier[]): EntityIdentifier[] {
  const known = new Map(identifiers.map((one) => [`${one.type} ${one.value}`, one]));
  return [...known.values()].filter(({ value }) => value.length >= 4);
}

/** Longer spans say too little about a person. */
const LONGEST_SPAN = 20;

/** Of a span only the ends are given: every year of it is possible. */
function datesOf(text: string): string[] {
  const [, from, to] = /(\d{4})(?:-\d{2}){0,2} ?(?:to|and|-) ?(?:\d{1,2} )?(?:[A-Za-z]{3,9} )?(\d{4})/.exec(text) ?? [];
  if (from === undefined) return [dateOf(text) ?? ''];
  const years = Number(to) - Number(from);
  if (years < 0 || years > LONGEST_SPAN) return [];
  return Array.from({ length: years + 1 }, (_, at) => String(Number(from) + at));
}

/** Null for a text without a year. */
function dateOf(text: string): string | null {
  const plain = text.trim().slice(0, 10);
  if (isPartialDate(plain)) return plain;
  const found = /(?:(\d{1,2}) )?(?:([A-Za-z]{3})[a-z]{0,9} )?(\d{4})/.exec(text);
  if (found === null) return null;
  const [, day, monthName, year] = found;
  const month = monthName === undefined ? 0 : monthOf(monthName);
  if (month === 0) return year!;
  const yearAndMonth = `${year}-${String(month).padStart(2, '0')}`;
  const whole = `${yearAndMonth}-${day?.padStart(2, '0')}`;
  return isPartialDate(whole) ? whole : yearAndMonth;
}
