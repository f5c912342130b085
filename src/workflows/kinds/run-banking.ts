// Does a banking run that a worker has claimed: finds and reads the files it names, adds the rows that its session
// holds where the command says so, and carries it out. A run that its session names already is finished from the
// session's own rows, for its files may be gone by then.

import { TieoutError } from '../../core/errors.ts';
import { BANKING_KIND } from '../../core/kinds/banking.ts';
import type { Session } from '../../core/records/documents/session.ts';
import { SIDES, type Side } from '../../core/records/rows/columns.ts';
import { readFiles, type WantedFile } from '../rows/read-files.ts';
import { fileJustRead, ingestedFiles, type SessionFile } from '../rows/session-files.ts';
import { carryOut, finishForOther } from '../runs/carry-out-run.ts';
import { kindOfRun, type LeftToFinish, type RunAtWork, type RunDependencies } from '../runs/kind-of-run.ts';
import { type BankingTerms, type PreparedRun, prepareRun } from '../runs/prepare-run.ts';
import type { RunStages } from '../runs/run-stages.ts';
import type { StoreDependencies } from '../runs/store-run.ts';
import { type BankingRunCommand, bankingCommandOf } from './banking-command.ts';
import { checkSides, type NamedFile } from './check-sides.ts';

/** Throws TieoutError; before the commit that leaves the session as it was. */
async function runBanking(deps: RunDependencies, work: RunAtWork, command: BankingRunCommand): Promise<void> {
  requireDoable(command);
  const session = await deps.store.sessions.get(work.run.key);
  if (session?.runId === work.run.runId) return finishCommitted(deps, work, { session, ...command });
  const gathering = () => gather(deps, command, { session, stages: work.stages });
  const { files, warnings } = await work.stages.time('ingress', gathering, ({ files }) => rowsIn(files));
  const rejectedRows = files.reduce((sum, file) => sum + file.rejectedRows, 0);
  await work.tell({ rejectedRows, warnings });
  work.hold.check();
  const prepared = prepareRun(files, command, { key: command.key, digest: deps.digest });
  await carryOut(deps, prepared, {
    ...work,
    kind: BANKING_KIND,
    session,
    terms: command,
    classifying: command.classifying,
    settled: (found) => work.tell({ rejectedRows, warnings: [...warnings, ...found] }),
  });
}

/** Throws not_built or usage when the request asked for what cannot be done: nothing else is done in its place. */
function requireDoable({ noted }: BankingRunCommand): void {
  const { notYet, unusable } = noted;
  if (Array.isArray(unusable) && unusable.length > 0) throw new TieoutError('usage', unusable.join(' '));
  if (Array.isArray(notYet) && notYet.length > 0) throw new TieoutError('not_built', notYet.join(' '));
}

/** A run of a process that is gone: what it committed is finished, what it did not is its caller's to ask again. */
async function finishLocal(deps: RunDependencies, work: RunAtWork, terms: BankingTerms): Promise<void> {
  const session = await deps.store.sessions.get(work.run.key);
  if (session?.runId !== work.run.runId) {
    throw new TieoutError(
      'interrupted',
      'The command that reconciled these files ended before it was done: run it again.',
    );
  }
  await finishCommitted(deps, work, { ...terms, session, classifying: true });
}

/** Any worker can do it from its command. */
export const BANKING = kindOfRun<BankingRunCommand>({
  kind: 'banking',
  versions: [1],
  decode: bankingCommandOf,
  carryOut: runBanking,
  finish: finishForOtherWorker,
});

/** Done by the process that recorded it, and by no other. */
export const LOCAL = kindOfRun<BankingTerms>({
  kind: 'local',
  versions: [1],
  decode: ({ parameters }) => parameters as unknown as BankingTerms,
  carryOut: finishLocal,
  finish: (deps, left, terms) => finishForOtherWorker(deps, left, { ...terms, classifying: true }),
});

async function finishCommitted(
  deps: RunDependencies,
  work: RunAtWork,
  { session, classifying, ...terms }: BankingTerms & { readonly session: Session; readonly classifying: boolean },
): Promise<void> {
  const files = await ingestedFiles(deps, session.key);
  const prepared: PreparedRun = prepareRun(files, terms, { key: session.key, digest: deps.digest });
  // What its files gave rise to was told before the commit.
  await carryOut(deps, prepared, {
    ...work,
    kind: BANKING_KIND,
    session,
    terms,
    classifying,
    settled: async () => {},
  });
}

/** For a worker that is not there to do it. */
async function finishForOtherWorker(
  deps: StoreDependencies,
  { session: { key, runId }, rows }: LeftToFinish,
  terms: BankingTerms & { readonly classifying: boolean },
): Promise<void> {
  const prepared = prepareRun(await ingestedFiles(deps, key), terms, { key, digest: deps.digest });
  await finishForOther(deps, prepared, { kind: BANKING_KIND, runId, terms, classifying: terms.classifying, rows });
}

const rowsIn = (files: readonly SessionFile[]): number => files.reduce((sum, { columns }) => sum + columns.count, 0);

interface Gathered {
  readonly files: readonly SessionFile[];
  readonly warnings: readonly string[];
}

/** Throws TieoutError: a file cannot be found or read, or a side has nothing. */
async function gather(
  deps: RunDependencies,
  command: BankingRunCommand,
  { session, stages }: { readonly session: Session | null; readonly stages: RunStages },
): Promise<Gathered> {
  const { fileUrls, onExisting, key } = command;
  const ownRows = SIDES.filter((side) => onExisting === 'append' || fileUrls[side].length === 0);
  const ingested = session === null || ownRows.length === 0 ? [] : await ingestedFiles(deps, key);
  const kept = ingested.filter(({ side }) => ownRows.includes(side));
  for (const side of SIDES) {
    if (fileUrls[side].length === 0 && !kept.some((file) => file.side === side)) throw nothingOn(side);
  }
  const wanted: WantedFile[] = [];
  for (const side of SIDES) {
    for (const url of fileUrls[side]) wanted.push({ side, ...(await deps.files.find(url, key)) });
  }
  const told = (done: number, total: number) => stages.progressInBytes('ingress', done, total);
  const read = await readFiles(deps.compute, wanted, { terms: command, told });
  const { fresh, warnings } = withoutKnown(read, kept);
  checkSides(fresh);
  return { files: [...kept, ...fresh.map(fileJustRead)], warnings };
}

const words = (side: Side): string => (side === 'gl' ? 'ledger' : 'bank');

function nothingOn(side: Side): TieoutError {
  const field = side === 'gl' ? 'gl_file_url' : 'bank_file_url';
  const sentence = `The ${words(side)} side has no rows: name a file in ${field}, for its session holds none of that side.`;
  return new TieoutError('side_empty', sentence);
}

/** A file that the session holds already adds nothing; on the other side it is a mistake. */
function withoutKnown(
  read: readonly NamedFile[],
  kept: readonly SessionFile[],
): { readonly fresh: readonly NamedFile[]; readonly warnings: readonly string[] } {
  const warnings: string[] = [];
  const fresh = read.filter(({ side, name, file }) => {
    const known = kept.find(({ digest }) => digest === file.digest);
    if (known === undefined) return true;
    if (known.side !== side) {
      const sentence = `the session holds this file on its ${words(known.side)} side; give each file to one side.`;
      throw new TieoutError('file_given_twice', sentence, { file: name });
    }
    warnings.push(`${name}: the session holds this file already; it added nothing.`);
    return false;
  });
  return { fresh, warnings };
}
