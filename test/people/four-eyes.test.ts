// Four eyes over REST, on both stores: what the policy asks a second caller for is refused and proposed, another caller
// accepts or declines it, and it is carried out once, by the ordinary way of its act, with both names in the audit.

import { describe, expect } from 'vitest';
import { withMongodb } from '../adapters/store-mongo/temporary-database.ts';
import { dayOfPeople, type Json, OF, type People, type Step, until, type Who } from './two-people.ts';

const MARCH = {
  gl: [
    '2026-03-02,FT0000001,Transfer from Adaeze Stores,1000.00',
    '2026-03-05,K5,Okafor Printing,200.00',
    '2026-03-06,K6,Eze Logistics,300.00',
    '2026-03-09,K9,Danjuma Motors,77.00',
    '2026-03-10,K10,Hall rent,-5000.00',
  ],
  bank: [
    '2026-03-02,FT0000001,Transfer from Adaeze Stores,1000.00',
    '2026-03-25,M5,Unknown payer,200.00',
    '2026-03-26,M6,Somebody else,297.50',
    '2026-03-27,M7,Card fee,-52.50',
    '2026-03-28,M8,Monthly maintenance fee,-9.99',
  ],
  ...{ from: '2026-03-01', to: '2026-03-31' },
};

const POLICY = {
  needs_review: [
    { acts: ['approved', 'rejected'], amount_above: [{ currency: 'NGN', amount: 50 }] },
    { acts: ['match'], differences: ['write_off', 'fee'], difference_above: [{ currency: 'NGN', amount: 1 }] },
    { acts: ['parting', 'reopened', 'undo'] },
    { recurring: true },
  ],
};

