// `tieout cases` on a service as a process: a hit is listed, shown, noted, assigned and decided, and a refusal is one
// line.

import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { SCOPE, type Served, served } from './served.ts';

const TIEOUT = join(import.meta.dirname, '../../bin/tieout');
const TOKEN = 'the-token-of-the-test';
const LIST = `id,schema,name,aliases,birth_date,countries,addresses,identifiers,sanctions,dataset,first_seen,last_seen,last_change
e-1,Person,Ebele Nwachukwu,,1960-01-02,ng,,,Some Act,some list,2025-01-01,2026-11-22,`;

let folder: string;
let service: Served;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tieout-cases-'));
  await writeFile(join(folder, 'list.csv'), LIST);
  const env = { TIEOUT_SERVICE_TOKEN: TOKEN, TIEOUT_LISTS: `made=${join(folder, 'list.csv')}` };
  service = await served({ data: join(folder, 'data'), root: folder, env });
}, 60_000);
afterAll(async () => {
  await service.stop();
  await rm(folder, { recursive: true });
});

async function tieout(argv: readonly string[], token = TOKEN) {
  const env = { ...process.env, TIEOUT_SERVICE_TOKEN: token };
  const of = ['--tenant', SCOPE.tenant_id, '--partner', SCOPE.partner_id, '--url', service.address];
  const ran = await promisify(execFile)(TIEOUT, ['cases', ...argv, ...of], { env }).catch((error) => error);
  return { code: ran.code ?? 0, stdout: String(ran.stdout), stderr: String(ran.stderr) };
}

test('a hit is listed, noted, assigned, decided and shown', { timeout: 120_000 }, async () => {
  const screen = () =>
    service.ask('/v1/pep_and_sanction_checker', {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${TOKEN}` },
      body: JSON.stringify({ ...SCOPE, person: { full_name: 'Ebele Nwachukwu' }, subject_ref: 'c-812', store: true }),
    });
  await vi.waitFor(async () => expect((await screen()).json.status).toBe('review'), { timeout: 30_000, interval: 200 });
  const listed = await tieout(['list', '--status', 'undecided', '--json']);
  const [{ case_id: id, version }] = JSON.parse(listed.stdout).items;
  expect(version).toBe(1);
  expect((await tieout(['list', '--subject', 'c-812'])).stdout).toMatch(/undecided +c-812 +made e-1 +Ebele Nwachukwu/);
  expect((await tieout(['note', id, 'Asked the branch.'])).stdout).toBe(`Case ${id} is undecided, at version 2.\n`);
  expect((await tieout(['assign', id, 'ngozi'])).stdout).toBe(`Case ${id} is undecided, at version 3.\n`);
  const early = await tieout(['decide', id, 'false_match', '--reason', 'Another woman.', '--version', '1']);
  expect([early.code, early.stderr]).toEqual([1, expect.stringMatching(/answers 409: The case is at version 3 and/)]);
  const ofDay = ['--version', '3', '--until', '2999-12-31'];
  expect((await tieout(['decide', id, 'false_match', '--reason', 'Another woman.', ...ofDay])).stdout).toBe(
    `Case ${id} is false match, at version 4.\n`,
  );
  const { stdout } = await tieout(['show', id]);
  expect(stdout).toMatch(
    /^Case \S+, version 4: false match by service, until 2999-12-31: Another woman\.\n {2}made e-1, sanction, score [\d.]+\n {2}looked at by ngozi\n {2}subject c-812\n {4}names: Ebele Nwachukwu\n {2}entity\n/,
  );
  expect(stdout).toMatch(
    / {2}1\. \S+ \S+ opened\n {2}2\. .* noted by service: Asked the branch\.\n {2}3\. .* assigned to ngozi by service\n {2}4\. .* decided by service: Another woman\.\n$/,
  );
  expect((await tieout(['list', '--status', 'undecided'])).stdout).toBe('No case is like that.\n');
});

test('what cannot be done is one line', { timeout: 60_000 }, async () => {
  for (const [argv, line] of [
    [[], /Say what to do: tieout cases list, show, decide, note, assign\./],
    [['list', '--status', 'open'], /--status is undecided, true_match, false_match, not "open"\./],
    [['decide', 'x', 'cleared'], /A decision is undecided, true_match, false_match, not "cleared"\./],
    [['decide', 'x', 'false_match'], /Why\? Give --reason\./],
    [['decide', 'x', 'false_match', '--reason', 'y'], /Which version of the case did you see\?/],
    [['note', 'x'], /Say tieout cases note CASE TEXT\./],
  ] as const) {
    const { code, stderr } = await tieout(argv);
    expect([code, stderr]).toEqual([2, expect.stringMatching(line)]);
    expect(stderr.trim()).not.toContain('\n');
  }
  const unknown = await tieout(['show', 'nobody']);
  expect([unknown.code, unknown.stderr]).toEqual([1, expect.stringMatching(/answers 404: There is no such case/)]);
  expect((await tieout(['list'], 'another-token-of-the-test')).stderr).toMatch(/answers 401/);
});
