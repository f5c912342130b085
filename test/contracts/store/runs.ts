import { expect, test } from 'vitest';
import { CANCELLED, type RunReport, workClaimOf } from '../../../src/core/records/documents/run.ts';
import { KEY, LEASE, newRun, type OpenStore, OTHER, startRun } from './store-under-test.ts';

const FAILURE = { code: 'file_unreadable', message: 'is missing', file: 'gl.csv', line: null } as const;

const BANKING = [{ kind: 'banking', versions: [1] }];

const REPORT: RunReport = {
  stages: [
    {
      name: 'ingress',
      status: 'succeeded',
      startedAt: 2,
      finishedAt: 3,
      rowsDone: 10,
      rowsTotal: 10,
      message: null,
    },
    {
      name: 'records_create',
      status: 'running',
      startedAt: 3,
      finishedAt: null,
      rowsDone: 0,
      rowsTotal: null,
      message: '',
    },
  ],
  rejectedRows: 2,
  warnings: ['The statement does not foot.'],
};

const ACCEPTED = {
  runId: 'run-1',
  key: KEY,
  kind: 'banking',
  version: 1,
  status: 'accepted',
  report: { stages: [], rejectedRows: 0, warnings: [] },
  materialised: false,
  failure: null,
  failures: 0,
  interruptions: 0,
  worker: null,
  caller: null,
  retryAt: null,
  acceptedAt: 1_000,
  startedAt: null,
  finishedAt: null,
};

