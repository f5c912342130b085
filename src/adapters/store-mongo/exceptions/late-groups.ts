// Late groups in MongoDB, one document for each, with its content as one text. No write spans two documents: a group is
// proposed, each of its rows is claimed if it is open, and the group is confirmed when all of its rows name it. The next
// holder of the row lease settles a group that was interrupted in between.

import type { Filter } from 'mongodb';
import { type LateGroup, lateRows, lateSessions } from '../../../core/records/late/late-groups.ts';
import { chunksOf } from '../../../core/records/rows/chunks.ts';
import { SIDES } from '../../../core/records/rows/columns.ts';
import type { PartnerScope } from '../../../core/records/session-key.ts';
import type { Days } from '../../../ports/engine.ts';
import type { LateGroups, Settled } from '../../../ports/late-groups.ts';
import type { Counters } from '../connection/counters.ts';
import { inOrder } from '../connection/in-order.ts';
import { insertMissing } from '../connection/inserting.ts';
import type { LongTexts } from '../connection/long-texts.ts';
import type { Collections } from '../documents.ts';
import type { LateGroupDocument } from '../row-documents.ts';
import { requireLatest } from '../runs/leases.ts';

/** Groups whose rows are claimed and confirmed together. */
const GROUPS = 500;
/** Rows of one update. The server searches a list of so many for each row. */
const CLAIMED_AT_ONCE = 256;
/** Requests in flight. */
const AT_ONCE = 2;
/** Rows of one query. */
const LOOKED_UP = 4_096;

type Unsettled = Pick<LateGroupDocument, '_id' | 'state' | 'record_ids'>;

const bytes = (id: string): Uint8Array => Buffer.from(id, 'hex');
const hex = (id: Uint8Array): string => Buffer.from(id).toString('hex');

