// Decisions on very many clusters, on both stores: one call on 100,000 clusters beside the raw three calls of the store
// in turns, 200 calls at once whose scopes overlap, a reconcile of 5,000 clusters that were not found with a file ten
// times as long, a pattern's sweep of a backlog of 100,000, and the memory that one call takes. What each decided is
// counted, lest a fast failure count.

import { readFileSync, writeFileSync } from 'node:fs';
import { withDatabase } from '../src/adapters/store-mongo/connection/own-database.ts';
import { openMongoStore } from '../src/adapters/store-mongo/open.ts';
import { auditBatch } from '../src/core/exceptions/audit-rows.ts';
import { FLIPS } from '../src/core/exceptions/decision.ts';
import type { Decision, Operation } from '../src/core/records/documents/decisions.ts';
import type { AuditPlace } from '../src/ports/audit.ts';
import type { Store } from '../src/ports/store.ts';
import { patternSweeps } from '../src/workflows/decisions/sweep-pattern.ts';
import { clustersOf, digestId, newIngestion } from '../test/contracts/store/samples.ts';
import { startRun } from '../test/contracts/store/store-under-test.ts';
import { mongodForBenchmarks } from '../test/servers/mongod.ts';
import { type Partner, partner, SCOPE } from '../test/workflows/decisions/month.ts';
import type { BenchOptions, Figures } from './bench.ts';
import { inSeconds, median, timed } from './measure.ts';
import { quantile } from './probed.ts';

const CLUSTERS = 100_000;
const ROUNDS = 3;
const CALLS = 200;
/** Of one of the calls at once; the next one's begin in their middle. */
const NARROWED_TO = 100;
/** As many rows of the file for each cluster that was not found. */
const ROWS_FOR_EACH = 10;
const LEARNED_FROM = 5;
const PUT_AT_ONCE = 4_096;
const TYPE = 'amount_mismatch';

/** Each can be asked for by itself, with its store before it: `--only mongodb.sweep`. */
const PARTS = { raw: besideRaw, 'at-once': atOnce, reconcile: reconciling, sweep: sweeping, memory: remembering };

interface Given {
  readonly desk: Partner;
  readonly count: number;
  readonly say: BenchOptions['say'];
}

export async function run({ rows, only, inputs, say }: BenchOptions): Promise<Figures> {
  const count = rows ?? CLUSTERS;
  say(`resolve: ${count} clusters in one call, median of ${ROUNDS}`);
  const names = ['embedded', 'mongodb'].flatMap((name) => [
    name,
    ...Object.keys(PARTS).map((part) => `${name}.${part}`),
  ]);
  if (only !== null && !names.includes(only)) throw new Error(`--only takes one of ${names.join(', ')}.`);
  const isAsked = (name: string) => only === null || only.startsWith(name);
  const given = { count, only, say };
  const embedded = isAsked('embedded')
    ? await onStore('embedded', await partner(undefined, inputs.scratch('decide')), given)
    : {};
  if (!isAsked('mongodb')) return embedded;
  const server = await mongodForBenchmarks();
  try {
    const uri = withDatabase(server.uri, `tieout-bench-${process.pid}-resolve`);
    const open = () => openMongoStore({ uri, environment: 'bench', operationMs: null });
    const desk = await partner(open, inputs.scratch('decide'));
    return { ...embedded, ...(await onStore('mongodb', desk, given)) };
  } finally {
    await server.stop();
  }
}

async function onStore(
  name: string,
  desk: Partner,
  { only, ...options }: Omit<Given, 'desk'> & Pick<BenchOptions, 'only'>,
): Promise<Figures> {
  options.say(`  ${name}`);
  const given = { desk, ...options };
  try {
    const figures: Record<string, number> = {};
    for (const [part, measure] of Object.entries(PARTS)) {
      if (only === null || `${name}.${part}`.startsWith(only)) Object.assign(figures, await measure(given));
    }
    return Object.fromEntries(Object.entries(figures).map(([figure, value]) => [`${name}_${figure}`, value]));
  } finally {
    await desk.dispose();
  }
}

/** One call and the raw three calls on as many clusters of partners of their own, either first in turn. */
async function besideRaw({ desk, count, say }: Given): Promise<Figures> {
  for (const name of ['raw', 'call']) await pending(desk.store, { partner: name, count });
  const seconds = { raw: [] as number[], call: [] as number[] };
  const ways = { raw: () => rawThree(desk, count, 'approved'), call: () => oneCall(desk, count, 'approved') };
  for (let round = 0; round <= ROUNDS; round++) {
    for (const way of round % 2 === 0 ? (['raw', 'call'] as const) : (['call', 'raw'] as const)) {
      const taken = await ways[way]();
      // The first round warms both up.
      if (round > 0) seconds[way].push(taken);
    }
    await rawThree(desk, count, 'reopened');
    await oneCall(desk, count, 'reopened');
  }
  const [raw, call] = [median(seconds.raw), median(seconds.call)];
  say(`    the raw three calls          ${inSeconds(raw)}`);
  say(`    one call of resolve          ${inSeconds(call)}: ${(call / raw).toFixed(2)} times`);
  return { raw_seconds: raw, call_seconds: call, times_raw: call / raw };
}

