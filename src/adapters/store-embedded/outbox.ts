// The outbox in SQLite: one row a message. What is due and what was delivered each have a partial index, so that neither
// looking for work nor pruning reads past the other.

import { type OutboxTopic, type Publication, pauseAfterRefusals } from '../../core/records/outbox.ts';
import type { DueMessage, Outbox } from '../../ports/outbox.ts';
import type { Database } from './sqlite.ts';
import type { Synchronous } from './synchronous.ts';

type Row = {
  id: number;
  operation_id: string;
  part: number;
  topic: string;
  payload: Uint8Array;
  n: number;
  not_before: number;
};

/** Where a page begins, and the moment up to which its first one looked. */
interface Place {
  readonly upTo: number;
  readonly notBefore: number;
  readonly id: number;
}

const DUE = `select id, operation_id, part, topic, payload, n, not_before from outbox
  where due = 1 and not_before <= ? and (not_before, id) > (?, ?) order by not_before, id limit ?`;

export function outboxOperations(db: Database): Synchronous<Outbox> {
  return {
    add(messages) {
      const insert = db.statement(
        `insert into outbox (operation_id, part, topic, payload, not_before) values (?, ?, ?, ?, ?)
           on conflict (operation_id, part) do nothing`,
      );
      db.transaction(() => {
        const now = Date.now();
        for (const { operationId, part, topic, payload } of messages)
          insert.run(operationId, part, topic, payload, now);
      });
    },
    due({ limit, after }) {
      const { upTo, notBefore, id } =
        after === null ? { upTo: Date.now(), notBefore: -1, id: 0 } : (JSON.parse(after) as Place);
      const rows = db.all<Row>(DUE, upTo, notBefore, id, limit);
      const last = rows.at(-1);
      const next: Place | null =
        last === undefined || rows.length < limit ? null : { upTo, notBefore: last.not_before, id: last.id };
      return { messages: rows.map(toMessage), next: next && JSON.stringify(next) };
    },
    delivered: (publications) =>
      db.transaction(() => {
        const mark = db.statement(
          `update outbox set due = 0, delivered_at = ?, refusals = 0, refusal = null
             where operation_id = ? and part = ? and n = ?`,
        );
        const now = Date.now();
        for (const { operationId, part, n } of publications) mark.run(now, operationId, part, n);
      }),
    refused: (publication, reason) =>
      db.transaction(() => {
        const row = db.get<{ id: number; refusals: number }>(
          'select id, refusals from outbox where operation_id = ? and part = ? and n = ? and due = 1',
          ...keyOf(publication),
        );
        if (row === null) return;
        const refusals = row.refusals + 1;
        const notBefore = Date.now() + pauseAfterRefusals(refusals);
        db.run(
          'update outbox set refusals = ?, refusal = ?, not_before = ? where id = ?',
          refusals,
          reason,
          notBefore,
          row.id,
        );
      }),
    replay: (since) =>
      db.run(
        'update outbox set due = 1, n = n + 1, not_before = ? where due = 0 and delivered_at >= ?',
        Date.now(),
        since,
      ),
    prune: (olderThanMs) => db.run('delete from outbox where due = 0 and delivered_at < ?', Date.now() - olderThanMs),
    counts: () =>
      db.get<{ waiting: number; kept: number }>(
        `select (select count(*) from outbox where due = 1) as waiting,
           (select count(*) from outbox where due = 0) as kept`,
      )!,
  };
}

const keyOf = ({ operationId, part, n }: Publication) => [operationId, part, n] as const;

const toMessage = ({ operation_id, part, topic, payload, n }: Row): DueMessage => ({
  operationId: operation_id,
  part,
  topic: topic as OutboxTopic,
  payload,
  n,
});
