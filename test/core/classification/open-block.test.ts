// What is stored of the open rows of a run is read back whole: also which rows are one batch, and which must be decided
// together, so that a statement made anew shows the same lines.

import { expect, test } from 'vitest';
import { classify } from '../../../src/core/classification/classify.ts';
import {
  clusterSetOf,
  decodeOpenRows,
  encodeOpenRows,
  storedOpenRows,
} from '../../../src/core/classification/open-block.ts';
import { BANKING_RULES } from '../../../src/core/classification/rules.ts';
import { parseDay } from '../../../src/core/money/calendar.ts';
import { proofsOf } from '../../../src/core/summary/proof/session-proof.ts';
import { sessionOf } from './session-of.ts';

test('rows to be decided together stay together through the store', () => {
  const of = { undecided: 0, batch: 0 };
  const session = sessionOf({
    gl: [{ amount: 500, ...of }, { amount: 700, ...of }, { amount: 40 }],
    bank: [{ amount: 1_100, ...of }],
  });
  const clusters = classify(session, BANKING_RULES);
  const stored = storedOpenRows({ open: session.open, notes: [] }, clusters, { ingestions: [] });
  const read = decodeOpenRows(encodeOpenRows(stored, 2));
  const proof = (outcome: typeof session.outcome, set: typeof clusters) =>
    proofsOf({
      columns: session.columns,
      outcome,
      clusters: set,
      period: { start: parseDay('2026-03-01')!, end: parseDay('2026-03-31')! },
      balances: [],
    });
  const again = proof({ ...session.outcome, open: read.open }, clusterSetOf(read, BANKING_RULES));
  expect(again).toEqual(proof(session.outcome, clusters));
  expect(again[0]!.lines.map(({ kind, rows, amount }) => [kind, rows, amount])).toEqual([
    ['deposits_in_transit', 1, 40n],
    ['to_decide', 3, 100n],
  ]);
});
