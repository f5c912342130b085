// Operators' routes and `tieout runs`, on a service as a process: what waits behind a worker that is kept busy.

import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SCOPE, type Served, served } from './served.ts';

const TIEOUT = join(import.meta.dirname, '../../bin/tieout');
const lines = ['Date,Reference,Narration,Amount', '2025-01-06,K4T90117,Transfer from Adaeze Stores,125000.00'];

let folder: string;
let service: Served;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tieout-runs-'));
  await writeFile(join(folder, 'gl.csv'), lines.join('\n'));
  service = await served({ data: join(folder, 'data'), root: folder });
});
afterAll(async () => {
  await service.stop();
  await rm(folder, { recursive: true });
});

async function tieout(...argv: string[]) {
  const env = { ...process.env, TIEOUT_SERVICE_TOKEN: '' };
  const ran = await promisify(execFile)(TIEOUT, ['runs', ...argv], { env }).catch((error) => error);
  return { code: ran.code ?? 0, stdout: String(ran.stdout), stderr: String(ran.stderr) };
}

test('a run that failed is listed with its reason, done again, and listed as done', async () => {
  const files = { gl_file_url: ['file:gl.csv'], bank_file_url: ['file:late.csv'] };
  const first = (await service.run('june', files)).json.run_id;
  await service.ended('june');
  const failed = (await service.ask('/v1/runs?state=failed&session_id=june')).json;
  expect(failed).toMatchObject({
    total: 1,
    waiting: 0,
    running: 0,
    oldest_waiting_seconds: null,
    next_page_token: null,
  });
  expect(failed.items[0]).toMatchObject({
    ...{ run_id: first, kind: 'banking', session_id: 'june', ...SCOPE, state: 'failed', attempts: 1 },
    ...{ stage: 'ingress', worker: null, error: { code: 'file_unreadable', file: 'file:late.csv', line: null } },
  });
  await writeFile(join(folder, 'late.csv'), lines.join('\r\n'));
  const again = await service.ask(`/v1/runs/${first}/retry`, { method: 'POST' });
  expect(again).toMatchObject({ status: 202, json: { status: 'accepted', session_id: 'june' } });
  expect((await service.ended('june')).status).toBe('succeeded');
  expect((await service.ask(`/v1/runs/${first}/retry`, { method: 'POST' })).status).toBe(409);
  const cancelled = await service.ask(`/v1/runs/${again.json.run_id}/cancel`, { method: 'POST' });
  expect(cancelled).toMatchObject({ status: 200, json: { run_id: again.json.run_id, state: 'succeeded' } });
  // A body that nobody reads is no reason to refuse.
  const withBody = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' };
  expect((await service.ask('/v1/runs/nobody/cancel', withBody)).status).toBe(404);
  expect((await service.ask('/v1/runs?state=lost')).status).toBe(422);
  const { stdout } = await tieout('--url', service.address);
  expect(stdout).toMatch(
    new RegExp(`${again.json.run_id} +banking +umoja/mfb/june +succeeded .*\\n +${first} .* failed `),
  );
  expect(stdout).toMatch(/\n0 waiting; 0 running\.\n$/);
  const page = (await service.ask('/v1/runs?page_size=1')).json;
  expect((await service.ask(`/v1/runs?page_token=${page.next_page_token}`)).json.items[0].run_id).toBe(first);
  expect((await service.ask('/v1/runs?page_token=x')).status).toBe(422);
});

test('the command says in one line what is wrong', async () => {
  expect(await tieout('retry', 'nobody', '--url', service.address)).toMatchObject({
    code: 1,
    stderr: `The service at ${service.address} answers 404: There is no run nobody.\n`,
  });
  expect(await tieout('--state', 'lost')).toMatchObject({ code: 2 });
  expect(await tieout('cancel')).toMatchObject({ code: 2 });
  const away = await tieout('--url', 'http://127.0.0.1:1');
  expect(away).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^No service answers at http:\/\/127\.0\.0\.1:1 /),
  });
});
