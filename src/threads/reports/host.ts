// Starts the thread that reads reports and keeps one: the reporting service's handlers here only ask those of the
// thread. A thread that dies (its memory is its own) fails what was asked of it with a sentence, and the next call
// starts another.

import { Worker } from 'node:worker_threads';
import { type DescMethod, fromBinary, type Message, toBinary } from '@bufbuild/protobuf';
import { ReportingService } from '../../../gen/tieout/reporting/v1/reporting_service_pb.ts';
import { type ConnectableStore, transferOf } from '../../compose/open-store.ts';
import { fromErrorRecord, TieoutError } from '../../core/errors.ts';
import type { Log } from '../../ports/log.ts';
import { type CallContext, type ServiceHandlers, WrittenAnswer } from '../../rpc/services.ts';
import { InvalidRequest } from '../../rpc/validation/problems.ts';
import type { ReportAnswer, ReportRequest, ReportThreadStart } from './messages.ts';

interface ReportThreadOptions {
  readonly store: ConnectableStore;
  readonly log: Log;
}

export interface ReportThread {
  readonly handlers: ServiceHandlers<typeof ReportingService>;
  /** What is still asked fails. The store is closed after it. */
  close(): Promise<void>;
}

const failed = () => new TieoutError('store_unavailable', 'The thread that reads reports failed: ask again.');
const closed = () => new TieoutError('store_unavailable', 'The service ends: ask again when it is back.');

export function startReportThread(options: ReportThreadOptions): ReportThread {
  const waiting = new Map<number, PromiseWithResolvers<Uint8Array>>();
  let last = 0;
  let isClosed = false;
  let thread: Worker | null = start();

  function start(): Worker {
    const started = startThread(options);
    started.on('message', (message: ReportAnswer) => {
      const asked = waiting.get(message.id);
      waiting.delete(message.id);
      if ('answer' in message) asked?.resolve(message.answer);
      else asked?.reject(message.problems ? new InvalidRequest(message.problems) : fromErrorRecord(message.failure));
    });
    started.on('error', (err) => options.log.error({ err }, 'The thread that reads reports failed.'));
    started.once('exit', () => {
      thread = null;
      for (const asked of waiting.values()) asked.reject(isClosed ? closed() : failed());
      waiting.clear();
    });
    return started;
  }
  const ask = (request: Omit<ReportRequest, 'id'>): Promise<Uint8Array> => {
    if (isClosed) throw closed();
    thread ??= start();
    const id = ++last;
    const answer = Promise.withResolvers<Uint8Array>();
    waiting.set(id, answer);
    thread.postMessage({ ...request, id } satisfies ReportRequest);
    return answer.promise;
  };
  const handlerOf =
    ({ localName, input, output }: DescMethod) =>
    async (message: Message, { form }: CallContext): Promise<Message | WrittenAnswer> => {
      const request = toBinary(input, message);
      if (form === 'json') return new WrittenAnswer(await ask({ method: localName, request, form }));
      return fromBinary(output, await ask({ method: localName, request, form: 'binary' }));
    };

  return {
    handlers: Object.fromEntries(ReportingService.methods.map((method) => [method.localName, handlerOf(method)])),
    async close() {
      isClosed = true;
      await thread?.terminate();
    },
  };
}

function startThread({ store }: ReportThreadOptions): Worker {
  const connection = store.connect();
  const start: ReportThreadStart = { store: connection };
  return new Worker(new URL('./inside.ts', import.meta.url), {
    workerData: start,
    transferList: transferOf(connection),
  });
}
