// Signing a session over REST, on both stores: prepared, then reviewed, by naming a kept statement that says how the
// session stands; a reviewed session refuses what would change it until a reviewer reopens it.

import { describe, expect } from 'vitest';
import { withMongodb } from '../adapters/store-mongo/temporary-database.ts';
import { dayOfPeople, type Json, OF, type People, type Step, until, type Who } from './two-people.ts';

const MARCH = {
  gl: [
    '2026-03-02,FT0000001,Transfer from Adaeze Stores,1000.00',
    '2026-03-05,K5,Okafor Printing,200.00',
    '2026-03-30,K9,Transfer to Danjuma Motors,-410.00',
  ],
  bank: [
    '2026-03-02,FT0000001,Transfer from Adaeze Stores,1000.00',
    '2026-03-25,M5,Unknown payer,200.00',
    '2026-03-26,M6,Card fee,-52.50',
  ],
  ...{ from: '2026-03-01', to: '2026-03-31' },
};
const APRIL = {
  gl: ['2026-04-03,FT0000004,Transfer from Eze Logistics,300.00', '2026-04-06,K41,Rent of the hall,-77.00'],
  bank: ['2026-04-03,FT0000004,Transfer from Eze Logistics,300.00', '2026-04-09,X1,Danjuma motors salary,-410.00'],
  ...{ from: '2026-04-01', to: '2026-04-30' },
};

