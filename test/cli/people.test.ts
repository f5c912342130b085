// The commands for what people decide, on a folder that `reconcile --data` made and on a service as a process.

import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SCOPE, served } from './served.ts';

const TIEOUT = join(import.meta.dirname, '../../bin/tieout');
const HEAD = 'Date,Reference,Narration,Amount';
const GL = [HEAD, '2026-03-02,FT0000001,Adaeze Stores,1000.00', '2026-03-05,K5,Okafor Printing,200.00'];
const BANK = [HEAD, '2026-03-02,FT0000001,Adaeze Stores,1000.00', '2026-03-25,M5,Unknown payer,197.50'];

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tieout-acts-'));
  await writeFile(join(folder, 'gl.csv'), GL.join('\n'));
  await writeFile(join(folder, 'bank.csv'), BANK.join('\n'));
});
afterAll(() => rm(folder, { recursive: true }));

async function tieout(...argv: readonly string[]) {
  const ran = await promisify(execFile)(TIEOUT, argv, { cwd: folder }).catch((error) => error);
  return { code: ran.code ?? 0, stdout: String(ran.stdout), stderr: String(ran.stderr) };
}

test('a month in a folder is tried, matched by hand, signed and reopened', { timeout: 240_000 }, async () => {
  const files = ['--gl', 'gl.csv', '--bank', 'bank.csv', '--from', '2026-03-01', '--to', '2026-03-31'];
  const made = await tieout('reconcile', ...files, '--data', 'data', '--json');
  const { session_id: session } = JSON.parse(made.stdout);
  const on = (...argv: string[]) => tieout(...argv, '--data', 'data');
  const tried = await on('preview', session, '--days-forward', '30', '--tolerance', '2.5');
  expect(tried.stdout).toMatch(/tried against run [0-9a-f]{32}: nothing was changed\./);
  expect(tried.stdout).toMatch(/Of the matches, 1 would stay, 0 would come, 0 would go\./);
  const same = JSON.parse((await on('preview', session, '--method', 'lump_sum', '--json')).stdout);
  expect(same.matches.go).toBe(1);
  const [gl] = same.going_matches[0].gl;
  expect(gl.narration).toBe('Adaeze Stores');
  const open = JSON.parse((await on('open-items', '--json')).stdout);
  const idOf = (text: string) => open.items.find((one: { narration: string }) => one.narration === text).record_id;
  const rows = ['--gl', idOf('Okafor Printing'), '--bank', idOf('Unknown payer'), '--note', 'he paid the fee'];
  const unnamed = await on('match', '--session', session, ...rows);
  expect([unnamed.code, unnamed.stderr]).toEqual([1, expect.stringContaining('must name the difference')]);
  const matched = await on('match', '--session', session, ...rows, '--difference-as', 'fee');
  expect(matched.stdout).toMatch(/^Match [0-9a-f]{32}: 1 of the ledger with 1 of the bank, difference 2\.5\.\n/);
  // What follows from the match is finished first, as the refusal says.
  let signed = await on('sign-off', session, '--as', 'prepared');
  for (let n = 0; signed.code !== 0 && n < 5; n++) signed = await on('sign-off', session, '--as', 'prepared');
  expect(signed.stdout).toMatch(/ is prepared\.\n {2}prepared by service, \S+ \S+ UTC: statement [0-9a-f]{64}\n/);
  expect((await on('reopen', session, '--reason', 'a late bill')).stdout).toMatch(/ is open\.\n$/);
  const [id] = /[0-9a-f]{32}/.exec(matched.stdout)!;
  expect((await on('part', id, '--session', session, '--note', 'he did not')).stdout).toMatch(/is void/);
});

