// The money of an act on rows.

import type { ActMoney } from '../../core/people/review.ts';
import { type LateGroup, lateRows } from '../../core/records/late/late-groups.ts';

/** The money of the side that has more of it, by session. */
export function moneyOfRows(group: Pick<LateGroup, 'gl' | 'bank'>): ActMoney[] {
  const of = (side: 'gl' | 'bank'): ActMoney[] =>
    lateRows({ gl: [], bank: [], [side]: group[side] }).map(({ session, currency, amountMinor }) => ({
      ...{ session, currency, minor: BigInt(Math.abs(amountMinor)) },
    }));
  const sum = (money: readonly ActMoney[]) => money.reduce((all, { minor }) => all + minor, 0n);
  const [gl, bank] = [of('gl'), of('bank')];
  return sum(gl) > sum(bank) ? gl : bank;
}
