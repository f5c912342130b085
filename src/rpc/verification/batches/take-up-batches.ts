// Screens the subjects of batches that wait. Each batch is worked on by one process at a time, and taken up again after
// an interruption. What holds up one batch, such as a list that is not loaded, is noted in its report and holds up no
// other. A batch whose process died while its subjects arrived is finished from what arrived, and says so.

import { TieoutError } from '../../../core/errors.ts';
import type { KeptCheck } from '../../../core/records/documents/check.ts';
import type { CheckPlace } from '../../../ports/verification/checks.ts';
import { type HeldLease, whileLeased } from '../../../workflows/upkeep/hold.ts';
import type { CheckingOptions } from '../checking.ts';
import { BATCH_ROUTE, type BatchHead, batchLease, headOf, noted } from './batch-record.ts';
import { AT_ONCE, screenRows, WAITING_ROWS } from './batch-rows.ts';

/** Batches that are worked on at once. */
const BATCHES = 8;
/** Portions of one batch before others have their turn. */
const PORTIONS = 16;

/** Throws the first failure, once every batch had its turn. */
export async function screenBatches(options: CheckingOptions): Promise<void> {
  const { checks } = options.store;
  const failures: unknown[] = [];
  for (let after: CheckPlace | null = null, more = true; more; ) {
    const batches: readonly KeptCheck[] = await checks.inProgress(BATCH_ROUTE, after, BATCHES);
    const tried = await Promise.allSettled(batches.map((batch) => takeUp(options, batch)));
    failures.push(...tried.flatMap((one) => (one.status === 'rejected' ? [one.reason] : [])));
    after = batches.at(-1) ?? null;
    more = batches.length === BATCHES;
  }
  if (failures.length > 0) throw failures[0];
}

async function takeUp(options: CheckingOptions, { scope, checkId }: KeptCheck): Promise<void> {
  const { store, log } = options;
  await whileLeased(store.leases, batchLease(checkId), async (hold) => {
    const [batch] = await store.checks.get(scope, [checkId]);
    if (batch?.state !== 'in_progress') return;
    const head = headOf(batch).isArriving ? await brokenOff(options, batch) : headOf(batch);
    try {
      await screenPortions(options, batch, { head, hold });
    } catch (error) {
      // Its sentence stands in the report until the batch goes on.
      const heldUp = error instanceof TieoutError ? error.sentence : 'The service failed; it is tried again.';
      if (heldUp !== head.heldUp) {
        log.error({ batch: checkId }, `A batch of subjects waits: ${heldUp}`);
        await noted(options, batch, 'in_progress', { heldUp }).catch(() => {});
      }
      throw error;
    }
  });
}

interface TakenUp {
  readonly head: BatchHead;
  readonly hold: HeldLease;
}

async function screenPortions(options: CheckingOptions, batch: KeptCheck, { head, hold }: TakenUp): Promise<void> {
  const asked = { ...WAITING_ROWS, ...batch.scope, batchId: batch.checkId };
  for (let portion = 0; portion < PORTIONS; portion++) {
    hold.check();
    const rows = await options.store.checks.search(asked, null, AT_ONCE);
    await screenRows(options, { head, rows });
    if (rows.length < AT_ONCE) {
      await noted(options, batch, 'complete', { heldUp: null });
      return;
    }
  }
}

/** Nobody brings subjects of the batch any more: its process died. */
async function brokenOff(options: CheckingOptions, batch: KeptCheck): Promise<BatchHead> {
  const { store, log } = options;
  const head = headOf(batch);
  const tally = await store.checks.tally(batch.scope, batch.checkId);
  const arrived = head.refused + tally.reduce((sum, { count }) => sum + count, 0);
  // Of a job all were counted before the first was stored, of a stream those that were stored at the last note.
  const isJob = batch.requestDigest !== batch.checkId;
  const subjects = isJob ? arrived : Math.max(head.subjects, arrived);
  const changed = { subjects, isArriving: false, brokeOff: true };
  log.error({ batch: batch.checkId, subjects }, 'A process died while subjects arrived: those that did are screened.');
  await noted(options, batch, 'in_progress', changed);
  return { ...head, ...changed };
}
