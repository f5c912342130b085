// The rows that clusters name, as reports show them: those that are open from the open items, the others from their
// blocks. Rows whose content was removed after its time are left out.

import { TieoutError } from '../../core/errors.ts';
import type { ClusterMember } from '../../core/records/documents/clusters.ts';
import { SIDES } from '../../core/records/rows/columns.ts';
import { digestIdAt } from '../../core/records/rows/digest-ids.ts';
import type { PartnerScope } from '../../core/records/session-key.ts';
import { type ReportRow, reportRow } from '../reports/report-row.ts';
import { type ReadingDependencies, rowsOfFile } from '../rows/read-stored-rows.ts';

/** By record id. Throws store_damaged. */
export async function rowsOfMembers(
  deps: Pick<ReadingDependencies, 'store' | 'compute'>,
  scope: PartnerScope,
  members: readonly ClusterMember[],
): Promise<ReadonlyMap<string, ReportRow>> {
  const found = await openRows(deps, scope, members);
  const others = Map.groupBy(
    members.filter(({ recordId, ingestionId }) => !found.has(recordId) && ingestionId !== ''),
    ({ ingestionId }) => ingestionId,
  );
  for (const [ingestionId, ofFile] of others) {
    const ingestion = await deps.store.ingestions.get(ingestionId);
    if (ingestion === null) continue;
    const wanted = new Set(ofFile.map(({ ordinal }) => ordinal));
    const file = await rowsOfFile(deps, ingestion, wanted).catch(unlessPruned);
    if (file === null) continue;
    const places = new Map(Array.from(file.ordinals, (ordinal, row) => [ordinal, row]));
    for (const { side, recordId, ordinal } of ofFile) {
      const row = places.get(ordinal);
      if (row !== undefined) found.set(recordId, reportRow(side, { rows: file.rows, row, recordId }));
    }
  }
  return found;
}

async function openRows(
  { store }: Pick<ReadingDependencies, 'store'>,
  { tenant, partner }: PartnerScope,
  members: readonly Pick<ClusterMember, 'side' | 'recordId'>[],
): Promise<Map<string, ReportRow>> {
  const found = new Map<string, ReportRow>();
  for (const side of SIDES) {
    const recordIds = members.filter((member) => member.side === side).map(({ recordId }) => recordId);
    if (recordIds.length === 0) continue;
    const { rows, recordId } = await store.openItems.named({ tenant, partner, side, recordIds });
    for (let row = 0; row < rows.count; row++) {
      const id = digestIdAt(recordId, row);
      found.set(id, reportRow(side, { rows, row, recordId: id }));
    }
  }
  return found;
}

function unlessPruned(error: unknown): null {
  if (error instanceof TieoutError && error.code === 'content_pruned') return null;
  throw error;
}
