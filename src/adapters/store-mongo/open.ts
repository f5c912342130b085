// Opens the store on MongoDB: the connection, the schema, and the operations of every port, each guarded. Every thread
// and process opens the store for itself; none holds it alone.

import type { CommandStartedEvent, Db } from 'mongodb';
import type { Store } from '../../ports/store.ts';
import { keptAnswerOperations } from './calls/kept-answers.ts';
import { connect } from './connection/connect.ts';
import { counterOperations } from './connection/counters.ts';
import { failureOf, mongoFailure, reasonOf } from './connection/failures.ts';
import { guarded, type Ports } from './connection/guarded.ts';
import { longTexts } from './connection/long-texts.ts';
import { preparingFailure } from './connection/start-failures.ts';
import { type StoreClock, storeClock } from './connection/store-clock.ts';
import { collectionsOf } from './documents.ts';
import { auditOperations } from './exceptions/audit.ts';
import { auditChainOperations } from './exceptions/audit-chain.ts';
import { clusterOperations } from './exceptions/clusters.ts';
import { decisionOperations } from './exceptions/decisions.ts';
import { lateGroupOperations } from './exceptions/late-groups.ts';
import { openItemOperations } from './exceptions/open-items.ts';
import { operationHolds } from './exceptions/operations.ts';
import { patternOperations } from './exceptions/patterns.ts';
import { outboxOperations } from './outbox/outbox.ts';
import { actOperations } from './people/acts.ts';
import { formatOperations } from './reading/formats.ts';
import { journalOperations } from './reading/journals.ts';
import { partnerTermsOperations } from './reading/partner-terms.ts';
import { groupBlockOperations } from './rows/group-blocks.ts';
import { ingestionOperations } from './rows/ingestions.ts';
import { rowBlockOperations } from './rows/row-blocks.ts';
import { windowResultOperations } from './rows/window-results.ts';
import { claimingOperations } from './runs/claiming.ts';
import { keptStatementOperations } from './runs/kept-statements.ts';
import { leaseOperations } from './runs/leases.ts';
import { workLines } from './runs/lines.ts';
import { Renewal } from './runs/renewal.ts';
import { workRounds } from './runs/rounds.ts';
import { runKeys } from './runs/run-keys.ts';
import { runOperations } from './runs/runs.ts';
import { sessionOperations } from './runs/sessions.ts';
import { summaryOperations } from './runs/summaries.ts';
import { workOperations } from './runs/work.ts';
import { prepareSchema } from './schema.ts';
import { upkeepOperations } from './upkeep.ts';
import { caseOperations } from './verification/cases.ts';
import { checkOperations } from './verification/checks.ts';
import { listOperations } from './verification/lists.ts';
import { subjectOperations } from './verification/subjects.ts';

export interface MongoStoreOptions {
  /** A connection string. Without a database name the database is tieout. */
  readonly uri: string;
  /** The name of the deployment. The database belongs to it from the first start on. */
  readonly environment: string;
  /** The currency of documents of other programs that name none: TIEOUT_CURRENCY. */
  readonly currency?: string;
  /**
   * The longest time of an operation, with all repetitions of the driver. An operation on a silent server ends much
   * earlier. Null: no limit, for a run.
   */
  readonly operationMs: number | null;
  /**
   * True if this process has upgraded the database over another connection. If a thread did it and were ended in
   * between, all others would wait until its lease lapsed.
   */
  readonly isPrepared?: boolean;
  /** Called with every command that is sent, in tests. */
  readonly onCommand?: (command: CommandStartedEvent) => void;
}

/** The service's limit for an operation: its callers learn within seconds that the store is away. */
export const ANSWER_MS = 5_000;

/** Throws store_unavailable, or usage if the connection string or a file that it names cannot be used. */
export async function openMongoStore(options: MongoStoreOptions): Promise<Store> {
  const { uri, environment, currency = 'NGN', operationMs, isPrepared = false, onCommand } = options;
  const open = async () => {
    const connected = await connect({ uri, monitorCommands: onCommand !== undefined });
    const { client, db } = connected;
    if (onCommand !== undefined) client.on('commandStarted', onCommand);
    return { ...connected, ports: portsOn(db, currency), close: () => client.close() };
  };
  const first = await open();
  const { db, hosts, ports } = first;
  try {
    if (!isPrepared) await prepareSchema(db, collectionsOf(db), { leases: ports.leases, environment });
  } catch (error) {
    const failure = await preparingFailure(error, db, hosts);
    await first.close().catch(() => {});
    throw failure;
  }
  const asked = new Set<Promise<unknown>>();
  const connection = new Renewal(first, open, asked);
  const silentMs = () => connection.current.pulse.silentMs();
  return guarded(() => connection.current.ports, {
    asked,
    close: () => connection.close(),
    failure(error) {
      if (reasonOf(error)?.kind === 'noRights') connection.renew();
      return mongoFailure(error, hosts);
    },
    patience: operationMs === null ? null : { mostMs: operationMs, silentMs },
    late: () => failureOf({ kind: 'late' }, { server: hosts }),
  });
}

const serverClock = (db: Db, clock: StoreClock) => async (): Promise<Date> => {
  const { localTime } = await db.command({ hello: 1 });
  return new Date((localTime as Date).getTime() + (await clock.ahead()));
};

function portsOn(db: Db, currency: string): Ports {
  const collections = collectionsOf(db);
  const counters = counterOperations(collections);
  const clock = storeClock(collections);
  const leases = leaseOperations(collections, clock);
  const holds = operationHolds(collections, clock);
  const texts = longTexts(collections);
  const keys = runKeys(collections);
  const [rounds, lines] = [workRounds(collections), workLines(collections)];
  const claiming = claimingOperations(collections, { counters, rounds, lines, clock });
  return {
    sessions: sessionOperations(collections),
    work: workOperations(collections, { counters, texts, claiming, rounds, lines, clock }),
    runs: runOperations(collections, { counters, texts, keys, claiming, rounds, lines, clock }),
    leases,
    ingestions: ingestionOperations(collections, { counters, texts }),
    rowBlocks: rowBlockOperations(collections, texts),
    groupBlocks: groupBlockOperations(collections, { texts, keys }),
    windowResults: windowResultOperations(collections),
    openItems: openItemOperations(collections, counters),
    clusters: clusterOperations(collections, { counters, currency }),
    decisions: decisionOperations(collections, { holds, currency }),
    audit: {
      ...auditOperations(collections, { counters, holds, currency }),
      ...auditChainOperations(collections, currency),
    },
    patterns: patternOperations(collections, currency),
    lateGroups: lateGroupOperations(collections, { counters, texts }),
    summaries: summaryOperations(collections, texts),
    keptStatements: keptStatementOperations(collections, texts),
    checks: checkOperations(collections),
    subjects: subjectOperations(collections),
    cases: caseOperations(collections),
    lists: listOperations(collections),
    outbox: outboxOperations(collections, { counters, now: serverClock(db, clock) }),
    formats: formatOperations(collections),
    journals: journalOperations(collections, texts),
    acts: actOperations(collections),
    partnerTerms: partnerTermsOperations(collections),
    keptAnswers: keptAnswerOperations(collections),
    upkeep: upkeepOperations(collections, { texts, leases }),
  };
}
