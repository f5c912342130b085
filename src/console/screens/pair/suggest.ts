// Rows of the other side that may belong to what is marked: those of the same money first, then near ones, by days and
// words in common. It orders a list for a person; it decides nothing.

import type { OpenItem } from '../../../../gen/tieout/reporting/v1/rows_pb.ts';
import { counted, minorOf, money, unitsOf } from '../../words/money.ts';

interface Suggested {
  readonly item: OpenItem;
  readonly reason: string;
}

type Compared = Pick<OpenItem, 'amount' | 'currency' | 'date' | 'reference' | 'narration'>;

const MOST = 5;
const DAY_MS = 86_400_000;
/** Rows farther apart are not suggested for the same money alone. */
const MOST_DAYS = 31;

const wordsOf = ({ reference, narration }: Compared): readonly string[] =>
  `${reference ?? ''} ${narration ?? ''}`
    .toUpperCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word.length > 2);

export function partnersOf(marked: readonly OpenItem[], others: readonly OpenItem[]): readonly Suggested[] {
  const { currency, date } = marked[0]!;
  const sum = marked.reduce((all, item) => all + minorOf(item.amount, item.currency), 0);
  const words = new Set(marked.flatMap(wordsOf));
  const at = Date.parse(date);
  return others
    .filter((item) => item.currency === currency)
    .map((item) => {
      const apart = minorOf(item.amount, currency) - sum;
      const days = Math.round((Date.parse(item.date) - at) / DAY_MS);
      const common = wordsOf(item).filter((word) => words.has(word));
      const share = sum === 0 ? 1 : Math.abs(apart / sum);
      const score = (share === 0 ? 6 : share < 0.02 ? 3 : share < 0.1 ? 1 : 0) + 2 * common.length - Math.abs(days) / 5;
      const isSame = Math.sign(item.amount) === Math.sign(sum);
      const reason = [
        apart === 0 ? 'the same amount' : `${money(unitsOf(apart, currency), currency)} apart`,
        days === 0 ? 'the same day' : `${counted(Math.abs(days), 'day')} ${days > 0 ? 'later' : 'earlier'}`,
        common.length > 0 && `in common: ${common.slice(0, 3).join(' ')}`,
      ];
      const isNear = isSame && (common.length > 0 || (share < 0.1 && Math.abs(days) <= MOST_DAYS));
      return { item, score, isNear, reason: reason.filter(Boolean).join(', ') };
    })
    .filter(({ isNear }) => isNear)
    .sort((one, other) => other.score - one.score)
    .slice(0, MOST);
}
