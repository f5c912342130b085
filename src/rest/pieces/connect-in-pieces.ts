// Connect's JSON for answers of any length. The protocol's own handler makes one string of an answer. JavaScript
// refuses a string beyond half a gibibyte, and by then the call has done its work. So the handler writes an empty
// message with its headers, and the answer replaces it in pieces.

import { create, type DescMethod, type Message } from '@bufbuild/protobuf';
import { type ContextValues, createContextKey } from '@connectrpc/connect';
import type { UniversalServerRequest, UniversalServerResponse } from '@connectrpc/connect/protocol';
import { methodTraits } from '../../rpc/traits.ts';
import { encodeInPieces, JSON_FORMS } from './encode-in-pieces.ts';

/** The answer of a call that is written in pieces; null for other calls. */
const wholeKey = createContextKey<{ answer: Message | null } | null>(null, { description: 'the whole answer' });

export const isJson = ({ header }: UniversalServerRequest): boolean =>
  /^application\/json\b/i.test(header.get('content-type') ?? '');

/** The message that the protocol's handler writes: empty if the answer is written in pieces. */
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
  // The protocol's handler writes failures itself.
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
