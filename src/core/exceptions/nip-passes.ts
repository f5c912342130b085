// The two passes of a NIP rematch. First by reference, if one row on each side has it and the amounts agree; then the
// rest by settlement session and amount. Targets are the pending orphans; the counterpart may be any open row.

import type { OpenItemColumns } from '../records/documents/open-items.ts';
import { otherSide, SIDES, type Side, textAt } from '../records/rows/columns.ts';
import { digestIdAt } from '../records/rows/digest-ids.ts';

interface NipPair {
  readonly pass: 1 | 2;
  /** Row numbers. */
  readonly gl: number;
  readonly bank: number;
}

type OpenSides = Readonly<Record<Side, OpenItemColumns>>;

/** `isTarget`: whether a record is a pending orphan. A pair has at least one target. */
export function nipPairs(open: OpenSides, isTarget: (recordId: string) => boolean): NipPair[] {
  const targets = { gl: targetsOf(open.gl, isTarget), bank: targetsOf(open.bank, isTarget) };
  const taken = { gl: new Set<number>(), bank: new Set<number>() };
  const pairs: NipPair[] = [];
  const pairBy = (pass: 1 | 2, keyOf: (items: OpenItemColumns, row: number) => string | null): void => {
    // Only open rows with a target's key can be its counterpart, and they are few.
    const keys = new Set(SIDES.flatMap((side) => [...targets[side]].flatMap((row) => keyOf(open[side], row) ?? [])));
    const ofTargets = (items: OpenItemColumns, row: number) => {
      const key = keyOf(items, row);
      return key !== null && keys.has(key) ? key : null;
    };
    const rows = { gl: byKey(open.gl, taken.gl, ofTargets), bank: byKey(open.bank, taken.bank, ofTargets) };
    for (const side of SIDES) {
      for (const [key, own] of rows[side]) {
        const others = rows[otherSide(side)].get(key) ?? [];
        if (own.length !== 1 || others.length !== 1) continue;
        const pair = side === 'gl' ? { gl: own[0], bank: others[0] } : { gl: others[0], bank: own[0] };
        const isKnown = targets.gl.has(pair.gl) || targets.bank.has(pair.bank);
        if (!isKnown || taken.gl.has(pair.gl) || taken.bank.has(pair.bank) || !agree(open, pair)) continue;
        taken.gl.add(pair.gl);
        taken.bank.add(pair.bank);
        pairs.push({ pass, ...pair });
      }
    }
  };
  pairBy(1, (items, row) => textAt(items.rows.reference, row).trim() || null);
  pairBy(2, (items, row) => {
    const session = textAt(items.rows.settlementSession, row).trim();
    return session === '' ? null : JSON.stringify([session, ...moneyOf(items, row)]);
  });
  return pairs;
}

function targetsOf(items: OpenItemColumns, isTarget: (recordId: string) => boolean): Set<number> {
  const rows = new Set<number>();
  for (let row = 0; row < items.rows.count; row++) if (isTarget(digestIdAt(items.recordId, row))) rows.add(row);
  return rows;
}

function byKey(
  items: OpenItemColumns,
  taken: ReadonlySet<number>,
  keyOf: (items: OpenItemColumns, row: number) => string | null,
): Map<string, number[]> {
  const rows = new Map<string, number[]>();
  for (let row = 0; row < items.rows.count; row++) {
    if (items.rows.flags[row] !== 0 || taken.has(row)) continue;
    const key = keyOf(items, row);
    if (key === null) continue;
    const list = rows.get(key);
    if (list === undefined) rows.set(key, [row]);
    else list.push(row);
  }
  return rows;
}

/** Magnitude and currency. The sign is ignored, because a side may show what the other received. */
const moneyOf = ({ rows }: OpenItemColumns, row: number): [number, string] => [
  Math.abs(rows.amount[row]),
  rows.currencies[rows.currency[row]] ?? '',
];

function agree(open: OpenSides, { gl, bank }: Pick<NipPair, 'gl' | 'bank'>): boolean {
  const [a, b] = [moneyOf(open.gl, gl), moneyOf(open.bank, bank)];
  return a[0] === b[0] && a[1] === b[1];
}
