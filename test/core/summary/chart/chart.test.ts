// Charts of accounts: what is refused, and which rule gives an entry its account.

import { describe, expect, test } from 'vitest';
import { accountsOfChart } from '../../../../src/core/summary/chart/accounts-of-chart.ts';
import { chartJson, parseChart } from '../../../../src/core/summary/chart/chart.ts';
import type { JournalFacts } from '../../../../src/core/summary/proof/journals.ts';

const invalid = (sentence: string, path: readonly (string | number)[]) =>
  Object.assign(new Error(sentence), { path: path.join('.') });
const chartOf = (json: unknown) => parseChart(json, invalid);

const CHART = chartOf({
  rules: [
    { class: 'bank_charges', direction: 'out', words: ['sms alert', 'USSD'], account: '51020', name: 'SMS' },
    { class: 'bank_charges', account: '51010' },
    { class: 'not_found_bank', words: ['ÉCOLE'], account: '=60001', name: null },
    { direction: 'in', account: '49000', name: 'Other receipts' },
  ],
  bank_accounts: [
    { number: '00123-4', currency: 'USD', account: '10101' },
    { number: '1234', account: '10100', name: 'Current account' },
  ],
});

const entry = (of: Partial<JournalFacts>): JournalFacts => ({
  ...{ purpose: 'bank_charges', clusterType: 'possible_bank_fee', direction: 'out', side: 'bank', row: 0, ...of },
});
const contra = (text: string, of: Partial<JournalFacts> = {}) => accountsOfChart(CHART, () => text).contra(entry(of));

describe('the account of an entry', () => {
  test('is of the first rule that fits', () => {
    expect(contra('2026 SMS  Alert-charge')).toEqual({ code: '51020', name: 'SMS' });
    expect(contra('X USSD')).toEqual({ code: '51020', name: 'SMS' });
    expect(contra('SMS CHARGE')).toEqual({ code: '51010', name: 'Bank charges' });
    // Part of a word is not the word.
    expect(contra('USSDX')).toEqual({ code: '51010', name: 'Bank charges' });
    expect(contra('SMS ALERT', { direction: 'in' })).toEqual({ code: '51010', name: 'Bank charges' });
  });

  test('goes by the class of the exception too, and by words in any case and form', () => {
    const unknown = { purpose: 'payment_to_identify', clusterType: 'not_found_bank' } as const;
    expect(contra('frais e\u0301cole', unknown)).toEqual({
      code: '=60001',
      name: 'Suspense: payments to be identified',
    });
    expect(contra('frais', unknown)).toEqual({ code: null, name: 'Suspense: payments to be identified' });
    expect(contra('frais', { ...unknown, direction: 'in' })).toEqual({ code: '49000', name: 'Other receipts' });
  });

  test('of a bank is found by its number and currency', () => {
    const { bank } = accountsOfChart(CHART, () => '');
    expect(bank({ account: '0001234', currency: 'USD' })).toEqual({ code: '10101', name: 'Bank account 0001234' });
    expect(bank({ account: '1234', currency: 'NGN' })).toEqual({ code: '10100', name: 'Current account' });
    expect(bank({ account: '99', currency: 'NGN' })).toEqual({ code: null, name: 'Bank account 99' });
    expect(bank({ account: null, currency: 'NGN' })).toEqual({ code: null, name: 'Bank account' });
  });
});

test('a chart survives being kept', () => {
  expect(parseChart(JSON.parse(JSON.stringify(chartJson(CHART))), invalid)).toEqual(CHART);
});

test.each([
  ['no object', [], '', 'The chart is not an object with rules, bank_accounts.'],
  ['nothing', {}, '', 'The chart has neither "rules" nor "bank_accounts".'],
  ['an unknown key', { rules: [], banks: [] }, '', 'The chart has no key "banks", only rules, bank_accounts.'],
  ['no list', { rules: {} }, 'rules', '"rules" is not a list.'],
  ['no account', { rules: [{ class: 'vat' }] }, 'rules.0.account', 'Rule 1 needs "account"'],
  ['a number as account', { rules: [{ account: 51010 }] }, 'rules.0.account', 'Rule 1 needs "account"'],
  ['a blank account', { rules: [{ account: ' ' }] }, 'rules.0.account', 'Rule 1 needs "account"'],
  ['a control character', { rules: [{ account: '5\n1' }] }, 'rules.0.account', 'Rule 1 needs "account"'],
  ['an unknown key of a rule', { rules: [{ account: '1' }, { acount: '1' }] }, 'rules.1', 'Rule 2 has no key "acount"'],
  ['an unknown class', { rules: [{ account: '1', class: 'fees' }] }, 'rules.0.class', '"class" of rule 1 is none of'],
  ['a direction', { rules: [{ account: '1', direction: 'up' }] }, 'rules.0.direction', 'is none of in, out.'],
  ['no words', { rules: [{ account: '1', words: [] }] }, 'rules.0.words', '"words" of rule 1'],
  ['words without a letter', { rules: [{ account: '1', words: ['--'] }] }, 'rules.0.words', '"words" of rule 1'],
  [
    'a currency',
    { bank_accounts: [{ number: '1', account: '1', currency: 'NAIRA' }] },
    'bank_accounts.0.currency',
    'ISO',
  ],
  ['too many rules', { rules: Array(1_001).fill({ account: '1' }) }, 'rules', '"rules" has more than 1,000 entries.'],
] as const)('%s is refused', (_, json, path, sentence) => {
  let error: unknown;
  try {
    chartOf(json);
  } catch (thrown) {
    error = thrown;
  }
  expect(error).toMatchObject({ path, message: expect.stringContaining(sentence) });
});
