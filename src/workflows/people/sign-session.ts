// Signs a session by naming a statement that is kept, and reopens it. The signature is an act on the session under the
// next number, then audited and chained. It is made under the partner's row lease, so no run commits meanwhile; a
// decision that came between the look and the signature takes a review back.

import { TieoutError } from '../../core/errors.ts';
import { type ActSubject, actBatch } from '../../core/exceptions/audit-rows.ts';
import { type Act, nextVersion } from '../../core/people/act.ts';
import { requireSignable, type Signature, type SignOff, signOffOf } from '../../core/people/sign-off.ts';
import type { Operation } from '../../core/records/documents/decisions.ts';
import type { JsonObject } from '../../core/records/documents/json.ts';
import type { Digest } from '../../core/records/rows/identity.ts';
import type { SessionKey } from '../../core/records/session-key.ts';
import type { TakenOperation } from '../../ports/decisions.ts';
import { actOnThing } from '../operations/act-on-thing.ts';
import { policiesOver } from '../partners/policy-in-force.ts';
import { withPartnerRows } from '../rematch/partner-rows.ts';
import type { PeopleDependencies } from './match-by-hand.ts';
import { requireSessions } from './sessions-of-rows.ts';
import { requireUnmoved } from './unmoved-statement.ts';

interface Signing extends Omit<Signature, 'at'> {
  readonly key: SessionKey;
  readonly note: string | null;
  readonly branches: readonly string[] | null;
  /** The digest of the session's statement of now, of this media type. */
  readonly now: (contentType: string) => Promise<string>;
}

const onSession = ({ session }: SessionKey) => ({ kind: 'sign_off', thing: session }) as const;

export const signOffOfSession = async (
  { acts }: PeopleDependencies['store'],
  key: SessionKey,
): Promise<{ readonly signOff: SignOff; readonly acts: readonly Act[] }> => {
  const found = await acts.of({ tenant: key.tenant, partner: key.partner }, onSession(key));
  return { signOff: signOffOf(found), acts: found };
};

/** Throws not_found, session_signed_off, sign_off_state, session_busy. Signing the same again changes nothing. */
export function signSession(deps: PeopleDependencies, signing: Signing): Promise<SignOff> {
  const { store } = deps;
  const { key, as, by, digest, note, branches, now } = signing;
  return withPartnerRows(deps, key, async () => {
    const { signOff, acts } = await signOffOfSession(store, key);
    const signOffByTwo = (await policiesOver(store, key, by)).some((policy) => policy.signOffByTwo);
    if (requireSignable(signOff, { as, by, digest }, { session: key.session, signOffByTwo }) === null) return signOff;
    const domain = await requireSessions(deps, key, { sessions: [key.session], branches, ofRows: false });
    const position = await requireUnmoved(store, key, { digest, now });
    const done = { verb: as, content: { digest, position }, by, note, domain, decision: 'signed_off', acts } as const;
    if (as === 'prepared') return signOffOf(await act(deps, key, done));
    let moved: unknown = null;
    const signed = await act(deps, key, done, async (acts) => {
      try {
        await requireUnmoved(store, key, { digest, now });
      } catch (error) {
        moved = error;
        await takeBack(deps, key, { acts, domain, by, reason: 'it moved while it was signed' });
      }
    });
    if (moved !== null) throw moved;
    return signOffOf(signed);
  });
}

interface TakingBack extends Pick<Doing, 'acts' | 'domain' | 'by'> {
  readonly reason: string;
}

const takeBack = (deps: PeopleDependencies, key: SessionKey, { reason, ...of }: TakingBack): Promise<readonly Act[]> =>
  act(deps, key, { ...of, verb: 'reopened', content: { reason }, note: reason, decision: 'session_reopened' });

interface Reopening {
  readonly key: SessionKey;
  readonly reason: string;
  readonly by: string | null;
  readonly branches: readonly string[] | null;
}

