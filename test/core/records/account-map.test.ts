// A map of accounts is read as it was written, and what would put accounts together unsaid is refused.

import { expect, test } from 'vitest';
import { accountMapJson, accountMapOf } from '../../../src/core/records/account-map.ts';

const read = (json: unknown) => accountMapOf(json, (sentence) => new Error(sentence));
const entry = (gl: readonly unknown[], bank: readonly unknown[]) => ({ ledger_accounts: gl, bank_accounts: bank });
const of = (...reconciliations: readonly unknown[]) => ({ reconciliations });

test('entries are read in their order, and written as they were', () => {
  const json = of(entry(['1001'], ['0123456789']), entry(['1002', '1003'], ['0987654321']));
  const map = read(json);
  expect(map).toEqual([
    { gl: ['1001'], bank: ['0123456789'] },
    { gl: ['1002', '1003'], bank: ['0987654321'] },
  ]);
  expect(accountMapJson(map)).toEqual(json);
  expect(read(of())).toEqual([]);
});

test('one number of both sides is no second of its side', () => {
  expect(read(of(entry(['77'], ['77'])))).toHaveLength(1);
});

test.each([
  ['a list', [], 'the map of accounts is not an object with "reconciliations".'],
  ['another key', { map: [] }, 'there is no key "map"; the keys are reconciliations.'],
  ['no list', { reconciliations: {} }, '"reconciliations" is not a list.'],
  ['no entry', of('1001'), 'entry 1: it is not an object.'],
  [
    'another key of an entry',
    of({ ...entry(['1'], ['2']), note: 'x' }),
    'entry 1: there is no key "note"; the keys are ledger_accounts, bank_accounts.',
  ],
  ['no bank account', of(entry(['1'], [])), 'entry 1: "bank_accounts" is not a list of account numbers.'],
  [
    'a number that is no text',
    of(entry(['1'], ['2']), entry([1001], ['3'])),
    'entry 2: "ledger_accounts" has a value that is no text; write account numbers in quotes, with their zeros.',
  ],
  [
    'no letter or digit',
    of(entry(['--'], ['2'])),
    'entry 1: "ledger_accounts" has a number without a letter or digit, or of more than 256 characters.',
  ],
  [
    'one number in two entries',
    of(entry(['1'], ['0123']), entry(['2'], ['123'])),
    'entry 2: the bank’s account 123 stands in entry 1 too; name accounts that are reconciled as one in one entry, each once.',
  ],
  [
    'one number twice in an entry',
    of(entry(['10-01', '1001'], ['2'])),
    'entry 1: the ledger’s account 1001 stands twice in it; name accounts that are reconciled as one in one entry, each once.',
  ],
])('%s is refused', (_, json, sentence) => {
  expect(() => read(json)).toThrow(new Error(sentence));
});
