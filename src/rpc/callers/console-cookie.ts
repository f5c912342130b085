// A person's sign-in to the console. The token is posted once; from then on the browser sends a cookie that no script
// can read. For a token that the service keeps, it names the caller and an end, under an HMAC whose key is the token's
// digest: a restart, or another process, knows it too, and taking the token away ends it. A token of an issuer (OIDC) is
// not kept here, so it is itself the cookie, and is verified with each call.

import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
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
  const named = (kind: string, id: string, digest: string): string => {
    const ends = Math.floor(clock() / 1_000) + LASTS_S;
    const text = `${kind}.${ends}.${Buffer.from(id).toString('base64url')}`;
    return `${text}.${signatureOf(text, digest)}`;
  };
  return {
    async signIn(token) {
      const digest = digestOf(token);
      if (digest === ofService) return { caller: SERVICE, value: named('s', SERVICE.id!, digest) };
      const caller = (await callers?.ofToken(token)) ?? null;
      if (caller === null) return null;
      const isKept = callers?.ofId(caller.id ?? '')?.digests.includes(digest) === true;
      if (isKept) return { caller, value: named('k', caller.id!, digest) };
      return token.length > MOST_TOKEN || !/^[\w.-]+$/.test(token) ? null : { caller, value: `t.${token}` };
    },
    async callerOf(value) {
      if (value.startsWith('t.')) return (await callers?.ofToken(value.slice(2))) ?? null;
      const [kind = '', ends = '', id = '', signature = ''] = value.split('.');
      const left_s = Number(ends) - clock() / 1_000;
      if (!/^\d{1,12}$/.test(ends) || left_s < 0 || left_s > LASTS_S) return null;
      const found = known(kind, Buffer.from(id, 'base64url').toString());
      const text = `${kind}.${ends}.${id}`;
      return found?.digests.some((digest) => isSame(signatureOf(text, digest), signature)) ? found.caller : null;
    },
  };
}

const digestOf = (token: string): string => createHash('sha256').update(token).digest('hex');

const signatureOf = (text: string, digest: string): string =>
  createHmac('sha256', Buffer.from(digest, 'hex')).update(`tieout console ${text}`).digest('base64url');

function isSame(wanted: string, given: string): boolean {
  const [one, other] = [Buffer.from(wanted), Buffer.from(given)];
  return one.length === other.length && timingSafeEqual(one, other);
}

/** The value of the console's cookie in a Cookie header; null: there is none. */
export function cookieIn(header: string | undefined): string | null {
  const found = header?.split(';').find((one) => one.trimStart().startsWith(`${COOKIE}=`));
  return found === undefined ? null : found.trim().slice(COOKIE.length + 1);
}

/** The Set-Cookie header that begins or, with an empty value, ends a sign-in. `isSecure`: browsers come over TLS. */
export const setCookie = (value: string, isSecure: boolean): string =>
  `${COOKIE}=${value}; Path=/; Max-Age=${value === '' ? 0 : LASTS_S}; HttpOnly; SameSite=Strict${isSecure ? '; Secure' : ''}`;
