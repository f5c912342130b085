// The open places of a mapping that a person would finish, and the readings of a question in words.

import { describe, expect, it, test } from 'vitest';
import { labelOf, openPlaces } from '../../../src/core/reading/answers.ts';

const TITLES = ['Date', 'Narration', 'Amount', 'Local Amount', 'In or out', 'Net', 'Net'];
const placesIn = (mapping: Parameters<typeof openPlaces>[0]) => openPlaces(mapping, TITLES);

describe('one open place', () => {
  test('of the sign has one choice for each word', () => {
    expect(placesIn({ columns: { booking_date: 'Date' }, sign: 'in, out or as_is' })).toEqual([
      { path: ['sign'], choices: ['in', 'out', 'as_is'] },
    ]);
  });

  test('of a column offers the titles that it names, and numbers of titles that stand twice', () => {
    expect(placesIn({ columns: { amount: 'Amount or Local Amount' } })).toEqual([
      { path: ['columns', 'amount'], choices: ['Amount', 'Local Amount'] },
    ]);
    expect(placesIn({ columns: { amount: '6 or 7' } })[0]!.choices).toEqual([6, 7]);
  });

  test('of a column that may be any offers all of them', () => {
    expect(placesIn({ columns: { amount: 'its title or number' } })[0]!.choices).toEqual([
      ...['Date', 'Narration', 'Amount', 'Local Amount', 'In or out'],
      ...[6, 7],
    ]);
  });
});

test('a title that holds the word or is no question', () => {
  expect(placesIn({ columns: { direction: 'In or out' } })).toEqual([]);
});

test('marks and lines are a place each', () => {
  expect(placesIn({ columns: {}, marks: { K: 'in or out', L: 'in or out', M: 'in or out' } })).toHaveLength(3);
  expect(placesIn({ columns: {}, entries: { '7': 'true or false' } })[0]!.choices).toEqual([true, false]);
});

describe('a reading in words', () => {
  it.each([
    [{ sign: 'out' }, 'A positive amount is money out'],
    [{ date_order: 'mdy' }, 'The month comes first: 03/04 is 4 March'],
    [{ entries: { '7': true, '8': true } }, 'They are entries'],
    [{ entries: { '7': false } }, 'They are no entries'],
    [{ columns: { amount: 'Amount' } }, '“Amount” is the amount'],
    [{ columns: { debit: 'Local Amount', credit: 6 } }, '“Local Amount” is the debit, Column 6 is the credit'],
    [
      { columns: { direction: 4 }, marks: { K: 'in', L: 'out' } },
      'Column 4 is the direction, K is money in, L is money out',
    ],
    [{ account: '0123456789' }, 'The account is 0123456789'],
  ])('%j', (reading, words) => expect(labelOf(reading)).toBe(words));
});
