// The five machine readable zones of ICAO 9303 (parts 4 to 7) as data: lines, characters, the position and characters
// of each field, and what each check digit covers.

export type MrzFormat = 'td1' | 'td2' | 'td3' | 'mrva' | 'mrvb';

/** Line, first character, and end of a field, all from 0. */
export type Span = readonly [line: number, from: number, to: number];

export type MrzField =
  | 'document_code'
  | 'issuing_state'
  | 'names'
  | 'document_number'
  | 'nationality'
  | 'date_of_birth'
  | 'sex'
  | 'expiry_date'
  | 'optional_data'
  | 'optional_data_2';

/** letters: A to Z and fillers. digits: 0 to 9, with fillers for unknown parts of a date. any: all of these. */
export type Characters = 'letters' | 'digits' | 'any';

interface FieldPlace {
  readonly field: MrzField;
  readonly span: Span;
  readonly characters: Characters;
}

interface DigitPlace {
  readonly checks: MrzField | 'composite';
  readonly at: Span;
  readonly spans: readonly Span[];
}

export interface MrzLayout {
  readonly format: MrzFormat;
  readonly lines: number;
  readonly length: number;
  readonly isVisa: boolean;
  /** First letter of the document code: P of passports, V of visas; cards have others, old passports of their size P. */
  readonly begins: RegExp;
  readonly fields: readonly FieldPlace[];
  readonly digits: readonly DigitPlace[];
}

const place = (field: MrzField, span: Span, characters: Characters): FieldPlace => ({ field, span, characters });
const digit = (checks: DigitPlace['checks'], at: Span, ...spans: Span[]): DigitPlace => ({ checks, at, spans });

/** Fields at equal positions in the two lines of TD2, TD3 and visas. */
const TWO_LINES = (length: number): readonly FieldPlace[] => [
  place('document_code', [0, 0, 2], 'letters'),
  place('issuing_state', [0, 2, 5], 'letters'),
  place('names', [0, 5, length], 'letters'),
  place('document_number', [1, 0, 9], 'any'),
  place('nationality', [1, 10, 13], 'letters'),
  place('date_of_birth', [1, 13, 19], 'digits'),
  place('sex', [1, 20, 21], 'letters'),
  place('expiry_date', [1, 21, 27], 'digits'),
];

const TWO_LINE_DIGITS: readonly DigitPlace[] = [
  digit('document_number', [1, 9, 10], [1, 0, 9]),
  digit('date_of_birth', [1, 19, 20], [1, 13, 19]),
  digit('expiry_date', [1, 27, 28], [1, 21, 27]),
];

export const LAYOUTS: readonly MrzLayout[] = [
  {
    ...{ format: 'td3', lines: 2, length: 44, isVisa: false, begins: /^P/ },
    fields: [...TWO_LINES(44), place('optional_data', [1, 28, 42], 'any')],
    digits: [
      ...TWO_LINE_DIGITS,
      digit('optional_data', [1, 42, 43], [1, 28, 42]),
      digit('composite', [1, 43, 44], [1, 0, 10], [1, 13, 20], [1, 21, 43]),
    ],
  },
  {
    ...{ format: 'mrva', lines: 2, length: 44, isVisa: true, begins: /^V/ },
    fields: [...TWO_LINES(44), place('optional_data', [1, 28, 44], 'any')],
    digits: TWO_LINE_DIGITS,
  },
  {
    ...{ format: 'td2', lines: 2, length: 36, isVisa: false, begins: /^[^V<]/ },
    fields: [...TWO_LINES(36), place('optional_data', [1, 28, 35], 'any')],
    digits: [...TWO_LINE_DIGITS, digit('composite', [1, 35, 36], [1, 0, 10], [1, 13, 20], [1, 21, 35])],
  },
  {
    ...{ format: 'mrvb', lines: 2, length: 36, isVisa: true, begins: /^V/ },
    fields: [...TWO_LINES(36), place('optional_data', [1, 28, 36], 'any')],
    digits: TWO_LINE_DIGITS,
  },
  {
    ...{ format: 'td1', lines: 3, length: 30, isVisa: false, begins: /^[^V<]/ },
    fields: [
      place('document_code', [0, 0, 2], 'letters'),
      place('issuing_state', [0, 2, 5], 'letters'),
      place('document_number', [0, 5, 14], 'any'),
      place('optional_data', [0, 15, 30], 'any'),
      place('date_of_birth', [1, 0, 6], 'digits'),
      place('sex', [1, 7, 8], 'letters'),
      place('expiry_date', [1, 8, 14], 'digits'),
      place('nationality', [1, 15, 18], 'letters'),
      place('optional_data_2', [1, 18, 29], 'any'),
      place('names', [2, 0, 30], 'letters'),
    ],
    digits: [
      digit('document_number', [0, 14, 15], [0, 5, 14]),
      digit('date_of_birth', [1, 6, 7], [1, 0, 6]),
      digit('expiry_date', [1, 14, 15], [1, 8, 14]),
      digit('composite', [1, 29, 30], [0, 5, 30], [1, 0, 7], [1, 8, 15], [1, 18, 29]),
    ],
  },
];

export const textAt = (lines: readonly string[], [line, from, to]: Span): string => lines[line].slice(from, to);
