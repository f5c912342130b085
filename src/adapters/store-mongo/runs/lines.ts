// A line is work that is done in order: the runs of a session, or the work of a lane. Only its first open piece can be
// claimed. A worker that finds a later piece marks it as behind, so that no claim finds it again. When work ends, the
// next piece loses its mark. A process may die before that, so first pieces with a mark are searched from time to time.

import type { Document, Filter } from 'mongodb';
import { type SessionKey, sessionKeyOf } from '../../../core/records/session-key.ts';
import type { Collections } from '../documents.ts';
import type { WorkDocument } from '../session-documents.ts';
import { allWork } from './run-documents.ts';

/** The fields that say which line work is in. */
type InLine = Pick<WorkDocument, '_id' | 'lane'> & Partial<SessionKey>;

/** The projection of InLine. */
export const LINE = { lane: 1, tenant: 1, partner: 1, session: 1 } as const;

export interface Lines {
  /** The pieces that are first in their line, in the order given. The others get a mark. */
  firsts<Work extends InLine>(work: readonly Work[]): Promise<Work[]>;
  /** Removes the mark of the first piece of a line. */
  free(of: InLine | null): Promise<void>;
  /** Removes the marks of the first pieces of all lines. */
  freeAll(): Promise<void>;
}

interface Line {
  readonly of: Filter<WorkDocument>;
  readonly order: 'place' | 'turn';
  readonly hint: string;
}

export const sessionOf = ({ tenant, partner, session }: Partial<SessionKey>): SessionKey | null =>
  tenant === undefined || partner === undefined || session === undefined ? null : { tenant, partner, session };

export function workLines(collections: Pick<Collections, 'runs'>): Lines {
  const work = allWork(collections);

  /** Null if the work is in no line. */
  const lineOf = (one: InLine): Line | null => {
    const key = sessionOf(one);
    if (key !== null) {
      const of = { ...sessionKeyOf(key), open: true } as Filter<WorkDocument>;
      return { of, order: 'place', hint: 'open_of_session' };
    }
    // Finished work of a lane is removed, so all stored work is open.
    return one.lane === undefined ? null : { of: { lane: one.lane, open: true }, order: 'turn', hint: 'in_lane' };
  };
  const firstOf = async (one: InLine): Promise<Pick<WorkDocument, '_id' | 'behind'> | null> => {
    const line = lineOf(one);
    if (line === null) return null;
    const { of, order, hint } = line;
    return work.findOne(of, { sort: { [order]: 1 }, projection: { behind: 1 }, hint });
  };
  const unmark = async (ids: readonly string[]): Promise<void> => {
    if (ids.length > 0) await work.updateMany({ _id: { $in: [...ids] }, behind: true }, { $unset: { behind: '' } });
  };
  const free: Lines['free'] = async (of) => {
    const first = of && (await firstOf(of));
    if (first?.behind) await unmark([first._id]);
  };

  return {
    free,
    async firsts(given) {
      const asked = new Map<string, Promise<string | undefined>>();
      const isFirst = async (one: InLine): Promise<boolean> => {
        if (lineOf(one) === null) return true;
        const name = JSON.stringify([one.lane ?? sessionOf(one)]);
        if (!asked.has(name))
          asked.set(
            name,
            firstOf(one).then((first) => first?._id),
          );
        return (await asked.get(name)) === one._id;
      };
      const are = await Promise.all(given.map(isFirst));
      const behind = given.filter((_, i) => !are[i]);
      if (behind.length > 0) {
        await work.updateMany({ _id: { $in: behind.map(({ _id }) => _id) }, open: true }, { $set: { behind: true } });
        // The work ahead may have ended before the mark was written.
        const lines = new Map(behind.map((one) => [JSON.stringify([one.lane ?? sessionOf(one)]), one]));
        await Promise.all([...lines.values()].map(free));
      }
      return given.filter((_, i) => are[i]);
    },
    async freeAll() {
      const line = Object.fromEntries(Object.keys(LINE).map((field) => [field, `$${field}`]));
      const at = { $ifNull: ['$turn', '$place'] };
      const heads = await work
        .aggregate<{ readonly first: { readonly id: string } }>([
          { $match: { open: true, $or: [{ lane: { $exists: true } }, { session: { $exists: true } }] } },
          { $group: { _id: line, first: { $min: { at, id: '$_id', behind: '$behind' } } } },
          { $match: { 'first.behind': true } },
        ] satisfies Document[])
        .toArray();
      await unmark(heads.map(({ first }) => first.id));
    },
  };
}
