// Writes a run so that a crash between any two writes leaves the session either as it was or as it should be: blocks
// under ids derived from content, then one guarded write that makes them count. materialise-run.ts writes what follows.
// Why in this order: docs/decisions/doing-a-run.md.

import type { StoredOpenRows } from '../../core/classification/open-block.ts';
import { TieoutError } from '../../core/errors.ts';
import { BLOCK_ROWS } from '../../core/limits.ts';
import { signedOff } from '../../core/people/sign-off.ts';
import type { RunClaim } from '../../core/records/documents/run.ts';
import type { Session, SessionNature } from '../../core/records/documents/session.ts';
import { type RowColumns, SIDES, type Side } from '../../core/records/rows/columns.ts';
import type { Digest } from '../../core/records/rows/identity.ts';
import type { Range } from '../../core/records/rows/range.ts';
import type { SessionKey } from '../../core/records/session-key.ts';
import type { Compute } from '../../ports/compute.ts';
import type { LanguageModel } from '../../ports/language-model.ts';
import type { Fenced } from '../../ports/leases.ts';
import { isCommitted } from '../../ports/sessions.ts';
import type { Store } from '../../ports/store.ts';
import type { AssembledSide } from '../preparing/assemble-session.ts';
import { isSigned } from '../sign-off/signed-sessions.ts';
import { allEnded } from '../upkeep/all-ended.ts';
import { ClaimLost } from '../upkeep/hold.ts';

export interface StoreDependencies {
  readonly store: Store;
  readonly compute: Compute;
  readonly digest: Digest;
  /** The version of this process's rules. */
  readonly rules: string;
  /** Milliseconds since 1970, UTC. */
  readonly clock: () => number;
  /** Words summaries in addition; absent if none is configured. */
  readonly languageModel?: LanguageModel | null;
}

/** Row blocks packed and written together: some megabytes. */
const BLOCKS = 8;

/** Stores the content of each file that was read now. Stored blocks of an ingestion are not written again. */
export async function storeRows(
  deps: StoreDependencies,
  {
    key,
    sides,
    ids,
    onStored = () => {},
  }: {
    readonly key: SessionKey;
    readonly sides: Readonly<Record<Side, Pick<AssembledSide, 'files' | 'parts'>>>;
    readonly ids: Readonly<Record<Side, readonly string[]>>;
    /** Called with the number of rows stored, as it grows. */
    readonly onStored?: (rows: number) => void;
  },
): Promise<void> {
  let done = 0;
  const stored = (rows: number) => onStored((done += rows));
  const added: { readonly ingestionId: string; readonly part: RowColumns }[] = [];
  for (const side of SIDES) {
    const { files, parts } = sides[side];
    for (const [f, part] of parts.entries()) {
      const { ingestionId: before, name, digest, balances, warnings, reading, isOpening } = files[f];
      if (before !== null) {
        stored(part.count);
        continue;
      }
      const ingestionId = ids[side][f];
      const header = {
        ingestionId,
        key,
        side,
        blocks: blocksOf(part),
        file: name,
        fileDigest: digest,
        rows: part.count,
        balances,
        warnings,
        ...(reading?.plan && { plan: reading.plan }),
        ...(isOpening && { isOpening }),
        addedAt: deps.clock(),
      };
      await deps.store.ingestions.add({ header, rejected: reading?.rejected ?? [] });
      added.push({ ingestionId, part });
    }
  }
  await allEnded(added.map((one) => storeBlocks(deps, { ...one, stored })));
}

const blocksOf = ({ count }: RowColumns): number => Math.ceil(count / BLOCK_ROWS);

/** Packs and stores some blocks at a time: the first are written while the rest is packed. */
async function storeBlocks(
  { store, compute }: StoreDependencies,
  { ingestionId, part, stored }: { ingestionId: string; part: RowColumns; stored: (rows: number) => void },
): Promise<void> {
  const there = new Set(await store.rowBlocks.stored(ingestionId));
  const rowsOf = ({ from, to }: Range) => Math.min(part.count, to * BLOCK_ROWS) - from * BLOCK_ROWS;
  const portions: Range[] = [];
  for (let from = 0; from < blocksOf(part); from += BLOCKS) {
    const to = Math.min(blocksOf(part), from + BLOCKS);
    const numbers = Array.from({ length: to - from }, (_, k) => from + k);
    if (numbers.every((n) => there.has(n))) stored(rowsOf({ from, to }));
    else portions.push({ from, to });
  }
  const put = async (blocks: Range) => {
    await store.rowBlocks.put(ingestionId, await compute.packRows(part, blocks));
    stored(rowsOf(blocks));
  };
  await allEnded(portions.map(put));
}

/**
 * Stores the groups of a run that its session does not name yet; they count once it does. Answers their blocks. Throws
 * ClaimLost if another worker does the run.
 */
export async function storeGroups(
  { store, compute }: StoreDependencies,
  { claim, ...run }: { claim: RunClaim } & Parameters<Compute['packGroups']>[0],
): Promise<number> {
  // Removes what an earlier attempt wrote, because it may have read other files.
  const [blocks] = await allEnded([compute.packGroups(run), store.groupBlocks.discard(claim)]);
  if ((await store.groupBlocks.put(claim, blocks)) === null) throw new ClaimLost();
  return blocks.length;
}

/** Stores what is known of the open rows, behind the blocks of groups: then the run can be finished. */
export async function storeOpenRows(
  { store, compute }: StoreDependencies,
  { claim, groupBlocks, open }: { claim: RunClaim; groupBlocks: number; open: StoredOpenRows },
): Promise<void> {
  const packed = await compute.packOpenRows(open);
  const blocks = packed.map((block, k) => ({ n: groupBlocks + k, block }));
  if ((await store.groupBlocks.put(claim, blocks)) === null) throw new ClaimLost();
}

/**
 * The commit point; `claim` null: it names no run. Throws version_conflict if another writer changed the session,
 * session_signed_off if it is signed and does not name the run already.
 */
export async function commit(
  { store, clock }: StoreDependencies,
  {
    key,
    expectVersion,
    ingestions,
    claim,
    nature,
    under,
  }: {
    key: SessionKey;
    expectVersion: number;
    ingestions: readonly string[];
    claim: RunClaim | null;
    nature: SessionNature;
    under: Fenced;
  },
): Promise<Session> {
  if (await isSigned(store, key)) {
    const session = await store.sessions.get(key);
    if (session === null || !isCommitted(session, { run: claim, ingestions })) throw signedOff([key.session]);
  }
  const outcome = await store.sessions.commit(key, {
    expectVersion,
    ingestions,
    run: claim,
    nature,
    under,
    at: clock(),
  });
  if (outcome.outcome === 'committed') return outcome.session;
  throw new TieoutError('version_conflict', `Session ${key.session} was changed by another run meanwhile; run again.`);
}

/** The session that named a run when it was taken up. Throws version_conflict if it names another run now. */
export async function stillNamed(store: Store, key: SessionKey, runId: string): Promise<Session> {
  const session = await store.sessions.get(key);
  if (session?.runId === runId) return session;
  throw new TieoutError('version_conflict', `Session ${key.session} has a later run meanwhile.`);
}
