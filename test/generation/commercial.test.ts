// Made-up months of transfers and of cards: the same for a seed, every cause of theirs in them, and the engine right on all.

import { expect, test } from 'vitest';
import { scoreCommercial } from '../../bench/accuracy-commercial.ts';
import { BANKING_CAUSES, CAUSES } from '../../src/generation/causes.ts';
import { cardsMonth } from '../../src/generation/commercial/cards.ts';
import { type CommercialMonth, transfersMonth } from '../../src/generation/commercial/transfers.ts';
import type { Chunk, MonthTotals } from '../../src/generation/month.ts';

const MONTH: CommercialMonth = { rows: 3_000, seed: 'a', year: 2026, month: 2 };

function whole(play: Generator<Chunk, MonthTotals>) {
  const files = { gl: '', bank: '', truth: '' };
  const decoder = new TextDecoder();
  let step = play.next();
  for (; !step.done; step = play.next()) files[step.value.file] += decoder.decode(step.value.bytes);
  return { files, totals: step.value };
}

test('a seed is a month, another one another, and both together have every cause', () => {
  const [nip, atm] = [whole(transfersMonth(MONTH)), whole(cardsMonth(MONTH))];
  expect(whole(transfersMonth(MONTH))).toEqual(nip);
  expect(whole(transfersMonth({ ...MONTH, seed: 'b' })).files.gl).not.toBe(nip.files.gl);
  const met = new Set([...Object.keys(nip.totals.causes), ...Object.keys(atm.totals.causes)]);
  for (const cause of Object.keys(CAUSES)) if (!(cause in BANKING_CAUSES)) expect(met).toContain(cause);
  expect(nip.totals.rows.gl).toBeGreaterThanOrEqual(MONTH.rows);
  expect(nip.files.truth.trimEnd().split('\n')).toHaveLength(1 + nip.totals.rows.gl + nip.totals.rows.bank);
});

test.each(['nip', 'atm'] as const)('%s: all that is asserted is right, all that matches is found', (kind) => {
  const { asserted, right, matchable, found, classes } = scoreCommercial(kind, { rows: 2_000, seed: 'm' });
  expect([right / asserted, found / matchable]).toEqual([1, 1]);
  const wrong = [...classes].filter(([name]) => name.split('|')[1] !== name.split('|')[2]);
  expect(wrong).toEqual([]);
});
