// The console at /console/: its page, its script, who is signed in, signing in and out. Everything else that it shows
// and does goes over the same calls as every other client's.

import type { FastifyInstance } from 'fastify';
import { Credential } from '../../../gen/tieout/options/v1/options_pb.ts';
import type { Caller } from '../../core/callers/caller.ts';
import { TieoutError } from '../../core/errors.ts';
import { type ConsoleCookies, setCookie } from '../../rpc/callers/console-cookie.ts';
import { JSON_TYPE } from '../failures.ts';
import { type CallerOf, type OwnPages, requireOwnPage } from './browser-callers.ts';
import { type ConsoleModules, readConsoleModules } from './console-modules.ts';
import { type ConsolePage, consolePage } from './console-page.ts';
import { createPackedFiles } from './packed-files.ts';
import { createWrongTokens } from './wrong-tokens.ts';

interface ConsoleOptions {
  readonly cookies: ConsoleCookies;
  readonly callerOf: CallerOf;
  readonly own: OwnPages;
  /** Whether this process takes its connections over TLS. */
  readonly isTls: boolean;
  /** Whether some token would be known. */
  readonly hasTokens: boolean;
  /** The currency that a new run shows as its default. */
  readonly currency: string;
  readonly version: string;
}

interface Opened extends ConsoleModules {
  readonly page: ConsolePage;
}

const MOST_SIGN_IN_BYTES = 16_384;

export async function addConsole(app: FastifyInstance, options: ConsoleOptions): Promise<void> {
  const { cookies, own, isTls } = options;
  let opening: Promise<Opened> | null = null;
  const opened = (): Promise<Opened> => {
    opening ??= readConsoleModules().then((modules) => ({ ...modules, page: consolePage(modules) }));
    // A failed reading is tried again: a file may have been away.
    opening.catch(() => {
      opening = null;
    });
    return opening;
  };
  const packed = createPackedFiles();
  const wrong = createWrongTokens(() => performance.now());
  const isSecure = isTls || own.origin?.startsWith('https:') === true;

  await app.register(async (scope) => {
    scope.addContentTypeParser(
      'application/json',
      { parseAs: 'buffer', bodyLimit: MOST_SIGN_IN_BYTES },
      (_, body, done) => done(null, body),
    );
    scope.addHook('onRequest', async (_request, reply) => {
      reply.header('x-content-type-options', 'nosniff').header('referrer-policy', 'no-referrer');
    });
    scope.get('/console', async (_request, reply) => reply.code(308).header('location', 'console/').send());
    scope.get('/console/', async (request, reply) => {
      const { page } = await opened();
      const file = await packed(`page ${page.policy}`, Buffer.from(page.html), acceptedBy(request.headers));
      reply.header('cache-control', 'no-store').header('content-security-policy', page.policy);
      reply.header('vary', 'accept-encoding').type('text/html; charset=utf-8');
      if (file.encoding !== null) reply.header('content-encoding', file.encoding);
      return reply.send(file.content);
    });
    scope.get('/console/:digest/*', async (request, reply) => {
      const { digest, '*': path } = request.params as { readonly digest: string; readonly '*': string };
      const { files, digest: current } = await opened();
      const found = digest === current ? files.get(path) : undefined;
      if (found === undefined) throw new TieoutError('not_found', 'Not Found');
      const file = await packed(path, found.content, acceptedBy(request.headers));
      reply.header('cache-control', 'public, max-age=31536000, immutable').header('vary', 'accept-encoding');
      reply.header('cross-origin-resource-policy', 'same-origin').type(found.type);
      if (file.encoding !== null) reply.header('content-encoding', file.encoding);
      return reply.send(file.content);
    });
    scope.get('/console/who', async (request, reply) => {
      const caller = await options.callerOf(Credential.UNSPECIFIED, request.headers).catch((error: TieoutError) => {
        if (error.code === 'unauthenticated') return null;
        throw error;
      });
      return reply
        .header('cache-control', 'no-store')
        .type(JSON_TYPE)
        .send(JSON.stringify(whoOf(caller, options)));
    });
    scope.post('/console/sign-in', async (request, reply) => {
      requireOwnPage(request.headers, own);
      wrong.require(request.ip);
      const signedIn = await cookies.signIn(tokenIn(request.body));
      if (signedIn === null) {
        wrong.count(request.ip);
        throw new TieoutError('unauthenticated', 'Nobody has this token. Ask whoever runs the service for yours');
      }
      request.log.info({ caller: signedIn.caller.id }, 'signed in to the console');
      reply.header('set-cookie', setCookie(signedIn.value, isSecure)).header('cache-control', 'no-store');
      return reply.type(JSON_TYPE).send(JSON.stringify(whoOf(signedIn.caller, options)));
    });
    scope.post('/console/sign-out', async (request, reply) => {
      requireOwnPage(request.headers, own);
      reply.header('set-cookie', setCookie('', isSecure)).header('cache-control', 'no-store');
      return reply.type(JSON_TYPE).send('{}');
    });
  });
}

const acceptedBy = (headers: { readonly 'accept-encoding'?: string | string[] | undefined }): string =>
  [headers['accept-encoding'] ?? ''].flat().join(',');

/** Throws unauthenticated: a body without a token is as wrong as a wrong token. */
function tokenIn(body: unknown): string {
  try {
    const { token } = JSON.parse(String(body)) as { readonly token?: unknown };
    if (typeof token === 'string' && token !== '') return token;
  } catch {
    // A body that is no JSON is answered below, as one without a token.
  }
  throw new TieoutError('unauthenticated', 'The sign-in has no token');
}

/** Plain JSON: src/console/state/who.ts reads it. */
function whoOf(caller: Caller | null, { hasTokens, currency, version }: ConsoleOptions): object {
  return {
    caller: caller && {
      id: caller.id,
      name: caller.name,
      roles: caller.roles,
      tenants: caller.tenants,
      partners: caller.partners,
      branches: caller.branches,
    },
    asks_for_token: hasTokens,
    currency,
    version,
  };
}
