// Late groups in SQLite: one row for each group, with its content as JSON, and one for each of its sessions. Claiming and
// confirming are one transaction, so a group stays proposed only if its proposer was stopped before that.

import { lateRows } from '../../../core/records/late/late-groups.ts';
import { DIGEST_ID_BYTES, digestBytesAt, digestIdAt } from '../../../core/records/rows/digest-ids.ts';
import type { LateGroupTexts } from '../connection/late-group-texts.ts';
import type { Database, SqlRow, SqlValue } from '../connection/sqlite.ts';
import type { Synchronous } from '../connection/synchronous.ts';
import type { Keys } from '../keys.ts';
import { underLease } from '../runs/leases.ts';

const [PROPOSED, CONFIRMED, VOID] = [0, 1, 2];
const [OPEN, CLAIMED] = [0, 1];

/** A limit of -1 is none in SQLite. */
const ALL = -1;

interface GroupRow extends SqlRow {
  id: number;
  content: string;
  /** The ids of the group's rows, 16 bytes each; null in groups of former versions. */
  record_ids: Uint8Array | null;
}

/** The fields by which a group's rows are claimed and freed. */
type Claimable = Pick<GroupRow, 'content' | 'record_ids'> & { readonly group_id: Uint8Array };

const bytes = (id: string): Buffer => Buffer.from(id, 'hex');
const contentOf = ({ content }: Pick<GroupRow, 'content'>): string => content;
const rowsOf = ({ record_ids: ids, content }: Claimable): readonly Uint8Array[] =>
  ids === null
    ? lateRows(JSON.parse(content)).map(({ recordId }) => bytes(recordId))
    : Array.from({ length: ids.length / DIGEST_ID_BYTES }, (_, i) => digestBytesAt(ids, i));

const OF_SESSION = 'id in (select late_group from late_group_session where scope = ? and session = ?)';
const OF_CLAIMED = `group_id in (select claimed_by from open_item
  where scope = ? and state = ${CLAIMED} and booking_day between ? and ?)`;

export function lateGroupOperations(db: Database, keys: Keys): Synchronous<LateGroupTexts> {
  /** Claims the group's open rows; false if a row cannot be claimed. */
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
  const confirmed = <Row extends SqlRow>(columns: string, which: string, ...values: SqlValue[]): Row[] =>
    db.all<Row>(`select ${columns} from late_group where state = ${CONFIRMED} and ${which} order by id`, ...values);
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
      underLease(db, under, () => {
        const of = keys.scope(scope);
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
      underLease(db, under, () => {
        const settled = { confirmed: [] as string[], refused: [] as string[] };
        // Only groups of former versions need their content.
        const unsettled = db.all<GroupRow & Claimable>(
          `select id, group_id, record_ids, iif(record_ids is null, content, '') as content
             from late_group where scope = ? and state = ${PROPOSED} order by id limit ?`,
          keys.knownScope(scope),
          most,
        );
        for (const group of unsettled) {
          const isConfirmed = claim(group);
          if (!isConfirmed) release(group);
          note(group.id, { state: isConfirmed ? CONFIRMED : VOID, at });
          settled[isConfirmed ? 'confirmed' : 'refused'].push(digestIdAt(group.group_id, 0));
        }
        return settled;
      }),
    void: (scope, { groupIds, reason, at, under }) =>
      underLease(db, under, () => {
        const why = keys.label(reason);
        return groupIds
          .flatMap((groupId) => {
            const row = db.get<GroupRow & Claimable>(
              `select id, content, record_ids, group_id from late_group where group_id = ? and scope = ? and state = ${CONFIRMED}`,
              bytes(groupId),
              keys.knownScope(scope),
            );
            if (row === null) return [];
            note(row.id, { state: VOID, at });
            db.run('update late_group set void_reason = ? where id = ?', why, row.id);
            return release(row);
          })
          .sort();
      }),
    ofSession: (key) =>
      confirmed<GroupRow>('id, content', OF_SESSION, keys.knownScope(key), key.session).map(contentOf),
    idsOfSession: (key) =>
      confirmed<{ group_id: Uint8Array }>('group_id', OF_SESSION, keys.knownScope(key), key.session).map(
        ({ group_id }) => digestIdAt(group_id, 0),
      ),
    heldUids: (scope, { fromDay, toDay }) =>
      db
        .all<{ uid: Uint8Array }>(
          `select distinct uid from open_item
             where scope = ? and state = ${CLAIMED} and booking_day between ? and ? and uid is not null`,
          keys.knownScope(scope),
          fromDay,
          toDay,
        )
        .map(({ uid }) => digestIdAt(uid, 0)),
    bookedWithin: (scope, { fromDay, toDay }) =>
      confirmed<GroupRow>('id, content', OF_CLAIMED, keys.knownScope(scope), fromDay, toDay).map(contentOf),
    named: (scope, groupIds) => {
      const of = keys.knownScope(scope);
      return groupIds
        .flatMap((groupId) => {
          const asked = 'select id, content from late_group where group_id = ? and scope = ?';
          return db.get<GroupRow>(asked, bytes(groupId), of) ?? [];
        })
        .sort((a, b) => a.id - b.id)
        .map(contentOf);
    },
    holding: (scope, recordIds) => {
      const of = keys.knownScope(scope);
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
      confirmed<GroupRow>('id, content', 'scope = ? and operation = ?', keys.knownScope(scope), operation).map(
        contentOf,
      ),
  };
}
