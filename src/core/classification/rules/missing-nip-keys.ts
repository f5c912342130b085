// A row of an instant transfer with neither a reference nor a session id: nothing says which transfer it is.

import { FACT_KEY } from '../../matching/outcome/outcome.ts';
import { SIDES, type Side } from '../../records/rows/columns.ts';
import { hasFact, type OpenSession } from '../open-session.ts';
import type { RowRule } from '../rule.ts';
import { describeItem } from '../wording.ts';

export const missingNipKeys: RowRule = {
  shape: 'row',
  type: 'missing_identifier',
  sides: SIDES,
  grounds: ['neither_reference_nor_session'],
  groundFor: (session, side, item) => (hasFact(session, side, item, FACT_KEY) ? null : 'neither_reference_nor_session'),
  reason: (session, { gl, bank }) =>
    gl.length > 0 ? sentence(session, 'gl', gl[0]) : sentence(session, 'bank', bank[0]),
};

const sentence = (session: OpenSession, side: Side, item: number): string =>
  `The ${describeItem(session, side, item)} has neither a payment reference nor a session id: look it up by account, amount and time, and export the file with both columns.`;
