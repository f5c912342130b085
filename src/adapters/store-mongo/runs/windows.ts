// Finished date windows of sessions in MongoDB.

import type { SessionKey } from '../../../core/records/documents/session.ts';
import type { Sessions } from '../../../ports/sessions.ts';
import { isDuplicate } from '../connection/failures.ts';
import type { Collections } from '../documents.ts';

type Windows = Pick<Sessions, 'addWindow' | 'windows' | 'withOpenWindows' | 'settleWindows'>;

const keyOf = ({ tenant, partner, session }: SessionKey): SessionKey => ({ tenant, partner, session });

export function windowOperations({ date_windows: windows }: Pick<Collections, 'date_windows'>): Windows {
  return {
    async addWindow(key, { start, end, branchId, saidAt }) {
      const of = { ...keyOf(key), start_day: start, end_day: end };
      const said = { $set: { branch_id: branchId, said_at: new Date(saidAt), open: true as const } };
      try {
        await windows.updateOne(of, said, { upsert: true });
      } catch (error) {
        // Somebody else has just said the same.
        if (!isDuplicate(error)) throw error;
        await windows.updateOne(of, said);
      }
    },
    async windows(key) {
      const found = await windows.find(keyOf(key), { sort: { start_day: 1, end_day: 1 } }).toArray();
      return found.map((one) => ({
        start: one.start_day,
        end: one.end_day,
        branchId: one.branch_id,
        saidAt: one.said_at.getTime(),
      }));
    },
    async withOpenWindows(limit) {
      const projection = { tenant: 1, partner: 1, session: 1 };
      const open = windows.find({ open: true }, { sort: { said_at: 1 }, projection });
      const keys = new Map<string, SessionKey>();
      for await (const { tenant, partner, session } of open) {
        keys.set(JSON.stringify([tenant, partner, session]), { tenant, partner, session });
        if (keys.size === limit) break;
      }
      return [...keys.values()];
    },
    async settleWindows(key, saidUntil) {
      await windows.updateMany({ ...keyOf(key), said_at: { $lte: new Date(saidUntil) } }, { $unset: { open: '' } });
    },
  };
}
