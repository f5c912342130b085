// The body of a request that is a file: its pieces become the messages of a stream as they come, so that no file is held
// in memory. The first message has what path, query and headers say.

import { create, type DescMessage, type Message } from '@bufbuild/protobuf';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { TieoutError } from '../../core/errors.ts';
import { cutOff } from '../../rpc/validation/problems.ts';
import { arrivesSlowly } from './arrival.ts';

/** Nothing is read until the call asks for it. */
export function takeFiles(scope: FastifyInstance): void {
  scope.addContentTypeParser('*', (_request, _payload, done) => done(null, undefined));
}

/** Refuses what wraps the file: the wrapping would be kept for the file. */
export function requirePlain({ headers }: FastifyRequest): void {
  const refuse = (sentence: string) => new TieoutError('unsupported_media_type', sentence);
  if (/^multipart\//i.test(headers['content-type'] ?? '')) {
    throw refuse('The body must be the file itself and no form: curl sends it with -T FILE');
  }
  if (!/^(identity)?$/i.test(headers['content-encoding'] ?? '')) {
    throw refuse('The body must be the file itself, without a content-encoding: a packed file is read as it is');
  }
}

interface ReadAs {
  readonly input: DescMessage;
  /** What the request says beside its body. */
  readonly first: Message;
  readonly mostMs: number;
}

export async function* fileMessages(
  request: FastifyRequest,
  { input, first, mostMs }: ReadAs,
): AsyncGenerator<Message> {
  const { raw } = request;
  const arrival = arrivesSlowly(raw, mostMs);
  yield first;
  try {
    for await (const chunk of raw.iterator({ destroyOnReturn: false })) {
      arrival.goesOn();
      request.bodyBytes += chunk.length;
      yield create(input, { content: chunk });
    }
  } catch {
    throw cutOff();
  }
  // A body of HTTP/2 may end before its announced length.
  const announced = request.headers['content-length'];
  const isWhole = announced === undefined || Number(announced) === request.bodyBytes;
  if (raw.aborted || !isWhole) throw cutOff();
}
