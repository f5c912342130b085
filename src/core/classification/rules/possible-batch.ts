// A row that is probably a batch. Rows of the other side add up to it, but in several ways, or with rows that another sum
// needs too; or several rows of the other side carry its reference, and come to another sum.

import { FACT_SEVERAL_SUMS } from '../../matching/outcome/outcome.ts';
import { otherSide, SIDES, type Side } from '../../records/rows/columns.ts';
import { batchOf, batchWords, isSumOfBatch } from '../batch-words.ts';
import { hasFact, type OpenSession } from '../open-session.ts';
import type { RowRule } from '../rule.ts';
import { describeItem } from '../wording.ts';

const SEVERAL = 'rows_add_up_to_it_in_more_than_one_way';
const OTHER_SUM = 'rows_of_its_reference_come_to_another_sum';

export const possibleBatch: RowRule = {
  shape: 'row',
  type: 'possible_batch',
  sides: SIDES,
  grounds: [SEVERAL, OTHER_SUM],
  groundFor: (session, side, item) => {
    if (hasFact(session, side, item, FACT_SEVERAL_SUMS)) return SEVERAL;
    return session.open[side].ambiguity[item] === -1 && isSumOfBatch(session, side, item) ? OTHER_SUM : null;
  },
  reason: (session, { gl, bank }, ground) => {
    const [side, item]: [Side, number] = gl.length > 0 ? ['gl', gl[0]] : ['bank', bank[0]];
    return ground === OTHER_SUM ? otherSum(session, side, item) : several(session, side, item);
  },
};

const several = (session: OpenSession, side: Side, item: number): string =>
  `Open ${otherSide(side) === 'gl' ? 'ledger entries' : 'bank lines'} add up to the ${describeItem(session, side, item)}, but it is not certain which: ` +
  'a person has to choose.';

const otherSum = (session: OpenSession, side: Side, item: number): string =>
  `The ${describeItem(session, side, item)} stands for several rows: ${batchWords(session, batchOf(session, side, item)!)}.`;
