// Words of the console: those of the signed statement, and money without a lost unit.

import { describe, expect, test } from 'vitest';
import { CLASSES } from '../../src/console/words/classes.ts';
import { decimalsOf, minorOf, money, unitsOf } from '../../src/console/words/money.ts';
import { addedOrTaken, namedByClass } from '../../src/console/words/proof-lines.ts';
import { periodWords } from '../../src/console/words/times.ts';
import { unlikeCharacters, unlikeWords } from '../../src/console/words/unlike.ts';
import { CLASS_NAMES } from '../../src/core/classification/class-names.ts';
import type { ClusterType } from '../../src/core/records/documents/cluster-type.ts';
import type { ProofKind } from '../../src/core/summary/proof/proof.ts';
import { addedOrTaken as signed, namedByClass as signedByClass } from '../../src/core/summary/proof/proof-words.ts';

const KINDS: readonly ProofKind[] = [
  ...(['deposits_in_transit', 'outstanding_payments', 'bank_errors', 'fees_of_the_ledger', 'to_decide'] as const),
  ...(['receipts_not_booked', 'payments_not_booked', 'booked_later', 'ledger_errors', 'fees_to_post'] as const),
  ...(['levies_to_post', 'exchange_differences', 'holding_breaks', 'small_differences', 'written_off'] as const),
  ...(['set_aside', 'brought_forward', 'no_effect', 'other_periods'] as const),
];

describe('the console words', () => {
  test('classes as the files and the statement do', () => {
    expect(CLASSES).toEqual(CLASS_NAMES);
  });

  test('lines as the statement that is signed', () => {
    for (const kind of KINDS) {
      for (const clusterType of [null, ...(Object.keys(CLASS_NAMES) as ClusterType[])]) {
        for (const amount of [1, -1]) {
          const own = { kind, amount, ...(clusterType !== null && { clusterType }) };
          const theirs = { kind, clusterType, amount: BigInt(amount) };
          expect(addedOrTaken(own)).toBe(signed(theirs));
          expect(namedByClass(own)).toBe(signedByClass(theirs));
        }
      }
    }
  });
});

test('money has the currency’s decimals, a true minus and no sign for nothing', () => {
  expect([money(-1250.5, 'NGN'), money(0, 'NGN'), money(-0, 'NGN'), money(1200, 'JPY')]).toEqual([
    '−1,250.50',
    '0.00',
    '0.00',
    '1,200',
  ]);
  expect([decimalsOf('NGN'), decimalsOf('JPY'), decimalsOf('KWD'), decimalsOf('?')]).toEqual([2, 0, 3, 2]);
});

test('sums in minor units lose nothing that sums of units would', () => {
  const amounts = Array.from({ length: 1000 }, () => 0.1);
  const minor = amounts.reduce((sum, amount) => sum + minorOf(amount, 'NGN'), 0);
  expect([minor, unitsOf(minor, 'NGN')]).toEqual([10_000, 100]);
});

test('a whole month has its name, other days are both named', () => {
  expect(periodWords('2026-09-01', '2026-09-30')).toBe('September 2026');
  expect(periodWords('2024-02-01', '2024-02-29')).toBe('February 2024');
  expect(periodWords('2026-09-01', '2026-10-02')).toBe('2026-09-01 to 2026-10-02');
  expect(periodWords(undefined, undefined)).toBe('no period yet');
});

test('what is unlike is marked: characters of references, words of narrations', () => {
  expect(unlikeCharacters('FT26268PHKW4G', 'FT26268PHK')).toEqual([
    { text: 'FT26268PHK', isUnlike: false },
    { text: 'W4G', isUnlike: true },
  ]);
  expect(unlikeCharacters('63,000.00', '36,000.00').map(({ text, isUnlike }) => [text, isUnlike])).toEqual([
    ['63', true],
    [',000.00', false],
  ]);
  expect(unlikeCharacters('aa', 'aaa')).toEqual([{ text: 'aa', isUnlike: false }]);
  expect(
    unlikeWords('TRF TO Eze', 'PAID EZE')
      .filter(({ isUnlike }) => isUnlike)
      .map(({ text }) => text),
  ).toEqual(['TRF', 'TO']);
});
