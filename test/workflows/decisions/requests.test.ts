// Requests from the bus on a real NATS server and both stores: each done once for its id, its outcome told, and what can
// never be done a dead letter.

import { setTimeout as pause } from 'node:timers/promises';
import { jetstream, jetstreamManager } from '@nats-io/jetstream';
import { connect, type NatsConnection } from '@nats-io/transport-node';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openNatsBus } from '../../../src/adapters/bus-nats/bus.ts';
import { type Subjects, subjectsOf } from '../../../src/adapters/bus-nats/subjects.ts';
import { sha256 } from '../../../src/adapters/digest/sha256.ts';
import { ANYBODY } from '../../../src/core/callers/caller.ts';
import { TieoutError } from '../../../src/core/errors.ts';
import { MAX_WORK_INTERRUPTIONS } from '../../../src/core/limits.ts';
import type { BusTopic } from '../../../src/core/records/documents/outbox.ts';
import type { Bus } from '../../../src/ports/bus.ts';
import type { Store } from '../../../src/ports/store.ts';
import type { NewWork } from '../../../src/ports/work.ts';
import { busRequestReader } from '../../../src/rest/bus-request.ts';
import { afterDecisions } from '../../../src/workflows/afterwards/after-resolve.ts';
import { startRecovery } from '../../../src/workflows/decisions/recover-decisions.ts';
import { patternSweeps } from '../../../src/workflows/decisions/sweep-pattern.ts';
import { startOutboxRelay } from '../../../src/workflows/delivery/relay-outbox.ts';
import { busRequests } from '../../../src/workflows/requests/carry-out-request.ts';
import { startTaking } from '../../../src/workflows/requests/take-requests.ts';
import { attempt } from '../../../src/workflows/work/attempt.ts';
import { committedAlarm } from '../../../src/workflows/work/committed-alarm.ts';
import { startWorker } from '../../../src/workflows/work/worker.ts';
import { isMissing, natsUrl, settingsOf, whyNot } from '../../adapters/bus-nats/nats-under-test.ts';
import { withMongodb } from '../../adapters/store-mongo/temporary-database.ts';
import { clustersOf as columnsOf, newIngestion } from '../../contracts/store/samples.ts';
import { startRun } from '../../contracts/store/store-under-test.ts';
import { auditOf, clustersOf, type Partner, partner, rowOf, SCOPE } from './month.ts';
import { CHAIN } from './resolving.ts';

const read = busRequestReader('UTC');

const BODY = {
  tenant_id: SCOPE.tenant,
  partner_id: SCOPE.partner,
  customer_type: 'mfb',
  cluster_type: 'not_found_gl',
  decision: 'approved',
  resolution_request_id: 'close-1',
};

