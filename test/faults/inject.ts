// Each kind of fault as it is done to a running deployment. What is broken is mended by whatever the answer's `mended`
// waits for: the next fault may come before that, unless it needs the same servers.

import { setTimeout as pause } from 'node:timers/promises';
import { type Deployment, LEASE_SECONDS, type OnMongodb } from './deployment.ts';
import type { FaultKind } from './mix.ts';
import { noRunIsSuspect } from './open-runs.ts';
import type { SupervisedService } from './processes.ts';
import type { Moment, Struck, TcpProxy } from './proxy.ts';

interface Done {
  /** For whoever reads what happened. */
  readonly what: string;
  readonly mended: Promise<void>;
}

interface Chance {
  /** From 0 to 1. */
  readonly random: () => number;
}

type Fault = (on: Deployment, chance: Chance) => Promise<Done>;

/** After so long without a write of the kind that is waited for, any write will do; then none. */
const STRIKE_WITHIN_MS = 4_000;
const LONGEST_AWAY_MS = 1_500;
/** After it is ready: some runs of a small month, on a machine that has nothing else to do. */
const KILLED_WITHIN_MS = 1_500;
/** Until a run that must not die now is further, or done. */
const LOOK_AGAIN_MS = 50;
/** Longer than a lease of the suite, and than the service waits for a server. */
const LONGEST_HELD_MS = 4_500;
const LONGEST_DELAY_MS = 150;
const LONGEST_STALL_MS = 6_000;
/** By so much a late write arrives before its process does anything else. */
const LATE_BEFORE_MS = 50;
const DELAYED_FOR_MS = 2_000;

/** Collections by how often a guarded write to them is struck: those that decide are struck more often. */
const STRUCK_COLLECTIONS: Readonly<Record<string, number>> = {
  sessions: 4,
  runs: 4,
  leases: 2,
  ingestions: 1,
  row_blocks: 1,
  group_blocks: 2,
  block_contents: 1,
  banking_clusters: 2,
  open_items: 2,
  summaries: 2,
  outbox: 4,
  counters: 1,
};

/** What a decision writes, and what follows from it; the late groups that a document brings, or a run across months. */
const OF_DECISIONS: Readonly<Record<string, number>> = {
  operations: 4,
  banking_clusters: 3,
  exception_resolution: 3,
  audit_chain: 2,
  late_groups: 4,
  open_items: 2,
  resolution_intelligence: 1,
};

const LOST: readonly Moment[] = ['before', 'after'];
/** Of the writes that are guarded by a fence, or are the same whoever does them and whenever. */
const FENCED: Readonly<Record<string, number>> = {
  sessions: 4,
  runs: 4,
  leases: 2,
  ingestions: 1,
  row_blocks: 1,
  group_blocks: 4,
  block_contents: 3,
  summaries: 1,
  outbox: 1,
};
/** A server that is gone just after it answered has to have what it answered for. */
const ANY: readonly Moment[] = [...LOST, 'acknowledged'];

const between = (from: number, to: number, { random }: Chance): number => from + random() * (to - from);
const oneOf = <T>(list: readonly T[], { random }: Chance): T => list[Math.floor(random() * list.length)];
const none = Promise.resolve();

const onMongodb = ({ mongodb }: Deployment): OnMongodb => mongodb!;

interface StruckWrite {
  readonly matches: (write: string) => boolean;
  /** What will do as well when none comes for long; any write unless it is said. */
  readonly orElse?: (write: string) => boolean;
  readonly skip: number;
  readonly moment: Moment;
}

/** The next so manieth write of the service that matches; null when there is none for long. */
async function strike(
  proxies: readonly TcpProxy[],
  { matches, orElse = () => true, skip, moment }: StruckWrite,
): Promise<Struck | null> {
  const { promise: over, resolve: giveUp } = Promise.withResolvers<null>();
  let left = skip;
  let isLate = false;
  const awaited = proxies.map((proxy) =>
    proxy.strike({ matches: (write) => (isLate && orElse(write)) || (matches(write) && left-- === 0), moment }),
  );
  const late = setTimeout(() => {
    isLate = true;
  }, STRIKE_WITHIN_MS);
  const never = setTimeout(giveUp, 2 * STRIKE_WITHIN_MS, null);
  const struck = await Promise.race([over, ...awaited.map(({ struck }) => struck)]);
  clearTimeout(late);
  clearTimeout(never);
  for (const one of awaited) one.giveUp();
  // Another member may have been written to in the same moment.
  for (const one of await Promise.all(awaited.map(({ struck }) => struck))) {
    if (one === struck) continue;
    one?.cut();
    one?.letGo();
  }
  return struck;
}

