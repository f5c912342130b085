// Finished date windows of sessions in MongoDB.

import type { Filter } from 'mongodb';
import { type SessionKey, sessionKeyOf } from '../../../core/records/session-key.ts';
import type { Sessions } from '../../../ports/sessions.ts';
import { upserted } from '../connection/inserting.ts';
import type { Collections } from '../documents.ts';
import type { WindowDocument } from '../session-documents.ts';

type Windows = Pick<Sessions, 'addWindow' | 'windows' | 'withOpenWindows' | 'settleWindows' | 'dropWindows'>;

/** The index is named, because the server would find it only by trying. */
const OPEN = { hint: 'open_of_session' } as const;

export function windowOperations({ date_windows: windows }: Pick<Collections, 'date_windows'>): Windows {
  return {
    async addWindow(key, { start, end, branchId, saidAt }) {
      const of = { ...sessionKeyOf(key), start_day: start, end_day: end };
      const said = { $set: { branch_id: branchId, said_at: new Date(saidAt), open: true as const } };
      await upserted(() => windows.updateOne(of, said, { upsert: true }));
    },
    async windows(key) {
      const found = await windows.find(sessionKeyOf(key), { sort: { start_day: 1, end_day: 1 } }).toArray();
      return found.map((one) => ({
        start: one.start_day,
        end: one.end_day,
        branchId: one.branch_id,
        saidAt: one.said_at.getTime(),
      }));
    },
    async withOpenWindows({ after, limit }) {
      const projection = { _id: 0, tenant: 1, partner: 1, session: 1 };
      const of = after === null ? { open: true as const } : { open: true as const, ...beyond(JSON.parse(after)) };
      const open = windows.find(of, { sort: { tenant: 1, partner: 1, session: 1 }, projection, ...OPEN });
      const keys = new Map<string, SessionKey>();
      for await (const { tenant, partner, session } of open) {
        keys.set(JSON.stringify([tenant, partner, session]), { tenant, partner, session });
        if (keys.size === limit) break;
      }
      return { sessions: [...keys.values()], next: keys.size < limit ? null : [...keys.keys()].at(-1)! };
    },
    async dropWindows(notSaidSince) {
      const before = new Date(notSaidSince);
      const session = { tenant: '$tenant', partner: '$partner', session: '$session' };
      const old = windows.aggregate<{ readonly _id: SessionKey }>(
        [
          { $match: { open: true } },
          { $group: { _id: session, last: { $max: '$said_at' } } },
          { $match: { last: { $lt: before } } },
        ],
        OPEN,
      );
      let dropped = 0;
      for await (const { _id } of old) {
        // A window that is sent meanwhile stays.
        const { deletedCount } = await windows.deleteMany({
          ...sessionKeyOf(_id),
          open: true,
          said_at: { $lt: before },
        });
        if (deletedCount > 0) dropped++;
      }
      return dropped;
    },
    async settleWindows(key, saidUntil) {
      await windows.updateMany(
        { ...sessionKeyOf(key), said_at: { $lte: new Date(saidUntil) } },
        { $unset: { open: '' } },
      );
    },
  };
}

/** Sessions after this one, in the order of their keys. */
const beyond = ([tenant, partner, session]: readonly [string, string, string]): Filter<WindowDocument> => ({
  $or: [
    { tenant: { $gt: tenant } },
    { tenant, partner: { $gt: partner } },
    { tenant, partner, session: { $gt: session } },
  ],
});
