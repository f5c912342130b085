// Rows of a session by their record ids. Open rows are found by id; any other id is derived from its row, so the rows of
// a side are gone through until every id is found.

import { SIDES, type Side } from '../../core/records/rows/columns.ts';
import { digestIdAt, isDigestId } from '../../core/records/rows/digest-ids.ts';
import { rowIdsInBlocks } from '../../core/records/rows/identity.ts';
import { joinColumns } from '../../core/records/rows/join-columns.ts';
import type { SessionKey } from '../../core/records/session-key.ts';
import { type ReportRow, reportRow } from '../reports/report-row.ts';
import type { ReadingDependencies } from '../rows/read-stored-rows.ts';
import { ingestedFiles } from '../rows/session-files.ts';

/** Ids that are derived at a time. */
const AT_ONCE = 8_192;

/**
 * By record id; ids that no row of the session has are left out. `side`: where to look; null: on both. Null if the
 * session is unknown. Throws content_pruned, store_damaged.
 */
export async function rowsById(
  deps: ReadingDependencies,
  key: SessionKey,
  { recordIds, side: only }: { readonly recordIds: readonly string[]; readonly side: Side | null },
): Promise<ReadonlyMap<string, ReportRow> | null> {
  const session = await deps.store.sessions.get(key);
  if (session === null) return null;
  const wanted = new Set(recordIds.filter(isDigestId));
  const found = new Map<string, ReportRow>();
  const sides = SIDES.filter((side) => only === null || only === side);
  const add = (side: Side, rows: Parameters<typeof reportRow>[1]): void => {
    found.set(rows.recordId, reportRow(side, rows));
    wanted.delete(rows.recordId);
  };
  for (const side of sides) {
    const { rows, recordId, ingestion, sessions } = await deps.store.openItems.named({
      ...{ tenant: key.tenant, partner: key.partner, side, recordIds: [...wanted] },
    });
    for (let row = 0; row < rows.count; row++) {
      if (sessions === undefined || sessions[ingestion[row]] === key.session)
        add(side, { rows, row, recordId: digestIdAt(recordId, row) });
    }
  }
  for (const side of sides) if (wanted.size > 0) await eachMatching(deps, key, { side, wanted, told: add });
  return found;
}

async function eachMatching(
  deps: ReadingDependencies,
  key: SessionKey,
  of: {
    readonly side: Side;
    readonly wanted: ReadonlySet<string>;
    readonly told: (side: Side, rows: Parameters<typeof reportRow>[1]) => void;
  },
): Promise<void> {
  const { side, wanted, told } = of;
  const live = (await deps.store.ingestions.live(key)).filter((ingestion) => ingestion.side === side);
  const files = await ingestedFiles(
    deps,
    key,
    live.map(({ ingestionId }) => ingestionId),
  );
  const columns = joinColumns(files.map((file) => file.columns));
  const plainCounter = files.map((file) => file.plainCounter);
  const rows = Uint32Array.from({ length: columns.count }, (_, row) => row);
  const scope = { key, digest: deps.digest };
  for (const some of rowIdsInBlocks(scope, { side, columns, plainCounter }, { rows, most: AT_ONCE })) {
    for (const [k, recordId] of some.recordIds.entries()) {
      if (wanted.has(recordId)) told(side, { rows: columns, row: some.rows[k], recordId });
    }
    if (wanted.size === 0) return;
  }
}
