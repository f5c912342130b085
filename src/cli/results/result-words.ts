// Tiers in an accountant's words, for the second column of tables; docs/matching.md explains them.

import type { Side } from '../../core/records/rows/columns.ts';
import type { Subject } from '../../core/summary/summarise.ts';

const SIDE_WORDS: Readonly<Record<Side, string>> = { gl: 'ledger', bank: 'bank' };

/** Names of the sides by kind of rows. */
export const SIDES_OF: Readonly<Record<Subject, Readonly<Record<Side, string>>>> = {
  cash: SIDE_WORDS,
  holdings: { gl: 'books', bank: 'custodian' },
};

export const POSITION_TIER_WORDS: Readonly<Record<number, string>> = {
  1: 'same security, units, price and value',
  2: 'same security and units, price or value within the tolerances',
};

export const TIER_WORDS: Readonly<Record<number, string>> = {
  1: 'same reference, same amount',
  2: 'same reference, amount within tolerance or a fee',
  3: 'same amount, texts agree best',
  4: 'same amount, the only candidate',
  5: 'amount within tolerance or a fee, texts agree best',
  6: 'amount within tolerance or a fee, the only candidate',
};

/** Kinds that match by their own identifiers: each tier is a pass. */
export const PASS_WORDS: Readonly<Partial<Record<string, Readonly<Record<number, string>>>>> = {
  nip: {
    1: 'same payment reference, which stands once a side',
    2: 'same session and amount, or the same transfer with its fee by the tariff',
  },
  atm: {
    1: 'same retrieval reference, terminal and amount',
    2: 'same trace number, terminal and amount, or the same reference with its charge or in parts',
    3: 'same card, terminal and amount within ten minutes',
  },
};

/** Tiers of groups of several rows, shown if there are any. */
export const SUM_TIER_WORDS: Readonly<Record<number, string>> = {
  7: 'same reference, amounts add up',
  8: 'amounts add up in one way only',
  9: 'totals of both sides agree',
};
