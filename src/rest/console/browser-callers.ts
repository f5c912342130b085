// Calls that a browser makes. A page anywhere could make a browser call the service: with the console's cookie, or where
// none is needed, as on a laptop. So a call without a bearer token that shows a browser's headers has to come from a page
// of this origin, at a host that is known to be the service's own: another page may only have been resolved to it.

import type { IncomingHttpHeaders } from 'node:http';
import type { Credential } from '../../../gen/tieout/options/v1/options_pb.ts';
import type { Caller } from '../../core/callers/caller.ts';
import { TieoutError } from '../../core/errors.ts';
import type { Authenticate } from '../../rpc/callers/authentication.ts';
import { type ConsoleCookies, cookieIn } from '../../rpc/callers/console-cookie.ts';

interface BrowserOptions {
  readonly authenticate: Authenticate;
  readonly cookies: ConsoleCookies;
  /** TIEOUT_CONSOLE_ORIGIN; null: browsers come to this machine alone. */
  readonly origin: string | null;
}

/** The caller of a request. Throws origin_refused, unauthenticated or callers_unavailable. */
export type CallerOf = (wanted: Credential, headers: IncomingHttpHeaders) => Promise<Caller>;

export function createCallerOf({ authenticate, cookies, origin }: BrowserOptions): CallerOf {
  return async (wanted, headers) => {
    const { authorization } = headers;
    if (authorization !== undefined) return authenticate(wanted, authorization);
    requireOwnPage(headers, origin);
    const cookie = cookieIn(headers.cookie);
    const signedIn = cookie === null ? null : await cookies.callerOf(cookie);
    return signedIn ?? authenticate(wanted, undefined);
  };
}

/** Throws origin_refused for a call that a browser makes for a page of another origin. */
export function requireOwnPage(headers: IncomingHttpHeaders, consoleOrigin: string | null): void {
  const { origin, 'sec-fetch-site': site, cookie, host: given } = headers;
  const isBrowser = origin !== undefined || site !== undefined || cookieIn(cookie) !== null;
  if (!isBrowser) return;
  if (site !== undefined && site !== 'same-origin' && site !== 'none') throw foreign();
  if (consoleOrigin !== null && origin === consoleOrigin) return;
  const host = given ?? (headers[':authority'] as string | undefined) ?? '';
  const from = origin === undefined ? host : URL.parse(origin)?.host;
  if (from !== host) throw foreign();
  if (consoleOrigin !== null && URL.parse(consoleOrigin)?.host === host) return;
  const name = URL.parse(`http://${host}`)?.hostname ?? '';
  if (!/^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(name)) {
    throw new TieoutError(
      'origin_refused',
      'Pages at this address may call the service once TIEOUT_CONSOLE_ORIGIN names it (docs/console.md)',
    );
  }
}

const foreign = () => new TieoutError('origin_refused', 'The call comes from a page of another origin');
