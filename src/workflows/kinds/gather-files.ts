// How a run's rows come together: from the files that a request names, and the session's own rows if it says so, or
// from files of the command line. The kind says what the files contain and how they are checked.

import { TieoutError } from '../../core/errors.ts';
import type { Flow } from '../../core/kinds/commercial.ts';
import type { KindRules } from '../../core/kinds/kind-rules.ts';
import { requireUsable } from '../../core/matching/parameters-from-decimals.ts';
import type { ColumnMappingFile } from '../../core/reading/columns/column-mapping.ts';
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
import type { turnedLedgers } from './check-ledger-sense.ts';
import { statementWarnings } from './check-statements.ts';

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
  readonly settle?: ((read: readonly NamedFile[], before: FlowBefore) => SettledFlow) | undefined;
  /** Files to read once more in the other sense of debit and credit. Throws file_needs_answer. */
  readonly turned?: typeof turnedLedgers;
  /** Throws if the files of both sides do not fit together. */
  readonly check: (files: readonly NamedFile[], kept?: readonly SessionFile[]) => void;
}

interface FlowBefore {
  /** The session's direction, null where it has none. */
  readonly flow: Flow | null;
  /** Whether the session's rows take part. */
  readonly hasRows: boolean;
}

interface RowsBefore {
  /** The session's direction, null where it has none. */
  readonly flow: Flow | null;
  /** Rows of the session that take part. */
  readonly kept: readonly SessionFile[];
}

/** Files that are read until both sides tell how. */
interface ToSettle<Wanted> {
  readonly wanted: readonly Wanted[];
  readonly mapping: ColumnMappingFile | null;
  readonly before: RowsBefore;
  readonly read: (wanted: readonly Wanted[], reading: KindReading | undefined) => Promise<NamedFile[]>;
}

interface SettledFlow {
  readonly flow: Flow;
  /** How the files are read in that direction; null: as before. */
  readonly reading: KindReading | null;
  readonly said: string;
}

/**
 * Reads all files, and once more those that both sides together show to be read otherwise: in another direction than
 * the usual one, or in the other sense of debit and credit. `said`: sentences about that.
 */
export async function readSettled<Wanted extends object>(
  { reading: usual, settle, turned }: FilesOfKind,
  { wanted, mapping, before, read }: ToSettle<Wanted>,
): Promise<{ readonly read: NamedFile[]; readonly said: readonly string[]; readonly flow?: Flow }> {
  const first = await read(wanted, usual);
  const settled = settle?.(first, { flow: before.flow, hasRows: before.kept.length > 0 }) ?? null;
  const reading = settled?.reading ?? usual;
  const all = settled?.reading == null ? first : await read(wanted, reading);
  const others = turned?.(all, { mapping, kept: before.kept }) ?? [];
  const again =
    others.length === 0
      ? []
      : await read(
          others.map(({ at, accountType }) => ({ ...wanted[at], accountType })),
          reading,
        );
  for (const [k, { at }] of others.entries()) all[at] = again[k];
  return {
    read: all,
    said: [...(settled === null ? [] : [settled.said]), ...others.map(({ said }) => said)],
    ...(settled !== null && { flow: settled.flow }),
  };
}

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
    const { openingFiles = { gl: [], bank: [] } } = command;
    const wanted = SIDES.flatMap((side) => [
      ...files[side].map((file) => ({ side, ...file })),
      ...openingFiles[side].map((file) => ({ side, ...file, isOpening: true })),
    ]);
    const onRead = (done: number, total: number) => stages.progressInBytes('ingress', done, total);
    const terms = { ...command, shape: kind.shape, plans, remembered };
    const { read, said, ...flow } = await readSettled(kind, {
      wanted,
      mapping: command.mapping,
      before: { flow: null, kept: [] },
      read: (some, reading) => readFiles(compute, some, { terms: { ...terms, reading }, onRead }),
    });
    kind.check(read);
    const fresh = read.map(fileJustRead);
    return { files: fresh, warnings: [...statementsOf(kind, fresh), ...said], ...flow };
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
    const { fileUrls, openingUrls, onExisting, key } = command;
    const urlsOf = ({ side, isOpening }: Pick<SessionFile, 'side' | 'isOpening'>) =>
      (isOpening ? openingUrls : fileUrls)[side];
    const live = session === null ? [] : await deps.store.ingestions.live(key);
    // Others are not read: their rows may be pruned, and files that are given again bring them back.
    const own = live.filter(
      ({ side, isOpening = false }) => onExisting === 'append' || urlsOf({ side, isOpening }).length === 0,
    );
    const ids = own.map(({ ingestionId }) => ingestionId);
    const kept = ids.length === 0 ? [] : await ingestedFiles(deps, key, ids);
    const hasRows = (side: Side): boolean => kept.some((file) => file.side === side && !file.isOpening);
    const empty = SIDES.filter((side) => fileUrls[side].length === 0 && !hasRows(side));
    if (empty.length > (mayLackSide ? 1 : 0)) throw nothingOn(empty[0]);
    const onRead = (done: number, total: number) => stages.progressInBytes('ingress', done, total);
    const plans = session === null ? undefined : await plansOf(deps.store, key);
    const remembered = await rememberedFor(deps.store, key);
    const urls = SIDES.flatMap((side) =>
      [false, true].flatMap((isOpening) => urlsOf({ side, isOpening }).map((url) => ({ side, isOpening, url }))),
    );
    const terms = { ...command, shape: kind.shape, plans, remembered };
    const before = { flow: session?.flow ?? null, kept };
    const { read, said, ...flow } = await foundFiles(
      deps.files,
      urls,
      { tenant: key.tenant },
      (wanted: readonly WantedFile[]) =>
        readSettled(kind, {
          ...{ wanted, mapping: command.mapping, before },
          read: (some, reading) => readFiles(deps.compute, some, { terms: { ...terms, reading }, onRead }),
        }),
    );
    const { fresh, warnings } = withoutKnown(read, kept);
    kind.check(fresh, kept);
    const files = [...kept, ...fresh.map(fileJustRead)];
    return { files, warnings: [...statementsOf(kind, files), ...said, ...warnings], ...flow };
  };

/** Positions are no entries between two balances, nor are opening items. Throws file_given_twice. */
const statementsOf = ({ shape }: FilesOfKind, files: readonly SessionFile[]): readonly string[] =>
  shape === 'holdings' ? [] : statementWarnings(files.filter(({ isOpening }) => !isOpening));

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
  const fresh = read.filter(({ side, name, file, isOpening = false }) => {
    const known = kept.find(({ digest }) => digest === file.digest);
    if (known === undefined) return true;
    if (known.side !== side) {
      const sentence = `the session holds this file on its ${words(known.side)} side; give each file to one side.`;
      throw new TieoutError('file_given_twice', sentence, { file: name });
    }
    if (known.isOpening !== isOpening) {
      const sentence = `the session holds this file among its ${known.isOpening ? 'opening items' : 'own rows'}; give each file once.`;
      throw new TieoutError('file_given_twice', sentence, { file: name });
    }
    warnings.push(`${name}: the session holds this file already; it added nothing.`);
    return false;
  });
  return { fresh, warnings };
}
