// The decision as a table: what rows and balances of both sides show, and what becomes of the ledger.

import { describe, expect, it } from 'vitest';
import { type KnownBalance, ledgerSense } from '../../../../src/core/reading/sides/ledger-sense.ts';

const NONE = { agree: 0, opposite: 0 };
const balance = (of: Partial<KnownBalance>): KnownBalance => ({
  ...{ currency: 'NGN', opening: null, closing: null, turned: false, straight: 5, inverse: 0, foots: true },
  ...of,
});
const turnedTo = (closing: number) => [balance({ turned: true, straight: 0, inverse: 5, closing: -closing })];
const sense = (
  { byReference = NONE, byAmount = NONE },
  ledger: readonly KnownBalance[] = [],
  bank: readonly KnownBalance[] = [],
) => ledgerSense({ byReference, byAmount }, { ledger, bank }).is;

describe('references', () => {
  it.each([
    [{ agree: 0, opposite: 3 }, 'turned'],
    [{ agree: 1, opposite: 10 }, 'turned'],
    [{ agree: 1, opposite: 9 }, 'as read'],
    [{ agree: 0, opposite: 2 }, 'asked'],
    [{ agree: 0, opposite: 1 }, 'as read'],
    [{ agree: 20, opposite: 1 }, 'as read'],
    [NONE, 'as read'],
  ])('%j: %s', (byReference, is) => expect(sense({ byReference })).toBe(is));

  it('against balances that both follow from their entries ask', () => {
    expect(sense({ byReference: { agree: 0, opposite: 9 } }, [balance({ closing: 500 })])).toBe('asked');
  });
  it('count amounts that agree, too', () => {
    const byAmount = { agree: 1, opposite: 0 };
    expect(sense({ byReference: { agree: 0, opposite: 3 }, byAmount })).toBe('as read');
  });
});

describe('balances', () => {
  it('of which the one that the ledger shows is the bank’s turn it', () => {
    expect(sense({}, turnedTo(50_670), [balance({ closing: 50_670 })])).toBe('turned');
    expect(sense({}, turnedTo(50_670), [balance({ closing: 50_670, currency: 'USD' })])).toBe('as read');
  });
  it('of an overdraft that both sides show without a sign leave it', () => {
    expect(sense({}, turnedTo(200), [balance({ turned: true, closing: -200 })])).toBe('as read');
    expect(sense({}, turnedTo(200), [balance({ closing: -200 })])).toBe('as read');
  });
  it('that rows contradict leave it', () => {
    const byReference = { agree: 4, opposite: 0 };
    expect(sense({ byReference }, turnedTo(70), [balance({ closing: 70 })])).toBe('as read');
  });
  it('of zero prove nothing', () => {
    expect(sense({}, turnedTo(0), [balance({ closing: 0 })])).toBe('as read');
  });
});

describe('amounts alone', () => {
  const byAmount = { agree: 0, opposite: 5 };
  it('ask, and turn a ledger whose balance rises with credits', () => {
    expect(sense({ byAmount })).toBe('asked');
    expect(sense({ byAmount }, turnedTo(70))).toBe('turned');
    expect(sense({ byAmount: { agree: 0, opposite: 4 } })).toBe('as read');
  });
});
