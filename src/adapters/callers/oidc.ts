// Callers by tokens of an OpenID Connect issuer: its keys are fetched, kept, and fetched again when a token names a key
// that is not known. The caller's id is `oidc:` and the subject.

import { createLocalJWKSet, createRemoteJWKSet, errors, type JWTPayload, jwtVerify } from 'jose';
import { CALLER_ROLES, type Caller, NO_QUOTA } from '../../core/callers/caller.ts';
import { TieoutError } from '../../core/errors.ts';
import type { Log } from '../../ports/log.ts';

export interface OidcSettings {
  /** The issuer's address as the tokens name it, without the well-known path. */
  readonly issuer: string;
  readonly audience: string;
  /** Claims by name, or by names with dots within objects (`realm_access.roles`). */
  readonly tenantsClaim: string;
  readonly rolesClaim: string;
}

type Keys = ReturnType<typeof createRemoteJWKSet>;
type LocalKeys = ReturnType<typeof createLocalJWKSet>;

interface KeyTimes {
  readonly pauseMs: number;
  readonly keepMs: number;
}

interface OidcOptions extends Partial<KeyTimes> {
  readonly log: Log;
}

const AWAY = 'The issuer of tokens cannot be asked for its keys; those of before count for an hour.';

/** Signatures by a private key: a shared secret, or no signature, proves nothing of the issuer. */
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
/** Keys that were shown last count so long while the issuer is away. */
const STALE_MS = 60 * 60_000;
const ALL = '*';

interface OidcCallers {
  /** Null for a token that is not the issuer's. Throws callers_unavailable. */
  ofToken(token: string): Promise<Caller | null>;
  /** Why the issuer's keys are those of before; null while it can be asked. */
  trouble(): string | null;
}

export function oidcCallers(
  settings: OidcSettings,
  { log, pauseMs = PAUSE_MS, keepMs = KEEP_MS }: OidcOptions,
): OidcCallers {
  const { issuer, audience } = settings;
  let keys: Promise<Keys> | null = null;
  let last: { readonly keys: LocalKeys; readonly at: number } | null = null;
  let trouble: string | null = null;
  const keysOfIssuer = (): Promise<Keys> => {
    keys ??= findKeys(issuer, { pauseMs, keepMs }).catch((error: unknown) => {
      keys = null;
      throw error;
    });
    return keys;
  };
  const isAway = (): void => {
    if (trouble === null) log.error({ issuer }, AWAY);
    trouble = AWAY;
  };
  const verified = async (token: string, by: Keys | LocalKeys): Promise<Caller | null> => {
    const { payload } = await jwtVerify(token, by as Keys, {
      ...{ issuer, audience, algorithms: ALGORITHMS, clockTolerance: CLOCKS_S },
      requiredClaims: ['sub', 'exp'],
    });
    return callerOf(payload, settings);
  };
  /** Verifies a token by the keys that the issuer showed last, while it cannot be asked. */
  const ofLastKeys = async (token: string): Promise<Caller | null> => {
    isAway();
    if (last === null || Date.now() - last.at > STALE_MS) throw away();
    try {
      return await verified(token, last.keys);
    } catch (error) {
      if (error instanceof errors.JWKSNoMatchingKey) throw away();
      return null;
    }
  };
  return {
    trouble: () => trouble,
    async ofToken(token) {
      if (token.split('.').length !== 3) return null;
      try {
        const found = await keysOfIssuer();
        const caller = await verified(token, found);
        const shown = found.jwks();
        if (shown !== undefined) last = { keys: createLocalJWKSet(shown), at: Date.now() };
        trouble = null;
        return caller;
      } catch (error) {
        return isOutage(error) ? ofLastKeys(token) : null;
      }
    },
  };
}

async function findKeys(issuer: string, { pauseMs, keepMs }: KeyTimes): Promise<Keys> {
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
    cacheMaxAge: keepMs,
    cooldownDuration: pauseMs,
  });
}

/** Whether the keys could not be fetched, which is no fault of the token. */
const isOutage = (error: unknown): boolean =>
  error instanceof TieoutError ||
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
