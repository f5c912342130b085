// Who may call: a bearer token, compared in time that tells nothing of it but its length. Which token a method wants is
// an option of the protos; without a configured token nothing is looked at, for then the service listens on loopback
// only.

import { timingSafeEqual } from 'node:crypto';
import { Credential } from '../../gen/tieout/options/v1/options_pb.ts';

interface Tokens {
  readonly service: string | null;
  /** The token of routes that a message queue pushes to. */
  readonly push: string | null;
}

/** Whether the `Authorization` header satisfies what a method wants. */
export type IsAllowed = (wanted: Credential, authorization: string | undefined) => boolean;

export function createCredentials({ service, push }: Tokens): IsAllowed {
  const ofService = service === null ? null : Buffer.from(service);
  const ofPush = push === null ? ofService : Buffer.from(push);
  return (wanted, authorization) => {
    if (wanted === Credential.NONE) return true;
    const token = wanted === Credential.PUSH_TOKEN ? ofPush : ofService;
    return token === null || isBearer(authorization, token);
  };
}

function isBearer(authorization: string | undefined, token: Buffer): boolean {
  const given = Buffer.from(/^bearer +(\S+) *$/i.exec(authorization ?? '')?.[1] ?? '');
  return given.length === token.length && timingSafeEqual(given, token);
}
