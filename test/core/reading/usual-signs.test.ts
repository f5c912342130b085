import { describe, expect, it } from 'vitest';
import { effectOf, noSigns, type UsualSigns, usualSigns } from '../../../src/core/reading/proof/usual-signs.ts';

const signs = (counts: Partial<ReturnType<typeof noSigns>>) => usualSigns({ ...noSigns(), ...counts });
const plain: UsualSigns = { in: 1, out: 1 };
const cash: UsualSigns = { in: 1, out: -1 };

describe('the usual sign of each way', () => {
  it.each([
    ['no minus anywhere', { inPositive: 9, outPositive: 4 }, plain],
    ['a minus now and then, on either way', { inPositive: 9, outPositive: 4, inNegative: 2, outNegative: 3 }, plain],
    ['as many of one way with a minus as without', { outPositive: 1, outNegative: 1 }, plain],
    ['a minus on what goes out', { inPositive: 5, outNegative: 7 }, cash],
    ['the same with rarer ones against it', { inPositive: 5, inNegative: 1, outNegative: 7, outPositive: 2 }, cash],
    ['a single reversal of what else never has a minus', { inNegative: 1, outNegative: 7 }, cash],
    ['a minus on what comes in', { inNegative: 5, outPositive: 7 }, { in: -1, out: 1 }],
    ['a minus on everything', { inNegative: 3, outNegative: 7 }, { in: -1, out: -1 }],
    ['nothing', {}, plain],
  ])('%s', (_, counts, usual) => expect(signs(counts)).toEqual(usual));

  it('a minus against it is a reversal, and no mark leaves the sign', () => {
    expect([effectOf(plain, -1, 50), effectOf(plain, -1, -50), effectOf(plain, 1, -50)]).toEqual([-50, 50, -50]);
    expect([effectOf(cash, -1, -50), effectOf(cash, -1, 50), effectOf(cash, 1, -50)]).toEqual([-50, 50, -50]);
    expect([effectOf(cash, 0, -50), effectOf(cash, -1, 0)]).toEqual([-50, 0]);
  });
});
