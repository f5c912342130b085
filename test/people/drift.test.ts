// A month that departs from those before, over REST, on both stores: the summary says so with its figures, the policy has
// the patterns of the class suspended with the reason, and a person resumes them; months alike say nothing.

import { describe, expect } from 'vitest';
import { withMongodb } from '../adapters/store-mongo/temporary-database.ts';
import { dayOfPeople, type Json, type People, type Step, until } from './two-people.ts';

/** Rows of a month, `late` of them ten days later at the bank. */
function monthOf(month: string, late: number) {
  const rows = Array.from({ length: 80 }, (_, k) => {
    const day = 1 + (k % 15);
    const row = (on: number) =>
      `2026-${month}-${String(on).padStart(2, '0')},FT${month}${1000 + k},Payer ${k},${100 + k}.00`;
    return { gl: row(day), bank: row(k < late ? day + 10 : day) };
  });
  const period = { from: `2026-${month}-01`, to: `2026-${month}-28` };
  return { gl: rows.map(({ gl }) => gl), bank: rows.map(({ bank }) => bank).reverse(), ...period };
}

async function day(people: People, step: Step): Promise<void> {
  await people.call('bisi', 'PUT', 'policy', { policy: { suspend_on_drift: true } });
  const drift = async (session: string): Promise<Json[]> => (await people.get(`sessions/${session}/summary`)).drift;
  const patterns = async (): Promise<Json[]> => (await people.get('exceptions/patterns')).items;

  await step('months alike say nothing', async () => {
    for (const [n, month] of ['01', '02', '03', '04'].entries()) {
      await people.reconcile(`m${month}`, monthOf(month, 2 + (n % 2)));
      expect(await drift(`m${month}`)).toEqual([]);
    }
    const [one] = (await people.get('sessions/m04/clusters', { cluster_type: 'date_difference' })).items;
    const taught = await people.call('ada', 'POST', 'exceptions/resolve', {
      ...{ customer_type: 'mfb', cluster_type: 'date_difference', decision: 'approved', is_recurring: true },
      cluster_ids: [one.cluster_id],
    });
    expect(taught.status).toBe(200);
    expect(await patterns()).toMatchObject([
      { intelligence_type: 'date_difference', suspended_at: null, suspended_for: null },
    ]);
  });

  await step(
    'a month with five times the late payments is an alarm with its figures, and its pattern waits',
    async () => {
      await people.reconcile('m05', monthOf('05', 24));
      const alarms = await drift('m05');
      const figures = alarms.map(({ figure }) => figure);
      expect(figures).toEqual(
        expect.arrayContaining(['class_date_difference', 'match_rate_ledger', 'match_rate_bank']),
      );
      expect(alarms.find(({ figure }) => figure === 'class_date_difference')).toMatchObject({
        ...{ now_count: 24, now_of: 160, before_count: 10, before_of: 640 },
        ...{ before_least: 2 / 160, before_greatest: 3 / 160 },
      });
      for (const { chance } of alarms) expect(chance).toBeLessThan(0.01);
      expect(await drift('m04')).toEqual([]);
      const [pattern] = await until(async () => {
        const found = await patterns();
        return found[0]?.suspended_at === null ? null : found;
      });
      expect(pattern.suspended_for).toBe(
        'session m05 has 24 such exceptions in 160 rows, and those before it had 10 in 640: a person resumes it',
      );
      const resume = (who: 'ada' | 'platform', body: object) =>
        people.call(who, 'POST', `exceptions/patterns/${pattern.pattern_id}/resume`, body);
      expect((await resume('platform', { note: 'x' })).status).toBe(403);
      expect((await resume('ada', {})).status).toBe(422);
      const resumed = await resume('ada', { note: 'the switch was down that week' });
      expect([resumed.status, resumed.json.pattern.suspended_at]).toEqual([200, null]);
      expect((await patterns())[0]).toMatchObject({ suspended_at: null, suspended_for: null });
      const audit = (await people.get('exceptions/resolutions', { cluster_id: pattern.pattern_id })).items;
      expect(audit).toMatchObject([
        { decision: 'pattern_resumed', caller: 'ada', note: 'the switch was down that week' },
      ]);
      expect((await resume('ada', { note: 'again' })).status).toBe(200);
      expect((await people.get('exceptions/resolutions', { cluster_id: pattern.pattern_id })).total).toBe(1);
      expect((await people.call('ada', 'POST', 'exceptions/patterns/none/resume', { note: 'x' })).status).toBe(404);
    },
  );

  await step('what a person resumed it for suspends it no more, until the figures change', async () => {
    await people.reconcile('m05', monthOf('05', 24));
    await people.reconcile('m05', monthOf('05', 25));
    const [again] = await until(async () => ((await patterns())[0].suspended_at === null ? null : patterns()));
    expect(again.suspended_for).toContain('has 25 such exceptions');
  });
}

describe('on the embedded store', () => dayOfPeople(day));
withMongodb('on MongoDB', (database) => dayOfPeople(day, () => database.uri));