interface WhichWrite extends Chance {
  /** Of which one is meant. */
  readonly moments: readonly Moment[];
  /** With how often each is. */
  readonly collections?: Readonly<Record<string, number>>;
}

async function strikeStore(
  on: Deployment,
  { moments, collections = STRUCK_COLLECTIONS, ...chance }: WhichWrite,
): Promise<{ struck: Struck | null; what: string }> {
  const names = Object.entries(collections).flatMap(([name, share]) => Array<string>(share).fill(name));
  const [collection, skip] = [oneOf(names, chance), Math.floor(chance.random() * 3)];
  const moment = oneOf(moments, chance);
  const matches = (write: string) => write.endsWith(` ${collection}`);
  const orElse = (write: string) => names.some((name) => write.endsWith(` ${name}`));
  const struck = await strike(onMongodb(on).set.proxies, { matches, orElse, skip, moment });
  return { struck, what: struck === null ? 'no write came' : `${moment} ${struck.write}` };
}

async function killProcess(on: Deployment, { of, ...chance }: Chance & { of: SupervisedService[] }): Promise<Done> {
  const service = oneOf(of, chance);
  await service.ready();
  await pause(chance.random() * KILLED_WITHIN_MS);
  while (!(await service.killIf(() => noRunIsSuspect(on)))) {
    await service.ready();
    await pause(LOOK_AGAIN_MS);
  }
  return { what: service.name, mended: service.ready().then(() => {}) };
}

const killWorker: Fault = (on, chance) => killProcess(on, { ...chance, of: on.services.slice(1) });

/** Of any write unless collections are named. */
const killAtWrite =
  (collections?: Readonly<Record<string, number>>): Fault =>
  async (on, chance) => {
    for (;;) {
      const { struck, what } = await strikeStore(on, { ...chance, moments: LOST, ...(collections && { collections }) });
      const service = on.services.find(({ pid }) => pid !== null && pid === struck?.process);
      const isSpared = service !== undefined && !(await service.killIf(() => noRunIsSuspect(on)));
      struck?.cut();
      if (isSpared) continue;
      return { what: `${service?.name ?? 'nobody'} ${what}`, mended: service?.ready().then(() => {}) ?? none };
    }
  };

/** So long that the lease of what it does lapses and another worker takes it. */
const stalledFor = (chance: Chance): number => between(LEASE_SECONDS * 1_000 + 1_000, LONGEST_STALL_MS, chance);

const stallWorker: Fault = async ({ services }, chance) => {
  const service = oneOf(services.slice(1), chance);
  await service.ready();
  await pause(chance.random() * KILLED_WITHIN_MS);
  const goOn = service.stall();
  return { what: service.name, mended: pause(stalledFor(chance)).then(goOn) };
};

/** What it was about to write comes when another worker has taken over what it does. */
const stallAtWrite =
  (collections: Readonly<Record<string, number>>): Fault =>
  async (on, chance) => {
    const { struck, what } = await strikeStore(on, { ...chance, moments: ['late'], collections });
    const service = on.services.find(({ pid }) => pid !== null && pid === struck?.process);
    const goOn = service?.stall();
    const mended = async (): Promise<void> => {
      if (service !== undefined) await pause(stalledFor(chance));
      struck?.letGo();
      await pause(LATE_BEFORE_MS);
      goOn?.();
    };
    return { what: `${service?.name ?? 'nobody'} ${what}`, mended: mended() };
  };

async function restartLater(start: () => Promise<void>, chance: Chance): Promise<void> {
  await pause(between(0, LONGEST_AWAY_MS, chance));
  await start();
}

const killPrimary: Fault = async (on, chance) => {
  const { set } = onMongodb(on);
  const start = await set.kill(await set.primary());
  return { what: '', mended: restartLater(start, chance) };
};

const killPrimaryAtWrite =
  (collections?: Readonly<Record<string, number>>): Fault =>
  async (on, chance) => {
    const { set } = onMongodb(on);
    const place = await set.primary();
    const { struck, what } = await strikeStore(on, { ...chance, moments: ANY, ...(collections && { collections }) });
    const start = await set.kill(place);
    struck?.cut();
    return { what, mended: restartLater(start, chance) };
  };

const killSecondary: Fault = async (on, chance) => {
  const { set } = onMongodb(on);
  const primary = await set.primary();
  const start = await set.kill((primary + oneOf([1, 2], chance)) % set.proxies.length);
  return { what: '', mended: restartLater(start, chance) };
};

async function stepDown(on: Deployment, chance: Chance): Promise<void> {
  const { set } = onMongodb(on);
  await set.stepDown(Math.round(between(1, 3, chance)));
}

/** Until there is a primary again. */
const electedOn = (on: Deployment): Promise<void> =>
  onMongodb(on)
    .set.primary()
    .then(() => {});

