import { expect, it } from 'vitest';
import { waysBetween } from '../../../../src/core/reading/sides/opposite-ways.ts';
import { sessionOf } from '../../classification/session-of.ts';

type Row = NonNullable<Parameters<typeof sessionOf>[0]['gl']>[number];
const ways = (gl: readonly Row[], bank: readonly Row[]) => {
  const { columns } = sessionOf({ gl: [...gl], bank: [...bank] });
  return waysBetween(columns.gl, [columns.bank]);
};

it('rows with one reference and one amount are counted by their ways', () => {
  const gl = [
    { reference: 'FT26061000X', amount: -500 },
    { reference: 'FT26061001X', amount: 700 },
    { reference: 'FT26061002X', amount: -900 },
  ];
  const bank = [
    { narration: 'NIP ADA FT26061000X', amount: 500 },
    { reference: 'ft26061001x', amount: 700 },
    { reference: 'FT26061002X', amount: 901 },
  ];
  expect(ways(gl, bank)).toEqual({
    byReference: { agree: 1, opposite: 1 },
    byAmount: { agree: 0, opposite: 0 },
  });
});

it('a reference that several rows of a side share joins none; their amounts may', () => {
  const gl = [
    { reference: 'BATCH2603', amount: -500 },
    { reference: 'BATCH2603', amount: -700 },
  ];
  const bank = [
    { reference: 'BATCH2603', amount: 500 },
    { reference: 'BATCH2603', amount: 700 },
  ];
  expect(ways(gl, bank)).toEqual({ byReference: { agree: 0, opposite: 0 }, byAmount: { agree: 0, opposite: 2 } });
});

it('amounts that stand twice join nothing', () => {
  const twice = [{ amount: 500 }, { amount: 500 }];
  expect(ways(twice, [{ amount: -500 }]).byAmount).toEqual({ agree: 0, opposite: 0 });
});
