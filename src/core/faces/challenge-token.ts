// The content of a challenge token: which actions a subject must do, and since when. The token is signed, bound to that
// subject, valid for two minutes, and counts once.

import { ACTIONS, type Action } from './challenge.ts';

export interface Challenge {
  /** Unique id. */
  readonly id: string;
  readonly actions: readonly Action[];
  /** Milliseconds since 1970. */
  readonly issuedAt: number;
  /** Digest of tenant, partner and subject. */
  readonly boundTo: string;
}

export const CHALLENGE_MS = 120_000;

export const challengeText = ({ id, actions, issuedAt, boundTo }: Challenge): string =>
  JSON.stringify([1, id, actions, issuedAt, boundTo]);

/** Null for a signed text that is not a challenge. */
export function readChallenge(text: string): Challenge | null {
  let given: unknown;
  try {
    given = JSON.parse(text);
  } catch {
    return null;
  }
  if (!Array.isArray(given) || given.length !== 5 || given[0] !== 1) return null;
  const [, id, actions, issuedAt, boundTo] = given as unknown[];
  const isKnown = Array.isArray(actions) && actions.every((one) => ACTIONS.includes(one as Action));
  if (typeof id !== 'string' || !isKnown || !Number.isSafeInteger(issuedAt) || typeof boundTo !== 'string') return null;
  return { id, actions: actions as Action[], issuedAt: issuedAt as number, boundTo };
}
