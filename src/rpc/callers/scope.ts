// What a caller may name: the tenant, partner and branch of a request are fields of its message, found by their names in
// the descriptor, so that no method is forgotten. Another tenant's things are answered like unknown ones.

import type { DescMessage, Message } from '@bufbuild/protobuf';
import type { Caller } from '../../core/callers/caller.ts';
import { TieoutError } from '../../core/errors.ts';
import { once } from '../once.ts';
import { fieldTraits } from '../traits.ts';
import { InvalidRequest, type Problem, violationsOf } from '../validation/problems.ts';

const SCOPES = [
  { field: 'tenant_id', names: 'tenants', noun: 'tenant' },
  { field: 'partner_id', names: 'partners', noun: 'partner' },
  { field: 'branch_id', names: 'branches', noun: 'branch' },
] as const;

/** The fields of a request that name whose things it is about. */
export const scopeFields = once((input: DescMessage) =>
  SCOPES.flatMap((scope) => {
    const field = input.fields.find(({ name }) => name === scope.field);
    if (field === undefined) return [];
    return [{ ...scope, localName: field.localName, mayBeUnnamed: fieldTraits(field).mayBeUnnamed }];
  }),
);

/**
 * Checks that the request names nothing but the caller's own. A field that is left out means the only name that the
 * caller has; with several, it has to say which. Throws not_found or InvalidRequest.
 */
export function keepToScope(caller: Caller, input: DescMessage, message: Message): void {
  const fields = message as unknown as Record<string, unknown>;
  const missing: Problem[] = [];
  for (const { field, names, noun, localName, mayBeUnnamed } of scopeFields(input)) {
    const own = caller[names];
    if (own === null) continue;
    const named = fields[localName];
    if (typeof named === 'string' && named !== '') {
      if (!own.includes(named)) throw new TieoutError('not_found', `The ${noun} is unknown.`);
    } else if (own.length === 1) fields[localName] = own[0];
    else if (!mayBeUnnamed)
      missing.push({ type: 'missing', path: [field], msg: `must name one ${noun} of the caller` });
  }
  if (missing.length > 0) throw new InvalidRequest(missing, violationsOf(input, missing));
}
