// Reports in a thread of their own: they say what they say when they are read here, many at once, as JSON and as
// messages, and a thread that dies is replaced.

import { MessageChannel } from 'node:worker_threads';
import { create, type MessageInitShape } from '@bufbuild/protobuf';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type ListMatchesRequest,
  ListMatchesRequestSchema,
  ListMatchesResponseSchema,
} from '../../../gen/tieout/reporting/v1/rows_pb.ts';
import type { EmbeddedStore } from '../../../src/adapters/store-embedded/open.ts';
import { ANYBODY } from '../../../src/core/callers/caller.ts';
import type { Log } from '../../../src/ports/log.ts';
import { encode } from '../../../src/rest/encode.ts';
import { reportingService } from '../../../src/rpc/reporting/reporting.ts';
import { type CallContext, WrittenAnswer } from '../../../src/rpc/services.ts';
import { type ReportThread, startReportThread } from '../../../src/threads/reports/host.ts';
import { type StoredSessions, startStoredSessions } from '../../workflows/stored-session.ts';

const contextOf = (form: CallContext['form']): CallContext => ({
  form,
  requestId: 'test',
  caller: ANYBODY,
  onceId: null,
  signal: new AbortController().signal,
  tell: () => {},
  lease: null,
  odd: new Map(),
  log: pino({ enabled: false }),
});
const asked = (more: MessageInitShape<typeof ListMatchesRequestSchema> = {}): ListMatchesRequest =>
  create(ListMatchesRequestSchema, { tenantId: 'umoja', partnerId: 'mfb', sessionId: 'threads', ...more });
const said: string[] = [];
const saying = (_: object, sentence: string) => void said.push(sentence);
const log: Log = { info: saying, warn: saying, error: saying };

let sessions: StoredSessions;
let store: EmbeddedStore;
let thread: ReportThread;
beforeAll(async () => {
  sessions = await startStoredSessions();
  const key = { tenant: 'umoja', partner: 'mfb', session: 'threads' };
  await sessions.reconcile(key, ['--gl', 'examples/gl.csv', '--bank', 'examples/bank.csv']);
  store = sessions.deps.store as EmbeddedStore;
  thread = startReportThread({ store, log });
});
afterAll(async () => {
  await thread.close();
  await sessions.close();
});

/** What the reporting service answers in this thread. */
const here = async (request: ListMatchesRequest) =>
  create(
    ListMatchesResponseSchema,
    (await reportingService(sessions.deps).listMatches!(request, contextOf('rpc'))) as object,
  );

test('a page is the same in both forms, also when more are asked for than are read at once', async () => {
  const tiers = [undefined, 1, 3, 10, 4, 5, undefined, 2];
  const read = tiers.map(async (tier) => {
    const request = asked({ tier, pageSize: 50 });
    const expected = await here(request);
    const written = await thread.handlers.listMatches!(request, contextOf('json'));
    expect(written).toBeInstanceOf(WrittenAnswer);
    const text = new TextDecoder().decode((written as WrittenAnswer).content);
    expect(text).toBe(JSON.stringify(encode(ListMatchesResponseSchema, expected)));
    expect(await thread.handlers.listMatches!(request, contextOf('rpc'))).toEqual(expected);
    return expected.items.length;
  });
  const counts = await Promise.all(read);
  expect(counts[0]).toBe(50);
  expect(counts[3]).toBeGreaterThan(0);
});

test('what it refuses keeps its code and its place', async () => {
  const refused = (request: ListMatchesRequest) => thread.handlers.listMatches!(request, contextOf('json'));
  await expect(refused(asked({ sessionId: 'july' }))).rejects.toMatchObject({ code: 'not_found' });
  await expect(refused(asked({ pageToken: 'nonsense' }))).rejects.toMatchObject({
    code: 'invalid_request',
    problems: [{ path: ['page_token'] }],
  });
});

test('a thread that dies fails what was asked of it, and the next call starts another', async () => {
  let connections = 0;
  const connect = () => {
    if (connections++ > 0) return store.connect();
    // A store that answers nonsense: the thread does not survive it.
    const { port1, port2 } = new MessageChannel();
    port2.on('message', () => port2.postMessage(null)).unref();
    return { embedded: port1 };
  };
  const mortal = startReportThread({ store: { connect }, log });
  const page = () => mortal.handlers.listMatches!(asked({ pageSize: 1 }), contextOf('rpc'));
  await expect(page()).rejects.toMatchObject({
    code: 'store_unavailable',
    message: expect.stringMatching(/^The .+\.$/),
  });
  expect(said).toEqual(['The thread that reads reports failed.']);
  expect(await page()).toMatchObject({ items: [{ sessionId: 'threads' }] });
  await mortal.close();
  await expect(page()).rejects.toMatchObject({ code: 'store_unavailable' });
});
