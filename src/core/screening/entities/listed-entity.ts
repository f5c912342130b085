// A listed entity, and a subject that is asked about: they have the same fields, so that one comparison serves every
// list and every route. Countries are two-letter codes; dates are YYYY, YYYY-MM or YYYY-MM-DD.

import { parseDay } from '../../money/calendar.ts';
import { visible } from '../names/visible-text.ts';

export interface EntityIdentifier {
  /** passport, tax, registration, national_id, lei, imo, ...; empty if a list gives no kind. */
  readonly type: string;
  /** Letters and digits in capitals. */
  readonly value: string;
}

export interface ScreeningSubject {
  /** A schema of FollowTheMoney: Person, Company, Organization, LegalEntity, Vessel, ... */
  readonly schema: string;
  /** The main one first. */
  readonly names: readonly string[];
  readonly birthDates: readonly string[];
  readonly countries: readonly string[];
  readonly genders: readonly string[];
  readonly identifiers: readonly EntityIdentifier[];
}

export interface ListedEntity extends ScreeningSubject {
  readonly id: string;
  /** sanction, role.pep, role.rca, crime, wanted, debarment, ...: topics as OpenSanctions has them. */
  readonly topics: readonly string[];
  readonly programs: readonly string[];
  readonly datasets: readonly string[];
  readonly addresses: readonly string[];
  readonly firstSeen: string | null;
  readonly lastSeen: string | null;
  readonly lastChange: string | null;
}

export const identifierOf = (type: string, value: string): EntityIdentifier => ({
  type: type.toLowerCase().trim(),
  value: visible(value)
    .normalize('NFKC')
    .toUpperCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, ''),
});

/** Shorter identifiers may be anybody's. */
export const SHORTEST_IDENTIFIER = 5;

/** Whether it is a real day, month or year: readers of lists leave out others. */
export function isPartialDate(text: string): boolean {
  if (!/^\d{4}(-\d{2}(-\d{2})?)?$/.test(text)) return false;
  return parseDay(`${text}${'-01-01'.slice(text.length - 4)}`) !== null;
}

export const isPerson = (schema: string): boolean => schema === 'Person';
