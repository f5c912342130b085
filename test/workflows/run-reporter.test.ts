// What is told of a run reaches the store at once the first time, then at a pace, on a real store and a clock that the
// test moves.

import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type RunClaim, runClaimOf } from '../../src/core/records/documents/run.ts';
import { RunReporter } from '../../src/workflows/runs/run-reporter.ts';
import { ClaimLost, keep } from '../../src/workflows/upkeep/hold.ts';
import { type ServiceUnderTest, startService } from './worker-under-test.ts';

let service: ServiceUnderTest;
let claim: RunClaim;
let told: number;
let reporter: RunReporter;
const hold = keep(60_000, { renew: async () => true, lost: () => new ClaimLost() });

beforeEach(async () => {
  service = await startService();
  await service.accept({});
  claim = runClaimOf(
    (await service.store.work.claimNext({
      worker: 'test',
      leaseMs: 60_000,
      knows: [{ kind: 'banking', versions: [3] }],
      at: 1,
    }))!.claim,
  );
  told = 0;
  const current = () => ({ stages: [], rejectedRows: told, warnings: [] });
  reporter = new RunReporter(service.store, { claim, hold, current });
  // No time goes by unless the test says so.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(async () => {
  reporter.stop();
  hold.stop();
  vi.useRealTimers();
  await service.dispose();
});

const stored = async () => (await service.store.runs.get(claim.runId))!.report.rejectedRows;

/** Once the store has it; a write that is never made ends at the time limit of the test. */
async function storedIs(rows: number) {
  while ((await stored()) !== rows) await turn();
}

function tell(rows: number) {
  told = rows;
  reporter.changed();
}

test('the first change is stored at once, those soon after it together a moment later', async () => {
  tell(1);
  await storedIs(1);
  tell(2);
  tell(3);
  for (let i = 0; i < 20; i++) await turn();
  expect(await stored()).toBe(1);
  vi.advanceTimersByTime(200);
  await storedIs(3);
  // The pace is kept after that too.
  tell(4);
  expect(await stored()).toBe(3);
  vi.advanceTimersByTime(200);
  await storedIs(4);
});

test('nothing is stored after the end', async () => {
  tell(1);
  await storedIs(1);
  tell(2);
  reporter.stop();
  vi.advanceTimersByTime(1_000);
  for (let i = 0; i < 20; i++) await turn();
  expect(await stored()).toBe(1);
});

test('what must be known is stored whatever the pace', async () => {
  tell(1);
  told = 5;
  await reporter.flush();
  expect(await stored()).toBe(5);
});
