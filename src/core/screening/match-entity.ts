// How surely a listed entity is the subject, by an ordered list of features, each with its weight and finding. The score
// is the better of names and identifiers (main-features.ts), changed by qualifiers.ts.

import { bestRelation, type DateRelation } from './birth-dates.ts';
import { MAIN_FEATURES } from './main-features.ts';
import { RARE } from './names/name-tokens.ts';
import { type Chances, nearName } from './names/near/near-names.ts';
import type { Compared } from './prepared-subject.ts';
import { QUALIFIERS } from './qualifiers.ts';

interface FeatureResult {
  readonly name: string;
  /** 0 to 1 for a main feature; for a qualifier the amount added, negative if it contradicts. */
  readonly score: number;
  readonly weight: number;
  readonly detail: string;
}

export interface EntityMatch {
  /** 0 to 1. */
  readonly score: number;
  /** The same by names and identifiers alone. */
  readonly mainScore: number;
  /** The score by numbers and by names whose every word is in the other: with it nobody is cleared, whatever contradicts. */
  readonly wholeScore: number;
  /** Why a careful person would look although it is no hit; null: nobody would. It has no data of the subject. */
  readonly near: string | null;
  /** The entity's name that is most like a name of the subject. */
  readonly matchedName: string;
  readonly isExactIdentifier: boolean;
  /** Main features that found something, then qualifiers, each in the order of its list. */
  readonly features: readonly FeatureResult[];
}

/** From this score on a person has to look, unless a request asks for another. */
export const REVIEW_FROM = 0.7;

/** More than all qualifiers together add to a score. */
const MOST_ADDED = 0.1;

/** Bits of evidence of days of birth: one of 20,000 days, or one of the years where the other has no day. */
const BORN_ALIKE: Readonly<Partial<Record<DateRelation, number>>> = {
  same: 14,
  swapped_day_and_month: 12,
  less_known: 4,
};

const bornAlike = ({ ours: { subject }, theirs: { subject: listed } }: Compared): number =>
  BORN_ALIKE[bestRelation(subject.birthDates, listed.birthDates)] ?? 0;

/** Of an entity that is on no list: as if its words were rare. */
export const ALONE: Chances = { chance: RARE, agreeing: () => 1 };

interface MatchOptions {
  /** The least score of a hit. */
  readonly least?: number;
  /** What the list says of its words (EntityIndex). */
  readonly chances?: Chances;
}

/** Null if the entity cannot reach the score `least` and is not near either. */
export function matchEntity(compared: Compared, { least = 0, chances = ALONE }: MatchOptions = {}): EntityMatch | null {
  const features: FeatureResult[] = [];
  let best = 0;
  let matchedName = '';
  let isExactIdentifier = false;
  let wholeScore = 0;
  for (const { name, weight, evaluate } of MAIN_FEATURES) {
    const { score, whole, detail, name: matched = '' } = evaluate(compared);
    wholeScore = Math.max(wholeScore, weight * whole);
    if (score > 0) features.push({ name, score, weight, detail });
    if (name === 'identifier_match') isExactIdentifier = score === 1;
    if (matched !== '') matchedName = matched;
    best = Math.max(best, weight * score);
  }
  const { ours, theirs } = compared;
  const near =
    best < Math.min(least, REVIEW_FROM)
      ? nearName(ours.names, theirs.names, { ...chances, besides: bornAlike(compared) })
      : null;
  if (best + MOST_ADDED < least && near === null) return null;
  if (near !== null) {
    matchedName = near.name;
    features.push({ name: 'near_name', score: 0, weight: 0, detail: `${near.why}: ${near.pairs.join(', ')}` });
  }
  if (matchedName === '') matchedName = compared.theirs.subject.names[0] ?? '';
  const found = { mainScore: best, wholeScore, matchedName, isExactIdentifier, features };
  if (isExactIdentifier) return { ...found, score: 1, near: null };
  let score = best;
  let cap = 1;
  let isOther = false;
  for (const { name, weight, evaluate } of QUALIFIERS) {
    const result = evaluate(compared);
    if (result === null) continue;
    isOther ||= result.isOther === true;
    features.push({ name, score: result.score, weight, detail: result.detail });
    score += result.score;
    cap = Math.min(cap, result.cap ?? 1);
  }
  score = Math.max(0, Math.min(score, cap, 1));
  const isAlike = best >= least || near !== null;
  // Another day of birth clears another name, not another spelling of the whole one.
  const isLooked = isAlike && score < least && (!isOther || near?.isFullName === true);
  return { ...found, score, near: isLooked ? (near?.why ?? 'the names are alike') : null };
}
