// IBANs by ibantools, which knows every country's length and form.

import { electronicFormatIBAN, ValidationErrorsIBAN, validateIBAN } from 'ibantools';
import type { IbanReader } from '../../core/identity/id-formats.ts';

export const readIban: IbanReader = (number) => {
  const { errorCodes } = validateIBAN(electronicFormatIBAN(number) ?? number);
  const isOnlyChecksum = errorCodes.every((code) => code === ValidationErrorsIBAN.WrongIBANChecksum);
  return { isWellFormed: isOnlyChecksum, isChecksumRight: errorCodes.length === 0 };
};
