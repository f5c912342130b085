// The keys of a commercial kind, for explanations of a pair: each identifier by its name in files, when two rows count
// as one transaction, and the obstacles of a pair with a common key.

import type { PairOfRows } from '../matching/keyed-rows.ts';
import type { Obstacle } from '../matching/outcome/obstacle.ts';
import type { CarriedIn } from '../matching/reading/compared-identifiers.ts';
import type { Side } from '../records/rows/columns.ts';

export interface KindKey {
  readonly name: CarriedIn;
  /** '' where the row has none. */
  readonly of: (side: Side, row: number) => string;
}

export interface KindKeys {
  readonly shown: readonly KindKey[];
  /** Whether some pass compares the two. */
  readonly isOne: (pair: PairOfRows) => boolean;
  readonly against: (pair: PairOfRows) => readonly Obstacle[];
}

/** '' where the row has none. */
type KeyOf = (side: Side, row: number) => string;

const areUnlike = (x: string, y: string): boolean => x !== '' && y !== '' && x !== y;

/** Whether two rows, one of each side, both have the key, with different values. */
export const differ = (of: KeyOf, { gl, bank }: PairOfRows): boolean => areUnlike(of('gl', gl), of('bank', bank));

/** Whether two rows of one side both have the key, with different values, so that they are two transactions. */
export const areTwoBy =
  (of: KeyOf) =>
  (side: Side, [a, b]: readonly [number, number]): boolean =>
    areUnlike(of(side, a), of(side, b));

/** Whether both rows have the key, with one value. */
export const isSame = ({ of }: KindKey, { gl, bank }: PairOfRows): boolean =>
  of('gl', gl) !== '' && of('gl', gl) === of('bank', bank);

/** An obstacle if both rows have the key, with different values. */
export function difference({ name, of }: KindKey, pair: PairOfRows): Obstacle[] {
  const [gl, bank] = [of('gl', pair.gl), of('bank', pair.bank)];
  return differ(of, pair) ? [{ kind: 'identifiers_differ', name, gl, bank }] : [];
}
