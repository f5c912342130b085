// The role that a method needs, as the protos say it.

import { CallerRole as RoleEnum } from '../../../gen/tieout/options/v1/options_pb.ts';
import { ANONYMOUS, CALLER_ROLES, type Caller, type CallerRole } from '../../core/callers/caller.ts';
import { TieoutError } from '../../core/errors.ts';

/** Null: the method needs none. The numbers of the protos follow the order of CALLER_ROLES. */
export const roleNamed = (role: RoleEnum): CallerRole | null =>
  role === RoleEnum.UNSPECIFIED ? null : CALLER_ROLES[role - 1]!;

export function refuseUnknown(): never {
  throw new TieoutError('unauthenticated', 'A valid bearer token is required');
}

/** Throws forbidden, which names the missing role; unauthenticated where a token would help. */
export function requireRole({ id, roles }: Caller, role: CallerRole | null): void {
  if (role === null || roles.includes(role)) return;
  if (id === ANONYMOUS) refuseUnknown();
  throw new TieoutError('forbidden', `The caller does not have the role ${role}`);
}
