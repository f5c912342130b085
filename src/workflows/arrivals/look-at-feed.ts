// One look at a feed: files that are there, whole and new, are taken; runs are ordered for those that belong together;
// days whose file should have come are told. Each step is stored before the next and can be repeated, so that a process
// that dies between any two of them takes no file twice and loses none. One process at a time looks, under a lease.

import { dayOfArrival, dueRuns, type LocalTime, lateDays } from '../../core/arrivals/due.ts';
import type { Feed } from '../../core/arrivals/feed.ts';
import { matchName } from '../../core/arrivals/name-pattern.ts';
import { TieoutError } from '../../core/errors.ts';
import { formatDay } from '../../core/money/calendar.ts';
import { sentUrl } from '../../core/records/files/sent-file.ts';
import { SIDES, type Side } from '../../core/records/rows/columns.ts';
import type { Digest } from '../../core/records/rows/identity.ts';
import type { ComingFile, OpenSource, SourcesOfFeed } from '../../ports/coming/file-source.ts';
import type { Store } from '../../ports/store.ts';
import { keepReceived, type SentFileDependencies } from '../files/keep-sent-file.ts';
import { type HeldLease, whileLeased } from '../upkeep/hold.ts';
import { addOrdered, addTaken, arrivalsOf, type KnownArrival, noteOrdered, ofFeed, thingOf } from './known-arrivals.ts';

/** Files that a run is ordered for, by the ordinary way of a request. */
export interface FeedOrder {
  readonly runId: string;
  readonly feed: Feed;
  readonly session: string;
  readonly period: { readonly start: string; readonly end: string };
  readonly urls: Readonly<Record<Side, readonly string[]>>;
}

export interface FeedDependencies extends Omit<SentFileDependencies, 'store'> {
  readonly store: Pick<Store, 'acts' | 'leases' | 'runs'>;
  readonly digest: Digest;
  readonly localTime: (at: number) => LocalTime;
  /** Orders it once: the same run id again changes nothing. Throws TieoutError. */
  readonly submit: (order: FeedOrder) => Promise<void>;
  /** Of one file. */
  readonly mostBytes: number;
}

export interface WatchedFeed {
  readonly feed: Feed;
  readonly sources: SourcesOfFeed;
  /** Files by side and name as they were first seen: in this process alone, a new one waits once more. */
  readonly growing: Map<
    string,
    { readonly seen: string; readonly since: number; readonly side: Side; readonly day: number }
  >;
  /** Files that this process read and that had been taken before, under another name: they are not read again. */
  readonly passed: Set<string>;
}

export interface FeedLook {
  readonly taken: readonly KnownArrival[];
  readonly ordered: readonly string[];
  /** What kept a side or a run from going on, one sentence each. */
  readonly troubles: readonly string[];
  readonly late: readonly { readonly side: Side; readonly day: number }[];
  /** Whether files are there that may still grow. */
  readonly isGrowing: boolean;
}

const LEASE_MS = 120_000;

/** Null while another process looks. */
export const lookAtFeed = (deps: FeedDependencies, watched: WatchedFeed): Promise<FeedLook | null> =>
  whileLeased(deps.store.leases, { name: JSON.stringify(['feed', watched.feed.id]), leaseMs: LEASE_MS }, (hold) =>
    look(deps, watched, hold),
  );

async function look(deps: FeedDependencies, watched: WatchedFeed, hold: HeldLease): Promise<FeedLook> {
  const { feed, growing } = watched;
  const troubles: string[] = [];
  const attempt = async (work: () => Promise<void>): Promise<void> => {
    try {
      await work();
    } catch (error) {
      if (!(error instanceof TieoutError) || error.code === 'internal') throw error;
      troubles.push(error.sentence);
    }
  };
  const { acts } = deps.store;
  const before = await noteOrdered(acts, feed, ofFeed(await arrivalsOf(acts, feed), feed));
  const taken: KnownArrival[] = [];
  for (const side of SIDES) {
    await attempt(async () => void taken.push(...(await takeSide(deps, watched, { side, before, hold, attempt }))));
  }
  const all = [...before, ...taken];
  const ordered: string[] = [];
  for (const run of dueRuns(feed, all)) {
    hold.check();
    await attempt(async () => {
      const { files } = run;
      const named = JSON.stringify(['feed', feed.tenant, feed.partner, ...files.map(({ thing }) => thing)]);
      const runId = deps.digest(named).slice(0, 32);
      const ofSide = (side: Side) => files.filter((file) => file.side === side).map(({ sent }) => sentUrl(sent));
      await deps.submit({ ...run, feed, runId, urls: { gl: ofSide('gl'), bank: ofSide('bank') } });
      await addOrdered(acts, { feed, files, runId, at: deps.clock() });
      ordered.push(runId);
    });
  }
  // A file that is there and may still grow is not late.
  const late = lateDays(feed, [...all, ...growing.values()], deps.localTime(deps.clock()));
  return { taken, ordered, troubles, late, isGrowing: growing.size > 0 };
}

