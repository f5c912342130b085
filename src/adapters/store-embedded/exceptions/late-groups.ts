// Late groups in SQLite: one row each with its content as JSON, and one for each session that it has rows of. Claiming
// and confirming are one transaction here; a group stays proposed only where who proposed it was stopped before that.

import { lateRows } from '../../../core/records/late/late-groups.ts';
import { DIGEST_ID_BYTES, digestBytesAt, digestIdAt } from '../../../core/records/rows/digest-ids.ts';
import type { LateGroupTexts } from '../connection/late-group-texts.ts';
import type { Database, SqlRow } from '../connection/sqlite.ts';
import type { Synchronous } from '../connection/synchronous.ts';
import { type Keys, scopeLabel } from '../keys.ts';
import { requireLatest } from '../runs/leases.ts';

const [PROPOSED, CONFIRMED, VOID] = [0, 1, 2];
const [OPEN, CLAIMED] = [0, 1];

/** As SQLite's limit. */
const ALL = -1;

interface GroupRow extends SqlRow {
  id: number;
  content: string;
  /** The ids of its rows, 16 bytes each; null in groups of former versions. */
  record_ids: Uint8Array | null;
}

/** Groups whose rows are claimed and freed. */
type Claimable = Pick<GroupRow, 'content' | 'record_ids'> & { readonly group_id: Uint8Array };

const bytes = (id: string): Buffer => Buffer.from(id, 'hex');
const contentOf = ({ content }: Pick<GroupRow, 'content'>): string => content;
const rowsOf = ({ record_ids: ids, content }: Claimable): readonly Uint8Array[] =>
  ids === null
    ? lateRows(JSON.parse(content)).map(({ recordId }) => bytes(recordId))
    : Array.from({ length: ids.length / DIGEST_ID_BYTES }, (_, i) => digestBytesAt(ids, i));

