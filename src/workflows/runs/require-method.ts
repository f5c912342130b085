// Whether a kind of run knows the method that it is asked for: nothing else is done in its place.

import { TieoutError } from '../../core/errors.ts';
import type { KindRules } from '../../core/kinds/kind-rules.ts';
import type { MatchParameters } from '../../core/matching/parameters.ts';

/** Throws not_built. */
export function requireMethod({ name, methods }: KindRules, { method }: Pick<MatchParameters, 'method'>): void {
  if (methods.includes(method)) return;
  const known = methods.length === 1 ? `matching_method is ${methods[0]}` : `they are ${methods.join(', ')}`;
  throw new TieoutError('not_built', `matching_method ${method} is none that ${name} runs know: ${known}.`);
}
