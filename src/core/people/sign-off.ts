// The signatures of a session: prepared, then reviewed by naming the same statement. A reviewed session stays as it is
// until a reviewer reopens it.

import { hasName } from '../callers/caller.ts';
import { TieoutError } from '../errors.ts';
import { minuteAt } from '../money/calendar.ts';
import type { PersonAct } from '../records/documents/decisions.ts';
import { printable } from '../words/printable.ts';
import type { Act } from './act.ts';

export const SIGN_OFF_VERBS = ['prepared', 'reviewed', 'reopened'] as const;
export type SignOffVerb = (typeof SIGN_OFF_VERBS)[number];

/** How the audit names them. */
export const SIGN_OFF_ACTS: ReadonlySet<string> = new Set(['signed_off', 'session_reopened'] satisfies PersonAct[]);

export interface Signature {
  readonly as: Exclude<SignOffVerb, 'reopened'>;
  readonly by: string | null;
  /** Milliseconds since 1970, UTC. */
  readonly at: number;
  /** SHA-256 of the kept statement, hexadecimal. */
  readonly digest: string;
}

export interface SignOff {
  readonly state: 'open' | 'prepared' | 'reviewed';
  /** Those that count now: none, the preparer's, or both. */
  readonly signatures: readonly Signature[];
}

/** `acts`: on the session, in order. */
export function signOffOf(acts: readonly Act[]): SignOff {
  const since = acts.slice(acts.findLastIndex(({ verb }) => verb === 'reopened') + 1);
  const last = since.at(-1);
  if (last === undefined) return { state: 'open', signatures: [] };
  const from = since.findLastIndex(({ verb }) => verb === 'prepared');
  return { state: last.verb as SignOff['state'], signatures: since.slice(from).map(signatureOf) };
}

export const signatureOf = ({ verb, by, at, content }: Act): Signature => ({
  ...{ as: verb as Signature['as'], by, at, digest: String(content['digest']) },
});

/** `Prepared by ada on 2026-04-02 09:00 UTC: statement 3f9a…`, all of the digest. */
export function signatureWords({ as, by, at, digest }: Signature): string {
  const who = by === null ? '' : ` by ${printable(by)}`;
  return `${as === 'prepared' ? 'Prepared' : 'Reviewed'}${who} on ${minuteAt(at)} UTC: statement ${digest}`;
}

/** Null: it is signed so already by this caller. Throws session_signed_off, sign_off_state. */
export function requireSignable(
  { state, signatures }: SignOff,
  { as, by, digest }: Omit<Signature, 'at'>,
  { session, signOffByTwo }: { readonly session: string; readonly signOffByTwo: boolean },
): 'sign' | null {
  const [prepared] = signatures;
  const isSame = signatures.at(-1)?.as === as && signatures.at(-1)!.digest === digest && signatures.at(-1)!.by === by;
  if (isSame) return null;
  if (state === 'reviewed') throw signedOff([session]);
  if (as === 'prepared') return 'sign';
  const refused = (why: string) => new TieoutError('sign_off_state', `Session ${session} cannot be reviewed: ${why}.`);
  if (prepared === undefined) throw refused('nobody has prepared it');
  if (prepared.digest !== digest) throw refused(`it was prepared with statement ${prepared.digest}`);
  if (signOffByTwo && (!hasName(by) || !hasName(prepared.by) || by === prepared.by))
    throw refused('by the policy of the partner another caller reviews it than the one who prepared it');
  return 'sign';
}

/** The refusal of what would change signed sessions. */
export const signedOff = (sessions: readonly string[]): TieoutError =>
  new TieoutError(
    'session_signed_off',
    `${sessions.length === 1 ? `Session ${sessions[0]} is` : `Sessions ${sessions.join(', ')} are`} signed off: ` +
      'what it says stays as it is until a reviewer reopens it with a reason.',
  );