interface Taking {
  readonly side: Side;
  readonly before: readonly KnownArrival[];
  readonly hold: HeldLease;
  readonly attempt: (work: () => Promise<void>) => Promise<void>;
}

async function takeSide(
  deps: FeedDependencies,
  { feed, sources, growing, passed }: WatchedFeed,
  { side, before, hold, attempt }: Taking,
): Promise<readonly KnownArrival[]> {
  const [ofSide, source] = [feed.sides[side], sources[side]];
  if (ofSide === undefined || source === undefined) return [];
  const taken: KnownArrival[] = [];
  const open = await source.open();
  try {
    const known = before.filter((one) => one.side === side);
    const there = await open.list(daysWanted(deps, feed, known));
    const named = there.flatMap((file) => {
      const match = matchName(ofSide.names, file.name);
      return match === null ? [] : [{ file, day: file.day ?? match.day }];
    });
    forgetGone(
      growing,
      side,
      named.map(({ file }) => file.name),
    );
    for (const { file, day } of named) {
      const shown = `${side} ${file.name} ${file.seen}`;
      const isKnown = passed.has(shown) || known.some(({ name, seen }) => name === file.name && seen === file.seen);
      const of = { side, file, day: day ?? dayOfArrival(feed, deps.localTime(file.changedAt)) };
      const since = { settleMs: feed.settleMs, now: deps.clock() };
      if (!isKnown && isStillGrowing(growing, { ...of, ...since })) continue;
      hold.check();
      await attempt(async () => {
        if (!isKnown) {
          const one = await takeFile(deps, feed, { side, file, day, open });
          if (one === null) passed.add(shown);
          else taken.push(one);
        }
        await open.putAway(file);
        growing.delete(`${side} ${file.name}`);
      });
    }
  } finally {
    await open.close().catch(() => undefined);
  }
  return taken;
}

/** Most finished days that are asked for at once. */
const MOST_DAYS = 31;

function daysWanted(deps: FeedDependencies, { since }: Feed, known: readonly KnownArrival[]): number[] {
  const { day: today } = deps.localTime(deps.clock());
  const come = new Set(known.map(({ day }) => day));
  const from = Math.max(since, today - MOST_DAYS);
  return Array.from({ length: Math.max(0, today - from) }, (_, n) => from + n).filter((day) => !come.has(day));
}

function forgetGone(growing: WatchedFeed['growing'], side: Side, names: readonly string[]): void {
  const there = new Set(names.map((name) => `${side} ${name}`));
  for (const [key, one] of growing) if (one.side === side && !there.has(key)) growing.delete(key);
}

/** A file that was not the same for long enough: somebody may still write it. */
function isStillGrowing(
  growing: WatchedFeed['growing'],
  {
    side,
    file,
    day,
    settleMs,
    now,
  }: {
    readonly side: Side;
    readonly file: ComingFile;
    readonly day: number;
    readonly settleMs: number;
    readonly now: number;
  },
): boolean {
  if (file.isWhole) return false;
  const key = `${side} ${file.name}`;
  const first = growing.get(key);
  if (first?.seen === file.seen) return now - first.since < settleMs;
  growing.set(key, { seen: file.seen, since: now, side, day });
  return settleMs > 0;
}

interface TakenFrom {
  readonly side: Side;
  readonly file: ComingFile;
  readonly day: number | null;
  readonly open: OpenSource;
}

/** Null for a file that was taken before, under another name or by a process that died then. */
async function takeFile(
  deps: FeedDependencies,
  feed: Feed,
  { side, file, day: named, open }: TakenFrom,
): Promise<KnownArrival | null> {
  const received = await deps.sent.receive(bounded(open.read(file), file.name, deps.mostBytes));
  try {
    const day = named ?? dayOfArrival(feed, deps.localTime(file.changedAt));
    const { digest, size } = received;
    const thing = thingOf(feed, { side, digest, day: size === 0 ? day : named });
    if ((await deps.store.acts.of(feed, { kind: 'arrival', thing })).length > 0) return null;
    const sent = `${feed.id} ${side} ${formatDay(day)} ${digest.slice(0, 8)} ${file.name}`.slice(0, 256).toWellFormed();
    const of = { feed: feed.id, side, digest, name: file.name, seen: file.seen, size, day, sent };
    if (size > 0) {
      const keeping = { key: { tenant: feed.tenant, name: sent }, received, sentBy: callerOf(feed) };
      await keepReceived(deps, keeping);
    }
    // A day without a transaction may have a file without a byte: it has come, and nothing is to be read.
    const arrival = { ...of, thing, takenAt: deps.clock(), runId: size === 0 ? '' : null };
    return (await addTaken(deps.store.acts, feed, arrival)) ? arrival : null;
  } finally {
    await received.discard();
  }
}

async function* bounded(pieces: AsyncIterable<Uint8Array>, file: string, most: number): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const piece of pieces) {
    bytes += piece.length;
    if (bytes > most) throw new TieoutError('file_unreadable', `it has more than ${most} bytes.`, { file });
    yield piece;
  }
}

/** Who a feed's runs and files are of, for the audit. */
export const callerOf = ({ id }: Pick<Feed, 'id'>): string => `feed:${id}`;
