// Cut links: an identifier that lost its head or tail on the way stands for the whole one of the other side, when
// only one whole fits (matching-definitions.md, "Cut links").

import { otherSide, type Side } from '../../src/core/records/rows/columns.ts';
import { linkedDirectly } from './links.ts';
import type { Reading } from './reading.ts';
import type { Sides } from './ref-row.ts';
import type { Identifier } from './text.ts';

const LEAST_STUMP_BYTES = 8;
const STUMP_LENGTHS = 8;

interface CutLinks {
  /** The whole that is this row's key by a cut link; null when there is none. */
  keyOf(row: Reading): string | null;
}

export function cutLinksOf(readings: Sides<readonly Reading[]>): CutLinks {
  const withoutLink = (side: Side) =>
    readings[side].filter((row) => !row.identifiers.some((one) => linkedDirectly(row, one, readings)));
  const loose = { gl: withoutLink('gl'), bank: withoutLink('bank') };
  const lengths = { gl: commonLengths(loose.gl), bank: commonLengths(loose.bank) };

  const stumpsOf = (row: Reading) =>
    stumpsIn(row)
      .filter((stump) => lengths[row.side].includes(stump.value.length))
      .map((stump) => stump.value);
  const isStump = (side: Side, value: string) => loose[side].some((row) => stumpsOf(row).includes(value));
  const wholesOf = (side: Side) =>
    new Set(loose[side].flatMap((row) => row.identifiers.filter((one) => !one.weak).map((one) => one.value)));
  const wholes = { gl: wholesOf('gl'), bank: wholesOf('bank') };

  /** The whole of the other side that a stump of this side stands for. It is longer, so that this comes to an end. */
  const standsFor = (side: Side, stump: string): string | null => {
    const fitting = [...wholes[otherSide(side)]].filter((whole) => isCutFrom(stump, whole));
    if (fitting.length !== 1) return null;
    const whole = fitting[0];
    const isItselfCut = isStump(otherSide(side), whole) && standsFor(otherSide(side), whole) !== null;
    return isItselfCut ? null : whole;
  };

  const isStoodFor = (side: Side, value: string) =>
    wholes[side].has(value) &&
    loose[otherSide(side)].some((row) => stumpsOf(row).some((stump) => standsFor(row.side, stump) === value));

  /** What a loose row's identifier stands for: a whole of the other side, or itself when a stump stands for it. */
  const wholeOf = (row: Reading, identifier: Identifier): string | null => {
    const asStump = stumpsOf(row).includes(identifier.value) ? standsFor(row.side, identifier.value) : null;
    const isWhole = !identifier.weak && isStoodFor(row.side, identifier.value);
    return asStump ?? (isWhole ? identifier.value : null);
  };

  return {
    keyOf: (row) => {
      if (!loose[row.side].includes(row)) return null;
      const found = row.identifiers.map((one) => wholeOf(row, one));
      return found.find((whole) => whole !== null) ?? null;
    },
  };
}

/** The reference field, then the last embedded identifier when the narration ends with it; long ones only. */
function stumpsIn(row: Reading): Identifier[] {
  const reference = row.identifiers.filter((one) => one.kind === 'reference');
  const lastEmbedded = row.identifiers.filter((one) => one.kind === 'embedded').slice(-1);
  const stumps = [...reference, ...lastEmbedded.filter((one) => one.endsField)];
  return stumps.filter((one) => one.value.length >= LEAST_STUMP_BYTES);
}

/** The most frequent stump lengths of a side, ties to the shorter. */
function commonLengths(rows: readonly Reading[]): number[] {
  const lengths = rows.flatMap((row) => stumpsIn(row).map((stump) => stump.value.length));
  const count = (length: number) => lengths.filter((one) => one === length).length;
  const distinct = [...new Set(lengths)];
  return distinct.toSorted((a, b) => count(b) - count(a) || a - b).slice(0, STUMP_LENGTHS);
}

function isCutFrom(stump: string, whole: string): boolean {
  return whole.length > stump.length && (whole.startsWith(stump) || whole.endsWith(stump));
}
