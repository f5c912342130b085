// Tries other terms on a session: the ordinary engine matches and decides its stored rows, or its files anew where they
// are read otherwise, and the result is compared with what the session has. Nothing is written. The work is bounded by
// the session's rows, and ends when the caller leaves.

import { nearRowsOf } from '../../core/classification/near/near-rows.ts';
import { listed } from '../../core/classification/wording.ts';
import { TieoutError } from '../../core/errors.ts';
import { type Apart, apartJson } from '../../core/people/set-apart.ts';
import { type Comparison, compareOutcomes, type RowBefore } from '../../core/preview/compare-outcomes.ts';
import { SIDES, type Side } from '../../core/records/rows/columns.ts';
import type { SessionKey } from '../../core/records/session-key.ts';
import type { Compute } from '../../ports/compute.ts';
import type { CommittedSession } from '../../ports/sessions.ts';
import { apartInForce } from '../constraints/apart-in-force.ts';
import type { PreparedRun } from '../preparing/prepare-run.ts';
import { copiesOfGroups, storedGroups } from '../rows/run-groups.ts';
import { type KindOfRun, kindAmong, type RunDependencies, type Tried } from '../stored-runs/kind-of-run.ts';
import { RunStages, type StageProgress } from '../stored-runs/run-stages.ts';
import { isMapped, type TriedTerms, withTried } from './tried-terms.ts';

export interface PreviewDependencies extends Pick<RunDependencies, 'store' | 'digest' | 'clock' | 'files' | 'rules'> {
  readonly compute: Compute;
  readonly kinds: readonly KindOfRun[];
}

export interface PreviewOrder {
  readonly key: SessionKey;
  readonly terms: TriedTerms;
  /** Matches whose rows are set apart for the trial. */
  readonly apartGroupIds: readonly string[];
  /** Constraints that do not count in it. */
  readonly withoutConstraints: readonly string[];
}

interface Watching {
  readonly signal: AbortSignal;
  readonly progress?: ((progress: StageProgress) => void) | undefined;
}

export interface SessionPreview {
  readonly runId: string;
  readonly before: Omit<Tried, 'warnings'>;
  readonly after: Tried;
  readonly comparison: Comparison;
}

/** Rows of a side; a larger session is tried by a run under another session id. */
export const MOST_PREVIEWED_ROWS = 1_000_000;

/** Throws not_found, usage, content_pruned, cancelled; and what reading files throws. */
export async function previewSession(
  deps: PreviewDependencies,
  order: PreviewOrder,
  { signal, progress }: Watching,
): Promise<SessionPreview> {
  const { store } = deps;
  const { key, terms } = order;
  const wanted = () => {
    if (signal.aborted) throw new TieoutError('cancelled', 'Whoever asked for the preview has left.');
  };
  const session = await sessionToTry(deps, key);
  const run = (await store.runs.get(session.runId))!;
  const kind = kindAmong(deps.kinds, run);
  if (kind?.tried === undefined)
    throw new TieoutError('usage', 'Sessions of this kind are not tried with other terms.');
  await requireBounded(deps, key);
  const trying = { ...deps, compute: deps.compute.until(signal) };
  const command = kind.decode(run);
  const isReadAgain = isMapped(terms);
  if (isReadAgain) requireFiles(command, key);
  const late = await store.lateGroups.ofSession(key);
  const before = await kind.anew(trying, { session, late }, command);
  wanted();
  const apart = await apartOfTrial(trying, session, order);
  const stages = new RunStages(deps.clock, { listener: { progress } });
  const change = (of: unknown) => withTried(of as object, terms);
  const after = await kind.tried(trying, { session, stages, isReadAgain, apart, wanted, change }, command);
  wanted();
  const rowBefore = isReadAgain ? rowsByPlace(before.prepared, after.prepared) : (_: Side, row: number) => row;
  const { columns, parameters } = before.prepared;
  const { open } = before.outcome;
  const near = nearRowsOf({ ...before.prepared, outcome: before.outcome });
  const openSession = { columns, open, parameters, near, period: after.openSession.period };
  const shown = { ...before, openSession };
  return { runId: session.runId, before: shown, after, comparison: compareOutcomes(before, after, rowBefore) };
}

