// Pairs withdrawals of one card, terminal and amount, at most ten minutes apart. A holder may try again, so several
// rows may fit each other. The best solution pairs as many rows as possible, then those nearest in time (least sum of
// squared seconds, so that rows in sequence are paired in sequence). Pairs that every best solution has are taken; the
// others are left to a person. Rule: design/matching.md, "Tiers 1, 2".

import { NO_KEY } from '../../matching/by-keys/key-arrays.ts';
import type { KeyMatch, KeyPass } from '../../matching/by-keys/key-pass.ts';
import type { KeyedRows, PairOfRows, Taken } from '../../matching/by-keys/keyed-rows.ts';
import { CALIBRATION } from '../../matching/calibration.ts';
import type { OpenRows } from '../../matching/outcome/outcome.ts';
import { type ComponentEdge, decideComponent } from '../../matching/tiers/component.ts';
import { OUTSIDE, type PairWindow } from '../../matching/window.ts';
import { SIDES, type Side } from '../../records/rows/columns.ts';
import { CARD_SECONDS, type CardKeys, instantOf } from './card-keys.ts';

type RowsOfSides = Readonly<Record<Side, readonly number[]>>;

interface InTime {
  readonly matches: readonly KeyMatch[];
  /** Rows that could be paired in more than one way. */
  readonly undecided: readonly RowsOfSides[];
  readonly notes: readonly string[];
}

/** Interchangeable rows: equal in time and all keys. */
interface TimeClass {
  readonly instant: number;
  readonly rows: number[];
}

type Stretch = Readonly<Record<Side, TimeClass[]>>;

export function pairInTime(
  rows: KeyedRows,
  taken: Taken,
  { pass, keys, window }: { readonly pass: KeyPass; readonly keys: CardKeys; readonly window: PairWindow },
): InTime {
  const matches: KeyMatch[] = [];
  const undecided: RowsOfSides[] = [];
  const notes = new Set<string>();
  for (const stretch of stretchesOf(classesByKey(rows, taken, { pass, keys }))) {
    if (SIDES.some((side) => stretch[side].length > CALIBRATION.crowd)) {
      notes.add(
        `A card has more than ${CALIBRATION.crowd} different rows of one amount at one terminal within minutes; it decided nothing by itself.`,
      );
      continue;
    }
    const edges = edgesOf(rows, stretch, { pass, window });
    const counts = (side: Side) => Uint32Array.from(stretch[side], (one) => one.rows.length);
    const decision = decideComponent(
      { glCounts: counts('gl'), bankCounts: counts('bank'), edges },
      CALIBRATION.exactClasses,
    );
    if (decision.inRounds)
      notes.add(
        `A card with more than ${CALIBRATION.exactClasses} different rows of one amount at one terminal within minutes was decided in rounds.`,
      );
    edges.forEach((edge, e) => {
      for (let k = 0; k < decision.taken[e]; k++) {
        const pair = { gl: stretch.gl[edge.gl].rows.shift()!, bank: stretch.bank[edge.bank].rows.shift()! };
        matches.push({ ...pair, tier: pass.tier, days: edge.signedDays });
        for (const side of SIDES) taken.take(side, pair[side]);
      }
    });
    const left = edges.filter(({ gl, bank }) => stretch.gl[gl].rows.length > 0 && stretch.bank[bank].rows.length > 0);
    const rest = (side: Side) => [...new Set(left.map((edge) => edge[side]))].flatMap((c) => stretch[side][c].rows);
    if (left.length > 0) undecided.push({ gl: rest('gl'), bank: rest('bank') });
  }
  return { matches, undecided, notes: [...notes] };
}

