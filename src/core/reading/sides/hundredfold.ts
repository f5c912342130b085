// Whether the amounts of a file are those of the other side times a hundred: kobo that nothing in the file names read as
// whole units. Only the other side shows it: rows that agree in their reference, or else amounts that stand once on each
// side, and only after that factor. Which side is wrong a person says.

import { exponentOf } from '../../money/money.ts';
import type { RowColumns } from '../../records/rows/columns.ts';
import { type PairedRow, pairsBy, rowsToPair, wordsOf } from './opposite-ways.ts';

/** The fewest pairs that show it, by reference and by amount: amounts alone agree by chance oftener. */
const [LEAST_ROWS, LEAST_AMOUNTS] = [3, 5];
/** They must outnumber the pairs that agree as they are by so many times. */
const TIMES = 10;

const currencyOf = ({ columns, row }: PairedRow): string => columns.currencies[columns.currency[row]];

/** How many minor units make one of the currency of a row: 1 where it has no smaller unit. */
const factorOf = (one: PairedRow): number => 10 ** exponentOf(currencyOf(one));

const minorOf = ({ columns, row }: PairedRow): number => Math.abs(columns.amount[row]);

/** What shows it, in words; null for nothing. All amounts of such a file are whole. */
export function hundredfold(own: RowColumns, others: readonly RowColumns[]): string | null {
  const rows = rowsToPair([own]);
  if (rows.length === 0 || rows.some((one) => factorOf(one) === 1 || minorOf(one) % factorOf(one) !== 0)) return null;
  const answers = rowsToPair(others);
  const byReference = counted(pairsBy(wordsOf, rows, answers));
  if (isThroughout(byReference, LEAST_ROWS)) return `${byReference.fold} rows with the same reference`;
  const same = pairsBy((one) => [`${currencyOf(one)} ${minorOf(one)}`], rows, answers).length;
  const folded = pairsBy(
    (one) => [`${currencyOf(one)} ${one.columns === own ? minorOf(one) / factorOf(one) : minorOf(one)}`],
    rows,
    answers,
  );
  const fold = folded.length;
  return isThroughout({ fold, same }, LEAST_AMOUNTS) ? `${fold} amounts that stand once on each side` : null;
}

interface Counted {
  readonly fold: number;
  readonly same: number;
}

function counted(pairs: readonly (readonly [PairedRow, PairedRow])[]): Counted {
  const count = (is: (own: number, other: number, factor: number) => boolean): number =>
    pairs.filter(([a, b]) => currencyOf(a) === currencyOf(b) && is(minorOf(a), minorOf(b), factorOf(a))).length;
  return {
    fold: count((own, other, factor) => own === other * factor),
    same: count((own, other) => own === other),
  };
}

const isThroughout = ({ fold, same }: Counted, least: number): boolean => fold >= least && fold >= TIMES * same;
