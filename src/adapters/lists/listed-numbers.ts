// Numbers of lists, each of a kind by the list's own words for it, and of a country where the list says whose it is. A
// number without a label has no kind and is compared with every kind.

import { countryCode } from '../../core/screening/countries.ts';
import { kindOf } from '../../core/screening/entities/identifier-kinds.ts';
import { type EntityIdentifier, identifierOf } from '../../core/screening/entities/listed-entity.ts';

export interface ListedNumber {
  /** The list's words for this kind of number: `Passport`, `Tax ID No.`. */
  readonly label: string;
  readonly number: string;
  /** Who issued it, by name or code, where the list says so. */
  readonly country?: string;
}

export const listedNumber = ({ label, number, country = '' }: ListedNumber): EntityIdentifier =>
  identifierOf(
    /^IMO\D{0,2}\d{7}$/i.test(number.trim()) ? 'imo' : kindOf(label),
    number,
    countryCode(country) ?? undefined,
  );
