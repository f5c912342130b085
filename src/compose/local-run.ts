// Puts together the command line's own run: the compute threads and, if asked for, the store, both closed when the run
// ends. It is not in app.ts, so that a short command does not load the whole service.

import { rulesVersion } from '../adapters/digest/rules-version.ts';
import { sha256 } from '../adapters/digest/sha256.ts';
import { packingNothing, storeOfNothing } from '../adapters/store-none/keep-nothing.ts';
import type { Proposal } from '../core/cross-month/proposals.ts';
import { TieoutError } from '../core/errors.ts';
import type { CommercialKind } from '../core/kinds/commercial.ts';
import { parametersFromDecimals } from '../core/matching/parameters-from-decimals.ts';
import { SIDES } from '../core/records/rows/columns.ts';
import { digestIdAt } from '../core/records/rows/digest-ids.ts';
import type { Files } from '../ports/files.ts';
import type { Store } from '../ports/store.ts';
import type {
  LocalCommand,
  LocalKind,
  MatchedRows,
  ReadingHere,
  ReconcileCommand,
  Reconciliation,
} from '../workflows/runs/reconciliation.ts';
import { ALONE, filesAtHand, runAtHand, type Stores } from '../workflows/runs/run-at-hand.ts';
import type { SessionRun } from '../workflows/runs/session-run.ts';
import type { StageProgress } from '../workflows/stored-runs/run-stages.ts';
import type { StoreDependencies } from '../workflows/stored-runs/store-run.ts';
import { type LocalThreads, threadsFor } from './local-threads.ts';

interface LocalRun {
  readonly command: ReconcileCommand;
  /** The data directory; null: nothing is kept. */
  readonly data: string | null;
  /** The caller's threads; left out: threads for this run alone. */
  readonly threads?: LocalThreads | undefined;
  readonly progress?: ((progress: StageProgress) => void) | undefined;
  /** Called as soon as rows are matched; the run may still fail. */
  readonly matched?: ((rows: MatchedRows) => void) | undefined;
}

/** Reconciles in this process, on the embedded store when a data directory is given. Throws TieoutError. */
export async function reconcileLocally({ command, data, threads, ...listeners }: LocalRun): Promise<Reconciliation> {
  const compute = threads ?? threadsFor(filesOf(command));
  // The store opens while the files are read: neither needs the other.
  const store = data === null ? null : openStore(data);
  try {
    return await reconcileOn({ store, compute, digest: sha256, clock: Date.now, ...listeners }, command);
  } finally {
    await Promise.all([threads ? null : compute.close(), store?.then((opened) => opened.close()).catch(() => {})]);
  }
}

const filesOf = ({ files, openingFiles }: ReconcileCommand): string[] =>
  [files, openingFiles].flatMap((of) => SIDES.flatMap((side) => of?.[side].map(({ path }) => path) ?? []));

interface LocalPlace
  extends Pick<StoreDependencies, 'compute' | 'digest' | 'clock'>,
    Omit<LocalRun, 'command' | 'data' | 'threads'> {
  /** Null: nothing is kept. */
  readonly store: Promise<Store> | null;
  /** Left out: the rules of this program. */
  readonly rules?: string;
}

