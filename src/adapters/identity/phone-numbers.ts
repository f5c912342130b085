// Phone numbers in international form, by libphonenumber.

import { type CountryCode, parsePhoneNumberFromString } from 'libphonenumber-js';
import type { PhoneReader } from '../../core/identity/compare-persons.ts';

export const readPhone: PhoneReader = (text, country) => {
  const number = parsePhoneNumberFromString(text, country as CountryCode);
  return number?.isPossible() ? number.number : null;
};
