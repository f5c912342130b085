// Open items in SQLite, one row each with all of its content. Ids and texts are blobs, names are labels, and the
// indexes cover only what is open: 200,000 rows a second go in this way, a tenth of it with textual keys.

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
import { DIGEST_ID_BYTES } from '../../../core/records/rows/digest-ids.ts';
import { columnsFromValues } from '../../../core/records/rows/named-columns.ts';
import { textColumnOf } from '../../../core/records/rows/text-column.ts';
import type { OpenItems } from '../../../ports/open-items.ts';
import type { Database, SqlRow } from '../connection/sqlite.ts';
import type { Synchronous } from '../connection/synchronous.ts';
import { type Keys, scopeLabel } from '../keys.ts';
import { requireLatest } from '../runs/leases.ts';
import { itemContents, readItemContent } from './item-content.ts';

const INSERT = `insert into open_item (record_id, session, run, scope, side, ingestion, ordinal, cluster_id, amount,
  booking_day, value_day, account, currency, flags, file, line, content,
  uid) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) on conflict (record_id) do nothing`;

/** Of rows of no run; runs are numbered from 1. */
const NO_RUN = 0;

export function openItemOperations(db: Database, keys: Keys): Synchronous<OpenItems> {
  return {
    insertIfAbsent: (key, { runId, items, under }) =>
      db.transaction(() => {
        requireLatest(db, under);
        return insert(db, keys, items, {
          session: keys.session(key),
          run: runId === null ? NO_RUN : keys.run(runId),
          scope: keys.label(scopeLabel(key)),
        });
      }),
    removeForOtherRuns: (key, runId, under) =>
      db.transaction(() => {
        requireLatest(db, under);
        const session = keys.knownSession(key);
        if (session === null) return 0;
        return db.run('delete from open_item where session = ? and state = 0 and run <> ?', session, keys.run(runId));
      }),
    page(key, { side, after, limit }) {
      const rows = db.all<ItemRow>(
        'select * from open_item where session = ? and side = ? and state = 0 and id > ? order by id limit ?',
        keys.knownSession(key),
        SIDES.indexOf(side),
        after ?? 0,
        limit + 1,
      );
      const more = rows.length > limit;
      if (more) rows.pop();
      return { items: toColumns(rows, { side, keys }), next: more ? rows[rows.length - 1].id : null };
    },
    columns({ tenant, partner, side, fromDay, toDay }) {
      const rows = db.all<ItemRow>(
        `select * from open_item where scope = ? and side = ? and booking_day between ? and ? and state = 0
           order by id`,
        keys.knownLabel(scopeLabel({ tenant, partner })),
        SIDES.indexOf(side),
        fromDay,
        toDay,
      );
      return toColumns(rows, { side, keys });
    },
    named({ tenant, partner, side, recordIds }) {
      const scope = keys.knownLabel(scopeLabel({ tenant, partner }));
      const rows = [...new Set(recordIds)].flatMap((id) => {
        const asked = 'select * from open_item where record_id = ? and scope = ? and side = ? and state = 0';
        return db.get<ItemRow>(asked, Buffer.from(id, 'hex'), scope, SIDES.indexOf(side)) ?? [];
      });
      return toColumns(
        rows.sort((a, b) => a.id - b.id),
        { side, keys },
      );
    },
    aggregate: (key) => aggregate(db, keys.knownSession(key)),
  };
}

/** Inserts row by row with one prepared statement; answers how many were not there. */
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
      idBytes(items.recordId, i),
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

const idBytes = (ids: Uint8Array, i: number) => ids.subarray(i * DIGEST_ID_BYTES, (i + 1) * DIGEST_ID_BYTES);

/** Null for one of all zeros, which means none. */
function idOrNone(ids: Uint8Array, i: number): Uint8Array | null {
  const id = idBytes(ids, i);
  return id.every((byte) => byte === 0) ? null : id;
}

interface ItemRow extends SqlRow {
  id: number;
  record_id: Uint8Array;
  cluster_id: Uint8Array | null;
  uid: Uint8Array | null;
  session: number;
  ingestion: number;
  ordinal: number;
  amount: number;
  booking_day: number;
  value_day: number;
  account: number;
  currency: number;
  flags: number;
  file: number;
  line: number;
  content: Uint8Array;
}

function toColumns(
  items: readonly ItemRow[],
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
  const fingerprint = sharedUint32(2 * count);
  const fingerprints = new Uint8Array(fingerprint.buffer);
  const contents = items.map(({ content }) => readItemContent(content));
  for (const [i, item] of items.entries()) {
    recordId.set(item.record_id, i * DIGEST_ID_BYTES);
    if (item.uid !== null) uid.set(item.uid, i * DIGEST_ID_BYTES);
    if (item.cluster_id !== null) clusterId.set(item.cluster_id, i * DIGEST_ID_BYTES);
    fingerprints.set(contents[i].fingerprint, 8 * i);
  }
  const named = columnsFromValues(contents.map((content) => content.named));
  const rows: RowColumns = {
    count,
    amount: filled(sharedFloat64(count), items, (item) => item.amount),
    bookingDay: filled(sharedInt32(count), items, (item) => item.booking_day),
    valueDay: filled(sharedInt32(count), items, (item) => item.value_day),
    account: filled(sharedUint16(count), items, (item) => account.of(item.account)),
    currency: filled(sharedUint8(count), items, (item) => currency.of(item.currency)),
    flags: filled(sharedUint8(count), items, (item) => item.flags),
    file: filled(sharedUint16(count), items, (item) => file.of(item.file)),
    line: filled(sharedUint32(count), items, (item) => item.line),
    fingerprint,
    reference: textColumnOf(contents.map(({ texts }) => texts[0])),
    settlementSession: textColumnOf(contents.map(({ texts }) => texts[1])),
    narration: textColumnOf(contents.map(({ texts }) => texts[2])),
    sourceId: textColumnOf(contents.map(({ texts }) => texts[3])),
    accounts: account.names,
    currencies: currency.names,
    files: file.names,
    ...(named.length > 0 && { named }),
  };
  return {
    side,
    rows,
    ingestion: filled(sharedUint32(count), items, (item) => ingestion.of(item.ingestion)),
    ordinal: filled(sharedUint32(count), items, (item) => item.ordinal),
    ingestions: ingestion.names,
    sessions: sessionsOf(items, ingestion, keys),
    recordId,
    uid,
    clusterId,
  };
}

/** The store's integers as places in a list of names, in order of first use. */
/** By ingestion: each is of one session. */
function sessionsOf(items: readonly ItemRow[], ingestion: Places, keys: Keys): string[] {
  const sessions = new Map(items.map((item) => [ingestion.of(item.ingestion), item.session]));
  return ingestion.names.map((_, place) => keys.sessionName(sessions.get(place)!));
}

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
