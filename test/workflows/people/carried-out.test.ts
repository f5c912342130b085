// What is said of an accepted order that somebody else was quicker than, and what is told of a proposal once its messages
// have left the outbox.

import { afterEach, expect, test } from 'vitest';
import { proposalOf } from '../../../src/core/people/proposal.ts';
import type { Decision } from '../../../src/core/records/documents/decisions.ts';
import type { Store } from '../../../src/ports/store.ts';
import { acceptProposal, withdrawProposal } from '../../../src/workflows/proposals/decide-proposal.ts';
import { type ProposingDependencies, propose } from '../../../src/workflows/proposals/propose.ts';
import { withMongodb } from '../../adapters/store-mongo/temporary-database.ts';
import { clustersOf, orderOf, type Partner, partner, rowOf, SCOPE } from '../decisions/month.ts';
import { overtaken } from '../decisions/overtaken.ts';
import { CHAIN, followUp } from '../decisions/resolving.ts';

let lagos: Partner | null = null;

afterEach(async () => {
  await lagos?.dispose();
  lagos = null;
});

/** What is told of proposals since the last time, one after the other. */
async function messages({ outbox }: Store): Promise<string[]> {
  const told: string[] = [];
  for (;;) {
    const { messages: due } = await outbox.due({ destination: 'bus', limit: 500, after: null });
    if (due.length === 0) return told;
    await outbox.delivered(due);
    for (const { topic, payload } of due)
      if (topic === 'proposals') told.push(JSON.parse(new TextDecoder().decode(payload)).event);
  }
}

async function quicker(open?: () => Promise<Store>): Promise<void> {
  lagos = await partner(open);
  const { store } = lagos;
  await lagos.session('march', { gl: [0, 1, 2, 3].map((n) => rowOf('gl', n)), bank: [rowOf('bank', 9)] });
  const deps = lagos.deps as unknown as ProposingDependencies;
  const ids = (await clustersOf(lagos, 'not_found_gl')).map(({ clusterId }) => clusterId);
  const follow = async (more: object = {}) => {
    for (const { operationId } of await store.decisions.underWay(SCOPE.tenant, 20))
      await followUp({ ...deps, ...CHAIN, ...more }, operationId);
  };
  const accepted = async (named: readonly string[], taken: readonly string[], as: Decision) => {
    const order = { ...orderOf('approved', { clusterIds: named }), caller: 'ada' };
    const { proposal } = await propose(deps, SCOPE, { ordered: { kind: 'decision', order }, note: null, by: 'ada' });
    await follow();
    await acceptProposal(deps, SCOPE, { id: proposal.id, by: 'bisi', note: null, branches: null });
    const overtakes = () => lagos!.resolve(as, { clusterIds: taken, caller: 'chi' });
    await follow({ store: overtaken(store, overtakes) });
    await follow();
    const acts = await store.acts.of(SCOPE, { kind: 'proposal', thing: proposal.id });
    return proposalOf(acts[0]!, acts.at(-1)!, SCOPE.partner);
  };
  const some = await accepted(ids.slice(0, 2), ids.slice(0, 1), 'rejected');
  expect(some).toMatchObject({ status: 'carried_out', done: { decided: 1, left: 1 } });
  expect(some.done!.note).toBe(`1 of 2 exceptions stay as they were: ${ids[0]}.`);
  expect(await messages(store)).toEqual(['proposed', 'accepted', 'carried_out']);

  const none = await accepted(ids.slice(2, 4), ids.slice(2, 4), 'escalated');
  expect(none).toMatchObject({ status: 'open', returned: 'Nothing of it was left to do.' });
  expect(await messages(store)).toEqual(['proposed', 'accepted', 'returned']);

  expect(await store.outbox.prune(-1)).toBeGreaterThan(0);
  await withdrawProposal(deps, SCOPE, { id: none.id, by: 'ada', note: null, branches: null });
  await follow();
  expect(await messages(store)).toEqual(['withdrawn']);
}

test('what was left to do is said, and nothing is told twice', () => quicker());

withMongodb('on MongoDB', (database) => {
  test('the same', () => quicker(() => database.openPrepared()));
});
