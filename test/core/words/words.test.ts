// The words of fees and of what takes a row back, as every reader of texts finds them.

import { describe, expect, test } from 'vitest';
import { FEE_LINE_WORDS } from '../../../src/core/words/fee-words.ts';
import { saysChargeback, saysReversal } from '../../../src/core/words/reversal-words.ts';
import { wholeWords } from '../../../src/core/words/whole-words.ts';

const feeLine = wholeWords(...FEE_LINE_WORDS);

describe('a line of a fee says so by a whole word, in any case', () => {
  test.each(['NIP CHG', 'Vat on comm', 'MSC_0042', 'commissions', 'CHRGS', 'STATE LEVIES', 'tax 7.5%'])(
    '%s',
    (text) => {
      expect(feeLine.test(text)).toBe(true);
    },
  );
  test.each(['COFFEE', 'CHG0042', 'STAMP DUTY', 'WHT', 'TAXI FARE', ''])('not %j', (text) => {
    expect(feeLine.test(text)).toBe(false);
  });
});

describe('a row says that it takes another back', () => {
  test.each(['RVSL TRF', 'rev_4471', 'NIP/REVERSAL/ADA', 'MTI 0420'])('%s: a reversal', (text) => {
    expect([saysReversal(text), saysChargeback(text)]).toEqual([true, false]);
  });
  test.each(['CHARGE BACK 0042', 'chargebacks', 'CBK/4471', 'DISPUTED POS'])('%s: a chargeback', (text) => {
    expect([saysReversal(text), saysChargeback(text)]).toEqual([false, true]);
  });
  test.each(['REVENUE', 'AVOID', 'PAYBACK', '20420'])('%s: neither', (text) => {
    expect([saysReversal(text), saysChargeback(text)]).toEqual([false, false]);
  });
});
