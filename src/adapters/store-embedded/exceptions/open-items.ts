// Open items in SQLite, one row each with all of its content. Ids and texts are blobs, names are labels, and the
// indexes cover only open items. This inserts 200,000 rows a second; textual keys allow a tenth of that.

import type { OpenItemColumns, OpenItemTotal } from '../../../core/records/documents/open-items.ts';
import {
  filled,
  sharedFloat64,
  sharedInt32,
  sharedUint8,
  sharedUint16,
  sharedUint32,
} from '../../../core/records/rows/allocate.ts';
import { type RowColumns, SIDES } from '../../../core/records/rows/columns.ts';
import { DIGEST_ID_BYTES, digestBytesAt, isNoDigest } from '../../../core/records/rows/digest-ids.ts';
import { pageOf } from '../../../ports/every-store/page.ts';
import type { AskedOpenItems } from '../connection/items-in-blocks.ts';
import type { Database, SqlList } from '../connection/sqlite.ts';
import type { Synchronous } from '../connection/synchronous.ts';
import type { Keys } from '../keys.ts';
import { underLease } from '../runs/leases.ts';
import { itemContents, readItemContents } from './item-content.ts';

const INSERT = `insert into open_item (record_id, session, run, scope, side, ingestion, ordinal, cluster_id, amount,
  booking_day, value_day, account, currency, flags, file, line, content,
  uid) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) on conflict (record_id) do nothing`;

/** The run number of rows that belong to no run; runs are numbered from 1. */
const NO_RUN = 0;

export function openItemOperations(db: Database, keys: Keys): Synchronous<AskedOpenItems> {
  return {
    insertIfAbsent: (key, { runId, items, under }) =>
      underLease(db, under, () => {
        return insert(db, keys, items, {
          session: keys.session(key),
          run: runId === null ? NO_RUN : keys.run(runId),
          scope: keys.scope(key),
        });
      }),
    removeForOtherRuns: (key, runId, under) =>
      underLease(db, under, () => {
        const session = keys.knownSession(key);
        if (session === null) return 0;
        return db.run('delete from open_item where session = ? and state = 0 and run <> ?', session, keys.run(runId));
      }),
    removeHeld: (key, { recordIds, under }) =>
      underLease(db, under, () => {
        const session = keys.knownSession(key);
        if (session === null) return 0;
        const remove = 'delete from open_item where record_id = ? and session = ? and state = 1';
        return recordIds.reduce((sum, id) => sum + db.run(remove, Buffer.from(id, 'hex'), session), 0);
      }),
    page(key, { side, after, limit }) {
      const rows = db.lists(
        `select ${VALUES} from open_item where session = ? and side = ? and state = 0 and id > ? order by id limit ?`,
        keys.knownSession(key),
        SIDES.indexOf(side),
        after ?? 0,
        limit + 1,
      );
      const { rows: shown, last } = pageOf(rows, limit);
      return { items: toColumns(shown, { side, keys }), next: last === null ? null : (last[ID] as number) };
    },
    booked({ tenant, partner, side, fromDay, toDay, held = false }) {
      const found = db.each<{ id: number }>(
        `select id from open_item where scope = ? and side = ? and booking_day between ? and ?
           and state = ${held ? 1 : 0}`,
        keys.knownScope({ tenant, partner }),
        SIDES.indexOf(side),
        fromDay,
        toDay,
      );
      return Float64Array.from(found, ({ id }) => id).sort();
    },
    at({ side, held = false, ids }) {
      const rows = db.lists(
        `select ${VALUES} from open_item where id in (select value from json_each(?)) and state = ${held ? 1 : 0}
           order by id`,
        JSON.stringify(Array.from(ids)),
      );
      return toColumns(rows, { side, keys });
    },
    named({ tenant, partner, side, recordIds }) {
      const scope = keys.knownScope({ tenant, partner });
      const rows = [...new Set(recordIds)].flatMap((id) => {
        const asked = `select ${VALUES} from open_item where record_id = ? and scope = ? and side = ? and state = 0`;
        return db.lists(asked, Buffer.from(id, 'hex'), scope, SIDES.indexOf(side));
      });
      return toColumns(
        rows.sort((a, b) => numberAt(ID)(a) - numberAt(ID)(b)),
        { side, keys },
      );
    },
    aggregate: (key) => aggregate(db, keys.knownSession(key)),
  };
}

/** Inserts row by row with one prepared statement; answers how many were new. */
function insert(
  db: Database,
  keys: Keys,
  items: OpenItemColumns,
  { session, run, scope }: { session: number; run: number; scope: number },
): number {
  const { rows } = items;
  const statement = db.statement(INSERT);
  const side = SIDES.indexOf(items.side);
  const accounts = rows.accounts.map(keys.label);
  const currencies = rows.currencies.map(keys.label);
  const files = rows.files.map(keys.label);
  const ingestions = items.ingestions.map(keys.ingestion);
  const contents = itemContents(rows);
  let added = 0;
  for (let i = 0; i < rows.count; i++) {
    const { changes } = statement.run(
      digestBytesAt(items.recordId, i),
      session,
      run,
      scope,
      side,
      ingestions[items.ingestion[i]],
      items.ordinal[i],
      idOrNone(items.clusterId, i),
      rows.amount[i],
      rows.bookingDay[i],
      rows.valueDay[i],
      accounts[rows.account[i]],
      currencies[rows.currency[i]],
      rows.flags[i],
      files[rows.file[i]],
      rows.line[i],
      contents[i],
      idOrNone(items.uid, i),
    );
    added += Number(changes);
  }
  return added;
}

