// Kinds of numbers by the words that lists and callers have for them, so that one kind has one name whoever says it. A
// label of no known kind is a kind of its own.

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

export const kindOf = (label: string): string =>
  KINDS.find(([pattern]) => pattern.test(label))?.[1] ??
  label
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replaceAll(/^_|_$/g, '');

/** The kinds of FollowTheMoney's properties, in lists and in queries. */
export const FTM_IDENTIFIERS: Readonly<Record<string, string>> = {
  ...{ passportNumber: 'passport', idNumber: 'national_id', taxNumber: 'tax', registrationNumber: 'registration' },
  ...{ leiCode: 'lei', imoNumber: 'imo', innCode: 'inn', ogrnCode: 'ogrn', vatCode: 'vat', swiftBic: 'bic' },
  ...{ socialSecurityNumber: 'ssn', dunsCode: 'duns', npiCode: 'npi', uniqueEntityId: 'uei' },
  ...{ publicKey: 'crypto', mmsi: 'mmsi' },
};
