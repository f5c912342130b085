// What a partner's bank calls its charges: the words that count for a run that is accepted now, what a decision teaches,
// and what is taken back.

import { nameOfLine } from '../../core/classification/purpose/purpose.ts';
import { TieoutError } from '../../core/errors.ts';
import {
  type ChargeWords,
  type ConfirmedAs,
  chargeWordsOf,
  type Lesson,
  lessonsJson,
  lessonsOf,
  type Taught,
  withoutClusters,
  withTaught,
} from '../../core/records/charge-words.ts';
import type { DecidedCluster, Operation } from '../../core/records/documents/decisions.ts';
import type { PartnerTerms } from '../../core/records/partner-terms.ts';
import { chunksOf } from '../../core/records/rows/chunks.ts';
import { textAt } from '../../core/records/rows/columns.ts';
import { digestIdAt } from '../../core/records/rows/digest-ids.ts';
import type { Store } from '../../ports/store.ts';
import { termsInForce } from './terms-in-force.ts';

interface PartnerOfStore {
  readonly tenant: string;
  readonly partner: string;
}

type StoreOfTerms = Pick<Store, 'partnerTerms'>;

/** Null if the partner has none. */
export async function chargeWordsInForce(store: StoreOfTerms, of: PartnerOfStore): Promise<ChargeWords | null> {
  const found = await termsInForce(store, keyOf(of), null);
  if (found === null) return null;
  const lessons = lessonsIn(found);
  return lessons.length === 0 ? null : chargeWordsOf(lessons, found.version);
}

const keyOf = ({ tenant, partner }: PartnerOfStore) => ({ tenant, partner, name: 'charge_words' }) as const;

export function lessonsIn({ terms, version, partner }: PartnerTerms): Lesson[] {
  const damaged = (sentence: string) =>
    new TieoutError('store_damaged', `Version ${version} of the charge words of partner ${partner}: ${sentence}`);
  return lessonsOf(terms, damaged);
}

/** Adds a version if something changes. Answers the lessons that count from now on. */
export async function changeLessons(
  { partnerTerms }: StoreOfTerms,
  of: PartnerOfStore,
  { change, ...set }: { readonly change: (known: Lesson[]) => Lesson[] } & Pick<PartnerTerms, 'setAt' | 'setBy'>,
): Promise<Lesson[]> {
  for (;;) {
    const latest = await partnerTerms.latest(keyOf(of));
    const known = latest === null ? [] : lessonsIn(latest);
    const lessons = change(known);
    const terms = lessonsJson(lessons);
    if (JSON.stringify(terms) === JSON.stringify(lessonsJson(known))) return known;
    // Another writer may have added the version meanwhile: then its lessons are known too.
    if (await partnerTerms.add({ ...keyOf(of), ...set, terms, version: (latest?.version ?? 0) + 1 })) return lessons;
  }
}

/** Rows in one call to the store. */
const AT_ONCE = 500;

/** Learns from what a decision confirms; reopened clusters take back what they taught. It can be repeated. */
export async function learnChargeWords(
  store: Pick<Store, 'partnerTerms' | 'openItems'>,
  operation: Operation,
  changed: readonly DecidedCluster[],
): Promise<void> {
  const { decision, confirmedAs: kind, caller = null, at } = operation;
  const set = { setAt: at, setBy: caller };
  if (decision === 'reopened') {
    const reopened = new Set(changed.map(({ clusterId }) => clusterId));
    await changeLessons(store, operation, { change: (known) => withoutClusters(known, reopened), ...set });
  }
  if (kind === undefined) return;
  const taught = await taughtBy(store, operation, { kind, changed });
  if (taught.length > 0)
    await changeLessons(store, operation, { change: (known) => withTaught(known, taught), ...set });
}

async function taughtBy(
  { openItems }: Pick<Store, 'openItems'>,
  { tenant, partner }: Operation,
  { kind, changed }: { readonly kind: ConfirmedAs; readonly changed: readonly DecidedCluster[] },
): Promise<Taught[]> {
  // A cluster with rows of the ledger is no line that only the bank has.
  const lines = changed.flatMap(({ clusterId, glRecordIds, bankRecordIds: [recordId, ...more] }) =>
    glRecordIds.length === 0 && recordId !== undefined && more.length === 0 ? [{ clusterId, recordId }] : [],
  );
  const taught: Taught[] = [];
  for (const some of chunksOf(lines, AT_ONCE)) {
    const clusterOf = new Map(some.map(({ clusterId, recordId }) => [recordId, clusterId]));
    const found = await openItems.named({ tenant, partner, side: 'bank', recordIds: [...clusterOf.keys()] });
    for (let row = 0; row < found.rows.count; row++) {
      const name = nameOfLine(textAt(found.rows.narration, row));
      const clusterId = clusterOf.get(digestIdAt(found.recordId, row));
      if (name !== null && clusterId !== undefined) taught.push({ name, kind, clusterId });
    }
  }
  return taught;
}
