// Has a thread answer calls: the handlers here only ask the thread. A thread has its own memory and may die of it. If it
// dies, or is ended for its silence, its open calls fail with a sentence, and the next call starts another thread.

import type { Worker } from 'node:worker_threads';
import {
  type DescMessage,
  type DescMethod,
  type DescMethodClientStreaming,
  type DescMethodUnary,
  fromBinary,
  type MessageShape,
  toBinary,
} from '@bufbuild/protobuf';
import { fromErrorRecord, TieoutError } from '../../core/errors.ts';
import { MAX_SILENT_MS } from '../../core/limits.ts';
import type { Log } from '../../ports/log.ts';
import { type CallContext, WrittenAnswer } from '../../rpc/services.ts';
import { InvalidRequest, violationsOf } from '../../rpc/validation/problems.ts';
import type { Answers } from '../runs/answers.ts';
import { endSilent } from '../runs/end-silent.ts';
import { type ThreadLogLine, writeLine } from '../runs/main-log.ts';
import type { CallAnswer, CallLeft, CallRequest } from './messages.ts';

interface CallThreadOptions<Said extends object> {
  readonly start: () => Worker;
  /** The thread's work as a verb: it `reads reports`. */
  readonly verb: string;
  /** Whether the thread starts before the first call. */
  readonly isEager: boolean;
  readonly log: Log;
  /** Called with messages of the thread beside answers and log lines. */
  readonly heard?: (said: Said) => void;
}

type Answered = Extract<CallAnswer, { answer: unknown }>;

/** A stream that is one file comes to the thread as one message with all its content. */
export type AskedMethod<I extends DescMessage, O extends DescMessage> =
  | DescMethodUnary<I, O>
  | DescMethodClientStreaming<I, O>;

interface CallThread {
  ask<I extends DescMessage, O extends DescMessage>(
    method: AskedMethod<I, O>,
    message: MessageShape<I>,
    context: CallContext,
  ): Promise<MessageShape<O> | WrittenAnswer>;
  /** Open calls fail. */
  close(): Promise<void>;
}

export function callThread<Said extends object = never>(options: CallThreadOptions<Said>): CallThread {
  const { start: startWorker, verb, isEager, log, heard } = options;
  const failed = () => new TieoutError('store_unavailable', `The thread that ${verb} failed: ask again.`);
  /** The store's own sentence names its address, which is for the log alone. */
  const isAway = () =>
    new TieoutError('store_unavailable', `The thread that ${verb} cannot reach the store: ask again.`);
  const closed = () => new TieoutError('store_unavailable', 'The service ends: ask again when it is back.');
  const waiting = new Map<
    number,
    { readonly method: DescMethod; readonly tell: CallContext['tell'] } & PromiseWithResolvers<Answered>
  >();
  let last = 0;
  let isClosed = false;
  let thread: Worker | null = isEager ? start() : null;

  function start(): Worker {
    const started = startWorker();
    const silent = endSilent(started, { verb, mostMs: MAX_SILENT_MS, log });
    started.on('message', (message: CallAnswer | ThreadLogLine | Answers | Said) => {
      if ('answers' in message) return;
      if (isLogLine(message)) return writeLine(log, message);
      if (!isAnswer(message)) return heard?.(message);
      const asked = waiting.get(message.id);
      waiting.delete(message.id);
      if ('answer' in message) {
        for (const [fact, value] of message.told) asked?.tell(fact, value);
        return asked?.resolve(message);
      }
      asked?.reject(failureOf(message, asked.method));
    });
    let why: TieoutError | null = null;
    started.on('error', (err) => {
      if ((err as { readonly code?: unknown }).code === 'store_unavailable') why = isAway();
      log.error({ err }, `The thread that ${verb} failed.`);
    });
    started.once('exit', () => {
      thread = null;
      for (const asked of waiting.values()) asked.reject(isClosed ? closed() : (why ?? silent() ?? failed()));
      waiting.clear();
    });
    return started;
  }
  const post = (
    method: DescMethod,
    request: Omit<CallRequest, 'id' | 'method'>,
    { tell, signal }: Pick<CallContext, 'tell' | 'signal'>,
  ): Promise<Answered> => {
    if (isClosed) throw closed();
    thread ??= start();
    const id = ++last;
    const answer = { method, tell, ...Promise.withResolvers<Answered>() };
    waiting.set(id, answer);
    thread.postMessage({ ...request, id, method: `${method.parent.typeName}.${method.name}` } satisfies CallRequest);
    signal.addEventListener('abort', () => {
      if (waiting.has(id)) thread?.postMessage({ left: id } satisfies CallLeft);
    });
    return answer.promise;
  };

  return {
    async ask(method, message, { form, lease, caller, tell, signal }) {
      const request = toBinary(method.input, message);
      const isJson = form === 'json';
      const { answer, type } = await post(
        method,
        { request, form: isJson ? form : 'binary', lease, caller },
        {
          tell,
          signal,
        },
      );
      return isJson ? new WrittenAnswer(answer, type) : fromBinary(method.output, answer);
    },
    async close() {
      isClosed = true;
      await thread?.terminate();
    },
  };
}

function failureOf(
  { failure, invalid }: Extract<CallAnswer, { failure: unknown }>,
  { input }: DescMethod,
): TieoutError {
  if (invalid === null) return fromErrorRecord(failure);
  const { problems, isViolated } = invalid;
  return new InvalidRequest(problems, isViolated ? violationsOf(input, problems) : []);
}

const isLogLine = (message: object): message is ThreadLogLine => 'log' in message;
const isAnswer = (message: object): message is CallAnswer => 'id' in message;
