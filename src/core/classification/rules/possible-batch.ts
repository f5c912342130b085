// A row that is probably a batch: rows of the other side add up to it, but in several ways, or with rows that another
// sum needs too. Tieout cannot tell its parts.

import { FACT_SEVERAL_SUMS } from '../../matching/outcome/outcome.ts';
import { otherSide, SIDES, type Side } from '../../records/rows/columns.ts';
import { hasFact, type OpenSession } from '../open-session.ts';
import type { RowRule } from '../rule.ts';
import { describeItem } from '../wording.ts';

const GROUND = 'rows_add_up_to_it_in_more_than_one_way';

export const possibleBatch: RowRule = {
  shape: 'row',
  type: 'possible_batch',
  sides: SIDES,
  grounds: [GROUND],
  groundFor: (session, side, item) => (hasFact(session, side, item, FACT_SEVERAL_SUMS) ? GROUND : null),
  reason: (session, { gl, bank }) =>
    gl.length > 0 ? sentence(session, 'gl', gl[0]) : sentence(session, 'bank', bank[0]),
};

const sentence = (session: OpenSession, side: Side, item: number): string =>
  `Open ${otherSide(side) === 'gl' ? 'ledger entries' : 'bank lines'} add up to the ${describeItem(session, side, item)}, but it is not certain which: ` +
  'a person has to choose.';
