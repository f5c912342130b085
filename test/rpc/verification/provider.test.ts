// Providers: the sandbox says that it is one, the match is ours whatever a provider says, every way in which one can fail
// is an error, and news is taken signed, in time and once.

import { createHmac } from 'node:crypto';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { httpVerifier, QOREID } from '../../../src/adapters/verifier/http-verifier.ts';
import { readMapping } from '../../../src/adapters/verifier/read-mapping.ts';
import { SANDBOX } from '../../../src/adapters/verifier/sandbox.ts';
import { NO_VERIFIER, type Verifier } from '../../../src/ports/verification/verifier.ts';
import { NEWS } from '../../../src/rpc/verification/provider-news.ts';
import { NOW, verifying, WEBHOOK_SECRET } from './under-test.ts';

/** What the provider of these tests does when it is asked by a number. */
let answer: (reply: ServerResponse, url: string) => void = () => undefined;
let provider: Server;
let baseUrl: string;
let sandboxed: Awaited<ReturnType<typeof verifying>>;
let service: Awaited<ReturnType<typeof verifying>>;
beforeAll(async () => {
  provider = createServer((request, reply) => {
    request.resume();
    if (request.url === '/token') reply.end(JSON.stringify({ accessToken: 'token' }));
    else answer(reply, request.url!);
  });
  await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve));
  baseUrl = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`;
  sandboxed = await verifying();
  service = await verifying({ verifier: httpVerifier({ baseUrl, client: 'c', secret: 's', timeoutMs: 300 }) });
});
afterAll(async () => {
  await sandboxed.close();
  await service.close();
  provider.closeAllConnections();
  provider.close();
});

const PERSON = { first_name: 'Adaeze', last_name: 'Okonkwo', date_of_birth: '1990-04-12' };
const NUMBER = '12345678901';
const check = (to: typeof service, number = NUMBER, person: object | null = PERSON) =>
  to.post('verifier_id_check', { id_type: 'nin', number, ...(person && { person }) });

test('the sandbox answers by the number and says that it is one', async () => {
  const { body, text } = await check(sandboxed, '10000000003');
  expect(body).toMatchObject({
    provider: 'sandbox',
    source: { provider: 'sandbox' },
    status: 'verified',
    match: 'EXACT_MATCH',
  });
  expect(text).not.toContain('10000000003');
  expect(body.record).toMatchObject({ first_name: 'A***', date_of_birth: '1990-**-**' });
  expect((await check(sandboxed, '10000000000')).body).toMatchObject({ status: 'not_verified', match: 'NO_MATCH' });
  expect((await check(sandboxed, '10000000009')).body).toMatchObject({
    status: 'error',
    reasons: [{ code: 'provider_timeout' }],
  });
  expect((await check(sandboxed, '10000000003', null)).body).toMatchObject({ status: 'review', match: null });
  expect((await check(sandboxed, '12')).body).toMatchObject({
    status: 'not_verified',
    reasons: [{ code: 'format_invalid' }],
  });
  const company = { reg_number: '100002', company_type: 'rc', company_name: 'Golden Mangrove Trading Ltd' };
  expect((await sandboxed.post('verifier_business_check', company)).body).toMatchObject({
    status: 'verified',
    registry_status: 'active',
  });
});

const ADAEZE = { firstname: 'ADAEZE', lastname: 'OKONKWO', birthdate: '12-04-1990' };
const nin = (record: object) => (reply: ServerResponse) =>
  reply.end(JSON.stringify({ status: { state: 'complete', status: 'verified' }, nin: record, verified: true }));

test('the match is made here, whatever the provider says', async () => {
  answer = nin({ firstname: 'ADAEZE', lastname: 'OKONKWO', birthdate: '12-04-1990' });
  expect((await check(service)).body).toMatchObject({ status: 'verified', match: 'EXACT_MATCH', provider: 'qoreid' });
  answer = nin({ firstname: 'Musa', lastname: 'Bello', birthdate: '12-04-1990' });
  expect((await check(service)).body).toMatchObject({ status: 'not_verified', match: 'NO_MATCH' });
});

test('a record is of the number that was asked for, as far as it tells; a 404 of the register is nobody', async () => {
  for (const told of [NUMBER, Number(NUMBER), '1234 567 8901', '*******8901', 'XXXXXXX8901', null]) {
    answer = nin({ ...ADAEZE, nin: told });
    expect([told, (await check(service)).body.match]).toEqual([told, 'EXACT_MATCH']);
  }
  answer = (reply) => void reply.writeHead(404).end('{"message":"not found"}');
  expect((await check(service)).body).toMatchObject({ status: 'not_verified', reasons: [{ code: 'not_in_register' }] });
  const company = { reg_number: 'RC1234', company_type: 'rc', company_name: 'Golden Mangrove' };
  const asked = async (rcNumber: string) => {
    answer = (reply) =>
      reply.end(JSON.stringify({ cac: { companyName: 'GOLDEN MANGROVE', status: 'ACTIVE', rcNumber } }));
    return (await service.post('verifier_business_check', company)).body.status;
  };
  expect([await asked('1234'), await asked('RC00001234'), await asked('RC1235')]).toEqual([
    ...['verified', 'verified', 'error'],
  ]);
});

test('a visit whose news could never come is none', async () => {
  const [scope, place] = [
    { tenant_id: 'bank', partner_id: 'lagos' },
    { street: '1 Road', city: 'Ikeja', state: 'Lagos' },
  ];
  const asked = async (id: unknown) => {
    answer = (reply) => reply.end(JSON.stringify({ id }));
    const of = { applicant: { full_name: 'Ada Obi' }, ...place, ...scope };
    return (await service.post('verifier_address_check', of)).body.reasons[0].code;
  };
  for (const id of ['', ' ', '../x', 'x'.repeat(201), true]) {
    expect([id, await asked(id)]).toEqual([id, 'provider_not_understood']);
  }
  expect([await asked('visit-1'), await asked(12), await asked('visit-1')]).toEqual([
    ...['visit_pending', 'visit_pending', 'provider_not_understood'],
  ]);
});

test('numbers are encoded in paths', async () => {
  let asked = '';
  answer = (reply, url) => {
    asked = url;
    nin({ firstname: 'A', lastname: 'B' })(reply);
  };
  await check(service);
  expect(asked).toBe(`/v1/ng/identities/nin/${NUMBER}`);
  // As the register has them, however they were typed.
  await check(service, ' 123 4567 8901 ');
  expect(asked).toBe(`/v1/ng/identities/nin/${NUMBER}`);
  await service.post('verifier_id_check', { id_type: 'drivers_licence', number: 'abc 12345.ab12', person: PERSON });
  expect(asked).toBe('/v1/ng/identities/drivers-license/ABC12345AB12');
});

test.each<[string, (reply: ServerResponse) => void, string]>([
  ['hangs', () => undefined, 'provider_timeout'],
  ['hangs in its body', (reply) => void reply.write('{"nin":'), 'provider_timeout'],
  [
    'redirects',
    (reply) => void reply.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(),
    'provider_unreachable',
  ],
  ['answers HTML', (reply) => void reply.end('<html>verified</html>'), 'provider_not_understood'],
  ['answers another shape', (reply) => void reply.end('{"verified":true}'), 'provider_not_understood'],
  ['answers a list', (reply) => void reply.end('[]'), 'provider_not_understood'],
  ['answers without end', (reply) => void reply.end('x'.repeat(2 << 20)), 'provider_not_understood'],
  ['says 404 in HTML', (reply) => void reply.writeHead(404).end('<html>404</html>'), 'provider_not_understood'],
  ['answers of another number', (reply) => nin({ ...ADAEZE, nin: '12345678902' })(reply), 'provider_not_understood'],
  ['refuses', (reply) => void reply.writeHead(500).end('{}'), 'provider_refused'],
  ['hangs up', (reply) => void reply.destroy(), 'provider_unreachable'],
])('a provider that %s verifies nobody', async (_, behave, code) => {
  answer = behave;
  expect((await check(service)).body).toMatchObject({ status: 'error', match: null, reasons: [{ code }] });
});

test('a provider of another shape is one more file', async () => {
  const file = join(mkdtempSync(join(tmpdir(), 'tieout-mapping-')), 'provider.json');
  const write = (mapping: unknown) => writeFileSync(file, JSON.stringify(mapping));
  write({
    name: 'registry',
    identity: {
      path: '/people/{number}?of={kind}',
      fields: { firstName: 'data.given', lastName: 'data.family', dateOfBirth: 'data.born' },
    },
    kinds: { nin: 'national' },
  });
  const mapping = readMapping(file);
  expect([mapping.name, mapping.token, mapping.identity.body]).toEqual(['registry', QOREID.token, {}]);
  let asked = '';
  answer = (reply, url) => {
    asked = url;
    reply.end(JSON.stringify({ data: { given: 'Adaeze', family: 'Okonkwo', born: '1990-04-12' } }));
  };
  const other = await verifying({
    verifier: httpVerifier({ baseUrl, client: 'c', secret: 's', timeoutMs: 300, mapping }),
  });
  expect((await check(other)).body).toMatchObject({ status: 'verified', provider: 'registry' });
  expect(asked).toBe(`/people/${NUMBER}?of=national`);
  await other.close();
  for (const [wrong, place] of [
    [{ identity: { path: 'https://elsewhere/x' } }, 'identity.path must be a path'],
    [{ identity: { path: '//elsewhere/x' } }, 'identity.path must be a path'],
    [{ identity: { feilds: {} } }, 'identity.feilds is not a known field'],
    [{ kinds: { nin: 7 } }, 'kinds.nin must be a text'],
    [[], 'the whole must be an object'],
  ] as const) {
    write(wrong);
    expect(() => readMapping(file)).toThrow(place);
  }
  expect(() => readMapping(`${file}.none`)).toThrow('it cannot be read');
});

test('id_check/all asks for numbers whose form is right, with a person to compare, a few at once', async () => {
  let open = 0;
  let most = 0;
  answer = (reply, url) => {
    most = Math.max(most, ++open);
    setTimeout(() => {
      open--;
      if (url.endsWith('10000000000')) return void reply.writeHead(500).end('{}');
      const first = url.endsWith('10000000008') ? 'Musa' : 'Adaeze';
      const last = url.endsWith('10000000008') ? 'Bello' : 'Okonkwo';
      reply.end(JSON.stringify({ nin: { firstname: first, lastname: last, birthdate: '12-04-1990' } }));
    }, 40);
  };
  const ask = (numbers: readonly string[], person: object | null = PERSON) =>
    service.post('id_check/all', {
      ...{ ids: numbers.map((number) => ({ type: 'nin', number, country: 'NG' })), ...(person && { person }) },
    });
  const many = await ask(Array.from({ length: 9 }, (_, at) => `1000000010${at}`));
  expect([many.body.status, many.body.source.provider, most]).toEqual(['verified', 'qoreid', 4]);
  expect(many.body.ids[0]).toMatchObject({ provider_result: 'verified', field_matches: expect.any(Array) });
  const mixed = (await ask([NUMBER, '10000000008', '12AB'])).body;
  expect([mixed.status, mixed.ids.map(({ provider_result }: { provider_result: string }) => provider_result)]).toEqual([
    'not_verified',
    ['verified', 'not_verified', 'not_asked'],
  ]);
  expect((await ask([NUMBER, '10000000000'])).body).toMatchObject({
    ...{ status: 'error', ids: [{ provider_result: 'verified' }, { provider_result: 'error' }] },
    reasons: [{ code: 'provider_refused' }],
  });
  most = 0;
  expect((await ask([NUMBER], null)).body).toMatchObject({ status: 'review', ids: [{ provider_result: 'not_asked' }] });
  expect(most).toBe(0);
});

test('without a provider nothing is verified', async () => {
  const none = await verifying({ verifier: NO_VERIFIER });
  expect((await check(none)).body).toMatchObject({ status: 'error', reasons: [{ code: 'provider_not_configured' }] });
  await none.close();
});

test('nobody is sent to an address whose outcome nobody could read', async () => {
  const asked: string[] = [];
  const listening: Verifier = {
    ...SANDBOX,
    address(place) {
      asked.push(place.street);
      return SANDBOX.address(place);
    },
  };
  const service = await verifying({ verifier: listening });
  const place = { applicant: { full_name: 'Ada Obi' }, street: '1 Road', city: 'Ikeja', state: 'Lagos' };
  for (const scope of [{}, { tenant_id: 'bank' }, { tenant_id: 'bank', partner_id: '' }]) {
    const { status, body } = await service.post('verifier_address_check', { ...place, ...scope });
    expect([status, body.detail.at(-1).loc, asked]).toEqual([422, ['body', 'partner_id'], []]);
  }
  const scope = { tenant_id: 'bank', partner_id: 'lagos' };
  const nowhere = await service.post('verifier_address_check', { ...place, ...scope, street: ' - ' });
  expect([nowhere.status, nowhere.body.detail[0].loc, asked]).toEqual([422, ['body', 'street'], []]);
  const { body } = await service.post('verifier_address_check', { ...place, ...scope });
  expect(asked).toEqual(['1 Road']);
  const kept = await fetch(`${service.address}/v1/checks/${body.check_id}?${new URLSearchParams(scope)}`);
  expect(await kept.json()).toMatchObject({ state: 'in_progress' });
  await service.close();
});

const scope = { tenant_id: 'bank', partner_id: 'lagos' };
const seconds = Math.floor(NOW / 1_000);
const sign = (body: string, timestamp: string, secret = WEBHOOK_SECRET) =>
  createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex');

/** An address check with news of it. */
async function visited(of: typeof sandboxed) {
  const { body } = await of.post('verifier_address_check', {
    ...{ applicant: { full_name: 'Ada Obi' }, street: '1 Road', city: 'Ikeja', state: 'Lagos' },
    ...{ callback_id: 'mine', ...scope },
  });
  let count = 0;
  const send = async (text: string, timestamp = String(seconds), signature = sign(text, timestamp)) => {
    const headers = { 'x-verifier-timestamp': timestamp, 'x-verifier-signature': signature };
    const reply = await fetch(`${of.address}/v1/webhooks/verifier`, { method: 'POST', body: text, headers });
    return `${reply.status} ${((await reply.json()) as { status?: string }).status ?? ''}`.trim();
  };
  return {
    asked: body,
    send,
    news: (status: string, more: object = {}, timestamp = seconds) =>
      send(
        JSON.stringify({
          ...{ event_id: `${body.check_id}-${++count}`, reference: body.provider_reference, status },
          ...more,
        }),
        String(timestamp),
      ),
    async now() {
      const path = `${of.address}/v1/checks/${body.check_id}?${new URLSearchParams(scope)}`;
      const kept = (await (await fetch(path)).json()) as {
        status: string;
        state: string;
        reasons: readonly { readonly code: string }[];
      };
      return [kept.status, kept.state, ...kept.reasons.map(({ code }) => code)].join(' ');
    },
  };
}

test('news of an address is taken signed, in time, and once', async () => {
  const { asked, send, now } = await visited(sandboxed);
  expect(asked).toMatchObject({ state: 'in_progress', status: 'review', provider: 'sandbox', callback_id: 'mine' });
  const event = JSON.stringify({ event_id: 'e-1', reference: asked.provider_reference, status: 'verified' });
  expect(await send(event, String(seconds), sign(event, String(seconds), 'another-secret-of-16'))).toBe('401');
  expect(await send(event, String(seconds), '')).toBe('401');
  expect(await send(event, String(seconds - 400))).toBe('401');
  expect(await send('no json')).toBe('422');
  expect(await send(event.replace('}', ', "occurred_at": "yesterday"}'))).toBe('422');
  expect(await send(event.replace('}', ', "occurred_at": "2026-02-30T08:00:00Z"}'))).toBe('422');
  expect(await send(event.replace('}', ', "occurred_at": "2099-01-01T00:00:00Z"}'))).toBe('422');
  expect(await send(event.replace('sandbox-', 'other-'))).toBe('404');
  expect(await send(event)).toBe('200 accepted');
  expect(await send(event)).toBe('200 duplicate');
  expect(await now()).toBe('verified complete');
});

test.each([
  ['VERIFIED', 'verified complete'],
  ['unverified', 'not_verified complete address_not_verified'],
  ['FAILED - NOT IN RESIDENCE', 'not_verified complete not_in_residence'],
  ['wrong_address', 'not_verified complete not_in_residence'],
  ['INVALID_ADDRESS', 'not_verified complete address_invalid'],
  ['Cannot access address', 'review complete no_access'],
  ['NO_ACCESS', 'review complete no_access'],
  ['cancelled', 'review complete visit_cancelled'],
  ['IN PROGRESS', 'review in_progress visit_pending'],
  ['pending', 'review in_progress visit_pending'],
])('the provider\u2019s status %s is known', async (status, becomes) => {
  const { news, now } = await visited(sandboxed);
  expect(await news(status)).toBe('200 accepted');
  expect(await now()).toBe(becomes);
});

test('an unknown status changes nothing, is an error in the log, and may be sent again', async () => {
  const alarms: object[] = [];
  const log = { info() {}, warn() {}, error: (fields: object) => void alarms.push(fields) };
  const alarmed = await verifying({ log });
  const { news, now, asked } = await visited(alarmed);
  for (const status of ['partially_verified', 'toString', 'verified.']) {
    expect(await news(status, { event_id: 'same' })).toBe('200 ignored');
    expect(await now()).toBe('review in_progress visit_pending');
  }
  expect(alarms[0]).toEqual({ provider: 'sandbox', status: 'partially_verified', check_id: asked.check_id });
  expect(alarms).toHaveLength(3);
  expect(await news('verified', { event_id: 'same' })).toBe('200 accepted');
  await alarmed.close();
});

test('news that is faster than the check that it is of is not used up', async () => {
  const { asked, news, now } = await visited(sandboxed);
  const { checks } = sandboxed.store;
  const of = { tenant: scope.tenant_id, partner: scope.partner_id };
  const [kept] = await checks.get(of, [asked.check_id]);
  const early = { event_id: 'early' };
  // As the store is between the provider's answer and ours.
  const reference = `${asked.provider_reference}-2`;
  await checks.add({
    ...{ scope: NEWS, checkId: reference, route: 'reference', requestDigest: '', subjectRef: null, actor: null },
    ...{ createdAt: NOW, expiresAt: NOW + 1e9, answer: { ...of, checkId: 'on-its-way' }, status: null, state: null },
    batchId: null,
  });
  expect(await news('verified', { ...early, reference })).toBe('404');
  await checks.add({ ...kept!, checkId: 'on-its-way' });
  expect(await news('verified', { ...early, reference })).toBe('200 accepted');
  expect((await checks.get(of, ['on-its-way']))[0]?.status).toBe('verified');
  expect(await now()).toBe('review in_progress visit_pending');
});

test('news counts by the provider\u2019s time, in whatever order it arrives', async () => {
  const late = { occurred_at: '2026-11-22T10:00:00+01:00' };
  const early = { occurred_at: '2026-11-22T08:30:00Z' };
  const one = await visited(sandboxed);
  expect(await one.news('wrong_address', late)).toBe('200 accepted');
  expect(await one.news('verified', early)).toBe('200 outdated');
  expect(await one.now()).toBe('not_verified complete not_in_residence');
  expect(await one.news('verified')).toBe('200 accepted');
  expect(await one.now()).toBe('verified complete');
  const two = await visited(sandboxed);
  expect(await two.news('verified', {}, seconds + 2)).toBe('200 accepted');
  expect(await two.news('in_progress', {}, seconds + 1)).toBe('200 outdated');
  expect(await two.now()).toBe('verified complete');
  // Of one moment the worse outcome counts, and an outcome over none.
  for (const order of [
    ['in_progress', 'unverified', 'verified', 'no_access'],
    ['no_access', 'verified', 'in_progress', 'unverified'],
  ]) {
    const three = await visited(sandboxed);
    await Promise.all(order.map((status) => three.news(status, late)));
    expect(await three.now()).toBe('not_verified complete address_not_verified');
  }
});

test('another provider\u2019s statuses are named in its mapping', () => {
  const file = join(mkdtempSync(join(tmpdir(), 'tieout-mapping-')), 'provider.json');
  const write = (statuses: unknown) => writeFileSync(file, JSON.stringify({ address: { statuses } }));
  write({ 'Visit Done': 'verified' });
  expect(readMapping(file).address).toMatchObject({ reference: 'id', statuses: { visit_done: 'verified' } });
  write({ done: 'fine' });
  expect(() => readMapping(file)).toThrow('address.statuses.done must be one of verified, not_verified');
});
