// Counts learned from an account's clear pairs: how many days they lie apart, and how often a word of theirs is missing
// on the other side. The contest of agreeing amounts continues the counts of the contest of equal amounts, because the
// rows left for it are not typical. Rules: docs/decisions/matching-definitions.md, "Learning".

import { type DayCounts, type DayWindow, dayCounts } from './day-evidence.ts';
import { Penalties } from './penalties.ts';

export class Learned {
  readonly clearDays: DayCounts;
  readonly penalties = new Penalties();

  constructor(window: DayWindow) {
    this.clearDays = dayCounts(window);
  }
}
