// Whether a kept statement says how its session stands: nothing was reconciled, matched or decided since, and no decision
// is under way.

import { TieoutError } from '../../core/errors.ts';
import { UNMOVING_ACTS } from '../../core/people/sign-off.ts';
import type { SessionKey } from '../../core/records/session-key.ts';
import type { AuditPlace } from '../../ports/audit.ts';
import type { Store } from '../../ports/store.ts';

const PAGE = 1_000;

/** Answers the statement's position. Throws not_found, sign_off_state, session_busy. */
export async function requireUnmoved(
  { keptStatements, summaries, audit, decisions }: Pick<Store, 'keptStatements' | 'summaries' | 'audit' | 'decisions'>,
  key: SessionKey,
  digest: string,
): Promise<number> {
  const { tenant, partner, session } = key;
  const kept = await keptStatements.get(key, digest);
  if (kept === null)
    throw new TieoutError('not_found', `No statement of session ${session} is kept under this digest.`);
  const underWay = await decisions.underWay(tenant, PAGE);
  if (underWay.some((one) => one.partner === partner && !UNMOVING_ACTS.has(one.decision)))
    throw new TieoutError(
      'session_busy',
      `Decisions of partner ${partner} are being finished: sign when they are done.`,
    );
  const moved = () =>
    new TieoutError(
      'sign_off_state',
      `Session ${session} has moved since its statement ${digest} was kept: look at it again, and keep and sign the statement of now.`,
    );
  if ((await summaries.latest(key))?.recalculationCount !== kept.position) throw moved();
  for (let after: AuditPlace | null = { at: kept.keptAt, place: Number.MAX_SAFE_INTEGER }; after !== null; ) {
    const page: Awaited<ReturnType<typeof audit.page>> = await audit.page(
      { tenant, partner },
      { session, after, limit: PAGE },
    );
    if (page.rows.some(({ decision }) => !UNMOVING_ACTS.has(decision))) throw moved();
    after = page.next;
  }
  return kept.position;
}
