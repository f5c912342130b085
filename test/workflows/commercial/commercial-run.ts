// A commercial run of files of a few lines, carried out by a worker: what it matched, what it left open and why.

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Cluster } from '../../../src/core/records/documents/clusters.ts';
import type { Run } from '../../../src/core/records/documents/run.ts';
import type { Side } from '../../../src/core/records/rows/columns.ts';
import { digestIdAt } from '../../../src/core/records/rows/digest-ids.ts';
import { type CommercialRunCommand, commercialOrder } from '../../../src/workflows/kinds/commercial-command.ts';
import { reportMatches } from '../../../src/workflows/reports/report-matches.ts';
import { acceptRun } from '../../../src/workflows/runs/accept-run.ts';
import { commandOf, KEY, type ServiceUnderTest } from '../worker-under-test.ts';

interface CommercialFiles {
  readonly service: string | null;
  readonly flow?: 'inward' | 'outward' | null;
  /** Lines with the titles first. */
  readonly gl: readonly string[];
  readonly bank: readonly string[];
  readonly command?: Partial<CommercialRunCommand>;
}

interface CommercialOutcome {
  readonly run: Run;
  /** Lines of both sides, tier, difference: `2,3 = 2 (tier 2, -25.00)`. */
  readonly matches: readonly string[];
  /** Type, then side and line of each row of it. */
  readonly clusters: readonly string[];
  readonly reasons: readonly string[];
  readonly warnings: readonly string[];
}

let files = 0;

export async function commercialRun(under: ServiceUnderTest, of: CommercialFiles): Promise<CommercialOutcome> {
  const name = `c${++files}`;
  const write = async (side: 'gl' | 'bank') => {
    await writeFile(join(under.root, `${name}-${side}.csv`), `${of[side].join('\n')}\n`);
    return [`file:${name}-${side}.csv`];
  };
  const key = of.command?.key ?? { ...KEY, session: name };
  const fileUrls = { gl: await write('gl'), bank: await write('bank') };
  const command = { ...commandOf({ key, fileUrls }), service: of.service, flow: of.flow ?? null, ...of.command };
  const { store, deps } = under;
  const accepting = { store, bus: deps.bus, clock: deps.clock, newId: () => `run-${name}` };
  const { run: accepted } = await acceptRun(accepting, commercialOrder(command));
  const run = await under.ended(accepted.runId);
  if (run.status !== 'succeeded') return { run, matches: [], clusters: [], reasons: [], warnings: run.report.warnings };
  const page = { after: null, limit: 1_000 };
  const found = await reportMatches(deps, key, { filter: { tier: null, minConfidence: null }, page });
  if (found.outcome !== 'page') throw new Error(found.outcome);
  const lines = (rows: readonly { readonly line: number }[]) =>
    rows
      .map(({ line }) => line)
      .sort((a, b) => a - b)
      .join(',');
  const matches = found.page.items.map(
    ({ gl, bank, tier, differenceMinor }) =>
      `${lines(gl)} = ${lines(bank)} (tier ${tier}, ${(differenceMinor / 100).toFixed(2)})`,
  );
  const { clusters } = await store.clusters.page(key, { domain: of.service === 'nip' ? 'nip' : 'atm', ...page });
  return {
    run,
    matches: matches.sort(),
    clusters: await Promise.all(clusters.map(async (cluster) => `${cluster.type}${await rowsOf(under, key, cluster)}`)),
    reasons: clusters.map(({ reason }) => reason),
    warnings: run.report.warnings,
  };
}

async function rowsOf({ store }: ServiceUnderTest, key: typeof KEY, cluster: Cluster): Promise<string> {
  const lineOf = async (side: Side) => {
    const { items } = await store.openItems.page(key, { side, after: null, limit: 1_000 });
    const line = new Map(Array.from(items.rows.line, (at, k) => [digestIdAt(items.recordId, k), at]));
    const members = cluster.members.filter((member) => member.side === side);
    const lines = members.map(({ recordId }) => line.get(recordId)!).sort((a, b) => a - b);
    return lines.map((at) => ` ${side} ${at}`).join('');
  };
  const { amountDeltaMinor: delta } = cluster;
  return `${await lineOf('gl')}${await lineOf('bank')}${delta === null ? '' : ` delta ${(delta / 100).toFixed(2)}`}`;
}
