// Warnings about a file's balances, by account and currency: none is stated, it counts the other way round, or the
// entries do not lead to it. core/reading/proof/balance-proof.ts makes the proof; this file words it.

import { formatDay, NO_DAY } from '../../../core/money/calendar.ts';
import { exponentOf, formatMinor } from '../../../core/money/money.ts';
import type { BalanceGap } from '../../../core/reading/proof/balance-gaps.ts';
import type { AccountBalance } from '../../../core/reading/proof/balance-proof.ts';
import type { Side } from '../../../core/records/rows/columns.ts';
import type { PageGap } from '../odd/noted-balances.ts';

/** Facts of a file for these sentences; balances refer to accounts and currencies by index. */
interface BalancedFile {
  readonly side: Side;
  readonly flowTitles: boolean;
  readonly accounts: readonly string[];
  readonly currencies: readonly string[];
  readonly pageGaps: readonly PageGap[];
}

export function balanceWarnings(
  balances: readonly AccountBalance[],
  file: BalancedFile,
  say: (sentence: string) => void,
): void {
  const { accounts, currencies } = file;
  const twice = accountsOfSeveral(balances);
  for (const balance of balances) {
    const ofCurrency = twice.has(balance.account) ? ` in ${currencies[balance.currency]}` : '';
    sayBalance(balance, nameOf(accounts[balance.account]) + ofCurrency, { ...file, say });
  }
  for (const account of twice) say(`${nameOf(accounts[account])} has rows in more than one currency.`);
}

const nameOf = (account: string) => (account === '' ? 'The account' : `Account ${account}`);

/** Accounts that have rows in more than one currency. */
function accountsOfSeveral(balances: readonly AccountBalance[]): ReadonlySet<number> {
  const seen = new Set<number>();
  return new Set(
    balances.flatMap(({ account }) => {
      if (seen.has(account)) return [account];
      seen.add(account);
      return [];
    }),
  );
}

function sayBalance(
  b: AccountBalance,
  name: string,
  file: BalancedFile & { readonly say: (sentence: string) => void },
): void {
  const { side, flowTitles, currencies, pageGaps, say } = file;
  const exponent = exponentOf(currencies[b.currency]);
  // A ledger extract may come without balances; a statement without them cannot be proven complete.
  if (b.closing === null && side === 'bank') say(`${name}: the file states no closing balance.`);
  if (b.turned) say(turnedSentence(name, side, flowTitles));
  // Without a running balance only the balances of pages tell where entries are missing.
  const ofPages = pageGaps.filter(({ account, currency }) => account === b.account && currency === b.currency);
  const gaps = b.checks === 0 ? [...b.gaps, ...ofPages] : b.gaps;
  if (gaps.length > 0) say(`${name}: ${gapsSentence(gaps, exponent)}`);
  else if (b.foots === false) {
    const opening = b.opening === null ? 'none' : formatMinor(b.opening, exponent);
    const closing = b.closing === null ? 'none' : formatMinor(b.closing, exponent);
    say(`${name}: opening ${opening} and entries ${formatMinor(b.amount, exponent)} do not make closing ${closing}.`);
  }
}

/** Most gaps that are named; the rest is counted. */
const MOST_GAPS = 3;

function gapsSentence(gaps: readonly BalanceGap[], exponent: number): string {
  const money = (minor: number): string => formatMinor(minor, exponent);
  const at = ({ line, day, minor }: BalanceGap['before']): string =>
    `${money(minor)} on line ${line}${day === NO_DAY ? '' : ` of ${formatDay(day)}`}`;
  const named = gaps.slice(0, MOST_GAPS).map(({ before, next, between, missing }) => {
    const entries = between === 0 ? '' : `, beside entries of ${money(between)}`;
    return `between balance ${at(before)} and balance ${at(next)} ${money(missing)} is missing${entries}`;
  });
  const rest = gaps.length > MOST_GAPS ? `; and at ${gaps.length - MOST_GAPS} more places` : '';
  return `${named.join('; ')}${rest}. Are pages or entries missing, or an amount misread?`;
}

/** A balance that counts the other way round: nothing else contradicts the titles or marks. */
function turnedSentence(name: string, side: Side, flowTitles: boolean): string {
  const shown = 'opening and closing are shown with their sign turned';
  if (flowTitles)
    return `${name}: the running balance rises by what the titles call money out; the titles were believed, and ${shown}.`;
  const why = side === 'gl' ? 'as a payable account’s does' : 'as an overdraft without a sign does';
  return `${name}: the balance rises by money out, ${why}; if it is no such account, debit and credit are mixed up. ${shown[0].toUpperCase()}${shown.slice(1)}.`;
}