async function day(people: People, step: Step): Promise<void> {
  const call = (who: Who, path: string, body: object = {}) => people.call(who, 'POST', path, body);
  const keep = async (): Promise<string> =>
    (await call('ada', 'sessions/march/statement', { format: 'text' })).json.digest;
  const sign = (who: Who, as: string, digest: string) =>
    call(who, 'sessions/march/sign-off', { as, statement_digest: digest });
  const resolve = (clusterType: string, more: object = {}) =>
    call('ada', 'exceptions/resolve', {
      customer_type: 'mfb',
      decision: 'approved',
      cluster_type: clusterType,
      ...more,
    });
  const isSettled = (count: number) =>
    until(async () => {
      const { recalculation_count: now } = await people.get('sessions/march/summary');
      return now >= count ? now : null;
    });
  await people.reconcile('march', MARCH);
  let digest = await keep();

  await step('a statement that is not kept, or that the session has left behind, is not signed', async () => {
    expect((await sign('ada', 'prepared', 'f'.repeat(64))).status).toBe(404);
    expect((await sign('bisi', 'reviewed', digest)).json).toMatchObject({ code: 'sign_off_state' });
    expect((await sign('ada', 'signed', digest)).status).toBe(422);
    const before = (await people.get('sessions/march/summary')).recalculation_count;
    await resolve('possible_bank_fee');
    await isSettled(before + 1);
    const moved = await until(async () => {
      const found = await sign('ada', 'prepared', digest);
      return found.json.code === 'session_busy' ? null : found;
    });
    expect([moved.status, moved.json.code]).toEqual([409, 'sign_off_state']);
    expect(moved.json.detail).toMatch(/has moved since its statement [0-9a-f]{64} was kept/);
    digest = await keep();
    const earlier = await call('ada', 'sessions/march/statement', { format: 'text', at: before });
    const early = await sign('ada', 'prepared', earlier.json.digest);
    expect([early.status, early.json.code]).toEqual([409, 'sign_off_state']);
    expect(early.json.detail).toContain(`which is kept as ${digest}`);
    // What is taken back leaves the statement as it was, and its bytes can be signed again.
    const of = (await people.get('sessions/march/clusters', { cluster_type: 'not_found_gl' })).items[0].cluster_id;
    for (const decision of ['rejected', 'reopened']) {
      const count = (await people.get('sessions/march/summary')).recalculation_count;
      await resolve('not_found_gl', { decision, cluster_ids: [of] });
      await isSettled(count + 1);
    }
    digest = await keep();
  });

  await step('prepared and reviewed, by two where the policy says so', async () => {
    await people.call('chi', 'PUT', 'policy', { policy: { sign_off_by_two: true } });
    expect((await sign('platform', 'prepared', digest)).status).toBe(403);
    const prepared = await sign('bisi', 'prepared', digest);
    expect(prepared.json.sign_off).toMatchObject({
      ...{ session_id: 'march', state: 'prepared' },
      signatures: [{ as: 'prepared', by: 'bisi', statement_digest: digest }],
    });
    expect((await sign('bisi', 'prepared', digest)).json).toEqual(prepared.json);
    expect((await sign('ada', 'reviewed', digest)).status).toBe(403);
    expect((await sign('bisi', 'reviewed', digest)).json.detail).toMatch(/another caller reviews it/);
    const reviewed = await sign('chi', 'reviewed', digest);
    expect([reviewed.status, reviewed.json.sign_off.state]).toEqual([200, 'reviewed']);
    expect((await people.get('sessions/march/sign-off')).events.map(({ event, by }: Json) => [event, by])).toEqual([
      ['prepared', 'bisi'],
      ['reviewed', 'chi'],
    ]);
    const { signatures } = await people.get('sessions/march/statement');
    expect(signatures).toEqual(reviewed.json.sign_off.signatures);
    const page = await people.call('ada', 'GET', `sessions/march/statement?${new URLSearchParams({ ...OF, digest })}`);
    expect(page.headers.get('tieout-signatures')).toMatch(
      new RegExp(`^Prepared by bisi on .* UTC: statement ${digest}; Reviewed by chi on `),
    );
    const ofSession = `?${new URLSearchParams(OF)}`;
    for (const path of [`report${ofSession}`, `statement${ofSession}&format=html`]) {
      const { json } = await people.call('ada', 'GET', `sessions/march/${path}`);
      expect(json).toMatch(/Prepared by bisi on .* UTC: statement [0-9a-f]{64}\nReviewed by chi on /);
    }
    const audit = (await people.get('exceptions/resolutions', { page_size: '1000' })).items;
    expect(
      audit.flatMap(({ decision, caller, metadata }: Json) =>
        decision === 'signed_off' ? [[caller, metadata.as, metadata.statement_digest]] : [],
      ),
    ).toEqual([
      ['bisi', 'prepared', digest],
      ['chi', 'reviewed', digest],
    ]);
  });

  await step('what would change a signed session is refused', async () => {
    const open = await people.open('march');
    const pair = { gl_record_ids: [open['Okafor Printing']], bank_record_ids: [open['Unknown payer']] };
    const byHand = await call('ada', 'matches', { session_id: 'march', note: 'the same', ...pair });
    const again = await people.call('platform', 'POST', 'reconcile/banking', {
      session_id: 'march',
      ...{ gl_file_url: ['file:march-gl.csv'], bank_file_url: ['file:march-bank.csv'] },
    });
    const decided = await resolve('not_found_gl');
    const reopened = await resolve('possible_bank_fee', { decision: 'reopened' });
    const prepared = await sign('ada', 'prepared', digest);
    for (const one of [byHand, again, decided, reopened, prepared])
      expect([one.status, one.json.code]).toEqual([409, 'session_signed_off']);
    expect(await people.open('march')).toEqual(open);
  });

  await step('another session goes on, and a decision over both leaves the signed one out and counts it', async () => {
    await people.reconcile('april', APRIL);
    const both = await resolve('not_found_bank');
    expect([both.status, both.json.results.map(({ session_id }: Json) => session_id)]).toEqual([200, ['april']]);
    expect(both.headers.get('tieout-signed')).toBe('1');
  });

  await step('what a later period clears is allowed, and the signed statement stays', async () => {
    const [march, april] = [await people.open('march'), await people.open('april')];
    const kept = await people.call('ada', 'GET', `sessions/march/statement?${new URLSearchParams({ ...OF, digest })}`);
    const pair = {
      gl_record_ids: [march['Transfer to Danjuma Motors']],
      bank_record_ids: [april['Danjuma motors salary']],
    };
    const made = await call('ada', 'matches', { session_id: 'april', note: 'cleared in April', ...pair });
    expect([made.status, made.json.match.cross_month]).toEqual([200, true]);
    expect((await people.get('sessions/march/matches', { tier: '0' })).items).toHaveLength(1);
    const now = await people.call('ada', 'GET', `sessions/march/statement?${new URLSearchParams({ ...OF, digest })}`);
    expect(now.json).toBe(kept.json);
  });

  await step('a reviewer reopens it with a reason, and then it changes again', async () => {
    const reopen = (who: Who, body: object) => call(who, 'sessions/march/reopen', body);
    expect((await reopen('ada', { reason: 'a late fee' })).status).toBe(403);
    expect((await reopen('chi', {})).status).toBe(422);
    expect((await reopen('chi', { reason: 'a late fee' })).json.sign_off).toMatchObject({
      state: 'open',
      signatures: [],
    });
    expect((await reopen('chi', { reason: 'again' })).json.code).toBe('sign_off_state');
    expect((await resolve('not_found_gl')).json.results).not.toEqual([]);
    expect((await people.get('sessions/march/sign-off')).events.at(-1)).toMatchObject({
      ...{ event: 'reopened', by: 'chi', reason: 'a late fee', statement_digest: digest },
    });
    await people.reconcile('march', MARCH);
  });
}

describe('on the embedded store', () => dayOfPeople(day));
withMongodb('on MongoDB', (database) => dayOfPeople(day, () => database.uri));
