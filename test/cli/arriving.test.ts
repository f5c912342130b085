// Files sent and removed from the command line, and what came by itself, at a running service and on a folder.

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningService, startService } from '../../src/app.ts';
import { readConfiguration } from '../../src/config.ts';
import { type Commands, startCommands } from './in-one-process.ts';

const LEDGER = 'Date,Reference,Narration,Amount\n2026-03-02,FT1,RENT,10.00\n';

let folder: string;
let service: RunningService;
let commands: Commands;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tieout-arriving-'));
  mkdirSync(join(folder, 'gl'));
  writeFileSync(join(folder, 'gl.csv'), LEDGER);
  writeFileSync(join(folder, 'large.csv'), LEDGER + 'x'.repeat(1_000_000));
  const feeds = join(folder, 'feeds.yaml');
  writeFileSync(
    feeds,
    `feeds: [{id: one, tenant: local, partner: lagos, since: "2026-03-01", look_every: 1s, settle: 1s, expected_by: "00:00",
      gl: {folder: ${folder}/gl, names: "{yyyymmdd}.csv"}, bank: {folder: ${folder}/none, names: "*"}}]`,
  );
  const of = { TIEOUT_PORT: '0', TIEOUT_DATA_DIR: join(folder, 'data'), TIEOUT_FEEDS: feeds };
  const config = readConfiguration({ ...of, TIEOUT_FILES_TENANT_MEGABYTES: '1' });
  service = await startService(config, pino({ level: 'silent' }));
  commands = startCommands({ cwd: folder });
});
afterAll(async () => {
  await commands.end();
  await service.close();
  rmSync(folder, { recursive: true });
});
const tieout = (...args: string[]) => commands.run([...args, '--url', service.address]);

test('a file is sent, listed and removed; a tenant’s files have a limit together', async () => {
  const put = await tieout('files', 'put', 'gl.csv', '--name', 'my ledger.csv');
  expect(put).toMatchObject({
    status: 0,
    stdout: expect.stringContaining('Runs name it sent:my%20ledger.csv; it is read as csv.'),
  });
  const { items, bytes } = JSON.parse((await tieout('files', 'list', '--json')).stdout);
  expect([items.map(({ name }: { name: string }) => name), bytes]).toEqual([['my ledger.csv'], LEDGER.length]);
  expect(await tieout('files', 'put', 'large.csv')).toMatchObject({
    ...{ status: 1, stdout: '' },
    stderr: expect.stringContaining(
      'answers 409: With this one the files of the tenant would be more than the 1000000 bytes ',
    ),
  });
  // What is replaced counts no more.
  writeFileSync(join(folder, 'most.csv'), `${LEDGER}${'x'.repeat(1_000_000 - LEDGER.length)}`);
  expect((await tieout('files', 'put', 'most.csv')).status).toBe(1);
  expect((await tieout('files', 'put', 'most.csv', '--name', 'my ledger.csv')).status).toBe(0);
  expect((await tieout('files', 'put', 'gl.csv', '--tenant', 'other')).status).toBe(0);
  expect((await tieout('files', 'list')).stdout).toContain('1000000 bytes of 1000000 that are kept for the tenant.');
  expect((await tieout('files', 'delete', 'my ledger.csv')).stdout).toBe('my ledger.csv is removed.\n');
  await tieout('files', 'put', 'gl.csv');
  expect((await tieout('files', 'delete', '--all')).stdout).toBe('No file is kept.\n');
  expect((await tieout('files', 'list', '--tenant', 'other')).stdout).toContain('gl.csv');
});

test.each([
  [['files'], 2, 'Say tieout files put FILE'],
  [['files', 'put'], 2, 'Say tieout files put FILE'],
  [['files', 'delete'], 2, 'Say tieout files put FILE'],
  [['files', 'delete', 'a', '--all'], 2, 'Say tieout files put FILE'],
  [['files', 'put', 'none.csv'], 1, 'none.csv: there is no such file.'],
  [['files', 'put', '.'], 1, 'this is no regular file'],
  [['files', 'put', '-'], 2, 'Give --name'],
  [['files', 'delete', 'none.csv'], 1, 'answers 404: No such file was sent.'],
  [['arrivals', 'x'], 2, 'tieout arrivals takes options alone.'],
  [['arrivals', '--limit', '0'], 2, '--limit is a number from 1 to 1000'],
] as const)('%j is refused in one sentence', async (args, status, says) => {
  expect(await tieout(...args)).toMatchObject({ status, stdout: '', stderr: expect.stringContaining(says) });
});

test('feeds are shown with what is late and wrong, and with what came', async () => {
  writeFileSync(join(folder, 'gl/20260302.csv'), LEDGER);
  const shown = async () => (await tieout('arrivals', '--feed', 'one')).stdout;
  await expect.poll(shown, { timeout: 20_000, interval: 200 }).toMatch(/one +2026-03-02 +ledger +20260302\.csv/);
  expect(await shown()).toMatch(/The folder .*none cannot be read \(ENOENT\)\./);
  expect(await shown()).toMatch(/The ledger’s files of \d{4}(-\d\d){2} and \d+ later days have not come\./);
  expect(await shown()).toMatch(/waits\n$/);
  const { feeds, items } = JSON.parse((await tieout('arrivals', '--partner', 'nobody', '--json')).stdout);
  expect([feeds, items]).toEqual([[], []]);
});
