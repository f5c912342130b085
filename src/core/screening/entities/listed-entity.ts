// A listed entity and a screened subject have the same fields, so one comparison serves every list and every route.
// Countries are two-letter codes. Dates are YYYY, YYYY-MM or YYYY-MM-DD; a list may have an interval of two of them with
// a slash between, both ends included.

import { parseDay } from '../../money/calendar.ts';
import { withPlainDigits } from '../names/transliterate.ts';
import { visible } from '../names/visible-text.ts';
import { runsOf } from './number-forms.ts';

export interface EntityIdentifier {
  /** passport, tax, registration, national_id, lei, imo, ...; empty if a list names no type. */
  readonly type: string;
  /** Letters and digits, in capitals. */
  readonly value: string;
  /** Two-letter code of the country whose number it is, where somebody says so. */
  readonly country?: string;
  /** Parts of a text that signs divide, each of which may be a number by itself. */
  readonly runs?: readonly string[];
}

export interface ScreeningSubject {
  /** A schema of FollowTheMoney: Person, Company, Organization, LegalEntity, Vessel, ... */
  readonly schema: string;
  /** The main name first. */
  readonly names: readonly string[];
  readonly birthDates: readonly string[];
  readonly countries: readonly string[];
  readonly genders: readonly string[];
  readonly identifiers: readonly EntityIdentifier[];
}

export interface ListedEntity extends ScreeningSubject {
  readonly id: string;
  /** OpenSanctions topics: sanction, role.pep, role.rca, crime, wanted, debarment, ... */
  readonly topics: readonly string[];
  readonly programs: readonly string[];
  readonly datasets: readonly string[];
  readonly addresses: readonly string[];
  readonly firstSeen: string | null;
  readonly lastSeen: string | null;
  readonly lastChange: string | null;
}

/** `country`: a two-letter code, empty if unknown. What the number is called is no part of it: INN 7700000000. */
export function identifierOf(type: string, text: string, country = ''): EntityIdentifier {
  const kind = type.toLowerCase().trim();
  const capitals = withPlainDigits(visible(text).normalize('NFKC')).toUpperCase();
  const whole = capitals.replaceAll(/[^\p{L}\p{N}]/gu, '');
  const number = whole.startsWith(kind.toUpperCase()) ? whole.slice(kind.length).replace(/^N[OR](?=\d)/, '') : whole;
  const value = /^\d/.test(number) ? number : whole;
  const runs = runsOf(capitals).filter((run) => run !== value && run !== whole);
  return { ...(country === '' ? {} : { country }), ...(runs.length === 0 ? {} : { runs }), type: kind, value };
}

/** A shorter identifier may be anybody's. */
export const SHORTEST_IDENTIFIER = 5;

/** Whether it is a real day, month or year; readers of lists drop other dates. */
export function isPartialDate(text: string): boolean {
  if (!/^\d{4}(-\d{2}(-\d{2})?)?$/.test(text)) return false;
  return parseDay(`${text}${'-01-01'.slice(text.length - 4)}`) !== null;
}

export const isPerson = (schema: string): boolean => schema === 'Person';
