// The embedded store as callers see it. Each operation sends a message to the store's thread and promises its answer,
// for the thread that opened the store and for any other with a connection.

import type { MessagePort, Worker } from 'node:worker_threads';
import { fromErrorRecord, type TieoutError } from '../../../core/errors.ts';
import type { AskedPorts, PortName, Ports } from '../operations.ts';
import { openItemsOver } from './items-in-blocks.ts';
import { lateGroupsOver } from './late-group-texts.ts';
import type { StoreAnswer, StoreRequest } from './messages.ts';

/** The operations of every port. The compiler rejects an incomplete list. */
const OPERATIONS = {
  sessions: {
    get: 1,
    list: 1,
    scopes: 1,
    page: 1,
    commit: 1,
    unmaterialised: 1,
    materialised: 1,
    addWindow: 1,
    windows: 1,
    withOpenWindows: 1,
    settleWindows: 1,
    dropWindows: 1,
  },
  work: { put: 1, claimNext: 1, renew: 1, retake: 1, release: 1, fail: 1, finish: 1, waiting: 1, count: 1 },
  runs: {
    accept: 1,
    start: 1,
    report: 1,
    get: 1,
    latest: 1,
    active: 1,
    unfinished: 1,
    sessionsNamed: 1,
    cancel: 1,
    isCancelled: 1,
    list: 1,
    queue: 1,
  },
  leases: { take: 1, renew: 1, release: 1 },
  ingestions: { add: 1, get: 1, live: 1, rejected: 1 },
  rowBlocks: { put: 1, stored: 1, headers: 1, read: 1, fingerprints: 1 },
  groupBlocks: { put: 1, discard: 1, headers: 1, read: 1 },
  windowResults: { put: 1, done: 1, read: 1 },
  openItems: {
    insertIfAbsent: 1,
    removeForOtherRuns: 1,
    removeHeld: 1,
    page: 1,
    booked: 1,
    at: 1,
    named: 1,
    aggregate: 1,
  },
  decisions: {
    begin: 1,
    take: 1,
    renew: 1,
    release: 1,
    pending: 1,
    unreconcile: 1,
    decide: 1,
    changedBy: 1,
    get: 1,
    finish: 1,
    withdraw: 1,
    loose: 1,
    noteQueued: 1,
    past: 1,
    underWay: 1,
    hasSwept: 1,
  },
  audit: {
    insertIfAbsent: 1,
    page: 1,
    count: 1,
    taggedRecurring: 1,
    standing: 1,
    rowsOf: 1,
    countOf: 1,
    batches: 1,
    lastLink: 1,
    linkOf: 1,
    addLink: 1,
    links: 1,
  },
  patterns: { get: 1, byId: 1, put: 1, page: 1, count: 1 },
  clusters: {
    insertOrRestore: 1,
    voidPending: 1,
    voidSome: 1,
    restoreSome: 1,
    addHints: 1,
    followUp: 1,
    page: 1,
    table: 1,
    get: 1,
    rows: 1,
    named: 1,
    count: 1,
    counts: 1,
  },
  lateGroups: {
    propose: 1,
    settle: 1,
    void: 1,
    ofSession: 1,
    idsOfSession: 1,
    heldUids: 1,
    bookedWithin: 1,
    named: 1,
    holding: 1,
    ofOperation: 1,
  },
  summaries: { append: 1, latest: 1, ofBasis: 1, version: 1, history: 1 },
  outbox: { add: 1, due: 1, delivered: 1, refused: 1, again: 1, replay: 1, prune: 1, counts: 1, waiting: 1 },
  formats: { get: 1, put: 1, forget: 1, list: 1 },
  partnerTerms: { latest: 1, ofVersion: 1, add: 1 },
  acts: { add: 1, of: 1, last: 1, ofTenant: 1, things: 1, countThings: 1 },
  journals: { know: 1, known: 1, knownWithin: 1, postedAs: 1, events: 1, add: 1, keepBatch: 1, batch: 1 },
  keptStatements: { keep: 1, get: 1 },
  checks: {
    ...{
      add: 1,
      update: 1,
      get: 1,
      ofSubject: 1,
      search: 1,
      tally: 1,
      inProgress: 1,
      withoutStatus: 1,
      use: 1,
      prune: 1,
    },
  },
  subjects: { put: 1, get: 1, delete: 1, page: 1, search: 1, withKeys: 1, screened: 1 },
  cases: {
    open: 1,
    advance: 1,
    get: 1,
    steps: 1,
    ofSubject: 1,
    page: 1,
    erase: 1,
    lapsed: 1,
    orphans: 1,
    unchained: 1,
    chained: 1,
    step: 1,
    ofTenant: 1,
  },
  lists: { heads: 1, putBlock: 1, block: 1, swap: 1, forget: 1 },
  keptAnswers: { begin: 1, finish: 1, forget: 1 },
  upkeep: { sweepUnnamed: 1, prune: 1 },
} satisfies { readonly [Port in PortName]: Record<keyof AskedPorts[Port], 1> };