function requests(open?: () => Promise<Store>): void {
  let nats: NatsConnection;
  let lagos: Partner;
  let bus: Bus;
  let subjects: Subjects;
  const ending: (() => Promise<unknown>)[] = [];
  beforeAll(async () => {
    nats = await connect({ servers: natsUrl });
  });
  afterAll(() => nats.close());
  beforeEach(async () => {
    lagos = await partner(open);
    const settings = settingsOf();
    subjects = subjectsOf(settings.environment);
    bus = await openNatsBus(settings, lagos.deps.log);
  });
  afterEach(async () => {
    for (const end of ending.splice(0).toReversed()) await end();
    await bus.close();
    await lagos.dispose();
  });

  /** A process that takes requests, does them, and publishes what becomes of them. */
  function serve(store: Store = lagos.store): void {
    const deps = { ...lagos.deps, store, bus, digest: sha256, languageModel: null };
    const alarm = committedAlarm(deps.log, () => {});
    const handlers = [afterDecisions({ ...deps, ...CHAIN }), patternSweeps(deps), busRequests({ ...deps, read })];
    const worker = startWorker({ ...deps, alarm, handlers }, { name: 'w', announceEveryMs: 100 });
    const taking = startTaking({ ...deps, callerOf: () => ANYBODY, read });
    const deliverers = { bus: bus.publish };
    const relay = startOutboxRelay({ ...deps, deliverers }, { keepMs: 86_400_000, lookEveryMs: 20 });
    ending.push(
      () => relay.stop(),
      () => worker.drain(5_000),
      () => taking.stop(),
    );
  }
  const send = (body: unknown) =>
    jetstream(nats).publish(subjects.requests, typeof body === 'string' ? body : JSON.stringify(body));

  /** What a stream holds, once there is so much; and that nothing comes after it for a moment. */
  async function published(topic: BusTopic, count: number) {
    const { streams } = await jetstreamManager(nats);
    const name = subjects.published[topic];
    for (const deadline = Date.now() + 50_000; ; await pause(20)) {
      const { messages } = (await streams.info(name)).state;
      if (messages >= count) break;
      if (Date.now() > deadline) expect.fail(`${messages} of ${count} on ${name}: ${JSON.stringify(lagos.said)}`);
    }
    await pause(150);
    const { messages } = (await streams.info(name)).state;
    expect(messages).toBe(count);
    return Promise.all(
      Array.from({ length: count }, async (_, i) => {
        const message = (await streams.getMessage(name, { seq: i + 1 }))!;
        // biome-ignore lint/suspicious/noExplicitAny: JSON of three shapes
        return { id: message.header.get('Nats-Msg-Id'), ...message.json<any>() };
      }),
    );
  }
  const statuses = async () => (await clustersOf(lagos, 'not_found_gl')).map((one) => one.decisionStatus);
  const orphans = (count: number) =>
    lagos.session('march', {
      gl: Array.from({ length: count }, (_, n) => rowOf('gl', n)),
      bank: [rowOf('bank', 0)],
    });

  test('a request is done once, its outcome told again when it comes again, and another body of its id refused', async () => {
    await orphans(2);
    serve();
    await send(BODY);
    const [outcome] = await published('resolution_outcomes', 1);
    expect(outcome).toMatchObject({
      ...{ schema_version: 1, resolution_request_id: 'close-1', tenant_id: 'bank-a', partner_id: 'lagos' },
      ...{ domain: 'mfb', cluster_type: 'not_found_gl', decision: 'approved', resolution_method: 'manual' },
      ...{ part: 1, parts: 1, approved_count: 2, still_pending_count: 0 },
    });
    const { id: _, ...told } = outcome!;
    const { id: __, ...result } = (await published('resolution_results', 1))[0];
    expect(told).toEqual(result);
    expect(await statuses()).toEqual(['approved', 'approved']);

    // People change their minds; the message comes again, spaced otherwise: nothing is approved a second time.
    await lagos.resolve('reopened');
    const [, taken] = await published('resolution_outcomes', 2);
    expect(taken).toMatchObject({
      ...{ tenant_id: 'bank-a', partner_id: 'lagos', cluster_type: 'not_found_gl', decision: 'reopened' },
      ...{ results: [], approved_count: 0, still_pending_count: 2, taken_back_count: 2 },
    });
    const shown = ({ cluster_id, session_id, branch_id }: Record<string, unknown>) => ({
      ...{ cluster_id, session_id, cluster_type: 'not_found_gl', domain: 'mfb', branch_id, decision_status: 'pending' },
    });
    expect(taken!.taken_back).toEqual(told.results.map(shown));
    await send(JSON.stringify(Object.fromEntries(Object.entries(BODY).toReversed()), null, 2));
    const [first, , again] = await published('resolution_outcomes', 3);
    expect([again, first].map((one) => one!.id.split(':').at(-1))).toEqual(['2', '1']);
    expect({ ...again, id: null }).toEqual({ ...first, id: null });
    expect(await statuses()).toEqual(['pending', 'pending']);
    expect((await auditOf(lagos)).filter(({ requestId }) => requestId === 'close-1')).toHaveLength(2);

    await send({ ...BODY, decision: 'rejected' });
    const [letter] = await published('resolution_dead_letters', 1);
    expect(letter).toMatchObject({
      reason: expect.stringMatching(/^request_id_reused: /),
      subject: subjects.requests,
      part: 1,
      parts: 1,
    });
    expect(JSON.parse(Buffer.from(letter!.message, 'base64').toString())).toMatchObject({ decision: 'rejected' });
    expect(await statuses()).toEqual(['pending', 'pending']);
    expect((await (await jetstreamManager(nats)).streams.info(subjects.requests)).state.messages).toBe(0);

    // The outbox may have forgotten what it told; the audit has not. Within the hour the server knows it for the same.
    await lagos.store.outbox.prune(0);
    await send(BODY);
    while ((await lagos.store.outbox.counts()).kept === 0) await pause(10);
    await published('resolution_outcomes', 3);
  });

  test('a request that takes back tells what in its outcome, and what was never approved is not taken back', async () => {
    await orphans(2);
    serve();
    await send(BODY);
    await published('resolution_outcomes', 1);
    await send({ ...BODY, decision: 'reopened', resolution_request_id: 'back' });
    expect((await published('resolution_outcomes', 2))[1]).toMatchObject({
      ...{ resolution_request_id: 'back', approved_count: 0, still_pending_count: 2, taken_back_count: 2 },
    });
    await send({ ...BODY, decision: 'rejected', resolution_request_id: 'no' });
    await published('resolution_outcomes', 3);
    // Nobody was told that these were approved.
    await lagos.resolve('reopened');
    await send({ ...BODY, decision: 'reopened', resolution_request_id: 'nothing' });
    expect((await published('resolution_outcomes', 4))[3]).toMatchObject({
      ...{ resolution_request_id: 'nothing', taken_back: [], taken_back_count: 0 },
    });
  });

  test('what can never be done is a dead letter with its reason, and changes nothing; its id stays free', async () => {
    await orphans(1);
    serve();
    const wrong: readonly [string, unknown, string | RegExp][] = [
      ['no JSON', '{', /JSON/],
      ['no object', '[]', /object/],
      ['no id', { ...BODY, resolution_request_id: '' }, 'resolution_request_id: is required on the bus'],
      ['unknown decision', { ...BODY, decision: 'maybe', cluster_type: 7 }, /decision: .+; |cluster_type: .+; /],
      ['no tenant', { ...BODY, tenant_id: undefined }, 'tenant_id: is required'],
      [
        'unsupported domain',
        { ...BODY, customer_type: 'commercial_bank', service: 'atm', resolution_request_id: 'atm' },
        'unsupported domain: atm',
      ],
      [
        'a file outside the root',
        { ...BODY, decision: 'reconcile', bank_file_url: ['file:../../etc/passwd', 'file:absent.csv'] },
        /^bank_file_url\.0: .+ bank_file_url\.1: /,
      ],
    ];
    for (const [, body] of wrong) await send(body);
    const letters = await published('resolution_dead_letters', wrong.length);
    for (const [what, body, reason] of wrong) {
      const text = typeof body === 'string' ? body : JSON.stringify(body);
      const letter = letters.find(({ message }) => Buffer.from(message, 'base64').toString() === text);
      expect([what, letter?.reason]).toEqual([
        what,
        typeof reason === 'string' ? reason : expect.stringMatching(reason),
      ]);
    }
    expect(await statuses()).toEqual(['pending']);
    expect(await auditOf(lagos)).toEqual([]);
    await send(BODY);
    expect(await published('resolution_outcomes', 1)).toMatchObject([{ approved_count: 1 }]);
  });

  test('what was dead-lettered can be sent again by its id, as soon as its dead letter is heard', async () => {
    await orphans(1);
    serve();
    const late = { ...BODY, decision: 'reconcile', bank_file_url: ['file:late.csv'] };
    for (let sent = 1; sent <= 2; sent++) {
      await send(late);
      const letters = await published('resolution_dead_letters', sent);
      expect(letters.at(-1).reason).toMatch(/^bank_file_url\.0: /);
    }
    lagos.file('late.csv', [rowOf('gl', 0).replace('Transfer from', 'TRF FRM')]);
    await send(late);
    expect(await published('resolution_outcomes', 1)).toMatchObject([{ approved_count: 1, still_pending_count: 0 }]);
    expect(await statuses()).toEqual(['approved']);
  });

  test('one that is sent several times before it is done is decided once, and told again behind the last', async () => {
    await orphans(2);
    const announced: { run_id?: string; work_id?: string }[] = [];
    nats.subscribe(subjects.runs, { callback: (_, message) => void announced.push(message.json()) });
    for (let sent = 1; sent <= 3; sent++) await send(BODY);
    serve();
    const done = () => lagos.said.filter(({ sentence }) => sentence === 'The request from the bus succeeded.').length;
    for (const deadline = Date.now() + 20_000; done() < 3; await pause(20)) expect(Date.now()).toBeLessThan(deadline);
    expect(await statuses()).toEqual(['approved', 'approved']);
    expect(await auditOf(lagos)).toHaveLength(2);
    // None of it is a run.
    expect(announced.length).toBeGreaterThan(0);
    expect(announced.filter(({ run_id, work_id }) => run_id !== undefined || work_id === undefined)).toEqual([]);
  });

  test('a request that approves nothing has an outcome too, and no result', async () => {
    await orphans(2);
    lagos.file('late.csv', [rowOf('bank', 5)]);
    serve();
    await send({ ...BODY, decision: 'reconcile', bank_file_url: ['file:late.csv'] });
    expect(await published('resolution_outcomes', 1)).toMatchObject([{ approved_count: 0, still_pending_count: 2 }]);
    await send({ ...BODY, tenant_id: 'nobody', decision: 'reconcile', resolution_request_id: 'close-2' });
    await send({ ...BODY, decision: 'reopened', resolution_request_id: 'close-3' });
    const outcomes = await published('resolution_outcomes', 3);
    expect(outcomes.slice(1)).toMatchObject(Array(2).fill({ results: [], approved_count: 0, still_pending_count: 0 }));
    await published('resolution_results', 0);
  });

  test('large outcomes come in parts', async () => {
    const key = { ...SCOPE, session: 'large' };
    await startRun(lagos.store, 'run-large', key);
    await lagos.store.ingestions.add(newIngestion('gl-large', { key }));
    const columns = { ...columnsOf(2_000, { ingestionId: 'gl-large', first: 0 }), type: new Uint8Array(2_000) };
    await lagos.store.clusters.insertOrRestore(key, { runId: 'run-large', clusters: columns, at: 5 });
    serve();
    await send(BODY);
    const { parts } = (await published('resolution_outcomes', 2))[0];
    const told = await published('resolution_outcomes', parts);
    expect(told.map(({ part, approved_count }) => [part, approved_count])).toEqual([1, 2].map((n) => [n, 2_000]));
    expect(
      new Set(told.flatMap(({ results }) => results.map((one: { cluster_id: string }) => one.cluster_id))).size,
    ).toBe(2_000);
  });

  test('one that breaks off between its steps is brought to its end, and decides once', async () => {
    await orphans(2);
    // The store goes away after the clusters are changed, and again after the audit.
    let breaks = 2;
    const broken: Store = {
      ...lagos.store,
      audit: {
        ...lagos.store.audit,
        async insertIfAbsent(...given) {
          if (breaks === 1) await lagos.store.audit.insertIfAbsent(...given);
          if (breaks-- > 0) throw new TieoutError('store_unavailable', 'The store is away.');
          return lagos.store.audit.insertIfAbsent(...given);
        },
      },
    };
    serve(broken);
    // Whoever looks for calls that broke off leaves it to its own work.
    const recovery = startRecovery(lagos.deps, { everyMs: 20 });
    ending.push(() => recovery.stop());
    await send(BODY);
    expect(await published('resolution_outcomes', 1)).toMatchObject([{ approved_count: 2 }]);
    await published('resolution_results', 1);
    expect(await auditOf(lagos)).toHaveLength(2);
    expect(lagos.said.filter(({ level }) => level === 'error').map(({ sentence }) => sentence)).toContain(
      'A call of resolve failed.',
    );
  });

  test('what fails for the fifth time is a dead letter; asked again, it is done', async () => {
    await orphans(1);
    const deps = { ...lagos.deps, bus, languageModel: null };
    let isAway = true;
    const engine: typeof deps.engine = {
      ...deps.engine,
      async ingestDocument(...given) {
        if (isAway) throw new TieoutError('files_unavailable', 'The host of the file is away.');
        return deps.engine.ingestDocument(...given);
      },
    };
    lagos.file('late.csv', [rowOf('gl', 0).replace('Transfer from', 'TRF FRM')]);
    const body = JSON.stringify({ ...BODY, decision: 'reconcile', bank_file_url: ['file:late.csv'] });
    const put: { workId: string; command: never }[] = [];
    const keeping = { ...lagos.store.work, put: async (work: never) => put.push(work) > 0 };
    const taking = startTaking({ ...deps, callerOf: () => ANYBODY, store: { ...lagos.store, work: keeping }, read });
    await send(body);
    while (put.length === 0) await pause(10);
    await taking.stop();
    const handler = busRequests({ ...deps, engine, read });
    const attempt = (failures: number) =>
      handler.carryOut(
        {
          work: {
            ...put[0],
            kind: handler.kind,
            version: 1,
            session: null,
            failure: null,
            interruptions: 0,
            failures,
          },
          claim: { workId: 'w', fence: 1 },
        },
        null as never,
      );
    await expect(attempt(3)).rejects.toThrow('away');
    expect((await lagos.store.outbox.counts()).waiting).toBe(0);
    await expect(attempt(4)).rejects.toThrow('away');
    serve();
    expect(await published('resolution_dead_letters', 1)).toMatchObject([{ reason: 'The host of the file is away.' }]);
    await published('resolution_outcomes', 0);
    isAway = false;
    await send(body);
    expect(await published('resolution_outcomes', 1)).toMatchObject([{ approved_count: 1, still_pending_count: 0 }]);
  });

  test('one whose processes die again and again is a dead letter before its work goes', async () => {
    const deps = { ...lagos.deps, bus, languageModel: null };
    const put: NewWork[] = [];
    const keeping = { ...lagos.store.work, put: async (work: NewWork) => put.push(work) > 0 };
    const taking = startTaking({ ...deps, callerOf: () => ANYBODY, store: { ...lagos.store, work: keeping }, read });
    await send(BODY);
    while (put.length === 0) await pause(10);
    await taking.stop();
    const { command, workId } = put[0];
    const handler = busRequests({ ...deps, read });
    const work = { workId, kind: handler.kind, version: 1, command, session: null, failure: null, failures: 0 };
    let before = -1;
    const fail: Store['work']['fail'] = async () => {
      before = (await lagos.store.outbox.counts()).waiting;
      return true;
    };
    await attempt(
      { ...deps, store: { work: { ...lagos.store.work, fail } }, alarm: committedAlarm(deps.log, () => {}) },
      handler,
      {
        work: { ...work, interruptions: MAX_WORK_INTERRUPTIONS },
        claim: { workId, fence: 1 },
        hold: { holds: () => true, check: () => {}, lose: () => {}, leaseMs: 1_000 },
      },
    );
    expect(before).toBe(1);
  });

  test('beyond so many requests of a tenant the next ones stay on the bus until some are done', async () => {
    await orphans(1);
    const deps = { ...lagos.deps, bus, languageModel: null };
    const taking = startTaking({ ...deps, callerOf: () => ANYBODY, read, mostWaiting: 2 });
    for (const name of ['close-1', 'close-2', 'close-3']) await send({ ...BODY, resolution_request_id: name });
    await send({ ...BODY, tenant_id: 'bank-b' });
    const open = (tenant: string) => lagos.store.work.count({ kind: 'resolve-request', tenant, limit: 9 });
    while ((await open('bank-b')) === 0) await pause(10);
    // Another second, after which the third was asked for again.
    await pause(1_500);
    expect([await open('bank-a'), taking.counts]).toEqual([2, { taken: 3, setAside: 0 }]);
    serve();
    await published('resolution_outcomes', 4);
    await taking.stop();
  });

  test('while the store is away a request stays on the bus, and is done once it is back', async () => {
    await orphans(1);
    let isAway = true;
    const work: Store['work'] = {
      ...lagos.store.work,
      put: (one) => (isAway ? Promise.reject(new Error('The store is away.')) : lagos.store.work.put(one)),
    };
    serve({ ...lagos.store, work });
    await send(BODY);
    while (!lagos.said.some(({ sentence }) => sentence.startsWith('A request from the bus could not be stored')))
      await pause(10);
    expect(await statuses()).toEqual(['pending']);
    isAway = false;
    expect(await published('resolution_outcomes', 1)).toMatchObject([{ approved_count: 1 }]);
  });
}

describe.skipIf(isMissing)(`requests from the bus, embedded store${whyNot}`, () => requests());
describe.skipIf(isMissing)(`requests from the bus${whyNot}`, () =>
  withMongodb('on MongoDB', (database) => requests(() => database.openPrepared())),
);
