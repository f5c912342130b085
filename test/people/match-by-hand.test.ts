// Matches by hand over REST, on both stores: rows n to m with a named difference, in every list and proof, audited with
// the caller; what cannot be matched is refused and changes nothing.

import { describe, expect } from 'vitest';
import { withMongodb } from '../adapters/store-mongo/temporary-database.ts';
import { dayOfPeople, type Json, type People, type Step, until } from './two-people.ts';

const GL = [
  '2026-03-02,K1,Transfer from Adaeze Stores,1000.00',
  '2026-03-03,K2,Invoice 17 Bello Farms,400.00',
  '2026-03-03,K3,Invoice 18 Bello Farms,600.00',
  '2026-03-05,K5,Okafor Printing,200.00',
  '2026-03-06,K6,Eze Logistics,300.00',
  '2026-03-09,K9,Danjuma Motors,77.00',
];
const BANK = [
  '2026-03-02,K1,Transfer from Adaeze Stores,1000.00',
  '2026-03-20,M2,Deposit cash office,995.00',
  '2026-03-25,M5,Unknown payer,200.00',
  '2026-03-26,M6,Somebody else,333.00',
  '2026-03-28,M9,Counter 4,75.50',
];
const MARCH = { gl: GL, bank: BANK, from: '2026-03-01', to: '2026-03-31' };

