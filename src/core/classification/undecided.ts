// Finds the open rows that a person must decide together before anything is booked: rows of an ambiguity or of a batch
// that does not come out, rows that a hint pairs, and a row whose counterpart stands in another account. The statement
// shows such rows with their net, and proposes no entry for them.

import type { MatchOutcome } from '../matching/outcome/outcome.ts';
import type { ClusterType } from '../records/documents/cluster-type.ts';
import { SIDES, type Side } from '../records/rows/columns.ts';
import { type ClusterSet, membersOf, typeOf } from './cluster-set.ts';
import type { HintKind, RowPlace, SessionHints } from './hints/hint.ts';
import type { OpenSession } from './open-session.ts';
import { REVERSAL_ALONE } from './rules/reversal-unmatched.ts';

/** Classes of rows that stand alone, or whose counterpart is uncertain. Other classes say what is to be done. */
const UNCERTAIN: ReadonlySet<ClusterType> = new Set([
  'reversal_unmatched',
  'possible_interest_or_tax',
  'possible_bank_fee',
  'possible_batch',
  'ambiguous_match',
  'missing_identifier',
  'not_found_gl',
  'not_found_bank',
]);

/** Classes that leave a choice even if the other rows of it are in other classes. */
const CHOICES: ReadonlySet<ClusterType> = new Set(['possible_batch', 'ambiguous_match']);

/** A row that repeats one of its side has no counterpart by that. */
const NO_COUNTERPART: ReadonlySet<string> = new Set<HintKind>(['posted_again']);

/** Whether a hint of the kind names what may be the row's counterpart. */
export const isPairing = (kind: string): boolean => !NO_COUNTERPART.has(kind);

/** Whether rows of the class wait for a counterpart. The reversal of a settled entry does not: it is to be corrected. */
export const mayHaveCounterpart = (type: string, ground: string): boolean =>
  (UNCERTAIN as ReadonlySet<string>).has(type) && (type !== 'reversal_unmatched' || ground === REVERSAL_ALONE);

/** The open rows with the numbers of those that are decided together. */
export function withUndecided(session: OpenSession, set: ClusterSet, hints: SessionHints): MatchOutcome['open'] {
  const { gl, bank } = session.open;
  const undecided = undecidedItems(session, set, hints);
  return { gl: { ...gl, undecided: undecided.gl }, bank: { ...bank, undecided: undecided.bank } };
}

function undecidedItems(
  session: OpenSession,
  set: ClusterSet,
  hints: SessionHints,
): Readonly<Record<Side, Int32Array>> {
  const { open } = session;
  const first = { gl: 0, bank: open.gl.count };
  const parent = Int32Array.from({ length: open.gl.count + open.bank.count }, (_, node) => node);
  const rootOf = (node: number): number => {
    let root = node;
    while (parent[root] !== root) root = parent[root];
    while (parent[node] !== root) [parent[node], node] = [root, parent[node]];
    return root;
  };
  const typeAt = (side: Side, item: number): ClusterType | null => {
    const cluster = set.clusterOf[side][item];
    return cluster < 0 ? null : typeOf(set, cluster);
  };
  const isUncertain = (side: Side, item: number): boolean => {
    const cluster = set.clusterOf[side][item];
    if (cluster < 0) return false;
    const { rule, name } = set.grounds[set.ground[cluster]];
    return mayHaveCounterpart(rule.type, name);
  };
  const accountOf = (side: Side, item: number): number =>
    session.near.accounts[side][session.columns[side].account[open[side].row[item]]];
  const join = (a: number, b: number): void => {
    const [x, y] = [rootOf(a), rootOf(b)];
    parent[Math.max(x, y)] = Math.min(x, y);
  };
  for (const column of ['ambiguity', 'batch', 'undecided'] as const) {
    const firstOf = new Map<number, number>();
    for (const side of SIDES) {
      open[side][column].forEach((number, item) => {
        if (number < 0 || !isUncertain(side, item)) return;
        const known = firstOf.get(number);
        if (known === undefined) firstOf.set(number, first[side] + item);
        else join(known, first[side] + item);
      });
    }
  }
  const itemOf = { gl: itemsByRow(session, 'gl'), bank: itemsByRow(session, 'bank') };
  const joinRow = (node: number, { side, row }: RowPlace): void => {
    const item = itemOf[side].get(row);
    if (item !== undefined && isUncertain(side, item)) join(node, first[side] + item);
  };
  for (const [cluster, said] of hints) {
    const members = membersOf(set, cluster);
    const [side, item] =
      members.gl.length > 0 ? (['gl', members.gl[0]] as const) : (['bank', members.bank[0]] as const);
    if (!isUncertain(side, item)) continue;
    const pairing = said.filter(({ kind }) => isPairing(kind));
    for (const { rows } of pairing) for (const row of rows) joinRow(first[side] + item, row);
  }
  for (const side of SIDES) {
    session.near.elsewhere[side].forEach((row, item) => {
      if (row < 0 || !isUncertain(side, item)) return;
      joinRow(first[side] + item, { side: side === 'gl' ? 'bank' : 'gl', row });
    });
  }
  open.gl.accountPartner.forEach((row, item) => {
    const partner = itemOf.bank.get(row);
    if (partner === undefined || set.clusterOf.bank[partner] !== set.clusterOf.gl[item]) return;
    if (accountOf('gl', item) !== accountOf('bank', partner)) join(item, first.bank + partner);
  });
  const size = new Int32Array(parent.length);
  for (let node = 0; node < parent.length; node++) size[rootOf(node)]++;
  const numbers = new Map<number, number>();
  const numberOf = (side: Side, item: number): number => {
    const root = rootOf(first[side] + item);
    if (size[root] === 1 && !CHOICES.has(typeAt(side, item)!)) return -1;
    if (!numbers.has(root)) numbers.set(root, numbers.size);
    return numbers.get(root)!;
  };
  const numbered = (side: Side) =>
    open[side].row.reduce((all, _, item) => {
      all[item] = numberOf(side, item);
      return all;
    }, new Int32Array(open[side].count));
  return { gl: numbered('gl'), bank: numbered('bank') };
}

function itemsByRow({ open }: OpenSession, side: Side): ReadonlyMap<number, number> {
  return new Map(Array.from(open[side].row, (row, item) => [row, item]));
}
