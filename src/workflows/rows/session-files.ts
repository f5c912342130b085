// The files of a session as a run uses them: files read now, and files ingested before that come back from their
// blocks. Both are rows with facts about them; only a file that is read now can still be refused.

import type { AccountBalance } from '../../core/reading/proof/balance-proof.ts';
import type { AcceptedPlan } from '../../core/records/documents/accepted-plan.ts';
import type { StatedBalance } from '../../core/records/documents/ingestion.ts';
import type { RowColumns, Side } from '../../core/records/rows/columns.ts';
import { sourceIdsOnlyCount } from '../../core/records/rows/source-id-counts.ts';
import type { SessionKey } from '../../core/records/session-key.ts';
import type { StatementFile, Unpacking } from '../../ports/compute.ts';
import type { Store } from '../../ports/store.ts';
import type { NamedFile } from './read-files.ts';

export interface SessionFile {
  readonly side: Side;
  readonly name: string;
  /** SHA-256 of the file's bytes, hex. */
  readonly digest: string;
  readonly columns: RowColumns;
  /** True if the file's own row ids only count its rows: then they are no part of a row's identity. */
  readonly plainCounter: boolean;
  readonly rejectedRows: number;
  readonly warnings: readonly string[];
  readonly balances: readonly StatedBalance[];
  /** Whether its rows were open before the period (opening-rows.ts). */
  readonly isOpening: boolean;
  /** Why rows of a file that is read now do not count, by row. */
  readonly leftOut?: ReadonlyMap<number, string>;
  /** The plan of a file that was ingested before; absent where none is kept. */
  readonly plan?: AcceptedPlan;
  /** Null for a file that is read now. */
  readonly ingestionId: string | null;
  /** The reader's answer; null for a file that was ingested before. */
  readonly reading: StatementFile | null;
}

export function fileJustRead({ side, name, file, isOpening = false }: NamedFile): SessionFile {
  const { digest, columns, plainCounter, warnings } = file;
  return {
    side,
    name,
    digest,
    columns,
    plainCounter,
    rejectedRows: file.rejected.length,
    warnings,
    balances: statedBalances(columns, file.balances),
    isOpening,
    ingestionId: null,
    reading: file,
  };
}

function statedBalances(columns: RowColumns, balances: readonly AccountBalance[]): StatedBalance[] {
  return balances.map(({ account, currency, opening, closing }) => ({
    account: columns.accounts[account] ?? '',
    currency: columns.currencies[currency] ?? '',
    openingMinor: opening,
    closingMinor: closing,
  }));
}

export type SessionPlans = Readonly<Record<Side, readonly AcceptedPlan[]>>;

/** The plans by which the session's files were read, the latest for each layout. */
export async function plansOf(store: Store, key: SessionKey): Promise<SessionPlans> {
  const live = await store.ingestions.live(key);
  const ofSide = (wanted: Side) => [
    ...new Map(
      live.flatMap(({ side, plan }) => (side === wanted && plan ? [[plan.fingerprint, plan] as const] : [])),
    ).values(),
  ];
  return { gl: ofSide('gl'), bank: ofSide('bank') };
}

/** The files of all or some of the session's ingestions, in its order. Throws store_damaged. */
export async function ingestedFiles(
  { store, compute }: { readonly store: Store; readonly compute: Unpacking },
  key: SessionKey,
  only: readonly string[] | null = null,
): Promise<readonly SessionFile[]> {
  const live = await store.ingestions.live(key);
  const headers = live.filter(({ ingestionId }) => only === null || only.includes(ingestionId));
  return Promise.all(
    headers.map(async ({ ingestionId, side, file, fileDigest, blocks, rejectedRows, warnings, balances, ...of }) => {
      const numbers = Array.from({ length: blocks }, (_, n) => n);
      const rows = await compute.unpackRows(await store.rowBlocks.read(ingestionId, { numbers }));
      const columns = { ...rows, files: [file] };
      return {
        side,
        name: file,
        digest: fileDigest,
        columns,
        plainCounter: sourceIdsOnlyCount(columns),
        rejectedRows,
        warnings,
        balances,
        isOpening: of.isOpening ?? false,
        ...(of.plan && { plan: of.plan }),
        ingestionId,
        reading: null,
      };
    }),
  );
}
