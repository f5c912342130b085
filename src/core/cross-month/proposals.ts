// Proposals across months: hints on the clusters of both rows, like those of a session. They match and approve nothing.

import type { HintKind } from '../classification/hints/hint.ts';
import { describeRow } from '../classification/wording.ts';
import type { MatchOutcome } from '../matching/outcome/outcome.ts';
import type { LooksLike } from '../records/documents/clusters.ts';
import { NO_ID } from '../records/documents/open-items.ts';
import { otherSide, SIDES, type Side } from '../records/rows/columns.ts';
import { digestIdAt } from '../records/rows/digest-ids.ts';
import { isAcross, type MatchedSides } from './groups-across-months.ts';
import { type PairBeyond, pairsBeyond } from './pairs-beyond.ts';

export interface Proposal {
  readonly session: string;
  readonly clusterId: string;
  readonly hint: LooksLike & { readonly kind: HintKind };
}

/** Proposals from pairs whose rows are free. Rows without a cluster get none. */
export function proposalsAcrossMonths(open: MatchedSides, outcome: MatchOutcome): Proposal[] {
  const { items, free, sessionOf } = open;
  const columns = { gl: items.gl.rows, bank: items.bank.rows };
  const { proposed } = pairsBeyond(items, outcome);
  return proposed
    .filter(({ gl, bank }) => gl < free.gl && bank < free.bank)
    .filter(({ gl, bank }) => !open.bothSides || isAcross(open, { gl: [gl], bank: [bank] }))
    .flatMap((pair) => SIDES.map((side) => ({ pair, side })))
    .flatMap(({ pair, side }): Proposal[] => {
      const own = items[side];
      const clusterId = digestIdAt(own.clusterId, pair[side]);
      const session = sessionOf(own.ingestions[own.ingestion[pair[side]]]);
      if (clusterId === NO_ID || session === null || session === '') return [];
      const other = otherSide(side);
      const recordIds = [digestIdAt(items[other].recordId, pair[other])];
      const sentence = sentenceOf({ columns }, other, pair);
      return [{ session, clusterId, hint: { kind: 'other_month', recordIds, sentence } }];
    });
}

function sentenceOf(of: Parameters<typeof describeRow>[0], other: Side, pair: PairBeyond): string {
  const agree = pair.isByKey
    ? 'the reference and the amount agree, and other rows’ do too'
    : 'the amount is the same and the texts are alike, without a reference';
  return `It may be the ${describeRow(of, other, pair[other])}, booked in another period: ${agree}.`;
}