/** The seconds of the store's calls alone: what is audited is made in between. */
async function rawThree({ store, deps }: Partner, count: number, decision: 'approved' | 'reopened'): Promise<number> {
  const operation = { ...operationOf('raw', decision), operationId: deps.newId() };
  const decided = await timed(async () => {
    const hold = { leaseMs: 600_000, isQueued: false };
    const { held } = (await store.decisions.decide(operation, { ...FLIPS[decision], clusterIds: null }, hold))!;
    return { held, changed: await store.decisions.changedBy(operation) };
  });
  const { held, changed } = decided.answer;
  expectCount(changed.length, count);
  const batch = auditBatch(
    operation,
    changed.map((cluster) => ({ cluster })),
    deps.digest,
  );
  const audited = await timed(() => store.audit.insertIfAbsent(batch, held));
  await store.decisions.finish(held);
  return decided.taken.seconds + audited.taken.seconds;
}

async function oneCall(desk: Partner, count: number, decision: 'approved' | 'reopened'): Promise<number> {
  const { taken, answer } = await timed(() => desk.resolve(decision, { partner: 'call', type: TYPE }));
  if (decision === 'approved') expectCount(answer.length, count);
  await finishAll(desk);
  return taken.seconds;
}

const operationOf = (name: string, decision: Decision): Operation => ({
  ...{ operationId: '', requestId: 'raw', ...SCOPE, partner: name, domain: 'mfb', service: null, type: TYPE },
  ...{ decision, method: 'manual', autoResolved: false, isRecurring: false, note: null, metadata: {}, at: Date.now() },
});

/** As the work that follows does it last: without it each round would find the stamps of those before. */
async function finishAll({ store }: Partner): Promise<void> {
  for (const { operationId } of await store.decisions.underWay(SCOPE.tenant, 1_000)) {
    const taken = await store.decisions.take(operationId, 60_000);
    if (taken !== null) await store.decisions.finish(taken.held);
  }
}

/** Every tenth asks for the whole scope, but the first half for what its ids name alone. */
async function atOnce({ desk, say }: Given): Promise<Figures> {
  const count = (CALLS / 2) * NARROWED_TO;
  const first = await pending(desk.store, { partner: 'many', count });
  const idsFrom = (at: number) =>
    Array.from({ length: NARROWED_TO }, (_, i) => digestId(2, first + ((at + i) % count)));
  const decisions = ['approved', 'rejected', 'escalated'] as const;
  const times = await Promise.all(
    Array.from({ length: CALLS }, async (_, i) => {
      const isWhole = i >= CALLS / 2 && i % 10 === 0;
      const clusterIds = isWhole ? null : idsFrom((i * NARROWED_TO) / 2);
      const given = { partner: 'many', type: TYPE, clusterIds };
      return (await timed(() => desk.resolve(decisions[i % 3], given))).taken.seconds;
    }),
  );
  let audited = 0;
  for (let after: AuditPlace | null = null, first = true; first || after !== null; first = false) {
    const page = await desk.store.audit.page({ ...SCOPE, partner: 'many' }, { after, limit: 1_000 });
    audited += page.rows.length;
    after = page.next;
  }
  expectCount(audited, count);
  await finishAll(desk);
  const [p50, p99] = [quantile(times, 0.5), quantile(times, 0.99)];
  say(`    ${CALLS} calls at once on ${count}   p50 ${inSeconds(p50)}, p99 ${inSeconds(p99)}; each decided once`);
  return { at_once_p50_seconds: p50, at_once_p99_seconds: p99 };
}

