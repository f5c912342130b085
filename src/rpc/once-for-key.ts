// A call with an Idempotency-Key is made once: the same key and request answer the same for a day, for each caller, over
// every protocol. A call that did nothing frees its key. Where nobody knows whether a call did something, a run is
// ordered again under the same id, which changes nothing if it was ordered; any other call is not repeated.

import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { deflateRaw, inflateRaw } from 'node:zlib';
import { create, type DescMethod, fromBinary, type Message, toBinary } from '@bufbuild/protobuf';
import { RunAcceptedSchema } from '../../gen/tieout/engine/v1/run_pb.ts';
import { AnsweredAsDefect, TieoutError } from '../core/errors.ts';
import { MAX_KEPT_ANSWER_BYTES } from '../core/limits.ts';
import type { Digest } from '../core/records/rows/identity.ts';
import type { Answer, KeptAnswers, KeptCall } from '../ports/calls/kept-answers.ts';
import type { CallContext } from './services.ts';
import { InvalidRequest } from './validation/problems.ts';

const KEPT_MS = 24 * 3_600_000;
/** A call that began longer ago has ended, or its process has. */
const LONGEST_CALL_MS = 15 * 60_000;
const KEY = /^[\x21-\x7e]{1,255}$/;
/** How often, and how long, a note that the store did not take is written again. */
const AGAIN_MS = 1_000;
const MOST_AGAIN = 600;

const pack = promisify(deflateRaw);
const unpack = promisify(inflateRaw);

export interface KeptCalls {
  readonly answers: KeptAnswers;
  readonly digest: Digest;
  /** Milliseconds since 1970, UTC. */
  readonly clock: () => number;
  /** A new id that nobody can guess. */
  readonly newId: () => string;
}

interface KeyedCall {
  readonly method: DescMethod;
  readonly message: Message;
  readonly key: string;
  readonly context: CallContext;
}

/**
 * Makes the call, or answers what the same call was answered. Throws key_reused, key_in_use, outcome_unknown or
 * answer_not_kept.
 */
export async function onceForKey(
  { answers, digest, clock, newId }: KeptCalls,
  { method, message, key: text, context }: KeyedCall,
  call: (context: CallContext) => Promise<Message>,
): Promise<Message> {
  if (!KEY.test(text)) {
    const msg = 'must be 1 to 255 visible characters of ASCII';
    throw new InvalidRequest([{ type: 'idempotency_key', path: ['Idempotency-Key'], msg }]);
  }
  const key = { caller: context.caller.id ?? '', key: text };
  const request = Buffer.from(toBinary(method.input, message)).toString('base64');
  const asked = digest(JSON.stringify([method.parent.typeName, method.name, request]));
  const [id, now] = [newId(), clock()];
  const forget = () => noted(() => answers.forget(key, id));
  let known: KeptCall | null;
  try {
    known = await answers.begin(key, { id, digest: asked, now, until: now + KEPT_MS });
  } catch (error) {
    // It may have been noted all the same, and nothing was done.
    void forget();
    throw error;
  }
  // Ordered under the same id again, a run is the run that was ordered.
  const isOrder = method.output === RunAcceptedSchema;
  if (known !== null && !(isOrder && known.answer === null && known.digest === asked)) {
    return repeated(known, { method, context, asked, now });
  }
  const told: [string, string][] = [];
  const tell = (fact: string, value: string): void => {
    told.push([fact, value]);
    context.tell(fact, value);
  };
  const onceId = uuidOf(digest(JSON.stringify(['once', key.caller, key.key, asked])));
  let answer: Message;
  try {
    // As a message, whatever the protocol, so that every protocol can be answered from it.
    answer = create(method.output, await call({ ...context, onceId, form: 'rpc', tell }));
  } catch (error) {
    if (didNothing(error)) await forget();
    throw error;
  }
  const packed = await packedOf(toBinary(method.output, answer));
  await noted(() => answers.finish(key, { packed, told }));
  return answer;
}

/** Writes a note; while the store does not take it, again and again behind the call's own answer. */
async function noted(write: () => Promise<void>): Promise<void> {
  try {
    await write();
  } catch {
    void again(write);
  }
}

async function again(write: () => Promise<void>): Promise<void> {
  for (let n = 0; n < MOST_AGAIN; n++) {
    await pause(AGAIN_MS, undefined, { ref: false });
    try {
      await write();
      return;
    } catch {
      // The store is still away.
    }
  }
}

/** Failures after which nobody knows what was done. */
const UNKNOWN: ReadonlySet<string> = new Set([
  ...['store_unavailable', 'store_locked', 'store_damaged', 'store_refused', 'thread_silent', 'internal'],
  ...['interrupted', 'decision_taken', 'engine_unavailable', 'message_refused'],
]);

const didNothing = (error: unknown): boolean =>
  error instanceof TieoutError && !(error instanceof AnsweredAsDefect) && !UNKNOWN.has(error.code);

/** An id in the form of others, from a digest. */
const uuidOf = (hex: string): string =>
  [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join('-');

async function packedOf(answer: Uint8Array): Promise<Answer['packed']> {
  const bytes = await pack(answer);
  return bytes.length > MAX_KEPT_ANSWER_BYTES ? null : bytes;
}

async function repeated(
  { digest, answer, begunAt }: KeptCall,
  {
    method,
    context,
    asked,
    now,
  }: Pick<KeyedCall, 'method' | 'context'> & { readonly asked: string; readonly now: number },
): Promise<Message> {
  if (digest !== asked) throw new TieoutError('key_reused', 'The Idempotency-Key was used with another request');
  if (answer === null) {
    if (now - begunAt < LONGEST_CALL_MS) {
      throw new TieoutError('key_in_use', 'The first call with this Idempotency-Key has no outcome yet: ask again');
    }
    throw new TieoutError(
      'outcome_unknown',
      'What the first call with this Idempotency-Key did is unknown: look, then use another key',
    );
  }
  if (answer.packed === null) {
    throw new TieoutError('answer_not_kept', 'The call was made before; its answer was too large to be kept');
  }
  for (const [fact, value] of answer.told) context.tell(fact, value);
  context.tell('idempotent-replayed', 'true');
  return fromBinary(method.output, await unpack(answer.packed));
}
