// One request for a file, with its redirects. Each host on the way must be allowed, and all of its addresses must be
// public unless the host is named in the list. The connection uses exactly the checked addresses, so a changed name
// resolution has no effect.

import { lookup as resolve } from 'node:dns';
import { type IncomingMessage, request as requestOverHttp } from 'node:http';
import { request as requestOverTls } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { TieoutError } from '../../core/errors.ts';
import { type AllowedHost, permissionFor, portOf } from './allowed-hosts.ts';
import { Passing, shown } from './fetch-failures.ts';
import { isPublic } from './public-address.ts';

interface FetchTerms {
  readonly hosts: readonly AllowedHost[];
  readonly range: Readonly<Record<string, string>> | null;
  readonly stallMs: number;
  readonly leftMs: number;
}

export interface FileResponse {
  /** 200 or 206. */
  readonly answer: IncomingMessage;
  /** Resolves once the connection is over; throws Passing if it ended badly. */
  ended(): Promise<void>;
  /** The meaning of a failure while reading. */
  why(error: unknown): Error;
}

const MAX_REDIRECTS = 5;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);
/** Statuses after which the request is repeated. */
const LATER = new Set([408, 425, 429]);

const notAllowed = (url: URL | string, why: string) =>
  new TieoutError('file_not_allowed', why, { file: shown(String(url)) });

/** Throws file_not_allowed, file_unreadable or Passing. */
export async function askFor(given: string, asking: FetchTerms): Promise<FileResponse> {
  let url = parsed(given, given);
  for (let redirects = 0; ; redirects++) {
    const answered = await ask(url, asking);
    const { statusCode = 0, headers } = answered.answer;
    if (statusCode === 200 || (statusCode === 206 && asking.range !== null)) return answered;
    answered.answer.destroy();
    if (REDIRECTS.has(statusCode) && headers.location !== undefined) {
      if (redirects === MAX_REDIRECTS) throw unreadable(given, `the url leads on more than ${MAX_REDIRECTS} times.`);
      const next = parsed(URL.parse(headers.location, url.href)?.href ?? '', given);
      if (url.protocol === 'https:' && next.protocol === 'http:')
        throw notAllowed(given, 'the url leads from https: to http:, where anybody could read and change the file.');
      url = next;
    } else if (statusCode >= 500 || LATER.has(statusCode)) throw new Passing(`the server answers ${statusCode}`);
    // The requested range does not exist, so the file has changed.
    else if (statusCode === 416 || statusCode === 412) throw new Passing('the file changed while it was fetched');
    else
      throw unreadable(
        given,
        `the server answers ${statusCode}: there is no such file, or the url is not valid any more.`,
      );
  }
}

const unreadable = (url: string, why: string) => new TieoutError('file_unreadable', why, { file: shown(url) });

function parsed(text: string, given: string): URL {
  const url = URL.parse(text);
  if (url === null || url.hostname === '' || !['http:', 'https:'].includes(url.protocol))
    throw notAllowed(given, 'the url, or one that it leads to, is no whole url of http: or https:.');
  return url;
}

async function ask(url: URL, { hosts, range, stallMs, leftMs }: FetchTerms): Promise<FileResponse> {
  const permission = permissionFor(url, hosts);
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (permission === null)
    throw notAllowed(url, `files are not fetched from ${url.hostname}:${portOf(url)}; list it in TIEOUT_FILES_HOSTS.`);
  if (!permission.mayBePrivate && isIP(host) !== 0 && !isPublic(host)) throw notPublic(url);
  const lookup = permission.mayBePrivate ? undefined : publicLookup(url);
  const signal = AbortSignal.timeout(leftMs);
  const options = {
    agent: false as const,
    method: 'GET',
    headers: { 'accept-encoding': 'identity', accept: '*/*', connection: 'close', ...range },
    timeout: stallMs,
    signal,
    ...(lookup && { lookup }),
  };
  const { promise, resolve: answer, reject } = Promise.withResolvers<IncomingMessage>();
  const sent = (url.protocol === 'https:' ? requestOverTls : requestOverHttp)(url, options, answer);
  let isStalled = false;
  let failure: Error | null = null;
  sent.on('timeout', () => {
    isStalled = true;
    sent.destroy(new Error('stalled'));
  });
  sent.on('error', (error) => {
    failure = error;
    reject(error);
  });
  const closed = new Promise<void>((over) => sent.once('close', over));
  const why = (error: unknown): Error => {
    if (error instanceof TieoutError) return error;
    const { code } = error as NodeJS.ErrnoException;
    if (isStalled) return new Passing(`the server sent nothing for ${stallMs / 1_000} seconds`);
    if (signal.aborted) return new Passing('the file was not fetched within the time for one (TIEOUT_FILES_SECONDS)');
    if (code?.startsWith('HPE_'))
      return new Passing('the server sends what is no answer of HTTP, or more than it announced');
    return new Passing(`the connection to ${url.hostname} failed or was cut off (${code ?? 'no reason is known'})`);
  };
  sent.end();
  try {
    return {
      answer: await promise,
      why,
      async ended() {
        await closed;
        if (failure !== null) throw why(failure);
      },
    };
  } catch (error) {
    throw why(error);
  }
}

const notPublic = (url: URL) =>
  notAllowed(url, `${url.hostname} is no public address; to fetch from it, list it by its name in TIEOUT_FILES_HOSTS.`);

/** Resolves a name; all of its addresses must be public. */
const publicLookup =
  (url: URL): LookupFunction =>
  (name, options, answer) => {
    resolve(name, { ...options, all: true }, (error, addresses) => {
      if (error !== null) return answer(error, []);
      if (addresses.length === 0 || !addresses.every(({ address }) => isPublic(address)))
        return answer(notPublic(url), []);
      if (options.all) return answer(null, addresses);
      return answer(null, addresses[0].address, addresses[0].family);
    });
  };
