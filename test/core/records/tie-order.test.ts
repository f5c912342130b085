// Canonical order against the plain comparison of whole rows, on months in which most rows are alike.

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { canonicalOrder, compareRows } from '../../../src/core/records/rows/canonical-order.ts';
import { columnsOf } from '../../reference/columns-of.ts';

const row = fc.record({
  account: fc.constant('A'),
  currency: fc.constantFrom('NGN', 'NGN', 'NGN', 'USD'),
  amount: fc.constantFrom(500_000, 500_000, -500_000),
  bookingDay: fc.constant(20_000),
  valueDay: fc.constantFrom(20_000, 20_001, 40_000, null),
  reference: fc.oneof(
    fc.constantFrom('', 'FT24', 'FT24\0', 'FT2400000001', 'FT2400000002', 'FT24é'),
    fc.integer({ min: 1, max: 99_999 }).map((n) => `FT24${n}`),
  ),
  settlementSession: fc.constantFrom('', '1'),
  narration: fc.constantFrom('TRF', 'TRF FOR GOODS'),
  sourceId: fc.constant(''),
});

test('rows alike in day and amount are in canonical order, however many they are', () => {
  const months = fc.array(row, { minLength: 1, maxLength: 120 });
  fc.assert(
    fc.property(months, fc.boolean(), (rows, sameValueDay) => {
      const alike = rows.map((one, id) => ({ ...one, id, valueDay: sameValueDay ? 20_000 : one.valueDay }));
      const columns = columnsOf(alike);
      const all = Uint32Array.from(alike, (_, i) => i);
      const expected = Array.from(all).sort((i, j) => compareRows(columns, i, j));
      expect(Array.from(canonicalOrder(columns, all))).toEqual(expected);
    }),
    { numRuns: 300 },
  );
});
