import { expect, test } from 'vitest';
import { itemContents, readItemContents } from '../../../src/adapters/store-embedded/exceptions/item-content.ts';
import { MAX_FIELD_BYTES } from '../../../src/core/limits.ts';
import type { TextColumn } from '../../../src/core/records/rows/columns.ts';
import { rowsOf } from '../../contracts/store/samples.ts';

test('texts of every length come back, each with its row', () => {
  const lengths = [0, 1, 127, 128, 16_383, 16_384, MAX_FIELD_BYTES];
  const column = (shift: number): TextColumn => {
    const offsets = new Uint32Array(lengths.length + 1);
    for (let i = 0; i < lengths.length; i++) offsets[i + 1] = offsets[i] + lengths[(i + shift) % lengths.length];
    return { bytes: Uint8Array.from({ length: offsets[lengths.length] }, (_, k) => k + shift), offsets };
  };
  const columns = [column(0), column(1), column(2), column(3)];
  const [reference, settlementSession, narration, sourceId] = columns;
  const rows = { ...rowsOf(5, lengths.length), reference, settlementSession, narration, sourceId };
  const fingerprints = new Uint8Array(rows.fingerprint.buffer);
  const behind = itemContents(rows).map((content) => Buffer.concat([Buffer.alloc(3, 0xff), content]));
  const read = readItemContents(behind, 3);
  expect(Buffer.compare(new Uint8Array(read.fingerprint.buffer), fingerprints)).toBe(0);
  for (const [k, { bytes, offsets }] of columns.entries()) {
    expect(Array.from(read.texts[k].offsets)).toEqual(Array.from(offsets));
    expect(Buffer.compare(read.texts[k].bytes, bytes)).toBe(0);
  }
  expect(read.named).toEqual(rows.named);
});

test('a content that is cut off before the end of its texts is damage, wherever that is', () => {
  const { named: _, ...rows } = rowsOf(5, 1);
  const [content] = itemContents(rows);
  expect(content.length).toBeGreaterThan(20);
  for (let length = 0; length < content.length; length++) {
    expect(() => readItemContents([content.subarray(0, length)])).toThrow('cut off');
  }
  expect(readItemContents([content]).texts).toHaveLength(4);
});
