// Banking runs from their acceptance to their end: what overwrite, append and skip make of a session, and what pipeline
// status shows of it.

import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { reconcileOn } from '../../src/compose/local-run.ts';
import { parseDay } from '../../src/core/money/calendar.ts';
import { RUN_STAGES } from '../../src/core/records/documents/run.ts';
import { pipelineStatus } from '../../src/workflows/reports/pipeline-status.ts';
import { keepWriting } from '../adapters/files/changing-file.ts';
import { answerOf, contentOf } from './session-content.ts';
import { monthOf, writePart } from './small-month.ts';
import { commandOf, KEY, type ServiceUnderTest, startService } from './worker-under-test.ts';

const MONTH = monthOf(300);
const ASKED = { session: KEY.session, tenant: null, partner: null };

let service: ServiceUnderTest;
beforeEach(async () => {
  service = await startService();
  service.work();
});
afterEach(() => service.dispose());

const part = (of: Parameters<typeof writePart>[2]) => writePart(service.root, MONTH, of);

async function wholeMonth() {
  return { gl: [await part({ side: 'gl' })], bank: [await part({ side: 'bank' })] };
}

/** What one run over the whole month answers. */
async function allAtOnce() {
  const other = await startService({ root: service.root });
  other.work();
  expect((await other.run({ fileUrls: await wholeMonth() })).status).toBe('succeeded');
  const answer = await answerOf(other.store, KEY);
  await other.dispose();
  return answer;
}

test('an accepted run ends with the answer of the command line, every stage told', async () => {
  const fileUrls = await wholeMonth();
  const taskIds = { ingress: 'task-1', summary: 'task-8' };
  const run = await service.run({ fileUrls, taskIds });
  expect(run).toMatchObject({ status: 'succeeded', materialised: true, failures: 0, interruptions: 0, failure: null });

  const other = await startService({ root: service.root });
  const command = commandOf({});
  const files = { gl: [at('gl.csv')], bank: [at('bank.csv')] };
  const local = await reconcileOn(
    { ...other.deps, store: Promise.resolve(other.store) },
    { ...command, tenant: KEY.tenant, partner: KEY.partner, session: KEY.session, files },
  );
  expect(await answerOf(service.store, KEY)).toEqual(await answerOf(other.store, KEY));
  await other.dispose();

  const status = await pipelineStatus(service, ASKED);
  expect(status).toMatchObject({ key: KEY, runId: run.runId, status: 'succeeded', rejectedRows: 0, error: null });
  expect(status.stages.map(({ name }) => name)).toEqual(RUN_STAGES);
  expect(status.stages.map(({ taskId }) => taskId)).toEqual(['task-1', ...Array(6).fill(null), 'task-8']);
  const stages = Object.fromEntries(status.stages.map((stage) => [stage.name, stage]));
  const rows = local.columns.gl.count + local.columns.bank.count;
  expect(stages['ingress']).toMatchObject({ status: 'succeeded', rowsDone: rows, rowsTotal: rows, message: null });
  expect(stages['records_create']).toMatchObject({ status: 'succeeded', rowsDone: rows });
  expect(stages['reconciliation']).toMatchObject({ status: 'succeeded' });
  expect(stages['matched_records'].rowsDone).toBeGreaterThan(0);
  expect(stages['chargeback'].status).toBe('succeeded');
  expect(stages['exceptions']).toMatchObject({ status: 'succeeded', rowsDone: local.clusters.count });
  for (const { startedAt, finishedAt } of status.stages) expect(finishedAt).toBeGreaterThanOrEqual(startedAt!);

  function at(name: string) {
    return { path: join(service.root, name), name };
  }
});

test('overwrite without urls keeps the rows and finds the same again', async () => {
  const first = await service.run({ fileUrls: await wholeMonth() });
  const before = await answerOf(service.store, KEY);
  const ingestions = await service.store.ingestions.live(KEY);
  await rm(join(service.root, 'gl.csv'));
  const second = await service.run({});
  expect(second.status).toBe('succeeded');
  expect(second.runId).not.toBe(first.runId);
  expect(await answerOf(service.store, KEY)).toEqual(before);
  expect(await service.store.ingestions.live(KEY)).toEqual(ingestions);
  expect(await service.store.sessions.get(KEY)).toMatchObject({ runId: second.runId, version: 2 });
  expect(await service.store.groupBlocks.headers(first.runId)).toEqual([]);
  expect((await service.store.summaries.latest(KEY))?.recalculationCount).toBe(2);
});

