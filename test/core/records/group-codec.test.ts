import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decodeGroupBlocks, encodeGroupBlock } from '../../../src/core/records/blocks/group-codec.ts';
import {
  GROUP_BLOCK_FORMAT,
  type GroupColumns,
  type GroupMembers,
  groupBlockRanges,
  NO_POSITION,
  NO_SCORE,
  WEIGHED_COLUMNS,
} from '../../../src/core/records/groups/groups.ts';

const INGESTIONS = ['first', 'second', 'third'];
const position = fc.tuple(fc.nat({ max: 2 }), fc.integer({ min: 0, max: 20_000_000 }));
const sampleGroup = fc.record({
  tier: fc.integer({ min: 1, max: 10 }),
  confidence: fc.integer({ min: 0, max: 100 }),
  difference: fc.maxSafeInteger().map((value) => value + 0),
  days: fc.integer({ min: -4_000, max: 4_000 }),
  textScore: fc.integer({ min: NO_SCORE, max: 10_000 }),
  feeBasis: fc.nat({ max: 2 }),
  byKey: fc.nat({ max: 1 }),
  runnerUp: fc.option(position, { nil: [NO_POSITION, NO_POSITION] as [number, number] }),
  runnerUpGap: fc.integer({ min: NO_SCORE, max: 10_000 }),
  gl: fc.array(position, { maxLength: 3 }),
  bank: fc.array(position, { maxLength: 3 }),
  twin: fc.nat({ max: 70_000 }),
  weighed: fc.record(Object.fromEntries(WEIGHED_COLUMNS.map((name) => [name, fc.integer({ min: -640, max: 10_000 })]))),
});
type SampleGroup = typeof sampleGroup extends fc.Arbitrary<infer Group> ? Group : never;

const inTierOrder = fc
  .array(sampleGroup, { minLength: 1, maxLength: 40 })
  .map((groups) => groups.toSorted((a, b) => a.tier - b.tier));

function toMembers(groups: readonly (readonly (readonly number[])[])[]): GroupMembers {
  const offsets = new Uint32Array(groups.length + 1);
  for (const [i, members] of groups.entries()) offsets[i + 1] = offsets[i] + members.length;
  return { offsets, positions: Uint32Array.from(groups.flat(2)) };
}

function toColumns(groups: readonly SampleGroup[]): GroupColumns {
  return {
    count: groups.length,
    tier: Uint8Array.from(groups, (group) => group.tier),
    confidence: Uint8Array.from(groups, (group) => group.confidence),
    difference: Float64Array.from(groups, (group) => group.difference),
    days: Int32Array.from(groups, (group) => group.days),
    textScore: Int16Array.from(groups, (group) => group.textScore),
    feeBasis: Uint8Array.from(groups, (group) => group.feeBasis),
    byKey: Uint8Array.from(groups, (group) => group.byKey),
    runnerUp: Uint32Array.from(groups.flatMap((group) => group.runnerUp)),
    runnerUpGap: Int32Array.from(groups, (group) => group.runnerUpGap),
    gl: toMembers(groups.map((group) => group.gl)),
    bank: toMembers(groups.map((group) => group.bank)),
    twin: Uint32Array.from(groups, (group) => group.twin),
    weighed: Object.fromEntries(
      WEIGHED_COLUMNS.map((name) => [name, Int16Array.from(groups, (group) => group.weighed[name])]),
    ),
    ingestions: INGESTIONS,
  };
}

function fromColumns(columns: GroupColumns): SampleGroup[] {
  const named = (positions: Uint32Array, k: number): [number, number] => [
    positions[2 * k] === NO_POSITION ? NO_POSITION : INGESTIONS.indexOf(columns.ingestions[positions[2 * k]]),
    positions[2 * k + 1],
  ];
  const members = ({ offsets, positions }: GroupMembers, g: number) =>
    Array.from({ length: offsets[g + 1] - offsets[g] }, (_, k) => named(positions, offsets[g] + k));
  return Array.from({ length: columns.count }, (_, g) => ({
    tier: columns.tier[g],
    confidence: columns.confidence[g],
    difference: columns.difference[g],
    days: columns.days[g],
    textScore: columns.textScore[g],
    feeBasis: columns.feeBasis[g],
    byKey: columns.byKey[g],
    runnerUp: named(columns.runnerUp, g),
    runnerUpGap: columns.runnerUpGap[g],
    gl: members(columns.gl, g),
    bank: members(columns.bank, g),
    twin: columns.twin[g],
    weighed: Object.fromEntries(WEIGHED_COLUMNS.map((name) => [name, columns.weighed[name]?.[g] ?? 0])),
  }));
}

test('groups come back exactly, in blocks of one tier', () => {
  fc.assert(
    fc.property(inTierOrder, fc.integer({ min: 1, max: 20 }), (groups, most) => {
      const columns = toColumns(groups);
      const blocks = groupBlockRanges(columns.tier, most).map((range) =>
        encodeGroupBlock(columns, { range, amounts: [] }),
      );
      expect(fromColumns(decodeGroupBlocks(blocks))).toEqual(groups);
      for (const { header } of blocks) {
        expect(header.groups).toBeLessThanOrEqual(most);
        expect(header.leastConfidence).toBeLessThanOrEqual(header.greatestConfidence);
      }
      expect(blocks.reduce((rows, { header }) => rows + header.glRows, 0)).toBe(columns.gl.offsets[groups.length]);
    }),
  );
});

test('a block of two tiers, or of none, is refused', () => {
  const [one, two] = fc.sample(sampleGroup, { numRuns: 2, seed: 1 });
  const columns = toColumns([
    { ...one, tier: 1 },
    { ...two, tier: 2 },
  ]);
  expect(() => encodeGroupBlock(columns, { range: { from: 0, to: 2 }, amounts: [] })).toThrow(RangeError);
  expect(() => encodeGroupBlock(columns, { range: { from: 1, to: 1 }, amounts: [] })).toThrow(RangeError);
});

describe('blocks of other versions', () => {
  const [group] = fc.sample(sampleGroup, { numRuns: 1, seed: 2 });
  const nothing = Object.fromEntries(WEIGHED_COLUMNS.map((name) => [name, 0]));
  const plain = { ...group, twin: 0, weighed: nothing };
  const encoded = (one: SampleGroup) => encodeGroupBlock(toColumns([one]), { range: { from: 0, to: 1 }, amounts: [] });
  const { header, content } = encoded(plain);
  const { format: _, ...first } = header;

  test('before groups were weighed: nothing is known, and nothing is stored where nothing is', () => {
    expect(header).not.toHaveProperty('weighed');
    const weighed = { ...plain, weighed: { ...nothing, probability: 9_731 } };
    expect(fromColumns(decodeGroupBlocks([{ header: first, content }, encoded(weighed)]))).toEqual([plain, weighed]);
  });

  test('before twins were counted: none', () => {
    // A column of zeros is one byte: the number of its planes.
    const older = { header: first, content: content.subarray(0, -1) };
    expect(fromColumns(decodeGroupBlocks([older, older]))).toEqual([plain, plain]);
  });

  test('of a later format, or with a column that is not known: an error that says so', () => {
    const read = (more: object) => () => decodeGroupBlocks([{ header: { ...header, ...more }, content }]);
    expect(read({ format: GROUP_BLOCK_FORMAT + 1 })).toThrow(/knows formats up to/);
    expect(read({ weighed: ['moonPhase'] })).toThrow(/a column moonPhase, which this version does not know/);
  });
});
