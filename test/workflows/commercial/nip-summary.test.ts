// What a summary of transfers keeps of its session: branch, window, direction and opening balance. It is made anew from
// that, any number of times, and from nothing that a caller says again.

import { afterAll, beforeAll, expect, test } from 'vitest';
import { parseDay } from '../../../src/core/money/calendar.ts';
import { summaryFromJson } from '../../../src/core/summary/summary-json.ts';
import { regenerateSummary } from '../../../src/workflows/summaries/regenerate-summary.ts';
import { KEY, type ServiceUnderTest, startService } from '../worker-under-test.ts';
import { commercialRun } from './commercial-run.ts';

let service: ServiceUnderTest;
beforeAll(async () => {
  service = await startService();
  service.work();
});
afterAll(() => service.dispose());

test('branch, window, direction and opening balance outlive every regeneration', async () => {
  const [periodStart, periodEnd] = [parseDay('2026-03-01')!, parseDay('2026-03-31')!];
  const { run, matches } = await commercialRun(service, {
    service: 'nip',
    flow: 'inward',
    gl: [
      'Date,Payment Reference,Narration,Debit,Credit,Balance',
      '2026-03-02,PAY1,NIP FROM ADA,1000.00,,6000.00',
      '2026-03-03,PAY2,NIP FROM BEN,500.00,,6500.00',
      '2026-03-04,PAY3,NIP FROM CLEM,250.00,,6750.00',
    ],
    bank: ['Date,Payment Reference,Amount', '2026-03-02,PAY1,1000.00', '2026-03-03,PAY2,500.00'],
    command: { branchId: 'B7', periodStart, periodEnd },
  });
  expect([run.status, matches.length]).toEqual(['succeeded', 2]);
  const { store, deps } = service;
  const key = { ...KEY, session: run.key.session };
  for (const cause of ['first', 'second']) await regenerateSummary(deps, { vertical: 'nip', key, cause });
  const history = (await store.summaries.history(key)).map(({ summary }) => summaryFromJson(summary));
  expect(history).toHaveLength(3);
  for (const { facts, scope } of history) {
    expect(scope).toMatchObject({
      branchId: 'B7',
      periodStart,
      periodEnd,
      flow: 'inward',
      kind: 'nip',
      service: 'nip',
    });
    expect(scope.ofKind).toMatchObject({ direction: 'inward', matchedByPass: { reference: 2, session: 0 } });
    expect(facts.gl.openingBalance).toBe(500_000n);
    expect(facts).toEqual(history[0].facts);
  }
  await expect(regenerateSummary(deps, { vertical: 'banking', key, cause: 'third' })).rejects.toThrow(
    /No banking summary/,
  );
});
