// `tieout checks` and `tieout subjects` on a running service.

import { afterAll, beforeAll, expect, test } from 'vitest';
import { verifying } from '../rpc/verification/under-test.ts';
import { tieout } from './tieout.ts';

let service: Awaited<ReturnType<typeof verifying>>;
beforeAll(async () => {
  service = await verifying({ lists: ['made-up'], backupsKeepMs: 86_400_000 });
});
afterAll(() => service.close());

const SCOPE = { tenant_id: 'bank', partner_id: 'lagos' };

test('what is kept is listed, shown and erased', async () => {
  const person = { full_name: 'Tunde Adewole \u001b' };
  const ask = { ...SCOPE, person, subject_ref: 'customer-1', store: true };
  const { body } = await service.post('pep_and_sanction_checker', ask);
  const run = (...words: string[]) => tieout([...words, '--url', service.address]);
  const of = ['--tenant', 'bank'];
  const one = [...of, '--partner', 'lagos'];
  const checks = await run('checks', ...of, '--status', 'review');
  expect([checks.status, checks.stdout]).toEqual([0, expect.stringContaining(body.check_id)]);
  expect((await run('checks', ...of, '--status', 'verified')).stdout).toBe('Nothing that is kept is like that.\n');
  const subjects = await run('subjects', ...of, '--status', 'hits');
  expect(subjects.stdout).toMatch(/customer-1 .*Adewole .*hits/);
  expect(subjects.stdout.replace(/\u001b\[[0-9;]*m/g, '')).not.toContain('\u001b');
  const shown = await run('checks', 'show', body.check_id, ...one);
  expect(JSON.parse(shown.stdout)).toMatchObject({ check_id: body.check_id, answer: { decision: 'in_review' } });
  expect((await run('subjects', 'delete', 'customer-1', ...of)).status).toBe(2);
  const gone = await run('subjects', 'delete', 'customer-1', ...one);
  expect([gone.status, gone.stdout]).toEqual([
    0,
    'It is erased, with 1 checks. Copies in backups live until 2026-11-24.\n',
  ]);
  expect((await run('subjects', 'show', 'customer-1', ...one)).status).toBe(1);
  for (const wrong of [['checks'], ['checks', 'fetch', 'x', ...one], ['subjects', ...of, '--limit', '0']]) {
    expect([wrong, (await run(...wrong)).status]).toEqual([wrong, 2]);
  }
  expect((await run('checks', ...of, '--state', 'lost')).stderr).toMatch(/answers 422/);
});
