// Who may call: a bearer token, compared in a time that reveals only its length. An option of the protos says which
// token a method requires. Without a configured token nothing is checked, because the service then listens only on
// loopback.

import { timingSafeEqual } from 'node:crypto';
import { Credential } from '../../gen/tieout/options/v1/options_pb.ts';

interface Tokens {
  readonly service: string | null;
  /** The token of routes that a message queue pushes to. */
  readonly push: string | null;
}

/** Whether the `Authorization` header satisfies a method's requirement. */
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
