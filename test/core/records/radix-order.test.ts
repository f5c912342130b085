// Few positions are sorted in another way than many; both say what a plain comparison says.

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { radixOrder } from '../../../src/core/records/rows/radix-order.ts';

const key = fc.oneof(fc.nat({ max: 3 }), fc.maxSafeNat(), fc.nat({ max: 0x80000000 }));

test('few and many positions come in ascending order, equal ones as they stood', () => {
  const rows = fc.oneof(
    fc.array(fc.tuple(key, key), { maxLength: 60 }),
    fc.array(fc.tuple(key, key), { minLength: 40, maxLength: 400 }),
  );
  fc.assert(
    fc.property(rows, (pairs) => {
      const keys = [Float64Array.from(pairs, ([low]) => low), Float64Array.from(pairs, ([, high]) => high)];
      const plainly = pairs
        .map(([low, high], at) => ({ low, high, at }))
        .sort((a, b) => a.high - b.high || a.low - b.low || a.at - b.at)
        .map(({ at }) => at);
      expect([...radixOrder(keys, pairs.length)]).toEqual(plainly);
    }),
    { numRuns: 300 },
  );
});
