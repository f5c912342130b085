// Signing in to the console: the cookie, how long it holds, whom it stands for, and which pages may use it.

import { createCipheriv, createHash, createHmac } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Caller, NO_QUOTA } from '../../../src/core/callers/caller.ts';
import type { Callers } from '../../../src/ports/calls/callers.ts';
import { createWrongTokens } from '../../../src/rest/console/wrong-tokens.ts';
import type { RunningServer } from '../../../src/rest/server.ts';
import { createConsoleCookies } from '../../../src/rpc/callers/console-cookie.ts';
import { start } from '../running.ts';
import { type Answered, ask } from './asked.ts';

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const SERVICE = 'a-token-of-the-service';
const ADA: Caller = {
  id: 'ada',
  name: 'Ada',
  tenants: ['one'],
  partners: null,
  branches: null,
  roles: ['read'],
  quota: NO_QUOTA,
};
const JWT = 'head.body.signature';
let digests: readonly string[] = [sha256('token-of-ada')];
const callers: Callers = {
  ofToken: async (token) =>
    digests.includes(sha256(token)) ? ADA : token === JWT ? { ...ADA, id: 'oidc:bola', name: 'Bola' } : null,
  ofMessage: () => null,
  ofId: (id) => (id === 'ada' ? { caller: ADA, digests } : null),
  anonymous: () => null,
};

let server: RunningServer;
beforeAll(async () => {
  server = await start({ token: SERVICE, callers });
});
afterAll(() => server.close());
beforeEach(() => {
  digests = [sha256('token-of-ada')];
});

const json = { 'content-type': 'application/json' };
const at = (path: string, headers: Readonly<Record<string, string>> = {}) => ask(server.address + path, { headers });
const signIn = (token: string, headers: Readonly<Record<string, string>> = {}) =>
  ask(`${server.address}/console/sign-in`, {
    method: 'POST',
    headers: { ...json, ...headers },
    body: JSON.stringify({ token }),
  });
const cookieOf = ({ headers }: Answered) => headers['set-cookie']![0]!.split(';')[0]!;
const who = async (cookie: string) =>
  JSON.parse(String((await at('/console/who', { cookie })).body)).caller?.id ?? null;
/** Connect, as the console calls. */
const call = (headers: Readonly<Record<string, string>>, method = 'ListRuns') =>
  ask(`${server.address}/tieout.engine.v1.OperatorService/${method}`, {
    method: 'POST',
    headers: { ...json, ...headers },
    body: '{}',
  });

describe('the cookie', () => {
  test.each([
    ['the service’s token', SERVICE, 'service'],
    ['a caller’s token', 'token-of-ada', 'ada'],
    ['an issuer’s token', JWT, 'oidc:bola'],
  ])('of %s stands for its caller, and no script can read it', async (_, token, id) => {
    const answer = await signIn(token);
    expect(answer.status).toBe(200);
    expect(JSON.parse(String(answer.body)).caller.id).toBe(id);
    expect(answer.headers['set-cookie']![0]).toMatch(
      /^tieout_console=\S+; Path=\/; Max-Age=28800; HttpOnly; SameSite=Strict$/,
    );
    expect(await who(cookieOf(answer))).toBe(id);
    if (token !== JWT) expect(cookieOf(answer)).not.toContain(token);
  });

  test('calls methods over Connect and REST, with the caller’s roles alone', async () => {
    const cookie = cookieOf(await signIn('token-of-ada'));
    expect((await call({ cookie })).status).toBe(501);
    expect((await at('/v1/runs?tenant_id=one', { cookie })).status).toBe(501);
    expect((await call({ cookie }, 'CancelRun')).status).toBe(403);
    expect((await call({})).status).toBe(401);
  });

  test('ends with the token, and is no other caller’s', async () => {
    const cookie = cookieOf(await signIn('token-of-ada'));
    const [, ends, , signature] = cookie.split('=')[1]!.split('.');
    const service = Buffer.from('service').toString('base64url');
    expect(await who(`tieout_console=s.${ends}.${service}.${signature}`)).toBe(null);
    expect(await who(cookie.replace(ends!, String(Number(ends) + 1)))).toBe(null);
    digests = [sha256('another-token')];
    expect(await who(cookie)).toBe(null);
  });

  test('ends after eight hours', async () => {
    let now = 1_800_000_000_000;
    const cookies = createConsoleCookies({ service: SERVICE, callers, clock: () => now });
    const { value } = (await cookies.signIn(SERVICE))!;
    now += 8 * 3_600_000 - 1_000;
    expect((await cookies.callerOf(value))?.id).toBe('service');
    now += 2_000;
    expect(await cookies.callerOf(value)).toBe(null);
  });

  test('is known to another process with the same callers', async () => {
    const options = { service: SERVICE, callers, clock: Date.now };
    const { value } = (await createConsoleCookies(options).signIn('token-of-ada'))!;
    expect((await createConsoleCookies(options).callerOf(value))?.id).toBe('ada');
  });

  test('is not made by whoever knows the digests, and shows no token', async () => {
    const { value } = (await createConsoleCookies({ service: SERVICE, callers, clock: Date.now }).signIn(SERVICE))!;
    const text = `k.${value.split('.')[1]}.${Buffer.from('ada').toString('base64url')}`;
    const key = createHmac('sha256', Buffer.from(digests[0]!, 'hex')).update('tieout console').digest();
    const sealed = ['', digests[0]!, 'token-of-mallory'].map((token) => {
      const cipher = createCipheriv('aes-256-gcm', key, Buffer.alloc(12)).setAAD(Buffer.from(text));
      const bytes = Buffer.concat([Buffer.alloc(12), cipher.update(token), cipher.final(), cipher.getAuthTag()]);
      return bytes.toString('base64url');
    });
    const signed = createHmac('sha256', Buffer.from(digests[0]!, 'hex')).update(`tieout console ${text}`);
    for (const made of [...sealed, signed.digest('base64url')])
      expect(await who(`tieout_console=${text}.${made}`)).toBe(null);
    expect(Buffer.from(value.split('.')[3]!, 'base64url').toString('latin1')).not.toContain(SERVICE);
  });

  test.each(['', 'k', 'k.1', 's.99999999999.c2VydmljZQ.', 't.', 'k.9.%%%.x', 'k.99999999999.YWRh.AAAA'])(
    'that reads %j is nobody’s',
    async (value) => {
      expect(await who(`tieout_console=${value}`)).toBe(null);
    },
  );

  test('is taken away by signing out', async () => {
    const out = await ask(`${server.address}/console/sign-out`, { method: 'POST', headers: json, body: '{}' });
    expect(out.headers['set-cookie']![0]).toMatch(/^tieout_console=; Path=\/; Max-Age=0; /);
  });
});

