// A partner with sessions of real files on a store, for the tests of decisions: ledger rows without a bank row and bank
// rows without a ledger row, each session's its own.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { localBus } from '../../../src/adapters/bus-local/bus.ts';
import { openEmbeddedStore } from '../../../src/adapters/store-embedded/open.ts';
import { reconcileOptions } from '../../../src/cli/reconcile-options.ts';
import { reconcileOn } from '../../../src/compose/local-run.ts';
import type { Decision } from '../../../src/core/records/documents/decisions.ts';
import type { Compute } from '../../../src/ports/compute.ts';
import type { LogFields } from '../../../src/ports/log.ts';
import type { Store } from '../../../src/ports/store.ts';
import type { Resolution } from '../../../src/workflows/decisions/decided-by-others.ts';
import {
  type ResolveDependencies,
  type ResolveOrder,
  resolveExceptions,
} from '../../../src/workflows/decisions/resolve-exceptions.ts';
import { resolving } from './resolving.ts';

export const SCOPE = { tenant: 'bank-a', partner: 'lagos' };

const HEAD = 'Date,Reference,Narration,Amount';
const PAYERS = [
  'Adaeze Stores',
  'Bello Farms',
  'Okafor Printing',
  'Danjuma Motors',
  'Eze Logistics',
  'Falola Textiles',
];

/** Row n of a side: no two are alike in anything. */
export const rowOf = (side: 'gl' | 'bank', n: number): string =>
  `2026-03-${String(2 + (n % 5)).padStart(2, '0')},${side === 'gl' ? 'K' : 'M'}${400_000 + 977 * n}X,` +
  `${side === 'gl' ? 'Transfer from' : 'Deposit by'} ${PAYERS[n % PAYERS.length]} ${n},${side === 'gl' ? 1_000 + 17 * n : 900_000 + 31 * n}.${10 + (n % 90)}`;

export interface Partner {
  readonly store: Store;
  readonly root: string;
  readonly deps: ResolveDependencies & { readonly compute: Compute };
  readonly said: { readonly level: string; readonly fields: LogFields; readonly sentence: string }[];
  file(name: string, rows: readonly string[]): string;
  /** Ledger rows 0 to `gl`, bank rows 0 to `bank` of the session: none agree. */
  session(
    name: string,
    of: {
      readonly gl: readonly string[];
      readonly bank: readonly string[];
      readonly args?: readonly string[];
      readonly branchId?: string;
      /** Another one than the tests' own. */
      readonly partner?: string;
    },
  ): Promise<void>;
  resolve(decision: Decision, more?: Partial<ResolveOrder>): Promise<Resolution[]>;
  dispose(): Promise<void>;
}

/** `root`: its folder, which is removed with it. */
export async function partner(
  open?: () => Promise<Store>,
  root = mkdtempSync(join(tmpdir(), 'tieout-decide-')),
): Promise<Partner> {
  const store = await (open?.() ?? openEmbeddedStore({ directory: join(root, 'data') }));
  const said: Partner['said'] = [];
  const saying = (level: string) => (fields: LogFields, sentence: string) => {
    said.push({ level, fields, sentence });
  };
  const log = { info: saying('info'), warn: saying('warn'), error: saying('error') };
  const deps = { ...resolving(store, root), log, bus: localBus() };
  const file = (name: string, rows: readonly string[]): string => {
    writeFileSync(join(root, name), `${[HEAD, ...rows].join('\n')}\n`);
    return `file:${name}`;
  };
  return {
    ...{ store, root, deps, said, file },
    async session(name, { gl, bank, args = [], branchId = null, partner = SCOPE.partner }) {
      const paths = [file(`${name}-gl.csv`, gl), file(`${name}-bank.csv`, bank)].map((url) => join(root, url.slice(5)));
      const given = { ...deps, store: Promise.resolve(store) };
      const command = reconcileOptions(['--gl', paths[0], '--bank', paths[1], ...args])!.command(null);
      await reconcileOn(given, { ...command, ...SCOPE, partner, session: name, branchId });
    },
    resolve: (decision, more = {}) => resolveExceptions(deps, orderOf(decision, more)),
    async dispose() {
      await store.close();
      rmSync(root, { recursive: true });
    },
  };
}

export const orderOf = (decision: Decision, more: Partial<ResolveOrder> = {}): ResolveOrder => ({
  ...SCOPE,
  named: 'mfb',
  service: null,
  type: 'not_found_gl',
  decision,
  requestId: null,
  clusterIds: null,
  branches: null,
  isRecurring: false,
  note: null,
  metadata: {},
  urls: { gl: [], bank: [] },
  terms: { method: null, tolerance: null, daysForward: null, daysBack: null },
  ...more,
});

export const clustersOf = async ({ store }: Partner, type?: string) =>
  (await store.clusters.page(SCOPE, { after: null, limit: 1_000, type })).clusters;

export const auditOf = async ({ store }: Partner) =>
  (await store.audit.page(SCOPE, { after: null, limit: 1_000 })).rows;
