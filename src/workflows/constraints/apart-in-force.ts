// What people set apart at a partner and did not undo.

import { type Apart, apartOf } from '../../core/people/set-apart.ts';
import type { PartnerScope } from '../../core/records/session-key.ts';
import type { Store } from '../../ports/store.ts';

export const SET_APART = 'set_apart';
export const APART_UNDONE = 'apart_undone';

/** In order of their ids. */
export async function apartInForce(
  { acts }: Pick<Store, 'acts'>,
  { tenant, partner }: PartnerScope,
): Promise<readonly Apart[]> {
  return (await acts.last({ tenant, partner }, { kind: 'apart', verbs: [SET_APART] })).map(apartOf);
}
