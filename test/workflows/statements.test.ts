// The statement and the journals of a session over REST and RPC, on real stores: made of what is stored, as of a
// position of the session's history. What is decided, matched or reconciled later moves no figure of a position.

import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createClient } from '@connectrpc/connect';
import { createConnectTransport } from '@connectrpc/connect-node';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ReportingService } from '../../gen/tieout/reporting/v1/reporting_service_pb.ts';
import { JournalFormat, StatementFormat } from '../../gen/tieout/reporting/v1/statement_pb.ts';
import { unpackHere } from '../../src/adapters/block-packing/unpack-here.ts';
import { sha256 } from '../../src/adapters/digest/sha256.ts';
import { journalFile } from '../../src/adapters/spreadsheets/journal-file.ts';
import { workbook, XLSX_TYPE } from '../../src/adapters/spreadsheets/workbook.ts';
import { reconcileOptions } from '../../src/cli/reconcile-options.ts';
import { reconcileOn } from '../../src/compose/local-run.ts';
import { statementOf } from '../../src/core/summary/statement/statement-of.ts';
import type { Store } from '../../src/ports/store.ts';
import { restBytes } from '../../src/rest/answer.ts';
import type { RunningServer } from '../../src/rest/server.ts';
import { reportingService } from '../../src/rpc/reporting/reporting.ts';
import { KINDS } from '../../src/workflows/kinds/kinds.ts';
import { setTerms } from '../../src/workflows/partners/terms-in-force.ts';
import { withMongodb } from '../adapters/store-mongo/temporary-database.ts';
import { start } from '../rest/running.ts';
import { auditOf, clustersOf, type Partner, partner, SCOPE } from './decisions/month.ts';
import { CHAIN, followUp } from './decisions/resolving.ts';

const DAYS = ['--from', '2026-03-01', '--to', '2026-03-31'];
/** A sale that agrees, and a cheque of January that the bank has not paid. */
const GL = [
  '2026-03-02,K400001X,Transfer from Adaeze Stores,1000.00',
  '2026-03-04,CHQ000451,"Cheque to ""Eze, Sons"" Ltd",-250.50',
];
const BANK = [
  '2026-03-02,K400001X,Transfer from Adaeze Stores,1000.00',
  '2026-03-05,M500002Y,SMS ALERT CHARGE,-52.50',
  '2026-03-06,M500003Y,ACCOUNT MAINTENANCE FEE,-100.00',
  '2026-03-09,M500004Y,Deposit by Gana Bakery,31240.00',
];

// biome-ignore lint/suspicious/noExplicitAny: an answer of any shape, which the test then compares.
type Json = any;

let lagos: Partner;
let server: RunningServer;

async function begin(open?: () => Promise<Store>): Promise<void> {
  lagos = await partner(open);
  await lagos.session('march', { gl: GL, bank: BANK, args: DAYS });
  server = await start({
    handlers: {
      reporting: reportingService({
        ...{ store: lagos.store, compute: unpackHere, digest: sha256, kinds: KINDS },
        ...{ written: restBytes, journalFile, workbook, clock: Date.now },
      }),
    },
  });
}
afterEach(async () => {
  await server.close();
  await lagos.dispose();
});

