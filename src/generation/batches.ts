// Batches of a made-up month: a day's takings that the bank has as one lodgement, a payroll that one side has as one
// sum. They have one reference for everything, or none, so that only amounts, days and a name tell.

import type { Stage } from './stage.ts';
import { type Transaction, writeDown } from './transaction.ts';

/** Entries of a batch. One batch in ten has MANY, more than one reference usually may have. */
const [FEWEST, MOST, MANY] = [2, 10, 24];

export function putBatch(stage: Stage): void {
  const { random, options } = stage;
  const first = stage.transaction();
  const isKeyed = options.references && random.chance(500);
  const isLong = isKeyed && random.chance(100);
  const count = FEWEST + random.below(MOST - FEWEST + 1) + (isLong ? MANY : 0);
  const reference = isKeyed ? first.reference : '';
  const { channel, customer, place, account, day } = first;
  const parts = Array.from({ length: count }, (): Transaction => {
    const other = stage.transaction(channel);
    return { ...other, customer, place, account, day, reference };
  });
  const whole = { ...first, reference, amount: parts.reduce((sum, { amount }) => sum + amount, 0) };
  const [many, one] = random.chance(700) ? (['gl', 'bank'] as const) : (['bank', 'gl'] as const);
  const group = stage.group(isKeyed ? 'batch' : 'batch_by_sum', count + 1);
  const written = (about: Transaction) => writeDown(about, 'exact', options.narrationWidth, random);
  const bankDay = stage.bankDayOf(first);
  const dayOf = (side: 'gl' | 'bank') => ({ day: side === 'bank' ? bankDay : day });
  for (const part of parts) stage.put(many, group, part, { ...written(part)[many], reference }, dayOf(many));
  stage.put(one, group, whole, { ...written(whole)[one], reference }, dayOf(one));
}
