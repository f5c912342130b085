// A template file: the message that requests carry, checked by the same rules, and what its fees do to a month.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sha256 } from '../../src/adapters/digest/sha256.ts';
import { reconcileOptions } from '../../src/cli/reconcile-options.ts';
import { reconcileOn } from '../../src/compose/local-run.ts';
import { readTemplate } from '../../src/compose/read-template.ts';
import { computeThread } from '../workflows/compute-thread.ts';
import { csvRecords } from './csv-cells.ts';
import { tieout } from './tieout.ts';

const split = (gl_type: string, amount: number) => ({ gl_type, amount, entry: 'credit', split_type: 'percentage' });
const rule = (of: object) => ({
  bank_service: 'nip',
  fee_type: 'fixed',
  rule_definitions: [split('income', 100)],
  ...of,
});
const TEMPLATE = {
  ...{ service: 'nip', matching_method: 'line_by_line', fee_display_type: 'netted' },
  ...{ max_days_backward_search: 1, max_days_forward_search: 2 },
  ...{ reversal_max_days_backward_search: 0, reversal_max_days_forward_search: 5 },
  rules: [rule({ max_amount: 5000, amount: 10 }), rule({ min_amount: 5001, amount: 50 })],
};

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tieout-template-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

function fileOf(name: string, text: string): string {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
}

test('a key that no template has is refused, within its rules too', () => {
  const mistyped = { ...TEMPLATE, max_days_foward_search: 9, rules: [rule({ amout: 10 })] };
  expect(() => readTemplate(fileOf('mistyped.json', JSON.stringify(mistyped)))).toThrow(
    /no key rules\.0\.amout; there is no key max_days_foward_search/,
  );
});

test('the fee that a rule expects explains a difference, another one does not', async () => {
  const header = 'Date,Reference,Narration,Debit,Credit\n';
  const gl = fileOf(
    'gl.csv',
    `${header}2026-03-02,FT9001,NIP ADE,,10000.00\n2026-03-02,FT9002,NIP BOLA,,3000.00\n2026-03-03,FT9003,NIP OBI,,3000.00\n`,
  );
  const bank = fileOf(
    'bank.csv',
    `${header}2026-03-02,FT9001,NIP/ADE,10050.00,\n2026-03-02,FT9002,NIP/BOLA,3010.00,\n2026-03-03,FT9003,NIP/OBI,3050.00,\n`,
  );
  const asked = reconcileOptions(['--gl', gl, '--bank', bank])!.command(null);
  const template = readTemplate(fileOf('template.json', JSON.stringify(TEMPLATE)));
  const result = await reconcileOn(
    { store: null, compute: computeThread, digest: sha256, rules: 'rules-1', clock: () => 0 },
    { ...asked, parameters: { ...asked.parameters, ...template } },
  );
  const { groups, open } = result.outcome;
  expect([...groups.tier]).toEqual([2, 2]);
  expect([...groups.feeBasis]).toEqual([3, 3]);
  expect([...groups.difference].toSorted((a, b) => a - b)).toEqual([1_000, 5_000]);
  expect([...open.gl.row]).toEqual([2]);
  expect(result.warnings[0]).toMatch(/^No rule of nip holds amounts between 5,000\.00 and 5,001\.00/);
});

test('a template of service other leaves it to the rows to say whose fee is expected', async () => {
  const header = 'Date,Reference,Narration,Debit,Credit\n';
  const gl = fileOf(
    'spoken-gl.csv',
    `${header}2026-03-02,FT9001,USSD ADE,,3000.00\n2026-03-02,FT9002,NIP OBI,,3000.00\n`,
  );
  const bank = fileOf('spoken-bank.csv', `${header}2026-03-02,FT9001,ADE,3006.98,\n2026-03-02,FT9002,OBI,3010.00,\n`);
  const rules = [rule({ amount: 10 }), rule({ bank_service: 'ussd', amount: 6.98 })];
  const template = readTemplate(fileOf('spoken.json', JSON.stringify({ ...TEMPLATE, service: 'other', rules })));
  const asked = reconcileOptions(['--gl', gl, '--bank', bank])!.command(null);
  const { outcome } = await reconcileOn(
    { store: null, compute: computeThread, digest: sha256, rules: 'rules-1', clock: () => 0 },
    { ...asked, parameters: { ...asked.parameters, ...template } },
  );
  expect([...outcome.groups.feeBasis]).toEqual([3, 3]);
  expect([...outcome.groups.difference].toSorted((a, b) => a - b)).toEqual([698, 1_000]);
});

