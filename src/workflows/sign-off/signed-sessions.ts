// Sessions that are reviewed: nothing may change what their statements say.

import { signedOff } from '../../core/people/sign-off.ts';
import type { PartnerScope, SessionKey } from '../../core/records/session-key.ts';
import type { Store } from '../../ports/store.ts';

type StoreOfActs = Pick<Store, 'acts'>;

/** The names of a partner's signed sessions. */
export async function signedSessions(
  { acts }: StoreOfActs,
  { tenant, partner }: PartnerScope,
): Promise<ReadonlySet<string>> {
  const last = await acts.last({ tenant, partner }, { kind: 'sign_off', verbs: ['reviewed'] });
  return new Set(last.map(({ thing }) => thing));
}

/** Throws session_signed_off if all of the sessions are signed: what reaches beyond them a later period does. */
export async function requireUnsigned(
  store: StoreOfActs,
  scope: PartnerScope,
  sessions: readonly string[],
): Promise<void> {
  const signed = await signedSessions(store, scope);
  if (sessions.length > 0 && sessions.every((session) => signed.has(session))) throw signedOff(sessions);
}

/** Of one session. */
export async function isSigned({ acts }: StoreOfActs, { tenant, partner, session }: SessionKey): Promise<boolean> {
  return (await acts.of({ tenant, partner }, { kind: 'sign_off', thing: session })).at(-1)?.verb === 'reviewed';
}