export function lateGroupOperations(db: Database, keys: Keys): Synchronous<LateGroupTexts> {
  /** Claims the group's rows that are open; false when one of them is not to be had. */
  const claim = (group: Claimable): boolean =>
    rowsOf(group).every(
      (recordId) =>
        db.run(
          `update open_item set state = ${CLAIMED}, claimed_by = ?1
             where record_id = ?2 and (state = ${OPEN} or claimed_by = ?1)`,
          group.group_id,
          recordId,
        ) === 1,
    );
  const release = (group: Claimable): string[] =>
    rowsOf(group)
      .filter(
        (recordId) =>
          db.run(
            `update open_item set state = ${OPEN}, claimed_by = null where record_id = ? and claimed_by = ?`,
            recordId,
            group.group_id,
          ) === 1,
      )
      .map((recordId) => digestIdAt(recordId, 0));
  const note = (id: number, { state, at }: { state: number; at: number }): void => {
    db.run('update late_group set state = ?, settled_at = ? where id = ?', state, at, id);
  };

  return {
    propose: (scope, { groups, under }) =>
      db.transaction(() => {
        requireLatest(db, under);
        const of = keys.label(scopeLabel(scope));
        let added = 0;
        for (const group of groups) {
          const id = db.insert(
            `insert into late_group (group_id, scope, operation, content, record_ids) values (?, ?, ?, ?, ?)
               on conflict (group_id) do nothing`,
            bytes(group.groupId),
            of,
            group.operation,
            group.content,
            group.recordIds,
          );
          if (id === null) continue;
          added++;
          for (const session of group.sessions) {
            db.run('insert into late_group_session (scope, session, late_group) values (?, ?, ?)', of, session, id);
          }
        }
        return added;
      }),
    settle: (scope, { at, most = ALL, under }) =>
      db.transaction(() => {
        requireLatest(db, under);
        const confirmed: string[] = [];
        const refused: string[] = [];
        // The content of groups of now is not read.
        const unsettled = db.all<GroupRow & Claimable>(
          `select id, group_id, record_ids, iif(record_ids is null, content, '') as content
             from late_group where scope = ? and state = ${PROPOSED} order by id limit ?`,
          keys.knownLabel(scopeLabel(scope)),
          most,
        );
        for (const group of unsettled) {
          const isConfirmed = claim(group);
          if (!isConfirmed) release(group);
          note(group.id, { state: isConfirmed ? CONFIRMED : VOID, at });
          (isConfirmed ? confirmed : refused).push(digestIdAt(group.group_id, 0));
        }
        return { confirmed, refused };
      }),
    void: (scope, { groupIds, reason, at, under }) =>
      db.transaction(() => {
        requireLatest(db, under);
        const why = keys.label(reason);
        return groupIds
          .flatMap((groupId) => {
            const row = db.get<GroupRow & Claimable>(
              `select id, content, record_ids, group_id from late_group where group_id = ? and scope = ? and state = ${CONFIRMED}`,
              bytes(groupId),
              keys.knownLabel(scopeLabel(scope)),
            );
            if (row === null) return [];
            note(row.id, { state: VOID, at });
            db.run('update late_group set void_reason = ? where id = ?', why, row.id);
            return release(row);
          })
          .sort();
      }),
    ofSession: (key) =>
      db
        .all<GroupRow>(
          `select late_group.id, content from late_group_session
             join late_group on late_group.id = late_group_session.late_group
             where late_group_session.scope = ? and late_group_session.session = ? and state = ${CONFIRMED}
             order by late_group.id`,
          keys.knownLabel(scopeLabel(key)),
          key.session,
        )
        .map(contentOf),
    idsOfSession: (key) =>
      db
        .all<{ group_id: Uint8Array }>(
          `select late_group.group_id from late_group_session
             join late_group on late_group.id = late_group_session.late_group
             where late_group_session.scope = ? and late_group_session.session = ? and state = ${CONFIRMED}
             order by late_group.id`,
          keys.knownLabel(scopeLabel(key)),
          key.session,
        )
        .map(({ group_id }) => digestIdAt(group_id, 0)),
    heldUids: (scope, { fromDay, toDay }) =>
      db
        .all<{ uid: Uint8Array }>(
          `select distinct uid from open_item
             where scope = ? and state = ${CLAIMED} and booking_day between ? and ? and uid is not null`,
          keys.knownLabel(scopeLabel(scope)),
          fromDay,
          toDay,
        )
        .map(({ uid }) => digestIdAt(uid, 0)),
    bookedWithin: (scope, { fromDay, toDay }) =>
      db
        .all<GroupRow>(
          `select id, content from late_group where state = ${CONFIRMED} and group_id in (
             select claimed_by from open_item
               where scope = ? and state = ${CLAIMED} and booking_day between ? and ?) order by id`,
          keys.knownLabel(scopeLabel(scope)),
          fromDay,
          toDay,
        )
        .map(contentOf),
    named: (scope, groupIds) => {
      const of = keys.knownLabel(scopeLabel(scope));
      return groupIds
        .flatMap((groupId) => {
          const asked = 'select id, content from late_group where group_id = ? and scope = ?';
          return db.get<GroupRow>(asked, bytes(groupId), of) ?? [];
        })
        .sort((a, b) => a.id - b.id)
        .map(contentOf);
    },
    holding: (scope, recordIds) => {
      const of = keys.knownLabel(scopeLabel(scope));
      const asked = `select late_group.id, late_group.content from open_item
        join late_group on late_group.group_id = open_item.claimed_by and late_group.state = ${CONFIRMED}
        where open_item.record_id = ? and open_item.scope = ? and open_item.state = ${CLAIMED}`;
      const found = new Map<number, GroupRow>();
      for (const recordId of recordIds) {
        const row = db.get<GroupRow>(asked, bytes(recordId), of);
        if (row !== null) found.set(row.id, row);
      }
      return [...found.values()].sort((a, b) => a.id - b.id).map(contentOf);
    },
    ofOperation: (scope, operation) =>
      db
        .all<GroupRow>(
          `select id, content from late_group where scope = ? and operation = ? and state = ${CONFIRMED} order by id`,
          keys.knownLabel(scopeLabel(scope)),
          operation,
        )
        .map(contentOf),
  };
}
