// The lists that this process screens against, indexed in a thread. When the store has another version of any list, a
// new thread is started and replaces the old one once it is ready; the old one still answers its open calls. Every
// process looks into the store by itself, so a list that one process loads is soon used by all. A silent thread is ended.

import type { Worker } from 'node:worker_threads';
import type { ConnectableStore } from '../../compose/open-store.ts';
import { fromErrorRecord, TieoutError } from '../../core/errors.ts';
import { MAX_LISTS_SILENT_MS } from '../../core/limits.ts';
import type { ListHead } from '../../core/records/documents/watchlist.ts';
import type { Log } from '../../ports/log.ts';
import type { Lists } from '../../ports/verification/lists.ts';
import type { EntityName, ListLabels, Watchlists } from '../../ports/verification/watchlists.ts';
import type { ListSource, LoadedAll } from '../../workflows/verification/load-list.ts';
import { endSilent } from '../runs/end-silent.ts';
import { threadOnStore } from '../runs/on-store.ts';
import type {
  LoadingAnswer,
  LoadingOutcome,
  LoadingThreadStart,
  ScreeningAnswer,
  ScreeningRequest,
  ScreeningThreadStart,
} from './messages.ts';

interface ScreeningOptions {
  readonly store: ConnectableStore & { readonly lists: Lists };
  readonly clock: () => number;
  readonly log: Log;
  /** Age from which the list of that name clears nobody. */
  readonly staleMs: (name: string) => number;
  /** Names of required lists. */
  readonly wanted: readonly string[];
}

export interface Screening extends Watchlists {
  /** Uses the store's lists from now on; answers whether they changed. */
  refresh(): Promise<boolean>;
  /** Names the versions in use; null: there is no list. */
  versions(): string | null;
  close(): Promise<void>;
}

type Answered = Extract<ScreeningAnswer, { readonly screenings: unknown } | { readonly entities: unknown }>;

/** A thread with the lists of its start. */
interface Generation {
  readonly versions: string;
  readonly worker: Worker;
  readonly waiting: Map<number, PromiseWithResolvers<Answered>>;
  readonly labels: ListLabels;
  heads: readonly ListHead[];
}

const NO_LABELS: ListLabels = { datasets: new Set(), topics: new Set() };

const versionsOf = (heads: readonly ListHead[]): string =>
  heads.map(({ name, version }) => `${name}=${version}`).join(' ');

const failed = () => new TieoutError('store_unavailable', 'The thread that screens failed: ask again.');

export function startScreening({ store, clock, log, staleMs, wanted }: ScreeningOptions): Screening {
  let current: Generation | null = null;
  let last = 0;
  let isClosed = false;
  let refreshing: Promise<unknown> = Promise.resolve();

  /** Answers once it is ready. */
  function start(): Promise<Generation> {
    const worker = threadOnStore<ScreeningThreadStart>(new URL('./inside.ts', import.meta.url), store, {});
    const silent = endSilent(worker, { verb: 'screens', mostMs: MAX_LISTS_SILENT_MS, log });
    const waiting: Generation['waiting'] = new Map();
    const ready = Promise.withResolvers<Generation>();
    worker.on('message', (message: ScreeningAnswer) => {
      if ('answers' in message) return;
      if ('ready' in message) {
        const { ready: heads, labels } = message;
        ready.resolve({ versions: versionsOf(heads), worker, waiting, labels, heads });
        return;
      }
      const asked = waiting.get(message.id);
      waiting.delete(message.id);
      if ('failure' in message) asked?.reject(fromErrorRecord(message.failure));
      else asked?.resolve(message);
    });
    worker.on('error', (err) => {
      if (!isClosed) log.error({ err }, 'The thread that screens failed.');
    });
    worker.once('exit', () => {
      const why = silent() ?? failed();
      ready.reject(why);
      if (current?.worker === worker) current = null;
      for (const asked of waiting.values()) asked.reject(why);
      waiting.clear();
    });
    return ready.promise;
  }

  function ask(
    { waiting, worker }: Generation,
    question:
      | Pick<Extract<ScreeningRequest, { subjects: unknown }>, 'subjects' | 'wish'>
      | { wanted: readonly EntityName[] },
  ): Promise<Answered> {
    const id = ++last;
    const answer = Promise.withResolvers<Answered>();
    waiting.set(id, answer);
    worker.postMessage({ id, ...question } satisfies ScreeningRequest);
    return answer.promise;
  }

  async function retire({ worker, waiting }: Generation): Promise<void> {
    await Promise.allSettled([...waiting.values()].map(({ promise }) => promise));
    await worker.terminate();
  }

  async function refreshNow(): Promise<boolean> {
    const heads = await store.lists.heads();
    const before = current?.versions ?? null;
    if (heads.length === 0) {
      if (current !== null) void retire(current);
      current = null;
      return before !== null;
    }
    if (versionsOf(heads) === before) {
      // One assignment: each call sees either all old lists or all new ones.
      current!.heads = heads;
      return false;
    }
    const next = await start();
    if (isClosed) {
      await next.worker.terminate();
      return false;
    }
    const old = current;
    current = next;
    if (old !== null) void retire(old);
    return true;
  }

  return {
    states: () =>
      (current?.heads ?? []).map(({ name, version, entities, loadedAt, publishedAt, warnings }) => ({
        ...{ name, version, entities, loadedAt, publishedAt, warnings },
        isStale: clock() - publishedAt > staleMs(name),
      })),
    labels: () => current?.labels ?? NO_LABELS,
    missing: () => wanted.filter((name) => !current?.heads.some((head) => head.name === name)),
    async screen(subjects, wish) {
      if (current === null) return subjects.map(() => ({ hits: [], suppressed: [], uncompared: 0 }));
      const answer = await ask(current, { subjects, wish });
      return 'screenings' in answer ? answer.screenings : [];
    },
    async entities(wanted) {
      if (current === null) return wanted.map(() => null);
      const answer = await ask(current, { wanted });
      return 'entities' in answer ? answer.entities : [];
    },
    refresh() {
      const refreshed = refreshing.then(refreshNow);
      refreshing = refreshed.catch(() => {});
      return refreshed;
    },
    versions: () => current?.versions ?? null,
    async close() {
      isClosed = true;
      await current?.worker.terminate();
    },
  };
}

interface LoadOptions {
  readonly store: ConnectableStore;
  readonly sources: readonly ListSource[];
  readonly shrinkShare: number;
  readonly clock: () => number;
  readonly log: Log;
}

/** Loads lists into the store in their own thread. */
export async function loadInThread({ store, sources, shrinkShare, clock, log }: LoadOptions): Promise<LoadedAll> {
  const terms = { sources, shrinkShare, ahead: clock() - Date.now() };
  const worker = threadOnStore<LoadingThreadStart>(new URL('./loading.ts', import.meta.url), store, terms);
  worker.unref();
  const silent = endSilent(worker, { verb: 'loads lists', mostMs: MAX_LISTS_SILENT_MS, log });
  const answer = Promise.withResolvers<LoadingOutcome>();
  worker.on('message', (message: LoadingAnswer) => {
    if (!('answers' in message)) answer.resolve(message);
  });
  worker.once('error', (error) => answer.reject(error));
  worker.once('exit', () =>
    answer.reject(silent() ?? new TieoutError('internal', 'The thread that loads lists ended.')),
  );
  const message = await answer.promise;
  if ('failure' in message) throw fromErrorRecord(message.failure);
  return message.loaded;
}
