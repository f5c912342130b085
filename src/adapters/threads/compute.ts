// The compute port on a pool of threads. Each file is read in one thread, accounts are matched separately, the largest
// first, and blocks are packed several at a time.

import { availableParallelism } from 'node:os';
import { BLOCK_ROWS } from '../../core/limits.ts';
import { mergeOutcomes } from '../../core/matching/outcome/merge-outcomes.ts';
import { chunksOf } from '../../core/records/rows/chunks.ts';
import type { Range } from '../../core/records/rows/range.ts';
import type { Compute, MappingCompute } from '../../ports/compute.ts';
import { ThreadPool } from './pool.ts';

/** More threads share the memory bus without being faster. */
const MOST_THREADS = 8;
/** Blocks packed by one task: enough to make the overhead small, few enough to balance threads. */
const BLOCKS_PER_TASK = 8;

interface ThreadCompute extends Compute, MappingCompute {
  /** Starts every thread and loads what reading needs; the first file is then read at once. */
  getReady(): void;
  close(): Promise<void>;
}

/** `mostTaskMs`: longest time for one file or account, after which its thread is ended. */
export function startThreads(
  threads = Math.min(MOST_THREADS, availableParallelism()),
  { mostTaskMs = null }: { readonly mostTaskMs?: number | null } = {},
): ThreadCompute {
  const pool = new ThreadPool(threads, { mostTaskMs });
  return {
    ...computeOn(pool),
    getReady() {
      // Reading itself reports a failure.
      for (let n = 0; n < threads; n++) pool.run('getReady', null).catch(() => {});
    },
    close: () => pool.close(),
  };
}

type TaskOf = ThreadPool['run'];

/** `until`: aborts all tasks, with the threads that work on them. */
function computeOn(pool: ThreadPool, until?: AbortSignal): Compute & MappingCompute {
  const run: TaskOf = (name, input, asked) => pool.run(name, input, { ...asked, until });
  return {
    until: (signal) => computeOn(pool, until === undefined ? signal : AbortSignal.any([until, signal])),

    readFile: (request, progress) => run('readFile', request, { progress }),

    async match({ gl, bank, plan, parameters }, progress) {
      const { accounts } = plan;
      const size = (a: number): number => accounts[a].gl.length + accounts[a].bank.length;
      const total = accounts.reduce((sum, _, a) => sum + size(a), 0);
      const largestFirst = accounts.map((_, a) => a).sort((a, b) => size(b) - size(a) || a - b);
      let done = 0;
      const outcomes = new Array(accounts.length);
      await Promise.all(
        largestFirst.map(async (a) => {
          const rows = { gl: accounts[a].gl, bank: accounts[a].bank };
          outcomes[a] = await run('matchAccount', { gl, bank, rows, parameters, sharers: accounts[a].sharers });
          done += size(a);
          progress?.(done, total);
        }),
      );
      return mergeOutcomes(outcomes);
    },

    pairsAtSight: (account) => run('pairsAtSight', account),
    matchHoldings: (session) => run('matchHoldings', session),
    matchByKeys: (session) => run('matchByKeys', session),

    async packRows(columns, { from: first, to }) {
      const ranges: Range[] = [];
      for (let n = first; n < to; n++) {
        ranges.push({ from: n * BLOCK_ROWS, to: Math.min(columns.count, (n + 1) * BLOCK_ROWS) });
      }
      const blocks = await Promise.all(
        chunksOf(ranges, BLOCKS_PER_TASK).map((part) => run('packRows', { columns, ranges: part })),
      );
      return blocks.flat().map((block, k) => ({ n: first + k, block }));
    },

    unpackRows: (blocks) => run('unpackRows', blocks),

    async packGroups(matched) {
      const { groups, plan } = await run('planGroups', matched);
      const blocks = await Promise.all(
        chunksOf(plan, BLOCKS_PER_TASK).map((part) => run('packGroups', { groups, plan: part })),
      );
      return blocks.flat().map((block, n) => ({ n, block }));
    },

    unpackGroups: (blocks) => run('unpackGroups', blocks),

    packOpenRows: (open) => run('packOpenRows', open),

    unpackOpenRows: (blocks) => run('unpackOpenRows', blocks),

    packOutcome: (outcome) => run('packOutcome', outcome),
    unpackOutcome: (pieces) => run('unpackOutcome', pieces),

    tellFile: (file) => run('tellFile', file),
    describeFiles: (files) => run('describeFiles', files),

    inspectFile: (file) => run('inspectFile', file),

    suggestMapping: (terms) => run('suggestMapping', terms),
  };
}
