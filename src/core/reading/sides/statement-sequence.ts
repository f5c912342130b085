// Whether the statements of one account follow one another: the same one twice, a gap between the closing balance of
// one and the opening balance of the next, files in another order than their days. Each is named with its days and
// sums, before anything is matched.

import { formatDay, NO_DAY } from '../../money/calendar.ts';
import { exponentOf, formatMinor } from '../../money/money.ts';
import { type BookedEntries, missingBetween } from '../../records/booked-entries.ts';

/** The statement that a file makes of one account in one currency. */
export interface Statement extends BookedEntries {
  readonly file: string;
  readonly account: string;
  readonly currency: string;
  readonly opening: number | null;
  readonly closing: number | null;
}

/** A statement that two files state alike: days, number of entries, opening and closing balance. */
interface SameTwice {
  readonly files: readonly [string, string];
  readonly said: string;
}

/** `statements` are in the order in which the files were given. */
export function sequenceOf(statements: readonly Statement[]): {
  readonly twice: readonly SameTwice[];
  readonly warnings: readonly string[];
} {
  const byAccount = Map.groupBy(statements.filter(isDated), ({ account, currency }) => `${account}\n${currency}`);
  const all = [...byAccount.values()].map(ofAccount);
  return { twice: all.flatMap(({ twice }) => twice), warnings: all.flatMap(({ warnings }) => warnings) };
}

const isDated = ({ firstDay }: Statement): boolean => firstDay !== NO_DAY;

function ofAccount(given: readonly Statement[]): { twice: SameTwice[]; warnings: string[] } {
  const twice: SameTwice[] = [];
  const single = given.filter((one, n) => {
    const first = given.slice(0, n).find((other) => isSame(one, other));
    if (first !== undefined)
      twice.push({
        files: [first.file, one.file],
        said: `${one.file} and ${first.file} are the same statement${ofOwner(one)}: ${daysOf(one)}, ${one.rows} entries, ${balancesOf(one)}`,
      });
    return first === undefined;
  });
  const inOrder = single.toSorted((a, b) => a.firstDay - b.firstDay || a.lastDay - b.lastDay);
  const isOrdered = inOrder.every((one, n) => one === single[n]);
  const order = isOrdered
    ? []
    : [
        `The statements${ofOwner(single[0])} were given out of order; by their days they are ${inOrder.map((one) => `${one.file} (${daysOf(one)}, ${balancesOf(one)})`).join(', ')}.`,
      ];
  return { twice, warnings: [...order, ...inOrder.slice(1).flatMap((next, n) => gapBetween(inOrder[n], next))] };
}

const isSame = (a: Statement, b: Statement): boolean =>
  a.opening !== null &&
  a.closing !== null &&
  a.opening === b.opening &&
  a.closing === b.closing &&
  a.firstDay === b.firstDay &&
  a.lastDay === b.lastDay &&
  a.rows === b.rows;

function gapBetween(before: Statement, next: Statement): string[] {
  const minor = missingBetween(before, next);
  if (minor === 0 || before.closing === null || next.opening === null) return [];
  const missing = money(next, minor);
  return [
    `Between ${before.file} and ${next.file}${ofOwner(next)} ${missing} is missing: the one closes with ${money(before, before.closing)} on ${formatDay(before.lastDay)}, the other opens with ${money(next, next.opening)} before its first entry of ${formatDay(next.firstDay)}; is a statement, or pages of one, missing?`,
  ];
}

const money = ({ currency }: Statement, minor: number): string => formatMinor(minor, exponentOf(currency));

const ofOwner = ({ account, currency }: Statement): string =>
  account === '' ? ` in ${currency}` : ` of account ${account} in ${currency}`;

const daysOf = ({ firstDay, lastDay }: Statement): string =>
  firstDay === lastDay ? formatDay(firstDay)! : `${formatDay(firstDay)} to ${formatDay(lastDay)}`;

const balancesOf = (one: Statement): string => {
  const stated = (minor: number | null): string => (minor === null ? 'not stated' : money(one, minor));
  return `opening ${stated(one.opening)}, closing ${stated(one.closing)}`;
};
