// Rules of a policy add up what a caller does alone, so how it is cut into calls decides nothing; and whoever raised a limit
// does not use it alone.

import { afterEach, expect, test } from 'vitest';
import { TieoutError } from '../../../src/core/errors.ts';
import { NO_POLICY, type Policy, policyJson } from '../../../src/core/people/policy.ts';
import type { ReviewRule } from '../../../src/core/people/review.ts';
import type { DifferenceAs } from '../../../src/core/records/groups/difference-as.ts';
import { digestIdAt } from '../../../src/core/records/rows/digest-ids.ts';
import type { Store } from '../../../src/ports/store.ts';
import { setTerms } from '../../../src/workflows/partners/terms-in-force.ts';
import { matchByHand } from '../../../src/workflows/people/match-by-hand.ts';
import { takeApart } from '../../../src/workflows/people/take-apart.ts';
import type { ProposingDependencies } from '../../../src/workflows/proposals/propose.ts';
import { withMongodb } from '../../adapters/store-mongo/temporary-database.ts';
import { clustersOf, type Partner, partner, SCOPE } from '../decisions/month.ts';

let lagos: Partner | null = null;

afterEach(async () => {
  await lagos?.dispose();
  lagos = null;
});

const RULE: ReviewRule = {
  ...{ acts: [], types: [], amountAbove: {}, shareOfMonthAbove: null, recurring: null },
  ...{ differences: [], differenceAbove: {} },
};

const codeOf = async (call: Promise<unknown>): Promise<string> => {
  try {
    await call;
    return 'done';
  } catch (error) {
    if (error instanceof TieoutError) return `${error.code}: ${error.sentence}`;
    throw error;
  }
};

async function manySmall(open?: () => Promise<Store>): Promise<void> {
  lagos = await partner(open);
  const { store, resolve } = lagos;
  const deps = lagos.deps as unknown as ProposingDependencies;
  const key = { ...SCOPE, session: 'march' };
  const gl = [1, 2, 3, 4, 5].map((n) => `2026-03-0${n},K${1000 + 7 * n}A,Payer of ${n},10.0${n}`);
  const bank = [1, 2, 3, 4].map((n) => `2026-03-2${n},M${2000 + 7 * n}B,Somebody ${n},90.0${n}`);
  await lagos.session('march', { gl, bank });
  const policy = (setBy: string, terms: Partial<Policy>) =>
    setTerms(store, { ...SCOPE, name: 'policy', setAt: 1, setBy, terms: policyJson({ ...NO_POLICY, ...terms }) });
  const needsReview = [
    { ...RULE, acts: ['approved'] as const, amountAbove: { NGN: 2_500 } },
    { ...RULE, acts: ['match'] as const, differences: ['rounding'] as const, differenceAbove: { NGN: 15_900 } },
  ];
  await policy('bisi', { needsReview, writeOffLimits: { NGN: 100 } });

  const ids = (await clustersOf(lagos, 'not_found_gl')).map(({ clusterId }) => clusterId);
  const approve = (id: string, caller = 'ada') => resolve('approved', { clusterIds: [id], caller });
  const replies = await Promise.all(ids.slice(0, 4).map((id) => codeOf(approve(id))));
  const refused = 'needs_review: By the policy another caller must accept this (approved, more than NGN 25.00, ';
  expect(replies.filter((one) => one === 'done')).toHaveLength(2);
  for (const one of replies.filter((reply) => reply !== 'done'))
    expect(one).toContain(`${refused}with what was done alone before)`);
  const done = ids.filter((_, n) => replies[n] === 'done');
  expect(await codeOf(approve(ids[4]!))).toContain('needs_review');
  expect(await codeOf(approve(ids[4]!, 'chi'))).toBe('done');
  await resolve('reopened', { clusterIds: [done[0]!], caller: 'ada' });
  expect(await codeOf(approve(done[0]!))).toBe('done');

  const recordIds = async (side: 'gl' | 'bank') => {
    const { items } = await store.openItems.page(key, { side, after: null, limit: 10 });
    return Array.from({ length: items.rows.count }, (_, n) => digestIdAt(items.recordId, n));
  };
  const [ledger, statement] = [await recordIds('gl'), await recordIds('bank')];
  const match = (n: number, differenceAs: DifferenceAs, by = 'ada') =>
    matchByHand(deps, {
      ...{ key, branches: null, recordIds: { gl: [ledger[n]!], bank: [statement[n]!] } },
      byHand: { by, note: 'so', differenceAs },
    });
  const first = await match(0, 'rounding');
  expect(await codeOf(match(1, 'rounding'))).toContain('a difference of more than NGN 159.00, with what was done');
  await takeApart(deps, { key, groupId: first.group.groupId, note: 'no', by: 'ada', branches: null });
  expect(await codeOf(match(1, 'rounding'))).toBe('done');

  expect(await codeOf(match(2, 'write_off'))).toContain('at most NGN 1.00 may be');
  await policy('chi', { writeOffLimits: { NGN: 100_000 } });
  expect(await codeOf(match(2, 'write_off', 'chi'))).toContain('a write-off above the limit that another caller set');
  expect(await codeOf(match(2, 'write_off', 'ada'))).toBe('done');
  await policy('dan', { writeOffLimits: { NGN: 100_000 } });
  expect(await codeOf(match(3, 'write_off', 'chi'))).toBe('done');
}

async function manyOfDecided(open?: () => Promise<Store>): Promise<void> {
  lagos = await partner(open);
  const { store, resolve } = lagos;
  const deps = lagos.deps as unknown as ProposingDependencies;
  const key = { ...SCOPE, session: 'march' };
  await lagos.session('march', {
    gl: [1, 2, 3, 4].map((n) => `2026-03-0${n},K${1000 + 7 * n}A,Payer of ${n},10.0${n}`),
    bank: [1, 2, 3, 4].map((n) => `2026-03-2${n},M${2000 + 7 * n}B,Somebody ${n},90.0${n}`),
  });
  const needsReview = [{ ...RULE, acts: ['match'] as const, types: ['not_found_gl'], amountAbove: { NGN: 20_000 } }];
  const terms = policyJson({ ...NO_POLICY, needsReview, writeOffLimits: {} });
  await setTerms(store, { ...SCOPE, name: 'policy', setAt: 1, setBy: 'bisi', terms });
  const clusters = await clustersOf(lagos, 'not_found_gl');
  // The first stays pending: the match voids it, and the audit names its class.
  await resolve('escalated', { clusterIds: clusters.slice(1).map(({ clusterId }) => clusterId), caller: 'chi' });
  const { items } = await store.openItems.page(key, { side: 'bank', after: null, limit: 10 });
  const match = (n: number) => {
    const recordIds = { gl: [clusters[n]!.members[0]!.recordId], bank: [digestIdAt(items.recordId, n)] };
    const byHand = { by: 'ada', note: 'so', differenceAs: 'rounding' as const };
    return codeOf(matchByHand(deps, { key, branches: null, recordIds, byHand }));
  };
  expect([await match(0), await match(1)]).toEqual(['done', 'done']);
  expect(await match(2)).toContain('(match, not_found_gl, more than NGN 200.00, with what was done alone');
}

test('many small acts are one large one', () => manySmall());

test('matches of decided exceptions are added up by their class', () => manyOfDecided());

withMongodb('on MongoDB', (database) => {
  test('the same', () => manySmall(() => database.openPrepared()));

  test('the same of decided exceptions', () => manyOfDecided(() => database.openPrepared()));
});
