// What the runs of neighbours matched of a run's rows (core/cross-month/neighbours.ts), as copies of their groups. A
// row is found by its fingerprint in the blocks of its days, then by its uid, so no index is needed; group blocks are
// read only of a neighbour that has such rows. Only rows of a named account count: levies of one day are alike in two
// accounts whose files name none.

import { boundsOf, takesPart } from '../../core/cross-month/neighbours.ts';
import { TieoutError } from '../../core/errors.ts';
import { copiedRow } from '../../core/records/documents/item-rows.ts';
import type { Period } from '../../core/records/documents/period.ts';
import type { Session, SessionNature } from '../../core/records/documents/session.ts';
import { FEE_BASES } from '../../core/records/groups/fee-basis.ts';
import { type GroupColumns, TIER_OPEN } from '../../core/records/groups/groups.ts';
import type { LateGroup, LateRow } from '../../core/records/late/late-groups.ts';
import { chunksOf } from '../../core/records/rows/chunks.ts';
import { type RowColumns, SIDES, type Side } from '../../core/records/rows/columns.ts';
import type { IdentityScope } from '../../core/records/rows/identity.ts';
import { FINGERPRINT_WORDS, KeyNumbers } from '../../core/records/rows/key-numbers.ts';
import { dayOf } from '../../core/records/rows/row-day.ts';
import type { CommittedSession } from '../../ports/sessions.ts';
import { hasRun, neighboursOf, storedDays } from './neighbour-sessions.ts';
import { type ReadingDependencies, readStoredRows } from './read-stored-rows.ts';
import { eachStoredRow } from './row-places.ts';

interface OwnRows {
  readonly scope: IdentityScope;
  readonly columns: Readonly<Record<Side, RowColumns>>;
}

interface Asked {
  /** The kind, flow and asked period of the run. */
  readonly nature: Pick<SessionNature, 'kind' | 'flow' | 'periodStart' | 'periodEnd'>;
  /** First and last day of the ledger's own rows; null without any. */
  readonly ledgerDays: Period | null;
}

export interface NeighbourMatches {
  /** In the order of the sessions' creation, then of their groups. */
  readonly groups: readonly LateGroup[];
  readonly warnings: readonly string[];
}

const NOTHING: NeighbourMatches = { groups: [], warnings: [] };

export async function neighbourMatches(
  deps: ReadingDependencies,
  { scope, columns }: OwnRows,
  { nature, ledgerDays }: Asked,
): Promise<NeighbourMatches> {
  const own = boundsOf({ start: nature.periodStart, end: nature.periodEnd }, ledgerDays);
  if (own === null) return NOTHING;
  const found: NeighbourMatches[] = [];
  for (const { session, days } of await neighboursOf(deps, scope.key, { nature, own, session: scope.key.session })) {
    const names = { gl: namesOf(columns.gl, days.gl), bank: namesOf(columns.bank, days.bank) };
    found.push(await matchesOf(deps, session, { names, days }));
  }
  return { groups: found.flatMap(({ groups }) => groups), warnings: found.flatMap(({ warnings }) => warnings) };
}

/** The groups of a session that still stand, among copies of them; null if its matches are kept no longer. */
export async function stillMatched(
  deps: ReadingDependencies,
  session: Session,
  copies: readonly LateGroup[],
): Promise<ReadonlySet<string> | null> {
  if (!hasRun(session)) return new Set();
  const nameOf = (side: Side): KeyNumbers => {
    const names = new KeyNumbers(FINGERPRINT_WORDS);
    for (const { fingerprint } of copies.flatMap((group) => group[side])) names.add(Uint32Array.from(fingerprint), 0);
    return names;
  };
  const days = await storedDays(deps, session);
  const { groups, warnings } = await matchesOf(deps, session, {
    names: { gl: nameOf('gl'), bank: nameOf('bank') },
    days,
  });
  return warnings.length > 0 ? null : new Set(groups.map(({ groupId }) => groupId));
}

/** Fingerprints of the rows within the days that take part and whose account is named. */
function namesOf(columns: RowColumns, days: Period | null): KeyNumbers {
  const names = new KeyNumbers(FINGERPRINT_WORDS);
  if (days === null) return names;
  for (let row = 0; row < columns.count; row++) {
    const day = dayOf(columns, row);
    if (day < days.start || day > days.end || !takesPart(columns, row)) continue;
    if (columns.accounts[columns.account[row]] !== '') names.add(columns.fingerprint, row);
  }
  return names;
}

interface Sought {
  readonly names: Readonly<Record<Side, KeyNumbers>>;
  readonly days: Readonly<Record<Side, Period | null>>;
}

