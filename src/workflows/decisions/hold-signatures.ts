// Holds the signatures of sessions against the audit that was chained and against the statements that they name: each
// stands in both, and each statement has the bytes that were signed.

import type { Act } from '../../core/people/act.ts';
import { SIGN_OFF_ACTS } from '../../core/people/sign-off.ts';
import type { AuditRow } from '../../core/records/documents/audit.ts';
import type { Digest } from '../../core/records/rows/identity.ts';
import type { Store } from '../../ports/store.ts';
import { isUnderWay } from './chain-audit.ts';

interface Held {
  /** How many signatures are right. */
  readonly signatures: number;
  readonly fault: { readonly operationId: string | null; readonly reason: string } | null;
}

export const isOfSigning = ({ decision }: AuditRow): boolean => SIGN_OFF_ACTS.has(decision);

/** `chained`: the rows of signing of the tenant's chain. */
export async function holdSignatures(
  {
    store,
    digest,
  }: { readonly store: Pick<Store, 'acts' | 'keptStatements' | 'decisions' | 'audit'>; readonly digest: Digest },
  tenant: string,
  chained: readonly AuditRow[],
): Promise<Held> {
  const rows = new Map(chained.map((row) => [row.operationId, row]));
  let signatures = 0;
  const broken = (operationId: string, reason: string): Held => ({ signatures, fault: { operationId, reason } });
  for (const act of await store.acts.ofTenant(tenant, 'sign_off')) {
    const { partner, thing: session, operation } = act;
    const row = rows.get(operation);
    rows.delete(operation);
    if (row === undefined) {
      if (await isUnderWay(store, { tenant, partner, operationId: operation })) continue;
      // It was chained since the chain was read.
      if ((await store.audit.linkOf({ tenant, partner, operationId: operation })) !== null) continue;
      return broken(operation, `a signature of session ${session} stands in no batch of the chain`);
    }
    if (!isSame(act, row))
      return broken(operation, `a signature of session ${session} is not the one that was chained`);
    if (act.verb === 'reopened') continue;
    const named = String(act.content['digest']);
    const kept = await store.keptStatements.get({ tenant, partner, session }, named);
    const of = `statement ${named} of session ${session}, which was signed as ${act.verb},`;
    if (kept === null) return broken(operation, `${of} is there no more`);
    if (digest(kept.text) !== named) return broken(operation, `${of} is not what was signed`);
    signatures++;
  }
  const [gone] = rows.values();
  if (gone === undefined) return { signatures, fault: null };
  return broken(gone.operationId, `a signature of session ${gone.session} that was chained is there no more`);
}

function isSame(act: Act & { readonly partner: string }, row: AuditRow): boolean {
  const { as, statement_digest: digest } = row.metadata;
  const isReopening = row.decision === 'session_reopened';
  const isOf = act.partner === row.partner && act.thing === row.session && act.at === row.createdAt;
  const isBy = act.by === (row.caller ?? null);
  return isOf && isBy && (isReopening ? act.verb === 'reopened' : act.verb === as && act.content['digest'] === digest);
}
