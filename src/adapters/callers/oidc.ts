// Callers by tokens of an OpenID Connect issuer: its keys are fetched, kept, and fetched again when a token names a key
// that is not known. The caller's id is `oidc:` and the subject.

import { createRemoteJWKSet, errors, type JWTPayload, jwtVerify } from 'jose';
import { CALLER_ROLES, type Caller, NO_QUOTA } from '../../core/callers/caller.ts';
import { TieoutError } from '../../core/errors.ts';

export interface OidcSettings {
  /** As the tokens name it, and without the well-known path. */
  readonly issuer: string;
  readonly audience: string;
  /** Claims by name, or by names with dots within objects (`realm_access.roles`). */
  readonly tenantsClaim: string;
  readonly rolesClaim: string;
}

type Keys = ReturnType<typeof createRemoteJWKSet>;

/** Only signatures by a private key: a shared secret or none proves nothing of the issuer. */
const ALGORITHMS = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
];
/** Clocks of two machines may differ so much, in seconds. */
const CLOCKS_S = 30;
const TIMEOUT_MS = 5_000;
/** Keys are fetched again after this time, so that a key that the issuer took away ends. */
const KEEP_MS = 10 * 60_000;
/** Least time between two fetches for keys that nobody knows. */
const PAUSE_MS = 10_000;
const ALL = '*';

/** Answers the caller of a token; null for one that is not the issuer's. Throws callers_unavailable. */
export function oidcCallers(
  settings: OidcSettings,
  { pauseMs = PAUSE_MS }: { readonly pauseMs?: number } = {},
): (token: string) => Promise<Caller | null> {
  const { issuer, audience } = settings;
  let keys: Promise<Keys> | null = null;
  const keysOfIssuer = (): Promise<Keys> => {
    keys ??= findKeys(issuer, pauseMs).catch((error: unknown) => {
      keys = null;
      throw error;
    });
    return keys;
  };
  return async (token) => {
    if (token.split('.').length !== 3) return null;
    const found = await keysOfIssuer();
    try {
      const { payload } = await jwtVerify(token, found, {
        ...{ issuer, audience, algorithms: ALGORITHMS, clockTolerance: CLOCKS_S },
        requiredClaims: ['sub', 'exp'],
      });
      return callerOf(payload, settings);
    } catch (error) {
      if (isAway(error)) throw away();
      return null;
    }
  };
}

async function findKeys(issuer: string, pauseMs: number): Promise<Keys> {
  let found: { readonly issuer?: unknown; readonly jwks_uri?: unknown };
  try {
    const answer = await fetch(`${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`, {
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (!answer.ok) throw away();
    found = (await answer.json()) as typeof found;
  } catch {
    throw away();
  }
  const address = typeof found.jwks_uri === 'string' ? URL.parse(found.jwks_uri) : null;
  if (found.issuer !== issuer || address === null) throw away();
  if (address.protocol !== 'https:' && !issuer.startsWith('http:')) throw away();
  return createRemoteJWKSet(address, {
    timeoutDuration: TIMEOUT_MS,
    cacheMaxAge: KEEP_MS,
    cooldownDuration: pauseMs,
  });
}

/** What no token can be blamed for: the keys could not be fetched. */
const isAway = (error: unknown): boolean =>
  error instanceof errors.JWKSTimeout ||
  error instanceof errors.JWKSInvalid ||
  !(error instanceof errors.JOSEError) ||
  error.code === 'ERR_JOSE_GENERIC';

const away = () =>
  new TieoutError('callers_unavailable', 'The issuer of tokens cannot be asked for its keys: try again.');

const SUBJECT = /^[\x21-\x7e]{1,255}$/;

function callerOf(payload: JWTPayload, { tenantsClaim, rolesClaim }: OidcSettings): Caller | null {
  const { sub = '', name } = payload;
  if (!SUBJECT.test(sub)) return null;
  const tenants = textsOf(payload, tenantsClaim);
  const roles = textsOf(payload, rolesClaim);
  return {
    id: `oidc:${sub}`,
    name: typeof name === 'string' ? name : sub,
    tenants: tenants.includes(ALL) ? null : tenants,
    partners: null,
    branches: null,
    roles: CALLER_ROLES.filter((role) => roles.includes(role)),
    quota: NO_QUOTA,
  };
}

/** The claim's texts: a list, or one text with spaces between them. */
function textsOf(payload: JWTPayload, claim: string): readonly string[] {
  const value = (payload[claim] ??
    claim
      .split('.')
      .reduce<unknown>((at, part) => (at as Record<string, unknown> | undefined)?.[part], payload)) as unknown;
  if (typeof value === 'string') return value.split(' ').filter((text) => text !== '');
  return Array.isArray(value) ? value.filter((text) => typeof text === 'string') : [];
}