const stepDownAtWrite: Fault = async (on, chance) => {
  const { struck, what } = await strikeStore(on, { ...chance, moments: ANY });
  await stepDown(on, chance);
  struck?.cut();
  return { what, mended: electedOn(on) };
};

const cutAtWrite =
  (collections?: Readonly<Record<string, number>>): Fault =>
  async (on, chance) => {
    const { struck, what } = await strikeStore(on, { ...chance, moments: LOST, ...(collections && { collections }) });
    struck?.cut();
    return { what, mended: none };
  };

const storeProxies = (on: Deployment): readonly TcpProxy[] => onMongodb(on).set.proxies;
const natsProxies = ({ natsProxy }: Deployment): readonly TcpProxy[] => [natsProxy];
type Proxies = (on: Deployment) => readonly TcpProxy[];

const cut =
  (proxies: Proxies): Fault =>
  async (on) => {
    const connections = proxies(on).reduce((sum, proxy) => sum + proxy.cut(), 0);
    return { what: `${connections} connections`, mended: none };
  };

const halfClose =
  (proxies: Proxies): Fault =>
  async (on, chance) => {
    const end = oneOf(['service', 'server'] as const, chance);
    const connections = proxies(on).reduce((sum, proxy) => sum + proxy.halfClose(end), 0);
    return { what: `${connections} connections towards the ${end}`, mended: none };
  };

const delay =
  (proxies: Proxies): Fault =>
  async (on, chance) => {
    const milliseconds = Math.round(between(10, LONGEST_DELAY_MS, chance));
    for (const proxy of proxies(on)) proxy.delay(milliseconds);
    const mended = pause(DELAYED_FOR_MS).then(() => {
      for (const proxy of proxies(on)) proxy.delay(0);
    });
    return { what: `by ${milliseconds} ms`, mended };
  };

const hold =
  (proxies: Proxies): Fault =>
  async (on, chance) => {
    const milliseconds = Math.round(between(300, LONGEST_HELD_MS, chance));
    const releases = proxies(on).map((proxy) => proxy.hold());
    const mended = pause(milliseconds).then(() => {
      for (const release of releases) release();
    });
    return { what: `for ${milliseconds} ms`, mended };
  };

const killNats =
  ({ emptied }: { readonly emptied: boolean }): Fault =>
  async ({ nats, publications }, chance) => {
    await nats.kill();
    if (emptied) publications.streamsGo();
    return { what: '', mended: restartLater(() => nats.restart({ emptied }), chance) };
  };

const cutAtPublication: Fault = async (on, chance) => {
  const moment = oneOf(LOST, chance);
  const matches = (write: string) => write.includes('deadletter');
  const skip = Math.floor(chance.random() * 3);
  const awaited = strike(natsProxies(on), { matches, skip, moment });
  const struck = await awaited;
  struck?.cut();
  return { what: struck === null ? 'nothing was published' : `${moment} ${struck.write}`, mended: none };
};

export const FAULTS: Readonly<Record<FaultKind, Fault>> = {
  'worker killed': killWorker,
  'worker killed at a write': killAtWrite(),
  'worker stalls': stallWorker,
  'worker stalls at a write': stallAtWrite(FENCED),
  'api killed': (on, chance) => killProcess(on, { ...chance, of: on.services.slice(0, 1) }),
  'service killed': (on, chance) => killProcess(on, { ...chance, of: [...on.services] }),
  'primary killed': killPrimary,
  'primary killed at a write': killPrimaryAtWrite(),
  'secondary killed': killSecondary,
  'primary steps down': async (on, chance) => {
    await stepDown(on, chance);
    return { what: '', mended: electedOn(on) };
  },
  'primary steps down at a write': stepDownAtWrite,
  'store connections cut': cut(storeProxies),
  'store connection cut at a write': cutAtWrite(),
  'store connections half closed': halfClose(storeProxies),
  'store delayed': delay(storeProxies),
  'store held': hold(storeProxies),
  'nats killed': killNats({ emptied: false }),
  'jetstream wiped': killNats({ emptied: true }),
  'streams deleted': async ({ publications }) => {
    await publications.deleteStreams();
    return { what: '', mended: none };
  },
  'nats connections cut': cut(natsProxies),
  'nats connection cut at a publication': cutAtPublication,
  'nats connections half closed': halfClose(natsProxies),
  'nats delayed': delay(natsProxies),
  'nats held': hold(natsProxies),
  'process killed at a decision': killAtWrite(OF_DECISIONS),
  'process stalls at a decision': stallAtWrite(OF_DECISIONS),
  'store connection cut at a decision': cutAtWrite(OF_DECISIONS),
  'primary killed at a decision': killPrimaryAtWrite(OF_DECISIONS),
};
