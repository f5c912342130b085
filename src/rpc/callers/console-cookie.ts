// A person's sign-in to the console. The token is posted once; from then on the browser sends a cookie that no script
// can read. For a token whose digest the service keeps, it names the caller and an end, and has the token itself, sealed
// under its digest: a restart, or another process, can open it, and taking the token away ends it. Whoever reads the
// digests in the file of callers makes no cookie of them, for what is sealed must have that digest; whoever takes a
// cookie without the file has a sign-in until its end, and no token. A token of an issuer (OIDC) is not kept here, so it
// is itself the cookie, and is verified with each call.

import { createCipheriv, createDecipheriv, createHash, createHmac, randomBytes } from 'node:crypto';
import { type Caller, SERVICE } from '../../core/callers/caller.ts';
import type { Callers } from '../../ports/calls/callers.ts';

const COOKIE = 'tieout_console';

/** How long a sign-in lasts. */
const LASTS_S = 8 * 60 * 60;

/** Browsers keep no longer cookie. */
const MOST_TOKEN = 3_800;

export interface SignedIn {
  readonly caller: Caller;
  readonly value: string;
}

export interface ConsoleCookies {
  /** Null: the token is nobody's, or too long for a cookie. Throws callers_unavailable. */
  signIn(token: string): Promise<SignedIn | null>;
  /** The caller of a cookie that a request brought; null: nobody's, or it has ended. Throws callers_unavailable. */
  callerOf(value: string): Promise<Caller | null>;
}

interface CookieOptions {
  readonly service: string | null;
  readonly callers: Callers | null;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
}

export function createConsoleCookies({ service, callers, clock }: CookieOptions): ConsoleCookies {
  const ofService = service === null ? null : digestOf(service);
  const known = (kind: string, id: string) => {
    if (kind === 's') return ofService === null ? null : { caller: SERVICE, digests: [ofService] };
    return callers?.ofId(id) ?? null;
  };
  const named = (kind: string, id: string, token: string): string | null => {
    const ends = Math.floor(clock() / 1_000) + LASTS_S;
    const text = `${kind}.${ends}.${Buffer.from(id).toString('base64url')}`;
    const value = `${text}.${seal(token, text)}`;
    return value.length > MOST_TOKEN ? null : value;
  };
  const signedIn = (caller: Caller, value: string | null): SignedIn | null =>
    value === null ? null : { caller, value };
  return {
    async signIn(token) {
      const digest = digestOf(token);
      if (digest === ofService) return signedIn(SERVICE, named('s', SERVICE.id!, token));
      const caller = (await callers?.ofToken(token)) ?? null;
      if (caller === null) return null;
      const isKept = callers?.ofId(caller.id ?? '')?.digests.includes(digest) === true;
      if (isKept) return signedIn(caller, named('k', caller.id!, token));
      return token.length > MOST_TOKEN || !/^[\w.-]+$/.test(token) ? null : { caller, value: `t.${token}` };
    },
    async callerOf(value) {
      if (value.startsWith('t.')) return (await callers?.ofToken(value.slice(2))) ?? null;
      const [kind = '', ends = '', id = '', sealed = ''] = value.split('.');
      const left_s = Number(ends) - clock() / 1_000;
      if (!/^\d{1,12}$/.test(ends) || left_s < 0 || left_s > LASTS_S) return null;
      const found = known(kind, Buffer.from(id, 'base64url').toString());
      const text = `${kind}.${ends}.${id}`;
      return found?.digests.some((digest) => isSealedIn(sealed, text, digest)) ? found.caller : null;
    },
  };
}

const digestOf = (token: string | Uint8Array): string => createHash('sha256').update(token).digest('hex');

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** The key is derived from the digest, so that it is the key of nothing else. */
const keyOf = (digest: string): Buffer =>
  createHmac('sha256', Buffer.from(digest, 'hex')).update('tieout console').digest();

/** `text`: what stands in clear before it, and cannot be changed either. */
function seal(token: string, text: string): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, keyOf(digestOf(token)), nonce).setAAD(Buffer.from(text));
  return Buffer.concat([nonce, cipher.update(token), cipher.final(), cipher.getAuthTag()]).toString('base64url');
}

/** Whether a token of this digest is sealed there. */
function isSealedIn(sealed: string, text: string, digest: string): boolean {
  const bytes = Buffer.from(sealed, 'base64url');
  if (bytes.length <= NONCE_BYTES + TAG_BYTES) return false;
  const decipher = createDecipheriv(CIPHER, keyOf(digest), bytes.subarray(0, NONCE_BYTES))
    .setAAD(Buffer.from(text))
    .setAuthTag(bytes.subarray(-TAG_BYTES));
  try {
    const token = [decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()];
    return digestOf(Buffer.concat(token)) === digest;
  } catch {
    return false;
  }
}

/** The value of the console's cookie in a Cookie header; null: there is none. */
export function cookieIn(header: string | undefined): string | null {
  const found = header?.split(';').find((one) => one.trimStart().startsWith(`${COOKIE}=`));
  return found === undefined ? null : found.trim().slice(COOKIE.length + 1);
}

/** The Set-Cookie header that begins or, with an empty value, ends a sign-in. `isSecure`: browsers come over TLS. */
export const setCookie = (value: string, isSecure: boolean): string =>
  `${COOKIE}=${value}; Path=/; Max-Age=${value === '' ? 0 : LASTS_S}; HttpOnly; SameSite=Strict${isSecure ? '; Secure' : ''}`;