describe('a page of another origin', () => {
  const own = () => new URL(server.address).host;
  const CASES: [string, () => Record<string, string>, number][] = [
    ['the own page', () => ({ origin: `http://${own()}`, 'sec-fetch-site': 'same-origin' }), 501],
    ['another site', () => ({ origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }), 403],
    ['another port of this machine', () => ({ origin: 'http://localhost:1', 'sec-fetch-site': 'same-site' }), 403],
    ['a browser that names no site', () => ({ origin: 'https://evil.example' }), 403],
    ['a sandboxed frame', () => ({ origin: 'null' }), 403],
    [
      'a host that was resolved to this machine',
      () => ({ host: 'evil.example', origin: 'http://evil.example', 'sec-fetch-site': 'same-origin' }),
      403,
    ],
  ];
  test.each(CASES)('%s', async (_, headers, status) => {
    const cookie = cookieOf(await signIn('token-of-ada'));
    expect((await call({ cookie, ...headers() })).status).toBe(status);
  });

  test('cannot decide where no token is needed', async () => {
    const laptop = await start({ handlers: {} });
    const resolve = (headers: Readonly<Record<string, string>>) =>
      ask(`${laptop.address}/v1/exceptions/resolve`, { method: 'POST', headers: { ...json, ...headers }, body: '{}' });
    expect((await resolve({})).status).toBe(422);
    expect((await resolve({ origin: laptop.address, 'sec-fetch-site': 'same-origin' })).status).toBe(422);
    const refused = await resolve({ origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' });
    expect([refused.status, JSON.parse(String(refused.body)).code]).toEqual([403, 'origin_refused']);
    await laptop.close();
  });

  test('with a bearer token is any other client', async () => {
    const headers = { authorization: `Bearer ${SERVICE}`, origin: 'https://dashboard.example' };
    expect((await call(headers)).status).toBe(501);
  });

  test('is the console where TIEOUT_CONSOLE_ORIGIN names it', async () => {
    const behind = await start({ token: SERVICE, consoleOrigin: 'https://recon.example' });
    const from = (headers: Readonly<Record<string, string>>) =>
      ask(`${behind.address}/console/sign-in`, {
        method: 'POST',
        headers: { ...json, ...headers },
        body: JSON.stringify({ token: SERVICE }),
      });
    const answer = await from({ host: 'recon.example', origin: 'https://recon.example' });
    expect(answer.status).toBe(200);
    expect(answer.headers['set-cookie']![0]).toMatch(/; Secure$/);
    expect((await from({ host: 'inside:8080', origin: 'https://recon.example' })).status).toBe(200);
    expect((await from({ host: 'other.example', origin: 'https://other.example' })).status).toBe(403);
    await behind.close();
  });
});

describe('wrong tokens', () => {
  test('are answered 401 ten times, then 429, and then no token is looked at', async () => {
    const strict = await start({ token: SERVICE });
    const again = (token: string) =>
      ask(`${strict.address}/console/sign-in`, { method: 'POST', headers: json, body: JSON.stringify({ token }) });
    const statuses: number[] = [];
    for (let i = 0; i < 11; i++) statuses.push((await again('wrong')).status);
    expect(statuses).toEqual([...Array(10).fill(401), 429]);
    expect((await again(SERVICE)).status).toBe(429);
    await strict.close();
  });

  test('count for a minute, each address by itself', () => {
    let now = 0;
    const wrong = createWrongTokens(() => now);
    for (let i = 0; i < 10; i++) wrong.count('10.0.0.1');
    expect(() => wrong.require('10.0.0.1')).toThrow('Too many wrong tokens');
    expect(() => wrong.require('10.0.0.2')).not.toThrow();
    now = 60_001;
    expect(() => wrong.require('10.0.0.1')).not.toThrow();
  });

  test.each(['', '[]', '{}', '{"token":7}', 'no json'])('a body of %j has none', async (body) => {
    const answer = await ask(`${server.address}/console/sign-in`, { method: 'POST', headers: json, body });
    expect(answer.status).toBe(401);
  });
});

test('without tokens nobody signs in, and everybody may do everything', async () => {
  const laptop = await start();
  const answer = await ask(`${laptop.address}/console/who`);
  expect(JSON.parse(String(answer.body))).toMatchObject({ asks_for_token: false, caller: { id: null, tenants: null } });
  await laptop.close();
});