/** What the session's run matched of rows with these fingerprints. */
async function matchesOf(
  deps: ReadingDependencies,
  session: CommittedSession,
  { names, days }: Sought,
): Promise<NeighbourMatches> {
  const places = new Places();
  for (const side of SIDES) {
    const within = days[side];
    if (names[side].size === 0 || within === null) continue;
    const asked = { side, days: { fromDay: within.start, toDay: within.end } };
    await eachStoredRow(deps, session.key, asked, ({ ingestionId, ordinal }, fingerprint, row) => {
      if (names[side].numberOf(fingerprint, row) >= 0) places.add(ingestionId, ordinal);
    });
  }
  if (places.size === 0) return NOTHING;
  try {
    const groups = await groupsAt(deps, session, places);
    return { groups: await copiesOf(deps, session, groups), warnings: [] };
  } catch (error) {
    if (!(error instanceof TieoutError && error.code === 'content_pruned')) throw error;
    const rows = places.size === 1 ? '1 row stands' : `${places.size} rows stand`;
    const sentence = `${rows} in session ${session.key.session} too, whose matches are kept no longer: whether they were settled there is unknown, and they are reconciled here.`;
    return { groups: [], warnings: [sentence] };
  }
}

/** Places of rows: ordinals by ingestion. */
class Places {
  readonly of = new Map<string, Set<number>>();
  size = 0;

  add(ingestionId: string, ordinal: number): void {
    const known = this.of.get(ingestionId);
    if (known === undefined) this.of.set(ingestionId, new Set([ordinal]));
    else known.add(ordinal);
    this.size++;
  }

  has(ingestionId: string, ordinal: number): boolean {
    return this.of.get(ingestionId)?.has(ordinal) ?? false;
  }
}

interface Place {
  readonly ingestionId: string;
  readonly ordinal: number;
}

type StoredGroup = Readonly<Record<Side, readonly Place[]>> &
  Pick<LateGroup, 'tier' | 'confidence' | 'differenceMinor' | 'days' | 'feeBasis' | 'textScore' | 'probability'>;

/** Group blocks read at a time. */
const BLOCKS_AT_ONCE = 16;

/** The groups of the session's run that have a row at one of the places. */
async function groupsAt(
  { store, compute }: ReadingDependencies,
  { runId, ingestions }: CommittedSession,
  places: Places,
): Promise<StoredGroup[]> {
  const live = new Set(ingestions);
  const headers = (await store.groupBlocks.headers(runId)).filter(({ header }) => header.tier !== TIER_OPEN);
  // Rows that replaced the run's since are not reconciled yet.
  if (headers.some(({ header }) => header.ingestions.some((id) => !live.has(id)))) return [];
  const numbers = headers.flatMap(({ n, header }) => (header.ingestions.some((id) => places.of.has(id)) ? [n] : []));
  const found: StoredGroup[] = [];
  for (const some of chunksOf(numbers, BLOCKS_AT_ONCE)) {
    const groups = await compute.unpackGroups(await store.groupBlocks.read(runId, some));
    for (let g = 0; g < groups.count; g++) {
      const members = { gl: placesIn(groups, 'gl', g), bank: placesIn(groups, 'bank', g) };
      const isSought = SIDES.some((side) => members[side].some((row) => places.has(row.ingestionId, row.ordinal)));
      if (isSought) found.push({ ...members, ...figuresOf(groups, g) });
    }
  }
  return found;
}

function placesIn({ ingestions, ...groups }: GroupColumns, side: Side, g: number): Place[] {
  const { offsets, positions } = groups[side];
  const places: Place[] = [];
  for (let k = offsets[g]; k < offsets[g + 1]; k++) {
    places.push({ ingestionId: ingestions[positions[2 * k]], ordinal: positions[2 * k + 1] });
  }
  return places;
}

const figuresOf = (groups: GroupColumns, g: number) => ({
  tier: groups.tier[g],
  confidence: groups.confidence[g],
  differenceMinor: groups.difference[g],
  days: groups.days[g],
  feeBasis: FEE_BASES[groups.feeBasis[g]] ?? null,
  textScore: groups.textScore[g] < 0 ? null : groups.textScore[g],
  probability: groups.weighed.probability?.[g] || null,
});

/** The groups with copies of their rows. Their ids are derived from the rows, so a run that finds them again changes none. */
async function copiesOf(
  deps: ReadingDependencies,
  { key, runId, updatedAt }: CommittedSession,
  groups: readonly StoredGroup[],
): Promise<LateGroup[]> {
  if (groups.length === 0) return [];
  const wanted = new Places();
  for (const group of groups)
    for (const side of SIDES) for (const row of group[side]) wanted.add(row.ingestionId, row.ordinal);
  const stored = await readStoredRows(deps, key, wanted.of);
  return groups.map(({ gl, bank, ...figures }) => {
    const copies = (side: Side, places: readonly Place[]): LateRow[] =>
      places.map(({ ingestionId, ordinal }) => {
        const { columns, recordIds, uids, rowOf } = stored[side];
        const row = rowOf(ingestionId, ordinal);
        const known = { side, recordId: recordIds[row], uid: uids[row], session: key.session, ingestionId, ordinal };
        return copiedRow(columns, row, known);
      });
    const rows = { gl: copies('gl', gl), bank: copies('bank', bank) };
    const ids = [...rows.gl, ...rows.bank].map(({ recordId }) => recordId).sort();
    return {
      groupId: deps
        .digest(JSON.stringify(['matched elsewhere', figures.tier, figures.differenceMinor, ids]))
        .slice(0, 32),
      origin: 'run',
      operation: runId,
      ...figures,
      keysCompared: [],
      ...rows,
      createdAt: updatedAt,
    };
  });
}
