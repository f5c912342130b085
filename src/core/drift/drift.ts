// Whether a month departs from a partner's last months beyond what chance explains: shares of the month against the same
// shares of the months before, by an exact test on rows and by how far those months differ from each other, with one
// false-alarm rate over all shares that are looked at. A share must also lie outside of all that those months were.

import { chanceOf, type Share } from './exact-test.ts';
import { chanceOfMonth } from './month-spread.ts';

/** What is counted of a month. A name that a month lacks counts as 0. */
export interface MonthFigures {
  readonly ledger: MatchedRows;
  readonly bank: MatchedRows;
  /** Exceptions of each class. */
  readonly classes: Readonly<Record<string, number>>;
  /** Matches of every tier, by hand, and those that people took apart. */
  readonly matches: number;
  /** Of these: `tier_3`, `by_hand`, `parted`. */
  readonly ofMatches: Readonly<Record<string, number>>;
  /** Amounts of charges, minor units without a sign, by currency. */
  readonly charges: Readonly<Record<string, readonly number[]>>;
}

/** Rows of a side within the period. */
interface MatchedRows {
  readonly matched: number;
  readonly of: number;
}

export interface DriftAlarm {
  readonly figure: string;
  readonly now: Share;
  /** Of all months before together. */
  readonly before: Share;
  /** The least and the greatest share of one month before. */
  readonly range: readonly [number, number];
  /** By chance alone a month is so far off this often; below FALSE_ALARMS divided by the figures looked at. */
  readonly chance: number;
}

/** Months without any change that raise an alarm: at most one in a hundred, over all figures. */
export const FALSE_ALARMS = 0.01;
/** Fewer say nothing of what is usual. */
export const LEAST_MONTHS = 4;

/** In the order of chance, least first. */
export function driftOf(now: MonthFigures, before: readonly MonthFigures[]): DriftAlarm[] {
  if (before.length < LEAST_MONTHS) return [];
  const looked = [...sharesOfRows(now, before), ...sharesOfMatches(now, before), ...sharesOfCharges(now, before)];
  const level = FALSE_ALARMS / looked.length;
  return looked
    .flatMap(({ figure, month, others }) => {
      const known = others.filter(({ of }) => of > 0);
      if (month.of === 0 || known.length < LEAST_MONTHS) return [];
      const shares = known.map(({ count, of }) => count / of);
      const range = [Math.min(...shares), Math.max(...shares)] as const;
      const share = month.count / month.of;
      if (share >= range[0] && share <= range[1]) return [];
      const all = others.reduce((sum, one) => ({ count: sum.count + one.count, of: sum.of + one.of }));
      const chance = Math.max(chanceOf(month, all), chanceOfMonth(month, known));
      return chance < level ? [{ figure, now: month, before: all, range, chance }] : [];
    })
    .sort((a, b) => a.chance - b.chance || (a.figure < b.figure ? -1 : 1));
}

interface Looked {
  readonly figure: string;
  readonly month: Share;
  readonly others: readonly Share[];
}

const namesIn = (all: readonly Readonly<Record<string, number>>[]): string[] =>
  [...new Set(all.flatMap((one) => Object.keys(one)))].sort();

/** Each side's matched rows, and the exceptions of each class, of all rows. */
function sharesOfRows(now: MonthFigures, before: readonly MonthFigures[]): Looked[] {
  const looked = (figure: string, share: (month: MonthFigures) => Share): Looked => ({
    ...{ figure, month: share(now), others: before.map(share) },
  });
  const sides = (['ledger', 'bank'] as const).map((side) =>
    looked(`match_rate_${side}`, ({ [side]: { matched, of } }) => ({ count: matched, of })),
  );
  const names = namesIn([now, ...before].map(({ classes }) => classes));
  const classes = names.map((name) =>
    looked(`${OF_CLASS}${name}`, ({ classes: counts, ledger, bank }) => ({
      ...{ count: counts[name] ?? 0, of: ledger.of + bank.of },
    })),
  );
  return [...sides, ...classes];
}

const OF_CLASS = 'class_';

/** The class that a figure counts; null: none. */
export const classOf = ({ figure }: Pick<DriftAlarm, 'figure'>): string | null =>
  figure.startsWith(OF_CLASS) ? figure.slice(OF_CLASS.length) : null;

function sharesOfMatches(now: MonthFigures, before: readonly MonthFigures[]): Looked[] {
  const of = (name: string, { matches, ofMatches }: MonthFigures): Share => ({
    ...{ count: ofMatches[name] ?? 0, of: matches },
  });
  return namesIn([now, ...before].map(({ ofMatches }) => ofMatches)).map((figure) => ({
    ...{ figure, month: of(figure, now), others: before.map((one) => of(figure, one)) },
  }));
}

/** Charges above the median of all months together: what they cost has moved, whatever their distribution is. */
function sharesOfCharges(now: MonthFigures, before: readonly MonthFigures[]): Looked[] {
  const currencies = [...new Set([now, ...before].flatMap(({ charges }) => Object.keys(charges)))].sort();
  return currencies.map((currency) => {
    const amounts = (month: MonthFigures) => month.charges[currency] ?? [];
    const all = [now, ...before].flatMap(amounts).sort((a, b) => a - b);
    const median = all[Math.floor((all.length - 1) / 2)]!;
    const share = (month: MonthFigures): Share => ({
      ...{ count: amounts(month).filter((amount) => amount > median).length, of: amounts(month).length },
    });
    return { figure: `charge_amount_${currency}`, month: share(now), others: before.map(share) };
  });
}
