// Sessions in a real store, the embedded one unless another is given, made of real files by the workflow of the command
// line.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sha256 } from '../../src/adapters/digest/sha256.ts';
import { journalFile } from '../../src/adapters/spreadsheets/journal-file.ts';
import { workbook } from '../../src/adapters/spreadsheets/workbook.ts';
import { openEmbeddedStore } from '../../src/adapters/store-embedded/open.ts';
import { reconcileOptions } from '../../src/cli/reconcile-options.ts';
import { reconcileOn } from '../../src/compose/local-run.ts';
import type { SessionKey } from '../../src/core/records/session-key.ts';
import type { Compute } from '../../src/ports/compute.ts';
import type { Store } from '../../src/ports/store.ts';
import { restBytes } from '../../src/rest/answer.ts';
import type { ReportingDependencies } from '../../src/rpc/reporting/reporting.ts';
import { KINDS } from '../../src/workflows/kinds/kinds.ts';
import type { Reconciliation } from '../../src/workflows/runs/reconciliation.ts';
import { computeThread } from './compute-thread.ts';

export interface StoredSessions {
  readonly deps: ReportingDependencies;
  readonly folder: string;
  /** Writes a file into the folder and answers its path. */
  file(name: string, lines: readonly string[]): string;
  /** Reconciles under the key; `args` as the command line takes them. */
  reconcile(key: SessionKey, args: readonly string[]): Promise<Reconciliation>;
  close(): Promise<void>;
}

/** `compute`: what matches, where it is not the kernel alone. */
export async function startStoredSessions({
  compute = computeThread,
  open,
}: {
  readonly compute?: Compute;
  readonly open?: (() => Promise<Store>) | undefined;
} = {}): Promise<StoredSessions> {
  const folder = mkdtempSync(join(tmpdir(), 'tieout-report-'));
  const store = await (open?.() ?? openEmbeddedStore({ directory: join(folder, 'data') }));
  let now = Date.UTC(2026, 9, 1);
  return {
    deps: {
      store,
      compute,
      digest: sha256,
      kinds: KINDS,
      written: restBytes,
      journalFile,
      workbook,
      clock: () => now++,
    },
    folder,
    file(name, lines) {
      const path = join(folder, name);
      writeFileSync(path, `${lines.join('\n')}\n`);
      return path;
    },
    reconcile(key, args) {
      const given = { store: Promise.resolve(store), compute, digest: sha256, rules: 'rules-1', clock: () => now++ };
      return reconcileOn(given, { ...reconcileOptions(args)!.command(null), ...key });
    },
    async close() {
      await store.close();
      rmSync(folder, { recursive: true });
    },
  };
}

/** All items of a list, page by page. */
export async function allPages<Item, Place>(
  read: (
    after: Place | null,
  ) => Promise<{ readonly items: readonly Item[]; readonly next: Place | null; readonly total: number }>,
): Promise<{ readonly items: Item[]; readonly totals: Set<number>; readonly pages: number }> {
  const items: Item[] = [];
  const totals = new Set<number>();
  let pages = 0;
  for (let after: Place | null = null, first = true; first || after !== null; first = false) {
    const page = await read(after);
    items.push(...page.items);
    totals.add(page.total);
    after = page.next;
    pages++;
  }
  return { items, totals, pages };
}
