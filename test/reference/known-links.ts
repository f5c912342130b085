// Which known references count for the row in whose text they were found (matching-definitions.md, "Known references").

import { otherSide, SIDES, type Side } from '../../src/core/records/rows/columns.ts';
import type { Reading } from './reading.ts';
import type { RefRow, Sides } from './ref-row.ts';
import type { Identifier } from './text.ts';
import { areTrusted } from './trust.ts';

/** The same magnitude; a near amount; or what it does not count beside. */
type Nearness = 'same' | 'near' | 'far';

/** `bound`: how many rows of a side may carry a key. */
export function nearnessOfKnown(
  readings: Sides<readonly Reading[]>,
  bound: (side: Side) => number,
): (row: Reading, one: Identifier) => Nearness {
  if (isChance(readings)) return () => 'far';
  const nearnessOf = (row: Reading, { value }: Identifier): Nearness => {
    const fields = withField(readings[otherSide(row.side)], value);
    if (fields.some((other) => size(other.row) === size(row.row))) return 'same';
    return fields.some((other) => isNear(row.row, other.row)) ? 'near' : 'far';
  };
  return (row, one) => {
    const counting = readings[row.side].filter((own) =>
      own.identifiers.some((other) => other.known && other.value === one.value && nearnessOf(own, other) !== 'far'),
    );
    return counting.length > bound(row.side) ? 'far' : nearnessOf(row, one);
  };
}

const holds = ({ identifiers }: Reading, value: string): boolean =>
  identifiers.some((one) => one.known && one.value === value);

const withField = (rows: readonly Reading[], value: string): Reading[] =>
  rows.filter(({ identifiers }) => identifiers.some((one) => one.kind === 'reference' && one.value === value));

/** Asked of those that one row has in its text and one of the other side for its field. */
function isChance(readings: Sides<readonly Reading[]>): boolean {
  const meetings = SIDES.flatMap((side) => {
    const known = readings[side].flatMap((row) => row.identifiers.filter((one) => one.known).map((one) => one.value));
    return [...new Set(known)].flatMap((value) => {
      const texts = readings[side].filter((row) => holds(row, value));
      const fields = withField(readings[otherSide(side)], value);
      if (withField(readings[side], value).length > 0 || texts.length !== 1 || fields.length !== 1) return [];
      return side === 'gl' ? [{ gl: texts[0], bank: fields[0] }] : [{ gl: fields[0], bank: texts[0] }];
    });
  });
  const met = meetings.map(({ gl, bank }) => ({ gl: gl.row, bank: bank.row }));
  return !areTrusted(met, { gl: readings.gl.map(({ row }) => row), bank: readings.bank.map(({ row }) => row) });
}

const size = ({ amount }: RefRow): bigint => BigInt(Math.abs(amount));
const larger = (a: RefRow, b: RefRow): bigint => (size(a) > size(b) ? size(a) : size(b));
const smaller = (a: RefRow, b: RefRow): bigint => (size(a) > size(b) ? size(b) : size(a));

/** The same sign and currency, and at most ten times the other. */
function isNear(a: RefRow, b: RefRow): boolean {
  return (
    a.currency === b.currency && Math.sign(a.amount) === Math.sign(b.amount) && larger(a, b) <= 10n * smaller(a, b)
  );
}
