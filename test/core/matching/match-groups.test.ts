// Lists of groups are put together without losing a row, in the order that is promised, and one to one where all are.

import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  allocateGroups,
  groupOf,
  interleaveGroups,
  joinGroups,
  membersOf,
  rowMembers,
} from '../../../src/core/matching/outcome/match-groups.ts';
import type { MatchGroups } from '../../../src/core/matching/outcome/outcome.ts';
import { emptyColumns } from '../../../src/core/records/rows/join-columns.ts';

interface Sample {
  readonly tier: number;
  readonly gl: readonly number[];
  readonly bank: readonly number[];
  readonly probability: number;
}

const groups = (most: number) =>
  fc
    .array(
      fc.record({
        tier: fc.integer({ min: 1, max: 9 }),
        gl: fc.array(fc.nat(999), { minLength: 1, maxLength: most }),
        bank: fc.array(fc.nat(999), { minLength: 1, maxLength: most }),
        probability: fc.nat(10_000),
      }),
      { maxLength: 12 },
    )
    .map((list) => list.toSorted((a, b) => a.tier - b.tier || a.gl[0] - b.gl[0]));

function columnsOf(samples: readonly Sample[], oneToOne: boolean, weighed: boolean): MatchGroups {
  const allocated = allocateGroups({ count: samples.length, rows: null, weighed: weighed ? ['probability'] : [] });
  samples.forEach(({ tier, probability, gl, bank }, g) => {
    allocated.tier[g] = tier;
    allocated.gl.rows[g] = gl[0];
    allocated.bank.rows[g] = bank[0];
    if (weighed) allocated.weighed.probability![g] = probability;
  });
  const members = (side: 'gl' | 'bank') => rowMembers(samples.map((one) => Uint32Array.from(one[side])));
  return oneToOne ? allocated : { ...allocated, gl: members('gl'), bank: members('bank') };
}

const samplesOf = (list: MatchGroups): Sample[] =>
  Array.from({ length: list.count }, (_, g) => ({
    tier: list.tier[g],
    gl: [...membersOf(list.gl, g)],
    bank: [...membersOf(list.bank, g)],
    probability: list.weighed.probability?.[g] ?? 0,
  }));

test('parts are joined tier by tier', () => {
  const part = fc.tuple(groups(3), fc.boolean()).map(([list, weighed]) => ({
    list: weighed ? list : list.map((one) => ({ ...one, probability: 0 })),
    weighed,
  }));
  fc.assert(
    fc.property(fc.array(part, { maxLength: 4 }), (parts) => {
      const joined = joinGroups(parts.map(({ list, weighed }) => columnsOf(list, false, weighed)));
      const expected = parts.flatMap(({ list }) => list).toSorted((a, b) => a.tier - b.tier);
      expect(samplesOf(joined)).toEqual(expected);
    }),
  );
});

test('pairs alone stay without offsets, and groups go between them in the ledger’s order', () => {
  const compare = (_: unknown, i: number, j: number) => i - j;
  fc.assert(
    fc.property(groups(1), groups(3), (pairs, few) => {
      const many = columnsOf(pairs, true, true);
      expect(joinGroups([many, many]).gl.offsets).toBeNull();
      const both = interleaveGroups({ many, few: columnsOf(few, false, true) }, { columns: emptyColumns(), compare });
      const inOrder = (a: Sample, b: Sample) => a.tier - b.tier || a.gl[0] - b.gl[0];
      expect(samplesOf(both)).toEqual([...few, ...pairs].toSorted(inOrder));
      for (const row of both.bank.rows) expect(membersOf(both.bank, groupOf(both.bank, row))).toContain(row);
    }),
  );
});
