// Puts every open item of a session into exactly one cluster. Rules are applied in order, each to the items that no
// earlier rule took, so that the first true predicate wins. A pair is made only while both of its items are free. Each
// rule takes one pass over the open items; only some rules read texts.

import { TieoutError } from '../errors.ts';
import { SIDES, type Side } from '../records/rows/columns.ts';
import type { ClusterSet, Ground } from './cluster-set.ts';
import { cutGroup } from './cut.ts';
import type { OpenSession } from './open-session.ts';
import type { ClassificationRule, GroupRule, Members, PairRule, RowRule } from './rule.ts';

const FREE = -1;

/**
 * The clusters in order of precedence, within a rule in the order of the open items. Throws `internal` when an item
 * satisfies no rule. This cannot happen if the last rules are true of every row.
 */
export function classify(session: OpenSession, rules: readonly ClassificationRule[]): ClusterSet {
  const draft = newDraft(session, rules);
  for (const rule of rules) {
    if (rule.shape === 'row') takeRows(session, draft, rule);
    else if (rule.shape === 'pair') takePairs(session, draft, rule);
    else takeGroups(session, draft, rule);
  }
  return finished(draft);
}

interface Draft {
  readonly grounds: readonly Ground[];
  /** The index in grounds of each rule and name. */
  readonly groundNumber: ReadonlyMap<ClassificationRule, ReadonlyMap<string, number>>;
  readonly ground: number[];
  readonly items: Readonly<Record<Side, number[]>>;
  readonly ends: Readonly<Record<Side, number[]>>;
  readonly clusterOf: Readonly<Record<Side, Int32Array>>;
}

function newDraft(session: OpenSession, rules: readonly ClassificationRule[]): Draft {
  const grounds = rules.flatMap((rule) => rule.grounds.map((name) => ({ rule, name })));
  return {
    grounds,
    groundNumber: new Map(
      rules.map((rule) => [rule, new Map(grounds.flatMap((one, i) => (one.rule === rule ? [[one.name, i]] : [])))]),
    ),
    ground: [],
    items: { gl: [], bank: [] },
    ends: { gl: [0], bank: [0] },
    clusterOf: {
      gl: new Int32Array(session.open.gl.count).fill(FREE),
      bank: new Int32Array(session.open.bank.count).fill(FREE),
    },
  };
}

function takeRows(session: OpenSession, draft: Draft, rule: RowRule): void {
  for (const side of rule.sides) {
    const clusterOf = draft.clusterOf[side];
    for (let item = 0; item < clusterOf.length; item++) {
      if (clusterOf[item] !== FREE) continue;
      const ground = rule.groundFor(session, side, item);
      if (ground !== null)
        add(draft, rule, ground, side === 'gl' ? { gl: [item], bank: [] } : { gl: [], bank: [item] });
    }
  }
}

function takePairs(session: OpenSession, draft: Draft, rule: PairRule): void {
  const partners = rule.partners(session.open.gl);
  const { gl, bank } = draft.clusterOf;
  if (partners.every((row) => row === -1)) return;
  const itemOfBankRow = itemsByRow(session, 'bank');
  for (let item = 0; item < gl.length; item++) {
    if (gl[item] !== FREE || partners[item] === -1) continue;
    const partner = itemOfBankRow[partners[item]];
    if (partner === FREE || bank[partner] !== FREE) continue;
    add(draft, rule, rule.groundFor(session, item), { gl: [item], bank: [partner] });
  }
}

function takeGroups(session: OpenSession, draft: Draft, rule: GroupRule): void {
  const groups = new Map<number, Record<Side, number[]>>();
  for (const side of rule.sides) {
    const clusterOf = draft.clusterOf[side];
    for (let item = 0; item < clusterOf.length; item++) {
      if (clusterOf[item] !== FREE) continue;
      const number = rule.groupOf(session, side, item);
      if (number === -1) continue;
      const group = groups.get(number);
      if (group === undefined) groups.set(number, { gl: [], bank: [], [side]: [item] });
      else group[side].push(item);
    }
  }
  for (const group of groups.values()) {
    for (const piece of cutGroup(session, group)) add(draft, rule, rule.grounds[0], piece);
  }
}

function add(draft: Draft, rule: ClassificationRule, ground: string, members: Members): void {
  const cluster = draft.ground.length;
  draft.ground.push(draft.groundNumber.get(rule)!.get(ground)!);
  for (const side of SIDES) {
    for (const item of members[side]) {
      draft.items[side].push(item);
      draft.clusterOf[side][item] = cluster;
    }
    draft.ends[side].push(draft.items[side].length);
  }
}

/** Row of the side's columns -> its open item, or FREE (-1) for rows that are not open. */
function itemsByRow(session: OpenSession, side: Side): Int32Array {
  const open = session.open[side];
  const items = new Int32Array(session.columns[side].count).fill(FREE);
  for (let item = 0; item < open.count; item++) items[open.row[item]] = item;
  return items;
}

function finished(draft: Draft): ClusterSet {
  for (const side of SIDES) {
    if (draft.clusterOf[side].includes(FREE)) {
      throw new TieoutError('internal', `An open ${side} row satisfies no classification rule.`);
    }
  }
  const lists = (side: Side) => ({
    offsets: Uint32Array.from(draft.ends[side]),
    items: Uint32Array.from(draft.items[side]),
  });
  return {
    count: draft.ground.length,
    ground: Uint8Array.from(draft.ground),
    grounds: draft.grounds,
    members: { gl: lists('gl'), bank: lists('bank') },
    clusterOf: draft.clusterOf,
  };
}
