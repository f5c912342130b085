// Groups of a session's run as they are stored, and copies of them with the content of their rows, for whoever is in
// another session. Their ids are those that lists of the session's matches show.

import { storedMatchIds, storedReversalIds } from '../../core/matching/outcome/group-ids.ts';
import { rowMembers } from '../../core/matching/outcome/match-groups.ts';
import { copiedRow } from '../../core/records/documents/item-rows.ts';
import { FEE_BASES } from '../../core/records/groups/fee-basis.ts';
import { type GroupColumns, TIER_OPEN, TIER_REVERSAL } from '../../core/records/groups/groups.ts';
import type { LateGroup, LateRow } from '../../core/records/late/late-groups.ts';
import { chunksOf } from '../../core/records/rows/chunks.ts';
import { SIDES, type Side } from '../../core/records/rows/columns.ts';
import { digestIdAt } from '../../core/records/rows/digest-ids.ts';
import type { CommittedSession } from '../../ports/sessions.ts';
import { type ReadingDependencies, readStoredRows, type StoredSide } from './read-stored-rows.ts';

/** Places of rows: ordinals by ingestion. */
export class Places {
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

export interface Place {
  readonly ingestionId: string;
  readonly ordinal: number;
}

type StoredGroup = Readonly<Record<Side, readonly Place[]>> &
  Pick<LateGroup, 'tier' | 'confidence' | 'differenceMinor' | 'days' | 'feeBasis' | 'textScore' | 'probability'> & {
    /** Number of earlier groups of its tier with rows of equal content. */
    readonly twin: number;
  };

interface WantedGroups {
  /** Ingestions of which a wanted group has a row; blocks without any are not read. */
  readonly ingestions: { has(ingestionId: string): boolean };
  /** Whether the group of these rows is wanted. */
  readonly has: (rows: readonly Place[]) => boolean;
}

/** Group blocks read at a time. */
const BLOCKS_AT_ONCE = 16;

/** Wanted groups of the session's run; none while its rows were replaced and not reconciled since. */
export async function storedGroups(
  deps: ReadingDependencies,
  session: CommittedSession,
  wanted: WantedGroups,
): Promise<StoredGroup[]> {
  const found: StoredGroup[] = [];
  for await (const some of groupsOfBlocks(deps, session, wanted)) for (const group of some) found.push(group);
  return found;
}

/** The group of the session's run with this id, with copies of its rows; null: it has none. Throws content_pruned. */
export async function namedGroup(
  deps: ReadingDependencies,
  session: CommittedSession,
  groupId: string,
): Promise<LateGroup | null> {
  for await (const some of groupsOfBlocks(deps, session, { ingestions: { has: () => true }, has: () => true })) {
    const at = (await idsOfGroups(deps, session, some)).indexOf(groupId);
    if (at >= 0) return (await copiesOfGroups(deps, session, [some[at]!]))[0]!;
  }
  return null;
}

async function* groupsOfBlocks(
  { store, compute }: ReadingDependencies,
  { runId, ingestions }: CommittedSession,
  wanted: WantedGroups,
): AsyncGenerator<StoredGroup[]> {
  const live = new Set(ingestions);
  const headers = (await store.groupBlocks.headers(runId)).filter(({ header }) => header.tier !== TIER_OPEN);
  if (headers.some(({ header }) => header.ingestions.some((id) => !live.has(id)))) return;
  const numbers = headers.flatMap(({ n, header }) =>
    header.ingestions.some((id) => wanted.ingestions.has(id)) ? [n] : [],
  );
  for (const some of chunksOf(numbers, BLOCKS_AT_ONCE)) {
    const found: StoredGroup[] = [];
    const groups = await compute.unpackGroups(await store.groupBlocks.read(runId, some));
    for (let g = 0; g < groups.count; g++) {
      const members = { gl: placesIn(groups, 'gl', g), bank: placesIn(groups, 'bank', g) };
      if (wanted.has([...members.gl, ...members.bank])) found.push({ ...members, ...figuresOf(groups, g) });
    }
    yield found;
  }
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
  twin: groups.twin[g],
});

