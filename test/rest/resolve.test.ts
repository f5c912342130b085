// POST /v1/exceptions/resolve over HTTP, on a real store with a small month: approve what is pending, look at it and at
// its audit, decide no more than once.

import { afterAll, beforeAll, expect, test } from 'vitest';
import { localBus } from '../../src/adapters/bus-local/bus.ts';
import type { RunningServer } from '../../src/rest/server.ts';
import { reportingService } from '../../src/rpc/reporting/reporting.ts';
import { resolutionService } from '../../src/rpc/resolution/resolve.ts';
import { resolving } from '../workflows/decisions/resolving.ts';
import { type StoredSessions, startStoredSessions } from '../workflows/stored-session.ts';
import { start } from './running.ts';
import { told } from './told.ts';

const SCOPE = { tenant_id: 'umoja', partner_id: 'mfb' };
const PATH = '/v1/exceptions/resolve';

let sessions: StoredSessions;
let server: RunningServer;
const said: {
  readonly level: string;
  readonly fields: Readonly<Record<string, unknown>>;
  readonly sentence: string;
}[] = [];
const saying = (level: string) => (fields: object, sentence: string) => {
  said.push({ level, fields: fields as Record<string, unknown>, sentence });
};

beforeAll(async () => {
  sessions = await startStoredSessions();
  const head = 'Date,Reference,Narration,Amount';
  const payers = ['Adaeze Stores', 'Bello Farms', 'Okafor Printing', 'Danjuma Motors'];
  const ledger = payers.map((payer, i) => `2025-01-0${i + 2},K4T9${i}655${i},Transfer from ${payer},${i + 1}377.7${i}`);
  const statement = ['2025-01-05,M8R30762,Deposit by Gana Bakery,31240.00'];
  const [gl, bank] = [sessions.file('gl.csv', [head, ...ledger]), sessions.file('bank.csv', [head, ...statement])];
  for (const session of ['january', 'february']) {
    const key = { tenant: SCOPE.tenant_id, partner: SCOPE.partner_id, session };
    await sessions.reconcile(key, ['--gl', gl, '--bank', bank]);
  }
  const log = { info: saying('info'), warn: saying('warn'), error: saying('error') };
  const resolution = resolutionService({
    ...{ ...resolving(sessions.deps.store, sessions.folder), log, bus: localBus() },
  });
  server = await start({ handlers: { reporting: reportingService(sessions.deps), resolution } });
});
afterAll(async () => {
  await server.close();
  await sessions.close();
});