test('a service is asked for the same, and says what is wrong', { timeout: 240_000 }, async () => {
  const service = await served({ data: join(folder, 'served'), root: folder, env: {} });
  try {
    const of = ['--tenant', SCOPE.tenant_id, '--partner', SCOPE.partner_id, '--url', service.address];
    const on = (...argv: string[]) => tieout(...argv, ...of);
    const days = { period_start_date: '2026-03-01', period_end_date: '2026-03-31', max_days_forward_search: 2 };
    await service.run('march', { gl_file_url: ['file:gl.csv'], bank_file_url: ['file:bank.csv'], ...days });
    await service.ended('march');
    const query = new URLSearchParams(SCOPE);
    const { items } = (await service.ask(`/v1/exceptions/clusters?${query}`)).json;
    const ids = items.map((one: { cluster_id: string }) => one.cluster_id);
    expect((await on('assign', ...ids, '--to', 'ngozi', '--due', '2026-04-10')).stdout).toBe(
      `It is noted on ${ids.length} exceptions.\n`,
    );
    const noted = await on('note', ids[0], '0'.repeat(32), '--text', 'asked the branch');
    expect(noted.stdout).toBe(
      `It is noted on 1 exception.\nNot on those, which are unknown or void: ${'0'.repeat(32)}.\n`,
    );
    const listed = (await service.ask(`/v1/exceptions/clusters?${query}&owner=ngozi&has_note=true`)).json;
    expect(listed.items).toMatchObject([{ cluster_id: ids[0], due_day: '2026-04-10' }]);
    await writeFile(join(folder, 'policy.json'), '{"sign_off_by_two": true}');
    expect((await on('policy', 'set', 'policy.json')).stdout).toMatch(
      /^Version 1, .*\n(.*\n)* {2}sign_off_by_two: true\n/,
    );
    expect((await on('policy', 'show', '--json')).stdout).toMatch(/"sign_off_by_two":true/);
    const match = (await service.ask(`/v1/sessions/march/matches?${query}`)).json.items[0].group_id;
    const parted = await on('part', match, '--session', 'march', '--note', 'another Adaeze');
    expect(parted.stdout).toMatch(/stay apart by constraint [0-9a-f]{32}\.\nThe session has run again/);
    const constraints = await on('constraints', 'list');
    expect(constraints.stdout).toMatch(/of session march: another Adaeze\n {4}ledger {2}2026-03-02 {2}1000 NGN/);
    const [constraint] = /^[0-9a-f]{32}/.exec(constraints.stdout)!;
    expect((await on('constraints', 'undo', constraint, '--note', 'the same one')).stdout).toMatch(/is undone/);
    expect((await on('backtest', 'p-1')).stderr).toMatch(/answers 404/);
    expect((await on('resume', 'p-1', '--note', 'x')).stderr).toMatch(/answers 404: Pattern p-1 is unknown/);
  } finally {
    await service.stop();
  }
});

test.each([
  [['match', '--session', 'x'], /Which rows\? Give --gl and --bank\./],
  [['part'], /Say tieout part MATCH/],
  [['constraints', 'drop'], /Say tieout constraints list/],
  [['preview', 's', '--tolerance', 'much'], /--tolerance is a number, not "much"/],
  [['sign-off', 's', '--as', 'boss'], /--as is prepared or reviewed/],
  [['sign-off', 's', '--as', 'reviewed'], /Which statement did you review\?/],
  [['reopen', 's'], /Give --reason\./],
  [['note', 'x'], /What\? Give --text\./],
  [['note', 'x', '--attach', 'slip.pdf'], /--attach is NAME=SHA256/],
  [['assign', '--to', 'ngozi'], /Which exceptions\?/],
  [['policy'], /Say tieout policy show/],
  [['backtest'], /Say tieout backtest PATTERN/],
  [['resume', 'p-1'], /Give --note\./],
  [
    ['part', 'x', '--session', 's', '--note', 'n', '--data', 'd', '--url', 'http://x'],
    /Give --data or --url, not both/,
  ],
] as const)('%j is wrong usage, in one line', async (argv, sentence) => {
  const { code, stderr } = await tieout(...argv);
  expect([code, stderr.trim().split('\n').length, stderr]).toEqual([2, 1, expect.stringMatching(sentence)]);
});
