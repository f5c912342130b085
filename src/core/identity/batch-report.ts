// The report on a batch of screened subjects: what became of each one that was sent, and the status of them all.

import type { CheckState, CheckStatus, Reason } from '../records/documents/check.ts';
import { type CheckOutcome, OWN_SOURCE, worstOf } from './check-outcome.ts';

interface BatchCounts {
  /** Every subject that was sent. */
  readonly subjects: number;
  readonly refused: number;
  readonly waiting: number;
  readonly byStatus: Readonly<Record<CheckStatus, number>>;
}

interface Counted {
  readonly status: CheckStatus | null;
  readonly state: CheckState | null;
  readonly count: number;
}

/** `accepted`: how many checks were begun; those that are not among the counted ones were deleted since. */
export function countBatch(
  counted: readonly Counted[],
  { subjects, refused }: Pick<BatchCounts, 'subjects' | 'refused'>,
) {
  const byStatus = { verified: 0, partial: 0, review: 0, not_verified: 0, error: 0 };
  let waiting = 0;
  for (const { status, state, count } of counted) {
    if (state === 'pending') waiting += count;
    else if (status !== null) byStatus[status] += count;
  }
  const screened = Object.values(byStatus).reduce((sum, count) => sum + count, 0);
  return { subjects, refused, waiting, byStatus, screened, deleted: subjects - refused - waiting - screened };
}

export interface BatchTrouble {
  /** Whether the call that brought the subjects broke off. */
  readonly brokeOff: boolean;
  /** Why those that wait are not screened now; null: nothing is in the way. */
  readonly heldUp: string | null;
}

/** The status of all: the worst of the screened, and partial at best while some wait, were refused or are missing. */
export function batchOutcome(
  counts: BatchCounts,
  state: CheckState,
  { brokeOff, heldUp }: BatchTrouble = { brokeOff: false, heldUp: null },
): CheckOutcome {
  const { byStatus, waiting, refused } = counts;
  const reasons: Reason[] = [];
  if (heldUp !== null && state !== 'complete') reasons.push({ code: 'held_up', detail: heldUp });
  if (brokeOff) {
    const detail = 'The call broke off while subjects arrived: those that are not counted here have to be sent again.';
    reasons.push({ code: 'subjects_missing', detail });
  }
  if (state !== 'complete' || waiting > 0)
    reasons.push({ code: 'subjects_waiting', detail: 'Not all are screened yet.' });
  if (refused > 0)
    reasons.push({ code: 'subjects_refused', detail: `${refused} could not be screened as they were sent.` });
  const found = (Object.keys(byStatus) as CheckStatus[]).filter((status) => byStatus[status] > 0);
  const worst = worstOf([...found, ...(reasons.length > 0 || found.length === 0 ? (['partial'] as const) : [])]);
  if (worst !== 'verified' && worst !== 'partial') {
    reasons.unshift({ code: `worst_${worst}`, detail: `The worst of its checks is ${worst}.` });
  }
  if (worst === 'partial' && byStatus.partial > 0) {
    reasons.unshift({ code: 'worst_partial', detail: 'The worst of its checks is partial.' });
  }
  return { status: worst, state, reasons, source: OWN_SOURCE };
}
