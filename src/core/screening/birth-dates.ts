// Compares two birth dates, each YYYY, YYYY-MM or YYYY-MM-DD or an interval of them: equal, one less precise, day and
// month swapped, or contradictory. Also recognises impossible birth dates.

export type DateRelation = 'same' | 'less_known' | 'swapped_day_and_month' | 'near' | 'contradicts' | 'unknown';

/** Each a date, or an interval of two with a slash between. */
export function relateDates(a: string, b: string): DateRelation {
  if (a.includes('/') || b.includes('/')) return relateIntervals(intervalOf(a), intervalOf(b));
  const [ours, theirs] = [partsOf(a), partsOf(b)];
  if (ours === null || theirs === null) return 'unknown';
  const [short, long] = ours.length <= theirs.length ? [ours, theirs] : [theirs, ours];
  if (short.every((part, at) => part === long[at]))
    return short.length === long.length && short.length === 3 ? 'same' : 'less_known';
  if (short.length === 3 && short[0] === long[0] && short[1] === long[2] && short[2] === long[1]) {
    return 'swapped_day_and_month';
  }
  // Year and one more part are equal: perhaps a typing error. A year that is off by one is often a guess.
  if (short.length === 3 && short.filter((part, at) => part === long[at]).length === 2) return 'near';
  if (short.length === 1 && Math.abs(Number(short[0]) - Number(long[0])) === 1) return 'near';
  return 'contradicts';
}

/** First and last day; the last day of a month is its thirty-first here. */
interface Interval {
  readonly from: string;
  readonly to: string;
}

function intervalOf(text: string): Interval | null {
  const [from, to = from] = text.split('/');
  return partsOf(from) === null || partsOf(to) === null
    ? null
    : { from: `${from}${'-01-01'.slice(from.length - 4)}`, to: `${to}${'-12-31'.slice(to.length - 4)}` };
}

function relateIntervals(a: Interval | null, b: Interval | null): DateRelation {
  if (a === null || b === null) return 'unknown';
  return a.from <= b.to && b.from <= a.to ? 'less_known' : 'contradicts';
}

export type ImpossibleBirth = 'in_future' | 'too_long_ago';

/** No longer life is known. */
const OLDEST_YEARS = 130;

/** Null for a possible birth date, also for an incomplete one of the current month. `today`: YYYY-MM-DD. */
export function impossibleBirth(text: string, today: string): ImpossibleBirth | null {
  if (text > today.slice(0, text.length)) return 'in_future';
  const oldest = `${Number(today.slice(0, 4)) - OLDEST_YEARS}${today.slice(4)}`;
  return text < oldest.slice(0, text.length) ? 'too_long_ago' : null;
}

const RANK: readonly DateRelation[] = ['unknown', 'contradicts', 'near', 'swapped_day_and_month', 'less_known', 'same'];

/** The closest relation among all pairs of dates. */
export function bestRelation(ours: readonly string[], theirs: readonly string[]): DateRelation {
  let best: DateRelation = 'unknown';
  for (const a of ours) {
    for (const b of theirs) {
      const relation = relateDates(a, b);
      if (RANK.indexOf(relation) > RANK.indexOf(best)) best = relation;
    }
  }
  return best;
}

function partsOf(text: string): readonly string[] | null {
  const found = /^(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?/.exec(text);
  return found?.slice(1).filter((part) => part !== undefined) ?? null;
}
