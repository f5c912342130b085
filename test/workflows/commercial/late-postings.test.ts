// The switch's day ends at midnight, the ledger's a little later.

import { afterAll, beforeAll, expect, test } from 'vitest';
import { parseDay } from '../../../src/core/money/calendar.ts';
import { summaryFromJson } from '../../../src/core/summary/summary-json.ts';
import { type ServiceUnderTest, startService } from '../worker-under-test.ts';
import { commercialRun } from './commercial-run.ts';

let service: ServiceUnderTest;
beforeAll(async () => {
  service = await startService();
  service.work();
});
afterAll(() => service.dispose());

const SESSION = (n: number) => `00001326033123590${n}000000007000`.padEnd(30, `${n}`).slice(0, 30);
const REPORT = 'Unique No,Type,Response,Amount,Transaction Time';
const reported = (n: number, amount: string) => `'${SESSION(n)},Credit,00,${amount},2026-03-31 23:59:0${n}`;
const posted = (day: string, n: number, amount: string) => `${day},CBA${n},NIP INFLOW ${SESSION(n)},${amount},`;

test('a posting of the next day takes part by its session id alone; other rows of that day take none', async () => {
  const day = parseDay('2026-03-31');
  const { matches, clusters, run } = await commercialRun(service, {
    service: 'nip',
    flow: 'inward',
    gl: [
      'Date,Reference,Narration,Debit,Credit',
      posted('2026-03-31', 1, '25000.00'),
      posted('2026-04-01', 2, '12000.00'),
      posted('2026-04-01', 3, '700.00'),
      posted('2026-04-01', 1, '25000.00'),
    ],
    bank: [REPORT, reported(1, '25000.00'), reported(2, '12000.00')],
    command: { periodStart: day, periodEnd: day },
  });
  expect(run.failure).toBeNull();
  expect(matches.map((match) => match.split(' (')[0])).toEqual(['2 = 2', '3 = 3']);
  expect(clusters).toEqual([]);
  // It is booked after the period's end: a cut-off item, nothing to post.
  const { facts } = summaryFromJson((await service.store.summaries.latest(run.key))!.summary);
  expect(facts.proofs.flatMap(({ lines }) => lines)).toMatchObject([
    { kind: 'booked_later', side: 'book', rows: 1, amount: 1_200_000n },
  ]);
});
