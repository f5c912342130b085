// The repair of a chain that a fault broke: rows of a call that were written after its batch had been chained, by a
// process that had stood still. Only that is repaired: the rows that were chained must stand as they were written, and
// the others behind them. The batch is taken in again by a link of its own, with the reason; the first link stays.

import { TieoutError } from '../../core/errors.ts';
import { rowsFault } from '../../core/exceptions/audit-chain.ts';
import { type AuditLink, REPAIRED } from '../../core/records/documents/audit-chain.ts';
import { append, type ChainDependencies, headMessage, type ReadBatchDependencies, readBatch } from './chain-audit.ts';

/** How many rows of its call follow those that a link has, where these are as they were written; null where not. */
export async function rowsBehind(deps: ReadBatchDependencies, link: AuditLink): Promise<number | null> {
  const count = await deps.store.audit.countOf(link);
  if (count <= link.rows || rowsFault(link, await readBatch(deps, link, link.rows)) !== null) return null;
  return count - link.rows;
}

/** Throws usage where the batch is none, is right, was repaired before, or is broken in another way. */
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
