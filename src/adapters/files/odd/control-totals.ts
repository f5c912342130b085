// Totals that a file states beside a label, above its header or below its rows: total debits, total credits, number of
// entries. Above the entries they sum up the following ones, below them the preceding ones. Between two sections either
// is possible, so a total is wrong only if no section of the file has it.

import { formatMinor } from '../../../core/money/money.ts';
import type { ControlTotalKind } from '../../../core/reading/titles/preamble.ts';
import { otherSide, type Side } from '../../../core/records/rows/columns.ts';
import type { SumsSoFar } from '../columns/running-sums.ts';

/** Counts and sums up to some place of the file. */
export interface ReadSoFar extends SumsSoFar {
  /** Rows that were left out, and balances: a bank may count them as entries. */
  readonly others: number;
}

export interface ControlTotal {
  readonly kind: ControlTotalKind;
  readonly line: number;
  /** Minor units, or a number of entries. */
  readonly stated: number;
  readonly exponent: number;
  /** A whole number without a mark of money, which may count debits or credits; null for any other figure. */
  readonly whole: number | null;
  /** Opening balances stated so far, without sign: the total may include one. */
  readonly openings: readonly number[];
  readonly at: ReadSoFar;
}

/**
 * How stated totals compare with the sums: equal, equal with swapped directions, or neither; 'silent': not comparable.
 */
type TotalsVerdict = 'proven' | 'turned' | 'refuted' | 'silent';

const NOTHING: ReadSoFar = { entries: 0, incoming: 0, inflow: 0, outflow: 0, pendingIn: 0, pendingOut: 0, others: 0 };

/**
 * Compares one total of money in and one of money out. Several totals, equal ones, or counts of entries prove nothing.
 */
export function verdictOfTotals(
  totals: readonly ControlTotal[],
  all: Omit<ReadSoFar, 'others'>,
  side: Side,
): { readonly verdict: TotalsVerdict; readonly line: number } {
  const money = totals.filter(({ kind }) => kind !== 'entries');
  const [ins, outs] = [true, false].map((isIn) => money.filter(({ kind }) => isMoneyIn(kind, side) === isIn));
  const [paidIn, paidOut] = [ins![0], outs![0]];
  if (ins!.length !== 1 || outs!.length !== 1 || paidIn === undefined || paidOut === undefined)
    return { verdict: 'silent', line: 0 };
  const { line } = paidIn;
  const areCounts = paidIn.whole === all.incoming && paidOut.whole === all.entries - all.incoming;
  if (paidIn.stated === paidOut.stated || areCounts) return { verdict: 'silent', line };
  const is = (inflow: number, outflow: number) => paidIn.stated === inflow && paidOut.stated === outflow;
  if (is(all.inflow, all.outflow) || is(all.inflow - all.pendingIn, all.outflow - all.pendingOut))
    return { verdict: 'proven', line };
  return { verdict: is(all.outflow, all.inflow) ? 'turned' : 'refuted', line };
}

/**
 * A sentence for the first total of each kind that no section has. `isSigned`: signed amounts leave open which are
 * debits.
 */
export function wrongTotals(
  totals: readonly ControlTotal[],
  all: ReadSoFar,
  { side, isSigned }: { readonly side: Side; readonly isSigned: boolean },
): string[] {
  const sentences: string[] = [];
  for (const kind of ['debits', 'credits', 'paid out', 'paid in', 'entries'] as const) {
    const ofKind = totals.filter((total) => total.kind === kind);
    const wrong = ofKind.find((total, i) => {
      const [before, after] = [ofKind[i - 1]?.at ?? NOTHING, ofKind[i + 1]?.at ?? all];
      const sections = [
        [before, total.at],
        [total.at, after],
        [NOTHING, total.at],
        [total.at, all],
        [NOTHING, all],
      ] as const;
      const is = (side: Side) => sections.some(([from, to]) => agreesWith(total, from, to, side));
      return !is(side) && !(isSigned && is(otherSide(side)));
    });
    if (wrong !== undefined) sentences.push(sentence(wrong, all, side));
  }
  return sentences;
}

function agreesWith(
  { kind, stated, at, whole, openings }: ControlTotal,
  from: ReadSoFar,
  to: ReadSoFar,
  side: Side,
): boolean {
  const entries = to.entries - from.entries;
  if (entries === 0 && (stated !== 0 || (at !== from && at !== to))) return false;
  if (kind === 'entries') return stated >= entries && stated <= entries + to.others - from.others;
  const isIn = isMoneyIn(kind, side);
  const sum = isIn ? to.inflow - from.inflow : to.outflow - from.outflow;
  const pending = isIn ? to.pendingIn - from.pendingIn : to.pendingOut - from.pendingOut;
  const incoming = to.incoming - from.incoming;
  if (whole !== null && whole === (isIn ? incoming : entries - incoming)) return true;
  return stated === sum || stated === sum - pending || openings.some((opening) => stated === sum + opening);
}

/** Whether a kind of total is money in. Debits are money out at the bank and money in in a ledger. */
const isMoneyIn = (kind: ControlTotalKind, side: Side): boolean =>
  kind === 'paid in' || kind === (side === 'bank' ? 'credits' : 'debits');

function sentence({ kind, line, stated, exponent, at, whole }: ControlTotal, all: ReadSoFar, side: Side): string {
  const where = at.entries === 0 ? 'below' : 'above';
  const read = at.entries === 0 ? all : at;
  if (kind === 'entries') return `Line ${line} states ${stated} entries, but ${read.entries} were read ${where} it.`;
  const isIn = isMoneyIn(kind, side);
  // A small whole number counts entries rather than money.
  if (whole !== null && whole > 0 && whole <= read.entries) {
    const count = isIn ? read.incoming : read.entries - read.incoming;
    return `Line ${line} states ${whole} for all ${kind}, but the entries that were read ${where} it are ${count}.`;
  }
  const minor = isIn ? read.inflow : read.outflow;
  const [said, sum] = [formatMinor(stated, exponent), formatMinor(minor, exponent)];
  return `Line ${line} states ${said} for all ${kind}, but the entries that were read ${where} it come to ${sum}.`;
}
