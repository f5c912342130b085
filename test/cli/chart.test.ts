// `tieout reconcile --chart`: journals name the ledger's accounts, a returned cheque goes back to the customer, and each
// currency balances by account.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { csvRecords } from './csv-cells.ts';
import { tieout } from './tieout.ts';

const GL = `Date,Reference,Narration,Debit,Credit
2026-09-02,CHQ000451,Cheque deposit ADA STORES CHQ 000451,150000.00,
2026-09-03,TRF1001,Transfer to MUSA LTD,,20000.00
2026-09-05,CHQ000812,Cheque to KANO MILLS,,7000.00
2026-09-10,DEP77,Cash deposit BOLA,50000.00,
`;
const BANK = `Date,Reference,Narration,Debit,Credit
2026-09-03,451,CLG DEPOSIT CHQ 000451 ADA STORES,,150000.00
2026-09-03,TRF1001,TRF TO MUSA LTD,20000.00,
2026-09-06,CHQ812,INWARD CLG CHQ 812,7000.00,
2026-09-08,451,REFER TO DRAWER,150000.00,
2026-09-08,,RETURNED CHEQUE CHARGE,5000.00,
2026-09-09,CHQ812,INWARD CLG 812 EFFECTS NOT CLEARED,,7000.00
2026-09-10,DEP77,CASH DEP BOLA,,50000.00
2026-09-12,S1,SMS ALERT CHARGE,50.00,
2026-09-25,,INWARD RETURN UNPAID CHQ 777 OKE FARMS,80000.00,
2026-09-26,X9,TRF TO UNKNOWN PERSON,333.00,
2026-09-30,INT,INTEREST CREDIT,,12.50
`;
const CHART = {
  rules: [
    { class: 'bank_charges', words: ['SMS ALERT'], account: '51020', name: 'SMS charges' },
    { class: 'bank_charges', account: '51010' },
    { class: 'interest_received', account: '41000' },
    { class: 'returned_deposit', account: '12000', name: 'Trade debtors' },
    { class: 'returned_payment', account: '21000', name: 'Trade creditors' },
  ],
  bank_accounts: [{ number: '0123', account: '10100', name: 'Current account' }],
};

let cwd: string;
beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), 'tieout-chart-'));
  writeFileSync(join(cwd, 'gl.csv'), GL);
  writeFileSync(join(cwd, 'bank.csv'), BANK);
});
afterEach(() => rmSync(cwd, { recursive: true }));

const reconcile = (...more: readonly string[]) =>
  tieout(['reconcile', '--gl', 'gl.csv', '--bank', 'bank.csv', '--account', '123', '--out', 'out', ...more], { cwd });

const journals = () => csvRecords(join(cwd, 'out/journals.csv'));

test('journals go to the accounts of the chart, and the run says how many have none', async () => {
  writeFileSync(join(cwd, 'chart.json'), `\uFEFF${JSON.stringify(CHART)}`);
  const { status: code, stdout } = await reconcile('--chart', 'chart.json');
  expect(code).toBe(0);
  expect(stdout).toContain('The chart of accounts lacks an account of 1 of the 7 entries in journals.csv.');
  expect(
    journals().map(({ debit, debit_code, credit, credit_code, amount, purpose }) =>
      [debit_code, debit, credit_code, credit, amount, purpose].join('|'),
    ),
  ).toEqual([
    '10100|Current account|21000|Trade creditors|7000.00|returned_payment',
    '10100|Current account|41000|Interest received|12.50|interest_received',
    '12000|Trade debtors|10100|Current account|150000.00|returned_deposit',
    '12000|Trade debtors|10100|Current account|80000.00|returned_deposit',
    '|Suspense: payments to be identified|10100|Current account|333.00|payment_to_identify',
    '51010|Bank charges|10100|Current account|5000.00|bank_charges',
    '51020|SMS charges|10100|Current account|50.00|bank_charges',
  ]);
  const [refer] = journals().filter(({ amount }) => amount === '150000.00');
  expect(refer!['text']).toContain('REFER TO DRAWER');
});

test('without a chart accounts are proposed by name', async () => {
  expect((await reconcile()).status).toBe(0);
  const returned = journals().find(({ amount }) => amount === '80000.00')!;
  expect(returned).toMatchObject({
    debit: 'The customer’s account of the deposit that came back',
    credit: 'Bank account 123',
    debit_code: '',
    credit_code: '',
  });
});

test.each([
  ['chart.json', '{"rules":[{"acount":"1"}]}', /chart.json is no chart of accounts: Rule 1 has no key "acount"/],
  ['chart.json', 'rules', /chart.json is no chart of accounts: it is not JSON/],
  ['none.json', '{}', /none.json: there is no such file; name a chart of accounts with --chart/],
])('%s with %s is refused in one sentence', async (name, text, sentence) => {
  writeFileSync(join(cwd, 'chart.json'), text);
  const { status: code, stderr } = await reconcile('--chart', name);
  expect(code).not.toBe(0);
  expect(stderr.trim().split('\n')).toHaveLength(1);
  expect(stderr).toMatch(sentence);
});

test('the results never replace the chart', async () => {
  writeFileSync(join(cwd, 'chart.json'), JSON.stringify(CHART));
  const { status: code, stderr } = await tieout(
    ['reconcile', '--gl', 'gl.csv', '--bank', 'bank.csv', '--out', '.', '--chart', 'summary.json'],
    { cwd },
  );
  expect([code, stderr.includes('summary.json')]).toEqual([1, true]);
});