test.each(['Channel', 'Service'])(
  'the service that a row has in its column %s comes before the run’s',
  async (title) => {
    const header = `Date,Reference,Narration,Debit,Credit`;
    const gl = fileOf(
      `${title}-gl.csv`,
      `${header}\n2026-03-02,FT9001,ADE,,3000.00\n2026-03-02,FT9002,OBI,,3000.00\n2026-03-03,FT9003,EKE,,3000.00\n`,
    );
    const rows = [
      ['FT9001,ADE,3006.98', 'USSD'],
      ['FT9002,OBI,3010.00', ''],
      // The fee of the run's service, which this row is not of.
      ['FT9003,EKE,3010.00', 'ussd'],
    ];
    const lines = rows.map(([row, service], i) => `2026-03-0${i < 2 ? 2 : 3},${row},,${service}`);
    const bank = fileOf(`${title}-bank.csv`, [`${header},${title}`, ...lines, ''].join('\n'));
    const rules = [rule({ amount: 10 }), rule({ bank_service: 'ussd', amount: 6.98 })];
    const template = fileOf(`${title}.json`, JSON.stringify({ ...TEMPLATE, rules }));
    const out = join(folder, `${title}-out`);
    await tieout(['reconcile', '--gl', gl, '--bank', bank, '--template', template, '--out', out]);
    const booked = csvRecords(join(out, 'journals.csv')).map(({ debit, amount }) => `${debit} ${amount}`);
    expect(booked.filter((line) => line.startsWith('Fee')).toSorted()).toEqual(['Fee income 10.00', 'Fee income 6.98']);
  },
);

test('fees on lines of their own are posted leg by leg, the last taking what rounding leaves', async () => {
  const header = 'Date,Reference,Narration,Debit,Credit\n';
  const gl = fileOf(
    'legs-gl.csv',
    `${header}2026-03-02,FT26061AB12,NIP ADE,,10000.00\n2026-03-03,FT26062AB13,NIP OBI,,7000.00\n`,
  );
  const bank = fileOf(
    'legs-bank.csv',
    `${header}2026-03-02,FT26061AB12,NIP/ADE,10000.00,\n2026-03-02,,NIP FEE FT26061AB12,10.01,\n2026-03-03,FT26062AB13,NIP OBI,7010.01,\n`,
  );
  const splits = [split('income', 33), split('nip_fee', 67)];
  const template = fileOf(
    'legs.json',
    JSON.stringify({ ...TEMPLATE, fee_display_type: null, rules: [rule({ amount: 10.01, rule_definitions: splits })] }),
  );
  const out = join(folder, 'legs-out');
  const ran = await tieout([
    'reconcile',
    '--gl',
    gl,
    '--bank',
    bank,
    '--template',
    template,
    '--out',
    out,
    '--explain',
    '2:2',
  ]);
  expect(ran.stdout).toContain('fee         10.01 NGN: income 3.30 (credit), nip_fee 6.71 (credit)');
  const journals = csvRecords(join(out, 'journals.csv')).map(({ debit, amount }) => `${debit} ${amount}`);
  expect(journals).toEqual(['Fee income 3.30', 'NIP fees 6.71', 'Fee income 3.30', 'NIP fees 6.71']);
});

test('a batch of more rows than a reference may have is matched where it adds up, in a small file too', async () => {
  const lines = Array.from(
    { length: 30 },
    (_, i) => `2026-03-25,PAY2603,SALARY ${String.fromCharCode(65 + i)} STAFF,${1000 + 7 * i}.25,`,
  );
  const total = Array.from({ length: 30 }, (_, i) => 100_025 + 700 * i).reduce((sum, one) => sum + one, 0);
  const header = 'Date,Reference,Narration,Debit,Credit\n';
  const bank = fileOf('pay-bank.csv', `${header}${lines.join('\n')}\n2026-03-26,,CASH DEPOSIT,,90000.00\n`);
  const ledger = (whole: number) =>
    fileOf(
      `pay-gl-${whole}.csv`,
      `${header}2026-03-25,PAY2603,PAYROLL,,${(whole / 100).toFixed(2)}\n2026-03-26,,CASH DEPOSIT,90000.00,\n`,
    );
  const tiers = async (whole: number) => {
    const asked = reconcileOptions(['--gl', ledger(whole), '--bank', bank])!.command(null);
    const deps = { store: null, compute: computeThread, digest: sha256, rules: 'rules-1', clock: () => 0 };
    return [...(await reconcileOn(deps, asked)).outcome.groups.tier].filter((tier) => tier === 7);
  };
  expect(await tiers(total)).toEqual([7]);
  expect(await tiers(total + 1)).toEqual([]);
});

test.each([
  ['{', /is no template: it is not JSON\.$/],
  [JSON.stringify({ ...TEMPLATE, max_days_forward_search: -1 }), /max_days_forward_search: must be greater/],
  [
    JSON.stringify({ ...TEMPLATE, rules: [rule({ amount: -10, rule_definitions: [split('income', 60)] })] }),
    /rules\.0\.amount: must be greater/,
  ],
  [
    JSON.stringify({ ...TEMPLATE, search_mode: 'sideways' }),
    /search_mode "sideways" is none of forward, backward, both/,
  ],
])('%s is refused', (text, says) => {
  expect(() => readTemplate(fileOf('wrong.json', text))).toThrow(says);
});
