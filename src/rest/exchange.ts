// One request to one route once its body is there: path, query and body into one message, then the call, then JSON.
// Nothing of the transport is known here, so that every way in ends in the same answer.

import { create, type Message } from '@bufbuild/protobuf';
import type { Logger } from 'pino';
import type { Call } from '../rpc/calls.ts';
import { WrittenAnswer } from '../rpc/services.ts';
import type { Problem } from '../rpc/validation/problems.ts';
import { decode } from './decode.ts';
import { decodeParameters, type Parameters } from './decode-parameters.ts';
import { encode } from './encode.ts';
import { failureAnswer, failureOf, malformed } from './failures.ts';
import { type HttpAnswer, jsonAnswer } from './http-answer.ts';
import { type Route, sourceOf } from './route-table.ts';

export interface Asked {
  readonly route: Route;
  readonly call: Call;
  readonly body: Uint8Array | undefined;
  readonly params: Parameters;
  readonly query: Parameters;
  readonly requestId: string;
  readonly log: Logger;
}

/** Never fails: what is thrown becomes an answer. */
export async function exchange(asked: Asked): Promise<HttpAnswer> {
  const { route, call, requestId, log } = asked;
  try {
    const { message, problems } = read(asked);
    const output = await call({ message, problems, form: 'json', requestId, log });
    const json = output instanceof WrittenAnswer ? output.json : JSON.stringify(encode(route.method.output, output));
    return jsonAnswer(route.successStatus, json);
  } catch (error) {
    return failureAnswer(failureOf(error, log), { requestId, sourceOf: (name) => sourceOf(route, name) });
  }
}

function read({ route, body, params, query }: Asked): { message: Message; problems: readonly Problem[] } {
  const { message, problems } = readBody(route, body);
  const target = { message, problems: [...problems] };
  decodeParameters(route.pathFields, params, target);
  decodeParameters(route.queryFields, query, target);
  return target;
}

const strict = new TextDecoder('utf-8', { fatal: true });

function readBody({ method: { input }, body }: Route, bytes: Uint8Array = new Uint8Array()) {
  if (body === 'none') return { message: create(input), problems: [] };
  if (body !== 'json') return { message: create(input, { [body.raw.localName]: bytes }), problems: [] };
  let json: unknown;
  try {
    json = JSON.parse(strict.decode(bytes));
  } catch {
    // The reason would repeat what was sent.
    throw malformed('the body must be JSON in UTF-8, not compressed');
  }
  return decode(input, json);
}