/** The ids of the groups. Throws content_pruned. */
export async function idsOfGroups(
  deps: ReadingDependencies,
  { key }: CommittedSession,
  groups: readonly StoredGroup[],
): Promise<string[]> {
  if (groups.length === 0) return [];
  return idsOf(deps, { key }, { groups, stored: await rowsOfGroups(deps, key, groups) });
}

function rowsOfGroups(
  deps: ReadingDependencies,
  key: CommittedSession['key'],
  groups: readonly StoredGroup[],
): Promise<ReadGroups['stored']> {
  const wanted = new Places();
  for (const group of groups)
    for (const side of SIDES) for (const row of group[side]) wanted.add(row.ingestionId, row.ordinal);
  return readStoredRows(deps, key, wanted.of);
}

/** The groups with copies of their rows. Throws content_pruned. */
export async function copiesOfGroups(
  deps: ReadingDependencies,
  { key, runId, updatedAt }: CommittedSession,
  groups: readonly StoredGroup[],
): Promise<LateGroup[]> {
  if (groups.length === 0) return [];
  const stored = await rowsOfGroups(deps, key, groups);
  const ids = idsOf(deps, { key }, { groups, stored });
  return groups.map(({ gl, bank, twin: _, ...figures }, g) => {
    const copies = (side: Side, places: readonly Place[]): LateRow[] =>
      places.map(({ ingestionId, ordinal }) => {
        const { columns, recordIds, uids, rowOf } = stored[side];
        const row = rowOf(ingestionId, ordinal);
        const known = { side, recordId: recordIds[row], uid: uids[row], session: key.session, ingestionId, ordinal };
        return copiedRow(columns, row, known);
      });
    return {
      groupId: ids[g],
      origin: 'run',
      operation: runId,
      ...figures,
      keysCompared: [],
      ...{ gl: copies('gl', gl), bank: copies('bank', bank) },
      createdAt: updatedAt,
    };
  });
}

interface ReadGroups {
  readonly groups: readonly StoredGroup[];
  readonly stored: Readonly<Record<Side, StoredSide>>;
}

function idsOf(
  { digest }: Pick<ReadingDependencies, 'digest'>,
  { key }: Pick<CommittedSession, 'key'>,
  { groups, stored }: ReadGroups,
): string[] {
  const scope = { key, digest };
  const columns = { gl: stored.gl.columns, bank: stored.bank.columns };
  const rowsOf = (side: Side, group: StoredGroup): Uint32Array =>
    Uint32Array.from(group[side], ({ ingestionId, ordinal }) => stored[side].rowOf(ingestionId, ordinal));
  const ids = new Array<string>(groups.length);
  const give = (numbers: readonly number[], packed: Uint8Array): void => {
    for (const [i, g] of numbers.entries()) ids[g] = digestIdAt(packed, i);
  };
  const numbersOf = (isWanted: (group: StoredGroup) => boolean): number[] =>
    groups.flatMap((group, g) => (isWanted(group) ? [g] : []));
  const twinsOf = (numbers: readonly number[]): Uint32Array => Uint32Array.from(numbers, (g) => groups[g].twin);
  const matches = numbersOf(({ tier }) => tier !== TIER_REVERSAL);
  const members = (side: Side) => rowMembers(matches.map((g) => rowsOf(side, groups[g])));
  const both = { gl: members('gl'), bank: members('bank'), twin: twinsOf(matches) };
  give(matches, storedMatchIds(scope, columns, both));
  for (const side of SIDES) {
    const netted = numbersOf((group) => group.tier === TIER_REVERSAL && group[side].length > 0);
    const rows = netted.map((g) => rowsOf(side, groups[g]));
    const [original, reversal] = [0, 1].map((k) => Uint32Array.from(rows, (pair) => pair[k]));
    const of = { side, original: original!, reversal: reversal!, twin: twinsOf(netted) };
    give(netted, storedReversalIds(scope, columns[side], of));
  }
  return ids;
}
