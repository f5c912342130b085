// Open items in MongoDB, one document for each. The _id is the record id, so the server refuses an item that is stored.
// The place among the partner's items is drawn before the item is written, so that pages keep their order.

import type { AnyBulkWriteOperation, Collection, Decimal128, Document, Filter, FindCursor } from 'mongodb';
import { inOrderOf, joinItems } from '../../../core/records/documents/item-rows.ts';
import type { OpenItemColumns, OpenItemTotal } from '../../../core/records/documents/open-items.ts';
import { chunksOf } from '../../../core/records/rows/chunks.ts';
import { SIDES } from '../../../core/records/rows/columns.ts';
import { sessionKeyOf } from '../../../core/records/session-key.ts';
import { pageOf } from '../../../ports/every-store/page.ts';
import type { OpenItems } from '../../../ports/open-items.ts';
import type { Counters } from '../connection/counters.ts';
import { byBytes, inOrder } from '../connection/in-order.ts';
import { insertMissing } from '../connection/inserting.ts';
import { inPortions } from '../connection/portions.ts';
import type { Collections } from '../documents.ts';
import type { OpenItemDocument } from '../row-documents.ts';
import { requireLatest } from '../runs/leases.ts';
import {
  addedBy,
  beforeRun,
  lateness,
  ownBefore,
  type PlacedRun,
  placedRun,
  refuseIfSuperseded,
} from '../runs/superseded.ts';
import { itemColumns, itemDocuments } from './item-documents.ts';

/** Documents of one request. */
const ITEMS = 1_024;
/** Requests in flight. */
const AT_ONCE = 4;

/** A group of the aggregate. Amounts are summed as decimals, because a thousand of the largest exceed 64 bits. */
interface Total {
  readonly _id: {
    readonly side: 'gl' | 'bank';
    readonly account: string;
    readonly currency: string;
    readonly day: number;
  };
  readonly rows: number;
  readonly amount: Decimal128;
}

