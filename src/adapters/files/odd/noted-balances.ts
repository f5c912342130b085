// Balances that a file states in rows of their own. Once all rows are read it is known to which account they belong and
// which of them open or close it. A row without account or currency has those of the entries, if these have only one. A
// balance between entries ends or begins a page ("carried forward", "brought forward").

import { NO_DAY } from '../../../core/money/calendar.ts';
import { withoutProof } from '../../../core/reading/leave-out.ts';
import type { BalanceGap } from '../../../core/reading/proof/balance-gaps.ts';
import type { StatedBalance } from '../../../core/reading/proof/balance-proof.ts';
import type { FieldColumns } from '../../../core/reading/titles/target-fields.ts';
import { ROW_PENDING } from '../../../core/records/rows/columns.ts';
import type { ColumnBuilder } from '../columns/column-builder.ts';
import type { RowLabels } from '../columns/row-labels.ts';

export interface NotedBalance {
  /** 'day': the balance at the end of `day`; 'at': at some time of that day. */
  readonly kind: 'opening' | 'closing' | 'day' | 'at';
  readonly day: number;
  readonly line: number;
  /** The balance in minor units of a currency with `exponent` decimals; null if the text is no such amount. */
  readonly minorAt: (exponent: number) => number | null;
  /** Indexes of the account and currency that the row names; null if it names none. */
  readonly account: number | null;
  readonly currency: number | null;
  /** Account and currency of rows that name none at this place of the file. */
  readonly accountHere: string;
  /** Whether a heading above names that account. */
  readonly isHeaded: boolean;
  readonly currencyHere: string;
  /** Number of entries above it in the file. */
  readonly entries: number;
  /** Whether its row has a date and an amount like an entry, so that only its words call it a balance. */
  readonly isNominee: boolean;
}

interface ReadRows {
  readonly builder: ColumnBuilder;
  readonly labels: RowLabels;
  readonly columns: FieldColumns;
}

/** A noted balance with its account and currency. */
interface Placed extends StatedBalance {
  readonly noted: NotedBalance;
  /** Number of entries of this account and currency above it. */
  before: number;
}

/** Number of entries of an account and currency, with their first and last day. */
interface Entries {
  count: number;
  firstDay: number;
  lastDay: number;
}

/** One number for an account and currency, whose balances form a chain. */
const chainKey = ({ account, currency }: { account: number; currency: number }): number => account * 256 + currency;

/** Lines that read as balances and are not proven to be, in file order. */
export function unprovenLines(noted: readonly NotedBalance[], rows: ReadRows): number[] {
  if (!noted.some(({ isNominee }) => isNominee)) return [];
  const placed = placedOf(noted, rows);
  const { builder: b } = rows;
  countEntries(placed, b);
  return [...new Set(placed.map(chainKey))]
    .flatMap((chain) => {
      const rowsOfChain = Array.from({ length: b.count }, (_, i) => i).filter(
        (i) => b.account[i] * 256 + b.currency[i] === chain && (b.flags[i] & ROW_PENDING) === 0,
      );
      const entries = { amounts: rowsOfChain.map((i) => b.amount[i]), balances: rowsOfChain.map((i) => b.balance[i]) };
      const named = placed
        .filter((one) => chainKey(one) === chain)
        .map(({ line, minor, before, noted: { kind, isNominee } }) => ({
          kind,
          line,
          minor,
          above: before,
          isNominee,
        }));
      return withoutProof(named, entries);
    })
    .sort((a, b) => a - b);
}

/** The opening and closing balances among the noted ones, in file order. */
export function statedBalances(noted: readonly NotedBalance[], rows: ReadRows): StatedBalance[] {
  if (noted.length === 0) return [];
  const placed = placedOf(noted, rows);
  const entries = countEntries(placed, rows.builder);
  const byChain = new Map<number, Placed[]>();
  for (const one of placed) {
    const chain = byChain.get(chainKey(one));
    if (chain) chain.push(one);
    else byChain.set(chainKey(one), [one]);
  }
  return [...byChain].flatMap(([chain, ofChain]) => atTheEdges(ofChain, entries.get(chain)));
}

/** A gap between two pages, of one account and currency. */
export interface PageGap extends BalanceGap, Pick<StatedBalance, 'account' | 'currency'> {}

/** Where a balance that ends a page is not the one that begins the next. */
export function gapsBetweenPages(noted: readonly NotedBalance[], rows: ReadRows): PageGap[] {
  if (noted.length < 2) return [];
  const placed = placedOf(noted, rows).filter((one) => !isOfDay(one.noted));
  const { bookingDay, count } = rows.builder;
  return placed.slice(1).flatMap((next, n): PageGap[] => {
    const before = placed[n];
    const isTurn = before.kind === 'closing' && next.kind === 'opening' && before.noted.entries === next.noted.entries;
    const {
      account,
      currency,
      minor,
      line,
      noted: { entries },
    } = next;
    if (!isTurn || chainKey(before) !== chainKey(next) || before.minor === minor || entries === 0) return [];
    const day = entries < count ? bookingDay[entries] : NO_DAY;
    return [
      {
        ...{ account, currency, between: 0, missing: minor - before.minor },
        before: { line: before.line, day: bookingDay[entries - 1], minor: before.minor },
        next: { line, day, minor },
      },
    ];
  });
}

