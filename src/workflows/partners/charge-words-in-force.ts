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
  seenRowOf,
  type Taught,
  withoutClusters,
  withTaught,
} from '../../core/records/charge-words.ts';
import type { DecidedCluster, Operation } from '../../core/records/documents/decisions.ts';
import type { PartnerTerms } from '../../core/records/partner-terms.ts';
import { chunksOf } from '../../core/records/rows/chunks.ts';
import { textAt } from '../../core/records/rows/columns.ts';
import { digestIdAt } from '../../core/records/rows/digest-ids.ts';
import type { PartnerScope } from '../../core/records/session-key.ts';
import type { Store } from '../../ports/store.ts';
import { changeTerms, termsInForce } from './terms-in-force.ts';

type StoreOfTerms = Pick<Store, 'partnerTerms'>;

/** Null if the partner has none. */
export async function chargeWordsInForce(store: StoreOfTerms, of: PartnerScope): Promise<ChargeWords | null> {
  const found = await termsInForce(store, keyOf(of), null);
  if (found === null) return null;
  const lessons = lessonsIn(found);
  return lessons.length === 0 ? null : chargeWordsOf(lessons, found.version);
}

const keyOf = ({ tenant, partner }: PartnerScope) => ({ tenant, partner, name: 'charge_words' }) as const;

export function lessonsIn({ terms, version, partner }: PartnerTerms): Lesson[] {
  const damaged = (sentence: string) =>
    new TieoutError('store_damaged', `Version ${version} of the charge words of partner ${partner}: ${sentence}`);
  return lessonsOf(terms, damaged);
}

/** Adds a version if something changes. Answers the terms that count from now on. */
export const changeLessons = (
  store: StoreOfTerms,
  of: PartnerScope,
  { change, ...set }: { readonly change: (known: Lesson[]) => Lesson[] } & Pick<PartnerTerms, 'setAt' | 'setBy'>,
): Promise<PartnerTerms> =>
  changeTerms(store, { ...keyOf(of), ...set }, (latest) =>
    lessonsJson(change(latest === null ? [] : lessonsIn(latest))),
  );

/** Answers the terms that count from now on. Throws not_found if a name is not known; then nothing is forgotten. */
export const forgetNames = (
  store: StoreOfTerms,
  of: PartnerScope,
  { names, ...set }: { readonly names: readonly string[] } & Pick<PartnerTerms, 'setAt' | 'setBy'>,
): Promise<PartnerTerms> => {
  const forgotten = new Set(names);
  const change = (known: Lesson[]): Lesson[] => {
    const is = new Set(known.map(({ name }) => name));
    const unknown = names.find((name) => !is.has(name));
    if (unknown !== undefined) {
      throw new TieoutError('not_found', `${JSON.stringify(unknown)} is not among the charge words of this partner.`);
    }
    return known.filter(({ name }) => !forgotten.has(name));
  };
  return changeLessons(store, of, { change, ...set });
};

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
    // A partner that was taught nothing has nothing to take back.
    if ((await store.partnerTerms.latest(keyOf(operation))) !== null)
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
      if (name !== null && clusterId !== undefined)
        taught.push({ name, kind, clusterId, row: seenRowOf(found.rows, row) });
    }
  }
  return taught;
}
