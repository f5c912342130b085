// Whether a kept statement says how its session stands: the statement of now has the same bytes, and no decision is under
// way. Of a decision that is done the statement of now knows, whenever it began; one that is not done is waited for.

import { TieoutError } from '../../core/errors.ts';
import { SIGN_OFF_ACTS } from '../../core/people/sign-off.ts';
import type { SessionKey } from '../../core/records/session-key.ts';
import type { Store } from '../../ports/store.ts';

/** Operations of a tenant that are looked at; more are under way nowhere. */
const MOST_UNDER_WAY = 1_000;

interface Said {
  readonly digest: string;
  /** The digest of the statement of now, of this media type. */
  readonly now: (contentType: string) => Promise<string>;
}

/** Answers the statement's position. Throws not_found, sign_off_state, session_busy. */
export async function requireUnmoved(
  { keptStatements, decisions }: Pick<Store, 'keptStatements' | 'decisions'>,
  key: SessionKey,
  { digest, now }: Said,
): Promise<number> {
  const { tenant, partner, session } = key;
  const kept = await keptStatements.get(key, digest);
  if (kept === null)
    throw new TieoutError('not_found', `No statement of session ${session} is kept under this digest.`);
  const underWay = await decisions.underWay(tenant, MOST_UNDER_WAY);
  if (underWay.some((one) => one.partner === partner && !SIGN_OFF_ACTS.has(one.decision)))
    throw new TieoutError(
      'session_busy',
      `Decisions of partner ${partner} are being finished: sign when they are done.`,
    );
  const ofNow = await now(kept.contentType);
  if (ofNow === digest) return kept.position;
  throw new TieoutError(
    'sign_off_state',
    `Session ${session} has moved since its statement ${digest} was kept: look at it again, and sign the statement of now, which is kept as ${ofNow}.`,
  );
}
