// A store that keeps nothing, for a run of which only the result is wanted. Every write succeeds, every block counts as
// stored, and the commit as materialised, so nothing is packed or encoded. Operations that such a run never calls are
// refused.

import { TieoutError } from '../../core/errors.ts';
import { NOTHING_REPORTED, type Run } from '../../core/records/documents/run.ts';
import { NO_NATURE } from '../../core/records/documents/session.ts';
import { type Compute, changedCompute } from '../../ports/compute.ts';
import type { NewRun } from '../../ports/runs.ts';
import type { Store } from '../../ports/store.ts';

/** The compute port, without packing. */
export const packingNothing = (compute: Compute): Compute =>
  changedCompute(compute, () => ({
    packRows: async () => [],
    packGroups: async () => [],
    packOpenRows: async () => [],
  }));

/** It serves one run at a time. */
export function storeOfNothing(): Store {
  const blocks = new Map<string, number>();
  let run: Run | null = null;
  const known = async (): Promise<Run | null> => run;
  const one = async () => 1;
  const none = async () => 0;
  return {
    sessions: only<Store['sessions']>('sessions', {
      get: async () => null,
      list: async () => [],
      unmaterialised: async () => [],
      materialised: async () => true,
      async commit(key, { ingestions, run: claim, nature = NO_NATURE, expectVersion, at }) {
        const runId = claim?.runId ?? null;
        const session = { key, ingestions, runId, ...nature, materialised: true, version: expectVersion + 1 };
        return { outcome: 'committed', session: { ...session, createdAt: at, updatedAt: at } };
      },
    }),
    runs: only<Store['runs']>('runs', {
      get: known,
      async start(given) {
        run = begun(given);
        return { run, claim: { runId: given.runId, fence: 1 } };
      },
      report: async () => true,
    }),
    work: only<Store['work']>('work', { finish: async () => true, fail: async () => true }),
    leases: {
      take: async (name) => ({ name, fence: 1, afterLapse: false }),
      renew: async () => true,
      release: async () => true,
    },
    ingestions: only<Store['ingestions']>('ingestions', {
      live: async () => [],
      async add({ header, rejected }) {
        blocks.set(header.ingestionId, header.blocks);
        return { header: { ...header, rejectedRows: rejected.length }, added: true };
      },
    }),
    rowBlocks: only<Store['rowBlocks']>('rowBlocks', {
      stored: async (ingestionId) => Array.from({ length: blocks.get(ingestionId) ?? 0 }, (_, n) => n),
    }),
    groupBlocks: only<Store['groupBlocks']>('groupBlocks', { put: one, discard: none }),
    windowResults: only<Store['windowResults']>('windowResults', {}),
    openItems: only<Store['openItems']>('openItems', {}),
    clusters: only<Store['clusters']>('clusters', {}),
    decisions: only<Store['decisions']>('decisions', {}),
    audit: only<Store['audit']>('audit', {}),
    patterns: only<Store['patterns']>('patterns', {}),
    lateGroups: only<Store['lateGroups']>('lateGroups', {
      settle: async () => ({ confirmed: [], refused: [] }),
      ofSession: async () => [],
      bookedWithin: async () => [],
      named: async () => [],
    }),
    summaries: only<Store['summaries']>('summaries', {}),
    keptStatements: only<Store['keptStatements']>('keptStatements', {}),
    outbox: only<Store['outbox']>('outbox', {}),
    keptAnswers: { begin: async () => null, finish: async () => {}, forget: async () => {} },
    formats: { get: async () => null, put: async () => {}, forget: async () => false, list: async () => [] },
    acts: only<Store['acts']>('acts', { of: async () => [], last: async () => [] }),
    journals: only<Store['journals']>('journals', { knownWithin: async () => [] }),
    partnerTerms: only<Store['partnerTerms']>('partnerTerms', { latest: async () => null }),
    checks: only<Store['checks']>('checks', {}),
    subjects: only<Store['subjects']>('subjects', {}),
    cases: only<Store['cases']>('cases', {}),
    lists: only<Store['lists']>('lists', {}),
    upkeep: only<Store['upkeep']>('upkeep', { sweepUnnamed: async () => ({ ingestions: 0, runs: 0 }) }),
    close: async () => {},
  };
}

function begun({ runId, key, kind, version, parameters, acceptedAt }: NewRun): Run {
  return {
    runId,
    key,
    kind,
    version,
    parameters,
    status: 'running',
    report: NOTHING_REPORTED,
    caller: null,
    failure: null,
    failures: 0,
    interruptions: 0,
    worker: null,
    acceptedAt,
    retryAt: null,
    startedAt: acceptedAt,
    materialised: false,
    finishedAt: null,
  };
}

/** A port with only some operations. */
function only<Port extends object>(name: string, asked: Partial<Port>): Port {
  return new Proxy(asked as Port, {
    get(port, operation) {
      if (operation in port) return port[operation as keyof Port];
      return async () => {
        throw new TieoutError('internal', `Nothing is kept: ${name}.${String(operation)} has no answer.`);
      };
    },
  });
}
