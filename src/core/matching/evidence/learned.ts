// What an account's clear pairs have told so far: how far they lie apart, and how often words of theirs are missing on
// the other side. It carries over from the contest of equal amounts to that of amounts that agree, for to learn from
// leftovers alone would be to learn from the odd ones. Rules: docs/decisions/matching-definitions.md, "Learning".

import { type DayCounts, type DayWindow, dayCounts } from './day-evidence.ts';
import { Penalties } from './penalties.ts';

export class Learned {
  readonly clearDays: DayCounts;
  readonly penalties = new Penalties();

  constructor(window: DayWindow) {
    this.clearDays = dayCounts(window);
  }
}
