// Fee lines beside a transaction, in ledgers, transfers and card reports: which lines are the due fee, which others
// look like it, and how much is still due. The caller knows the fee (from a template, a rate or a tariff) and the
// lines.

import { FEE_LINE_WORDS } from '../words/fee-words.ts';
import { wholeWords } from '../words/whole-words.ts';

export interface DueFee {
  /** Minor units, above 0. */
  readonly fee: number;
  /** Parts of the fee, each of which may be a separate line. */
  readonly legs: readonly { readonly amount: number }[];
  readonly tolerance: number;
  /** Largest line that looks like a fee whatever its words; twice the fee if absent. */
  readonly dearest?: number;
}

/** Lines of one side beside a transaction, in order. */
export interface LinesBeside {
  readonly lines: readonly number[];
  /** Minor units without a sign. */
  readonly size: (line: number) => number;
  /** Whether a line has a word for a fee, or for a tax on one. */
  readonly saysFee: (line: number) => boolean;
}

const FEE_LINE = wholeWords(...FEE_LINE_WORDS);
export const saysFee = (text: string): boolean => FEE_LINE.test(text);

/** The lines that are the fee: all together, or one, or those that are its legs. */
export function linesOfFee(
  { lines, size }: Pick<LinesBeside, 'lines' | 'size'>,
  { legs, fee, tolerance }: DueFee,
): readonly number[] {
  if (lines.length === 0) return [];
  const sum = lines.reduce((all, line) => all + size(line), 0);
  if (Math.abs(sum - fee) <= tolerance) return lines;
  const whole = lines.find((line) => size(line) === fee);
  if (whole !== undefined) return [whole];
  const left = [...lines];
  return legs.flatMap(({ amount }) => {
    const at = left.findIndex((line) => amount > 0 && size(line) === amount);
    return at < 0 ? [] : left.splice(at, 1);
  });
}

const TIMES_OF_FEE = 2;

/** The other lines that look like a fee, and the amount still due. */
export function unpaidLines(
  { lines, size, saysFee: says }: LinesBeside,
  { fee, dearest = TIMES_OF_FEE * fee }: DueFee,
  paid: readonly number[],
): { readonly lines: readonly number[]; readonly due: number } {
  const sum = paid.reduce((all, line) => all + size(line), 0);
  return {
    lines: lines.filter((line) => !paid.includes(line) && (size(line) <= dearest || says(line))),
    due: Math.max(0, fee - sum),
  };
}
