// Which document it is: by a zone that holds, else by its words. A visa names a passport and is none.

import { expect, test } from 'vitest';
import { documentPerson } from '../../../src/core/documents/document-person.ts';
import { extract } from '../../../src/core/documents/extract.ts';
import type { ReadDocument, TextLine } from '../../../src/core/documents/page-text.ts';

const MRVA = ['V<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<', 'L8988901C4XXX4009078F96121096ZE184226B<<<<<<'];
const TD3 = ['P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<', 'L898902C36UTO7408122F1204159ZE184226B<<<<<10'];

/** A page of these lines, one below another. */
function page(lines: readonly string[], zone: readonly string[] = []): ReadDocument {
  const textLines = lines.map((text, row): TextLine => {
    const words = text.split(' ').map((word, at) => ({
      ...{ text: word, confidence: 1 },
      box: { left: 0.05 + 0.12 * at, top: 0.05 * row, width: 0.1, height: 0.03 },
    }));
    return { text, confidence: 1, box: { left: 0.05, top: 0.05 * row, width: 0.8, height: 0.03 }, words };
  });
  const turned = { quarters: 0, mirrored: false } as const;
  return { pages: [{ lines: textLines, zones: [zone], zoneBox: null, turned, quality: null }] };
}
const read = (document: ReadDocument, type: string | null = null) => extract(document, { type, today: '2026-11-23' });

test.each([
  [['IMMIGRANT VISA', 'Passport Number 555123ABC'], [], 'visa', true],
  [['VISA', 'PASSPORT'], [], 'visa', true],
  [['PASSPORT', 'Passport No B1234567'], [], 'passport', true],
  [['Passport No B1234567'], [], undefined, false],
  [['Passport No B1234567'], MRVA, 'visa', false],
  [['SPECIMEN'], TD3, 'passport', false],
])('%j is the document that its zone or words say', (lines, zone, type, isMarked) => {
  const found = read(page(lines, zone));
  expect([found.rules?.type, found.isMarked]).toEqual([type, isMarked]);
});

test('a visa that is sent as a passport is not recognised as one', () => {
  const visa = page(['IMMIGRANT VISA', 'Passport Number 555123ABC']);
  expect(read(visa, 'passport').isMarked).toBe(false);
  expect(read(visa, 'visa').isMarked).toBe(true);
  // A zone that holds is believed before the caller.
  expect(read(page(['PASSPORT'], MRVA), 'passport').rules?.type).toBe('visa');
});

test('the number of a visa is no passport’s', () => {
  const numbers = (document: ReadDocument) => documentPerson(read(document)).identifiers;
  expect(numbers(page([], MRVA))).toEqual([{ type: 'visa', value: 'L8988901C' }]);
  expect(numbers(page([], TD3))).toEqual([{ type: 'passport', value: 'L898902C3' }]);
  expect(numbers(page(['VISA', 'Visa No 12345678', 'Passport No B1234567']))).toEqual([
    { type: 'passport', value: 'B1234567' },
    { type: 'visa', value: '12345678' },
  ]);
});