function idOrNone(ids: Uint8Array, i: number): Uint8Array | null {
  const id = digestBytesAt(ids, i);
  return isNoDigest(id) ? null : id;
}

// The order of an item's values. Its ids and content are one blob: four blobs take four times as long.
const [ID, SESSION, INGESTION, ORDINAL, AMOUNT, BOOKING_DAY, VALUE_DAY, ACCOUNT, CURRENCY, FLAGS, FILE, LINE, BYTES] = [
  0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12,
];
const VALUES = `id, session, ingestion, ordinal, amount, booking_day, value_day, account, currency, flags, file, line,
  cast(record_id || ifnull(uid, zeroblob(${DIGEST_ID_BYTES})) || ifnull(cluster_id, zeroblob(${DIGEST_ID_BYTES})) || content as blob)`;
const IDS_BYTES = 3 * DIGEST_ID_BYTES;

const numberAt =
  (place: number) =>
  (item: SqlList): number =>
    item[place] as number;
const bytesOf = (item: SqlList): Uint8Array => item[BYTES] as Uint8Array;

function toColumns(
  items: readonly SqlList[],
  { side, keys }: { side: OpenItemColumns['side']; keys: Keys },
): OpenItemColumns {
  const count = items.length;
  const account = new Places(keys.labelText);
  const currency = new Places(keys.labelText);
  const file = new Places(keys.labelText);
  const ingestion = new Places(keys.ingestionId);
  const recordId = sharedUint8(count * DIGEST_ID_BYTES);
  const uid = sharedUint8(count * DIGEST_ID_BYTES);
  const clusterId = sharedUint8(count * DIGEST_ID_BYTES);
  for (let i = 0; i < count; i++) {
    const bytes = bytesOf(items[i]);
    for (let k = 0, at = i * DIGEST_ID_BYTES; k < DIGEST_ID_BYTES; k++, at++) {
      recordId[at] = bytes[k];
      uid[at] = bytes[k + DIGEST_ID_BYTES];
      clusterId[at] = bytes[k + 2 * DIGEST_ID_BYTES];
    }
  }
  const { named, fingerprint, texts } = readItemContents(items.map(bytesOf), IDS_BYTES);
  const [reference, settlementSession, narration, sourceId] = texts;
  const placed = (places: Places, place: number) => (item: SqlList) => places.of(item[place] as number);
  const rows: RowColumns = {
    count,
    amount: filled(sharedFloat64(count), items, numberAt(AMOUNT)),
    bookingDay: filled(sharedInt32(count), items, numberAt(BOOKING_DAY)),
    valueDay: filled(sharedInt32(count), items, numberAt(VALUE_DAY)),
    account: filled(sharedUint16(count), items, placed(account, ACCOUNT)),
    currency: filled(sharedUint8(count), items, placed(currency, CURRENCY)),
    flags: filled(sharedUint8(count), items, numberAt(FLAGS)),
    file: filled(sharedUint16(count), items, placed(file, FILE)),
    line: filled(sharedUint32(count), items, numberAt(LINE)),
    fingerprint,
    reference,
    settlementSession,
    narration,
    sourceId,
    accounts: account.names,
    currencies: currency.names,
    files: file.names,
    ...(named.length > 0 && { named }),
  };
  return {
    side,
    rows,
    ingestion: filled(sharedUint32(count), items, placed(ingestion, INGESTION)),
    ordinal: filled(sharedUint32(count), items, numberAt(ORDINAL)),
    ingestions: ingestion.names,
    sessions: sessionsOf(items, ingestion, keys),
    recordId,
    uid,
    clusterId,
  };
}

/** The session of each ingestion. */
function sessionsOf(items: readonly SqlList[], ingestion: Places, keys: Keys): string[] {
  const sessions = new Map(items.map((item) => [ingestion.of(item[INGESTION] as number), item[SESSION] as number]));
  return ingestion.names.map((_, place) => keys.sessionName(sessions.get(place)!));
}

/** The store's integers as places in a list of names, in order of first use. */
class Places {
  readonly names: string[] = [];
  readonly #name: (id: number) => string;
  readonly #places = new Map<number, number>();

  constructor(name: (id: number) => string) {
    this.#name = name;
  }

  of(id: number): number {
    let place = this.#places.get(id);
    if (place === undefined) this.#places.set(id, (place = this.names.push(this.#name(id)) - 1));
    return place;
  }
}

/** Amounts are summed in two halves: SQLite's sum of integers fails beyond 2^63, which a thousand large rows reach. */
function aggregate(db: Database, session: number | null): OpenItemTotal[] {
  return db
    .all<{
      side: number;
      account: string;
      currency: string;
      booking_day: number;
      items: number;
      high: number;
      low: number;
    }>(
      `select side, a.text as account, c.text as currency, booking_day, count(*) as items,
         sum(amount >> 26) as high, sum(amount & 0x3ffffff) as low
       from open_item join label a on a.id = account join label c on c.id = currency
       where session = ? and state = 0
       group by side, a.text, c.text, booking_day order by side, a.text, c.text, booking_day`,
      session,
    )
    .map(({ side, account, currency, booking_day, items, high, low }) => ({
      side: SIDES[side],
      account,
      currency,
      bookingDay: booking_day,
      rows: items,
      amountMinor: (BigInt(high) << 26n) + BigInt(low),
    }));
}
