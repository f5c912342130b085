// Calls that a browser makes. A page anywhere could make a browser call the service: with the console's cookie, or where
// none is needed, as on a laptop. So a call without a bearer token that shows a browser's headers has to come from a page
// of this origin, at a host that is known to be the service's own: another page may only have been resolved to it.

import type { IncomingHttpHeaders } from 'node:http';
import type { Credential } from '../../../gen/tieout/options/v1/options_pb.ts';
import { type Caller, hasName } from '../../core/callers/caller.ts';
import { TieoutError } from '../../core/errors.ts';
import type { Authenticate } from '../../rpc/callers/authentication.ts';
import { type ConsoleCookies, cookieIn } from '../../rpc/callers/console-cookie.ts';

/** Which pages are the service's own. */
export interface OwnPages {
  /** TIEOUT_CONSOLE_ORIGIN; null: browsers come to this machine alone. */
  readonly origin: string | null;
  /**
   * Whoever reaches the port may do everything, as on a laptop: then each call has to name this machine as its host, for
   * a page that was resolved to it may send a GET that shows nothing of a browser.
   */
  readonly isOpen: boolean;
}

interface BrowserOptions {
  readonly authenticate: Authenticate;
  readonly cookies: ConsoleCookies;
  readonly own: OwnPages;
}

/** The caller of a request. Throws origin_refused, unauthenticated or callers_unavailable. */
export type CallerOf = (wanted: Credential, headers: IncomingHttpHeaders) => Promise<Caller>;

export function createCallerOf({ authenticate, cookies, own }: BrowserOptions): CallerOf {
  return async (wanted, headers) => {
    const { authorization } = headers;
    const bearer = authorization === undefined ? null : await authenticate(wanted, authorization);
    // A page that brings any header is still a page: only who is known needs no look at where it comes from.
    if (bearer !== null && hasName(bearer.id)) return bearer;
    requireOwnPage(headers, own);
    if (bearer !== null) return bearer;
    const cookie = cookieIn(headers.cookie);
    const signedIn = cookie === null ? null : await cookies.callerOf(cookie);
    return signedIn ?? authenticate(wanted, undefined);
  };
}

/** Throws origin_refused for a call that a browser makes for a page of another origin. */
export function requireOwnPage(headers: IncomingHttpHeaders, { origin: consoleOrigin, isOpen }: OwnPages): void {
  const { origin, 'sec-fetch-site': site, cookie, host: given } = headers;
  const named = given ?? (headers[':authority'] as string | undefined);
  const isBrowser =
    (isOpen && named !== undefined) || origin !== undefined || site !== undefined || cookieIn(cookie) !== null;
  if (!isBrowser) return;
  if (site !== undefined && site !== 'same-origin' && site !== 'none') throw foreign();
  if (consoleOrigin !== null && origin === consoleOrigin) return;
  const host = named ?? '';
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