/** Makes the rows of each group that are still open one ambiguity, if both sides have some. */
export function markUndecided(open: Readonly<Record<Side, OpenRows>>, undecided: readonly RowsOfSides[]): void {
  let number = 1 + Math.max(-1, ...SIDES.map((side) => open[side].ambiguity.reduce((a, b) => Math.max(a, b), -1)));
  const itemOf = (side: Side) => new Map(Array.from(open[side].row, (row, item) => [row, item]));
  const places = undecided.length === 0 ? null : { gl: itemOf('gl'), bank: itemOf('bank') };
  for (const group of undecided) {
    const items = (side: Side) =>
      group[side].flatMap((row) => places![side].get(row) ?? []).filter((item) => open[side].ambiguity[item] === -1);
    const both = { gl: items('gl'), bank: items('bank') };
    if (SIDES.some((side) => both[side].length === 0)) continue;
    for (const side of SIDES) for (const item of both[side]) open[side].ambiguity[item] = number;
    number++;
  }
}

/** For each key and amount the classes of both sides in the order of time. */
function classesByKey(
  rows: KeyedRows,
  taken: Taken,
  { pass, keys }: { readonly pass: KeyPass; readonly keys: CardKeys },
): Iterable<Stretch> {
  const byKey = new Map<string, Record<Side, Map<string, TimeClass>>>();
  for (const side of SIDES) {
    const { valueDay } = rows.columns[side];
    for (const row of rows.inTime[side]) {
      const key = taken.isOpen(side, row) ? pass.keys.of[side][row] : NO_KEY;
      const instant = key === NO_KEY ? null : instantOf(rows, keys, side, row);
      if (instant === null) continue;
      const full = `${key} ${rows.currency(side, row)} ${rows.amount(side, row)}`;
      const lists = byKey.get(full) ?? { gl: new Map(), bank: new Map() };
      byKey.set(full, lists);
      const said = [keys.rrn(side, row), keys.stan(side, row), keys.dispensed(side, row), keys.says(side, row)];
      const content = JSON.stringify([instant, valueDay[row], ...said]);
      const known = lists[side].get(content);
      if (known === undefined) lists[side].set(content, { instant, rows: [row] });
      else known.rows.push(row);
    }
  }
  return Array.from(byKey.values(), ({ gl, bank }) => ({ gl: [...gl.values()], bank: [...bank.values()] }));
}

/** Cuts each list at gaps longer than a pair may lie apart; answers only parts with rows of both sides. */
function* stretchesOf(lists: Iterable<Stretch>): Iterable<Stretch> {
  for (const list of lists) {
    if (SIDES.some((side) => list[side].length === 0)) continue;
    const all = SIDES.flatMap((side) => list[side].map((one) => ({ side, one })));
    all.sort((a, b) => a.one.instant - b.one.instant);
    let stretch: Stretch = { gl: [], bank: [] };
    let last = Number.NEGATIVE_INFINITY;
    for (const { side, one } of all) {
      if (one.instant - last > CARD_SECONDS) {
        if (SIDES.every((each) => stretch[each].length > 0)) yield stretch;
        stretch = { gl: [], bank: [] };
      }
      stretch[side].push(one);
      last = one.instant;
    }
    if (SIDES.every((each) => stretch[each].length > 0)) yield stretch;
  }
}

interface TimeEdge extends ComponentEdge {
  readonly signedDays: number;
}

function edgesOf(
  rows: KeyedRows,
  stretch: Stretch,
  { pass, window }: { readonly pass: KeyPass; readonly window: PairWindow },
): TimeEdge[] {
  const within = { ...window, daysBack: pass.days ?? window.daysBack, daysForward: pass.days ?? window.daysForward };
  const edges: TimeEdge[] = [];
  stretch.gl.forEach((own, gl) => {
    stretch.bank.forEach((other, bank) => {
      const apart = other.instant - own.instant;
      if (Math.abs(apart) > CARD_SECONDS) return;
      const pair: PairOfRows = { gl: own.rows[0], bank: other.rows[0] };
      const signedDays = rows.days(pair, within);
      if (signedDays === OUTSIDE || pass.isRefused(pair)) return;
      // Only seconds rank these pairs; they take the place of the days in a component.
      edges.push({ gl, bank, days: apart ** 2, difference: 0, text: 0, signedDays });
    });
  });
  return edges;
}
