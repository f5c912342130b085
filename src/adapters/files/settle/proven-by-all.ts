// Whether the whole file proves a reading that its sample left open: balances that all follow; opening, entries and
// closing that agree; or stated totals of money in and out.

import { verdictOfTotals } from '../odd/control-totals.ts';
import type { FinalReading } from './settled.ts';

/** Different links of the running balance that prove a reading; a stated balance counts as one. */
const LINKS = 3;

/**
 * Whether the whole file proves its reading. With a running balance, every row follows and stated balances agree.
 * Without one, opening, entries and closing agree, or the totals of both directions do.
 */
export function isProvenByAll(read: FinalReading): boolean {
  const { report, balances } = read;
  if (balances.length > 0 && balances.every((b) => b.foots === true && !b.turned)) {
    const stated = new Set(report.stated.balances.map(({ account, currency }) => `${account} ${currency}`)).size;
    const checks = balances.reduce((sum, b) => sum + b.checks, 0);
    if (checks === 0 && balances.every(({ rows, amount }) => rows >= LINKS && amount !== 0n)) return true;
    if (checks > 0 && checks + stated >= LINKS) return true;
  }
  return balances.every((b) => b.foots !== false) && totalsOf(read).verdict === 'proven';
}

/** The comparison of the file's stated totals with its entries. */
export const totalsOf = ({ report: { columns, stated, side } }: Pick<FinalReading, 'report'>) =>
  columns.count < LINKS
    ? ({ verdict: 'silent', line: 0 } as const)
    : verdictOfTotals(stated.controls, stated.all, side);
