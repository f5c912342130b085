// Positions in blocks: what is stored comes back to the last of twelve decimals, and neither shape is read as the other.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decodeRowBlocks, encodeRowBlock } from '../../../src/core/records/blocks/block-codec.ts';
import { headerFromJson, headerToJson } from '../../../src/core/records/blocks/header-json.ts';
import {
  decodeHoldingBlocks,
  encodeHoldingBlock,
  type HoldingBlockHeader,
  type PartialHoldingBlock,
} from '../../../src/core/records/blocks/holding-codec.ts';
import { partsOf, ROW_BLOCK_FORMAT } from '../../../src/core/records/blocks/row-block.ts';
import { formatScaled, scaledAt, scaledColumn, scaledFromDecimal } from '../../../src/core/records/holdings/scaled.ts';
import { allPositions, holdingsOf, samplePosition } from './holding-samples.ts';
import { sampleRow, toColumns } from './row-samples.ts';

const somePositions = fc.array(samplePosition, { minLength: 1, maxLength: 20 });

test('positions come back exactly, however they were cut into blocks, and headers add up', () => {
  fc.assert(
    fc.property(somePositions, fc.integer({ min: 1, max: 20 }), (positions, size) => {
      const columns = holdingsOf(positions);
      const blocks = [];
      for (let from = 0; from < positions.length; from += size) {
        blocks.push(encodeHoldingBlock(columns, { from, to: Math.min(positions.length, from + size) }));
      }
      const stored = blocks.map(({ header, parts }) => ({
        header: headerFromJson<HoldingBlockHeader>(headerToJson(header)),
        parts,
      }));
      expect(stored.map(({ header }) => header)).toEqual(blocks.map(({ header }) => header));
      expect(allPositions(decodeHoldingBlocks(stored))).toEqual(positions);
      const values = stored.flatMap(({ header }) => header.values);
      expect(values.reduce((sum, { positions: n }) => sum + n, 0)).toBe(positions.length);
      const market = positions.reduce((sum, { figures }) => sum + (figures[3] ?? 0n), 0n);
      expect(values.reduce((sum, { marketValueScaled }) => sum + marketValueScaled, 0n)).toBe(market);
    }),
    { numRuns: 50 },
  );
});

describe('a block', () => {
  const [position] = fc.sample(samplePosition, { numRuns: 1, seed: 4 });
  const [row] = fc.sample(sampleRow, { numRuns: 1, seed: 4 });
  const columns = holdingsOf([position!, position!]);
  const block = encodeHoldingBlock(columns, { from: 0, to: 2 });

  test('has the parts that its header says, each read alone', () => {
    expect(Object.keys(block.parts)).toEqual([...partsOf(block.header)]);
    const some = decodeHoldingBlocks([{ header: block.header, parts: { figures: block.parts.figures } }]);
    expect(scaledAt(some.units, 1)).toBe(position!.figures[0]);
    expect(some.isin.bytes).toHaveLength(0);
  });

  test('of the other shape, or of a later format, is refused', () => {
    const rows = encodeRowBlock(toColumns([row!]), { from: 0, to: 1 });
    expect(() => decodeHoldingBlocks([rows])).toThrow(/a block of rows is no block of holdings/);
    expect(() => decodeRowBlocks([block])).toThrow(/a block of holdings is no block of rows/);
    const later = { ...block.header, format: ROW_BLOCK_FORMAT + 1 };
    expect(() => decodeHoldingBlocks([{ ...block, header: later }])).toThrow(/knows formats up to/);
  });

  test.each(['figures', 'fingerprint', 'named'] as const)('whose %s are cut short or too long is refused', (part) => {
    const bytes = block.parts[part];
    for (const damaged of [bytes.subarray(0, -1), Uint8Array.of(...bytes, 65)]) {
      const one: PartialHoldingBlock = { header: block.header, parts: { ...block.parts, [part]: damaged } };
      expect(() => decodeHoldingBlocks([one])).toThrow(RangeError);
    }
  });
});

describe('a figure', () => {
  test.each([
    ['0', '0'],
    ['1250.50', '1250.5'],
    ['-0.000000000001', '-0.000000000001'],
    ['99999999999999999999.999999999999', '99999999999999999999.999999999999'],
  ])('%s is shown as %s', (text, shown) => {
    expect(formatScaled(scaledFromDecimal(text))).toBe(shown);
  });

  test.each(['', '1,5', '1e3', '.5', '1.', '1.0000000000001', '100000000000000000000'])('is not "%s"', (text) => {
    expect(() => scaledFromDecimal(text)).toThrow(/is no number of at most 20 digits and 12 decimals/);
  });

  test('that two words could not hold is refused', () => {
    expect(() => scaledColumn([10n ** 32n])).toThrow(/too large/);
  });
});