// biome-ignore lint/suspicious/noExplicitAny: an answer of any shape, which the test then compares.
type Reply = { status: number; json: any };
async function resolve(body: object): Promise<Reply> {
  const reply = await fetch(`${server.address}${PATH}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...SCOPE, customer_type: 'mfb', cluster_type: 'not_found_gl', ...body }),
  });
  return { status: reply.status, json: await reply.json() };
}
async function get(path: string, query: Record<string, string> = {}): Promise<Reply['json']> {
  return (await fetch(`${server.address}${path}?${new URLSearchParams({ ...SCOPE, ...query })}`)).json();
}

test('every pending cluster of the scope is approved, told and audited', async () => {
  const note = 'late lodgement';
  const { status, json } = await resolve({ decision: 'approved', note, metadata: { ticket: 7, learned_value: 9 } });
  expect([status, json.results.length]).toEqual([200, 8]);
  const { items } = await get('/v1/exceptions/clusters', { cluster_type: 'not_found_gl' });
  expect(json.results.map((one: { cluster_id: string }) => one.cluster_id)).toEqual(
    items.map((one: { cluster_id: string }) => one.cluster_id),
  );
  expect(json.results[0]).toEqual({
    cluster_id: items[0].cluster_id,
    session_id: 'january',
    cluster_type: 'not_found_gl',
    domain: 'mfb',
    branch_id: null,
    decision_status: 'approved',
    resolution_method: 'manual',
    success: true,
    auto_resolved: false,
    matched_record_ids: [],
  });
  expect(items[0]).toMatchObject({ decision_status: 'approved', is_reconciled: false, agent_invoked: false });
  const audit = await get('/v1/exceptions/resolutions', { session_id: 'february' });
  expect(audit.total).toBe(4);
  expect(audit.items[0]).toMatchObject({
    audit_id: expect.stringMatching(/^[0-9a-f]{32}$/),
    operation_id: expect.any(String),
    batch_digest: expect.stringMatching(/^[0-9a-f]{64}$/),
    is_recurring: false,
    cluster_type: 'not_found_gl',
    decision: 'approved',
    status_before: 'pending',
    status_after: 'approved',
    resolution_method: 'manual',
    resolved: true,
    matched: false,
    note,
    metadata: { ticket: 7 },
    gl_record_ids: [expect.stringMatching(/^[0-9a-f]{32}$/)],
    bank_record_ids: [],
  });
  expect(said.filter(({ level }) => level === 'info')).toEqual([
    {
      level: 'info',
      fields: expect.objectContaining({
        approved: 8,
        approved_by_session: { january: 4, february: 4 },
        still_pending: 0,
      }),
      sentence: 'A decision was made.',
    },
  ]);
  expect((await resolve({ decision: 'approved' })).json).toEqual({ results: [] });
});

test('the answer says why a document without an account matched nothing', async () => {
  const head = 'Date,Reference,Narration,Amount';
  const partner_id = 'two accounts';
  for (const account of ['0011', '0022']) {
    const gl = [head, `2025-01-0${account[2]},K4T9X${account},Transfer from Ọkọ Stores,1377.7${account[2]}`];
    const bank = [head, `2025-01-05,M8R3X${account},Deposit by Gana Bakery,3124${account[2]}.00`];
    const files = ['--gl', sessions.file('gl.csv', gl), '--bank', sessions.file('bank.csv', bank)];
    const key = { tenant: SCOPE.tenant_id, partner: partner_id, session: account };
    await sessions.reconcile(key, [...files, '--account', account]);
  }
  sessions.file('spät.csv', [head, '2025-01-01,K4T9X0011,TRF FRM Ọkọ Stores,1377.71']);
  const send = (bank_file_url: readonly string[]) =>
    fetch(`${server.address}${PATH}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        ...{ ...SCOPE, partner_id, customer_type: 'mfb', cluster_type: 'not_found_gl', decision: 'reconcile' },
        bank_file_url,
      }),
    });
  const answer = await send(['file:sp%C3%A4t.csv']);
  expect([answer.status, ((await answer.json()) as Reply['json']).results]).toEqual([200, []]);
  expect(answer.headers.get('tieout-notes')).toMatch(
    /^sp%C3%A4t.csv names no account, and the partner has rows of 0011, 0022: /,
  );
  expect((await send([])).headers.get('tieout-notes')).toBeNull();
});

test('what rows are confirmed as is refused of a caller without a name, and with other decisions', async () => {
  const asked = async (body: object) => {
    const { status, json } = await resolve({ cluster_ids: ['none'], confirmed_as: 'charge', ...body });
    return [status, json.detail?.[0]?.loc];
  };
  const refused = [422, ['body', 'confirmed_as']];
  expect(await asked({ decision: 'approved' })).toEqual(refused);
  expect(await asked({ decision: 'rejected' })).toEqual(refused);
  expect(await asked({ decision: 'approved', confirmed_as: 'fee' })).toEqual(refused);
  const commercial = { decision: 'approved', customer_type: 'commercial_bank', service: 'nip' };
  expect(await asked(commercial)).toEqual(refused);
});

test('another service than NIP is an unsupported domain, and the log says so', async () => {
  said.length = 0;
  const { status, json } = await resolve({ customer_type: 'commercial_bank', service: 'atm', decision: 'approved' });
  expect([status, json]).toEqual([501, told('unsupported_domain', 'unsupported domain: atm')]);
  expect(said.map(({ level }) => level)).toEqual(['error']);
});

test('a decision that the domain cannot carry out is refused at the decision', async () => {
  const reply = await resolve({ customer_type: 'commercial_bank', service: 'pos', decision: 'reconcile' });
  expect(reply.status).toBe(422);
  expect(reply.json.detail).toMatchObject([{ type: 'decision_impossible', loc: ['body', 'decision'] }]);
});
