// Collects the lines of one account's proof: number of rows, amount, and the rows, for the statement's lists and the
// proposed journals. Rows are kept by number, because a session may have a hundred thousand of them.

import type { ClusterType } from '../../records/documents/cluster-type.ts';
import type { CarriedRow } from '../../records/late/late-groups.ts';
import type { Side } from '../../records/rows/columns.ts';
import { PROOF_KINDS, type ProofKind, type ProofLine, type ProofSide } from './proof.ts';

/** One item of a line: the row it is about, and what it adds to the side's balance. */
export interface ProofItem {
  readonly side: Side;
  /** Row of the side's columns. */
  readonly row: number;
  readonly amount: number;
}

/** An item that an earlier session left open. */
export interface CarriedItem {
  readonly row: CarriedRow;
  readonly amount: number;
}

export interface ItemisedLine extends ProofLine {
  readonly items: readonly ProofItem[];
  readonly carried?: readonly CarriedItem[];
}

export interface LineKey {
  readonly kind: ProofKind;
  readonly side: ProofSide | null;
  readonly clusterType: ClusterType | null;
}

export class AccountLines {
  readonly #lines = new Map<string, CollectedLine>();

  /** Adds an item; items of amount zero are ignored. */
  add(key: LineKey, item: ProofItem): void {
    if (item.amount !== 0) this.#lineOf(key, item.amount).items.push(item);
  }

  addCarried(key: LineKey, item: CarriedItem): void {
    if (item.amount !== 0) this.#lineOf(key, item.amount).carried.push(item);
  }

  #lineOf(key: LineKey, amount: number): CollectedLine {
    const name = `${key.kind}|${key.side}|${key.clusterType}`;
    const line = this.#lines.get(name) ?? { key, amount: 0n, items: [], carried: [] };
    this.#lines.set(name, line);
    line.amount += BigInt(amount);
    return line;
  }

  lines(): ItemisedLine[] {
    return [...this.#lines.values()]
      .map(({ key, amount, items, carried }) => ({
        ...{ ...key, rows: items.length + carried.length, amount, items },
        ...(carried.length > 0 && { carried }),
      }))
      .sort(inOrder);
  }
}

interface CollectedLine {
  readonly key: LineKey;
  amount: bigint;
  readonly items: ProofItem[];
  readonly carried: CarriedItem[];
}

function inOrder(a: ProofLine, b: ProofLine): number {
  const byKind = PROOF_KINDS.indexOf(a.kind) - PROOF_KINDS.indexOf(b.kind);
  if (byKind !== 0) return byKind;
  const [x, y] = [`${a.clusterType ?? ''} ${a.side}`, `${b.clusterType ?? ''} ${b.side}`];
  return x < y ? -1 : x > y ? 1 : 0;
}
