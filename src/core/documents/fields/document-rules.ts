// Where each field is on a document, as data: how the type is recognised, which words stand beside or above a field,
// and the form of its value. The rules say what they cover. Another document has fewer fields, never guessed ones.

export type DocumentType =
  | 'passport'
  | 'visa'
  | 'national_id'
  | 'nin_slip'
  | 'drivers_licence'
  | 'voters_card'
  | 'cac_certificate'
  | 'residence_permit'
  | 'other';

/** How a value is read: a day becomes YYYY-MM-DD, a number loses its spaces, a name has only letters. */
type ValueKind = 'name' | 'day' | 'number' | 'sex' | 'text';

export interface FieldRule {
  readonly field: string;
  /** Labels as printed, in capitals; the longest that fits counts. */
  readonly labels: readonly string[];
  readonly kind: ValueKind;
  /** The form of the whole number without spaces. */
  readonly form?: RegExp;
}

/** A value between two phrases of running text. */
interface PassageRule {
  readonly field: string;
  readonly after: RegExp;
  readonly before: RegExp;
}

export interface DocumentRules {
  readonly type: DocumentType;
  /** For people: which papers these are. */
  readonly covers: string;
  /** Phrases in capitals; the type is recognised by any of them that is no label. */
  readonly marks: readonly string[];
  readonly fields: readonly FieldRule[];
  readonly passages?: readonly PassageRule[];
  /** The field that holds the document's number. */
  readonly number: string;
}

const names = (last: readonly string[], first: readonly string[]): readonly FieldRule[] => [
  { field: 'last_name', labels: last, kind: 'name' },
  { field: 'first_name', labels: first, kind: 'name' },
];
const BORN: FieldRule = {
  field: 'date_of_birth',
  labels: ['DATE OF BIRTH', 'DATE DE NAISSANCE', 'D OF B', 'DOB', 'BIRTH DATE'],
  kind: 'day',
};
const SEX: FieldRule = { field: 'sex', labels: ['SEX', 'GENDER', 'SEXE'], kind: 'sex' };
const ISSUED: FieldRule = {
  field: 'issue_date',
  labels: ['DATE OF ISSUE', 'ISSUE DATE', 'ISSUED ON', 'DATE ISSUED', 'ISS'],
  kind: 'day',
};
const EXPIRES: FieldRule = {
  field: 'expiry_date',
  labels: ['DATE OF EXPIRY', 'EXPIRY DATE', 'EXPIRATION DATE', 'VALID UNTIL', 'EXPIRES', 'EXP'],
  kind: 'day',
};
const MIDDLE: FieldRule = { field: 'middle_name', labels: ['MIDDLE NAME', 'OTHER NAME'], kind: 'name' };
const ADDRESS: FieldRule = { field: 'address', labels: ['ADDRESS', 'ADDR'], kind: 'text' };

const PASSPORT_NUMBER = ['PASSPORT NO', 'PASSPORT NUMBER', 'PASSPORT N'];
const ANY_NUMBER = ['DOCUMENT NO', 'DOCUMENT NUMBER'];
const NUMBER_LABELS = {
  passport: [...PASSPORT_NUMBER, ...ANY_NUMBER],
  national_id: [...ANY_NUMBER, 'CARD NO', 'CARD NUMBER', 'ID NO', 'ID NUMBER'],
  residence_permit: [...ANY_NUMBER, 'CARD NO', 'CARD NUMBER', 'PERMIT NO', 'PERMIT NUMBER'],
  visa: ['VISA NO', 'VISA NUMBER', ...ANY_NUMBER],
} as const;

