import { expect, test } from 'vitest';
import { textAt, textsAt } from '../../../src/core/records/rows/columns.ts';
import { textColumnOf } from '../../../src/core/records/rows/text-column.ts';

const ASCII = ['NIP/ADAEZE STORES', '', 'x', 'TRF\u0000FOR', '090903260901000256174649350829'];

test.each([
  ['ASCII', ASCII],
  ['other signs', [...ASCII, 'Ọmọ́wùnmí', '₦1,500', '\ufeffmark']],
  ['bytes that are no text', [...ASCII, Uint8Array.of(0xff, 0x41), Uint8Array.of(0xc3)]],
])('texts of some rows are those of each row: %s', (_, texts) => {
  const column = textColumnOf(texts);
  const rows = [...texts.keys(), 2, 0].reverse();
  const all = textsAt(column, rows);
  expect(rows.map((_row, k) => all(k))).toEqual(rows.map((row) => textAt(column, row)));
});

test('texts that are longer together than any string can be', () => {
  const column = textColumnOf(['A'.repeat(1 << 20), 'B']);
  const rows = [...new Uint32Array(600), 1];
  const all = textsAt(column, rows);
  expect([all(599).length, all(600)]).toEqual([1 << 20, 'B']);
});
