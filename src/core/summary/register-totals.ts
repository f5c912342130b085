// Sums of the register of open items, by account, currency and side, with their ages in four bands. What is open and what
// was cleared is summed apart.

import type { ItemState, RegisterItem } from '../cross-month/register.ts';
import type { LateRow } from '../records/late/late-groups.ts';
import { longestOf, normalised } from '../records/rows/accounts.ts';
import { SIDES, type Side } from '../records/rows/columns.ts';
import { WAITING_BANDS, waitingBandOf } from './proof/waiting.ts';

interface AgedSum {
  readonly fromDays: number;
  /** Inclusive; null for the last band. */
  readonly toDays: number | null;
  readonly rows: number;
  /** Net, signed minor units. */
  readonly amount: bigint;
}

export interface RegisterTotal {
  /** As rows name it, '' if they name none. */
  readonly account: string;
  readonly currency: string;
  readonly side: Side;
  readonly state: ItemState;
  readonly rows: number;
  /** Net, signed minor units. */
  readonly amount: bigint;
  readonly bands: readonly AgedSum[];
}

/** In order of account, currency, side and state. Of the labels of an account the longest is shown. */
export function registerTotals(items: readonly RegisterItem[]): RegisterTotal[] {
  const sums = new Map<string, Sum>();
  for (const { row, state, ageDays } of items) {
    const place = SIDES.indexOf(row.side);
    const key = JSON.stringify([normalised(row.account), row.currency, place, state === 'open' ? 0 : 1]);
    const sum = sums.get(key) ?? new Sum(row, state);
    sums.set(key, sum);
    sum.add(row, ageDays);
  }
  return [...sums].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, sum]) => sum.total());
}

class Sum {
  readonly #of: Pick<RegisterTotal, 'currency' | 'side' | 'state'>;
  readonly #bands = WAITING_BANDS.map(() => ({ rows: 0, amount: 0n }));
  #account: string;

  constructor({ account, currency, side }: LateRow, state: ItemState) {
    this.#account = account;
    this.#of = { currency, side, state };
  }

  add({ account, amountMinor }: LateRow, ageDays: number): void {
    this.#account = longestOf([this.#account, account]);
    const band = this.#bands[waitingBandOf(ageDays)];
    band.rows++;
    band.amount += BigInt(amountMinor);
  }

  total(): RegisterTotal {
    const bands = WAITING_BANDS.map(({ fromDays, toDays }, i) => ({ fromDays, toDays, ...this.#bands[i] }));
    return {
      account: this.#account,
      ...this.#of,
      rows: bands.reduce((sum, { rows }) => sum + rows, 0),
      amount: bands.reduce((sum, { amount }) => sum + amount, 0n),
      bands,
    };
  }
}
