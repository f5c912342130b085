// What recurs in narrations is their shape; what does not, names somebody.

import { expect, test } from 'vitest';
import { narrationParts } from '../../../src/core/worklist/narration-shape.ts';

const TEXTS = [
  'NIP TRF FROM ADA OBI/RENT 4471',
  'Nip trf from Bello Musa/SCHOOL FEES',
  "NIP TRF FROM CHIDI O'NEIL - LOAN",
  'NIP TRF FROM 0901 DANJUMA',
  'SMS CHARGE JUNE',
  'SMS CHARGE 2026-07',
];

test('numbers and names are no part of a shape, and names are told', () => {
  const partsOf = narrationParts(TEXTS);
  expect(TEXTS.map((text) => partsOf(text).shape)).toEqual([...Array(4).fill('NIP TRF FROM'), '', '']);
  expect(TEXTS.map((text) => partsOf(text).name)).toEqual([
    ...['ADA OBI', 'BELLO MUSA', 'CHIDI ONEIL', 'DANJUMA', 'SMS CHARGE JUNE', 'SMS CHARGE'],
  ]);
});

test('a text without words has neither, and an unknown word names', () => {
  const partsOf = narrationParts([]);
  expect(partsOf('12/34 -- ')).toEqual({ shape: '', name: '' });
  expect(partsOf('Ọlá 5')).toEqual({ shape: '', name: 'ỌLÁ' });
});