interface StoreClient {
  readonly ports: Ports;
  /** The answer of the store's thread. Throws the reason if nothing more can be asked. */
  ask(request: (id: number) => StoreRequest): Promise<unknown>;
  /** The thread's answer to its start. */
  readonly started: Promise<unknown>;
  /** Refuses later calls, and fails open ones with the reason. */
  end(reason: TieoutError): void;
  /** Refuses later calls. Open ones are still answered. */
  endAsking(reason: TieoutError): void;
  isEnded(): boolean;
}

/** `connection`: the store's thread itself, or a port that it serves. */
export function storeOver(connection: Worker | MessagePort): StoreClient {
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  const portions = new Map<number, unknown[]>();
  let last = 0;
  /** Set once nothing more can be asked. */
  let ended: TieoutError | undefined;

  const expect = (id: number): Promise<unknown> => {
    const answer = Promise.withResolvers<unknown>();
    waiting.set(id, answer);
    return answer.promise;
  };
  const ask = async (request: (id: number) => StoreRequest): Promise<unknown> => {
    if (ended !== undefined) throw ended;
    const id = ++last;
    connection.postMessage(request(id));
    return expect(id);
  };
  connection.on('message', (message: StoreAnswer) => {
    const list = portions.get(message.id);
    if ('portion' in message) {
      if (list === undefined) portions.set(message.id, [...message.portion]);
      else list.push(...message.portion);
      return;
    }
    const answer = waiting.get(message.id);
    waiting.delete(message.id);
    portions.delete(message.id);
    if ('failure' in message) answer?.reject(fromErrorRecord(message.failure));
    else answer?.resolve(list === undefined ? message.answer : list);
  });
  const asked = Object.fromEntries(
    Object.entries(OPERATIONS).map(([port, operations]) => [
      port,
      Object.fromEntries(
        Object.keys(operations).map((operation) => [
          operation,
          (...values: unknown[]) => ask((id) => ({ id, port: port as PortName, operation, values })),
        ]),
      ),
    ]),
  ) as unknown as AskedPorts;
  const { insertIfAbsent } = asked.audit;
  const ports: Ports = {
    ...asked,
    audit: { ...asked.audit, insertIfAbsent: auditInPortions(insertIfAbsent) },
    lateGroups: lateGroupsOver(asked.lateGroups),
    openItems: openItemsOver(asked.openItems),
  };
  return {
    ports,
    ask,
    started: expect(0),
    end(reason) {
      ended ??= reason;
      for (const answer of waiting.values()) answer.reject(ended);
      waiting.clear();
    },
    endAsking(reason) {
      ended ??= reason;
    },
    isEnded: () => ended !== undefined,
  };
}

/** Rows of one message, which copies each of them twice. A repeated call completes an interrupted batch. */
const AUDIT_ROWS = 4_096;

function auditInPortions(insert: Ports['audit']['insertIfAbsent']): Ports['audit']['insertIfAbsent'] {
  return async (batch, held) => {
    // Runs once even without rows: a caller that has lost the operation must get the error.
    for (let from = 0; from === 0 || from < batch.entries.length; from += AUDIT_ROWS) {
      await insert({ ...batch, entries: batch.entries.slice(from, from + AUDIT_ROWS) }, held);
    }
  };
}
