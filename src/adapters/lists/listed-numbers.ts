// Kinds of numbers by the words that lists have for them, so that one kind has one name whichever list says it. A label
// of no known kind is a kind of its own. A number without a label has no kind and is compared with every kind.

import { type EntityIdentifier, identifierOf } from '../../core/screening/entities/listed-entity.ts';

/** The first pattern that a label meets gives the kind. */
const KINDS: readonly (readonly [RegExp, string])[] = [
  [/digital currency|crypto|wallet/i, 'crypto'],
  [/passport|passeport|pasaporte/i, 'passport'],
  [/\bIMO\b|vessel registration/i, 'imo'],
  [/\bMMSI\b/i, 'mmsi'],
  [/\bLEI\b|\bLE Number|legal entity number/i, 'lei'],
  [/swift|\bBIC\b/i, 'bic'],
  [/\bSSN\b|social security/i, 'ssn'],
  [/\bINN\b/i, 'inn'],
  [/\bOGRN/i, 'ogrn'],
  [/v\.?a\.?t\.?\b/i, 'vat'],
  [/tax|fiscal|\bR\.?F\.?C\b|\bRUC\b|\bRIF\b|\bN\.?I\.?T\b|\bTIN\b|\bC\.?U\.?I\.?T\b|\bRTN\b|\bN\.?I\.?F\b/i, 'tax'],
  [
    /national|identi(?:fication|ty|dad)|personal id|federal id|citizen|cedula|\bC\.?U\.?R\.?P\b|\bD\.?N\.?I\b|\bC\.?U\.?I\.?P?\b|\bNIN\b|kenyan id|\bid card|^id$|tazkira/i,
    'national_id',
  ],
  [
    /regist|matricula|company number|business number|certificate of incorporation|commercial|chamber|\bC\.?R\.? No/i,
    'registration',
  ],
];

const kindOf = (label: string): string =>
  KINDS.find(([pattern]) => pattern.test(label))?.[1] ??
  label
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replaceAll(/^_|_$/g, '');

export interface ListedNumber {
  /** The list's words for this kind of number: `Passport`, `Tax ID No.`. */
  readonly label: string;
  readonly number: string;
}

export const listedNumber = ({ label, number }: ListedNumber): EntityIdentifier => {
  const imo = /^IMO\D{0,2}(\d{7})$/i.exec(number.trim())?.[1];
  return imo === undefined ? identifierOf(kindOf(label), number) : identifierOf('imo', imo);
};
