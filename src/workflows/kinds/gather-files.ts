// How a run's rows come together: from the files that a request names, and the session's own rows if it says so, or
// from files of the command line. The kind says what the files contain and how they are checked.

import { TieoutError } from '../../core/errors.ts';
import type { Flow } from '../../core/kinds/commercial.ts';
import type { KindRules } from '../../core/kinds/kind-rules.ts';
import { requireUsable } from '../../core/matching/parameters-from-decimals.ts';
import type { KindReading } from '../../core/reading/kinds/kind-reading.ts';
import { SIDES, type Side } from '../../core/records/rows/columns.ts';
import type { FileRequest } from '../../ports/compute.ts';
import { foundFiles } from '../rows/found-files.ts';
import { type NamedFile, readFiles, type WantedFile } from '../rows/read-files.ts';
import { rememberedFor } from '../rows/remembered-formats.ts';
import { fileJustRead, ingestedFiles, plansOf, type SessionFile } from '../rows/session-files.ts';
import type { LocalCommand, ReadingHere } from '../runs/reconciliation.ts';
import type { Gathered, GatheringFor, SessionRun } from '../runs/session-run.ts';
import type { RunDependencies } from '../stored-runs/kind-of-run.ts';
import type { BankingRunCommand } from './banking-command.ts';

/** How a command for files at hand is stored: without the files, which the process that recorded the run has. */
export const LOCAL_COMMAND: Pick<SessionRun<LocalCommand, ReadingHere>, 'versions' | 'decode'> = {
  versions: [1],
  decode: ({ parameters }) => ({ ...(parameters as unknown as LocalCommand), files: null, classifying: true }),
};

export interface FilesOfKind {
  readonly rules: KindRules;
  readonly shape?: FileRequest['shape'];
  /** Columns that the reader looks for beside the common fields. */
  readonly reading?: KindReading | undefined;
  /** Finds the direction from the files, or the session's rows, if nobody gives it. Throws direction_unknown. */
  readonly settle?: ((read: readonly NamedFile[], before: RowsBefore) => SettledFlow) | undefined;
  /** Throws if the files of both sides do not fit together. */
  readonly check: (files: readonly NamedFile[], kept?: readonly SessionFile[]) => void;
}

interface RowsBefore {
  /** The session's direction, null where it has none. */
  readonly flow: Flow | null;
  /** Whether the session's rows take part. */
  readonly hasRows: boolean;
}

interface SettledFlow {
  readonly flow: Flow;
  /** How the files are read in that direction; null: as before. */
  readonly reading: KindReading | null;
  readonly said: string;
}

/** `read`: reads all files. They are read once more if they state another direction than the usual one. */
export async function readSettled(
  { reading, settle }: FilesOfKind,
  before: RowsBefore,
  read: (reading: KindReading | undefined) => Promise<NamedFile[]>,
): Promise<{ readonly read: NamedFile[]; readonly settled: SettledFlow | null }> {
  const first = await read(reading);
  const settled = settle?.(first, before) ?? null;
  return { read: settled?.reading == null ? first : await read(settled.reading), settled };
}

const saidOf = (settled: SettledFlow | null): Pick<Gathered, 'flow'> & { readonly said: readonly string[] } =>
  settled === null ? { said: [] } : { flow: settled.flow, said: [settled.said] };

/** Throws interrupted for a run of a process that has ended: its caller must ask again for what was not committed. */
export const gatherAtHand =
  (kind: FilesOfKind) =>
  async (
    { compute, store, plans, remembered }: ReadingHere,
    command: LocalCommand,
    { session, stages }: GatheringFor,
  ): Promise<Gathered> => {
    const { files } = command;
    if (files === null && command.isOfOwnRows && store !== undefined && session !== null) {
      const own = await ingestedFiles({ store, compute }, session.key);
      return { files: own, warnings: [], ...(session.flow !== null && { flow: session.flow }) };
    }
    if (files === null) {
      const sentence = 'The command that reconciled these files ended before it was done: run it again.';
      throw new TieoutError('interrupted', sentence);
    }
    const wanted = SIDES.flatMap((side) => files[side].map((file) => ({ side, ...file })));
    const onRead = (done: number, total: number) => stages.progressInBytes('ingress', done, total);
    const terms = { ...command, shape: kind.shape, plans, remembered };
    const { read, settled } = await readSettled(kind, { flow: null, hasRows: false }, (reading) =>
      readFiles(compute, wanted, { terms: { ...terms, reading }, onRead }),
    );
    kind.check(read);
    const { said, ...flow } = saidOf(settled);
    return { files: read.map(fileJustRead), warnings: said, ...flow };
  };

/** Throws TieoutError if a file cannot be found or read, or a side has no rows. */
export const gatherNamed =
  (kind: FilesOfKind) =>
  async (
    deps: RunDependencies,
    command: BankingRunCommand,
    { session, stages, mayLackSide }: GatheringFor,
  ): Promise<Gathered> => {
    requireUsable(command.parameters);
    const { fileUrls, onExisting, key } = command;
    const ownRows = SIDES.filter((side) => onExisting === 'append' || fileUrls[side].length === 0);
    const ingested = session === null || ownRows.length === 0 ? [] : await ingestedFiles(deps, key);
    const kept = ingested.filter(({ side }) => ownRows.includes(side));
    const empty = SIDES.filter((side) => fileUrls[side].length === 0 && !kept.some((file) => file.side === side));
    if (empty.length > (mayLackSide ? 1 : 0)) throw nothingOn(empty[0]);
    const onRead = (done: number, total: number) => stages.progressInBytes('ingress', done, total);
    const plans = session === null ? undefined : await plansOf(deps.store, key);
    const remembered = await rememberedFor(deps.store, key);
    const urls = SIDES.flatMap((side) => fileUrls[side].map((url) => ({ side, url })));
    const terms = { ...command, shape: kind.shape, plans, remembered };
    const before = { flow: session?.flow ?? null, hasRows: kept.length > 0 };
    const { read, settled } = await foundFiles(
      deps.files,
      urls,
      { tenant: key.tenant },
      (wanted: readonly WantedFile[]) =>
        readSettled(kind, before, (reading) =>
          readFiles(deps.compute, wanted, { terms: { ...terms, reading }, onRead }),
        ),
    );
    const { fresh, warnings } = withoutKnown(read, kept);
    kind.check(fresh, kept);
    const { said, ...flow } = saidOf(settled);
    return { files: [...kept, ...fresh.map(fileJustRead)], warnings: [...said, ...warnings], ...flow };
  };

const words = (side: Side): string => (side === 'gl' ? 'ledger' : 'bank');

function nothingOn(side: Side): TieoutError {
  const field = side === 'gl' ? 'gl_file_url' : 'bank_file_url';
  const sentence = `The ${words(side)} side has no rows: name a file in ${field}, for its session holds none of that side.`;
  return new TieoutError('side_empty', sentence);
}

/** A file that the session has already adds nothing; a file that the other side has is a mistake. */
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
