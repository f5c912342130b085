// Proves a tenant's audit by its chain, or names the first break: every link follows the one before under its seal, and
// has the rows that were written, as they were; every row is of a call that is chained, or that is still under way. What
// was cut off at the end is seen by a head that was published and is in the chain no more.

import { TieoutError } from '../../core/errors.ts';
import { linkFault, rowsFault, type Seals } from '../../core/exceptions/audit-chain.ts';
import type { AuditLink } from '../../core/records/documents/audit-chain.ts';
import type { Store } from '../../ports/store.ts';
import { batchesOf, isUnderWay, type ReadBatchDependencies, readBatch } from './chain-audit.ts';

interface VerifyDependencies extends ReadBatchDependencies {
  readonly store: Pick<Store, 'audit' | 'decisions'>;
  readonly seals: Seals;
}

interface AuditBreak {
  /** Its place in the chain; null of what is in none. */
  readonly batch: number | null;
  readonly operationId: string | null;
  /** Without its end. */
  readonly reason: string;
}

export interface AuditVerified {
  /** Batches of the chain that were found right, and their rows. */
  readonly batches: number;
  readonly rows: number;
  /** Of those: chained without a key, written before there was a chain, and completed after a call had ended in the middle. */
  readonly withoutKey: number;
  readonly earlier: number;
  readonly completed: number;
  /** Calls that are under way, whose rows are not chained yet. */
  readonly waiting: number;
  /** The end of the chain; null where there is none. */
  readonly head: string | null;
  readonly firstBreak: AuditBreak | null;
}

const PAGE = 500;

/** `head`: one that was published. Throws usage where a key is missing, or is another than the chain's. */
export async function verifyAudit(
  deps: VerifyDependencies,
  { tenant, head }: { readonly tenant: string; readonly head: string | null },
): Promise<AuditVerified> {
  const found = { batches: 0, rows: 0, withoutKey: 0, earlier: 0, completed: 0 };
  let last: AuditLink | null = null;
  let isHeadThere = head === null;
  const broken = (link: AuditLink, reason: string): AuditVerified => ({
    ...{ ...found, waiting: 0, head: last?.head ?? null },
    firstBreak: { batch: link.n, operationId: link.operationId, reason },
  });
  for await (const link of linksOf(deps.store, tenant)) {
    const seal = sealOf(deps, link, last);
    if (seal === null) return broken(link, 'it is chained under a key that is not at hand');
    const fault = linkFault(link, last, seal) ?? rowsFault(link, await readBatch(deps, link));
    if (fault !== null) return broken(link, fault);
    found.batches++;
    found.rows += link.rows;
    if (link.keyId === null) found.withoutKey++;
    if (link.isEarlier) found.earlier++;
    if (!link.isWhole) found.completed++;
    isHeadThere ||= link.head === head;
    last = link;
  }
  const done = { ...found, head: last?.head ?? null };
  const atEnd = (reason: string): AuditVerified => ({
    ...{ ...done, waiting: 0 },
    firstBreak: { batch: found.batches + 1, operationId: null, reason },
  });
  if (!isHeadThere)
    return atEnd('the head that was given is none of this chain: its end was cut off, or it was made anew');
  if (last !== null && last.keyId === null && deps.seals.current.keyId !== null) {
    return atEnd('there is a key, and the chain ends without one');
  }
  let waiting = 0;
  for await (const batch of batchesOf(deps.store, tenant)) {
    if ((await deps.store.audit.linkOf(batch)) !== null) continue;
    if (await isUnderWay(deps.store, batch)) waiting++;
    else {
      const { operationId } = batch;
      const reason = 'there are rows of a call that the chain does not know';
      return { ...done, waiting, firstBreak: { batch: null, operationId, reason } };
    }
  }
  return { ...done, waiting, firstBreak: null };
}

/** Null: a key that is not at hand, behind links under one that is. */
function sealOf({ seals }: VerifyDependencies, { n, keyId, tenant }: AuditLink, before: AuditLink | null) {
  const seal = seals.of(keyId);
  if (seal !== null || before?.keyId) return seal;
  const sentence =
    seals.current.keyId === null
      ? `The audit of ${tenant} is chained under a key from batch ${n} on: set TIEOUT_AUDIT_KEY to it.`
      : `Batch ${n} of the audit of ${tenant} is chained under another key than TIEOUT_AUDIT_KEY: set it to that of the service.`;
  throw new TieoutError('usage', sentence);
}

async function* linksOf({ audit }: Pick<Store, 'audit'>, tenant: string): AsyncGenerator<AuditLink> {
  let after = 0;
  for (;;) {
    const links = await audit.links(tenant, { after, limit: PAGE });
    yield* links;
    if (links.length < PAGE) return;
    after = links.at(-1)!.n;
  }
}
