// What holds for a whole partner is not changed by who may act for some of its branches.

import type { Caller } from '../../core/callers/caller.ts';
import { TieoutError } from '../../core/errors.ts';

/** `what`: as in "set the policy". Throws forbidden. */
export function requireAllBranches({ branches }: Caller, what: string): void {
  if (branches !== null) throw new TieoutError('forbidden', `A caller of some branches cannot ${what} of all of them.`);
}
