// A history: the service is given work all the time, faults happen one after the other, some before the last one was
// mended; then they cease, and everything that was accepted has to come to its end.

import { setTimeout as pause } from 'node:timers/promises';
import { randomOf } from '../adapters/store-embedded/random.ts';
import { leasesHeld } from './checks.ts';
import { DecisionSupply } from './decision-supply.ts';
import type { Deployment } from './deployment.ts';
import { inTheEnd } from './in-the-end.ts';
import { FAULTS } from './inject.ts';
import type { FaultKind, FaultPlan } from './mix.ts';
import { untilNoneIsSuspect } from './open-runs.ts';
import { WorkSupply } from './work-supply.ts';

export interface Happened {
  /** One line a fault. */
  readonly faults: readonly string[];
  readonly supply: WorkSupply;
  /** Requests to decide that were sent. */
  readonly decisions: number;
  /** Of a run that was done in peace after all that, and what is wrong with what was decided. */
  readonly left: readonly string[];
  /** Publications that came a second time under their id. */
  readonly repeated: number;
  /** Seconds. */
  readonly took: { readonly faults: number; readonly settling: number };
}

const LONGEST_PAUSE_MS = 700;
/** Of faults: how many are followed by the next before they are mended. */
const OVERLAPPING = 0.3;
/** Stored for the bus at each fault. */
const MESSAGES = 8;
/**
 * Whoever had one in hand when it was killed keeps it from the others for half a minute, about as long as a history.
 */
const UNUSABLE_FOR = 0.4;
const SETTLED_WITHIN_MS = 120_000;
const LOOK_EVERY_MS = 100;

/** Faults that must not meet on the same servers: a server that is down cannot be killed. */
function serversOf(kind: FaultKind): 'store' | 'nats' | 'service' {
  if (/^(nats|jetstream|streams)/.test(kind)) return 'nats';
  return /^(worker|api|service|process)/.test(kind) ? 'service' : 'store';
}

/** `name`: of no other history. Throws what a fault throws, with everything mended that could be. */
export async function happen(on: Deployment, { name, plan }: { name: string; plan: FaultPlan }): Promise<Happened> {
  const random = randomOf(plan.seed);
  const mending = new Map<string, Promise<void>>();
  const mended = async (servers: string): Promise<void> => {
    await mending.get(servers);
    mending.delete(servers);
  };
  await on.publications.begin();
  const address = () => on.services[0].address;
  const decisions = await DecisionSupply.begin({ url: on.nats.url, environment: on.place, name, address });
  const supply = new WorkSupply({ address, store: on.mongodb?.store ?? null });
  const began = performance.now();
  const lines: string[] = [];
  try {
    for (const [i, kind] of plan.faults.entries()) {
      const isEarly = i < UNUSABLE_FOR * plan.faults.length;
      await Promise.all([publish(on, { name: `${name}.${i}`, isEarly }), pause(random() * LONGEST_PAUSE_MS)]);
      await mended(serversOf(kind));
      // A store that is away longer than a lease looks like a death too.
      if (serversOf(kind) !== 'nats') await untilNoneIsSuspect(on);
      const done = await FAULTS[kind](on, { random });
      lines.push(`${kind}${done.what && `: ${done.what}`}`);
      // It is told by whoever waits for it.
      done.mended.catch(() => {});
      mending.set(serversOf(kind), done.mended);
      if (random() >= OVERLAPPING) await mended(serversOf(kind));
    }
  } finally {
    await Promise.allSettled(mending.values());
    decisions.over();
    await supply.end();
  }
  await Promise.all(mending.values());
  const wrongDecisions = await decisions.end();
  // Why, which nobody can ask once the servers are gone.
  if (wrongDecisions.length > 0) wrongDecisions.push(...on.services.flatMap((one) => one.complaints(name)));
  const ceased = performance.now();
  await settled(on, { name, supply });
  const left = await inPeace(on, supply);
  return {
    faults: lines,
    supply,
    left: [...left, ...wrongDecisions],
    decisions: decisions.requests,
    repeated: on.publications.repeated,
    took: { faults: (ceased - began) / 1_000, settling: (performance.now() - ceased) / 1_000 },
  };
}

async function publish(
  { mongodb, publications }: Deployment,
  { name, isEarly }: { name: string; isEarly: boolean },
): Promise<void> {
  const storing = async (): Promise<void> => {
    if (mongodb === null) return;
    const messages = publications.messages(name, MESSAGES);
    await inTheEnd(() => mongodb.store.outbox.add(messages));
  };
  // The server may have it all the same when it does not say so; then it is one letter.
  const sending = isEarly ? publications.send(`unusable ${name}`).catch(() => {}) : null;
  await Promise.all([storing(), sending]);
}

async function settled(on: Deployment, { name, supply }: { name: string; supply: WorkSupply }): Promise<void> {
  // Behind everything that was sent before.
  await inTheEnd(() => on.publications.send(`unusable ${name}.last`));
  for (const deadline = Date.now() + SETTLED_WITHIN_MS; ; await pause(LOOK_EVERY_MS)) {
    const left = await leftToDo(on, supply);
    if (left === null) return;
    if (Date.now() > deadline) throw new Error(`It does not settle: ${left}`);
  }
}

/**
 * Each partner has one run more, which nothing disturbs; answers the leases that are held in the moment it has ended.
 */
async function inPeace(on: Deployment, supply: WorkSupply): Promise<string[]> {
  if (on.mongodb === null) return [];
  await supply.again();
  for (const deadline = Date.now() + SETTLED_WITHIN_MS; (await supply.open()) !== 0; await pause(1)) {
    if (Date.now() > deadline) throw new Error('Runs that nothing disturbs do not end.');
  }
  return leasesHeld(on.mongodb.db);
}

/** Null when nothing is. */
async function leftToDo({ mongodb, publications }: Deployment, supply: WorkSupply): Promise<string | null> {
  const open = await supply.open();
  if (open !== 0) return `${open} runs are open`;
  const waiting = mongodb === null ? 0 : (await inTheEnd(() => mongodb.store.outbox.counts())).waiting;
  if (waiting > 0) return `${waiting} messages wait in the outbox`;
  const unheard = publications.unheard(await inTheEnd(() => publications.found()));
  return unheard.length === 0 ? null : `what was sent is no dead letter yet: ${unheard}`;
}
