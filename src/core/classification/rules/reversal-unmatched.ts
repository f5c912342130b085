// A row says that it is a reversal (REVERSAL, RVSL, VOID ...) and matching found nothing on its side that it undoes.

import { FACT_REVERSAL_MARKER } from '../../matching/outcome.ts';
import { SIDES, type Side } from '../../records/columns.ts';
import { hasFact, type OpenSession } from '../open-session.ts';
import type { RowRule } from '../rule.ts';
import { describeItem, sideNoun } from '../wording.ts';

export const reversalUnmatched: RowRule = {
  shape: 'row',
  type: 'reversal_unmatched',
  sides: SIDES,
  grounds: ['reversal_marker_without_original'],
  groundFor: (session, side, item) =>
    hasFact(session, side, item, FACT_REVERSAL_MARKER) ? 'reversal_marker_without_original' : null,
  reason: (session, { gl, bank }) =>
    gl.length > 0 ? sentence(session, 'gl', gl[0]!) : sentence(session, 'bank', bank[0]!),
};

function sentence(session: OpenSession, side: Side, item: number): string {
  const why = session.parameters.netReversals
    ? `no ${sideNoun(side)} that it undoes was found`
    : 'reversals were not netted in this run';
  return `The ${describeItem(session, side, item)} is marked as a reversal, and ${why}.`;
}
