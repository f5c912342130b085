// What happened to journals, read and added. Each event is checked against the journal's life so far; where another
// caller added one meanwhile, the whole is checked again.

import { TieoutError } from '../../core/errors.ts';
import type { JournalEvent } from '../../core/records/journal-life.ts';
import type { PartnerScope } from '../../core/records/session-key.ts';
import type { Store } from '../../ports/store.ts';

export type StoreOfJournals = Pick<Store, 'journals'>;

/** By journal id, in order; journals without events are absent. */
export type JournalLives = ReadonlyMap<string, readonly JournalEvent[]>;

const IDS_AT_ONCE = 10_000;

export async function livesOf(
  { journals }: StoreOfJournals,
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

/** Saying the same again adds nothing. Throws not_found, journal_state; then nothing is added. */
export const postJournals = (
  store: StoreOfJournals,
  scope: PartnerScope,
  { journals, at, by }: Made & { readonly journals: readonly PostedJournal[] },
): Promise<JournalLives> => {
  const wanted = new Map<string, PostedJournal>();
  for (const one of journals) {
    const other = wanted.get(one.journalId) ?? one;
    if (!isSame(one, other)) throw inState(one.journalId, 'named twice, with two references or days: name it once');
    wanted.set(one.journalId, one);
  }
  return advance(store, scope, [...wanted.keys()], (last) => {
    const { journalId } = last;
    const { reference, postedOn } = wanted.get(journalId)!;
    if (last.kind === 'taken_back') throw inState(journalId, 'taken back: export it again');
    if (last.kind === 'posted') {
      if (isSame(last, { reference, postedOn })) return null;
      throw inState(journalId, `posted already, as ${last.reference}: take it back and export it again`);
    }
    return { journalId, version: last.version + 1, kind: 'posted', at, by, batchId: null, reference, postedOn };
  });
};

/** Saying the same again adds nothing. Throws not_found; then nothing is added. */
export const takeBackJournals = (
  store: StoreOfJournals,
  scope: PartnerScope,
  { journalIds, at, by }: Made & { readonly journalIds: readonly string[] },
): Promise<JournalLives> =>
  advance(store, scope, [...new Set(journalIds)], ({ journalId, version, kind }) =>
    kind === 'taken_back'
      ? null
      : {
          ...{ journalId, version: version + 1, kind: 'taken_back', at, by },
          ...{ batchId: null, reference: null, postedOn: null },
        },
  );

/** `next`: what follows a journal's last event; null: nothing. Answers the lives in which nothing is left to add. */
async function advance(
  store: StoreOfJournals,
  scope: PartnerScope,
  ids: readonly string[],
  next: (last: JournalEvent) => JournalEvent | null,
): Promise<JournalLives> {
  for (;;) {
    const lives = await livesOf(store, scope, ids);
    const events = ids.flatMap((id) => {
      const last = lives.get(id)?.at(-1);
      if (last === undefined) throw neverExported(id);
      return next(last) ?? [];
    });
    if (events.length === 0) return lives;
    await store.journals.add(scope, events);
  }
}

const isSame = (
  one: Pick<JournalEvent, 'reference' | 'postedOn'>,
  other: Pick<JournalEvent, 'reference' | 'postedOn'>,
): boolean => one.reference === other.reference && one.postedOn === other.postedOn;

export const neverExported = (id: string): TieoutError =>
  new TieoutError('not_found', `Journal ${id} was never exported for this tenant and partner.`);

const inState = (id: string, what: string): TieoutError =>
  new TieoutError('journal_state', `Journal ${id} is ${what}.`);
