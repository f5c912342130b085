// Takes the files of one side of a feed that are there, whole and new: each is received, kept as a sent file of the
// tenant, noted, and put away. Rows that are asked for by day are asked for again until they stay the same.

import { dayOfArrival, daysToAsk, type LocalTime } from '../../core/arrivals/due.ts';
import { callerOf, type Feed } from '../../core/arrivals/feed.ts';
import { matchName } from '../../core/arrivals/name-pattern.ts';
import { TieoutError } from '../../core/errors.ts';
import { formatDay } from '../../core/money/calendar.ts';
import type { Side } from '../../core/records/rows/columns.ts';
import type { ComingFile, OpenSource, SourcesOfFeed } from '../../ports/coming/file-source.ts';
import type { Store } from '../../ports/store.ts';
import { keepReceived, type SentFileDependencies } from '../files/keep-sent-file.ts';
import type { HeldLease } from '../upkeep/hold.ts';
import { addTaken, type KnownArrival, thingOf } from './known-arrivals.ts';

export interface TakingDependencies extends Omit<SentFileDependencies, 'store'> {
  readonly store: SentFileDependencies['store'] & Pick<Store, 'acts'>;
  readonly localTime: (at: number) => LocalTime;
  /** Most bytes of one file. */
  readonly mostBytes: number;
}

interface GrowingFile {
  readonly seen: string;
  readonly since: number;
  readonly side: Side;
  readonly day: number;
}

/** A feed with what this process alone knows of it; a new process waits, reads or asks once more. */
export interface WatchedFeed {
  readonly feed: Feed;
  readonly sources: SourcesOfFeed;
  /** Files by side and name as they were first seen. */
  readonly growing: Map<string, GrowingFile>;
  /** Files that had been taken before, under another name: they are not read again. */
  readonly passed: Set<string>;
  /** The times at which rows of a side and day were asked for last. */
  readonly asked: Map<string, number>;
  /** The look that was begun last; it may be held up longer than it is waited for. */
  work: Promise<void> | null;
  /** Called whenever a look gets on. */
  goesOn: () => void;
}

export const newlyWatched = (one: Pick<WatchedFeed, 'feed' | 'sources'>): WatchedFeed => ({
  ...{ ...one, growing: new Map(), passed: new Set(), asked: new Map(), work: null },
  goesOn: () => undefined,
});

interface Taking {
  readonly side: Side;
  readonly before: readonly KnownArrival[];
  readonly hold: HeldLease;
  readonly attempt: (work: () => Promise<void>) => Promise<void>;
}

export async function takeSide(
  deps: TakingDependencies,
  watched: WatchedFeed,
  { side, before, hold, attempt }: Taking,
): Promise<readonly KnownArrival[]> {
  const { feed, sources, growing, passed, goesOn } = watched;
  const [ofSide, source] = [feed.sides[side], sources[side]];
  if (ofSide === undefined || source === undefined) return [];
  const taken: KnownArrival[] = [];
  const open = await source.open();
  try {
    const known = before.filter((one) => one.side === side);
    goesOn();
    const there = await open.list(daysWanted(deps, watched, { side, known }));
    goesOn();
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
      // What is asked for by day shows nothing until it is read.
      const isAsked = file.day !== null;
      const isKnown =
        !isAsked && (passed.has(shown) || known.some(({ name, seen }) => name === file.name && seen === file.seen));
      const of = { side, file, day: day ?? dayOfArrival(feed, deps.localTime(file.changedAt)) };
      const since = { settleMs: feed.settleMs, now: deps.clock() };
      if (!isKnown && isStillGrowing(growing, { ...of, ...since })) continue;
      hold.check();
      await attempt(async () => {
        if (!isKnown) {
          const one = await takeFile(deps, watched, { side, file, day, open });
          if (isAsked) watched.asked.set(`${side} ${file.day}`, deps.clock());
          else if (one === null) passed.add(shown);
          if (one !== null) taken.push(one);
        }
        await open.putAway(file);
        goesOn();
        growing.delete(`${side} ${file.name}`);
      });
    }
  } finally {
    await open.close().catch(() => undefined);
  }
  return taken;
}

function daysWanted(
  deps: TakingDependencies,
  { feed, asked }: WatchedFeed,
  { side, known }: { readonly side: Side; readonly known: readonly KnownArrival[] },
): readonly number[] {
  const now = deps.clock();
  return daysToAsk(feed, known, {
    ...{ side, now, today: deps.localTime(now).day },
    askedAt: (day) => asked.get(`${side} ${day}`) ?? 0,
  });
}

function forgetGone(growing: WatchedFeed['growing'], side: Side, names: readonly string[]): void {
  const there = new Set(names.map((name) => `${side} ${name}`));
  for (const [key, one] of growing) if (one.side === side && !there.has(key)) growing.delete(key);
}

interface Seen extends Pick<GrowingFile, 'side' | 'day'> {
  readonly file: ComingFile;
  readonly settleMs: number;
  readonly now: number;
}

/** A file that was not the same for long enough: somebody may still write it. */
function isStillGrowing(growing: WatchedFeed['growing'], { side, file, day, settleMs, now }: Seen): boolean {
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
  deps: TakingDependencies,
  { feed, goesOn }: WatchedFeed,
  { side, file, day: named, open }: TakenFrom,
): Promise<KnownArrival | null> {
  const pieces = bounded(open.read(file), { file: file.name, most: deps.mostBytes, goesOn });
  const received = await deps.sent.receive(pieces);
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

async function* bounded(
  pieces: AsyncIterable<Uint8Array>,
  { file, most, goesOn }: Pick<WatchedFeed, 'goesOn'> & { readonly file: string; readonly most: number },
): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const piece of pieces) {
    bytes += piece.length;
    goesOn();
    if (bytes > most) throw new TieoutError('file_unreadable', `it has more than ${most} bytes.`, { file });
    yield piece;
  }
}
