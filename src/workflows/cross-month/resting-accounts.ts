// The accounts of earlier sessions that rest in a session's month, on both sides or on one. A session has an account that
// rests if the earlier session has another account of this one too: partners that reconcile each account in a session
// of its own have none. What another session of the month reconciles does not rest.

import { areNeighbours } from '../../core/cross-month/neighbours.ts';
import type { Period } from '../../core/records/documents/period.ts';
import type { Session } from '../../core/records/documents/session.ts';
import type { CarriedRow } from '../../core/records/late/late-groups.ts';
import { SIDES } from '../../core/records/rows/columns.ts';
import type { SessionKey } from '../../core/records/session-key.ts';
import { type AccountBook, hasPlace } from '../../core/summary/proof/account-book.ts';
import type { AccountProof } from '../../core/summary/proof/proof.ts';
import { asResting, isOfAccount, isResting, numbersOf, type RestingAccount } from '../../core/summary/proof/resting.ts';
import { summaryFromJson } from '../../core/summary/summary-json.ts';
import { sessionsOfKind } from '../opened/left-open.ts';
import type { ReadingDependencies } from '../rows/read-stored-rows.ts';

interface Asked {
  readonly key: SessionKey;
  readonly kind: string;
  readonly period: Period;
  /** The accounts of the session itself. */
  readonly book: AccountBook;
  /** What earlier sessions had open. */
  readonly carried: readonly CarriedRow[];
}

/** In the order of their first open item. Nothing is read if both sides have entries of every item's account. */
export async function restingAccounts(
  deps: Pick<ReadingDependencies, 'store'>,
  { key, kind, period, book, carried }: Asked,
): Promise<readonly RestingAccount[]> {
  const isAway = ({ side, account: label, currency }: CarriedRow): boolean => {
    const place = book.placeOf(side, { label, currency });
    return place < 0 ? label !== '' : SIDES.some((one) => book.isSilent(one, place));
  };
  const away = carried.filter(isAway);
  if (away.length === 0) return [];
  const sessions = (await sessionsOfKind(deps, key, kind)).filter((one) => one.key.session !== key.session);
  const found: RestingAccount[] = [];
  let missing = away;
  for (const session of sessions.filter(isEarlier(period)).sort(latestFirst)) {
    if (missing.length === 0) break;
    const proofs = await proofsOfSession(deps, session);
    if (!proofs.some((proof) => proof.account === null || hasPlace(book, proof))) continue;
    for (const row of missing) {
      const proof = proofs.find((one) => one.currency === row.currency && isOfAccount(one, row.side, row.account));
      if (proof === undefined || found.some((one) => isSame(one, proof))) continue;
      found.push(asResting(proof, session.key.session));
    }
    missing = missing.filter((row) => !found.some((one) => isOfAccount(one, row.side, row.account)));
  }
  if (found.length === 0) return [];
  const elsewhere: AccountProof[] = [];
  for (const session of sessions.filter(isOfMonth(period))) {
    const proofs = (await proofsOfSession(deps, session)).filter((proof) => !isResting(proof));
    // One that has an account of this session reconciles the month in another way.
    if (!proofs.some((proof) => hasPlace(book, proof))) elsewhere.push(...proofs);
  }
  return found.filter((one) => !elsewhere.some((proof) => isSame(one, proof)));
}

const isSame = (one: RestingAccount, proof: AccountProof): boolean =>
  one.currency === proof.currency &&
  (one.account === proof.account || numbersOf(one, 'bank').some((number) => isOfAccount(proof, 'bank', number)));

const isEarlier =
  ({ start }: Period) =>
  ({ periodEnd }: Session): boolean =>
    periodEnd !== null && periodEnd < start;

const isOfMonth =
  (period: Period) =>
  ({ periodStart: start, periodEnd: end }: Session): boolean =>
    start !== null && end !== null && !areNeighbours({ start, end }, period);

const latestFirst = (a: Session, b: Session): number =>
  b.periodEnd! - a.periodEnd! || (a.key.session < b.key.session ? -1 : 1);

async function proofsOfSession(
  { store }: Pick<ReadingDependencies, 'store'>,
  { key, runId }: Session,
): Promise<readonly AccountProof[]> {
  const latest = runId === null ? null : await store.summaries.latest(key);
  return latest === null ? [] : summaryFromJson(latest.summary).facts.proofs;
}
