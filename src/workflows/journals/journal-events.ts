// What happened to journals, read and added. Each event is checked against the journal's life so far; where another
// caller added one meanwhile, the whole is checked again.

import { TieoutError } from '../../core/errors.ts';
import { type JournalEvent, type JournalRow, lastStep } from '../../core/records/journal-life.ts';
import type { PartnerScope, SessionKey } from '../../core/records/session-key.ts';
import type { IdentifiedJournal } from '../../core/summary/statement/journal-ids.ts';
import type { Store } from '../../ports/store.ts';

export type StoreOfJournals = Pick<Store, 'journals' | 'lateGroups'>;

/** The fields that only some events have. */
export const NO_EVENT = { by: null, batchId: null, reference: null, postedOn: null, session: null, recordId: null };

/** What is kept of a journal with its first event. */
export const journalRow = ({ session }: SessionKey, { id, uid, recordId, entry }: IdentifiedJournal): JournalRow => ({
  ...{ journalId: id, session, recordId, uid, clusterId: entry.exception?.clusterId ?? null, side: entry.side },
  ...{ day: entry.day, amount: entry.isIn ? entry.amount : -entry.amount, currency: entry.currency },
});

/** By journal id, in order; journals without events are absent. */
export type JournalLives = ReadonlyMap<string, readonly JournalEvent[]>;

const IDS_AT_ONCE = 10_000;

export async function livesOf(
  { journals }: Pick<Store, 'journals'>,
  scope: PartnerScope,
  ids: readonly string[],
): Promise<JournalLives> {
  const lives = new Map<string, JournalEvent[]>();
  for (let from = 0; from < ids.length; from += IDS_AT_ONCE) {
    for (const event of await journals.events(scope, ids.slice(from, from + IDS_AT_ONCE))) {
      const life = lives.get(event.journalId);
      if (life === undefined) lives.set(event.journalId, [event]);
      else life.push(event);
    }
  }
  return lives;
}

export interface PostedJournal {
  readonly journalId: string;
  readonly reference: string;
  /** Day number. */
  readonly postedOn: number;
}

/** Milliseconds since 1970, and the caller's id. */
type Made = Pick<JournalEvent, 'at' | 'by'>;

/** The journals that a session proposes. */
type Proposed = () => Promise<readonly IdentifiedJournal[]>;

/**
 * `ofSession`: for journals that were booked without an export, the session that proposes them. Saying the same again
 * adds nothing. Throws not_found, journal_state; then nothing is added.
 */
export const postJournals = async (
  store: StoreOfJournals,
  scope: PartnerScope,
  {
    journals,
    at,
    by,
    ofSession,
  }: Made & {
    readonly journals: readonly PostedJournal[];
    readonly ofSession: { readonly key: SessionKey; readonly proposed: Proposed } | null;
  },
): Promise<JournalLives> => {
  const wanted = new Map<string, PostedJournal>();
  for (const one of journals) {
    const other = wanted.get(one.journalId) ?? one;
    if (!isSame(one, other)) throw inState(one.journalId, 'named twice, with two references or days: name it once');
    wanted.set(one.journalId, one);
  }
  const ids = [...wanted.keys()];
  const proposed = ofSession === null ? new Map() : await proposedAmong(store, ids, ofSession);
  return advance(store, scope, ids, (journalId, events) => {
    const { reference, postedOn } = wanted.get(journalId)!;
    const last = lastStep(events);
    if (last === null || last.kind === 'taken_back') {
      if (!proposed.has(journalId)) {
        throw last === null ? neverExported(journalId) : inState(journalId, 'taken back: export it again');
      }
    } else if (last.kind === 'posted') {
      if (isSame(last, { reference, postedOn })) return null;
      throw inState(journalId, `posted already, as ${last.reference}: take it back and export it again`);
    }
    return { ...NO_EVENT, journalId, version: events.length + 1, kind: 'posted', at, by, reference, postedOn };
  });
};

/** Keeps the rows of those of the journals that nobody exported. Throws not_found for one that nobody proposes either. */
async function proposedAmong(
  store: StoreOfJournals,
  ids: readonly string[],
  { key, proposed }: { readonly key: SessionKey; readonly proposed: Proposed },
): Promise<ReadonlyMap<string, IdentifiedJournal>> {
  const lives = await livesOf(store, key, ids);
  const unknown = ids.filter((id) => {
    const last = lastStep(lives.get(id) ?? []);
    return last === null || last.kind === 'taken_back';
  });
  if (unknown.length === 0) return new Map();
  const all = new Map((await proposed()).map((one) => [one.id, one]));
  const found = new Map(unknown.flatMap((id) => (all.has(id) ? [[id, all.get(id)!] as const] : [])));
  const missing = unknown.find((id) => !found.has(id));
  if (missing !== undefined) throw notProposed(missing, key);
  await store.journals.know(
    key,
    [...found.values()].map((one) => journalRow(key, one)),
  );
  return found;
}

/** Saying the same again adds nothing. Throws not_found; then nothing is added. */
export const takeBackJournals = (
  store: StoreOfJournals,
  scope: PartnerScope,
  { journalIds, at, by }: Made & { readonly journalIds: readonly string[] },
): Promise<JournalLives> =>
  advance(store, scope, [...new Set(journalIds)], (journalId, events) => {
    const last = lastStep(events);
    if (last === null) throw neverExported(journalId);
    if (last.kind === 'taken_back') return null;
    return { ...NO_EVENT, journalId, version: events.length + 1, kind: 'taken_back', at, by };
  });

/** `next`: what follows the events of a journal; null: nothing. Answers the lives in which nothing is left to add. */
async function advance(
  store: StoreOfJournals,
  scope: PartnerScope,
  ids: readonly string[],
  next: (journalId: string, events: readonly JournalEvent[]) => JournalEvent | null,
): Promise<JournalLives> {
  for (;;) {
    const lives = await livesOf(store, scope, ids);
    const events = ids.flatMap((id) => next(id, lives.get(id) ?? []) ?? []);
    if (events.length === 0) return lives;
    await store.journals.add(scope, events);
  }
}

const isSame = (
  one: Pick<JournalEvent, 'reference' | 'postedOn'>,
  other: Pick<JournalEvent, 'reference' | 'postedOn'>,
): boolean => one.reference === other.reference && one.postedOn === other.postedOn;

export const neverExported = (id: string): TieoutError =>
  new TieoutError(
    'not_found',
    `Journal ${id} was never exported or posted for this tenant and partner: of one that was booked without an export name the session_id that proposes it.`,
  );

const notProposed = (id: string, { session }: SessionKey): TieoutError =>
  new TieoutError('not_found', `Journal ${id} was never exported, and session ${session} does not propose it.`);

const inState = (id: string, what: string): TieoutError =>
  new TieoutError('journal_state', `Journal ${id} is ${what}.`);
