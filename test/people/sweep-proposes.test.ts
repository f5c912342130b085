// A sweep that the policy asks a reviewer for proposes, on both stores: what is accepted is a sweep like any other, what
// is open or declined is not proposed again.

import { readFileSync } from 'node:fs';
import { describe, expect } from 'vitest';
import { withMongodb } from '../adapters/store-mongo/temporary-database.ts';
import { dayOfPeople, type Json, type MonthOfRows, type People, type Step, until } from './two-people.ts';

const rowsOf = (file: string): string[] => {
  const text = readFileSync(new URL(`../../examples/walkthrough/${file}.csv`, import.meta.url), 'utf8');
  return text.trim().split('\n').slice(1);
};
const month = (name: string, from: string, to: string): MonthOfRows => ({
  ...{ gl: rowsOf(`${name}-gl`), bank: rowsOf(`${name}-bank`), from, to },
  more: { max_days_forward_search: 3, max_days_backward_search: 3 },
});
const APRIL = month('april', '2026-04-01', '2026-04-30');

async function day(people: People, step: Step): Promise<void> {
  const proposals = async () => (await people.get('proposals')).items as Json[];
  const late = async (status: string) =>
    (await people.get('sessions/april/clusters', { cluster_type: 'date_difference', decision_status: status })).items;
  const swept = () => until(async () => ((await proposals()).length > 0 ? true : null));

  await people.reconcile('march', month('march', '2026-03-01', '2026-03-31'));
  await step('a pattern is taught, and the policy asks for a reviewer of large approvals', async () => {
    const taught = await people.call('ada', 'POST', 'exceptions/resolve', {
      ...{ customer_type: 'mfb', cluster_type: 'date_difference', decision: 'approved', is_recurring: true },
    });
    expect(taught.json.results).toHaveLength(5);
    const rule = { acts: ['approved'], amount_above: [{ currency: 'NGN', amount: 30_000 }] };
    expect((await people.call('chi', 'PUT', 'policy', { policy: { needs_review: [rule] } })).status).toBe(200);
  });

  await step('the sweep after April proposes, once', async () => {
    await people.reconcile('april', APRIL);
    await swept();
    const [only, ...others] = await proposals();
    expect(others).toEqual([]);
    expect(only).toMatchObject({ kind: 'decision', status: 'open', proposed_by: null, cluster_count: 3 });
    // Who taught the pattern is no second pair of eyes.
    expect(only.touched_by).toEqual(['ada']);
    expect([typeof only.pattern_id, (await late('approved')).length]).toEqual(['string', 0]);
    expect(only.note).toMatch(/more than NGN 30,000\.00/);
    await people.reconcile('april', APRIL);
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect((await proposals()).map(({ proposal_id: id }) => id)).toEqual([only.proposal_id]);
  });

  await step('what a reviewer accepts is a sweep, and can be taken back', async () => {
    const [{ proposal_id: id, pattern_id: pattern }] = await proposals();
    const accepted = await people.call('bisi', 'POST', `proposals/${id}/accept`, {});
    expect(accepted.json).toMatchObject({ proposal: { status: 'carried_out' } });
    const sweep = accepted.json.proposal.operation_id;
    expect(sweep).toMatch(/^auto-sweep-/);
    expect(await late('approved')).toHaveLength(3);
    const rows = (await people.get('exceptions/resolutions', { session_id: 'april' })).items.filter(
      ({ decision }: Json) => decision === 'approved',
    );
    expect(rows).toHaveLength(3);
    for (const row of rows)
      expect(row).toMatchObject({
        ...{ auto_resolved: true, resolution_method: 'auto', caller: null },
        metadata: { pattern_id: pattern, four_eyes: { proposed_by: null, accepted_by: 'bisi' } },
      });
    const undo = { pattern_id: pattern, resolution_request_id: sweep };
    const back = await people.call('ada', 'POST', `exceptions/patterns/${pattern}/undo-sweep`, undo);
    expect(back.json.reopened_cluster_ids).toHaveLength(3);
  });

  await step('a pattern that is suspended since has moved', async () => {
    const taught = await people.call('ada', 'POST', 'exceptions/resolve', {
      ...{ customer_type: 'mfb', cluster_type: 'date_difference', decision: 'approved', is_recurring: true },
      cluster_ids: [(await late('pending'))[0].cluster_id],
    });
    expect(taught.json.results).toHaveLength(1);
    const open = () => people.get('proposals', { status: 'open' });
    const { items } = await until(async () => ((await open()).total === 1 ? open() : null));
    // Who accepted these before has decided on them.
    expect([items[0].cluster_count, items[0].touched_by]).toEqual([2, ['ada', 'bisi']]);
    const declined = await people.call('chi', 'POST', `proposals/${items[0].proposal_id}/decline`, { note: 'not so' });
    expect(declined.json.proposal.status).toBe('declined');
    await people.reconcile('april', APRIL);
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect([(await open()).total, (await late('pending')).length]).toEqual([0, 2]);
  });
}

describe('on the embedded store', () => dayOfPeople(day));
withMongodb('on MongoDB', (database) => dayOfPeople(day, () => database.uri));
