// What people note on exceptions over REST, on both stores: owner, due day, notes and files, many at once, in every list
// and its filters, audited and chained; a rerun and an overwrite keep them, and what a statement says does not move.

import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { withMongodb } from '../adapters/store-mongo/temporary-database.ts';
import { dayOfPeople, type Json, type People, type Step, until } from './two-people.ts';

const GL = [
  '2026-03-02,FT0000001,Transfer from Adaeze Stores,1000.00',
  '2026-03-05,K5,Okafor Printing,200.00',
  '2026-03-06,K6,Eze Logistics,300.00',
];
const BANK = [
  '2026-03-02,FT0000001,Transfer from Adaeze Stores,1000.00',
  '2026-03-26,M6,Somebody else,333.00',
  '2026-03-28,M9,Counter 4,75.50',
];
const MARCH = { gl: GL, bank: BANK, from: '2026-03-01', to: '2026-03-31' };
const SLIP = 'a slip of the counter\n';
const DIGEST = createHash('sha256').update(SLIP).digest('hex');

async function day(people: People, step: Step): Promise<void> {
  await people.reconcile('march', MARCH);
  writeFileSync(join(people.folder, 'slip 4.txt'), SLIP);
  const clusters = async (more: Readonly<Record<string, string>> = {}): Promise<Json[]> => {
    const { items, total } = await people.get('exceptions/clusters', more);
    expect(total).toBe(items.length);
    expect((await people.get('sessions/march/clusters', more)).items).toEqual(items);
    return items;
  };
  const idsOf = (some: Json[]): string[] => some.map(({ cluster_id }) => cluster_id);
  const noted = (who: 'ada' | 'platform', body: object) => people.call(who, 'POST', 'exceptions/follow-up', body);
  const untouched = await clusters();
  const [first, second, ...others] = idsOf(untouched) as [string, string, ...string[]];

  await step('what says nothing, names no day or a file that is not there is refused and changes nothing', async () => {
    const to = { cluster_ids: [first] };
    expect((await noted('platform', { ...to, owner: 'ada' })).status).toBe(403);
    const { status, json } = await noted('ada', to);
    expect([status, json.detail[0].msg]).toEqual([422, expect.stringContaining('must say something')]);
    expect((await noted('ada', { ...to, due_day: '2026-02-30' })).status).toBe(422);
    expect((await noted('ada', { ...to, note: '' })).status).toBe(422);
    expect((await noted('ada', { cluster_ids: [], owner: 'ada' })).status).toBe(422);
    const attached = async (name: string, digest = DIGEST) =>
      (await noted('ada', { ...to, attach: [{ name, digest }] })).json.detail[0];
    expect(await attached('slip 5.txt')).toMatchObject({
      loc: ['body', 'attach', 0, 'name'],
      msg: 'there is no such file.',
    });
    expect((await attached('../callers.yaml')).msg).toMatch(/outside the root/);
    expect((await attached('/etc/passwd')).msg).toMatch(/outside the root/);
    expect(await attached('slip 4.txt', '0'.repeat(64))).toMatchObject({
      loc: ['body', 'attach', 0, 'digest'],
      msg: `is not that of the file, which is ${DIGEST}`,
    });
    expect((await noted('ada', { cluster_ids: ['0'.repeat(32)], owner: 'ada' })).status).toBe(404);
    expect(await clusters()).toEqual(untouched);
  });

  await step('one call assigns many; each is in the audit, and unknown ones are named', async () => {
    const unknown = '0'.repeat(32);
    const ids = idsOf(untouched);
    const { status, json } = await noted('ada', {
      cluster_ids: [...ids, unknown],
      owner: 'bisi',
      due_day: '2026-04-10',
    });
    expect([status, json]).toEqual([200, { followed_up: ids.length, skipped_cluster_ids: [unknown] }]);
    for (const one of await clusters()) expect(one).toMatchObject({ owner: 'bisi', due_day: '2026-04-10' });
    const audit = (await people.get('exceptions/resolutions', { cluster_id: first })).items;
    expect(audit).toMatchObject([
      {
        ...{ decision: 'followed_up', caller: 'ada', status_before: 'pending', status_after: 'pending' },
        ...{ resolved: false, note: null, metadata: { owner: 'bisi', due_day: '2026-04-10' } },
        cluster_type: untouched[0].cluster_type,
      },
    ]);
  });

  await step('a note, another owner and a file on one; lists are narrowed by each', async () => {
    const attach = [{ name: 'slip 4.txt', digest: DIGEST }];
    await noted('ada', { cluster_ids: [first], owner: 'chi', note: 'asked the branch', attach });
    await noted('ada', { cluster_ids: [second], owner: '', due_day: '2026-04-02' });
    const of = async (more: Readonly<Record<string, string>>) => idsOf(await clusters(more)).sort();
    expect(await of({ owner: 'chi' })).toEqual([first]);
    expect(await of({ owner: 'bisi' })).toEqual([...others].sort());
    expect(await of({ owner: 'nobody-of-this-name' })).toEqual([]);
    expect(await of({ has_owner: 'false' })).toEqual([second]);
    expect(await of({ has_owner: 'true' })).toEqual([first, ...others].sort());
    expect(await of({ due_before: '2026-04-10' })).toEqual([second]);
    expect(await of({ due_before: '2026-04-11' })).toEqual([first, second, ...others].sort());
    expect(await of({ has_note: 'true' })).toEqual([first]);
    expect(await of({ has_note: 'false' })).toEqual([second, ...others].sort());
    expect(await of({ has_note: 'true', owner: 'bisi' })).toEqual([]);
    const [one] = await clusters({ has_note: 'true' });
    expect(one).toMatchObject({ owner: 'chi', due_day: '2026-04-10', has_note: true, attachments: attach });
  });

  await step('a file that was sent is attached by its url', async () => {
    const headers = { authorization: 'Bearer token-of-ada', 'tieout-sha256': DIGEST };
    const put = await fetch(`${people.service.address}/v1/tenants/bank-a/files/slip%207.txt`, {
      ...{ method: 'PUT', headers, body: SLIP },
    });
    const { url, digest } = (await put.json()) as Json;
    expect([put.status, url]).toEqual([200, 'sent:slip%207.txt']);
    const attach = (name: string, of: string) =>
      noted('ada', { cluster_ids: [second], attach: [{ name, digest: of }] });
    expect((await attach(url, digest)).status).toBe(200);
    expect((await attach('sent:slip%208.txt', digest)).json.detail[0].msg).toBe('no such file was sent.');
    expect((await attach(url, '0'.repeat(64))).json.detail[0].msg).toContain('is not that of the file');
    await noted('ada', { cluster_ids: [second], detach: [url] });
  });

  await step('a rerun and an overwrite keep all of it for exceptions of the same rows', async () => {
    const before = await clusters();
    const followUpOf = (some: Json[]) =>
      some.map(({ cluster_id: id, owner, due_day, has_note, attachments }) => ({
        id,
        owner,
        due_day,
        has_note,
        attachments,
      }));
    await people.reconcile('march', {
      ...MARCH,
      more: { max_days_forward_search: 3, existing_data_policy: 'overwrite' },
    });
    expect(followUpOf(await clusters())).toEqual(followUpOf(before));
    await noted('ada', { cluster_ids: [first], detach: ['slip 4.txt', 'slip 9.txt'] });
    expect((await clusters({ has_note: 'true' }))[0].attachments).toEqual([]);
  });

  await step('a decision and a note of one exception stand side by side, and a kept statement is signed', async () => {
    const decided = await people.call('ada', 'POST', 'exceptions/resolve', {
      ...{ customer_type: 'mfb', cluster_type: untouched[0].cluster_type, decision: 'approved', cluster_ids: [first] },
    });
    expect(decided.status).toBe(200);
    await noted('ada', { cluster_ids: [first], note: 'booked by the branch' });
    const acts = (await people.get('exceptions/resolutions', { cluster_id: first })).items;
    expect(acts.at(-1)).toMatchObject({ decision: 'followed_up', status_before: 'approved', status_after: 'approved' });
    expect(acts.map(({ note }: Json) => note)).toContain('asked the branch');
    const signed = await until(async () => {
      const kept = await people.call('ada', 'POST', 'sessions/march/statement', {});
      const digest = kept.headers.get('tieout-digest') ?? kept.json.digest;
      await noted('ada', { cluster_ids: [second], note: 'still open' });
      const sign = () =>
        people.call('ada', 'POST', 'sessions/march/sign-off', { as: 'prepared', statement_digest: digest });
      // What follows from the note is still under way at first.
      const { status, json } = await until(async () => {
        const tried = await sign();
        return tried.json.code === 'session_busy' ? null : tried;
      });
      return status === 409 ? null : { status, json };
    });
    expect(signed).toMatchObject({ status: 200, json: { sign_off: { state: 'prepared' } } });
  });
}

describe('on the embedded store', () => dayOfPeople(day));
withMongodb('on MongoDB', (database) => dayOfPeople(day, () => database.uri));
