// The life of journals over REST, on real stores: none is exported twice, whichever session or run proposes it; a batch
// answers the same file for ever.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { unpackHere } from '../../src/adapters/block-packing/unpack-here.ts';
import { sha256 } from '../../src/adapters/digest/sha256.ts';
import { journalFile } from '../../src/adapters/spreadsheets/journal-file.ts';
import { workbook } from '../../src/adapters/spreadsheets/workbook.ts';
import { reconcileOptions } from '../../src/cli/reconcile-options.ts';
import { reconcileOn } from '../../src/compose/local-run.ts';
import { readTemplate } from '../../src/compose/read-template.ts';
import type { Store } from '../../src/ports/store.ts';
import { restBytes } from '../../src/rest/answer.ts';
import type { RunningServer } from '../../src/rest/server.ts';
import { reportingService } from '../../src/rpc/reporting/reporting.ts';
import { KINDS } from '../../src/workflows/kinds/kinds.ts';
import { setTerms } from '../../src/workflows/partners/terms-in-force.ts';
import { withMongodb } from '../adapters/store-mongo/temporary-database.ts';
import { start } from '../rest/running.ts';
import { type Partner, partner, SCOPE } from './decisions/month.ts';

const ARGS = ['--from', '2026-03-01', '--to', '2026-03-31', '--account', '123'];
const GL = [
  '2026-03-02,K400001X,Transfer from Adaeze Stores,1000.00',
  '2026-03-04,CHQ000451,Cheque to Eze Ltd,-250.50',
];
const BANK = [
  '2026-03-02,K400001X,Transfer from Adaeze Stores,1000.00',
  '2026-03-05,M500002Y,SMS ALERT CHARGE,-52.50',
  '2026-03-06,M500003Y,ACCOUNT MAINTENANCE FEE,-100.00',
  '2026-03-09,M500004Y,Deposit by Gana Bakery,31240.00',
];
const TEMPLATE = {
  ...{ service: 'nip', matching_method: 'line_by_line', fee_display_type: 'netted' },
  ...{ max_days_backward_search: 1, max_days_forward_search: 2 },
  ...{ reversal_max_days_backward_search: 0, reversal_max_days_forward_search: 5 },
  rules: [
    {
      ...{ bank_service: 'nip', fee_type: 'fixed', amount: 10 },
      rule_definitions: [{ gl_type: 'income', amount: 100, entry: 'credit', split_type: 'percentage' }],
    },
  ],
};
const LAYOUT = {
  columns: [
    { title: 'Date', value: 'date' },
    { title: 'GL', value: 'account' },
    { title: 'Amount', value: 'amount' },
    { title: 'Id', value: 'id' },
  ],
};

// biome-ignore lint/suspicious/noExplicitAny: an answer of any shape, which the test then compares.
type Json = any;

let lagos: Partner;
let server: RunningServer;
let now: number;

async function begin(open?: () => Promise<Store>): Promise<void> {
  lagos = await partner(open);
  now = Date.UTC(2026, 3, 2);
  await lagos.session('march', { gl: GL, bank: BANK, args: ARGS });
  const terms = {
    rules: [
      { class: 'bank_charges', account: '51010' },
      { class: 'fee_income', account: '51030' },
    ],
    bank_accounts: [{ number: '123', account: '10100' }],
  };
  await setTerms(lagos.store, {
    ...{ tenant: SCOPE.tenant, partner: SCOPE.partner, name: 'chart', terms, setAt: 1, setBy: null },
  });
  const deps = { store: lagos.store, compute: unpackHere, digest: sha256, kinds: KINDS };
  const reporting = reportingService({ ...deps, written: restBytes, journalFile, workbook, clock: () => now });
  server = await start({ handlers: { reporting } });
}
afterEach(async () => {
  await server.close();
  await lagos.dispose();
});

const OF = { tenant_id: SCOPE.tenant, partner_id: SCOPE.partner };

