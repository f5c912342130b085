// Pairs withdrawals of one card, terminal and amount, at most ten minutes apart. A holder may try again, so several
// rows may fit each other. The best solution pairs as many rows as possible, then those nearest in time (least sum of
// squared seconds, so that rows in sequence are paired in sequence). Pairs that every best solution has are taken; the
// others are left to a person. Rule: docs/matching.md, "The tiers".

import { type Classes, firstRow } from '../../matching/classes.ts';
import { daysOf, type KeyedRows, takeByKey } from '../../matching/keyed-rows.ts';
import { sharedKeys } from '../../matching/keys/rows-by-key.ts';
import { nextAmbiguity, type OpenByKeys } from '../../matching/outcome/keyed-open-rows.ts';
import { partsOf } from '../../matching/parts.ts';
import { OPEN } from '../../matching/side-numbers.ts';
import { type ComponentEdge, decideClasses } from '../../matching/tiers/component.ts';
import { type KeyPass, windowOf } from '../../matching/tiers/key-passes.ts';
import { OUTSIDE } from '../../matching/window.ts';
import { SIDES, type Side } from '../../records/rows/columns.ts';
import { CARD_SECONDS, type CardKeys, instantOf } from './card-keys.ts';

type RowsOfSides = Readonly<Record<Side, readonly number[]>>;

const SAID = {
  crowded: (most: number) =>
    `A card has more than ${most} different rows of one amount at one terminal within minutes; it decided nothing by itself.`,
  inRounds: (most: number) =>
    `A card with more than ${most} different rows of one amount at one terminal within minutes was decided in rounds.`,
};

/** Answers rows that could be paired in more than one way. */
export function takeNearest(rows: KeyedRows, pass: KeyPass, keys: CardKeys): RowsOfSides[] {
  const undecided: RowsOfSides[] = [];
  const contentOf = (side: Side) => (row: number) => {
    const said = [keys.rrn(side, row), keys.stan(side, row), keys.dispensed(side, row), keys.says(side, row)];
    return JSON.stringify([instantOf(rows, keys, side, row), rows[side].statedValueDay[row], ...said]);
  };
  for (const stretch of stretchesOf(rows, pass, keys)) {
    const classes = {
      gl: classesBy(stretch.gl, contentOf('gl')),
      bank: classesBy(stretch.bank, contentOf('bank')),
      edges: (gl: Classes, bank: Classes) => edgesOf(rows, { pass, keys, gl, bank }),
    };
    const left = decideClasses(rows, { ...classes, said: SAID }, ({ signedDays }, gl, bank) =>
      takeByKey(rows, { gl: [gl], bank: [bank], tier: pass.tier, days: signedDays }),
    );
    const rest = (side: Side) => [...new Set(left.flatMap((pair) => [...pair[side]]))];
    if (left.length > 0) undecided.push({ gl: rest('gl'), bank: rest('bank') });
  }
  return undecided;
}

/** Makes the rows of each group that are still open one ambiguity, if both sides have some. */
export function markUndecided(rows: KeyedRows, open: OpenByKeys, undecided: readonly RowsOfSides[]): void {
  let number = nextAmbiguity(open);
  for (const group of undecided) {
    const left = (side: Side) =>
      group[side].filter((row) => rows[side].state[row] === OPEN && open[side].ambiguity[row] === -1);
    const both = { gl: left('gl'), bank: left('bank') };
    if (SIDES.some((side) => both[side].length === 0)) continue;
    for (const side of SIDES) for (const row of both[side]) open[side].ambiguity[row] = number;
    number++;
  }
}

/** Open rows of one key and amount, in the order of time, cut at gaps longer than a pair may lie apart. */
function* stretchesOf(rows: KeyedRows, pass: KeyPass, keys: CardKeys): Generator<RowsOfSides> {
  const instant = (side: Side, row: number) => instantOf(rows, keys, side, row);
  const nameOf = (side: Side) => (row: number) => `${rows[side].currency[row]} ${rows[side].amount[row]}`;
  for (const ofKey of sharedKeys(rows, pass.keys)) {
    const timed = (side: Side) => ofKey[side].filter((row) => instant(side, row) !== null);
    for (const part of partsOf(timed('gl'), timed('bank'), { left: nameOf('gl'), right: nameOf('bank') })) {
      const all = [
        ...part.left.map((row) => ({ side: 'gl' as const, row, at: instant('gl', row)! })),
        ...part.right.map((row) => ({ side: 'bank' as const, row, at: instant('bank', row)! })),
      ].sort((a, b) => a.at - b.at);
      let from = 0;
      for (let k = 1; k <= all.length; k++) {
        if (k < all.length && all[k].at - all[k - 1].at <= CARD_SECONDS) continue;
        const stretch = all.slice(from, k);
        const rowsOf = (of: Side) => stretch.flatMap(({ side, row }) => (side === of ? [row] : []));
        const both = { gl: rowsOf('gl'), bank: rowsOf('bank') };
        if (both.gl.length > 0 && both.bank.length > 0) yield both;
        from = k;
      }
    }
  }
}

/** Interchangeable rows: equal in time and all keys. */
function classesBy(rows: readonly number[], contentOf: (row: number) => string): Classes {
  const lists = [...Map.groupBy(rows, contentOf).values()];
  const start = new Uint32Array(lists.length + 1);
  lists.forEach(({ length }, c) => {
    start[c + 1] = start[c] + length;
  });
  return { count: lists.length, start, rows: Uint32Array.from(lists.flat()) };
}

interface TimeEdge extends ComponentEdge {
  readonly signedDays: number;
}

interface Compared {
  readonly pass: KeyPass;
  readonly keys: CardKeys;
  readonly gl: Classes;
  readonly bank: Classes;
}

function edgesOf(rows: KeyedRows, { pass, keys, gl, bank }: Compared): TimeEdge[] {
  const window = windowOf(rows, pass);
  const edges: TimeEdge[] = [];
  for (let c = 0; c < gl.count; c++) {
    for (let d = 0; d < bank.count; d++) {
      const pair = { gl: firstRow(gl, c), bank: firstRow(bank, d) };
      const apart = instantOf(rows, keys, 'bank', pair.bank)! - instantOf(rows, keys, 'gl', pair.gl)!;
      if (Math.abs(apart) > CARD_SECONDS) continue;
      const signedDays = daysOf(rows, pair, window);
      if (signedDays === OUTSIDE || pass.isRefused(pair)) continue;
      // Only seconds rank these pairs; they take the place of the days in a component.
      edges.push({ gl: c, bank: d, days: apart ** 2, difference: 0, text: 0, signedDays });
    }
  }
  return edges;
}