function placedOf(noted: readonly NotedBalance[], rows: ReadRows): Placed[] {
  const owner = ownerOf(rows);
  return noted.flatMap((one): Placed[] => {
    const { account, currency } = owner(one);
    const minor = one.minorAt(rows.labels.exponentOf(currency));
    const kind = one.kind === 'opening' ? 'opening' : 'closing';
    return minor === null ? [] : [{ kind, account, currency, minor, line: one.line, noted: one, before: 0 }];
  });
}

/** Counts entries by account and currency, and sets `before` of each balance. `placed` is in file order. */
function countEntries(placed: readonly Placed[], b: ColumnBuilder): ReadonlyMap<number, Entries> {
  const entries = new Map<number, Entries>();
  let next = 0;
  const setBefore = (upTo: number) => {
    for (; next < placed.length && placed[next].noted.entries <= upTo; next++)
      placed[next].before = entries.get(chainKey(placed[next]))?.count ?? 0;
  };
  for (let i = 0; i < b.count; i++) {
    setBefore(i);
    if ((b.flags[i] & ROW_PENDING) !== 0) continue;
    const chain = b.account[i] * 256 + b.currency[i];
    let own = entries.get(chain);
    if (!own) entries.set(chain, (own = { count: 0, firstDay: b.bookingDay[i], lastDay: b.bookingDay[i] }));
    own.count++;
    own.firstDay = Math.min(own.firstDay, b.bookingDay[i]);
    own.lastDay = Math.max(own.lastDay, b.bookingDay[i]);
  }
  setBefore(b.count);
  return entries;
}

/** Finds account and currency of a balance: its own, the only ones among the entries, or those at its place. */
function ownerOf({ builder: b, labels, columns }: ReadRows) {
  const currencies = new Map<number, Set<number>>();
  const all = new Set<number>();
  let last: Set<number> | undefined;
  for (let i = 0; i < b.count; i++) {
    if (i === 0 || b.account[i] !== b.account[i - 1] || b.currency[i] !== b.currency[i - 1]) {
      last = currencies.get(b.account[i]);
      if (!last) currencies.set(b.account[i], (last = new Set()));
      last.add(b.currency[i]);
      all.add(b.currency[i]);
    }
  }
  return (one: NotedBalance): { account: number; currency: number } => {
    const here = labels.accounts.indexOf(one.accountHere);
    const isOthers = columns.account >= 0 || !one.isHeaded;
    const isLone = isOthers && currencies.size === 1 && !currencies.has(here);
    const account = one.account ?? (isLone ? [...currencies.keys()][0] : labels.accountIndex(one.accountHere));
    const known = currencies.get(account) ?? all;
    const lone = known.size === 1 ? [...known][0] : null;
    return { account, currency: one.currency ?? lone ?? labels.currencyIndex(one.currencyHere) };
  };
}

/** The balances of one account and currency that stand before or after its entries, not between them. */
function atTheEdges(placed: readonly Placed[], entries: Entries | undefined): StatedBalance[] {
  const stated = placed.filter(({ noted }) => !isOfDay(noted));
  const edges = stated.filter((one, at) => {
    if (one.before === 0) return true;
    const above = stated[at - 1];
    const follows = above !== undefined && above.before === one.before && above.kind !== one.kind;
    // After the last entry, an opening balance that repeats the closing one above it only begins a page. Between
    // entries, a closing balance right below an opening one is the heading of the next statement.
    const isBehind = one.before === entries?.count;
    if (one.kind === 'closing') return isBehind || (follows && above.minor !== one.minor);
    return isBehind && !(follows && above.minor === one.minor);
  });
  const certain = edges.filter((one) => !isOneOfTwo(one, edges));
  return entries === undefined ? certain : [...certain, ...ofDays(placed, certain, entries)];
}

/** Whether the lines above the entries state another balance of its kind: of another currency, or an available one. */
const isOneOfTwo = (one: Placed, edges: readonly Placed[]): boolean =>
  one.before === 0 && edges.some((other) => other.before === 0 && other.kind === one.kind && other.minor !== one.minor);

const isOfDay = ({ kind }: NotedBalance): boolean => kind === 'day' || kind === 'at';

/** Opens and closes the account by balances of days before all entries, or not before the last. */
function ofDays(placed: readonly Placed[], edges: readonly Placed[], { firstDay, lastDay }: Entries): StatedBalance[] {
  const days = placed.filter(({ noted }) => isOfDay(noted) && noted.day !== NO_DAY);
  // A balance at the first day, above all entries, is the one before them.
  const isAbove = ({ noted, before }: Placed) =>
    noted.kind === 'at' && before === 0 && noted.day === firstDay && firstDay < lastDay;
  if (days.length === 0) return [];
  const has = (kind: StatedBalance['kind']) => edges.some((edge) => edge.kind === kind);
  const latest = (kind: StatedBalance['kind'], among: readonly Placed[]): StatedBalance[] => {
    const day = Math.max(...among.map(({ noted }) => noted.day));
    const ofDay = among.filter(({ noted }) => noted.day === day);
    // Two different balances on one day, perhaps booked and available: neither is certain.
    if (ofDay.length === 0 || ofDay.some(({ minor }) => minor !== ofDay[0].minor)) return [];
    return [{ ...ofDay[0], kind }];
  };
  return [
    ...(has('opening')
      ? []
      : latest(
          'opening',
          days.filter((one) => one.noted.day < firstDay || isAbove(one)),
        )),
    ...(has('closing')
      ? []
      : latest(
          'closing',
          days.filter(({ noted }) => noted.day >= lastDay),
        )),
  ];
}