async function post(path: string, body: object) {
  const reply = await fetch(`${server.address}/v1/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...OF, ...body }),
  });
  const bytes = Buffer.from(await reply.arrayBuffer());
  const type = reply.headers.get('content-type');
  return { status: reply.status, type, bytes, text: bytes.toString(), leftOut: reply.headers.get('tieout-left-out') };
}
const exported = (batch: string, more: object = {}, session = 'march') =>
  post(`sessions/${session}/journals/export`, { batch_id: batch, layout: LAYOUT, ...more });
async function get(path: string, more: Record<string, string> = {}): Promise<{ status: number; json: Json }> {
  const reply = await fetch(`${server.address}/v1/${path}?${new URLSearchParams({ ...OF, ...more })}`);
  return { status: reply.status, json: await reply.json() };
}
const journals = async (session = 'march'): Promise<Json[]> => (await get(`sessions/${session}/journals`)).json.items;
const states = async (session = 'march') => (await journals(session)).map(({ state }) => state).sort();
const problem = ({ status, text }: { status: number; text: string }) => [status, JSON.parse(text).detail];
const [HEAD, NO_LINES] = ['Date,GL,Amount,Id', 'Date,GL,Amount,Id\n'];

const CASES: readonly (readonly [string, () => Promise<void>])[] = [
  [
    'approved journals are exported once, and the batch answers the same bytes again',
    async () => {
      expect(await states()).toEqual(['proposed', 'proposed', 'proposed']);
      expect((await exported('b0')).text).toBe(NO_LINES);
      await lagos.resolve('approved', { type: 'possible_bank_fee' });
      expect(await states()).toEqual(['approved', 'approved', 'proposed']);
      expect((await exported('b0')).text).toBe(NO_LINES);
      const first = await exported('b1');
      expect([first.status, first.type, first.leftOut]).toEqual([200, 'text/csv; charset=utf-8', null]);
      const charges = (await journals()).filter(({ state }) => state === 'exported');
      expect(first.text.split('\n')).toEqual([
        HEAD,
        ...charges.flatMap(({ date, amount, journal_id: id }) => [
          `${date},51010,${amount.toFixed(2)},${id}`,
          `${date},10100,-${amount.toFixed(2)},${id}`,
        ]),
        '',
      ]);
      expect(charges.map(({ amount }) => amount)).toEqual([52.5, 100]);
      expect(await states()).toEqual(['exported', 'exported', 'proposed']);
      now += 1000;
      expect((await exported('b2')).text).toBe(NO_LINES);
      const other = { columns: [...LAYOUT.columns, { title: 'Branch', constant: '001' }] };
      for (const more of [{}, { layout: other, of_matches: true }]) {
        expect((await exported('b1', more)).text).toBe(first.text);
      }
    },
  ],
  [
    'of calls at one moment one takes a journal, and no file has another’s',
    async () => {
      await lagos.resolve('approved', { type: 'possible_bank_fee' });
      const batches = ['a', 'b', 'c', 'd', 'a', 'b', 'c', 'd'];
      const files = await Promise.all(batches.map((batch) => exported(batch)));
      expect(new Set(files.map(({ status }) => status))).toEqual(new Set([200]));
      for (const { journal_id: id, state } of await journals()) {
        if (state !== 'exported') continue;
        const life = (await get(`journals/${id}`)).json;
        expect(life.events).toHaveLength(1);
        const holding = batches.filter((_, i) => files[i]!.text.includes(id));
        expect(holding).toEqual([life.events[0].batch_id, life.events[0].batch_id]);
      }
    },
  ],
  [
    'another session and a rerun keep what was exported and posted',
    async () => {
      await lagos.resolve('approved', { type: 'possible_bank_fee' });
      await exported('b1');
      const [one] = (await journals()).filter(({ state }) => state === 'exported');
      const posted = { journal_id: one.journal_id, ledger_reference: 'JV/19 ₦', posted_on: '2026-04-03' };
      now += 1000;
      const reply = await post('journals/posted', { journals: [posted] });
      const life = {
        journal_id: one.journal_id,
        events: [
          { kind: 'exported', at: '2026-04-02T00:00:00.000Z', batch_id: 'b1' },
          { kind: 'posted', at: '2026-04-02T00:00:01.000Z', ledger_reference: 'JV/19 ₦', posted_on: '2026-04-03' },
        ],
      };
      expect([reply.status, JSON.parse(reply.text)]).toMatchObject([200, { journals: [life] }]);
      // Saying it again changes nothing.
      now += 1000;
      expect((await post('journals/posted', { journals: [posted] })).text).toBe(reply.text);
      expect((await get(`journals/${one.journal_id}`)).json).toMatchObject(life);
      await lagos.session('march', { gl: GL, bank: BANK.toReversed(), args: ARGS });
      await lagos.session('again', { gl: GL, bank: BANK, args: ARGS });
      for (const session of ['march', 'again'] as const) {
        expect(await states(session)).toEqual(['exported', 'posted', 'proposed']);
        expect((await exported(`of ${session}`, {}, session)).text).toBe(NO_LINES);
      }
    },
  ],
  [
    'what the ledger refused is taken back and exported anew; the former batch stays as it was',
    async () => {
      await lagos.resolve('approved', { type: 'possible_bank_fee' });
      const first = await exported('b1');
      const ids = (await journals()).filter(({ state }) => state === 'exported').map(({ journal_id: id }) => id);
      expect((await post('journals/taken-back', { journal_ids: [ids[0]] })).status).toBe(200);
      expect(await states()).toEqual(['approved', 'exported', 'proposed']);
      const posted = (id: string, reference = 'JV1') => ({
        journals: [{ journal_id: id, ledger_reference: reference, posted_on: '2026-04-03' }],
      });
      expect(problem(await post('journals/posted', posted(ids[0])))).toEqual([
        409,
        expect.stringContaining('is taken back: export it again'),
      ]);
      const second = await exported('b2');
      expect(second.text.split('\n')).toHaveLength(4);
      expect(second.text).toContain(ids[0]);
      expect((await exported('b1')).text).toBe(first.text);
      expect((await post('journals/posted', posted(ids[0]))).status).toBe(200);
      expect(problem(await post('journals/posted', posted(ids[0], 'JV2')))).toEqual([
        409,
        expect.stringContaining('is posted already, as JV1'),
      ]);
      const kinds = (await get(`journals/${ids[0]}`)).json.events.map(({ kind }: Json) => kind);
      expect(kinds).toEqual(['exported', 'taken_back', 'exported', 'posted']);
    },
  ],
  [
    'an account that the chart does not know is left out and counted; XLSX is a workbook',
    async () => {
      await lagos.resolve('approved', { type: 'possible_bank_fee' });
      await lagos.resolve('approved', { type: 'not_found_bank' });
      const { leftOut, text } = await exported('b1');
      expect([leftOut, text.split('\n').length]).toEqual(['1', 6]);
      expect(await states()).toEqual(['approved', 'exported', 'exported']);
      const sheets = [await exported('x'), await exported('x')];
      expect(sheets[0]!.leftOut).toBe('1');
      const book = await exported('y', { layout: { ...LAYOUT, format: 'xlsx' } });
      expect(book.type).toBe('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet');
      expect(book.bytes.subarray(0, 2).toString()).toBe('PK');
      const again = await exported('y', { layout: { ...LAYOUT, format: 'xlsx' } });
      expect(again.bytes.equals(book.bytes)).toBe(true);
    },
  ],
  [
    'the fee of a match, which no exception decides, is exported where the call approves it',
    async () => {
      const template = join(lagos.root, 'template.json');
      writeFileSync(template, JSON.stringify(TEMPLATE));
      const files = { gl: ['2026-03-02,FT9002,NIP BOLA,-3000.00'], bank: ['2026-03-02,FT9002,NIP/BOLA,-3010.00'] };
      const sides = (['gl', 'bank'] as const).flatMap((side) => {
        return [`--${side}`, join(lagos.root, lagos.file(`fees-${side}.csv`, files[side]).slice(5))];
      });
      const command = reconcileOptions([...sides, ...ARGS])!.command(null);
      const parameters = { ...command.parameters, ...readTemplate(template) };
      await reconcileOn(
        { ...lagos.deps, store: Promise.resolve(lagos.store) },
        { ...command, parameters, ...SCOPE, session: 'fees' },
      );
      expect(await states('fees')).toEqual(['proposed']);
      expect((await exported('b1', {}, 'fees')).text).toBe(NO_LINES);
      const { text } = await exported('b2', { of_matches: true }, 'fees');
      expect(text).toMatch(/^Date,GL,Amount,Id\n2026-03-02,51030,10\.00,\w+\n2026-03-02,10100,-10\.00,\w+\n$/);
      expect(await states('fees')).toEqual(['exported']);
      const id = text.split(',').at(-1)!.trim();
      expect((await post('journals/taken-back', { journal_ids: [id] })).status).toBe(200);
      expect(await states('fees')).toEqual(['proposed']);
    },
  ],
  [
    'a journal is matched once the session’s ledger has its entry, and no longer when a later run has it not',
    async () => {
      await lagos.resolve('approved', { type: 'possible_bank_fee' });
      await exported('b1');
      const [sms, fee] = (await journals()).filter(({ state }) => state === 'exported');
      const posted = { journal_id: sms.journal_id, ledger_reference: 'JV/19', posted_on: '2026-03-31' };
      await post('journals/posted', { journals: [posted] });
      // As the row that clears the exception; under its reference, on another day than the bank’s.
      const booked = [...GL, '2026-03-06,,Account maintenance fee,-100.00', '2026-03-31,jv/19,Charges of March,-52.50'];
      await lagos.session('march', { gl: booked, bank: BANK, args: ARGS });
      // The bank’s row of the charge stays open, for nothing but the reference of its posting names it.
      expect(await states()).toEqual(['matched', 'proposed']);
      for (const { journal_id: id } of [sms, fee]) {
        const { state, in_ledger: found, events, amount } = (await get(`journals/${id}`)).json;
        expect([id, state, found]).toEqual([id, 'matched', [expect.objectContaining({ session_id: 'march' })]]);
        expect(events.at(-1)).toMatchObject({ kind: 'matched', session_id: 'march', record_id: found[0].record_id });
        expect(amount).toBe(id === sms.journal_id ? -52.5 : -100);
      }
      const events = async () => (await get(`journals/${sms.journal_id}`)).json.events.map(({ kind }: Json) => kind);
      const rows = booked.toReversed();
      await lagos.session('march', { gl: rows, bank: BANK, args: ARGS });
      expect(await events()).toEqual(['exported', 'posted', 'matched']);
      await lagos.session('march', { gl: GL, bank: BANK, args: ARGS });
      expect(await events()).toEqual(['exported', 'posted', 'matched', 'unmatched']);
      expect(await states()).toEqual(['exported', 'posted', 'proposed']);
    },
  ],
  [
    'a later month’s ledger has the entry: by its id, its reference, or as the row that clears the exception',
    async () => {
      await lagos.resolve('approved', { type: 'possible_bank_fee' });
      await exported('b1');
      const [sms, fee] = (await journals()).filter(({ state }) => state === 'exported');
      const gl = [
        `2026-04-02,PV1,Posting ${sms.journal_id.toUpperCase()},-52.50`,
        // The sum of this one is another journal’s.
        `2026-04-02,${sms.journal_id},Account maintenance,-100.01`,
        '2026-04-02,M500003Y,Account maintenance fee,-100.00',
        '2026-04-03,M500004Y,Deposit of Gana Bakery,31240.00',
        '2026-04-09,K7,Rent,-9.00',
      ];
      const args = [
        '--from',
        '2026-04-01',
        '--to',
        '2026-04-30',
        '--account',
        '123',
        '--months-back',
        '1',
        '--data',
        'x',
      ];
      await lagos.session('april', { gl, bank: ['2026-04-09,K7,Rent,-9.00'], args });
      // What a match across months cleared is proposed no longer; of a position before that it is.
      expect(await states()).toEqual(['matched']);
      const then = (await get('sessions/march/journals', { at: '1' })).json.items;
      expect(then.map(({ state }: Json) => state)).toEqual(['matched', 'matched', 'matched']);
      expect((await get(`journals/${fee.journal_id}`)).json).toMatchObject({
        state: 'matched',
        in_ledger: [{ session_id: 'april', group_id: expect.any(String) }],
      });
      await lagos.resolve('approved', { type: 'not_found_bank' });
      for (const at of [undefined, 1]) expect((await exported(`b of ${at}`, { at })).text).toBe(NO_LINES);
    },
  ],
  [
    'a journal that was booked without an export is posted by the session that proposes it',
    async () => {
      const [sms] = await journals();
      const body = { journals: [{ journal_id: sms.journal_id, ledger_reference: 'JV7', posted_on: '2026-04-03' }] };
      expect(problem(await post('journals/posted', body))).toEqual([404, expect.stringContaining('session_id')]);
      expect((await post('journals/posted', { ...body, session_id: 'june' })).status).toBe(404);
      expect((await post('journals/posted', { ...body, session_id: 'march' })).status).toBe(200);
      expect((await post('journals/posted', { ...body, session_id: 'march' })).status).toBe(200);
      expect(await states()).toEqual(['posted', 'proposed', 'proposed']);
      await lagos.resolve('approved', { type: 'possible_bank_fee' });
      expect((await exported('b1')).text).not.toContain(sms.journal_id);
      expect((await get(`journals/${sms.journal_id}`)).json).toMatchObject({ state: 'posted', session_id: 'march' });
      const other = { ...body.journals[0], journal_id: '0'.repeat(32) };
      expect(problem(await post('journals/posted', { journals: [other], session_id: 'march' }))).toEqual([
        404,
        expect.stringContaining('session march does not propose it'),
      ]);
    },
  ],
  [
    'a batch of a recorded position has the decisions of then; CSV lists ids and states',
    async () => {
      await lagos.resolve('approved', { type: 'possible_bank_fee' });
      expect((await exported('b0', { at: 1 })).text).toBe(NO_LINES);
      expect((await exported('b9', { at: 99 })).status).toBe(404);
      expect((await exported('b1')).text.split('\n')).toHaveLength(6);
      const reply = await fetch(
        `${server.address}/v1/sessions/march/journals?${new URLSearchParams({ ...OF, format: 'csv' })}`,
      );
      const [head, ...lines] = (await reply.text()).trim().split('\n');
      expect(head).toMatch(/,purpose,journal_id,state$/);
      expect(lines.map((line) => line.split(',').slice(-2))).toEqual(
        (await journals()).map(({ journal_id: id, state }) => [id, state]),
      );
    },
  ],
  [
    'unknown ids, other tenants and bad requests are refused',
    async () => {
      await lagos.resolve('approved', { type: 'possible_bank_fee' });
      const id = '0'.repeat(32);
      expect((await get(`journals/${id}`)).status).toBe(404);
      const posted = [{ journal_id: id, ledger_reference: 'JV1', posted_on: '2026-04-03' }];
      expect((await post('journals/posted', { journals: posted })).status).toBe(404);
      expect((await post('journals/taken-back', { journal_ids: [id] })).status).toBe(404);
      expect((await exported('b1', { tenant_id: 'bank-b' })).status).toBe(404);
      expect((await exported('b1', {}, 'june')).status).toBe(404);
      await exported('b1');
      const [known] = (await journals()).filter(({ state }) => state === 'exported');
      const of = { tenant_id: 'bank-b', journals: [{ ...posted[0], journal_id: known.journal_id }] };
      expect((await post('journals/posted', of)).status).toBe(404);
      await lagos.session('again', { gl: GL, bank: BANK, args: ARGS });
      expect(problem(await exported('b1', {}, 'again'))).toEqual([
        409,
        expect.stringContaining('was made of session march'),
      ]);
      for (const bad of [
        { batch_id: '' },
        { layout: { columns: [] } },
        { layout: undefined },
        { layout: { ...LAYOUT, form: 'csv' } },
      ]) {
        expect([bad, (await exported('b9', bad)).status]).toEqual([bad, 422]);
      }
      const day = [{ ...posted[0], posted_on: '2026-02-30' }];
      for (const bad of [[], day, [{ ...posted[0], journal_id: 'x' }], [{ journal_id: id }]]) {
        expect((await post('journals/posted', { journals: bad })).status).toBe(422);
      }
      expect((await post('journals/taken-back', { journal_ids: [] })).status).toBe(422);
    },
  ],
];

describe('on the embedded store', () => {
  beforeEach(() => begin());
  test.each(CASES)('%s', (_, does) => does());
});

withMongodb('on MongoDB', (database) => {
  beforeEach(() => begin(() => database.openPrepared()));
  test.each(CASES)('%s', (_, does) => does());
});
