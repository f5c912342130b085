// One request to one route once its body is there: path, query and body into one message, then the call, then JSON.
// Nothing of the transport is known here, so that every way in ends in the same answer.

import { create, type Message } from '@bufbuild/protobuf';
import type { Logger } from 'pino';
import { TieoutError } from '../core/errors.ts';
import { MAX_ANSWER_BYTES } from '../core/limits.ts';
import type { Call } from '../rpc/calls.ts';
import { WrittenAnswer } from '../rpc/services.ts';
import { checkJsonValues } from '../rpc/sizes/json-values.ts';
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
    const { message, problems } = await read(asked);
    const output = await call({ message, problems, form: 'json', requestId, log });
    const json = output instanceof WrittenAnswer ? output.json : JSON.stringify(encode(route.method.output, output));
    // Its characters, of which UTF-8 makes more: near enough for what only keeps the memory from being filled.
    if (json.length > MAX_ANSWER_BYTES) throw answerTooLarge();
    return jsonAnswer(route.successStatus, json);
  } catch (error) {
    return failureAnswer(failureOf(error, log), { requestId, sourceOf: (name) => sourceOf(route, name) });
  }
}

const answerTooLarge = () =>
  new TieoutError(
    'answer_too_large',
    `The answer is larger than ${MAX_ANSWER_BYTES >> 20} MiB: ask for a smaller page, or by a narrower filter`,
  );

async function read(asked: Asked): Promise<{ message: Message; problems: readonly Problem[] }> {
  const { route, body, params, query } = asked;
  const { message, problems } = await readBody(route, body);
  const target = { message, problems: [...problems] };
  decodeParameters(route.pathFields, params, target);
  decodeParameters(route.queryFields, query, target);
  return target;
}

const strict = new TextDecoder('utf-8', { fatal: true });

async function readBody({ method: { input }, body }: Route, bytes: Uint8Array = new Uint8Array()) {
  if (body === 'none') return { message: create(input), problems: [] };
  if (body !== 'json') return { message: create(input, { [body.raw.localName]: bytes }), problems: [] };
  await checkJsonValues(bytes);
  let json: unknown;
  try {
    json = JSON.parse(strict.decode(bytes));
  } catch {
    // The reason would repeat what was sent.
    throw malformed('the body must be JSON in UTF-8, not compressed');
  }
  return decode(input, json);
}
