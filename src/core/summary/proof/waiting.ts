// The items to wait for at the bank by age: what is old was lost, cancelled or never presented, and must be asked after.

/** `days`: from the ledger's day to the period's end. `amount`: signed minor units. */
export interface WaitingItem {
  readonly days: number;
  readonly amount: number;
}

interface WaitingBand {
  /** `0 to 30 days`. */
  readonly words: string;
  readonly items: number;
  readonly amount: bigint;
}

const YOUNG_DAYS = 30;

const BANDS: readonly (readonly [words: string, most: number])[] = [
  ['0 to 30 days', YOUNG_DAYS],
  ['31 to 60 days', 60],
  ['61 to 90 days', 90],
  ['over 90 days', Number.POSITIVE_INFINITY],
];

/** The bands that have items, youngest first; none if every item is young. */
export function waitingBands(items: readonly WaitingItem[]): readonly WaitingBand[] {
  const bands = BANDS.map(([words]) => ({ words, items: 0, amount: 0n }));
  for (const { days, amount } of items) {
    const band = bands[BANDS.findIndex(([, most]) => days <= most)]!;
    band.items++;
    band.amount += BigInt(amount);
  }
  return items.every(({ days }) => days <= YOUNG_DAYS) ? [] : bands.filter((band) => band.items > 0);
}