async function get(what: string, { session = 'march', ...query }: Readonly<Record<string, string>> = {}) {
  const asked = new URLSearchParams({ tenant_id: SCOPE.tenant, partner_id: SCOPE.partner, ...query });
  const reply = await fetch(`${server.address}/v1/sessions/${session}/${what}?${asked}`);
  return { status: reply.status, type: reply.headers.get('content-type'), text: await reply.text() };
}
const json = async (what: string, query?: Readonly<Record<string, string>>): Promise<Json> => {
  const { status, text } = await get(what, query);
  expect([status, text]).toEqual([200, expect.stringMatching(/^\{/)]);
  return JSON.parse(text);
};
const code = async (what: string, query?: Readonly<Record<string, string>>) => {
  const { status, text } = await get(what, query);
  return [status, JSON.parse(text).code];
};

/** Reconciles files with a running balance. */
async function balanced(
  session: 'march' | 'april',
  of: Readonly<Record<'gl' | 'bank', readonly string[]>>,
): Promise<void> {
  const files = (['gl', 'bank'] as const).flatMap((side) => {
    const path = join(lagos.root, `${session}-${side}.csv`);
    writeFileSync(path, `${['Date,Reference,Narration,Amount,Balance', ...of[side]].join('\n')}\n`);
    return [`--${side}`, path];
  });
  const days = session === 'march' ? DAYS : ['--from', '2026-04-01', '--to', '2026-04-30'];
  const command = reconcileOptions([...files, ...days])!.command(null);
  await reconcileOn({ ...lagos.deps, store: Promise.resolve(lagos.store) }, { ...command, ...SCOPE, session });
}

/** Decides, and does what follows: the audit, the renewed summary. */
async function decide(...of: Parameters<Partner['resolve']>): Promise<void> {
  const before = new Set((await auditOf(lagos)).map(({ operationId }) => operationId));
  await lagos.resolve(...of);
  const made = new Set((await auditOf(lagos)).map(({ operationId }) => operationId));
  for (const operationId of made) {
    if (!before.has(operationId)) await followUp({ ...lagos.deps, ...CHAIN }, operationId);
  }
}

async function keep(body: object = {}, session = 'march'): Promise<{ status: number; json: Json }> {
  const reply = await fetch(`${server.address}/v1/sessions/${session}/statement`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ tenant_id: SCOPE.tenant, partner_id: SCOPE.partner, ...body }),
  });
  return { status: reply.status, json: await reply.json() };
}

const inMarkup = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
const sha256Of = (text: string): string => createHash('sha256').update(text).digest('hex');