export const DOCUMENT_RULES: readonly DocumentRules[] = [
  {
    type: 'nin_slip',
    covers: 'NIMC’s slips, the improved one with labels in English and French and the older one with a tracking id',
    marks: ['NATIONAL IDENTITY MANAGEMENT', 'NATIONAL IDENTIFICATION NUMBER', 'NIN SLIP', 'NINS', 'DIGITAL NIN'],
    fields: [
      {
        field: 'nin',
        labels: ['NATIONAL IDENTIFICATION NUMBER', 'NIN'],
        kind: 'number',
        form: /^\d{11}$/,
      },
      { field: 'tracking_id', labels: ['TRACKING ID'], kind: 'number', form: /^[A-Z0-9]{15}$/ },
      ...names(['SURNAME', 'SURNAME NOM'], ['GIVEN NAMES PRENOMS', 'GIVEN NAMES', 'FIRST NAME']),
      ...[MIDDLE, BORN, SEX, ISSUED, ADDRESS],
    ],
    number: 'nin',
  },
  {
    type: 'drivers_licence',
    covers: 'the front of FRSC’s card of 2010 and later: number, class, days of birth, issue and expiry, sex',
    marks: ['DRIVERS LICENCE', 'DRIVER LICENCE', 'NATIONAL DRIVERS', 'FEDERAL ROAD SAFETY'],
    fields: [
      {
        field: 'licence_number',
        labels: ['LICENCE NO', 'LICENSE NO', 'L NO', 'LNO'],
        kind: 'number',
        form: /^[A-Z]{3}\d{5,6}[A-Z]{2}\d{2}$/,
      },
      { field: 'licence_class', labels: ['CLASS'], kind: 'number', form: /^[A-J]{1,3}$/ },
      ...names(['SURNAME', 'LAST NAME'], ['FIRST NAME', 'FIRST NAMES', 'GIVEN NAMES']),
      ...[BORN, SEX, ISSUED, EXPIRES, ADDRESS],
    ],
    number: 'licence_number',
  },
  {
    type: 'voters_card',
    covers:
      'the front of INEC’s permanent voter’s card: VIN, polling code, name, day of birth, sex, occupation, address',
    marks: ['INDEPENDENT NATIONAL ELECTORAL', 'VOTERS CARD', 'VOTER CARD', 'ELECTORAL COMMISSION'],
    fields: [
      { field: 'vin', labels: ['VIN', 'VOTER IDENTIFICATION NUMBER'], kind: 'number', form: /^[0-9A-Z]{19}$/ },
      {
        field: 'polling_code',
        labels: ['CODE', 'POLLING UNIT CODE'],
        kind: 'number',
        form: /^\d{2}-?\d{2}-?\d{2}-?\d{3}$/,
      },
      ...names(['SURNAME', 'LAST NAME'], ['FIRST NAME', 'FIRST NAMES', 'OTHER NAMES']),
      { field: 'full_name', labels: ['NAME', 'FULL NAME'], kind: 'name' },
      { field: 'occupation', labels: ['OCCUPATION'], kind: 'text' },
      ...[BORN, SEX, ADDRESS],
    ],
    number: 'vin',
  },
  {
    type: 'cac_certificate',
    covers:
      'certificates of incorporation and of registration of a business name, in the words that CAC uses in English',
    marks: ['CORPORATE AFFAIRS COMMISSION', 'COMPANIES AND ALLIED MATTERS', 'CERTIFICATE OF INCORPORATION'],
    fields: [
      {
        field: 'reg_number',
        labels: [
          'COMPANY REGISTRATION NO',
          'REGISTRATION NO',
          'REGISTRATION NUMBER',
          'REG NO',
          'RC NO',
          'BN NO',
          'RC',
          'BN',
        ],
        kind: 'number',
        form: /^(RC|BN|IT)?\d{1,8}$/,
      },
      {
        field: 'tin',
        labels: ['TAX IDENTIFICATION NUMBER', 'TIN'],
        kind: 'number',
        form: /^\d{8}-?\d{4}$|^\d{10}$|^\d{13}$/,
      },
    ],
    passages: [
      {
        field: 'company_name',
        after: /CERTIFY\s+THAT/i,
        before: /\b(IS\s+THIS\s+DAY|IS\s+DULY|HAS\s+THIS\s+DAY|WAS\s+THIS\s+DAY|HAS\s+BEEN|WAS\s+REGISTERED)/i,
      },
    ],
    number: 'reg_number',
  },
  // A visa names the passport that it belongs to, so it is recognised before passports.
  ...(['visa', 'passport', 'national_id', 'residence_permit'] as const).map(
    (type): DocumentRules => ({
      type,
      covers: 'what stands above the machine readable zone with labels in English or French',
      marks: {
        passport: ['PASSPORT', 'PASSEPORT'],
        national_id: ['IDENTITY CARD', 'NATIONAL IDENTITY CARD', 'CARTE NATIONALE'],
        residence_permit: ['RESIDENCE PERMIT', 'PERMIT TO RESIDE', 'TITRE DE SEJOUR'],
        visa: ['VISA'],
      }[type],
      fields: [
        { field: 'document_number', labels: NUMBER_LABELS[type], kind: 'number', form: /^[A-Z0-9]{6,14}$/ },
        // Of the passport that a visa belongs to.
        ...(type === 'visa'
          ? [{ field: 'passport_number', labels: PASSPORT_NUMBER, kind: 'number', form: /^[A-Z0-9]{6,14}$/ } as const]
          : []),
        ...names(
          ['SURNAME', 'SURNAME NOM', 'LAST NAME'],
          ['GIVEN NAMES PRENOMS', 'GIVEN NAMES', 'GIVEN NAME', 'FIRST NAME'],
        ),
        ...[BORN, SEX, ISSUED, EXPIRES],
      ],
      number: 'document_number',
    }),
  ),
];
