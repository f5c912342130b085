// Feeds and what came, as messages.

import type { ListArrivalsRequest } from '../../../gen/tieout/files/v1/arrivals_pb.ts';
import { type LocalTime, lateDays } from '../../core/arrivals/due.ts';
import type { Feed } from '../../core/arrivals/feed.ts';
import { formatDay } from '../../core/money/calendar.ts';
import { sentUrl } from '../../core/records/files/sent-file.ts';
import type { Store } from '../../ports/store.ts';
import { arrivalsOfTenant, type KnownArrival } from '../../workflows/arrivals/known-arrivals.ts';
import type { WatchedFeeds } from '../../workflows/arrivals/watch-feeds.ts';
import { instant, instantOrNone } from '../plain-values.ts';

export interface ArrivalsDependencies {
  readonly store: Pick<Store, 'acts'>;
  readonly feeds: readonly Feed[];
  /** What this process saw; null: it watches nothing. */
  readonly watched: () => Pick<WatchedFeeds, 'lastLook'> | null;
  /** Milliseconds since 1970, UTC. */
  readonly clock: () => number;
  readonly localTime: (at: number) => LocalTime;
}

export async function listArrivals(
  { store, feeds, watched, clock, localTime }: ArrivalsDependencies,
  { tenantId = '', partnerId, feedId, limit = 100 }: ListArrivalsRequest,
) {
  const isAsked = ({ partner, id }: Pick<Feed, 'partner' | 'id'>) =>
    (!partnerId || partner === partnerId) && (!feedId || id === feedId);
  const come = await arrivalsOfTenant(store.acts, tenantId);
  const asked = come.filter(({ partner, feed }) => isAsked({ partner, id: feed }));
  const now = localTime(clock());
  return {
    feeds: feeds
      .filter((feed) => feed.tenant === tenantId && isAsked(feed))
      .map((feed) => {
        const own = come.filter((one) => one.feed === feed.id && one.partner === feed.partner);
        const last = watched()?.lastLook(feed.id) ?? null;
        return {
          ...{ feedId: feed.id, partnerId: feed.partner, account: feed.account ?? undefined, run: feed.run },
          ...{
            since: formatDay(feed.since)!,
            expectedBy: feed.expectedBy === null ? undefined : timeOf(feed.expectedBy),
          },
          ...{ glFrom: feed.sides.gl?.from, bankFrom: feed.sides.bank?.from },
          ...{ lookedAt: instantOrNone(last?.at ?? null), troubles: [...(last?.troubles ?? [])] },
          late: lateDays(feed, own, now).map(({ side, day }) => ({ side, day: formatDay(day)! })),
        };
      }),
    items: asked.slice(0, limit).map(arrivalMessage),
  };
}

const timeOf = (minute: number): string =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;

function arrivalMessage(one: KnownArrival & { readonly partner: string }) {
  const { feed, partner, side, name, size, digest, day, sent, takenAt, runId } = one;
  return {
    ...{ feedId: feed, partnerId: partner, side, name, size: BigInt(size), digest, day: formatDay(day)! },
    url: size === 0 ? undefined : sentUrl(sent),
    takenAt: instant(takenAt),
    runId: runId || undefined,
  };
}
