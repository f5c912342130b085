// An answer of many messages over REST: each a line of JSON, or a server-sent event for those who accept such. Proxies
// are told to keep nothing of it back.

import { Readable } from 'node:stream';
import type { DescMethod, Message } from '@bufbuild/protobuf';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AnswerStream } from '../../rpc/services.ts';
import { encode } from '../encode.ts';

export const LINES_TYPE = 'application/x-ndjson';
export const EVENTS_TYPE = 'text/event-stream';

/** Sends each message as it comes; a failure on the way breaks the answer off. */
export function streamed(
  { output }: DescMethod,
  { messages }: AnswerStream,
  { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
): FastifyReply {
  const isEvents = request.headers.accept?.includes(EVENTS_TYPE) === true;
  const text = (message: Message): string => {
    const json = JSON.stringify(encode(output, message));
    return isEvents ? `data: ${json}\n\n` : `${json}\n`;
  };
  reply.header('content-type', isEvents ? EVENTS_TYPE : LINES_TYPE);
  reply.header('cache-control', 'no-store').header('x-accel-buffering', 'no');
  return reply.send(Readable.from(texts(messages, text), { highWaterMark: 1 }));
}

async function* texts(messages: AsyncIterable<Message>, text: (message: Message) => string): AsyncGenerator<string> {
  for await (const message of messages) yield text(message);
}
