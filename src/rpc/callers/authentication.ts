// Who calls: the Authorization header's bearer token, and the caller whose it is. An option of the protos says what a
// method requires. Without configured callers the service token opens every route but resolve, and without a token
// nothing is checked, because the service then listens only on loopback.

import { timingSafeEqual } from 'node:crypto';
import { Credential } from '../../../gen/tieout/options/v1/options_pb.ts';
import { ANYBODY, type Caller, PUSH, SERVICE } from '../../core/callers/caller.ts';
import type { Callers } from '../../ports/calls/callers.ts';
import { refuseUnknown } from './roles.ts';

export interface Tokens {
  readonly service: string | null;
  /** The token of routes that a message queue pushes to. */
  readonly push: string | null;
  /** Null: none are configured. */
  readonly callers: Callers | null;
}

/** The caller of a request. Throws unauthenticated, or callers_unavailable. */
export type Authenticate = (wanted: Credential, authorization: string | undefined) => Promise<Caller>;

export function createAuthentication({ service, push, callers }: Tokens): Authenticate {
  const isService = matcher(service);
  const isPush = matcher(push);

  const known = async (wanted: Credential, token: string | null): Promise<Caller> => {
    const isLookedUp = token !== null && token !== UNREADABLE;
    const caller = isLookedUp ? (isService(token) ? SERVICE : await callers!.ofToken(token)) : null;
    if (caller !== null) return caller;
    // Resolve looks at no credential by contract: there an unknown token counts as none.
    const isOpen = token === null || wanted === Credential.CONFIGURED_CALLER;
    return (isOpen ? callers!.anonymous() : null) ?? refuseUnknown();
  };
  return async (wanted, authorization) => {
    if (wanted === Credential.NONE) return ANYBODY;
    const token = bearerOf(authorization);
    if (wanted === Credential.PUSH_TOKEN && push !== null)
      return token !== null && isPush(token) ? PUSH : refuseUnknown();
    if (callers !== null) return known(wanted, token);
    if (service !== null && token !== null && isService(token)) return SERVICE;
    return service === null || wanted === Credential.CONFIGURED_CALLER ? ANYBODY : refuseUnknown();
  };
}

/** Stands for a header that holds no bearer token. It is never looked up: a file may hold the digest of any text. */
const UNREADABLE = '';

const bearerOf = (authorization: string | undefined): string | null =>
  authorization === undefined ? null : (/^bearer +(\S+) *$/i.exec(authorization)?.[1] ?? UNREADABLE);

/** Compares in a time that reveals only the token's length. */
function matcher(token: string | null): (given: string) => boolean {
  if (token === null) return () => false;
  const wanted = Buffer.from(token);
  return (text) => {
    const given = Buffer.from(text);
    return given.length === wanted.length && timingSafeEqual(given, wanted);
  };
}