test('overwrite replaces the rows of the side that it names files for, and only those', async () => {
  const gl = await part({ side: 'gl' });
  const half = await part({ side: 'bank', to: 0.5, name: 'half.csv' });
  await service.run({ fileUrls: { gl: [gl], bank: [half] } });
  const [ledger, statement] = await service.store.ingestions.live(KEY);
  const run = await service.run({ fileUrls: { gl: [], bank: [await part({ side: 'bank' })] } });
  expect(run.status).toBe('succeeded');
  expect(await answerOf(service.store, KEY)).toEqual(await allAtOnce());
  const live = await service.store.ingestions.live(KEY);
  expect(live.map(({ file }) => file)).toEqual(['gl.csv', 'bank.csv']);
  expect(live[0]).toEqual(ledger);
  expect(await service.store.ingestions.get(statement!.ingestionId)).toBeNull();
});

test('files that come one by one, overlapping, give the answer of all at once', async () => {
  const gl = [
    await part({ side: 'gl', to: 0.6, name: 'gl-1.csv' }),
    await part({ side: 'gl', from: 0.45, name: 'gl-2.csv' }),
  ];
  const bank = [
    await part({ side: 'bank', from: 0.5, name: 'bank-2.csv' }),
    await part({ side: 'bank', to: 0.7, name: 'bank-1.csv' }),
  ];
  await service.run({ fileUrls: { gl: [gl[0]], bank: [bank[0]] } });
  const second = await service.run({ fileUrls: { gl: [gl[1]], bank: [] }, onExisting: 'append' });
  expect(second.report.warnings.join()).toContain('gl-2.csv overlaps gl-1.csv');
  const third = await service.run({ fileUrls: { gl: [], bank: [bank[1]] }, onExisting: 'append' });
  expect(third.status).toBe('succeeded');
  const { facts: _, ...answer } = await answerOf(service.store, KEY);
  expect((await service.store.ingestions.live(KEY)).map(({ file }) => file)).toEqual([
    'gl-1.csv',
    'gl-2.csv',
    'bank-2.csv',
    'bank-1.csv',
  ]);

  const other = await startService({ root: service.root });
  other.work();
  await other.run({ fileUrls: { gl: gl.toReversed(), bank } });
  const { facts: __, ...together } = await answerOf(other.store, KEY);
  expect(answer).toEqual(together);
  const { facts: ___, ...whole } = await allAtOnce();
  expect(answer).toEqual(whole);
  await other.dispose();
});

test('the same file appended again adds nothing and says so; on the other side it is refused', async () => {
  const fileUrls = await wholeMonth();
  await service.run({ fileUrls });
  const before = await answerOf(service.store, KEY);
  const again = await service.run({ fileUrls, onExisting: 'append' });
  expect(again.status).toBe('succeeded');
  expect(again.report.warnings).toContain('gl.csv: the session holds this file already; it added nothing.');
  expect(await answerOf(service.store, KEY)).toEqual(before);
  const swapped = await service.run({ fileUrls: { gl: fileUrls.bank, bank: [] }, onExisting: 'append' });
  expect(swapped).toMatchObject({ status: 'failed', failure: { code: 'file_given_twice', file: 'bank.csv' } });
});

test('skip answers with the run that stands and changes nothing; a failed one runs again', async () => {
  const fileUrls = await wholeMonth();
  const failed = await service.run({ fileUrls: { gl: ['file:missing.csv'], bank: fileUrls.bank } });
  expect(failed.status).toBe('failed');
  const first = await service.run({ fileUrls, onExisting: 'skip' });
  expect(first.status).toBe('succeeded');
  const before = await contentOf(service.store, KEY);
  const skipped = await service.accept({ fileUrls: { gl: ['file:other.csv'], bank: [] }, onExisting: 'skip' });
  expect(skipped).toEqual({ run: first, accepted: false });
  expect(await service.store.runs.unfinished()).toEqual([]);
  expect(await contentOf(service.store, KEY)).toEqual(before);
});

test('without analysis of exceptions rows stay open and in no cluster', async () => {
  const fileUrls = await wholeMonth();
  await service.run({ fileUrls });
  const { open, tiers } = await answerOf(service.store, KEY);
  const run = await service.run({ fileUrls, classifying: false });
  const answer = await answerOf(service.store, KEY);
  expect(answer).toMatchObject({ open, tiers, clusters: [] });
  expect(open[0].length).toBeGreaterThan(0);
  const { items } = await service.store.openItems.page(KEY, { side: 'gl', after: null, limit: 1_000 });
  expect(items.clusterId.every((byte) => byte === 0)).toBe(true);
  expect(run.report.stages.find(({ name }) => name === 'exceptions')?.status).toBe('skipped');
});