const CASES: readonly (readonly [string, () => Promise<void>])[] = [
  [
    'the statement has its lines with their rows, the open work and the ages of what waits',
    async () => {
      const statement = await json('statement');
      expect(statement).toMatchObject({
        session_id: 'march',
        position: 1,
        recorded_at: expect.stringMatching(/Z$/),
        last_decision_at: null,
        period: { start_date: '2026-03-01', end_date: '2026-03-31', named: true },
        remarks: [],
      });
      const [proof] = statement.proofs;
      expect(proof).toMatchObject({
        account: null,
        currency: 'NGN',
        adjusted_bank: null,
        difference: 0,
        unexplained: 0,
        brought_forward: [],
        waiting: [{ from_days: 0, to_days: 30, items: 1, amount: -250.5 }],
      });
      const decided = { approved: 0, rejected: 0, escalated: 0 };
      expect(proof.open_work).toEqual([
        { what: 'post', rows: 3, amount: 31087.5, pending: 3, ...decided },
        { what: 'wait', rows: 1, amount: -250.5, pending: 1, ...decided },
      ]);
      expect(
        proof.lines.map((line: Json) => [line.kind, line.side, line.cluster_type, line.rows, line.amount]),
      ).toEqual([
        ['outstanding_payments', 'bank', 'not_found_gl', 1, -250.5],
        ['receipts_not_booked', 'book', 'not_found_bank', 1, 31240],
        ['payments_not_booked', 'book', 'possible_bank_fee', 2, -152.5],
      ]);
      expect(proof.lines[0].items).toEqual([
        {
          record_id: expect.stringMatching(/^[0-9a-f]{32}$/),
          side: 'gl',
          date: '2026-03-04',
          file: expect.stringMatching(/gl\.csv$/),
          line: 3,
          amount: -250.5,
          words: 'CHQ000451 Cheque to "Eze, Sons" Ltd',
          cluster_id: expect.stringMatching(/^[0-9a-f]{32}$/),
          decision_status: 'pending',
          session_id: null,
        },
      ]);
      const open = await json('open-items');
      const known = new Map(open.items.map((item: Json) => [item.record_id, item.cluster_id]));
      const rows = proof.lines.flatMap((line: Json) => line.items);
      expect(rows).toHaveLength(open.total);
      for (const row of rows) expect(known.get(row.record_id)).toBe(row.cluster_id);
    },
  ],
  [
    'the page is that of the command line, and says how much is decided',
    async () => {
      const { status, type, text } = await get('statement', { format: 'text' });
      expect([status, type]).toEqual([200, 'text/plain; charset=utf-8']);
      expect(text).toMatch(/^BANK RECONCILIATION STATEMENT\nSession march\nPeriod {2}2026-03-01 to 2026-03-31\n/);
      expect(text).toMatch(/To post in the ledger: 3 items, net money in +31,087\.50\n/);
      expect(text).toMatch(/Reviewed by _+ {3}Date _+\n$/);
      await decide('approved', { type: 'possible_bank_fee' });
      await decide('rejected', { type: 'not_found_bank' });
      const after = (await get('statement', { format: 'text' })).text;
      expect(after).toMatch(
        /To post in the ledger: 3 items, 2 of them approved and 1 rejected, net money in +31,087\.50\n/,
      );
      expect(after).toMatch(/To wait for at the bank: 1 item, net money out +250\.50\n/);
      // The command line shows the same of the same files, decisions included.
      const paths = ['gl', 'bank'].flatMap((side) => [`--${side}`, join(lagos.root, `march-${side}.csv`)]);
      const command = { ...reconcileOptions([...paths, ...DAYS])!.command(null), ...SCOPE, session: 'march' };
      const result = await reconcileOn({ ...lagos.deps, store: Promise.resolve(lagos.store) }, command);
      expect(`${statementOf(result, { most: Number.POSITIVE_INFINITY }).join('\n')}\n`).toBe(after);
    },
  ],
  [
    'decisions move no figure of an earlier position, and reopening takes them back',
    async () => {
      const first = await json('statement');
      await decide('approved', { type: 'possible_bank_fee' });
      const second = await json('statement');
      expect(second).toMatchObject({ position: 2, last_decision_at: expect.stringMatching(/Z$/) });
      expect(second.proofs[0].open_work[0]).toMatchObject({ what: 'post', rows: 3, pending: 1, approved: 2 });
      expect(await json('statement', { at: '1' })).toEqual(first);
      expect(await json('statement', { at: '2' })).toEqual(second);
      await decide('reopened', { type: 'possible_bank_fee' });
      const third = await json('statement');
      expect(third.proofs).toEqual(first.proofs);
      expect(await json('statement', { at: '2' })).toEqual(second);
    },
  ],
  [
    'a late match leaves the rows of an earlier position where they were',
    async () => {
      const [first, journals] = [await json('statement'), await json('journals')];
      const late = lagos.file('late.csv', ['2026-03-09,M500004Y,GANA BAKERY,31240.00']);
      await decide('reconcile', { type: 'not_found_bank', urls: { gl: [late], bank: [] } });
      const second = await json('statement');
      expect(second.position).toBe(2);
      expect(second.proofs[0].open_work[0]).toMatchObject({ what: 'post', rows: 3, pending: 2 });
      // The document has the receipt, so the ledger books it later, and no journal is proposed.
      const [, receipt] = second.proofs[0].lines;
      expect(receipt).toMatchObject({ kind: 'receipts_not_booked', cluster_type: null });
      expect(receipt.items[0]).toMatchObject({ cluster_id: null, decision_status: null });
      expect(await json('statement', { at: '1' })).toEqual(first);
      // Only their states are of now: the ledger has an entry since.
      const then = await json('journals', { at: '1' });
      const changed = [{ ...journals.items[0], state: 'matched' }, ...journals.items.slice(1)];
      expect(then).toEqual({ ...journals, items: changed });
      expect((await json('journals')).items).toHaveLength(2);
    },
  ],
  [
    'journals name their exception and what is decided of it, and balance',
    async () => {
      await decide('approved', { type: 'possible_bank_fee' });
      const { items, totals, ...rest } = await json('journals');
      expect(rest).toMatchObject({ session_id: 'march', position: 2, last_decision_at: expect.any(String) });
      expect(items).toHaveLength(3);
      expect(items[1]).toMatchObject({
        date: '2026-03-05',
        debit: 'Bank charges',
        credit: 'Bank account',
        amount: 52.5,
        currency: 'NGN',
        text: 'bank charge: SMS ALERT CHARGE',
        account: null,
        side: 'bank',
        line: 3,
        cluster_type: 'possible_bank_fee',
        cluster_id: expect.stringMatching(/^[0-9a-f]{32}$/),
        decision_status: 'approved',
      });
      expect(items.map((item: Json) => item.decision_status)).toEqual(['pending', 'approved', 'approved']);
      expect(totals).toEqual([
        { account: 'Bank account', code: null, currency: 'NGN', debit: 31240, credit: 152.5 },
        { account: 'Bank charges', code: null, currency: 'NGN', debit: 152.5, credit: 0 },
        { account: 'Suspense: receipts to be identified', code: null, currency: 'NGN', debit: 0, credit: 31240 },
      ]);
      const { type, text } = await get('journals', { format: 'csv' });
      expect(type).toBe('text/csv; charset=utf-8');
      const lines = text.split('\n');
      expect(lines).toHaveLength(5);
      expect(lines[0]).toBe(
        'date,debit,credit,amount,currency,text,rows,cluster_id,decision_status,debit_code,credit_code,purpose,journal_id,state',
      );
      expect(lines[2]).toMatch(
        /^2026-03-05,Bank charges,Bank account,52\.50,NGN,bank charge: SMS ALERT CHARGE,bank .*march-bank\.csv:3,[0-9a-f]{32},approved,,,bank_charges,\w{32},approved$/,
      );
    },
  ],
  [
    'journals go to the accounts of the partner’s chart, of any of its versions',
    async () => {
      const key = { tenant: SCOPE.tenant, partner: SCOPE.partner, name: 'chart' as const };
      const set = (account: string) =>
        setTerms(lagos.store, {
          ...key,
          terms: { rules: [{ class: 'bank_charges', account }] },
          setAt: 1,
          setBy: null,
        });
      await set('51010');
      await set('51020');
      const { items, totals, chart_version: version } = await json('journals');
      expect([version, items[1].debit_code, items[1].credit_code, items[1].purpose]).toEqual([
        ...[2, '51020', null, 'bank_charges'],
      ]);
      expect(totals.find(({ code }: Json) => code === '51020')).toMatchObject({ debit: 152.5, credit: 0 });
      const former = (await json('journals', { chart_version: '1' })).items;
      expect(former[1].debit_code).toBe('51010');
      const idsOf = (journals: Json[]) => journals.map(({ journal_id: id }) => id);
      expect(idsOf(former)).toEqual(idsOf(items));
      expect(new Set(idsOf(items)).size).toBe(3);
      // Another session with the rows proposes them under the same ids.
      await lagos.session('again', { gl: GL, bank: BANK.toReversed(), args: DAYS });
      expect(idsOf((await json('journals', { session: 'again' })).items).sort()).toEqual(idsOf(items).sort());
      expect(await code('journals', { chart_version: '3' })).toEqual([404, 'not_found']);
      const { text } = await get('journals', { format: 'csv' });
      expect(text.split('\n')[2]).toMatch(/,pending,51020,,bank_charges,\w{32},proposed$/);
    },
  ],
  [
    'the report is one page with reasons and decisions, and so is the statement',
    async () => {
      await decide('approved', { type: 'possible_bank_fee' });
      const { status, type, text } = await get('report');
      expect([status, type]).toEqual([200, 'text/html; charset=utf-8']);
      const statement = (await get('statement', { format: 'text' })).text.trimEnd().split('\n');
      for (const line of statement) expect(text).toContain(inMarkup(line));
      expect(text).toContain('<td>approved</td>');
      expect(text).toMatch(
        /<h2>Decisions<\/h2>\n<table>.*\n<tr><td class="d">\d{4}-\d\d-\d\d \d\d:\d\d<\/td><td>[^<]*<\/td><td>approved<\/td><td>bank charge<\/td><td class="n">2<\/td>/,
      );
      expect((await get('report', { at: '1' })).text).not.toContain('<h2>Decisions');
      const clusters = await clustersOf(lagos);
      expect(clusters).toHaveLength(4);
      for (const { reason } of clusters) expect(text).toContain(inMarkup(reason));
      for (const { file, fileDigest } of await lagos.store.ingestions.live({ ...SCOPE, session: 'march' })) {
        expect(text).toContain(`<td class="w">${fileDigest}</td>`);
        expect(text).toContain(inMarkup(file));
      }
      expect((await get('report')).text).toBe(text);
      const page = await get('statement', { format: 'html' });
      expect([page.status, page.type]).toEqual([200, 'text/html; charset=utf-8']);
      expect(page.text).toContain('Prepared by');
      const sheet = await get('statement', { format: 'xlsx' });
      expect([sheet.status, sheet.type, sheet.text.slice(0, 2)]).toEqual([200, XLSX_TYPE, 'PK']);
      expect(await code('report', { session: 'may' })).toEqual([404, 'not_found']);
      expect(await code('report', { at: '99' })).toEqual([404, 'not_found']);
    },
  ],
  [
    'a position whose run was replaced is told to be gone, the latest stands',
    async () => {
      await lagos.session('march', { gl: GL, bank: BANK.slice(0, 3), args: DAYS });
      expect(await json('statement')).toMatchObject({
        position: 2,
        proofs: [{ open_work: [{ rows: 2 }, { rows: 1 }] }],
      });
      expect(await code('statement', { at: '1' })).toEqual([409, 'position_gone']);
      expect(await code('journals', { at: '1', format: 'csv' })).toEqual([409, 'position_gone']);
    },
  ],
  [
    'what an earlier session left open stays as it was when the position was recorded',
    async () => {
      // The files state balances, so April carries March's deposit that the ledger lacks.
      const agreed = [
        '2026-03-02,K400001X,Transfer from Adaeze Stores,1000.00,11000.00',
        '2026-03-03,K400002X,Payment to Okafor Printing,-40.00,10960.00',
      ];
      await balanced('march', {
        gl: agreed,
        bank: [...agreed, '2026-03-09,M500004Y,Deposit by Gana Bakery,31240.00,42200.00'],
      });
      await balanced('april', {
        gl: ['2026-04-10,K400009X,Transfer to Falola Textiles,-60.00,10900.00'],
        bank: ['2026-04-10,K400009X,TRF to Falola Textiles,-60.00,42140.00'],
      });
      const before = await json('statement', { session: 'april' });
      const [{ lines, difference, open_work }] = before.proofs;
      expect([difference, lines.length, lines[0].items]).toEqual([
        0,
        1,
        [expect.objectContaining({ amount: 31240, date: '2026-03-09', session_id: 'march', cluster_id: null })],
      ]);
      expect(open_work).toEqual([expect.objectContaining({ what: 'post', rows: 1, pending: 0 })]);
      const late = lagos.file('late.csv', ['2026-03-09,M500004Y,GANA BAKERY,31240.00']);
      await decide('reconcile', { type: 'not_found_bank', urls: { gl: [late], bank: [] } });
      expect((await json('statement')).position).toBe(3);
      expect(await json('statement', { session: 'april' })).toEqual(before);
    },
  ],
  [
    'holdings have a statement of their own, whose breaks are looked into, and no journals',
    async () => {
      const titles = 'Account,ISIN,Description,Quantity,Price,Currency,As Of';
      const position = (quantity: number) => `F1,NGZENITHBNK9,ZENITH BANK PLC,${quantity},48.50,NGN,2026-03-31`;
      const files = (['gl', 'bank'] as const).flatMap((side) => {
        const path = join(lagos.root, `fund-${side}.csv`);
        writeFileSync(path, `${titles}\n${position(side === 'gl' ? 1_500 : 1_000)}\n`);
        return [`--${side}`, path];
      });
      const command = reconcileOptions([...files, '--kind', 'asset'])!.command(null);
      const given = { ...lagos.deps, store: Promise.resolve(lagos.store) };
      await reconcileOn(given, { ...command, ...SCOPE, session: 'fund' });
      const [proof] = (await json('statement', { session: 'fund' })).proofs;
      expect(proof).toMatchObject({ account: 'F1', open_work: [], waiting: [] });
      expect(proof.lines).toEqual([expect.objectContaining({ kind: 'holding_breaks', amount: -24250 })]);
      expect((await get('statement', { session: 'fund', format: 'text' })).text).toMatch(/^HOLDINGS RECONCILIATION/);
      expect(await json('journals', { session: 'fund' })).toMatchObject({ items: [], totals: [] });
    },
  ],
  [
    'a kept statement is answered by its digest, byte for byte, whatever happens since',
    async () => {
      const [shown, page] = [(await get('statement')).text, (await get('statement', { format: 'text' })).text];
      const { status, json: kept } = await keep();
      expect([status, kept]).toEqual([
        200,
        {
          session_id: 'march',
          digest: sha256Of(shown),
          position: 1,
          content_type: 'application/json; charset=utf-8',
          bytes: Buffer.byteLength(shown),
          kept_at: expect.stringMatching(/Z$/),
        },
      ]);
      const signed = (await keep({ format: 'text', at: 1 })).json;
      expect(signed).toMatchObject({ digest: sha256Of(page), content_type: 'text/plain; charset=utf-8' });
      expect((await keep()).json).toEqual(kept);
      await decide('approved', { type: 'possible_bank_fee' });
      const late = lagos.file('late.csv', ['2026-03-09,M500004Y,GANA BAKERY,31240.00']);
      await decide('reconcile', { type: 'not_found_bank', urls: { gl: [late], bank: [] } });
      expect((await keep()).json.digest).not.toBe(kept.digest);
      await lagos.session('march', { gl: GL, bank: BANK.slice(0, 3), args: DAYS });
      await lagos.store.upkeep.prune({ rowsBefore: Date.now() + 1, runsBefore: Date.now() + 1 });
      expect(await code('statement', { at: '1' })).toEqual([409, 'position_gone']);
      expect((await keep()).status).toBe(409);
      const { type, text } = await get('statement', { digest: kept.digest });
      expect([type, text]).toEqual([kept.content_type, shown]);
      expect((await get('statement', { digest: signed.digest })).text).toBe(page);
      // It is of this session alone.
      for (const other of [{ tenant_id: 'bank-b' }, { partner_id: 'abuja' }, { session: 'june' }]) {
        expect(await code('statement', { digest: kept.digest, ...other })).toEqual([404, 'not_found']);
      }
      expect(await code('statement', { digest: sha256Of('another') })).toEqual([404, 'not_found']);
      for (const bad of [{ at: '1' }, { format: 'json' }, { digest: kept.digest.toUpperCase() }]) {
        expect(await code('statement', { digest: kept.digest, ...bad })).toEqual([422, 'invalid_request']);
      }
    },
  ],
  [
    'nothing is kept that cannot be made',
    async () => {
      for (const bad of [{ at: 0 }, { format: 'pdf' }, { tenant_id: '' }]) expect((await keep(bad)).status).toBe(422);
      for (const none of [{ at: 7 }, { tenant_id: 'bank-b' }]) expect((await keep(none)).status).toBe(404);
      expect((await keep({}, 'june')).status).toBe(404);
    },
  ],
  [
    'rows that were removed after their time are told of',
    async () => {
      expect(await lagos.store.upkeep.prune({ rowsBefore: Date.now() + 1, runsBefore: null })).toMatchObject({
        sessions: 1,
      });
      for (const what of ['statement', 'journals']) expect(await code(what)).toEqual([409, 'content_pruned']);
    },
  ],
  [
    'what cannot be answered is refused, and another tenant or partner knows nothing of the session',
    async () => {
      for (const other of [{ tenant_id: 'bank-b' }, { partner_id: 'abuja' }, { session: 'june' }, { at: '2' }]) {
        for (const what of ['statement', 'journals']) expect(await code(what, other)).toEqual([404, 'not_found']);
      }
      for (const bad of [{ at: '0' }, { at: '1.5' }, { format: 'pdf' }, { formt: 'text' }]) {
        for (const what of ['statement', 'journals']) expect(await code(what, bad)).toEqual([422, 'invalid_request']);
      }
    },
  ],
  [
    'RPC answers the same, and documents as their bytes',
    async () => {
      const client = createClient(
        ReportingService,
        createConnectTransport({ baseUrl: server.address, httpVersion: '1.1' }),
      );
      const asked = { sessionId: 'march', tenantId: SCOPE.tenant, partnerId: SCOPE.partner };
      const { answer } = await client.getStatement({ ...asked, at: 1 });
      expect(answer).toMatchObject({
        case: 'statement',
        value: { position: 1, proofs: [{ openWork: [{ rows: 3 }, {}] }] },
      });
      const page = (await client.getStatement({ ...asked, format: StatementFormat.TEXT })).answer;
      expect(page).toMatchObject({ case: 'document', value: { contentType: 'text/plain; charset=utf-8' } });
      const bytes = page.case === 'document' ? page.value.content : new Uint8Array();
      expect(new TextDecoder().decode(bytes)).toBe((await get('statement', { format: 'text' })).text);
      const csv = (await client.getJournals({ ...asked, format: JournalFormat.CSV })).answer;
      expect(csv).toMatchObject({ case: 'document', value: { contentType: 'text/csv; charset=utf-8' } });
      await expect(client.getStatement({ ...asked, at: 9 })).rejects.toMatchObject({ rawMessage: /no position 9/ });
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
