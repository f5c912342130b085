// The thread that reads reports, put together: its connection to the store, the reporting service, and a queue before
// it. A page of matches unpacks blocks, looks for twins among the rows of its days and is written as a megabyte of
// JSON, for which the main thread goes on answering.

import { parentPort, workerData } from 'node:worker_threads';
import { create, type DescMethod, fromBinary, type Message, toBinary } from '@bufbuild/protobuf';
import { ReportingService } from '../../../gen/tieout/reporting/v1/reporting_service_pb.ts';
import { unpackHere } from '../../adapters/block-packing/unpack-here.ts';
import { sha256 } from '../../adapters/digest/sha256.ts';
import { connectStore } from '../../compose/open-store.ts';
import { toErrorRecord } from '../../core/errors.ts';
import { REPORTS_AT_ONCE } from '../../core/limits.ts';
import { encode } from '../../rest/encode.ts';
import { reportingService } from '../../rpc/reporting/reporting.ts';
import { InvalidRequest } from '../../rpc/validation/problems.ts';
import { BEHIND_ANSWERS, giveWay } from '../runs/give-way.ts';
import type { ReportAnswer, ReportRequest, ReportThreadStart } from './messages.ts';

giveWay(BEHIND_ANSWERS);

/** A store that is away is said within seconds; a page is read in many operations. */
const OPERATION_MS = 10_000;

const { store: connection } = workerData as ReportThreadStart;
const store = await connectStore(connection, { operationMs: OPERATION_MS });
const handlers = reportingService({ store, compute: unpackHere, digest: sha256 }) as unknown as Readonly<
  Record<string, (message: Message) => Promise<Message>>
>;
const methods = new Map<string, DescMethod>(ReportingService.methods.map((method) => [method.localName, method]));
const utf8 = new TextEncoder();

async function answer({ id, method: name, request, form }: ReportRequest): Promise<ReportAnswer> {
  try {
    const { input, output } = methods.get(name)!;
    const message = create(output, await handlers[name]!(fromBinary(input, request)));
    const text = () => utf8.encode(JSON.stringify(encode(output, message)));
    return { id, answer: form === 'json' ? text() : toBinary(output, message) };
  } catch (error) {
    const problems = error instanceof InvalidRequest ? error.problems : null;
    return { id, failure: toErrorRecord(error), problems };
  }
}

const waiting: ReportRequest[] = [];
let inHand = 0;

async function takeNext(): Promise<void> {
  if (inHand === REPORTS_AT_ONCE) return;
  const request = waiting.shift();
  if (request === undefined) return;
  inHand++;
  const given = await answer(request);
  parentPort!.postMessage(given, 'answer' in given ? [given.answer.buffer as ArrayBuffer] : []);
  inHand--;
  void takeNext();
}

parentPort!.on('message', (request: ReportRequest) => {
  waiting.push(request);
  void takeNext();
});
