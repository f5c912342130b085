import { expect, test } from 'vitest';
import { KEY, type OpenStore, OTHER, startRun } from './store-under-test.ts';

const FAILURE = { code: 'file_unreadable', message: 'is missing', file: 'gl.csv', line: null } as const;

export function runsContract(open: OpenStore): void {
  test('a run is recorded once, stage by stage, to its end', async () => {
    const under = await open();
    const parameters = { method: 'line_by_line', tolerance: '0.50', days: [3, null, true] };
    const started = await under.store.runs.start({ runId: 'run-1', key: KEY, parameters, startedAt: 1 });
    expect(started).toEqual({
      runId: 'run-1',
      key: KEY,
      parameters,
      status: 'running',
      stages: [],
      materialised: false,
      failure: null,
      startedAt: 1,
      finishedAt: null,
    });
    expect(await under.store.runs.start({ runId: 'run-1', key: OTHER, parameters: {}, startedAt: 2 })).toEqual(started);

    const stages = [
      { name: 'read', finishedAt: 2, rows: 10 },
      { name: 'match', finishedAt: 3, rows: 4 },
    ];
    for (const stage of stages) await under.store.runs.stageDone('run-1', stage);
    expect((await under.store.runs.stageDone('run-1', { ...stages[0], finishedAt: 9 }))?.stages).toEqual(stages);
    expect((await under.store.runs.materialised('run-1'))?.materialised).toBe(true);
    const finished = await under.store.runs.finish('run-1', { status: 'succeeded', finishedAt: 4 });
    expect(finished).toEqual({ ...started, stages, materialised: true, status: 'succeeded', finishedAt: 4 });
    expect(await (await under.reopen()).runs.get('run-1')).toEqual(finished);
    await under.dispose();
  });

  test('a run that has ended stays as it ended', async () => {
    const { store, dispose } = await open();
    await startRun(store, 'run-1');
    const ended = await store.runs.finish('run-1', { status: 'failed', finishedAt: 4, failure: FAILURE });
    expect(ended).toMatchObject({ status: 'failed', failure: FAILURE });
    expect(await store.runs.finish('run-1', { status: 'succeeded', finishedAt: 5 })).toBeNull();
    expect(await store.runs.materialised('run-1')).toBeNull();
    expect(await store.runs.stageDone('run-1', { name: 'read', finishedAt: 5, rows: 1 })).toBeNull();
    expect(await store.runs.get('run-1')).toEqual(ended);
    await dispose();
  });

  test('unknown runs are none', async () => {
    const { store, dispose } = await open();
    expect(await store.runs.get('run-1')).toBeNull();
    expect(await store.runs.latest(KEY)).toBeNull();
    expect(await store.runs.finish('run-1', { status: 'succeeded', finishedAt: 5 })).toBeNull();
    await dispose();
  });

  test('unfinished runs are found again, oldest first, and a session’s latest run is the last one started', async () => {
    const under = await open();
    await startRun(under.store, 'run-b');
    await startRun(under.store, 'run-c', OTHER);
    await startRun(under.store, 'run-a');
    await under.store.runs.finish('run-c', { status: 'succeeded', finishedAt: 4 });
    const again = await under.reopen();
    expect((await again.runs.unfinished()).map(({ runId }) => runId)).toEqual(['run-b', 'run-a']);
    expect((await again.runs.latest(KEY))?.runId).toBe('run-a');
    expect((await again.runs.latest(OTHER))?.runId).toBe('run-c');
    await under.dispose();
  });
}
