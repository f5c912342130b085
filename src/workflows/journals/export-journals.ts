// Exports journals in a batch under the caller's own id. What the batch asks for is kept first, with the next number of
// each journal's life; then it takes those numbers. A journal whose number another batch took is not in this one. So a
// call that is repeated, even after an end in the middle, answers the same entries.

import { TieoutError } from '../../core/errors.ts';
import type { JsonObject } from '../../core/records/documents/json.ts';
import type { JournalBatch } from '../../core/records/journal-life.ts';
import type { SessionKey } from '../../core/records/session-key.ts';
import type { Chart } from '../../core/summary/chart/chart.ts';
import type { IdentifiedJournal } from '../../core/summary/statement/journal-ids.ts';
import type { Stated } from '../../core/summary/statement/stated.ts';
import { journalRow, livesOf, NO_EVENT, type StoreOfJournals } from './journal-events.ts';
import { livingJournals } from './living-journals.ts';

export interface ExportOrder {
  readonly key: SessionKey;
  readonly batchId: string;
  /** As it was given. */
  readonly layout: JsonObject;
  /** Whether fees and roundings of matches are approved by this call. */
  readonly ofMatches: boolean;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly by: string | null;
}

export interface Exported {
  readonly layout: JsonObject;
  readonly journals: readonly IdentifiedJournal[];
  /** Approved ones whose accounts the chart does not know. */
  readonly withoutAccount: number;
}

interface Content extends Omit<Exported, 'journals'> {
  readonly journals: readonly (IdentifiedJournal & { readonly version: number })[];
}

/** `proposed`: asked only for a new batch. Throws journal_state for another session's batch. */
export async function exportJournals(
  store: StoreOfJournals,
  order: ExportOrder,
  proposed: () => Promise<{ readonly stated: Stated; readonly chart: Chart | null }>,
): Promise<Exported> {
  const { key, batchId } = order;
  const known = await store.journals.batch(key, batchId);
  const batch = known ?? (await store.journals.keepBatch(key, await planned(store, order, await proposed())));
  if (batch.session !== key.session) {
    throw new TieoutError(
      'journal_state',
      `Batch ${batchId} was made of session ${batch.session}: take another batch_id.`,
    );
  }
  const { layout, journals, withoutAccount } = JSON.parse(batch.content) as Content;
  const ids = journals.map(({ id }) => id);
  const before = await livesOf(store, key, ids);
  const missing = journals.filter(({ id, version }) => (before.get(id)?.length ?? 0) < version);
  await store.journals.know(
    key,
    missing.map((one) => journalRow(key, one)),
  );
  await store.journals.add(
    key,
    missing.map(({ id, version }) => ({
      ...{ ...NO_EVENT, journalId: id, version, kind: 'exported', at: batch.at, by: batch.by, batchId },
    })),
  );
  const lives = missing.length === 0 ? before : await livesOf(store, key, ids);
  const own = journals.filter(({ id, version }) => lives.get(id)?.[version - 1]?.batchId === batchId);
  return { layout, journals: own, withoutAccount };
}

async function planned(
  store: StoreOfJournals,
  { key, batchId, layout, ofMatches, at, by }: ExportOrder,
  { stated, chart }: { readonly stated: Stated; readonly chart: Chart | null },
): Promise<JournalBatch> {
  const all = await livingJournals(store, { key, stated, chart, ofMatches });
  const wanted = all.filter(({ state }) => state === 'approved');
  const coded = wanted.filter(({ entry: { debit, credit } }) => debit.code !== null && credit.code !== null);
  const journals = coded.map(({ state: _, version, ...one }) => ({ ...one, version: version + 1 }));
  const content: Content = { layout, journals, withoutAccount: wanted.length - coded.length };
  return { batchId, session: key.session, at, by, content: JSON.stringify(content) };
}
