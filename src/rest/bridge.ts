// REST over the calls of rpc/calls.ts. Each route of the table works alike: the rules for every request
// (every-request.ts), its body by its kind (body-kinds.ts), path and query into one message, the call, and its answer
// as JSON. A failure is thrown, and the server's own error handler answers it. No handler, path or field is named here.

import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { create, type DescMethod, isFieldSet, type Message } from '@bufbuild/protobuf';
import type { FastifyInstance, FastifyRequest, HTTPMethods } from 'fastify';
import type { Logger } from 'pino';
import { Credential } from '../../gen/tieout/options/v1/options_pb.ts';
import { ANYBODY } from '../core/callers/caller.ts';
import { TieoutError } from '../core/errors.ts';
import { LEASE_HEADER } from '../core/exceptions/lease-header.ts';
import { MAX_ANSWER_BYTES } from '../core/limits.ts';
import type { Call, CallRequest } from '../rpc/calls.ts';
import { AnswerStream, WrittenAnswer } from '../rpc/services.ts';
import { callerRole, methodTraits } from '../rpc/traits.ts';
import { restAnswer } from './answer.ts';
import { fileMessages, requirePlain, takeFiles } from './arriving/file-body.ts';
import { BODY_READERS, type BodyRead } from './body-kinds.ts';
import { decodeParameters, type Parameters, unknownParameters } from './decode-parameters.ts';
import { JSON_TYPE } from './failures.ts';
import { streamed } from './pieces/answer-stream.ts';
import { encodeInPieces, JSON_FORMS } from './pieces/encode-in-pieces.ts';
import { type BodyKindName, pathPattern, type Route, sourceOf } from './route-table.ts';

interface BridgeOptions {
  readonly routes: readonly Route[];
  readonly calls: ReadonlyMap<DescMethod, Call>;
  /** Time in which a file must have arrived. */
  readonly mostFileMs: number;
}

export async function addBridge(app: FastifyInstance, { routes, calls, mostFileMs }: BridgeOptions): Promise<void> {
  for (const [kind, ofKind] of Map.groupBy(routes, ({ body }) => body)) {
    await app.register(async (scope) => {
      takeBodies(scope, kind);
      for (const route of ofKind) addRoute(scope, route, { call: calls.get(route.method)!, mostFileMs });
    });
  }
  addOtherMethods(app, routes);
}

