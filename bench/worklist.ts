// A list of 100,000 exceptions on both stores, as the console asks for it: the first page, a jump into its middle, each
// filter, orders, facets, groups, search. Each is asked of the reporting service itself, without a network.

import { join } from 'node:path';
import { create } from '@bufbuild/protobuf';
import { pino } from 'pino';
import { Side } from '../gen/tieout/engine/v1/vocabulary_pb.ts';
import {
  ClusterGrouping,
  ClusterOrder,
  GroupClustersRequestSchema,
  type QueryClustersRequest,
  QueryClustersRequestSchema,
  type QueryClustersResponse,
} from '../gen/tieout/reporting/v1/cluster_query_pb.ts';
import { sha256 } from '../src/adapters/digest/sha256.ts';
import { openEmbeddedStore } from '../src/adapters/store-embedded/open.ts';
import { withDatabase } from '../src/adapters/store-mongo/connection/own-database.ts';
import { openMongoStore } from '../src/adapters/store-mongo/open.ts';
import { ANYBODY } from '../src/core/callers/caller.ts';
import type { Store } from '../src/ports/store.ts';
import { clusterQueryHandlers } from '../src/rpc/reporting/cluster-query.ts';
import type { CallContext } from '../src/rpc/services.ts';
import { mongodForBenchmarks } from '../test/servers/mongod.ts';
import { computeThread } from '../test/workflows/compute-thread.ts';
import { largeBacklog } from '../test/workflows/worklist/large-backlog.ts';
import type { BenchOptions, Figures } from './bench.ts';
import { median } from './measure.ts';

const CLUSTERS = 100_000;
const ROUNDS = 3;
const KEY = { tenant: 'umoja', partner: 'lagos', session: 'june' };
const SCOPE = { tenantId: KEY.tenant, partnerId: KEY.partner };

export async function run({ rows, only, inputs, say }: BenchOptions): Promise<Figures> {
  const count = rows ?? CLUSTERS;
  const figures: Record<string, number> = {};
  const on = async (name: string, store: Store) => {
    say(`worklist: ${count} exceptions, ${name}, milliseconds: the first time, then the median of ${ROUNDS}`);
    try {
      for (const [what, ms] of Object.entries(await onStore(store, { count, say }))) figures[`${name}_${what}`] = ms;
    } finally {
      await store.close();
    }
  };
  if (only !== 'mongodb')
    await on('embedded', await openEmbeddedStore({ directory: join(inputs.scratch('list'), 'data') }));
  if (only === 'embedded') return figures;
  const server = await mongodForBenchmarks();
  try {
    const uri = withDatabase(server.uri, `tieout-bench-${process.pid}-worklist`);
    await on('mongodb', await openMongoStore({ uri, environment: 'bench', operationMs: null }));
  } finally {
    await server.stop();
  }
  return figures;
}

async function onStore(
  store: Store,
  { count, say }: { readonly count: number; readonly say: BenchOptions['say'] },
): Promise<Figures> {
  const begun = performance.now();
  await largeBacklog(store, KEY, count);
  say(`  written in ${((performance.now() - begun) / 1_000).toFixed(1)} s`);
  const handlers = clusterQueryHandlers({ store, compute: computeThread, digest: sha256 });
  const context = { caller: ANYBODY, form: 'rpc', log: pino({ level: 'silent' }) } as unknown as CallContext;
  const query = async (of: Partial<QueryClustersRequest>): Promise<QueryClustersResponse> =>
    (await handlers.queryClusters(
      create(QueryClustersRequestSchema, { ...SCOPE, pageSize: 100, ...of } as never),
      context,
    )) as QueryClustersResponse;
  const { snapshot } = await query({ sessionId: KEY.session });
  const asked: Readonly<Record<string, () => Promise<unknown>>> = {
    first: () => query({ sessionId: KEY.session }),
    first_of_all_months: () => query({}),
    by_amount: () => query({ sessionId: KEY.session, orderBy: ClusterOrder.AMOUNT, descending: true }),
    by_age: () => query({ sessionId: KEY.session, orderBy: ClusterOrder.AGE, descending: true }),
    of_side_and_amount: () => query({ sessionId: KEY.session, side: Side.GL, minAmount: 1_000, maxAmount: 50_000 }),
    text_rare: () => query({ sessionId: KEY.session, text: 'ref00077777' }),
    text_common: () => query({ sessionId: KEY.session, text: 'nwosu' }),
    text_none: () => query({ sessionId: KEY.session, text: 'no such words' }),
    text_not_ascii: () => query({ sessionId: KEY.session, text: 'ògún' }),
    account: () => query({ sessionId: KEY.session, account: '0012345678' }),
    jump: () => query({ snapshot, offset: count >> 1 }),
    jump_to_end: () => query({ snapshot, offset: count - 100 }),
    groups_of_narration: () =>
      handlers.groupClusters(
        create(GroupClustersRequestSchema, { ...SCOPE, snapshot, groupBy: [ClusterGrouping.NARRATION], pageSize: 100 }),
        context,
      ) as Promise<unknown>,
    groups_of_class: () =>
      handlers.groupClusters(
        create(GroupClustersRequestSchema, {
          ...SCOPE,
          snapshot,
          groupBy: [ClusterGrouping.CLUSTER_TYPE],
          pageSize: 100,
        }),
        context,
      ) as Promise<unknown>,
  };
  const figures: Record<string, number> = {};
  for (const [what, ask] of Object.entries(asked)) {
    const times: number[] = [];
    for (let round = 0; round <= ROUNDS; round++) {
      const from = performance.now();
      await ask();
      times.push(performance.now() - from);
    }
    figures[`${what}_first_ms`] = times[0]!;
    figures[`${what}_ms`] = median(times.slice(1));
    say(`  ${what.padEnd(22)} ${times[0]!.toFixed(0).padStart(7)} ${figures[`${what}_ms`]!.toFixed(0).padStart(7)}`);
  }
  return figures;
}