/** Reconciles on the caller's store and threads. Throws TieoutError. */
export async function reconcileOn(
  { store, rules, matched, compute, digest, clock, progress }: LocalPlace,
  asked: ReconcileCommand,
): Promise<Reconciliation> {
  const stores = async (): Promise<Stores> => {
    const opened = await store;
    const every = { compute, digest, clock, rules: rules ?? rulesVersion() };
    const showing = { ...every, store: storeOfNothing(), compute: packingNothing(compute) };
    return { kept: opened === null ? showing : { ...every, store: opened }, showing };
  };
  const opening = stores();
  // The run that awaits the stores reports why they did not open; it begins once its kind is loaded.
  opening.catch(() => {});
  const run = await RUNS[asked.kind ?? 'banking']();
  const isKept = store !== null;
  const gather = filesAtHand({ compute, stores: opening, isKept, run }, asked);
  // A store that keeps nothing holds no run that another process left.
  const kinds = isKept ? await everyKind() : [];
  const place = { digest, clock, progress, stores: opening, isKept, run, gather, kinds };
  const opened = store === null ? null : await store;
  const command = await withChargeWords(opened, await withAccounts(opened, asked, clock()));
  const { monthsBack = null } = command;
  if (store === null) return runAtHand({ ...place, matched }, command);
  const { kept } = await opening;
  const withStates = async (result: Reconciliation): Promise<Reconciliation> => {
    const { livingJournals } = await import('../workflows/journals/living-journals.ts');
    const journals = await livingJournals(kept.store, { key: result.key, stated: result, chart: null });
    return { ...result, journalStates: new Map(journals.map(({ id, state }) => [id, state])) };
  };
  const withOthers = async (result: Reconciliation): Promise<Reconciliation> => {
    const { renewAfterRun } = await import('../workflows/summaries/renew-later-months.ts');
    const { runAgainHere } = await import('../workflows/runs/run-again-here.ts');
    const again = await runAgainHere({ ...kept, files: NO_FILES }, result.key, kinds);
    await renewAfterRun({ ...kept, kinds }, result);
    return { ...(await withStates(result)), warnings: [...result.warnings, ...again] };
  };
  if (monthsBack === null) return withOthers(await runAtHand({ ...place, matched }, command));
  const first = await withOthers(await runAtHand(place, command));
  const { period } = first.summary;
  if (period === null) return first;
  const parameters = { ...command.parameters, method: 'line_by_line', events: [] } as const;
  const { takeAlong } = await import('../workflows/cross-month/take-along.ts');
  const { made, proposals } = await takeAlong(kept, {
    ...{ key: first.key, runId: first.runId, monthsBack, kinds, hold: ALONE },
    ...{ periodStart: period.start, periodEnd: period.end },
    parametersFor: (currencies) => parametersFromDecimals(parameters, currencies),
  });
  if (made.length === 0 && proposals.length === 0) return first;
  // The session without the rows that late groups took; rows that a proposal pairs are to be decided together.
  const now = await withStates(await runAtHand({ ...place, matched }, command));
  return withProposals({ ...now, stored: true, stages: first.stages }, proposals);
}

/** The command with the map of accounts that counts; a map that it gives counts from now on. */
async function withAccounts(store: Store | null, command: ReconcileCommand, at: number): Promise<ReconcileCommand> {
  if ((command.kind ?? 'banking') !== 'banking') return command;
  const { accounts = null } = command;
  if (store === null) return accounts?.map.length === 0 ? { ...command, accounts: null } : command;
  const { accountsInForce, setAccounts } = await import('../workflows/partners/accounts-in-force.ts');
  if (accounts === null) return { ...command, accounts: await accountsInForce(store, command) };
  const { map } = accounts;
  const { version } = await setAccounts(store, command, { map, setAt: at, setBy: null });
  return { ...command, accounts: map.length === 0 ? null : { map, version } };
}

/** The command with the words for charges that count for its partner. */
async function withChargeWords(store: Store | null, command: ReconcileCommand): Promise<ReconcileCommand> {
  if (store === null || (command.kind ?? 'banking') !== 'banking') return command;
  const { chargeWordsInForce } = await import('../workflows/partners/charge-words-in-force.ts');
  const chargeWords = await chargeWordsInForce(store, command);
  return chargeWords === null ? command : { ...command, parameters: { ...command.parameters, chargeWords } };
}

/** Sessions are run again on their own rows alone. */
const NO_FILES: Files = {
  find: async () => {
    throw new TieoutError('internal', 'A session that is run again reads no file.');
  },
};

/** The result with proposals of other months added to its own hints. */
function withProposals(result: Reconciliation, proposals: readonly Proposal[]): Reconciliation {
  const ofCluster = new Map(proposals.map(({ clusterId, hint }) => [clusterId, hint]));
  const hints = new Map(result.hints);
  for (let cluster = 0; cluster < result.clusters.count && ofCluster.size > 0; cluster++) {
    const hint = ofCluster.get(digestIdAt(result.clusterIds, cluster));
    if (hint !== undefined) hints.set(cluster, [...(hints.get(cluster) ?? []), { ...hint, rows: [] }]);
  }
  return { ...result, hints };
}

// Modules are loaded when a run needs them: a small run takes an eighth less processor time so.

const openStore = async (directory: string): Promise<Store> =>
  (await import('../adapters/store-embedded/open.ts')).openEmbeddedStore({ directory });

const everyKind = async () => (await import('../workflows/kinds/kinds.ts')).KINDS;

const commercial = (kind: CommercialKind) => async () =>
  (await import('../workflows/kinds/commercial.ts')).localCommercialRun(kind);

const RUNS: Readonly<Record<LocalKind, () => Promise<SessionRun<LocalCommand, ReadingHere>>>> = {
  banking: async () => (await import('../workflows/kinds/banking.ts')).LOCAL,
  asset: async () => (await import('../workflows/kinds/asset.ts')).LOCAL_ASSET,
  nip: commercial('nip'),
  atm: commercial('atm'),
};
