// Arrivals as they are stored: acts on a feed's file, which was taken, and for which a run was ordered. Each is added
// once, so that doing it twice changes nothing.

import type { Arrival, Feed } from '../../core/arrivals/feed.ts';
import type { Act } from '../../core/people/act.ts';
import type { Acts } from '../../ports/people/acts.ts';

const KIND = 'arrival';
const TAKEN = 'taken';
const ORDERED = 'ordered';

/** A file is one by its digest; where its name has a day, by both: days without a transaction have equal files. */
export const thingOf = ({ id }: Pick<Feed, 'id'>, { side, digest, day }: ArrivalKey): string =>
  [id, side, digest, ...(day === null ? [] : [day])].join(':');

interface ArrivalKey extends Pick<Arrival, 'side' | 'digest'> {
  /** Null: the name does not say it. */
  readonly day: number | null;
}

/** An arrival with the thing that it is stored as. */
export interface KnownArrival extends Arrival {
  readonly thing: string;
  /** The things that the run reads, of each of them: one that lacks its run is known by the others. */
  readonly together?: readonly string[];
}

/** The arrivals of a feed, the oldest first. */
export async function arrivalsOf(
  acts: Pick<Acts, 'last'>,
  scope: Pick<Feed, 'tenant' | 'partner'>,
): Promise<readonly KnownArrival[]> {
  const { tenant, partner } = scope;
  const last = await acts.last({ tenant, partner }, { kind: KIND, verbs: [TAKEN, ORDERED] });
  return last.map(arrivalOf).sort((a, b) => a.takenAt - b.takenAt);
}

/**
 * Files for which a run was ordered by a process that died before it noted all of them. They get their run: else they
 * would be ordered once more.
 */
export async function noteOrdered(
  acts: Pick<Acts, 'add'>,
  feed: Feed,
  arrivals: readonly KnownArrival[],
): Promise<readonly KnownArrival[]> {
  const runs = new Map(
    arrivals.flatMap(({ together = [], runId }) => together.map((thing) => [thing, runId!] as const)),
  );
  const noted: KnownArrival[] = [];
  for (const file of arrivals) {
    const runId = runs.get(file.thing);
    if (file.runId === null && runId !== undefined) {
      await acts.add(feed, actOf({ ...file, runId }, { version: 2, verb: ORDERED, at: file.takenAt }));
      noted.push({ ...file, runId });
    } else noted.push(file);
  }
  return noted;
}

/** The arrivals of all partners of a tenant, each with its partner; the last taken first. */
export async function arrivalsOfTenant(
  acts: Pick<Acts, 'ofTenant'>,
  tenant: string,
): Promise<readonly (KnownArrival & { readonly partner: string })[]> {
  const last = new Map<string, Act & { readonly partner: string }>();
  for (const act of await acts.ofTenant(tenant, KIND)) last.set(JSON.stringify([act.partner, act.thing]), act);
  return [...last.values()]
    .map((act) => ({ ...arrivalOf(act), partner: act.partner }))
    .sort((a, b) => b.takenAt - a.takenAt);
}

type Content = Omit<Arrival, 'takenAt'> & { readonly takenAt?: number };

const arrivalOf = ({ thing, at, content }: Act): KnownArrival => {
  const of = content as unknown as Content;
  return { ...of, takenAt: of.takenAt ?? at, thing };
};

/** Stores that a file was taken; false if it was taken before. */
export function addTaken(acts: Pick<Acts, 'add'>, feed: Feed, taken: KnownArrival): Promise<boolean> {
  return acts.add(feed, actOf(taken, { version: 1, verb: TAKEN, at: taken.takenAt }));
}

export async function addOrdered(
  acts: Pick<Acts, 'add'>,
  {
    feed,
    files,
    runId,
    at,
  }: {
    readonly feed: Feed;
    readonly files: readonly KnownArrival[];
    readonly runId: string;
    readonly at: number;
  },
): Promise<void> {
  const together = files.map(({ thing }) => thing);
  for (const file of files) {
    await acts.add(feed, actOf({ ...file, runId, together }, { version: 2, verb: ORDERED, at }));
  }
}

function actOf({ thing, ...arrival }: KnownArrival, what: Pick<Act, 'version' | 'verb' | 'at'>): Act {
  return { kind: KIND, thing, ...what, operation: arrival.runId ?? thing, by: null, content: { ...arrival } };
}

export const ofFeed = (arrivals: readonly KnownArrival[], { id }: Pick<Feed, 'id'>): readonly KnownArrival[] =>
  arrivals.filter(({ feed }) => feed === id);
