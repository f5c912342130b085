// The open rows of a run, stored with its groups before the commit: the findings of matching about each row, and its
// cluster. Materialising reads them and the groups, so a later version can finish the run without matching or
// classifying again by its own rules. Columns are stored by name: a version skips columns that it does not know, and a
// missing column means no findings.

import { allocateOpenRows } from '../matching/outcome/account-outcome.ts';
import type { OpenRows } from '../matching/outcome/outcome.ts';
import { planeReader, planeWriter } from '../records/blocks/integer-planes.ts';
import { CLUSTER_TYPES, type ClusterType } from '../records/documents/cluster-type.ts';
import { type GroupBlock, TIER_OPEN } from '../records/groups/groups.ts';
import { type LateGroup, lateSessions } from '../records/late/late-groups.ts';
import { SIDES, type Side } from '../records/rows/columns.ts';
import type { ClusterSet, ItemLists } from './cluster-set.ts';
import { DECIDED_BEFORE, decidedRule } from './keep-decided.ts';
import type { ClassificationRule } from './rule.ts';

/** The names under which a ground is stored. */
interface NamedGround {
  readonly type: string;
  readonly name: string;
}

/** Open rows and their clusters in a form that other threads and versions can read. */
export interface StoredOpenRows {
  readonly open: Readonly<Record<Side, OpenRows>>;
  readonly clusterOf: ClusterSet['clusterOf'];
  readonly ground: Uint8Array;
  readonly grounds: readonly NamedGround[];
  /** The notes of matching. */
  readonly notes: readonly string[];
  /** The ingestions whose rows the run was made of, in its order: its session may have more since. */
  readonly ingestions: readonly string[];
  /** The late groups whose rows' copies the run left out; absent for none. */
  readonly leftOut?: readonly string[];
  /** The late groups that the run made void: the session has a row of each no more; absent for none. */
  readonly lost?: readonly string[];
  /** Groups that other sessions' runs matched, whose rows this run left out; absent for none. */
  readonly elsewhere?: readonly LateGroup[];
}

/** The header of a block, before its columns. */
interface OpenHeader {
  readonly side: Side;
  readonly count: number;
  readonly columns: readonly string[];
  readonly grounds: readonly NamedGround[];
  readonly notes: readonly string[];
  /** Only in the first block. */
  readonly elsewhere?: readonly LateGroup[];
}

export function storedOpenRows(
  { open, notes }: Pick<StoredOpenRows, 'open' | 'notes'>,
  clusters: ClusterSet,
  { ingestions, leftOut, lost, elsewhere }: Pick<StoredOpenRows, 'ingestions' | 'leftOut' | 'lost' | 'elsewhere'>,
): StoredOpenRows {
  const grounds = clusters.grounds.map(({ rule, name }) => ({ type: rule.type, name }));
  return {
    open,
    clusterOf: clusters.clusterOf,
    ground: clusters.ground,
    grounds,
    notes,
    ingestions,
    ...(leftOut && { leftOut }),
    ...(lost && { lost }),
    ...(elsewhere && { elsewhere }),
  };
}

/** Both sides in blocks of at most `most` rows; one at least of each side, so that a run without open rows says so. */
export function encodeOpenRows(stored: StoredOpenRows, most: number): GroupBlock[] {
  const [first, ...others] = SIDES.flatMap((side) => {
    const blocks: GroupBlock[] = [];
    let from = 0;
    do {
      const to = Math.min(stored.open[side].count, from + most);
      const isFirst = side === SIDES[0] && from === 0;
      blocks.push(encodeRange(isFirst ? stored : { ...stored, elsewhere: [] }, side, { from, to }));
      from = to;
    } while (from < stored.open[side].count);
    return blocks;
  });
  const { leftOut = [], lost = [], elsewhere = [] } = stored;
  const header = {
    ...first!.header,
    ...(leftOut.length > 0 && { leftOut }),
    ...(lost.length > 0 && { lost }),
    ...(elsewhere.length > 0 && { leansOn: [...new Set(elsewhere.flatMap(lateSessions))].sort() }),
  };
  return [{ ...first!, header }, ...others];
}

function encodeRange(stored: StoredOpenRows, side: Side, { from, to }: { from: number; to: number }): GroupBlock {
  const { count: _, ...open } = stored.open[side];
  const cluster = stored.clusterOf[side].subarray(from, to);
  const columns: [string, ArrayLike<number>][] = [
    ...Object.entries(open).map(([name, values]): [string, ArrayLike<number>] => [name, values.subarray(from, to)]),
    ['cluster', cluster],
    ['ground', Array.from(cluster, (c) => (c < 0 ? -1 : stored.ground[c]))],
  ];
  const writer = planeWriter();
  for (const [, values] of columns) writer.signed(Int32Array.from(values));
  const names = columns.map(([name]) => name);
  const { grounds, notes, elsewhere = [] } = stored;
  const of = { side, count: to - from, columns: names, grounds, notes };
  const header: OpenHeader = elsewhere.length === 0 ? of : { ...of, elsewhere };
  const said = new TextEncoder().encode(JSON.stringify(header));
  const planes = writer.bytes();
  const content = new Uint8Array(4 + said.length + planes.length);
  new DataView(content.buffer).setUint32(0, said.length, true);
  content.set(said, 4);
  content.set(planes, 4 + said.length);
  return { header: { ...NO_GROUPS, ingestions: stored.ingestions }, content };
}