async function day(people: People, step: Step): Promise<void> {
  await people.reconcile('march', MARCH);
  const open = await people.open('march');
  const matched = (who: 'ada' | 'platform', body: object) =>
    people.call(who, 'POST', 'matches', { session_id: 'march', note: 'the cash office pays in together', ...body });
  const bello = () => ({
    gl_record_ids: [open['Invoice 17 Bello Farms'], open['Invoice 18 Bello Farms']],
    bank_record_ids: [open['Deposit cash office']],
  });

  await step('what is no match is refused, and changes nothing', async () => {
    const before = await people.get('sessions/march/open-items');
    expect(Object.keys(open)).toHaveLength(9);
    expect((await matched('ada', bello())).json.detail).toEqual([
      {
        type: 'difference_as',
        loc: ['body', 'difference_as'],
        msg: 'must name the difference, ledger less bank NGN 5.00',
      },
    ]);
    const even = { gl_record_ids: [open['Okafor Printing']], bank_record_ids: [open['Unknown payer']] };
    expect((await matched('ada', { ...even, difference_as: 'fee' })).status).toBe(422);
    expect((await matched('ada', { ...even, difference_as: 'tip' })).status).toBe(422);
    expect((await matched('ada', { ...even, note: '' })).status).toBe(422);
    expect((await matched('ada', { ...even, bank_record_ids: [] })).status).toBe(422);
    expect((await matched('ada', { ...even, session_id: 'april' })).status).toBe(422);
    expect((await matched('platform', even)).status).toBe(403);
    const unknown = await matched('ada', { ...even, bank_record_ids: ['0'.repeat(32)] });
    expect([unknown.status, unknown.json.code, unknown.json.detail]).toEqual([
      409,
      'rows_not_open',
      expect.stringContaining(`1 row of these is not open: ${'0'.repeat(32)}`),
    ]);
    expect(await people.get('sessions/march/open-items')).toEqual(before);
  });

  await step('rows n to m with a fee are a group of tier 0, in lists, proof, journals, summary and audit', async () => {
    const { status, json } = await matched('ada', { ...bello(), difference_as: 'fee' });
    expect(status).toBe(200);
    expect(json.match).toMatchObject({
      ...{ tier: 0, confidence: 1, method: 'manual', difference: 5, cross_month: false },
      by_hand: { by: 'ada', note: 'the cash office pays in together', difference_as: 'fee' },
    });
    expect(json.voided_cluster_ids.length).toBeGreaterThan(0);
    const { group_id: id } = json.match;
    const [only] = (await people.get('sessions/march/matches', { tier: '0' })).items;
    expect(only).toEqual(json.match);
    const audit = (await people.get('exceptions/resolutions')).items.filter(
      ({ decision }: Json) => decision === 'matched_by_hand',
    );
    expect(audit).toHaveLength(1 + json.voided_cluster_ids.length);
    expect(audit[0]).toMatchObject({ cluster_id: id, cluster_type: null, caller: 'ada', matched: true });
    const clusters = (await people.get('sessions/march/clusters')).items.map(({ cluster_id }: Json) => cluster_id);
    for (const voided of json.voided_cluster_ids) expect(clusters).not.toContain(voided);
    const summary = await until(async () => {
      const found = await people.get('sessions/march/summary');
      return found.by_tier['manual'] === 1 ? found : null;
    });
    expect([summary.gl.matched_rows, summary.bank.matched_rows]).toEqual([3, 2]);
    const fees = summary.proof.lines.filter(({ kind }: Json) => kind === 'fees_to_post');
    expect(fees).toMatchObject([{ side: 'book', amount: -5, rows: 1 }]);
    const journal = (await people.get('sessions/march/journals')).items.filter(({ amount }: Json) => amount === 5);
    expect(journal).toMatchObject([{ purpose: 'bank_charges' }]);
    expect((await people.get('sessions/march/statement')).proofs[0].difference).toBe(0);
    expect((await matched('ada', { ...bello(), difference_as: 'fee' })).json.code).toBe('rows_not_open');
  });

  await step(
    'a levy, an exchange difference and a rounding have lines of their own; a rerun keeps the groups',
    async () => {
      const levy = { gl_record_ids: [open['Eze Logistics']], bank_record_ids: [open['Somebody else']] };
      expect((await matched('ada', { ...levy, difference_as: 'levy' })).status).toBe(200);
      await people.reconcile('march', MARCH);
      const summary = await people.get('sessions/march/summary');
      expect(summary.by_tier).toMatchObject({ 3: 1, manual: 2 });
      const levies = summary.proof.lines.filter(({ kind }: Json) => kind === 'levies_to_post');
      expect(levies).toMatchObject([{ side: 'book', amount: 33 }]);
      const text = (
        await people.call('ada', 'GET', `sessions/march/statement?tenant_id=bank-a&partner_id=lagos&format=text`)
      ).json;
      expect(text).toMatch(/Add: levies of matched entries, to be posted \(1 row\) +33\.00/);
    },
  );

  await step('a write-off has the limit that a reviewer set', async () => {
    const pair = { gl_record_ids: [open['Danjuma Motors']], bank_record_ids: [open['Counter 4']] };
    const off = () => matched('ada', { ...pair, difference_as: 'write_off' });
    const why = 'cannot be write_off for NGN 1.50: by the policy of the partner ';
    expect((await off()).json.detail[0].msg).toBe(`${why}no limit is set for NGN`);
    const limit = (amount: number) => ({ policy: { write_off_limits: [{ currency: 'NGN', amount }] } });
    expect((await people.call('ada', 'PUT', 'policy', limit(100))).status).toBe(403);
    expect((await people.call('bisi', 'PUT', 'policy', limit(1.255))).status).toBe(422);
    expect((await people.call('bisi', 'PUT', 'policy', limit(1.49))).json).toMatchObject({
      version: 1,
      set_by: 'bisi',
    });
    expect((await off()).json.detail[0].msg).toBe(`${why}at most NGN 1.49 may be`);
    await people.call('bisi', 'PUT', 'policy', limit(1.5));
    expect((await off()).status).toBe(200);
    expect(await people.get('policy')).toMatchObject({ version: 2, ...limit(1.5) });
  });

  await step('of calls at one moment for one row one succeeds', async () => {
    const even = { gl_record_ids: [open['Okafor Printing']], bank_record_ids: [open['Unknown payer']] };
    const replies = await Promise.all(Array.from({ length: 4 }, () => matched('ada', even)));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
  });
}

describe('on the embedded store', () => dayOfPeople(day));
withMongodb('on MongoDB', (database) => dayOfPeople(day, () => database.uri));
