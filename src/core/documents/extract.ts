// The content of a document from the text of its pages: the machine readable zone, the fields by the rules of its type,
// and the confidence of each. A field of a valid zone replaces the printed one.

import { DOCUMENT_RULES, type DocumentRules, type DocumentType } from './fields/document-rules.ts';
import { type PrintedField, printedFields, rulesFor } from './fields/printed-fields.ts';
import { type ReadMrz, readMrz } from './mrz/read-mrz.ts';
import type { ReadDocument, ReadPage } from './page-text.ts';

export interface Extracted {
  readonly fields: readonly PrintedField[];
  readonly printed: readonly PrintedField[];
  readonly mrz: ReadMrz | null;
  readonly rules: DocumentRules | null;
  /** Whether typical words of this type of document were read. */
  readonly isMarked: boolean;
}

interface ExtractOptions {
  /** The type in the request; null to recognise it. A valid zone of another type is believed before it. */
  readonly type: string | null;
  /** YYYY-MM-DD */
  readonly today: string;
}

export function extract({ pages }: ReadDocument, { type, today }: ExtractOptions): Extracted {
  const zones = pages.map((page) => readMrz(page.zones, { today, printed: printedWords(page) }));
  const zoned = zones.findIndex((zone) => zone !== null);
  const mrz = zones[zoned] ?? null;
  const { rules, isMarked } = rulesFor(DOCUMENT_RULES, pages, zoneType(mrz) ?? type);
  const printed = rules === null ? [] : printedFields(rules, pages);
  const ofZone = mrz === null ? [] : zoneFields(mrz, zoned + 1, pages[zoned].zoneBox);
  const names = new Set(mrz?.valid ? ofZone.map(({ name }) => name) : []);
  const fields = [...ofZone, ...printed.filter(({ name }) => !names.has(name))];
  return { fields, printed, mrz, rules, isMarked };
}

/** The type that a valid zone says. Cards of all kinds have zones alike: their words say which. */
function zoneType(mrz: ReadMrz | null): DocumentType | null {
  const code = mrz?.valid ? mrz.values.document_code?.[0] : undefined;
  return code === 'V' ? 'visa' : code === 'P' ? 'passport' : null;
}

/** Printed words of the page, without the lines of the zone, which would confirm themselves. */
const printedWords = ({ lines }: ReadPage): string[] =>
  lines
    .filter(({ text }) => text.length < 30 && !text.includes('<'))
    .flatMap(({ words }) => words.map(({ text }) => text.toUpperCase().replaceAll(/[^A-Z0-9]/g, '')))
    .filter((word) => word.length >= 6);

/** The fields of a zone. Without a check digit a field is less certain, and a guessed one less again. */
function zoneFields({ values, digits, valid }: ReadMrz, page: number, box: PrintedField['box']): PrintedField[] {
  const digitOf = new Map(digits.map((one) => [one.checks, one]));
  return Object.entries(values).map(([name, value]) => {
    const digit = digitOf.get(name);
    const sure = digit === undefined ? 0.85 : digit.valid ? 0.99 - 0.2 * digit.guessed : 0.2;
    return { name, value, confidence: valid ? sure : Math.min(sure, 0.6), box, page };
  });
}