test('a run that fails says where and leaves the session as it was', async () => {
  const fileUrls = await wholeMonth();
  await service.run({ fileUrls });
  const before = await contentOf(service.store, KEY);
  await writeFile(join(service.root, 'torn.csv'), 'Date,Reference,Narration,Debit,Credit\n2026-09-01,A,"torn,1,\n');
  const failed = await service.run({ fileUrls: { gl: ['file:torn.csv'], bank: fileUrls.bank } });
  expect(failed).toMatchObject({ status: 'failed', failures: 1, failure: { file: 'torn.csv', line: 2 } });
  const status = await pipelineStatus(service, ASKED);
  expect(status).toMatchObject({ runId: failed.runId, status: 'failed', error: failed.failure });
  expect(status.stages.map((stage) => stage.status)).toEqual(['failed', ...Array(7).fill('pending')]);
  expect(status.stages[0].message).toBe(failed.failure!.message);
  expect(await contentOf(service.store, KEY)).toEqual(before);

  // A file of the other side's rows was read and stored by then: nothing of it stays.
  const late = await service.run({ fileUrls: { gl: [await part({ side: 'gl', to: 0.3 })], bank: ['file:gl.csv'] } });
  expect(late).toMatchObject({ status: 'failed', failure: { code: 'file_given_twice' } });
  expect(await contentOf(service.store, KEY)).toEqual(before);
});

test('a run whose file is still being written is tried again, and succeeds once it is whole', async () => {
  const { gl, bank } = await wholeMonth();
  const [first] = MONTH.lines.gl.slice(1);
  const writer = await keepWriting(join(service.root, 'gl.csv'), first!);
  const { run } = await service.accept({ fileUrls: { gl, bank } });
  const failed = async () => (await service.store.runs.get(run.runId))!;
  while ((await failed()).failures === 0) await pause(5);
  await writer.stop();
  expect((await failed()).failure).toMatchObject({ code: 'file_changed', file: 'gl.csv' });
  const ended = await service.ended(run.runId);
  expect(ended.status).toBe('succeeded');
  const rows = (await readFile(join(service.root, 'gl.csv'), 'utf8')).trimEnd().split('\n').length - 1;
  expect(rows).toBeGreaterThan(MONTH.lines.gl.length);
  expect(ended.report.stages[0].rowsDone).toBe(rows + MONTH.lines.bank.length - 1);
});

test.each([
  [
    'a year off',
    { periodStart: '2025-09-01', periodEnd: '2025-09-30' },
    'ledger side is dated 2025-08-29 to 2025-10-03, the period with the search days;',
  ],
  [
    'after the last row',
    { periodStart: '2027-01-01' },
    'ledger side is dated from 2026-12-29 on, the period with the search days;',
  ],
  [
    'before the first row',
    { periodEnd: '2025-01-01' },
    'ledger side is dated up to 2025-01-04, the period with the search days;',
  ],
])('a period %s fails the run and leaves the session as it was', async (_, bounds, sentence) => {
  const fileUrls = await wholeMonth();
  await service.run({ fileUrls });
  const before = await contentOf(service.store, KEY);
  const days = Object.fromEntries(Object.entries(bounds).map(([bound, text]) => [bound, parseDay(text)]));
  const { status, failure } = await service.run({ fileUrls, ...days });
  expect([status, failure?.code]).toEqual(['failed', 'side_empty']);
  expect(failure!.message).toContain(sentence);
  expect(failure!.message).toMatch(
    /its rows are dated \d{4}-\d\d-\d\d to .*: check the period, the search days and the files\.$/,
  );
  expect(await contentOf(service.store, KEY)).toEqual(before);
});

test('a statement of another month fails the run, with a period and without one', async () => {
  const gl = await part({ side: 'gl' });
  const row = (day: string) => `Date,Narration,Amount\n${day},NIP/ADAEZE STORES,100.00 CR\n`;
  await writeFile(join(service.root, 'july.csv'), row('2026-07-14'));
  const fileUrls = { gl: [gl], bank: ['file:july.csv'] };
  const there = 'its rows are dated 2026-07-14: check the period, the search days and the files.';
  const without = await service.run({ fileUrls });
  expect(without.failure).toMatchObject({ code: 'side_empty', file: null });
  expect(without.failure!.message).toMatch(
    /^No row of the bank side is dated .*, the ledger’s months with the search days; /,
  );
  expect(without.failure!.message).toContain(there);
  const period = { periodStart: parseDay('2026-09-05'), periodEnd: parseDay('2026-09-20') };
  const within = await service.run({ fileUrls, ...period });
  expect(within.failure!.message).toBe(
    `No row of the bank side is dated 2026-09-02 to 2026-09-23, the period with the search days; ${there}`,
  );
  // One row that is in the period, or a search day beside it, is enough.
  await writeFile(join(service.root, 'july.csv'), row('2026-09-23'));
  expect((await service.run({ fileUrls, ...period })).status).toBe('succeeded');
});

