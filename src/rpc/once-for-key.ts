// A call with an Idempotency-Key is made once: the same key and request answer the same for a day, for each caller, over
// every protocol. A call that failed frees its key.

import { promisify } from 'node:util';
import { deflateRaw, inflateRaw } from 'node:zlib';
import { create, type DescMethod, fromBinary, type Message, toBinary } from '@bufbuild/protobuf';
import { TieoutError } from '../core/errors.ts';
import { MAX_KEPT_ANSWER_BYTES } from '../core/limits.ts';
import type { Digest } from '../core/records/rows/identity.ts';
import type { Answer, KeptAnswers, KeptCall } from '../ports/calls/kept-answers.ts';
import type { CallContext } from './services.ts';
import { InvalidRequest } from './validation/problems.ts';

const KEPT_MS = 24 * 3_600_000;
const KEY = /^[\x21-\x7e]{1,255}$/;

const pack = promisify(deflateRaw);
const unpack = promisify(inflateRaw);

export interface KeptCalls {
  readonly answers: KeptAnswers;
  readonly digest: Digest;
  /** Milliseconds since 1970, UTC. */
  readonly clock: () => number;
}

interface KeyedCall {
  readonly method: DescMethod;
  readonly message: Message;
  readonly key: string;
  readonly context: CallContext;
}

/** Makes the call, or answers what the same call was answered. Throws key_reused, key_in_use or answer_not_kept. */
export async function onceForKey(
  { answers, digest, clock }: KeptCalls,
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
  const now = clock();
  const known = await answers.begin(key, { digest: asked, now, until: now + KEPT_MS });
  if (known !== null) return repeated(known, asked, { method, context });
  const told: [string, string][] = [];
  const tell = (fact: string, value: string): void => {
    told.push([fact, value]);
    context.tell(fact, value);
  };
  let answer: Message;
  try {
    // As a message, whatever the protocol, so that every protocol can be answered from it.
    answer = create(method.output, await call({ ...context, form: 'rpc', tell }));
  } catch (error) {
    await answers.forget(key);
    throw error;
  }
  await answers.finish(key, { packed: await packed(toBinary(method.output, answer)), told });
  return answer;
}

async function packed(answer: Uint8Array): Promise<Answer['packed']> {
  const bytes = await pack(answer);
  return bytes.length > MAX_KEPT_ANSWER_BYTES ? null : bytes;
}

async function repeated(
  { digest, answer }: KeptCall,
  asked: string,
  { method, context }: Pick<KeyedCall, 'method' | 'context'>,
): Promise<Message> {
  if (digest !== asked) throw new TieoutError('key_reused', 'The Idempotency-Key was used with another request');
  if (answer === null) {
    throw new TieoutError(
      'key_in_use',
      'The first call with this Idempotency-Key has not ended, or its process died: ask again, or see what it did',
    );
  }
  if (answer.packed === null) {
    throw new TieoutError('answer_not_kept', 'The call was made before; its answer was too large to be kept');
  }
  for (const [fact, value] of answer.told) context.tell(fact, value);
  context.tell('idempotent-replayed', 'true');
  return fromBinary(method.output, await unpack(answer.packed));
}
