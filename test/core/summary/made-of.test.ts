import { expect, test } from 'vitest';
import { figuresMadeOf, type StoredSummary, summaryJson } from '../../../src/core/summary/summary-json.ts';

test('what figures were made of is read back as it was stored, balances of accounts that rest too', () => {
  const resting = [
    {
      ...{ account: '0123456789', ledgerAccounts: ['1002'], currency: 'NGN', session: 'january' },
      ...{ bank: { closing: 9_007_199_254_740_993n }, book: { closing: null } },
    },
  ];
  const madeOf = { late: ['1234'], carried: [], resting };
  const stored = summaryJson({ facts: {}, scope: {}, madeOf } as unknown as StoredSummary);
  expect(figuresMadeOf(JSON.parse(JSON.stringify(stored)))).toEqual(madeOf);
  expect(figuresMadeOf({})).toBeNull();
});
