// Connect's JSON of an answer that may have any length. The protocol's own handler makes one text of an answer, which
// the engine refuses beyond half a gibibyte, when what it tells of is done already. So the handler writes an empty
// message, with its headers, and the answer itself takes the place of that in pieces.

import { create, type DescMethod, type Message } from '@bufbuild/protobuf';
import { type ContextValues, createContextKey } from '@connectrpc/connect';
import type { UniversalServerRequest, UniversalServerResponse } from '@connectrpc/connect/protocol';
import { methodTraits } from '../rpc/traits.ts';
import { encodeInPieces, JSON_FORMS } from './encode-in-pieces.ts';

/** Of a call whose answer is written in pieces; null of others. */
const wholeKey = createContextKey<{ answer: Message | null } | null>(null, { description: 'the whole answer' });

export const isJson = ({ header }: UniversalServerRequest): boolean =>
  /^application\/json\b/i.test(header.get('content-type') ?? '');

/** What the protocol's handler is given to write of an answer. */
export function written(answer: Message, { method, values }: { method: DescMethod; values: ContextValues }): Message {
  const whole = values.get(wholeKey);
  if (whole === null) return answer;
  whole.answer = answer;
  return create(method.output);
}

export async function inPieces<Request extends UniversalServerRequest>(
  request: Request,
  method: DescMethod,
  handler: (request: Request) => Promise<UniversalServerResponse>,
): Promise<UniversalServerResponse> {
  if (!methodTraits(method).unboundedAnswer || !isJson(request)) return handler(request);
  const whole: { answer: Message | null } = { answer: null };
  request.contextValues!.set(wholeKey, whole);
  const response = await handler(request);
  // A failure is written as it is.
  if (whole.answer === null || response.status !== 200) return response;
  response.header?.delete('content-length');
  return {
    ...response,
    body: bytesOf(encodeInPieces(JSON_FORMS.connect, { desc: method.output, message: whole.answer })),
  };
}

async function* bytesOf(pieces: Iterable<string>): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  for (const piece of pieces) yield encoder.encode(piece);
}
