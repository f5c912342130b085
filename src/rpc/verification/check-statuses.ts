// Notes status and state of checks that a version before 0.2 kept without them, so that they can be searched by both. The
// answer says what they are. It is done once for a store: whatever is kept since has them.

import { CheckStateSchema, CheckStatusSchema } from '../../../gen/tieout/verification/v1/vocabulary_pb.ts';
import type { CheckState, CheckStatus, KeptCheck } from '../../core/records/documents/check.ts';
import { enumNames } from '../enum-names.ts';
import { type CheckingOptions, keptAnswer, methodsByRoute } from './checking.ts';

/** A scope that no tenant has, because tenant ids contain no space. */
const UPKEEP = { tenant: ' upkeep', partner: ' checks' };
const DONE = 'statuses';
const PAGE = 500;

const statuses = enumNames(CheckStatusSchema).names;
const states = enumNames(CheckStateSchema).names;

/** Answers how many were noted. Can be repeated after an interruption. */
export async function noteStatuses({
  store,
  clock,
  keepMs,
}: Pick<CheckingOptions, 'store' | 'clock' | 'keepMs'>): Promise<number> {
  const { checks } = store;
  if ((await checks.get(UPKEEP, [DONE])).length > 0) return 0;
  let noted = 0;
  for (let after: string | null = null, more = true; more; ) {
    const page = await checks.withoutStatus(after, PAGE);
    for (const check of page.checks) {
      const known = statusOf(check);
      if (known === null) continue;
      const { scope, checkId, answer } = check;
      if (await checks.update(scope, checkId, { answer, ...known }, answer)) noted++;
    }
    after = page.next;
    more = after !== null;
  }
  const now = clock();
  await checks.add({
    ...{
      scope: UPKEEP,
      checkId: DONE,
      route: 'upkeep',
      requestDigest: '',
      subjectRef: null,
      actor: null,
      batchId: null,
    },
    ...{ createdAt: now, expiresAt: now + keepMs, answer: {}, status: null, state: null },
  });
  return noted;
}

/** Null for what is no check, such as a provider's reference. */
function statusOf(check: KeptCheck): { readonly status: CheckStatus; readonly state: CheckState } | null {
  const method = methodsByRoute.get(check.route);
  if (method === undefined) return null;
  const { status = 0, state = 0 } = keptAnswer(method, check) as { readonly status?: number; readonly state?: number };
  const [named, at] = [statuses.get(status), states.get(state)];
  if (named === undefined) return null;
  return { status: named as CheckStatus, state: (at ?? 'complete') as CheckState };
}
