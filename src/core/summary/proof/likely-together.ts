// Which rows that earlier sessions left open are decided together with one another, or with open rows of the session: a
// hint on the exception of one of them names the other. Only where balances are proved, and within one account.

import type { CarriedRow } from '../../records/late/late-groups.ts';
import type { RowColumns, Side } from '../../records/rows/columns.ts';
import type { OpenRow } from './line-kinds.ts';
import type { CarriedOpen } from './open-item-lines.ts';
import type { SessionLines, SessionToProve } from './session-lines.ts';

interface Together {
  /** Rows of each set are decided together; some have rows of one kind alone. */
  readonly sets: readonly { readonly own: readonly OpenRow[]; readonly carried: readonly CarriedOpen[] }[];
  /** The others that earlier sessions left open. */
  readonly alone: readonly CarriedOpen[];
}

const nameOf = (side: Side, low: number, high: number): string => `${side}/${low}/${high}`;

const nameAt = (side: Side, { fingerprint }: RowColumns, row: number): string =>
  nameOf(side, fingerprint[2 * row], fingerprint[2 * row + 1]);

const likelyNames = ({ exception }: CarriedRow): string[] =>
  (exception?.likely ?? []).map(({ side, fingerprint }) => nameOf(side, ...fingerprint));

/** Whether a row that earlier sessions left open looks like the counterpart of a row of the session. */
export function likelyIn({ carried = [], columns }: SessionToProve): (side: Side, row: number) => boolean {
  const names = new Set(carried.flatMap(likelyNames));
  return (side, row) => names.size > 0 && names.has(nameAt(side, columns[side], row));
}

export function likelyTogether(
  lines: SessionLines,
  of: { readonly carried: readonly CarriedOpen[]; readonly awaited: readonly (readonly OpenRow[])[] },
): Together {
  const { columns } = lines.session;
  // Nodes: the awaited sets, then the carried rows.
  const parent = Array.from({ length: of.awaited.length + of.carried.length }, (_, node) => node);
  const rootOf = (node: number): number => {
    let root = node;
    while (parent[root] !== root) root = parent[root];
    while (parent[node] !== root) [parent[node], node] = [root, parent[node]];
    return root;
  };
  const nodesOf = new Map<string, { readonly node: number; readonly account: number }[]>();
  const note = (name: string, node: number, account: number): void => {
    const known = nodesOf.get(name);
    if (known === undefined) nodesOf.set(name, [{ node, account }]);
    else known.push({ node, account });
  };
  of.awaited.forEach((rows, node) => {
    for (const { side, row } of rows) note(nameAt(side, columns[side], row), node, lines.book.accountOf(side, row));
  });
  of.carried.forEach(({ row, account }, i) => {
    note(nameOf(row.side, ...row.fingerprint), of.awaited.length + i, account);
  });
  of.carried.forEach(({ row, account }, i) => {
    if (!lines.isOfBalances(account)) return;
    for (const name of likelyNames(row)) {
      const other = nodesOf.get(name)?.find((one) => one.account === account);
      if (other === undefined) continue;
      const [a, b] = [rootOf(of.awaited.length + i), rootOf(other.node)];
      parent[Math.max(a, b)] = Math.min(a, b);
    }
  });
  const carriedOf = Map.groupBy(of.carried.keys(), (i) => rootOf(of.awaited.length + i));
  const ownOf = Map.groupBy(of.awaited.keys(), rootOf);
  const sets = [...new Set([...ownOf.keys(), ...carriedOf.keys()])].map((root) => ({
    own: (ownOf.get(root) ?? []).flatMap((set) => of.awaited[set]),
    carried: (carriedOf.get(root) ?? []).map((i) => of.carried[i]),
  }));
  const isAlone = ({ own, carried }: (typeof sets)[number]): boolean => own.length === 0 && carried.length === 1;
  return { sets: sets.filter((set) => !isAlone(set)), alone: sets.filter(isAlone).flatMap(({ carried }) => carried) };
}
