// Whether rows of both sides lie together in the search window: each bank row, by its booking or its value day, must be
// in the window of the first and of the last ledger row.

import { inOneEvent } from '../events.ts';
import type { NumbersMatching } from '../matching.ts';
import type { GroupRows } from './take-group.ts';

export function inGroupWindow({ account, parameters }: NumbersMatching, { gl, bank }: GroupRows): boolean {
  const { daysBack, daysForward, events } = parameters;
  let first = account.gl.day[gl[0]];
  let last = account.gl.day[gl[0]];
  for (const g of gl) {
    const day = account.gl.day[g];
    if (day < first) first = day;
    if (day > last) last = day;
  }
  const reaches = (day: number): boolean =>
    day >= last - daysBack &&
    day <= first + daysForward &&
    inOneEvent(events, Math.min(first, day), Math.max(last, day));
  return bank.every((b) => reaches(account.bank.day[b]) || reaches(account.bank.valueDay[b]));
}
