// The sessions whose rows a person puts together or takes apart: of one vertical, and of the caller's branches.

import { isOfBranches } from '../../core/callers/caller.ts';
import { TieoutError } from '../../core/errors.ts';
import { ASSET_KIND } from '../../core/kinds/asset.ts';
import { BANKING_KIND } from '../../core/kinds/banking.ts';
import type { Domain } from '../../core/records/documents/clusters.ts';
import { branchOf } from '../../core/records/documents/run.ts';
import type { PartnerScope } from '../../core/records/session-key.ts';
import type { Store } from '../../ports/store.ts';
import { requireUnsigned } from '../sign-off/signed-sessions.ts';

interface SessionsAsked {
  readonly sessions: readonly string[];
  /** Null: every one. */
  readonly branches: readonly string[] | null;
  /** Whether signed sessions may be changed: to reopen them. */
  readonly ofSigned?: boolean;
  /** Whether rows of them are matched or set apart, which positions in securities are not. */
  readonly ofRows?: boolean;
}

/**
 * Answers the domain of the sessions. Throws not_found for another branch's session, usage for
 * kinds that never meet, session_signed_off if all are signed.
 */
export async function requireSessions(
  { store }: { readonly store: Pick<Store, 'sessions' | 'runs' | 'acts'> },
  { tenant, partner }: PartnerScope,
  { sessions, branches, ofSigned = false, ofRows = true }: SessionsAsked,
): Promise<Domain> {
  const domains = new Set<Domain>();
  if (!ofSigned) await requireUnsigned(store, { tenant, partner }, sessions);
  for (const session of sessions) {
    const key = { tenant, partner, session };
    const latest = branches === null ? null : await store.runs.latest(key);
    if (latest !== null && !isOfBranches(branchOf(latest), branches))
      throw new TieoutError('not_found', `Session ${session} is of another branch.`);
    domains.add(domainOf((await store.sessions.get(key))?.kind ?? null));
  }
  if (domains.size > 1)
    throw new TieoutError('usage', 'The rows are of different kinds of sessions, which never meet.');
  const [domain] = domains;
  if (ofRows && domain === 'asset') throw new TieoutError('usage', 'Positions in securities are not matched by hand.');
  return domain!;
}

const domainOf = (kind: string | null): Domain =>
  kind === null || kind === BANKING_KIND.name
    ? 'mfb'
    : kind === 'nip'
      ? 'nip'
      : kind === ASSET_KIND.name
        ? 'asset'
        : 'atm';
