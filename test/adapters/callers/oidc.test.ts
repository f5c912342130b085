// Tokens of an issuer on a real socket: its keys are fetched once, again when a token names a new one, and no other
// token counts.

import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type OidcSettings, oidcCallers } from '../../../src/adapters/callers/oidc.ts';

type Pair = Awaited<ReturnType<typeof generateKeyPair>>;

let server: Server;
let issuer: string;
let shown: { readonly kid: string; readonly pair: Pair }[];
let asked: string[];
let away: boolean;

beforeEach(async () => {
  [shown, asked, away] = [[{ kid: 'first', pair: await generateKeyPair('ES256') }], [], false];
  server = createServer(async ({ url = '' }, response) => {
    asked.push(url);
    if (away) return response.writeHead(500).end();
    const keys = await Promise.all(
      shown.map(async ({ kid, pair }) => ({ ...(await exportJWK(pair.publicKey)), kid, alg: 'ES256', use: 'sig' })),
    );
    const body = url.endsWith('openid-configuration') ? { issuer, jwks_uri: `${issuer}/keys` } : { keys };
    response.setHeader('content-type', 'application/json').end(JSON.stringify(body));
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(() => new Promise((closed) => server.close(closed)));

const QUIET = { info: () => {}, warn: () => {}, error: () => {} };
const settings = (more: Partial<OidcSettings> = {}): OidcSettings => ({
  ...{ issuer, audience: 'tieout', tenantsClaim: 'tieout_tenants', rolesClaim: 'realm_access.roles', ...more },
});

const CLAIMS = {
  sub: 'u-17',
  name: 'Somebody',
  tieout_tenants: ['umoja'],
  realm_access: { roles: ['read', 'decide', 'x'] },
};

const signed = (claims: JWTPayload = CLAIMS, { audience = 'tieout', expires = '5m', key = shown[0]! } = {}) =>
  new SignJWT(claims)
    .setProtectedHeader({ alg: 'ES256', kid: key.kid })
    .setIssuer(issuer)
    .setAudience(audience)
    .setIssuedAt()
    .setExpirationTime(expires)
    .sign(key.pair.privateKey);

test('a token names its caller, tenants and roles; the keys are fetched once', async () => {
  const { ofToken: callerOf } = oidcCallers(settings(), { log: QUIET });
  const caller = { id: 'oidc:u-17', name: 'Somebody', tenants: ['umoja'], roles: ['read', 'decide'] };
  expect(await callerOf(await signed())).toMatchObject(caller);
  expect(await callerOf(await signed({ ...CLAIMS, tieout_tenants: '*', realm_access: {} }))).toMatchObject({
    ...{ tenants: null, roles: [] },
  });
  expect(await callerOf(await signed({ sub: 'u-18' }))).toMatchObject({ id: 'oidc:u-18', tenants: [], roles: [] });
  expect(asked).toEqual(['/.well-known/openid-configuration', '/keys']);
});

test('a token of another audience, issuer or key, one that is over, unsigned or without a subject is nobody’s', async () => {
  const { ofToken: callerOf } = oidcCallers(settings(), { log: QUIET });
  const stranger = { kid: 'first', pair: await generateKeyPair('ES256') };
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const claims = { ...CLAIMS, iss: issuer, aud: 'tieout', exp: 4_000_000_000 };
  const { sub: _, ...nameless } = CLAIMS;
  for (const token of [
    await signed(CLAIMS, { audience: 'another' }),
    await signed(CLAIMS, { expires: '-2m' }),
    await signed(CLAIMS, { key: stranger }),
    await signed({ ...CLAIMS, sub: 'line\nfeed' }),
    await signed(nameless as JWTPayload),
    `${part({ alg: 'none' })}.${part(claims)}.`,
    `${part({ alg: 'HS256', kid: 'first' })}.${part(claims)}.AAAA`,
    'a.b.c',
    'opaque',
  ]) {
    expect([token, await callerOf(token)]).toEqual([token, null]);
  }
  const elsewhere = oidcCallers(settings({ issuer: `${issuer}/other` }), { log: QUIET });
  await expect(elsewhere.ofToken(await signed())).rejects.toMatchObject({ code: 'callers_unavailable' });
});

test('a new key of the issuer is found, and an issuer that is away is no reason to refuse a token for good', async () => {
  const { ofToken: callerOf, trouble } = oidcCallers(settings(), { log: QUIET, pauseMs: 0, keepMs: 0 });
  away = true;
  await expect(callerOf(await signed())).rejects.toMatchObject({ code: 'callers_unavailable' });
  away = false;
  expect(await callerOf(await signed())).not.toBeNull();
  const second = { kid: 'second', pair: await generateKeyPair('ES256') };
  shown = [second];
  expect(await callerOf(await signed(CLAIMS, { key: second }))).toMatchObject({ id: 'oidc:u-17' });
  away = true;
  // Keys that were shown last count while the issuer is away, and the trouble is told.
  expect(await callerOf(await signed(CLAIMS, { key: second }))).not.toBeNull();
  await expect(callerOf(await signed(CLAIMS, { key: { ...second, kid: 'third' } }))).rejects.toMatchObject({
    ...{ code: 'callers_unavailable' },
  });
  expect(trouble()).toContain('cannot be asked for its keys');
  away = false;
  expect(await callerOf(await signed(CLAIMS, { key: second }))).not.toBeNull();
  expect(trouble()).toBeNull();
});