async function day(people: People, step: Step): Promise<void> {
  const call = (who: Who, path: string, body: object = {}) => people.call(who, 'POST', path, body);
  const decision = (more: object = {}) => ({
    ...{ ...OF, customer_type: 'mfb', cluster_type: 'possible_bank_fee', decision: 'approved' },
    ...more,
  });
  const propose = (who: Who, order: object, note = 'please look') => call(who, 'proposals', { order, note });
  const one = (id: string) => people.get(`proposals/${id}`);
  const list = async (who: Who, more: Record<string, string> = {}) =>
    (await people.call(who, 'GET', `proposals?${new URLSearchParams({ ...OF, ...more })}`)).json;
  const audit = async () => (await people.get('exceptions/resolutions', { page_size: '1000' })).items as Json[];
  const fees = async (status: string) =>
    (await people.get('sessions/march/clusters')).items.filter(
      (one: Json) => one.cluster_type === 'possible_bank_fee' && one.decision_status === status,
    );

  await people.reconcile('march', MARCH);
  const open = await people.open('march');

  await step('without a policy everybody decides alone; the policy of the tenant counts for its partners', async () => {
    expect((await people.call('ada', 'GET', `policy?${new URLSearchParams(OF)}`)).status).toBe(404);
    const put = await people.call('bisi', 'PUT', 'policy', { policy: POLICY, partner_id: undefined });
    expect([put.status, put.json.partner_id]).toEqual([200, null]);
    const seen = await people.get('policy');
    expect([seen.partner_id, seen.policy.needs_review.length]).toEqual([null, 4]);
    expect(seen.policy.needs_review[0]).toMatchObject(POLICY.needs_review[0]!);
    const twice = { needs_review: [{ amount_above: [1, 2].map((amount) => ({ currency: 'NGN', amount })) }] };
    expect((await people.call('bisi', 'PUT', 'policy', { policy: twice })).json.detail[0]).toMatchObject({
      loc: ['body', 'policy', 'needs_review', 0, 'amount_above', 1, 'currency'],
    });
  });

  await step('a decision above it is refused, and the refusal names the way', async () => {
    const refused = await call('ada', 'exceptions/resolve', decision());
    expect([refused.status, refused.json.code]).toEqual([403, 'needs_review']);
    expect(refused.json.detail).toMatch(/more than NGN 50\.00.*POST \/v1\/proposals as order\.decision/);
    expect(await fees('approved')).toEqual([]);
    const small = (await fees('pending')).find(({ amount }: Json) => Math.abs(amount) < 50)!;
    const alone = await call('ada', 'exceptions/resolve', decision({ cluster_ids: [small.cluster_id] }));
    expect([alone.status, alone.json.results.length]).toEqual([200, 1]);
    const teaching = decision({ cluster_ids: [small.cluster_id], decision: 'approved', is_recurring: true });
    expect((await call('ada', 'exceptions/resolve', teaching)).status).toBe(200);
  });

  let id = '';
  await step('it is proposed with what it names, and waits for others', async () => {
    expect((await propose('platform', { decision: decision() })).status).toBe(403);
    expect((await propose('ada', {})).status).toBe(422);
    const two = { decision: decision(), undo: { ...OF, constraint_id: '0'.repeat(32), note: 'x' } };
    expect((await propose('ada', two)).status).toBe(422);
    expect((await propose('ada', { decision: decision({ tenant_id: 'bank-b' }) })).status).toBe(422);
    expect((await propose('ada', { decision: decision({ cluster_type: 'chargeback' }) })).status).toBe(422);
    const made = await propose('ada', { decision: decision({ note: 'our fee' }) });
    expect(made.status).toBe(200);
    expect(made.json.proposal).toMatchObject({
      ...{ kind: 'decision', status: 'open', proposed_by: 'ada', note: 'please look', decided_by: null },
      ...{ session_ids: ['march'], amounts: [{ currency: 'NGN', amount: 52.5 }], cluster_count: 1, touched_by: [] },
      order: { decision: { cluster_type: 'possible_bank_fee', note: 'our fee' }, match: null },
      events: [{ event: 'proposed', by: 'ada' }],
    });
    id = made.json.proposal.proposal_id;
    expect((await one(id)).clusters).toMatchObject([{ decision_status: 'pending', amount: -52.5 }]);
    expect((await one(id)).moved).toEqual([]);
    expect((await list('bisi', { waiting_for_me: 'true' })).total).toBe(1);
    expect((await list('ada', { waiting_for_me: 'true' })).total).toBe(0);
    expect((await list('ada', { status: 'declined' })).total).toBe(0);
    expect((await list('ada', { proposed_by: 'ada', status: 'open' })).items.length).toBe(1);
  });

  await step('another caller accepts it, and it is done once with both names', async () => {
    expect((await call('ada', `proposals/${id}/accept`)).status).toBe(403);
    expect((await call('bisi', `proposals/${id}/withdraw`)).status).toBe(403);
    expect((await call('bisi', `proposals/${'0'.repeat(32)}/accept`)).status).toBe(404);
    const accepts = await Promise.all([call('bisi', `proposals/${id}/accept`), call('chi', `proposals/${id}/accept`)]);
    expect(accepts.map(({ status }) => status).sort()).toEqual([200, 409]);
    const [won] = accepts.filter(({ status }) => status === 200);
    const { proposal } = won!.json;
    expect(proposal.status).toBe('carried_out');
    expect(proposal.events.map(({ event }: Json) => event)).toEqual(['proposed', 'accepted', 'carried_out']);
    expect(await fees('approved')).toHaveLength(2);
    const rows = (await audit()).filter(({ metadata }) => metadata.four_eyes?.proposal_id === id);
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatchObject({
      ...{ decision: 'approved', caller: 'ada', note: 'our fee', resolution_method: 'manual' },
      metadata: { four_eyes: { proposed_by: 'ada', accepted_by: proposal.decided_by } },
    });
    expect((await call('chi', `proposals/${id}/decline`, { note: 'no' })).json.code).toBe('proposal_state');
    const acts = (await audit())
      .filter(({ metadata }) => metadata.proposal_id === id)
      .map((row) => [row.decision, row.caller]);
    expect(acts).toEqual([
      ['proposed', 'ada'],
      ['proposal_accepted', proposal.decided_by],
    ]);
    const [listed] = (await list('ada', { status: 'carried_out' })).items;
    expect([listed.proposal_id, listed.decided_by]).toEqual([id, proposal.decided_by]);
  });

  await step('a match with a difference is proposed; what moved meanwhile is refused with what moved', async () => {
    const body = {
      ...{ ...OF, session_id: 'march', note: 'the fee was kept', difference_as: 'fee' },
      gl_record_ids: [open['Eze Logistics']],
      bank_record_ids: [open['Somebody else']],
    };
    expect((await call('ada', 'matches', body)).json.code).toBe('needs_review');
    const [first, second] = [await propose('ada', { match: body }), await propose('bisi', { match: body })];
    expect([first.json.proposal.amounts, second.status]).toEqual([[{ currency: 'NGN', amount: 300 }], 200]);
    const unnamed = await propose('ada', { match: { ...body, difference_as: undefined } });
    expect(unnamed.json.detail[0].loc).toEqual(['body', 'order', 'match', 'difference_as']);
    const accepted = await call('bisi', `proposals/${first.json.proposal.proposal_id}/accept`, {
      note: 'seen the slip',
    });
    expect(accepted.json.proposal.status).toBe('carried_out');
    const [match] = (await people.get('sessions/march/matches', { tier: '0' })).items;
    expect(match.by_hand).toMatchObject({ by: 'ada', difference_as: 'fee' });
    const late = second.json.proposal.proposal_id;
    expect((await one(late)).moved.length).toBeGreaterThan(0);
    const moved = await call('chi', `proposals/${late}/accept`);
    expect([moved.status, moved.json.code]).toEqual([409, 'proposal_moved']);
    expect(moved.json.detail).toMatch(/is there no more/);
    expect((await call('ada', `proposals/${late}/decline`, { note: 'it is done' })).status).toBe(403);
    expect((await call('chi', `proposals/${late}/decline`)).status).toBe(422);
    const declined = await call('chi', `proposals/${late}/decline`, { note: 'it is done' });
    expect(declined.json.proposal).toMatchObject({ status: 'declined', decided_by: 'chi' });
  });

  await step('a parting is proposed; who made the match or accepted it does not review it', async () => {
    const [{ group_id: group }] = (await people.get('sessions/march/matches', { tier: '0' })).items;
    const body = { ...OF, session_id: 'march', note: 'wrong after all' };
    expect((await people.call('bisi', 'DELETE', `matches/${group}?${new URLSearchParams(body)}`)).json.code).toBe(
      'needs_review',
    );
    const made = await propose('bisi', { parting: { ...body, group_id: group } });
    expect([made.status, made.json.proposal.touched_by]).toEqual([200, ['ada', 'bisi']]);
    const { proposal_id: parting } = made.json.proposal;
    expect((await call('bisi', `proposals/${parting}/accept`)).status).toBe(403);
    const accepted = await call('chi', `proposals/${parting}/accept`);
    expect(accepted.json).toMatchObject({ proposal: { status: 'carried_out' } });
    expect((await people.get('sessions/march/matches', { tier: '0' })).items).toEqual([]);
    await until(async () => ((await people.open('march'))['Eze Logistics'] === undefined ? null : true));
  });

  await step('one is withdrawn by who made it, and an exception decided meanwhile is moved', async () => {
    const rent = (await people.get('sessions/march/clusters')).items.find(({ amount }: Json) => amount === -5000);
    const rejecting = decision({
      cluster_type: rent.cluster_type,
      decision: 'rejected',
      cluster_ids: [rent.cluster_id],
    });
    const [first, second] = [
      await propose('ada', { decision: rejecting }),
      await propose('ada', { decision: rejecting }),
    ];
    const ids = [first, second].map(({ json }) => json.proposal.proposal_id);
    const back = await call('ada', `proposals/${ids[0]}/withdraw`);
    expect([back.status, back.json.proposal.status]).toEqual([200, 'withdrawn']);
    const escalating = { ...rejecting, decision: 'escalated' };
    expect((await call('chi', 'exceptions/resolve', escalating)).status).toBe(200);
    const moved = await call('bisi', `proposals/${ids[1]}/accept`);
    expect(moved.json.detail).toMatch(new RegExp(`${rent.cluster_id} (is escalated|was decided)`));
    expect((await one(ids[1]!)).moved.length).toBe(1);
  });

  await step('nobody lifts the policy alone, and a class is looked at after it was decided, too', async () => {
    const rent = (await people.get('sessions/march/clusters')).items.find(({ amount }: Json) => amount === -5000);
    expect(rent.decision_status).toBe('escalated');
    expect((await people.call('chi', 'PUT', 'policy', { policy: {} })).status).toBe(200);
    const of = { cluster_type: rent.cluster_type, cluster_ids: [rent.cluster_id] };
    const again = decision({ ...of, decision: 'reopened' });
    expect((await call('chi', 'exceptions/resolve', again)).json.code).toBe('needs_review');
    const rule = { acts: ['match'], cluster_types: [rent.cluster_type] };
    expect((await people.call('bisi', 'PUT', 'policy', { policy: { needs_review: [rule] } })).status).toBe(200);
    const match = await call('ada', 'matches', {
      ...{ ...OF, session_id: 'march', note: 'the rent', difference_as: 'exchange' },
      gl_record_ids: [open['Hall rent']],
      bank_record_ids: [open['Monthly maintenance fee']],
    });
    expect([match.status, match.json.code]).toEqual([403, 'needs_review']);
  });
}

describe('on the embedded store', () => dayOfPeople(day));
withMongodb('on MongoDB', (database) => dayOfPeople(day, () => database.uri));