test('sides that both have rows in one month are reconciled, however far these lie apart, with a warning', async () => {
  const row = (day: string, amount: string) => `Date,Narration,Amount\n${day},NIP/ADAEZE STORES,${amount}\n`;
  await writeFile(join(service.root, 'early.csv'), row('2026-09-02', '100.00 DR'));
  await writeFile(join(service.root, 'late.csv'), row('2026-09-25', '70.00 CR'));
  const fileUrls = { gl: ['file:early.csv'], bank: ['file:late.csv'] };
  const unnamed = await service.run({ fileUrls });
  expect([unnamed.status, unnamed.failure]).toEqual(['succeeded', null]);
  expect(unnamed.report.warnings).toContainEqual(expect.stringContaining('are rows of the ledger missing?'));
  const run = await service.run({ fileUrls, periodStart: parseDay('2026-09-01'), periodEnd: parseDay('2026-09-30') });
  expect([run.status, run.failure]).toEqual(['succeeded', null]);
});

test('a statement without entries is a quiet month: the ledger’s rows stay open, with a warning', async () => {
  await writeFile(join(service.root, 'ledger.csv'), 'Date,Narration,Amount\n2026-09-02,RENT,100.00 CR\n');
  await writeFile(join(service.root, 'quiet.csv'), 'Date,Narration,Debit,Credit\n,No transactions found,,\n');
  const fileUrls = { gl: ['file:ledger.csv'], bank: ['file:quiet.csv'] };
  const run = await service.run({ fileUrls });
  expect([run.status, run.failure]).toEqual(['succeeded', null]);
  expect(run.report.warnings).toContainEqual(expect.stringMatching(/^The bank side has no entries \(quiet\.csv\)/));
  const open = async () => (await answerOf(service.store, KEY)).open.map(({ length }) => length);
  expect(await open()).toEqual([1, 0]);
  // The plan of a file without rows says nothing of the next one.
  await writeFile(join(service.root, 'late.csv'), 'Date,Narration,Debit,Credit\n2026-09-03,RENT,100.00,\n');
  const added = await service.run({ fileUrls: { gl: [], bank: ['file:late.csv'] }, onExisting: 'append' });
  expect(added.status).toBe('succeeded');
  expect(await open()).toEqual([0, 0]);
});

test('a side whose rows are all rejected fails the run', async () => {
  await writeFile(join(service.root, 'ledger.csv'), 'Date,Narration,Amount\n2026-09-02,RENT,100.00 CR\n');
  await writeFile(join(service.root, 'spoiled.csv'), 'Date,Narration,Amount\n2026-09-02,RENT,many\n');
  const fileUrls = { gl: ['file:ledger.csv'], bank: ['file:spoiled.csv'] };
  expect(await service.run({ fileUrls, rejectedShare: 1 })).toMatchObject({ status: 'failed' });
});

test('a side with neither files nor rows fails the run', async () => {
  const run = await service.run({ fileUrls: { gl: [await part({ side: 'gl' })], bank: [] } });
  expect(run).toMatchObject({ status: 'failed', failure: { code: 'side_empty', file: null } });
  expect(run.failure!.message).toContain('bank side');
  expect(await service.store.sessions.get(KEY)).toBeNull();
});

test('a session is found by its id alone unless two tenants use it', async () => {
  const other = { ...KEY, tenant: 'bank-b' };
  await expect(pipelineStatus(service, ASKED)).rejects.toMatchObject({ code: 'session_unknown' });
  const { run } = await service.accept({});
  expect(await pipelineStatus(service, ASKED)).toMatchObject({ runId: run.runId });
  const second = await service.accept({ key: other });
  await expect(pipelineStatus(service, ASKED)).rejects.toMatchObject({ code: 'session_ambiguous' });
  expect(await pipelineStatus(service, { ...ASKED, tenant: 'bank-b' })).toMatchObject({ runId: second.run.runId });
  await expect(pipelineStatus(service, { ...ASKED, tenant: 'bank-c' })).rejects.toMatchObject({
    code: 'session_unknown',
  });
  await Promise.all([service.ended(run.runId), service.ended(second.run.runId)]);
});