async function sessionToTry({ store }: PreviewDependencies, key: SessionKey): Promise<CommittedSession> {
  const session = await store.sessions.get(key);
  if (session === null || session.runId === null)
    throw new TieoutError('not_found', `Session ${key.session} is unknown, or was never reconciled.`);
  return { ...session, runId: session.runId };
}

async function requireBounded({ store }: PreviewDependencies, key: SessionKey): Promise<void> {
  const live = await store.ingestions.live(key);
  for (const side of SIDES) {
    const rows = live.reduce((sum, one) => sum + (one.side === side ? one.rows : 0), 0);
    if (rows <= MOST_PREVIEWED_ROWS) continue;
    throw new TieoutError(
      'usage',
      `Session ${key.session} has ${rows} rows on a side, and at most ${MOST_PREVIEWED_ROWS} are tried: reconcile its files as a session of another name instead.`,
    );
  }
}

/** Files are read again only where the last run named all of them. */
function requireFiles(command: unknown, { session }: SessionKey): void {
  const { fileUrls, onExisting } = command as {
    readonly fileUrls?: Readonly<Record<Side, readonly string[]>>;
    readonly onExisting?: string;
  };
  const isWhole = fileUrls !== undefined && SIDES.every((side) => fileUrls[side].length > 0) && onExisting !== 'append';
  if (isWhole) return;
  throw new TieoutError(
    'usage',
    `A mapping is tried on the files of a session’s last run, and that of ${session} did not name those of both sides: reconcile them as a session of another name.`,
  );
}

async function apartOfTrial(
  deps: PreviewDependencies,
  session: CommittedSession,
  { key, apartGroupIds, withoutConstraints }: PreviewOrder,
): Promise<readonly Apart[]> {
  const inForce = await apartInForce(deps.store, key);
  const ids = new Set(inForce.map(({ id }) => id));
  const unknown = withoutConstraints.filter((id) => !ids.has(id));
  if (unknown.length > 0) throw new TieoutError('not_found', `No constraint ${listed(unknown)} is in force.`);
  const kept = inForce.filter(({ id }) => !withoutConstraints.includes(id));
  if (apartGroupIds.length === 0) return kept;
  const left = new Set(apartGroupIds);
  const added: Apart[] = [];
  const stored = await storedGroups(deps, session, { ingestions: { has: () => true }, has: () => true });
  for (let from = 0; from < stored.length && left.size > 0; from += GROUPS_AT_ONCE) {
    for (const group of await copiesOfGroups(deps, session, stored.slice(from, from + GROUPS_AT_ONCE))) {
      if (!left.delete(group.groupId)) continue;
      const { gl, bank, groupId } = group;
      const of = apartJson({ rows: { gl, bank }, session: key.session, groupId }) as unknown as Apart;
      added.push({ ...of, id: groupId, note: '', by: null, at: 0 });
    }
  }
  if (left.size > 0)
    throw new TieoutError('not_found', `The run of session ${key.session} has no match ${listed([...left].sort())}.`);
  return [...kept, ...added];
}

const GROUPS_AT_ONCE = 2_000;

/** Rows by the line of their file, and the order within a line. */
function rowsByPlace(before: PreparedRun, after: PreparedRun): RowBefore {
  const of = (side: Side): readonly number[] => {
    const known = new Map(placesOf(before, side).map((place, row) => [place, row]));
    return placesOf(after, side).map((place) => known.get(place) ?? -1);
  };
  const rows = { gl: of('gl'), bank: of('bank') };
  return (side, row) => rows[side][row]!;
}

function placesOf({ sides, columns }: PreparedRun, side: Side): string[] {
  const { file, line, count } = columns[side];
  const met = new Map<string, number>();
  return Array.from({ length: count }, (_, row) => {
    const place = `${sides[side].files[file[row]!]!.digest} ${line[row]}`;
    const nth = met.get(place) ?? 0;
    met.set(place, nth + 1);
    return `${place} ${nth}`;
  });
}
