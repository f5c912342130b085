// Balances that a file states in rows of their own are noted as they stand; once all rows are read it is known whose
// they are and which of them open and close. A row that names no account or currency has those of the entries, when
// they have but one. A balance between entries is a page's end or beginning ("carried forward", "brought forward").

import { NO_DAY } from '../../core/calendar.ts';
import type { StatedBalance } from '../../core/mapping/balance-proof.ts';
import type { FieldColumns } from '../../core/mapping/propose-columns.ts';
import { ROW_PENDING } from '../../core/records/columns.ts';
import type { ColumnBuilder } from './column-builder.ts';
import type { RowLabels } from './row-labels.ts';

export interface NotedBalance {
  /** 'day': the balance at the end of `day`. */
  readonly kind: 'opening' | 'closing' | 'day';
  readonly day: number;
  readonly line: number;
  /** Minor units of a currency with so many decimals; null when the text is no amount of it. */
  readonly minorAt: (exponent: number) => number | null;
  /** Indexes that the row itself names, null where it names none. */
  readonly account: number | null;
  readonly currency: number | null;
  /** What rows that name none have at this place of the file. */
  readonly accountHere: string;
  /** Whether a heading above it names that account. */
  readonly isHeaded: boolean;
  readonly currencyHere: string;
  /** Entries above it in the file. */
  readonly entries: number;
}

interface ReadRows {
  readonly builder: ColumnBuilder;
  readonly labels: RowLabels;
  readonly columns: FieldColumns;
}

/** A noted balance of a known account and currency. */
interface Placed extends StatedBalance {
  readonly noted: NotedBalance;
}

/** The opening and closing balances among those noted, in file order. */
export function statedBalances(noted: readonly NotedBalance[], rows: ReadRows): StatedBalance[] {
  if (noted.length === 0) return [];
  const owner = ownerOf(rows);
  const byChain = new Map<number, Placed[]>();
  for (const one of noted) {
    const { account, currency } = owner(one);
    const minor = one.minorAt(rows.labels.exponentOf(currency));
    if (minor === null) continue;
    const kind = one.kind === 'opening' ? 'opening' : 'closing';
    const chain = account * 256 + currency;
    const placed = { kind, account, currency, minor, line: one.line, noted: one } as const;
    byChain.set(chain, [...(byChain.get(chain) ?? []), placed]);
  }
  return [...byChain.values()].flatMap((chain) => atTheEdges(chain, rows.builder));
}

/** Tells the account and currency of a balance: its own, those that all entries have, or those of its place. */
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

/** The balances of one account and currency that stand before or behind its entries, not between them. */
function atTheEdges(placed: readonly Placed[], b: ColumnBuilder): StatedBalance[] {
  const [{ account, currency }] = placed;
  const isOwn = (i: number) =>
    b.account[i] === account && b.currency[i] === currency && (b.flags[i] & ROW_PENDING) === 0;
  let first = -1;
  let last = -1;
  let [firstDay, lastDay] = [Number.POSITIVE_INFINITY, NO_DAY];
  for (let i = 0; i < b.count; i++) {
    if (!isOwn(i)) continue;
    if (first < 0) first = i;
    last = i;
    firstDay = Math.min(firstDay, b.bookingDay[i]);
    lastDay = Math.max(lastDay, b.bookingDay[i]);
  }
  const hasBefore = ({ noted }: Placed) => first >= 0 && first < noted.entries;
  const hasBehind = ({ noted }: Placed) => last >= noted.entries;
  /** No entry of the account between the two. */
  const touch = (above: Placed | undefined, below: Placed): above is Placed => {
    if (above === undefined) return false;
    for (let i = above.noted.entries; i < below.noted.entries; i++) if (isOwn(i)) return false;
    return true;
  };
  const stated = placed.filter(({ noted }) => noted.kind !== 'day');
  const edges = stated.filter((one, at) => {
    const above = stated[at - 1];
    const differs = touch(above, one) && above.kind !== one.kind && above.minor !== one.minor;
    const repeats = touch(above, one) && above.kind !== one.kind && above.minor === one.minor;
    if (!hasBefore(one)) return true;
    // Behind the last entry, a page that begins with what the page above carried over opens nothing; between entries,
    // a closing balance right below an opening one is the heading of the statement that follows.
    return hasBehind(one) ? one.kind === 'closing' && differs : one.kind === 'closing' || !repeats;
  });
  return [...edges, ...ofDays(placed, edges, { firstDay, lastDay })];
}

/** Balances of days that lie before all entries, or not before the last: they open and close the account. */
function ofDays(
  placed: readonly Placed[],
  edges: readonly Placed[],
  { firstDay, lastDay }: { firstDay: number; lastDay: number },
): StatedBalance[] {
  const days = placed.filter(({ noted }) => noted.kind === 'day' && noted.day !== NO_DAY);
  if (days.length === 0 || lastDay === NO_DAY) return [];
  const has = (kind: StatedBalance['kind']) => edges.some((edge) => edge.kind === kind);
  const latest = (kind: StatedBalance['kind'], among: readonly Placed[]): StatedBalance[] => {
    const day = Math.max(...among.map(({ noted }) => noted.day));
    const ofDay = among.filter(({ noted }) => noted.day === day);
    // Two kinds of balance on one day, booked and available: neither is known to be meant.
    if (ofDay.length === 0 || ofDay.some(({ minor }) => minor !== ofDay[0].minor)) return [];
    return [{ ...ofDay[0], kind }];
  };
  return [
    ...(has('opening')
      ? []
      : latest(
          'opening',
          days.filter(({ noted }) => noted.day < firstDay),
        )),
    ...(has('closing')
      ? []
      : latest(
          'closing',
          days.filter(({ noted }) => noted.day >= lastDay),
        )),
  ];
}