/** A body where none is read (many clients put `{}` behind every POST) is not refused. */
function takeBodies(scope: FastifyInstance, kind: BodyKindName | 'none'): void {
  if (kind === 'file') {
    takeFiles(scope);
    return;
  }
  const contentType = kind === 'none' ? '*' : BODY_READERS[kind].contentType;
  scope.addContentTypeParser(contentType, { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
}

interface Calling {
  readonly call: Call;
  readonly mostFileMs: number;
}

function addRoute(scope: FastifyInstance, route: Route, { call, mostFileMs }: Calling): void {
  const { method, credential, successStatus } = route;
  const isFile = route.body === 'file';
  scope.route({
    method: route.verb as HTTPMethods,
    url: pathPattern(route),
    config: { credential, role: callerRole(method), isFile, sourceOf: (name) => sourceOf(route, name) },
    handler: async (request, reply) => {
      if (isFile) requirePlain(request);
      const read = await readRequest(route, request);
      const asFile = { input: method.input, first: read.message, mostMs: mostFileMs };
      const messages = isFile ? { messages: fileMessages(request, asFile) } : {};
      const tell = (fact: string, value: string) => void reply.header(fact, value);
      const signal = leaving(reply.raw);
      const output = await call({ ...read, ...messages, ...contextOf(request), form: 'json', tell, signal });
      if (output instanceof AnswerStream)
        return streamed(method, output, { request, reply: reply.code(successStatus) });
      const { type, body } = bodyOf(method, output);
      reply.code(successStatus).header('content-type', type);
      return body;
    },
  });
}

/** Aborted when the answer's stream closes, answered or not. */
function leaving(response: ServerResponse): AbortSignal {
  const left = new AbortController();
  response.once('close', () => left.abort());
  return left.signal;
}

/** Whether the caller prefers that fields which nobody reads are refused (RFC 7240). */
const isStrict = ({ prefer = '' }: FastifyRequest['headers']): boolean =>
  /(^|[,;])\s*handling\s*=\s*"?strict"?\s*($|[,;])/i.test([prefer].flat().join(','));

interface Body {
  readonly type: string;
  readonly body: string | Uint8Array | Readable;
}

function bodyOf(method: DescMethod, output: Message | WrittenAnswer): Body {
  if (methodTraits(method).unboundedAnswer && !(output instanceof WrittenAnswer)) {
    const pieces = encodeInPieces(JSON_FORMS.rest, { desc: method.output, message: output });
    return { type: JSON_TYPE, body: Readable.from(pieces) };
  }
  const { type, content: body } = output instanceof WrittenAnswer ? output : restAnswer(method.output, output);
  // Counted in characters, of which UTF-8 makes more bytes: near enough to protect the memory.
  if (body.length > MAX_ANSWER_BYTES) throw answerTooLarge();
  return { type, body };
}

/** Facts of a call that every protocol has from the request. */
export const contextOf = ({
  id,
  log,
  headers,
  caller,
}: FastifyRequest): Omit<CallRequest, 'message' | 'tell' | 'signal'> => {
  const text = (name: string): string | null => {
    const given = headers[name];
    return typeof given === 'string' ? given : null;
  };
  // Only the internal routes use a lease.
  return {
    requestId: id,
    log: log as Logger,
    caller: caller ?? ANYBODY,
    lease: text(LEASE_HEADER),
    key: text('idempotency-key'),
    isStrict: isStrict(headers),
    onceId: null,
  };
};

const answerTooLarge = () =>
  new TieoutError(
    'answer_too_large',
    `The answer is larger than ${MAX_ANSWER_BYTES >> 20} MiB: ask for a smaller page, or by a narrower filter`,
  );

async function readRequest(route: Route, request: FastifyRequest): Promise<BodyRead> {
  const { method, body, pathFields, queryFields, headerFields } = route;
  const read =
    body === 'none' || body === 'file'
      ? { message: create(method.input), problems: [], ignored: [] }
      : await BODY_READERS[body].read({
          input: method.input,
          bytes: (request.body as Uint8Array | undefined) ?? NOTHING,
          contentType: request.headers['content-type'] ?? '',
        });
  for (const { field, header } of headerFields) {
    const value = request.headers[header];
    if (typeof value === 'string') Object.assign(read.message, { [field.localName]: value });
  }
  const isChoosing = choosesAnswer(route);
  if (pathFields.length + queryFields.length === 0 && !isChoosing) return read;
  const target = { ...read, problems: [...read.problems] };
  decodeParameters(pathFields, request.params as Parameters, target);
  // Fields of the body are not looked for in the query.
  const missing =
    body === 'none' || body === 'file' ? queryFields : queryFields.filter((field) => !isFieldSet(read.message, field));
  if (isChoosing) target.problems.push(...unknownParameters(queryFields, request.query as Parameters));
  request.queried = decodeParameters(missing, request.query as Parameters, target);
  return target;
}

/**
 * Whether parameters choose what is answered: one that nobody reads would answer something else than was asked for.
 * Probes and the home page, which need no credential, take whatever a monitor adds.
 */
const choosesAnswer = ({ verb, credential, body, queryFields }: Route): boolean =>
  (verb === 'GET' && credential !== Credential.NONE) || (body === 'file' && queryFields.length > 0);

const NOTHING = new Uint8Array();

/** An existing path answers 405 to any other method, before a body is read or a token checked. */
function addOtherMethods(app: FastifyInstance, routes: readonly Route[]): void {
  const verbs = Map.groupBy(routes, pathPattern);
  for (const [url, known] of verbs) {
    const allowed = new Set(known.flatMap(({ verb }) => (verb === 'GET' ? ['GET', 'HEAD'] : [verb])));
    app.route({
      method: app.supportedMethods.filter((verb) => !allowed.has(verb)) as HTTPMethods[],
      url,
      onRequest: async (_request, reply) => {
        reply.header('allow', [...allowed].join(', '));
        throw new TieoutError('method_not_allowed', 'Method Not Allowed');
      },
      handler: () => undefined,
    });
  }
}
