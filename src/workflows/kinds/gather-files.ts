// How the rows of a run come together that is told its files: those that a request names, with the rows that its session
// has where it says so, or files at hand. What is in them, and what is checked of them, is the kind's to say.

import { TieoutError } from '../../core/errors.ts';
import type { KindReading } from '../../core/kinds/kind-reading.ts';
import type { KindRules } from '../../core/kinds/kind-rules.ts';
import { requireUsable } from '../../core/matching/parameters-from-decimals.ts';
import { SIDES, type Side } from '../../core/records/rows/columns.ts';
import type { FileRequest } from '../../ports/compute.ts';
import { foundFiles } from '../rows/found-files.ts';
import { type NamedFile, readFiles, type WantedFile } from '../rows/read-files.ts';
import { rememberedFor } from '../rows/remembered-formats.ts';
import { fileJustRead, ingestedFiles, plansOf, type SessionFile } from '../rows/session-files.ts';
import type { RunDependencies } from '../runs/kind-of-run.ts';
import type { LocalCommand, ReadingHere } from '../runs/reconciliation.ts';
import type { Gathered, GatheringFor } from '../runs/session-run.ts';
import type { BankingRunCommand } from './banking-command.ts';

export interface FilesOfKind {
  readonly rules: KindRules;
  readonly shape?: FileRequest['shape'];
  /** What the reader looks for beside the common fields. */
  readonly reading?: KindReading | undefined;
  /** Throws what the files of both sides cannot be together. */
  readonly check: (files: readonly NamedFile[], kept?: readonly SessionFile[]) => void;
}

/** Throws interrupted for a run of a process that is gone: what it did not commit is its caller's to ask again. */
export const gatherAtHand =
  ({ shape, reading, check }: FilesOfKind) =>
  async (
    { compute, plans, remembered }: ReadingHere,
    command: LocalCommand,
    { stages }: GatheringFor,
  ): Promise<Gathered> => {
    const { files } = command;
    if (files === null) {
      const sentence = 'The command that reconciled these files ended before it was done: run it again.';
      throw new TieoutError('interrupted', sentence);
    }
    const wanted = SIDES.flatMap((side) => files[side].map((file) => ({ side, ...file })));
    const told = (done: number, total: number) => stages.progressInBytes('ingress', done, total);
    const read = await readFiles(compute, wanted, { terms: { ...command, shape, reading, plans, remembered }, told });
    check(read);
    return { files: read.map(fileJustRead), warnings: [] };
  };

/** Throws TieoutError: a file cannot be found or read, or a side has nothing. */
export const gatherNamed =
  ({ shape, reading, check }: FilesOfKind) =>
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
    if (empty.length > (mayLackSide ? 1 : 0)) throw nothingOn(empty[0]!);
    const told = (done: number, total: number) => stages.progressInBytes('ingress', done, total);
    const plans = session === null ? undefined : await plansOf(deps.store, key);
    const remembered = await rememberedFor(deps.store, key);
    const urls = SIDES.flatMap((side) => fileUrls[side].map((url) => ({ side, url })));
    const terms = { ...command, shape, reading, plans, remembered };
    const read = await foundFiles(deps.files, urls, { tenant: key.tenant }, (wanted: readonly WantedFile[]) =>
      readFiles(deps.compute, wanted, { terms, told }),
    );
    const { fresh, warnings } = withoutKnown(read, kept);
    check(fresh, kept);
    return { files: [...kept, ...fresh.map(fileJustRead)], warnings };
  };

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
