// Makes an entity from the fields of any list format: countries as codes, dates in one form, distinct names.

import { countryCode } from '../../core/screening/countries.ts';
import {
  type EntityIdentifier,
  isPartialDate,
  type ListedEntity,
} from '../../core/screening/entities/listed-entity.ts';
import { saysName } from '../../core/screening/entities/name-parts.ts';
import { dateOfParts, monthOf } from './listed-dates.ts';

export interface EntityFields {
  readonly id: string;
  readonly schema: string;
  readonly names: readonly string[];
  /** Texts of a list: 1954, 1954-10, 1954-10-07, `07 Oct 1954`, `circa 1954`, `1954 to 1956`. */
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

/** It may have no name, and no number either: read-list.ts says of how many that is so. */
export function entityOf(fields: EntityFields): ListedEntity {
  return {
    id: fields.id,
    schema: fields.schema,
    names: distinct(fields.names).filter(saysName),
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
  // One that is known with its country needs not be there without it.
  const keyOf = ({ type, value }: EntityIdentifier, country: string) => `${type} ${value} ${country}`;
  const known = new Map(identifiers.map((one) => [keyOf(one, one.country ?? ''), one]));
  for (const one of identifiers) if (one.country !== undefined) known.delete(keyOf(one, ''));
  return [...known.values()].filter(({ value }) => value.length >= 4);
}

/** Years either side of one that a list calls about right. */
const ABOUT = 2;
const IS_ABOUT = /\b(?:circa|approx(?:\.|imately)?|about|ca?\.?)(?= ?\d|\s)/i;
const DATE = String.raw`(?:\d{4}(?:-\d{2}){0,2}|(?:\d{1,2} )?(?:[A-Za-z]{3,9} )?\d{4})`;
const SPAN = new RegExp(`(${DATE}) ?(?:to|and|/|-|–) ?(?:circa )?(${DATE})(?!\\d)`);

/** A date as sharp as the list has it: one of a span or about a year is an interval (listed-entity.ts). */
function datesOf(text: string): string[] {
  const [, first, last] = SPAN.exec(text) ?? [];
  const from = dateOf(first ?? text);
  const to = last === undefined ? from : dateOf(last);
  if (from === null || to === null) return [];
  if (IS_ABOUT.test(text)) return [`${Number(from.slice(0, 4)) - ABOUT}/${Number(to.slice(0, 4)) + ABOUT}`];
  return from === to ? [from] : from.slice(0, 4) > to.slice(0, 4) ? [] : [`${from}/${to}`];
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
  const whole = dateOfParts(year!, month, day);
  return isPartialDate(whole) ? whole : dateOfParts(year!, month);
}
