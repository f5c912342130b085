// Who may call: a bearer token, compared in time that tells nothing of it. Which token a method wants is an option of
// the protos; without a configured token nothing is looked at, for then the service listens on loopback only.

import { createHash, timingSafeEqual } from 'node:crypto';
import { Credential } from '../../gen/tieout/options/v1/options_pb.ts';

export interface Tokens {
  readonly service: string | null;
  /** Of routes that a message queue pushes to. */
  readonly push: string | null;
}

/** Whether the `Authorization` header satisfies what a method wants. */
export type IsAllowed = (wanted: Credential, authorization: string | undefined) => boolean;

export function createCredentials({ service, push }: Tokens): IsAllowed {
  return (wanted, authorization) => {
    if (wanted === Credential.NONE) return true;
    const token = wanted === Credential.PUSH_TOKEN && push !== null ? push : service;
    return token === null || isBearer(authorization, token);
  };
}

function isBearer(authorization: string | undefined, token: string): boolean {
  const given = /^bearer +(\S+) *$/i.exec(authorization ?? '')?.[1] ?? '';
  return timingSafeEqual(digest(given), digest(token));
}

/** Digests are of one length, whatever was sent. */
const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
