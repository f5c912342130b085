// The inside of a thread that answers calls: it takes a message of the contract, has its handler answer it, and writes
// the answer in the requested form.

import { parentPort } from 'node:worker_threads';
import { create, type DescMethod, fromBinary, type Message, toBinary } from '@bufbuild/protobuf';
import { toErrorRecord } from '../../core/errors.ts';
import { restBytes } from '../../rest/answer.ts';
import type { CallContext } from '../../rpc/services.ts';
import { InvalidRequest } from '../../rpc/validation/problems.ts';
import { tellAnswers } from '../runs/answers.ts';
import type { CallAnswer, CallLeft, CallRequest } from './messages.ts';

/** Facts of a call that a handler gets here. */
type ThreadCall = Pick<CallContext, 'lease' | 'caller' | 'tell' | 'signal'>;
export type ThreadHandler = (message: Message, call: ThreadCall) => Promise<Message>;

/** Answers calls of these methods from now on, that many at once. */
export function answerCalls(
  handlers: readonly (readonly [method: DescMethod, handler: ThreadHandler])[],
  { atOnce }: { readonly atOnce: number },
): void {
  const methods = new Map(
    handlers.map(([method, handler]) => [`${method.parent.typeName}.${method.name}`, { method, handler }]),
  );

  async function answer({ id, method: name, request, form, lease, caller }: CallRequest): Promise<CallAnswer> {
    const told: [string, string][] = [];
    const tell = (fact: string, value: string) => void told.push([fact, value]);
    const { signal } = leaving.get(id)!;
    try {
      const { method, handler } = methods.get(name)!;
      const message = create(
        method.output,
        await handler(fromBinary(method.input, request), { lease, caller, tell, signal }),
      );
      if (form === 'binary') return { id, told, type: '', answer: toBinary(method.output, message) };
      const { type, content: answer } = restBytes(method.output, message);
      return { id, told, type, answer };
    } catch (error) {
      const invalid =
        error instanceof InvalidRequest ? { problems: error.problems, isViolated: error.violations.length > 0 } : null;
      return { id, failure: toErrorRecord(error), invalid };
    }
  }

  const leaving = new Map<number, AbortController>();
  const waiting: CallRequest[] = [];
  let inHand = 0;

  async function takeNext(): Promise<void> {
    if (inHand === atOnce) return;
    const request = waiting.shift();
    if (request === undefined) return;
    inHand++;
    const given = await answer(request);
    leaving.delete(request.id);
    parentPort!.postMessage(given, 'answer' in given ? [given.answer.buffer as ArrayBuffer] : []);
    inHand--;
    void takeNext();
  }

  tellAnswers();
  parentPort!.on('message', (request: CallRequest | CallLeft) => {
    if ('left' in request) return leaving.get(request.left)?.abort();
    leaving.set(request.id, new AbortController());
    waiting.push(request);
    void takeNext();
  });
}