export function runsContract(open: OpenStore): void {
  test('an accepted run is there after reopening, and is accepted once', async () => {
    const under = await open();
    const parameters = { method: 'line_by_line', tolerance: '0.50', days: [3, null, true] };
    const run = { ...newRun('run-1'), parameters };
    const accepted = { run: { ...ACCEPTED, parameters }, accepted: true };
    expect(await under.store.runs.accept({ ...run, keepExisting: false })).toEqual(accepted);
    const again = { ...newRun('run-1', OTHER), acceptedAt: 2, keepExisting: false };
    expect(await under.store.runs.accept(again)).toEqual({ ...accepted, accepted: false });
    expect(await (await under.reopen()).runs.get('run-1')).toEqual(accepted.run);
    await under.dispose();
  });

  test('a run that is to keep what exists gives way to every run of the session but a failed one', async () => {
    const { store, dispose } = await open();
    const keep = (runId: string) => store.runs.accept({ ...newRun(runId), keepExisting: true });
    expect(await keep('run-1')).toMatchObject({ run: { runId: 'run-1' }, accepted: true });
    expect(await keep('run-2')).toMatchObject({ run: { runId: 'run-1', status: 'accepted' }, accepted: false });
    const claim = await startRun(store, 'run-1');
    expect(await keep('run-2')).toMatchObject({ run: { runId: 'run-1', status: 'running' }, accepted: false });
    await store.work.finish(workClaimOf(claim), 4);
    expect(await keep('run-2')).toMatchObject({ run: { runId: 'run-1', status: 'succeeded' }, accepted: false });
    expect(await store.runs.get('run-2')).toBeNull();
    const failed = await startRun(store, 'run-3');
    await store.work.fail(workClaimOf(failed), { at: 5, failure: FAILURE, pauseMs: null });
    expect(await keep('run-4')).toMatchObject({ run: { runId: 'run-4' }, accepted: true });
    await dispose();
  });

  test('a run that is to keep what exists looks at runs of its own kind alone', async () => {
    const { store, dispose } = await open();
    const keep = (runId: string, kind: string) => store.runs.accept({ ...newRun(runId), kind, keepExisting: true });
    const banking = await startRun(store, 'run-1');
    await store.work.fail(workClaimOf(banking), { at: 5, failure: FAILURE, pauseMs: null });
    // The latest of all is of another kind, and stands; the latest of its own kind failed.
    expect(await keep('cards-1', 'cards')).toMatchObject({ run: { runId: 'cards-1' }, accepted: true });
    expect(await keep('run-2', 'banking')).toMatchObject({ run: { runId: 'run-2' }, accepted: true });
    expect(await keep('cards-2', 'cards')).toMatchObject({ run: { runId: 'cards-1' }, accepted: false });
    await dispose();
  });

  test('what a worker tells of a run stays with it to its end', async () => {
    const under = await open();
    const { claim, run } = (await under.store.runs.start(newRun('run-1'), LEASE))!;
    const started = { ...ACCEPTED, parameters: {}, status: 'running', startedAt: 1_000, worker: LEASE.worker };
    expect(run).toEqual(started);
    expect(await under.store.runs.report(claim, { ...REPORT, rejectedRows: 9 })).toBe(true);
    expect(await under.store.runs.report(claim, REPORT)).toBe(true);
    const commit = { expectVersion: 0, ingestions: [], at: 3, run: claim };
    expect(await under.store.sessions.commit(KEY, commit)).toMatchObject({ outcome: 'committed' });
    expect(await under.store.sessions.materialised(KEY, claim)).toBe(true);
    expect(await under.store.work.finish(workClaimOf(claim), 4)).toBe(true);
    const finished = await under.store.runs.get('run-1');
    const ended = { report: REPORT, materialised: true, status: 'succeeded', finishedAt: 4, worker: null };
    expect(finished).toEqual({ ...started, ...ended });
    expect(await (await under.reopen()).runs.get('run-1')).toEqual(finished);
    await under.dispose();
  });

  test('a run that has ended stays as it ended', async () => {
    const { store, dispose } = await open();
    const claim = await startRun(store, 'run-1');
    await store.work.fail(workClaimOf(claim), { at: 4, failure: FAILURE, pauseMs: null });
    const ended = await store.runs.get('run-1');
    expect(ended).toMatchObject({ status: 'failed', failure: FAILURE });
    expect(await store.work.finish(workClaimOf(claim), 5)).toBe(false);
    expect(await store.work.fail(workClaimOf(claim), { at: 5, failure: FAILURE, pauseMs: 0 })).toBe(false);
    expect(await store.work.release(workClaimOf(claim), 0)).toBe(false);
    expect(await store.runs.report(claim, REPORT)).toBe(false);
    expect(await store.work.renew(workClaimOf(claim), 1_000)).toBe(false);
    expect(await store.runs.start(newRun('run-1'), LEASE)).toBeNull();
    expect(await store.runs.get('run-1')).toEqual(ended);
    await dispose();
  });

  test('unknown runs are none', async () => {
    const { store, dispose } = await open();
    expect(await store.runs.get('run-1')).toBeNull();
    expect(await store.runs.latest(KEY)).toBeNull();
    expect(await store.runs.active(KEY)).toBeNull();
    expect(await store.runs.sessionsNamed(KEY.session)).toEqual([]);
    expect(await store.work.finish(workClaimOf({ runId: 'run-1', fence: 0 }), 5)).toBe(false);
    await dispose();
  });

  test('unfinished runs are found again, oldest first, and a session’s latest run is the last one accepted', async () => {
    const under = await open();
    await startRun(under.store, 'run-b');
    const claim = await startRun(under.store, 'run-c', OTHER);
    await under.store.runs.accept({ ...newRun('run-a'), keepExisting: false });
    await under.store.work.finish(workClaimOf(claim), 4);
    const again = await under.reopen();
    expect((await again.runs.unfinished()).map(({ runId }) => runId)).toEqual(['run-b', 'run-a']);
    expect((await again.runs.latest(KEY))?.runId).toBe('run-a');
    expect((await again.runs.active(KEY))?.runId).toBe('run-b');
    expect((await again.runs.latest(OTHER))?.runId).toBe('run-c');
    expect(await again.runs.active(OTHER)).toBeNull();
    await under.dispose();
  });

  test('sessions are found by their id alone, once they have a run', async () => {
    const { store, dispose } = await open();
    await store.summaries.append({ ...KEY, partner: 'abuja' }, { cause: 'no run', createdAt: 1, summary: {} });
    await store.runs.accept({ ...newRun('run-o', OTHER), keepExisting: false });
    for (const runId of ['run-1', 'run-2']) await store.runs.accept({ ...newRun(runId), keepExisting: false });
    await store.runs.accept({ ...newRun('run-j', { ...KEY, session: 'july' }), keepExisting: false });
    expect(await store.runs.sessionsNamed('june')).toEqual([OTHER, KEY]);
    await dispose();
  });

  test('a run that waits is cancelled at once, and the next of its session is done', async () => {
    const under = await open();
    const { store } = under;
    for (const runId of ['run-1', 'run-2']) await store.runs.accept({ ...newRun(runId), keepExisting: false });
    expect(await store.runs.isCancelled('run-1')).toBe(false);
    const ended = { status: 'failed', failure: CANCELLED, failures: 0, startedAt: null, finishedAt: 7, worker: null };
    expect(await store.runs.cancel('run-1', { at: 7, failure: CANCELLED })).toMatchObject(ended);
    expect(await store.runs.cancel('run-1', { at: 8, failure: CANCELLED })).toMatchObject(ended);
    expect(await store.runs.cancel('no-run', { at: 8, failure: CANCELLED })).toBeNull();
    const claimed = await (await under.reopen()).work.claimNext({ ...LEASE, knows: BANKING, at: 9 });
    expect(claimed?.work.workId).toBe('run-2');
    await under.dispose();
  });

  test('a run that is being done is told that it is cancelled, and its worker ends it', async () => {
    const { store, dispose } = await open();
    const claim = await startRun(store, 'run-1');
    expect(await store.runs.cancel('run-1', { at: 7, failure: CANCELLED })).toMatchObject({ status: 'running' });
    expect(await store.runs.isCancelled('run-1')).toBe(true);
    // Given back, it waits, and nobody needs to take it to end it.
    await store.work.release(workClaimOf(claim), 60_000);
    expect(await store.runs.cancel('run-1', { at: 8, failure: CANCELLED })).toMatchObject({ status: 'failed' });
    await dispose();
  });

  test('a run that its session names is not cancelled any more', async () => {
    const { store, dispose } = await open();
    const claim = await startRun(store, 'run-1');
    await store.sessions.commit(KEY, { expectVersion: 0, ingestions: [], at: 3, run: claim });
    expect(await store.runs.cancel('run-1', { at: 7, failure: CANCELLED })).toMatchObject({ status: 'running' });
    expect(await store.runs.isCancelled('run-1')).toBe(false);
    await store.work.release(workClaimOf(claim), 0);
    expect(await store.runs.cancel('run-1', { at: 7, failure: CANCELLED })).toMatchObject({ status: 'accepted' });
    await dispose();
  });

  test('a run that follows another one is accepted while that is the latest of its session', async () => {
    const { store, dispose } = await open();
    await store.runs.accept({ ...newRun('run-1'), keepExisting: false });
    const after = (runId: string) => store.runs.accept({ ...newRun(runId), keepExisting: false, follows: 'run-1' });
    expect(await after('run-2')).toMatchObject({ run: { runId: 'run-2' }, accepted: true });
    expect(await after('run-3')).toMatchObject({ run: { runId: 'run-2' }, accepted: false });
    expect(await store.runs.get('run-3')).toBeNull();
    await dispose();
  });

  test('runs are listed newest first, by what they are and of whom, page by page', async () => {
    const { store, dispose } = await open();
    expect(await store.runs.queue({})).toEqual({ waiting: 0, running: 0, oldestWaiting: null });
    const succeeded = await startRun(store, 'done');
    await store.work.finish(workClaimOf(succeeded), 4);
    const failed = await startRun(store, 'broken');
    await store.runs.report(failed, REPORT);
    await store.work.fail(workClaimOf(failed), { at: 5, failure: FAILURE, pauseMs: null });
    await store.runs.accept({ ...newRun('unwanted'), keepExisting: false });
    await store.runs.cancel('unwanted', { at: 6, failure: CANCELLED });
    await startRun(store, 'busy');
    await store.runs.accept({ ...newRun('next', OTHER), acceptedAt: 500, keepExisting: false });
    await store.runs.accept({ ...newRun('cards', OTHER), kind: 'cards', keepExisting: false });
    // What is no run is in no list.
    await store.work.put({
      workId: 'sweep',
      kind: 'sweep',
      version: 1,
      tenant: 'bank-a',
      command: {},
      lane: null,
      acceptedAt: 1,
    });
    const ids = async (asked: Partial<Parameters<typeof store.runs.list>[0]>) => {
      const { runs, total, next } = await store.runs.list({ after: null, limit: 10, ...asked });
      return { ids: runs.map(({ runId }) => runId).join(' '), total, isLast: next === null };
    };
    const all = 'cards next busy unwanted broken done';
    expect(await ids({})).toEqual({ ids: all, total: 6, isLast: true });
    expect(await ids({ tenant: OTHER.tenant })).toMatchObject({ ids: 'cards next' });
    expect(await ids({ ...OTHER, kinds: ['banking'] })).toMatchObject({ ids: 'next', total: 1 });
    expect(await ids({ state: 'waiting' })).toMatchObject({ ids: 'cards next' });
    expect(await ids({ state: 'running' })).toMatchObject({ ids: 'busy' });
    expect(await ids({ state: 'failed' })).toMatchObject({ ids: 'broken', total: 1 });
    expect(await ids({ state: 'cancelled' })).toMatchObject({ ids: 'unwanted', total: 1 });
    expect(await ids({ state: 'succeeded', session: KEY.session })).toMatchObject({ ids: 'done' });
    const first = await store.runs.list({ after: null, limit: 4 });
    expect(first.runs[3]).toMatchObject({ runId: 'unwanted', worker: null });
    expect(first.runs[3]).not.toHaveProperty('parameters');
    expect(await ids({ after: first.next, limit: 4 })).toEqual({ ids: 'broken done', total: 6, isLast: true });
    expect((await store.runs.list({ after: first.next, limit: 1 })).runs[0]).toMatchObject({ report: REPORT });
    expect(await store.runs.queue({})).toEqual({ waiting: 2, running: 1, oldestWaiting: 500 });
    expect(await store.runs.queue({ tenant: KEY.tenant, session: KEY.session })).toMatchObject({ running: 1 });
    await dispose();
  });
}