/** Throws sign_off_state if nobody has signed it. */
export function reopenSession(deps: PeopleDependencies, { key, reason, by, branches }: Reopening): Promise<SignOff> {
  return withPartnerRows(deps, key, async () => {
    const { signOff, acts } = await signOffOfSession(deps.store, key);
    if (signOff.state === 'open')
      throw new TieoutError('sign_off_state', `Session ${key.session} is not signed: there is nothing to reopen.`);
    const domain = await requireSessions(deps, key, {
      sessions: [key.session],
      branches,
      ofSigned: true,
      ofRows: false,
    });
    const content = { reason, digest: signOff.signatures.at(-1)!.digest };
    const of = { verb: 'reopened', content, by, note: reason, domain };
    return signOffOf(await act(deps, key, { ...of, decision: 'session_reopened', acts }));
  });
}

interface Doing extends Pick<Operation, 'decision' | 'domain' | 'note'> {
  readonly verb: string;
  readonly content: JsonObject;
  readonly by: string | null;
  /** Those before it. */
  readonly acts: readonly Act[];
}

/** Adds the act as an operation of its own; answers all acts. `settle`: before it is handed over. */
async function act(
  deps: PeopleDependencies,
  key: SessionKey,
  doing: Doing,
  settle?: (acts: readonly Act[]) => Promise<void>,
): Promise<readonly Act[]> {
  const { clock, newId, digest } = deps;
  const { verb, content, by, acts, decision, domain, note } = doing;
  const operationId = newId();
  const made: Act = {
    ...onSession(key),
    version: nextVersion(acts),
    verb,
    operation: operationId,
    at: clock(),
    by,
    content,
  };
  const operation: Operation = {
    ...{ operationId, requestId: operationId, tenant: key.tenant, partner: key.partner, domain, service: null },
    ...{ type: '', decision, method: 'manual', autoResolved: false, isRecurring: false, note, at: made.at },
    ...(by !== null && { caller: by }),
    metadata: { session_id: key.session, ...(verb !== 'reopened' && { as: verb }), ...ofStatement(content) },
  };
  const subject = subjectOf(operation, digest);
  const all = [...acts, made];
  const settling = settle && { settle: () => settle(all) };
  if (!(await actOnThing(deps, { operation, act: made, subject, isDecided: true, ...settling })))
    throw new TieoutError('session_busy', `Session ${key.session} is being signed by another caller: look again.`);
  return all;
}

const ofStatement = ({ digest, position }: JsonObject): JsonObject => ({
  ...(digest !== undefined && { statement_digest: digest }),
  ...(position !== undefined && { position }),
});

function subjectOf({ tenant, partner, metadata }: Operation, digest: Digest): ActSubject {
  const session = String(metadata['session_id']);
  const id = digest(JSON.stringify(['session', tenant, partner, session])).slice(0, 32);
  return { id, session, type: '', matched: false, glRecordIds: [], bankRecordIds: [] };
}

/**
 * No summary changes. A review whose call ended before it looked again is taken back: what came between the look and the
 * signature is unknown.
 */
export async function completeSigning(
  deps: PeopleDependencies,
  { operation, held, isDecided }: TakenOperation,
): Promise<readonly [] | null> {
  if (isDecided) return [];
  const key = {
    tenant: operation.tenant,
    partner: operation.partner,
    session: String(operation.metadata['session_id']),
  };
  const { acts } = await signOffOfSession(deps.store, key);
  if (!acts.some((one) => one.operation === operation.operationId)) return null;
  await deps.store.audit.insertIfAbsent(actBatch(operation, [subjectOf(operation, deps.digest)], deps.digest), held);
  const last = acts.at(-1)!;
  if (last.operation === operation.operationId && last.verb === 'reviewed') {
    const { domain } = operation;
    await takeBack(deps, key, { acts, domain, by: last.by, reason: 'the call that signed it ended in the middle' });
  }
  return [];
}