export function openItemOperations(collections: Collections, counters: Counters): OpenItems {
  const { open_items: openItems } = collections;
  const find = (filter: Document, options: Document = {}): Promise<OpenItemDocument[]> =>
    openItems.find({ ...filter, state: 'open' }, options).toArray();

  return {
    async insertIfAbsent(key, { runId, items, under }) {
      const { count } = items.rows;
      if (count === 0) return 0;
      const run = await placedRun(collections, runId, under);
      const { first } = await counters.ofPartner(key, count);
      const starts = Array.from({ length: Math.ceil(count / ITEMS) }, (_, k) => k * ITEMS);
      const counts = await inOrder(starts, { atOnce: AT_ONCE }, async (from) => {
        const range = { from, to: Math.min(count, from + ITEMS) };
        const documents = itemDocuments(items, range, { key, run, first });
        const there = await insertMissing(openItems, documents);
        await takeOver(
          openItems,
          there.map((i) => documents[i]),
          run,
        );
        return documents.length - there.length;
      });
      const late = await lateness(collections, key, run);
      if (late !== null && late.takeBack !== null) {
        // The writer was late: what it inserted is removed.
        await openItems.deleteMany({ ...sessionKeyOf(key), state: 'open', ...addedBy(run, late.takeBack) });
      }
      if (late !== null) throw late.error;
      return counts.reduce((sum, each) => sum + each, 0);
    },
    async removeForOtherRuns(key, runId, under) {
      const run = await placedRun(collections, runId, under);
      await refuseIfSuperseded(collections, key, run);
      let removed = 0;
      for (const side of SIDES) {
        const others = { ...sessionKeyOf(key), side, state: 'open', ...beforeRun(run) } as const;
        const remove = async (some: Filter<OpenItemDocument>) => (await openItems.deleteMany(some)).deletedCount;
        removed += await inPortions(openItems, { filter: others, by: 'seq' }, remove);
      }
      return removed;
    },
    async removeHeld(key, { recordIds, under }) {
      await requireLatest(collections, under);
      let removed = 0;
      for (const some of chunksOf(recordIds, ITEMS)) {
        const ids = some.map((id) => Buffer.from(id, 'hex'));
        const held = { ...sessionKeyOf(key), _id: { $in: ids }, state: 'claimed' } as const;
        removed += (await openItems.deleteMany(held)).deletedCount;
      }
      return removed;
    },
    async page(key, { side, after, limit }) {
      const filter = { ...sessionKeyOf(key), side, seq: { $gt: after ?? 0 } };
      const found = await find(filter, { sort: { seq: 1 }, limit: limit + 1 });
      const { rows, last } = pageOf(found, limit);
      return { items: itemColumns(side, rows), next: last?.seq ?? null };
    },
    async columns({ tenant, partner, side, fromDay, toDay, held = false }) {
      const booked = { tenant, partner, side, booking_day: { $gte: fromDay, $lte: toDay } };
      const found = openItems.find({ ...booked, state: held ? 'claimed' : 'open' }, { batchSize: ITEMS });
      // The index finds the items by day. They are sorted as columns, which take a tenth of the documents' memory.
      const [parts, places]: [OpenItemColumns[], number[]] = [[], []];
      for (let batch = await nextOf(found); batch.length > 0; batch = await nextOf(found)) {
        parts.push(itemColumns(side, batch));
        for (const { seq } of batch) places.push(seq);
      }
      return inOrderOf(joinItems([itemColumns(side, []), ...parts]), places);
    },
    async named({ tenant, partner, side, recordIds }) {
      const ids = [...new Set(recordIds)].map((id) => Buffer.from(id, 'hex'));
      const found = await inOrder(chunksOf(ids, ITEMS), { atOnce: AT_ONCE }, (some) =>
        find({ tenant, partner, side, _id: { $in: some } }),
      );
      const items = found.flat().sort((a, b) => a.seq - b.seq);
      return itemColumns(side, items);
    },
    async aggregate(key) {
      const totals = await openItems
        .aggregate<Total>([
          { $match: { ...sessionKeyOf(key), state: 'open' } },
          {
            $group: {
              _id: { side: '$side', account: '$account', currency: '$currency', day: '$booking_day' },
              rows: { $sum: 1 },
              amount: { $sum: { $toDecimal: { $toLong: '$amount_minor' } } },
            },
          },
        ])
        .toArray();
      return totals.map(toTotal).sort(bySideAccountAndDay);
    },
  };
}

/** The next batch of a cursor; empty at its end. */
async function nextOf(found: FindCursor<OpenItemDocument>): Promise<OpenItemDocument[]> {
  return (await found.hasNext()) ? found.readBufferedDocuments() : [];
}

/** Takes over items that an earlier run wrote late, and those that this run wrote under an earlier lease. */
async function takeOver(
  openItems: Collection<OpenItemDocument>,
  found: readonly OpenItemDocument[],
  run: PlacedRun,
): Promise<void> {
  if (found.length === 0) return;
  const operations = found.map(({ _id, tenant, partner, seq, ...fields }) => {
    const earlier = run.under === undefined ? [beforeRun(run)] : [beforeRun(run), ownBefore(run)];
    const filter = { _id, tenant, partner, state: 'open' as const, $or: earlier };
    return { updateOne: { filter, update: { $set: fields } } } satisfies AnyBulkWriteOperation<OpenItemDocument>;
  });
  await openItems.bulkWrite(operations, { ordered: false });
}

const toTotal = ({ _id: { side, account, currency, day }, rows, amount }: Total): OpenItemTotal => ({
  side,
  account,
  currency,
  bookingDay: day,
  rows,
  amountMinor: BigInt(amount.toString()),
});

const bySideAccountAndDay = (a: OpenItemTotal, b: OpenItemTotal): number =>
  SIDES.indexOf(a.side) - SIDES.indexOf(b.side) ||
  byBytes(a.account, b.account) ||
  byBytes(a.currency, b.currency) ||
  a.bookingDay - b.bookingDay;