/** Nine in ten clusters are in the file; the rest of it nobody looks for. */
async function reconciling({ desk, count, say }: Given): Promise<Figures> {
  const orphans = Math.max(1, count / 20);
  const day = (n: number) => `2026-03-${String(1 + (n % 28)).padStart(2, '0')}`;
  const reference = (n: number) => `K${400_000 + 977 * n}X`;
  const ledger = (n: number) => `${day(n)},${reference(n)},Transfer from payer ${n},${1_000 + 17 * n}.${10 + (n % 90)}`;
  const strange = (n: number) => `${day(n)},M${7 * n}Q,Deposit by somebody ${n},${9_000_000 + 31 * n}.${10 + (n % 90)}`;
  const gl = Array.from({ length: orphans }, (_, n) => ledger(n));
  await desk.session('march', { gl, bank: [strange(0)] });
  const found = Math.floor(0.9 * orphans);
  const late = [
    ...gl.slice(0, found).map((row) => row.replace('Transfer from', 'TRF FRM')),
    ...Array.from({ length: ROWS_FOR_EACH * orphans - found }, (_, n) => strange(n + 1)),
  ];
  const urls = { gl: [], bank: [desk.file('late.csv', late)] };
  const { taken, answer } = await timed(() => desk.resolve('reconcile', { urls }));
  if (answer.length < 0.99 * found) throw new Error(`Only ${answer.length} of ${found} clusters were matched.`);
  await finishAll(desk);
  const { seconds, processorSeconds } = taken;
  say(
    `    reconcile ${orphans}, ${late.length} rows   ${inSeconds(seconds)}, processor ${inSeconds(processorSeconds)}; ` +
      `${answer.length} of ${found} approved`,
  );
  return {
    reconcile_seconds: seconds,
    reconcile_processor_seconds: processorSeconds,
    reconcile_approved: answer.length,
  };
}

async function sweeping({ desk, count, say }: Given): Promise<Figures> {
  const { store, deps } = desk;
  const first = await pending(store, { partner: 'swept', count: count + LEARNED_FROM });
  const clusterIds = Array.from({ length: LEARNED_FROM }, (_, i) => digestId(2, first + i));
  await desk.resolve('approved', { partner: 'swept', type: TYPE, clusterIds, isRecurring: true });
  const requestId = 'auto-sweep-bench';
  const command = { ...SCOPE, partner: 'swept', domain: 'mfb', type: TYPE, requestId, at: Date.now() };
  const work = { workId: requestId, kind: 'pattern-sweep', version: 1, session: null, command };
  const { taken } = await timed(() =>
    patternSweeps(deps).carryOut({ work: { ...work, interruptions: 0, failures: 0 } } as never, null as never),
  );
  const swept = await store.decisions.changedBy({ ...SCOPE, partner: 'swept', operationId: requestId });
  expectCount(swept.length, count);
  await finishAll(desk);
  say(`    sweep of ${swept.length}              ${inSeconds(taken.seconds)}`);
  return { sweep_seconds: taken.seconds };
}

/** The most that the process had during one call beyond what it had before; what the call answers is in it. */
async function remembering({ desk, count, say }: Given): Promise<Figures> {
  await pending(desk.store, { partner: 'warm', count: LEARNED_FROM });
  await desk.resolve('approved', { partner: 'warm', type: TYPE });
  await pending(desk.store, { partner: 'held', count });
  const before = residentMb('VmRSS');
  // From here on the kernel notes the most anew.
  writeFileSync('/proc/self/clear_refs', '5');
  const resolved = await desk.resolve('approved', { partner: 'held', type: TYPE });
  const more = residentMb('VmHWM') - before;
  expectCount(resolved.length, count);
  await finishAll(desk);
  say(
    `    one call on ${count}            ${more.toFixed(0)} MB more, ${((1_024 * more) / count).toFixed(1)} kB a cluster`,
  );
  return { memory_mb: more };
}

/** Of this process; on Linux alone. */
function residentMb(figure: 'VmRSS' | 'VmHWM'): number {
  const [, kilobytes] = new RegExp(`${figure}:\\s+(\\d+)`).exec(readFileSync('/proc/self/status', 'utf8'))!;
  return Number(kilobytes) / 1_024;
}

function expectCount(found: number, wanted: number): void {
  if (found !== wanted) throw new Error(`${found} clusters were decided and audited, not ${wanted}.`);
}

/** Clusters of all partners are numbered through. */
let numbered = 0;

/** So many pending clusters of a partner; answers the number of the first. */
async function pending(store: Store, of: { readonly partner: string; readonly count: number }): Promise<number> {
  const key = { tenant: SCOPE.tenant, partner: of.partner, session: 'june' };
  const [runId, ingestionId] = [`run-${of.partner}`, `gl-${of.partner}`];
  await startRun(store, runId, key);
  await store.ingestions.add(newIngestion(ingestionId, { key }));
  const first = numbered;
  for (let done = 0; done < of.count; done += PUT_AT_ONCE) {
    const some = Math.min(PUT_AT_ONCE, of.count - done);
    const columns = clustersOf(some, { ingestionId, first: first + done });
    const clusters = {
      ...columns,
      type: new Uint8Array(some).fill(columns.types.indexOf(TYPE)),
      amountDelta: new Float64Array(some).fill(250),
    };
    await store.clusters.insertOrRestore(key, { runId, clusters, at: 5 });
  }
  numbered += of.count;
  return first;
}
