// Taking matches apart over REST, on both stores: a hand-made one is void and its exceptions are back; rows of a run's
// match stay apart in every later run, an overwrite and another session among them, until that is undone.

import { describe, expect } from 'vitest';
import { withMongodb } from '../adapters/store-mongo/temporary-database.ts';
import { dayOfPeople, type Json, OF, type People, type Reply, type Step, until } from './two-people.ts';

const GL = [
  '2026-03-02,FT0000001,Transfer from Adaeze Stores,1000.00',
  '2026-03-03,FT0000002,Rent of the hall,-250.00',
  '2026-03-05,K5,Okafor Printing,200.00',
];
const BANK = [
  '2026-03-02,FT0000001,Transfer from Adaeze Stores,1000.00',
  '2026-03-03,FT0000002,Rent of the hall,-250.00',
  '2026-03-25,M5,Unknown payer,200.00',
];
const MARCH = { gl: GL, bank: BANK, from: '2026-03-01', to: '2026-03-31' };

async function day(people: People, step: Step): Promise<void> {
  const matchOf = async (session: string, narration: string): Promise<Json> =>
    (await people.get(`sessions/${session}/matches`)).items.find(({ gl }: Json) => gl[0]?.narration === narration);
  const apart = (
    who: 'ada' | 'platform',
    groupId: string,
    more: Readonly<Record<string, string>> = {},
  ): Promise<Reply> =>
    people.call(
      who,
      'DELETE',
      `matches/${groupId}?${new URLSearchParams({ ...OF, session_id: 'march', note: 'two payers', ...more })}`,
    );
  const pendingOf = async (session: string): Promise<string[]> =>
    (await people.get(`sessions/${session}/clusters`)).items
      .filter(({ decision_status: status }: Json) => status === 'pending')
      .map(({ cluster_id: id }: Json) => id)
      .sort();
  await people.reconcile('march', MARCH);

  await step('a match by hand is void, its rows open and their exceptions pending again', async () => {
    const [open, before] = [await people.open('march'), await pendingOf('march')];
    const { json } = await people.call('ada', 'POST', 'matches', {
      ...{ session_id: 'march', note: 'the same', gl_record_ids: [open['Okafor Printing']] },
      bank_record_ids: [open['Unknown payer']],
    });
    expect(await pendingOf('march')).not.toEqual(before);
    const found = async () => (await people.get('search', { text: json.match.group_id })).items;
    expect(await found()).toMatchObject([{ kind: 'match', state: 'matched', group_id: json.match.group_id }]);
    expect((await apart('platform', json.match.group_id)).status).toBe(403);
    expect((await apart('ada', json.match.group_id, { note: '' })).status).toBe(422);
    const taken = await apart('ada', json.match.group_id);
    expect([taken.status, taken.json]).toMatchObject([200, { constraint_id: null, run_id: null }]);
    expect(await people.open('march')).toEqual(open);
    expect(await pendingOf('march')).toEqual(before);
    expect(await found()).toEqual([]);
    await until(async () => ('manual' in (await people.get('sessions/march/summary')).by_tier ? null : true));
    expect((await apart('ada', json.match.group_id)).status).toBe(404);
  });

  let constraint = '';
  await step('rows of a run’s match stay apart, and the answer names what else changed', async () => {
    const match = await matchOf('march', 'Transfer from Adaeze Stores');
    const taken = await apart('ada', match.group_id);
    expect([taken.status, taken.json]).toMatchObject([200, { group_id: match.group_id }]);
    // A run that takes longer than the answer waits is followed by its id.
    const runOf = () => people.call('bisi', 'GET', `runs/${taken.json.run_id}`);
    await until(async () => ((await runOf()).json.state === 'succeeded' ? true : null));
    if (taken.json.rematched) expect(taken.json).toMatchObject({ gone_group_ids: [], new_group_ids: [] });
    constraint = taken.json.constraint_id;
    expect(await matchOf('march', 'Transfer from Adaeze Stores')).toBeUndefined();
    expect(await matchOf('march', 'Rent of the hall')).toBeDefined();
    const { items } = await people.get('sessions/march/open-items');
    const ids = items.map(({ record_id: id }: Json) => id);
    for (const { record_id: id } of [...match.gl, ...match.bank]) expect(ids).toContain(id);
    const quality = await people.get('quality');
    expect(quality.items).toMatchObject([
      { session_id: 'march', kind: 'banking', period_end: '2026-03-31', by_tier: { 1: 1 }, taken_apart: 1 },
    ]);
    expect(quality.items[0].match_rate.count).toBeCloseTo(1 / 3);
    expect(quality.tiers).toEqual([{ tier: 1, confidence: 1, matches: 2, taken_apart: 1, share_standing: 0.5 }]);
    expect((await people.call('bisi', 'GET', `quality?${new URLSearchParams({ ...OF, sessions: '61' })}`)).status).toBe(
      422,
    );
    const { proofs } = await people.get('sessions/march/statement');
    expect(proofs[0].unexplained).toBe(0);
    const audit = (await people.get('exceptions/resolutions', { page_size: '1000' })).items;
    const of = audit.filter(({ decision }: Json) => decision === 'taken_apart').at(-1);
    expect(of).toMatchObject({ caller: 'ada', note: 'two payers', cluster_id: match.group_id });
    expect(of.metadata).toMatchObject({ constraint_id: constraint });
  });

  await step('an overwrite and another session with the rows keep them apart', async () => {
    await people.reconcile('march', { ...MARCH, gl: GL.toReversed() });
    expect(await matchOf('march', 'Transfer from Adaeze Stores')).toBeUndefined();
    await people.reconcile('again', MARCH);
    expect(await matchOf('again', 'Transfer from Adaeze Stores')).toBeUndefined();
    expect(await matchOf('again', 'Rent of the hall')).toBeDefined();
    const { items } = await people.get('constraints');
    expect(items).toMatchObject([
      { constraint_id: constraint, session_id: 'march', by: 'ada', note: 'two payers', gl: [{ amount: 1000 }] },
    ]);
  });

  await step('undone, they meet again', async () => {
    const undo = (id: string, note = 'it was one payer') =>
      people.call('ada', 'DELETE', `constraints/${id}?${new URLSearchParams({ ...OF, note })}`);
    expect((await undo('0'.repeat(32))).status).toBe(404);
    expect((await undo(constraint, '')).status).toBe(422);
    expect((await undo(constraint)).status).toBe(200);
    await until(async () => (await matchOf('march', 'Transfer from Adaeze Stores')) ?? null);
    expect((await undo(constraint)).status).toBe(200);
    expect((await people.get('constraints')).items).toEqual([]);
  });
}

describe('on the embedded store', () => dayOfPeople(day));
withMongodb('on MongoDB', (database) => dayOfPeople(day, () => database.uri));
