// Whom a list names, and whom one asks about: the same fields, so that one comparison serves every list and every route.
// Countries are codes of two letters; dates are YYYY, YYYY-MM or YYYY-MM-DD.

export interface EntityIdentifier {
  /** passport, tax, registration, national_id, lei, imo, ...; empty where a list says no kind. */
  readonly type: string;
  /** Letters and digits in capitals. */
  readonly value: string;
}

export interface ScreeningSubject {
  /** Of FollowTheMoney: Person, Company, Organization, LegalEntity, Vessel, ... */
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
  value: value.toUpperCase().replaceAll(/[^\p{L}\p{N}]/gu, ''),
});

/** Shorter ones are anybody's. */
export const SHORTEST_IDENTIFIER = 5;

/** What is no date is left out by whoever reads a list. */
export const isPartialDate = (text: string): boolean => /^\d{4}(-\d{2}(-\d{2})?)?$/.test(text);

export const isPerson = (schema: string): boolean => schema === 'Person';
