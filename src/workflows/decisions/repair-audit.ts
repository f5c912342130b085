// Repairs a chain that a fault broke: a process that had stood still wrote rows of a call after its batch was chained.
// Only this fault is repaired: the chained rows must be as they were written, and the others must follow them. The
// batch is taken in again by a new link with the reason; the first link stays.

import { TieoutError } from '../../core/errors.ts';
import { rowsFault } from '../../core/exceptions/audit-chain.ts';
import { type AuditLink, REPAIRED } from '../../core/records/documents/audit-chain.ts';
import { append, type ChainDependencies, headMessage, type ReadBatchDependencies, readBatch } from './chain-audit.ts';

/** How many rows of the call follow those of a link; null if the link's rows are not as they were written. */
export async function rowsBehind(deps: ReadBatchDependencies, link: AuditLink): Promise<number | null> {
  const count = await deps.store.audit.countOf(link);
  if (count <= link.rows || rowsFault(link, await readBatch(deps, link, link.rows)) !== null) return null;
  return count - link.rows;
}

/** Throws usage if there is no such batch, or it is right, was repaired before, or is broken in another way. */
export async function repairAudit(
  deps: ChainDependencies,
  { tenant, batch: n, reason }: { readonly tenant: string; readonly batch: number; readonly reason: string },
): Promise<AuditLink> {
  const { audit, outbox } = deps.store;
  const [link] = await audit.links(tenant, { after: n - 1, limit: 1 });
  const refused = (why: string) => new TieoutError('usage', `Batch ${n} of the audit of ${tenant} ${why}.`);
  if (link?.n !== n) throw refused('is not there');
  if (rowsFault(link, await readBatch(deps, link)) === null)
    throw refused('is as it was written: there is nothing to repair');
  if ((await rowsBehind(deps, link)) === null) {
    throw refused('has rows that were changed, dropped or reordered, which no repair makes right');
  }
  const batch = { tenant, partner: link.partner, operationId: `${link.operationId}${REPAIRED}` };
  if ((await audit.linkOf(batch)) !== null) throw refused('was repaired before');
  const figures = await readBatch(deps, link);
  const repaired = await append(deps, { batch, figures, isEarlier: false, repair: reason });
  await outbox.add([headMessage(repaired)]);
  return repaired;
}
