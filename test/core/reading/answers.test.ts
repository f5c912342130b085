// Answers to a question about a file, from the mapping that a person would finish.

import { describe, expect, test } from 'vitest';
import { answersTo, openPlaces } from '../../../src/core/reading/answers.ts';

const TITLES = ['Date', 'Narration', 'Amount', 'Local Amount', 'In or out', 'Net', 'Net'];
const asked = (mapping: Parameters<typeof openPlaces>[0]) => {
  const places = openPlaces(mapping, TITLES);
  return { places, answers: answersTo(mapping, places) };
};

describe('one open place', () => {
  test('of the sign has one answer for each word', () => {
    const { places, answers } = asked({ columns: { booking_date: 'Date' }, sign: 'in, out or as_is' });
    expect(places).toEqual([{ path: ['sign'], choices: ['in', 'out', 'as_is'] }]);
    expect(answers.map(({ mapping }) => mapping['sign'])).toEqual(['in', 'out', 'as_is']);
    expect(answers.map(({ label }) => label)[1]).toBe('Every amount is money out');
  });

  test('of a column offers the titles that it names, and numbers of titles that stand twice', () => {
    expect(asked({ columns: { amount: 'Amount or Local Amount' } }).answers.map(({ mapping }) => mapping)).toEqual([
      { columns: { amount: 'Amount' } },
      { columns: { amount: 'Local Amount' } },
    ]);
    expect(asked({ columns: { amount: '6 or 7' } }).places[0]!.choices).toEqual([6, 7]);
  });

  test('of a column that may be any offers all of them, to choose from without trying', () => {
    const { places, answers } = asked({ columns: { amount: 'its title or number' } });
    expect(places[0]!.choices).toEqual(['Date', 'Narration', 'Amount', 'Local Amount', 'In or out', 6, 7]);
    expect(answers).toEqual([]);
  });
});

test('a title that holds the word or is no question', () => {
  expect(asked({ columns: { direction: 'In or out' } }).places).toEqual([]);
});

test('two columns are told apart: one is the debit and the other the credit', () => {
  const { answers } = asked({ columns: { debit: 'Amount or Local Amount', credit: 'Amount or Local Amount' } });
  expect(answers.map(({ mapping }) => mapping['columns'])).toEqual([
    { debit: 'Amount', credit: 'Local Amount' },
    { debit: 'Local Amount', credit: 'Amount' },
  ]);
});

test('two marks go one way each', () => {
  const { answers } = asked({ columns: {}, marks: { K: 'in or out', L: 'in or out' } });
  expect(answers.map(({ mapping }) => mapping['marks'])).toEqual([
    { K: 'in', L: 'out' },
    { K: 'out', L: 'in' },
  ]);
  expect(answers[0]!.label).toBe('K is money in, L is money out');
});

test('lines below one heading are all entries or none is', () => {
  const { answers } = asked({ columns: {}, entries: { '7': 'true or false', '8': 'true or false' } });
  expect(answers.map(({ mapping }) => mapping['entries'])).toEqual([
    { '7': true, '8': true },
    { '7': false, '8': false },
  ]);
});

test('three marks are places to fill, for they leave too many combinations', () => {
  const { places, answers } = asked({ columns: {}, marks: { K: 'in or out', L: 'in or out', M: 'in or out' } });
  expect([places.length, answers.length]).toEqual([3, 0]);
});