export function lateGroupOperations(
  collections: Collections,
  { counters, texts }: { readonly counters: Counters; readonly texts: LongTexts },
): LateGroups {
  const { late_groups: lateGroups, open_items: openItems } = collections;

  const read = async (documents: readonly LateGroupDocument[]): Promise<LateGroup[]> =>
    Promise.all(documents.map(async (document) => JSON.parse(await texts.read(document, document.content))));

  /** The named groups, in the order in which they were proposed. */
  const someOf = async ({ tenant, partner }: PartnerScope, ids: readonly string[]): Promise<LateGroupDocument[]> => {
    const found: LateGroupDocument[] = [];
    for (const some of chunksOf(ids.map(bytes), GROUPS)) {
      found.push(...(await lateGroups.find({ tenant, partner, _id: { $in: some } }).toArray()));
    }
    return found.sort((a, b) => a.seq - b.seq);
  };

  const confirmed = async (which: Filter<LateGroupDocument>): Promise<LateGroup[]> =>
    read(await lateGroups.find({ ...which, state: 'confirmed' }, { sort: { seq: 1 } }).toArray());

  /** Claimed items that are booked on these days. */
  const claimedWithin = (
    { tenant, partner }: PartnerScope,
    { fromDay, toDay }: Days,
    projection: Partial<Record<'uid' | 'claimed_by', 1>>,
  ) => {
    const booked = {
      side: { $in: [...SIDES] },
      state: 'claimed',
      booking_day: { $gte: fromDay, $lte: toDay },
    } as const;
    return openItems.find({ tenant, partner, ...booked }, { projection }).toArray();
  };

  /** Frees the rows of the groups; answers their record ids. */
  const release = async ({ tenant, partner }: PartnerScope, groups: readonly Unsettled[]): Promise<string[]> => {
    const held = {
      tenant,
      partner,
      _id: { $in: groups.flatMap(({ record_ids }) => [...record_ids]) },
      claimed_by: { $in: groups.map(({ _id }) => _id) },
    };
    const found = await openItems.find(held, { projection: { _id: 1 } }).toArray();
    await openItems.updateMany(held, { $set: { state: 'open' }, $unset: { claimed_by: '' } });
    return found.map(({ _id }) => hex(_id));
  };

  /** Claims the rows of proposed groups; answers the groups that hold all of their rows. */
  const claim = async ({ tenant, partner }: PartnerScope, groups: readonly Unsettled[]): Promise<Set<string>> => {
    // If two groups want one row, the first one gets it.
    const wanted = new Map(
      groups.toReversed().flatMap(({ _id, record_ids }) => record_ids.map((id) => [hex(id), { id, by: _id }] as const)),
    );
    await inOrder(chunksOf([...wanted.values()], CLAIMED_AT_ONCE), { atOnce: AT_ONCE }, async (some) => {
      const ids = some.map(({ id }) => id);
      const place = { $indexOfArray: [{ $literal: ids }, '$_id'] };
      const owner = { $arrayElemAt: [{ $literal: some.map(({ by }) => by) }, place] };
      await openItems.updateMany({ tenant, partner, _id: { $in: ids }, state: 'open' }, [
        { $set: { state: 'claimed', claimed_by: owner } },
      ]);
    });
    const claimed = await openItems
      .find(
        { tenant, partner, _id: { $in: groups.flatMap(({ record_ids }) => [...record_ids]) }, state: 'claimed' },
        { projection: { claimed_by: 1 } },
      )
      .toArray();
    const counts = new Map<string, number>();
    for (const { claimed_by } of claimed) {
      if (claimed_by !== undefined) counts.set(hex(claimed_by), (counts.get(hex(claimed_by)) ?? 0) + 1);
    }
    return new Set(
      groups.filter(({ _id, record_ids }) => counts.get(hex(_id)) === record_ids.length).map(({ _id }) => hex(_id)),
    );
  };

  const note = async (
    { tenant, partner }: PartnerScope,
    groups: readonly Unsettled[],
    change: Partial<Pick<LateGroupDocument, 'state' | 'settled_at' | 'void_reason'>>,
  ): Promise<void> => {
    if (groups.length === 0) return;
    await lateGroups.updateMany({ tenant, partner, _id: { $in: groups.map(({ _id }) => _id) } }, { $set: change });
  };

  return {
    async propose({ tenant, partner }, { groups, under }) {
      await requireLatest(collections, under);
      if (groups.length === 0) return 0;
      const { first } = await counters.ofPartner({ tenant, partner }, groups.length);
      let added = 0;
      for (let from = 0; from < groups.length; from += GROUPS) {
        const some = groups.slice(from, from + GROUPS);
        const documents = await Promise.all(
          some.map(
            async (group, i): Promise<LateGroupDocument> => ({
              _id: bytes(group.groupId),
              tenant,
              partner,
              seq: first + from + i,
              sessions: lateSessions(group),
              operation: group.operation,
              state: 'proposed',
              record_ids: lateRows(group).map(({ recordId }) => bytes(recordId)),
              content: await texts.keep(
                { tenant, partner, owner: `late group ${group.groupId}` },
                JSON.stringify(group),
              ),
              settled_at: null,
              void_reason: null,
            }),
          ),
        );
        added += documents.length - (await insertMissing(lateGroups, documents)).length;
      }
      return added;
    },

    async settle(scope, { at, most = Number.POSITIVE_INFINITY, under }) {
      const { tenant, partner } = scope;
      const settled: { confirmed: string[]; refused: string[] } = { confirmed: [], refused: [] };
      for (;;) {
        await requireLatest(collections, under);
        const groups = await lateGroups
          .find(
            { tenant, partner, state: { $in: ['proposed', 'voiding'] } },
            { sort: { seq: 1 }, limit: GROUPS, projection: { _id: 1, state: 1, record_ids: 1 } },
          )
          .toArray();
        const isEnough = settled.confirmed.length + settled.refused.length >= most;
        if (groups.length === 0 || isEnough) return settled satisfies Settled;
        const proposed = groups.filter(({ state }) => state === 'proposed');
        const complete = proposed.length === 0 ? new Set<string>() : await claim(scope, proposed);
        const whole = groups.filter(({ _id }) => complete.has(hex(_id)));
        const others = groups.filter(({ _id }) => !complete.has(hex(_id)));
        const when = new Date(at);
        await note(scope, whole, { state: 'confirmed', settled_at: when });
        if (others.length > 0) await release(scope, others);
        await note(scope, others, { state: 'void', settled_at: when });
        settled.confirmed.push(...whole.map(({ _id }) => hex(_id)));
        settled.refused.push(...others.flatMap(({ _id, state }) => (state === 'proposed' ? [hex(_id)] : [])));
      }
    },

    async void(scope, { groupIds, reason, at, under }) {
      await requireLatest(collections, under);
      const { tenant, partner } = scope;
      const groups = await lateGroups
        .find({ tenant, partner, _id: { $in: groupIds.map(bytes) }, state: 'confirmed' })
        .toArray();
      if (groups.length === 0) return [];
      await note(scope, groups, { state: 'voiding', void_reason: reason });
      const freed = await release(scope, groups);
      await note(scope, groups, { state: 'void', settled_at: new Date(at) });
      return freed.sort();
    },

    ofSession: ({ tenant, partner, session }) => confirmed({ tenant, partner, sessions: session }),

    async idsOfSession({ tenant, partner, session }) {
      const found = await lateGroups
        .find({ tenant, partner, sessions: session, state: 'confirmed' }, { sort: { seq: 1 }, projection: { _id: 1 } })
        .toArray();
      return found.map(({ _id }) => hex(_id));
    },

    async heldUids(scope, days) {
      const claimed = await claimedWithin(scope, days, { uid: 1 });
      return [...new Set(claimed.flatMap(({ uid }) => (uid == null ? [] : [hex(uid)])))];
    },

    async bookedWithin(scope, days) {
      const claimed = await claimedWithin(scope, days, { claimed_by: 1 });
      const ids = new Set(claimed.flatMap(({ claimed_by }) => (claimed_by === undefined ? [] : [hex(claimed_by)])));
      return read((await someOf(scope, [...ids])).filter(({ state }) => state === 'confirmed'));
    },

    async named(scope, groupIds) {
      return read(await someOf(scope, groupIds));
    },

    async holding(scope, recordIds) {
      const { tenant, partner } = scope;
      const holders = new Set<string>();
      await inOrder(chunksOf(recordIds, LOOKED_UP), { atOnce: AT_ONCE }, async (some) => {
        const held = { tenant, partner, _id: { $in: some.map(bytes) }, state: 'claimed' } as const;
        const found = await openItems.find(held, { projection: { _id: 0, claimed_by: 1 } }).toArray();
        for (const { claimed_by } of found) if (claimed_by !== undefined) holders.add(hex(claimed_by));
      });
      const groups = await someOf(scope, [...holders]);
      return read(groups.filter(({ state }) => state === 'confirmed'));
    },

    ofOperation: ({ tenant, partner }, operation) => confirmed({ tenant, partner, operation }),
  };
}
