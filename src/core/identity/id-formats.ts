// The form of numbers that identify people and companies. Published checksums are verified (ISO 13616 for IBAN, ISO
// 17442 for LEI). Of Nigerian numbers (NIN, BVN, TIN, RC and others) only the form is known, and a correct form proves
// nothing.

const ID_TYPES = [
  ...(['nin', 'vnin', 'bvn', 'drivers_licence', 'voters_card', 'passport', 'tin', 'rc', 'bn', 'it'] as const),
  ...(['iban', 'lei', 'bic', 'vat', 'national_id'] as const),
] as const;
export type IdType = (typeof ID_TYPES)[number];

interface IdForm {
  readonly formatValid: boolean;
  /** Null if no checksum is published. */
  readonly checksumValid: boolean | null;
}

/** Whether an IBAN's country, length and digits are right, and whether its checksum is. */
export type IbanReader = (number: string) => { readonly isWellFormed: boolean; readonly isChecksumRight: boolean };

const NIGERIAN: Readonly<Partial<Record<IdType, RegExp>>> = {
  // NIMC: eleven digits.
  nin: /^\d{11}$/,
  // NIMC's virtual number: two letters, twelve digits, two letters.
  vnin: /^[A-Z]{2}\d{12}[A-Z]{2}$/,
  // CBN: eleven digits.
  bvn: /^\d{11}$/,
  // FRSC: three letters, five or six digits, two letters and two digits.
  drivers_licence: /^[A-Z]{3}\d{5,6}[A-Z]{2}\d{2}$/,
  // INEC's VIN: nineteen letters and digits.
  voters_card: /^[0-9A-Z]{19}$/,
  // ICAO 9303 as Nigeria uses it: a letter, or two, and seven or eight digits.
  passport: /^[A-Z]\d{8}$|^[A-Z]{2}\d{7}$/,
  // FIRS and the Joint Tax Board: eight digits and four, ten, or thirteen.
  tin: /^\d{8}-?\d{4}$|^\d{10}$|^\d{13}$/,
  rc: /^(RC)?\d{1,8}$/,
  bn: /^(BN)?\d{1,8}$/,
  it: /^(IT)?\d{1,8}$/,
};

const ANYWHERE: Readonly<Partial<Record<IdType, RegExp>>> = {
  passport: /^[A-Z0-9]{6,9}$/,
  drivers_licence: /^[A-Z0-9]{4,20}$/,
  bic: /^[A-Z]{4}[A-Z]{2}[A-Z0-9]{2}([A-Z0-9]{3})?$/,
  vat: /^[A-Z]{2}[A-Z0-9]{2,13}$/,
  national_id: /^[A-Z0-9]{4,32}$/,
  tin: /^[A-Z0-9]{5,20}$/,
};

/** A number in capitals without separators, for comparison and queries. */
export const plainNumber = (number: string): string => number.toUpperCase().replaceAll(/[\s./]/g, '');

interface GivenId {
  readonly type: IdType;
  readonly number: string;
  /** Two letters in lower case. */
  readonly country: string;
}

export function idForm({ type, number, country }: GivenId, readIban: IbanReader): IdForm {
  const plain = plainNumber(number);
  if (type === 'iban') {
    const { isWellFormed, isChecksumRight } = readIban(plain);
    return { formatValid: isWellFormed, checksumValid: isChecksumRight };
  }
  if (type === 'lei') {
    const formatValid = /^[A-Z0-9]{18}\d{2}$/.test(plain);
    return { formatValid, checksumValid: formatValid && isMod97Valid(plain) };
  }
  const pattern = (country === 'ng' ? NIGERIAN[type] : undefined) ?? ANYWHERE[type] ?? NIGERIAN[type];
  return { formatValid: pattern!.test(plain), checksumValid: null };
}

/** Checks ISO 7064, MOD 97-10, with letters as 10 to 35. */
function isMod97Valid(text: string): boolean {
  let rest = 0;
  for (const char of text) {
    const value = Number.parseInt(char, 36);
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97;
  }
  return rest === 1;
}

/** A masked number; its holder recognises the last characters. */
export function masked(number: string): string {
  const plain = plainNumber(number);
  const shown = Math.min(3, Math.floor(plain.length / 4));
  return '*'.repeat(plain.length - shown) + plain.slice(plain.length - shown);
}
