// Makes an entity from the fields of any list format: countries as codes, dates in one form, distinct names.

import { countryCode } from '../../core/screening/countries.ts';
import {
  type EntityIdentifier,
  isPartialDate,
  type ListedEntity,
} from '../../core/screening/entities/listed-entity.ts';

interface EntityFields {
  readonly id: string;
  readonly schema: string;
  readonly names: readonly string[];
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
    birthDates: distinct(fields.birthDates ?? []).flatMap((text) => dateOf(text) ?? []),
    countries: distinct((fields.countries ?? []).map((one) => countryCode(one) ?? '')),
    genders: distinct((fields.genders ?? []).map((one) => one.toLowerCase())).filter((one) =>
      /^(male|female)$/.test(one),
    ),
    identifiers: (fields.identifiers ?? []).filter(({ value }) => value.length >= 4),
    topics: distinct(fields.topics),
    programs: distinct(fields.programs ?? []),
    datasets: distinct(fields.datasets),
    addresses: distinct(fields.addresses ?? []),
    firstSeen: fields.firstSeen || null,
    lastSeen: fields.lastSeen || null,
    lastChange: fields.lastChange || null,
  };
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** Reads `07 Oct 1954`, `Oct 1954`, `circa 1954`, 1954-10-07 and shorter forms; null for any other text. */
function dateOf(text: string): string | null {
  const plain = text.trim().slice(0, 10);
  if (isPartialDate(plain)) return plain;
  const found = /(?:(\d{1,2}) )?(?:([A-Za-z]{3})[a-z]{0,9} )?(\d{4})/.exec(text);
  if (found === null) return null;
  const [, day, monthName, year] = found;
  const month = monthName === undefined ? -1 : MONTHS.indexOf(monthName.toLowerCase());
  if (month < 0) return year!;
  const yearAndMonth = `${year}-${String(month + 1).padStart(2, '0')}`;
  return day === undefined ? yearAndMonth : `${yearAndMonth}-${day.padStart(2, '0')}`;
}
