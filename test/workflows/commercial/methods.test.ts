// Commercial runs by sums: batches, one total, and a total of what identifiers left. What a switch refused takes no part,
// and what stays open is described as the kind does, whatever the method.

import { afterAll, beforeAll, expect, test } from 'vitest';
import type { MatchingMethod } from '../../../src/core/matching/method.ts';
import { commandOf, type ServiceUnderTest, startService } from '../worker-under-test.ts';
import { commercialRun } from './commercial-run.ts';

let service: ServiceUnderTest;
beforeAll(async () => {
  service = await startService();
  service.work();
});
afterAll(() => service.dispose());

const by = (method: MatchingMethod) => {
  const { parameters } = commandOf({});
  return { command: { parameters: { ...parameters, method } } };
};
const LEDGER = 'Posting Date,Reference,RRN,Terminal ID,Narration,Debit,Credit';
const SWITCH = 'Transaction Date,Reference,RRN,Terminal ID,Amount,Response Code';

test('card settlement in bulk: the rows of a batch with what was paid for it', async () => {
  const { matches, clusters } = await commercialRun(service, {
    service: 'card_settlement',
    gl: [
      LEDGER,
      '2026-03-02,BATCH0077,606000000001,1033AB01,POS,,1000.00',
      '2026-03-02,BATCH0077,606000000002,1033AB02,POS,,2000.00',
      '2026-03-02,BATCH0077,606000000003,1033AB03,POS,,500.00',
      '2026-03-03,BATCH0078,606000000004,1033AB03,POS,,70.00',
      '2026-03-03,BATCH0079,606000000005,1033AB03,POS,,80.00',
    ],
    bank: [
      SWITCH,
      '2026-03-02,BATCH0077,,,3500.00,00',
      '2026-03-03,BATCH0078,606000000004,1033AB03,71.00,00',
      '2026-03-03,BATCH0079,606000000005,1033AB03,80.00,51',
    ],
    ...by('bulk'),
  });
  expect(matches).toEqual(['2,3,4 = 2 (tier 7, 0.00)']);
  expect(clusters.toSorted()).toEqual([
    expect.stringMatching(/^amount_mismatch gl 5 bank 3/),
    expect.stringMatching(/^status_mismatch gl 6/),
  ]);
});

test('one total a side, and by how much totals are apart', async () => {
  const gl = ['Date,Payment Reference,Debit,Credit', '2026-03-02,PAY1,,1000.00', '2026-03-03,PAY2,,500.00'];
  const agreeing = await commercialRun(service, {
    service: 'nip',
    gl,
    bank: ['Date,Payment Reference,Amount', '2026-03-02,X1,900.00', '2026-03-03,X2,600.00'],
    ...by('lump_sum'),
  });
  expect(agreeing.matches).toEqual(['2,3 = 2,3 (tier 9, 0.00)']);
  expect(agreeing.clusters).toEqual([]);
  const apart = await commercialRun(service, {
    service: 'nip',
    gl,
    bank: ['Date,Payment Reference,Amount', '2026-03-02,PAY1,1000.00', '2026-03-03,X2,499.00'],
    ...by('lump_sum'),
  });
  expect(apart.matches).toEqual([]);
  expect(apart.warnings.join()).toMatch(/The totals do not agree: .* 1\.00 apart; nothing was matched by them/);
});

test('by identifiers, then one total of what they left', async () => {
  const { matches, clusters } = await commercialRun(service, {
    service: 'nip',
    gl: [
      'Date,Payment Reference,Debit,Credit',
      '2026-03-02,PAY1,,1000.00',
      '2026-03-03,PAY2,,500.00',
      '2026-03-03,PAY3,,250.00',
    ],
    bank: ['Date,Payment Reference,Amount', '2026-03-02,PAY1,1000.00', '2026-03-03,SETTLED,750.00'],
    ...by('line_by_line_and_lump_sum'),
  });
  expect(matches).toEqual(['2 = 2 (tier 1, 0.00)', '3,4 = 3 (tier 9, 0.00)']);
  expect(clusters).toEqual([]);
});
