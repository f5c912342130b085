// The outbox in SQLite: one row for each message. Due and delivered messages have a partial index each, so that relaying
// reads no delivered ones and pruning no due ones.

import { MAX_OUTBOX_PAGE_BYTES } from '../../../core/limits.ts';
import {
  noMessages,
  type OutboxDestination,
  type OutboxTopic,
  pauseAfterRefusals,
} from '../../../core/records/documents/outbox.ts';
import type { DueMessage, Outbox } from '../../../ports/outbox.ts';
import type { Database } from '../connection/sqlite.ts';
import type { Synchronous } from '../connection/synchronous.ts';

type Row = {
  id: number;
  operation_id: string;
  part: number;
  topic: string;
  destination: string;
  order_key: string | null;
  payload: Uint8Array;
  n: number;
  not_before: number;
};

/** The place behind which a page begins. */
interface Place {
  readonly notBefore: number;
  readonly id: number;
}

const DUE = `select outbox.id, operation_id, part, topic, destination, order_key, payload, n, not_before
  from outbox join outbox_payload on outbox_payload.id = outbox.id
  where due = 1 and destination = ? and not_before <= ? and (not_before, outbox.id) > (?, ?)
    and (order_key is null or not exists (select 1 from outbox as before
      where before.due = 1 and before.destination = outbox.destination and before.order_key = outbox.order_key
        and before.id < outbox.id))
  order by not_before, outbox.id limit ?`;

export function outboxOperations(db: Database): Synchronous<Outbox> {
  return {
    add(messages) {
      const insert = db.statement(
        `insert into outbox (operation_id, part, topic, destination, order_key, not_before) values (?, ?, ?, ?, ?, ?)
           on conflict (operation_id, part) do nothing`,
      );
      const keep = db.statement('insert into outbox_payload (id, payload) values (?, ?)');
      db.transaction(() => {
        const now = db.now();
        for (const { operationId, part, topic, payload, destination = 'bus', orderKey = null } of messages) {
          const { changes, lastInsertRowid } = insert.run(operationId, part, topic, destination, orderKey, now);
          if (changes !== 0) keep.run(lastInsertRowid, payload);
        }
      });
    },
    due({ destination, limit, after }) {
      const { notBefore, id }: Place = after === null ? { notBefore: -1, id: 0 } : JSON.parse(after);
      const rows: Row[] = [];
      let bytes = 0;
      for (const row of db.statement(DUE).iterate(destination, db.now(), notBefore, id, limit) as Iterable<Row>) {
        bytes += row.payload.length;
        if (bytes > MAX_OUTBOX_PAGE_BYTES && rows.length > 0) break;
        rows.push(row);
      }
      const last = rows.at(-1);
      const next: Place | null = last === undefined ? null : { notBefore: last.not_before, id: last.id };
      return { messages: toMessages(rows), next: next && JSON.stringify(next) };
    },
    // If a mark is lost, the message is published again under its known id. So nothing waits for the disk.
    delivered: (messages) =>
      db.hasty(() => {
        const mark = db.statement(
          'update outbox set due = 0, delivered_at = ?, refusals = 0, refusal = null where id = ? and n = ?',
        );
        const now = Date.now();
        for (const { place, n } of messages) mark.run(now, Number(place), n);
      }),
    refused: ({ place, n }, reason) =>
      db.transaction(() => {
        const guard = [Number(place), n] as const;
        const row = db.get<{ refusals: number }>(
          'select refusals from outbox where id = ? and n = ? and due = 1',
          ...guard,
        );
        if (row === null) return;
        const refusals = row.refusals + 1;
        db.run(
          'update outbox set refusals = ?, refusal = ?, not_before = ? where id = ? and n = ?',
          refusals,
          reason,
          db.now() + pauseAfterRefusals(refusals),
          ...guard,
        );
      }),
    again: (operationId) =>
      db.transaction(() => {
        db.run(
          'update outbox set due = 1, n = n + 1, not_before = ? where operation_id = ? and due = 0',
          db.now(),
          operationId,
        );
        return db.get<{ id: number }>('select id from outbox where operation_id = ? limit 1', operationId) !== null;
      }),
    replay: (since) =>
      db.run(
        "update outbox set due = 1, n = n + 1, not_before = ? where due = 0 and delivered_at >= ? and destination = 'bus'",
        db.now(),
        since,
      ),
    prune: (olderThanMs) =>
      db.transaction(() => {
        const before = Date.now() - olderThanMs;
        db.run(
          'delete from outbox_payload where id in (select id from outbox where due = 0 and delivered_at < ?)',
          before,
        );
        return db.run('delete from outbox where due = 0 and delivered_at < ?', before);
      }),
    counts: () =>
      db.get<{ waiting: number; kept: number }>(
        `select (select count(*) from outbox where due = 1) as waiting,
           (select count(*) from outbox where due = 0) as kept`,
      )!,
    waiting() {
      const counts = noMessages();
      const counted = 'select destination, count(*) as n from outbox where due = 1 group by destination';
      for (const { destination, n } of db.all<{ destination: OutboxDestination; n: number }>(counted)) {
        counts[destination] = n;
      }
      return counts;
    },
  };
}

/** All payloads share one buffer, which crosses to the caller as a whole. */
function toMessages(rows: readonly Row[]): DueMessage[] {
  const all = new Uint8Array(rows.reduce((sum, { payload }) => sum + payload.length, 0));
  let at = 0;
  return rows.map(({ id, operation_id, part, topic, destination, order_key, payload, n }) => {
    all.set(payload, at);
    const own = all.subarray(at, (at += payload.length));
    const message = {
      place: String(id),
      operationId: operation_id,
      part,
      topic: topic as OutboxTopic,
      payload: own,
      n,
    };
    if (destination === 'bus' && order_key === null) return message;
    const ordered = order_key === null ? message : { ...message, orderKey: order_key };
    return destination === 'bus' ? ordered : { ...ordered, destination: destination as OutboxDestination };
  });
}
