// Watches feeds: looks at each as often as it says, remembers what the last look found, and tells once of each trouble
// and of each file that is late: in the log, as a count for /metrics, on the bus.

import type { LocalTime } from '../../core/arrivals/due.ts';
import type { Feed } from '../../core/arrivals/feed.ts';
import { lateFileMessage } from '../../core/arrivals/late-file.ts';
import { loggable, TieoutError } from '../../core/errors.ts';
import { formatDay } from '../../core/money/calendar.ts';
import type { SourcesOfFeed } from '../../ports/coming/file-source.ts';
import type { Log } from '../../ports/log.ts';
import type { Outbox } from '../../ports/outbox.ts';
import { type Repeated, regularly } from '../upkeep/regularly.ts';
import { type FeedDependencies, type FeedLook, lookAtFeed } from './look-at-feed.ts';
import { newlyWatched, type WatchedFeed } from './take-side.ts';

interface LastLook {
  /** Milliseconds since 1970, UTC. */
  readonly at: number;
  readonly troubles: readonly string[];
  readonly late: FeedLook['late'];
}

export interface WatchedFeeds {
  /** What this process saw of a feed last; null: it did not look yet, or another process does. */
  lastLook(id: string): LastLook | null;
  /** Null while every file came and every source could be asked. */
  trouble(): string | null;
  /** Files taken since the process began, by feed. */
  taken(): ReadonlyMap<string, number>;
  /** Days whose file has not come, over the sides of a feed. */
  late(): ReadonlyMap<string, number>;
  stop(): Promise<void>;
}

export interface WatchDependencies extends FeedDependencies {
  readonly outbox: Pick<Outbox, 'add'>;
  readonly log: Log;
}

const TICK_MS = 1_000;
/** Feeds that are looked at together, each by itself: one that is held up keeps its own place only. */
const AT_ONCE = 16;

interface Watched extends WatchedFeed {
  dueAt: number;
  last: LastLook | null;
  taken: number;
  /** What was told in the log. */
  readonly told: Set<string>;
}

export function watchFeeds(
  deps: WatchDependencies,
  feeds: readonly { readonly feed: Feed; readonly sources: SourcesOfFeed }[],
): WatchedFeeds {
  const all: readonly Watched[] = feeds.map((one) => ({
    ...newlyWatched(one),
    ...{ dueAt: 0, last: null, taken: 0, told: new Set<string>() },
  }));
  const looking = new Map<Watched, Promise<void>>();
  let isStopped = false;
  const lookAt = async (one: Watched): Promise<void> => {
    try {
      const look = await lookAtFeed(deps, one);
      if (look === null) return;
      if (look.isGrowing) one.dueAt = Math.min(one.dueAt, deps.clock() + one.feed.settleMs);
      one.taken += look.taken.length;
      one.last = { at: deps.clock(), troubles: look.troubles, late: look.late };
      await tell(deps, one, look);
    } catch (error) {
      const isKnown = error instanceof TieoutError && error.code !== 'internal';
      one.last = { at: deps.clock(), troubles: [isKnown ? error.sentence : WENT_WRONG], late: one.last?.late ?? [] };
      deps.log.error({ err: loggable(error), feed: one.feed.id }, WENT_WRONG);
    }
  };
  const tick = async (): Promise<void> => {
    for (const one of all) {
      const now = deps.clock();
      const isHeldUp = looking.has(one) || one.work !== null;
      if (isStopped || isHeldUp || now < one.dueAt || !isWithin(one.feed, deps.localTime(now))) continue;
      if (looking.size >= AT_ONCE) return;
      one.dueAt = now + one.feed.lookEveryMs;
      looking.set(
        one,
        lookAt(one).finally(() => looking.delete(one)),
      );
    }
  };
  const repeated: Repeated = regularly(tick, { everyMs: TICK_MS, atOnce: true });
  return {
    lastLook: (id) => all.find(({ feed }) => feed.id === id)?.last ?? null,
    trouble: () => troubleOf(all),
    late: () => new Map(all.map(({ feed, last }) => [feed.id, last?.late.length ?? 0])),
    taken: () => new Map(all.map(({ feed, taken }) => [feed.id, taken])),
    async stop() {
      isStopped = true;
      await repeated.stop();
      await Promise.all(looking.values());
    },
  };
}

const WENT_WRONG = 'A feed could not be looked at; it is looked at again.';

const isWithin = ({ between: [from, to] }: Feed, { minute }: LocalTime): boolean => minute >= from && minute <= to;

async function tell(deps: WatchDependencies, { feed, told }: Watched, look: FeedLook): Promise<void> {
  const of = { feed: feed.id, tenant: feed.tenant, partner: feed.partner };
  for (const { name, side, size, day } of look.taken) {
    deps.log.info({ ...of, side, file: name, bytes: size, day: formatDay(day) }, 'A file of a feed was taken.');
  }
  for (const runId of look.ordered) deps.log.info({ ...of, run_id: runId }, 'A run was ordered for files of a feed.');
  const now = new Set([...look.troubles, ...look.late.map(({ side, day }) => `${side} ${day}`)]);
  for (const one of told) if (!now.has(one)) told.delete(one);
  for (const trouble of look.troubles) {
    if (!told.has(trouble)) deps.log.error({ ...of, reason: trouble }, 'A feed cannot go on; it is tried again.');
    told.add(trouble);
  }
  for (const { side, day } of look.late) {
    const key = `${side} ${day}`;
    if (told.has(key)) continue;
    await deps.outbox.add([lateFileMessage(feed, { side, day, noticedAt: new Date(deps.clock()).toISOString() })]);
    deps.log.error({ ...of, side, day: formatDay(day) }, 'The file of a day has not come.');
    told.add(key);
  }
}

/** Most feeds that are named. */
const MOST_NAMED = 5;

function troubleOf(all: readonly Watched[]): string | null {
  const wrong = all.filter(({ last }) => last !== null && (last.troubles.length > 0 || last.late.length > 0));
  if (wrong.length === 0) return null;
  const named = wrong.slice(0, MOST_NAMED).map(({ feed }) => feed.id);
  return `Feeds with files that are late or sources that cannot be used: ${named.join(', ')}${wrong.length > MOST_NAMED ? ' and others' : ''}.`;
}
