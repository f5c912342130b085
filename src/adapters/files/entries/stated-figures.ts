// The figures that a file of messages states of itself: balances, places between them where entries are missing, totals.

import type { BalanceGap } from '../../../core/reading/proof/balance-gaps.ts';
import { type AccountBalance, proveBalances, type StatedBalance } from '../../../core/reading/proof/balance-proof.ts';
import type { Side } from '../../../core/records/rows/columns.ts';
import type { ColumnBuilder } from '../columns/column-builder.ts';
import type { PageGap } from '../odd/noted-balances.ts';
import type { StatedCheck } from '../request/stated-check.ts';
import { balanceWarnings } from '../warnings/balance-warnings.ts';

export class StatedFigures {
  readonly balances: StatedBalance[] = [];
  readonly checks: StatedCheck[] = [];
  private readonly pageGaps: PageGap[] = [];

  gaps(of: Pick<StatedBalance, 'account' | 'currency'>, gaps: readonly BalanceGap[]): void {
    for (const gap of gaps) this.pageGaps.push({ ...of, ...gap });
  }

  /** Each account's balance by its rows. A message marks its balances: none is taken to have lost its sign. */
  proven(rows: ColumnBuilder): AccountBalance[] {
    return proveBalances(rows, this.balances).map((proven) => {
      const { account, currency, turned, opening, closing } = proven;
      const hasGap = this.pageGaps.some((gap) => gap.account === account && gap.currency === currency);
      const marked = turned
        ? { ...proven, turned: false, opening: negated(opening), closing: negated(closing) }
        : proven;
      return turned || hasGap ? { ...marked, foots: false } : marked;
    });
  }

  /** Sentences about balances that do not agree. */
  warnings(
    proven: readonly AccountBalance[],
    file: { readonly accounts: readonly string[]; readonly currencies: readonly string[]; readonly side: Side },
  ): string[] {
    const said: string[] = [];
    balanceWarnings(proven, { ...file, flowTitles: false, pageGaps: this.pageGaps }, (sentence) => said.push(sentence));
    return said;
  }
}

const negated = (minor: number | null): number | null => (minor === null || minor === 0 ? minor : -minor);
