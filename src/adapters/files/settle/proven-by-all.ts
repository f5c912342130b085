// What the whole file proves about a reading that its sample left open: balances that all follow; opening, entries and
// closing that agree; or the file's stated totals of money in and out.

import { verdictOfTotals } from '../odd/control-totals.ts';
import type { FinalReading } from './settled.ts';

/** Different links of the running balance, with a balance that the file states, that prove a reading. */
const LINKS = 3;

/**
 * Whether the balances of the whole file prove what its sample left open: all follow, and what is stated agrees; or, of
 * an account without a running balance, opening, entries and closing agree, or the totals of both ways do.
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

/** Compares the totals of the whole file with what was read. */
export const totalsOf = ({ report: { columns, stated, side } }: Pick<FinalReading, 'report'>) =>
  columns.count < LINKS
    ? ({ verdict: 'silent', line: 0 } as const)
    : verdictOfTotals(stated.controls, stated.all, side);