/** Header fields of groups, all empty in this kind of block. */
const NO_GROUPS = {
  tier: TIER_OPEN,
  groups: 0,
  glRows: 0,
  bankRows: 0,
  leastConfidence: 0,
  greatestConfidence: 0,
  amounts: [],
};

/**
 * Decodes all blocks of encodeOpenRows, in order. Throws RangeError when a block does not hold what its header says.
 */
export function decodeOpenRows(stored: readonly GroupBlock[]): StoredOpenRows {
  const blocks = stored.map(({ content }) => decodeBlock(content));
  const sideOf = (side: Side) => {
    const ofSide = blocks.filter(({ header }) => header.side === side);
    const count = ofSide.reduce((sum, { header }) => sum + header.count, 0);
    const columns = {
      open: allocateOpenRows(count),
      cluster: new Int32Array(count).fill(-1),
      ground: new Int32Array(count),
    };
    for (const [name, values] of Object.entries(columns.open)) {
      if (typeof values === 'object' && !ZERO_IS_NONE.has(name)) values.fill(-1);
    }
    let at = 0;
    for (const { header, values } of ofSide) {
      for (const [name, of] of values) {
        const into = name === 'cluster' || name === 'ground' ? columns[name] : columns.open[name as 'row'];
        if (typeof into === 'object') into.set(of, at);
      }
      at += header.count;
    }
    return columns;
  };
  const [gl, bank] = [sideOf('gl'), sideOf('bank')];
  const first = blocks[0]?.header;
  return {
    open: { gl: gl.open, bank: bank.open },
    clusterOf: { gl: gl.cluster, bank: bank.cluster },
    ground: groundsOf([gl, bank]),
    grounds: first?.grounds ?? [],
    notes: first?.notes ?? [],
    ingestions: stored[0]?.header.ingestions ?? [],
    ...(stored[0]?.header.leftOut && { leftOut: stored[0].header.leftOut }),
    ...(stored[0]?.header.lost && { lost: stored[0].header.lost }),
    ...(first?.elsewhere && { elsewhere: first.elsewhere }),
  };
}

/** Columns whose 0 says that nothing was found. */
const ZERO_IS_NONE: ReadonlySet<string> = new Set(['row', 'facts', 'datePartnerByKey']);

function decodeBlock(content: Uint8Array) {
  const length = new DataView(content.buffer, content.byteOffset, content.length).getUint32(0, true);
  const header = JSON.parse(new TextDecoder().decode(content.slice(4, 4 + length))) as OpenHeader;
  const reader = planeReader(content.subarray(4 + length));
  const values = header.columns.map((name): [string, Int32Array] => [name, reader.signed(header.count)]);
  if (reader.rest().length > 0) throw new RangeError('a block of open rows is longer than its rows');
  return { header, values };
}

function groundsOf(sides: readonly { readonly cluster: Int32Array; readonly ground: Int32Array }[]): Uint8Array {
  const count = sides.reduce((most, { cluster }) => cluster.reduce((c, one) => Math.max(c, one + 1), most), 0);
  const grounds = new Uint8Array(count);
  for (const { cluster, ground } of sides) {
    for (let item = 0; item < cluster.length; item++) {
      if (cluster[item] >= 0) grounds[cluster[item]] = ground[item];
    }
  }
  return grounds;
}

/** The clusters as they were stored. `rules`: the rules of the kind, for the clusters' reasons. */
export function clusterSetOf(
  { open, clusterOf, ground, grounds }: StoredOpenRows,
  rules: readonly ClassificationRule[],
): ClusterSet {
  const count = ground.length;
  return {
    count,
    ground,
    grounds: grounds.map(({ type, name }) => ({ rule: ruleOf(rules, type, name), name })),
    members: { gl: itemsOf(clusterOf.gl, count), bank: itemsOf(clusterOf.bank, count) },
    clusterOf: { gl: clusterOf.gl.subarray(0, open.gl.count), bank: clusterOf.bank.subarray(0, open.bank.count) },
  };
}

/** The items of each cluster, in canonical order, which is the order of their places. */
function itemsOf(clusterOf: Int32Array, count: number): ItemLists {
  const offsets = new Uint32Array(count + 1);
  for (const c of clusterOf) if (c >= 0) offsets[c + 1]++;
  for (let c = 0; c < count; c++) offsets[c + 1] += offsets[c];
  const items = new Uint32Array(offsets[count]);
  const next = offsets.slice();
  clusterOf.forEach((c, item) => {
    if (c >= 0) items[next[c]++] = item;
  });
  return { offsets, items };
}

/** The rule of a stored name. A rule that this version no longer has is known only by its names. */
function ruleOf(rules: readonly ClassificationRule[], type: string, name: string): ClassificationRule {
  const known = rules.find((rule) => rule.type === type && rule.grounds.includes(name));
  if (known !== undefined) return known;
  if (!CLUSTER_TYPES.includes(type as ClusterType)) throw new RangeError(`no cluster is of type ${type}`);
  if (name === DECIDED_BEFORE) return decidedRule(type as ClusterType);
  return {
    shape: 'row',
    type: type as ClusterType,
    grounds: [name],
    sides: [],
    groundFor: () => null,
    reason: () => `An earlier version of the rules found this, on the ground ${name}.`,
  };
}
