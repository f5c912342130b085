import { expect, test } from 'vitest';
import type { RunReport } from '../../../src/core/records/documents/run.ts';
import { workOf } from '../../../src/core/records/documents/run.ts';
import { KEY, LEASE, newRun, type OpenStore, OTHER, startRun } from './store-under-test.ts';

const FAILURE = { code: 'file_unreadable', message: 'is missing', file: 'gl.csv', line: null } as const;

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
    await store.work.finish(workOf(claim), 4);
    expect(await keep('run-2')).toMatchObject({ run: { runId: 'run-1', status: 'succeeded' }, accepted: false });
    expect(await store.runs.get('run-2')).toBeNull();
    const failed = await startRun(store, 'run-3');
    await store.work.fail(workOf(failed), { at: 5, failure: FAILURE, pauseMs: null });
    expect(await keep('run-4')).toMatchObject({ run: { runId: 'run-4' }, accepted: true });
    await dispose();
  });

  test('a run that is to keep what exists looks at runs of its own kind alone', async () => {
    const { store, dispose } = await open();
    const keep = (runId: string, kind: string) => store.runs.accept({ ...newRun(runId), kind, keepExisting: true });
    const banking = await startRun(store, 'run-1');
    await store.work.fail(workOf(banking), { at: 5, failure: FAILURE, pauseMs: null });
    // The latest of all is of another kind, and stands; the latest of its own kind failed.
    expect(await keep('cards-1', 'cards')).toMatchObject({ run: { runId: 'cards-1' }, accepted: true });
    expect(await keep('run-2', 'banking')).toMatchObject({ run: { runId: 'run-2' }, accepted: true });
    expect(await keep('cards-2', 'cards')).toMatchObject({ run: { runId: 'cards-1' }, accepted: false });
    await dispose();
  });

  test('what a worker tells of a run stays with it to its end', async () => {
    const under = await open();
    const { claim, run } = (await under.store.runs.start(newRun('run-1'), LEASE))!;
    const started = { ...ACCEPTED, parameters: {}, status: 'running', startedAt: 1_000 };
    expect(run).toEqual(started);
    expect(await under.store.runs.report(claim, { ...REPORT, rejectedRows: 9 })).toBe(true);
    expect(await under.store.runs.report(claim, REPORT)).toBe(true);
    const commit = { expectVersion: 0, ingestions: [], at: 3, run: claim };
    expect(await under.store.sessions.commit(KEY, commit)).toMatchObject({ outcome: 'committed' });
    expect(await under.store.sessions.materialised(KEY, claim)).toBe(true);
    expect(await under.store.work.finish(workOf(claim), 4)).toBe(true);
    const finished = await under.store.runs.get('run-1');
    expect(finished).toEqual({ ...started, report: REPORT, materialised: true, status: 'succeeded', finishedAt: 4 });
    expect(await (await under.reopen()).runs.get('run-1')).toEqual(finished);
    await under.dispose();
  });

  test('a run that has ended stays as it ended', async () => {
    const { store, dispose } = await open();
    const claim = await startRun(store, 'run-1');
    await store.work.fail(workOf(claim), { at: 4, failure: FAILURE, pauseMs: null });
    const ended = await store.runs.get('run-1');
    expect(ended).toMatchObject({ status: 'failed', failure: FAILURE });
    expect(await store.work.finish(workOf(claim), 5)).toBe(false);
    expect(await store.work.fail(workOf(claim), { at: 5, failure: FAILURE, pauseMs: 0 })).toBe(false);
    expect(await store.work.release(workOf(claim), 0)).toBe(false);
    expect(await store.runs.report(claim, REPORT)).toBe(false);
    expect(await store.work.renew(workOf(claim), 1_000)).toBe(false);
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
    expect(await store.work.finish(workOf({ runId: 'run-1', fence: 0 }), 5)).toBe(false);
    await dispose();
  });

  test('unfinished runs are found again, oldest first, and a session’s latest run is the last one accepted', async () => {
    const under = await open();
    await startRun(under.store, 'run-b');
    const claim = await startRun(under.store, 'run-c', OTHER);
    await under.store.runs.accept({ ...newRun('run-a'), keepExisting: false });
    await under.store.work.finish(workOf(claim), 4);
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
}
