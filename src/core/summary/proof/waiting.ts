// The items to wait for at the bank by age: what is old was lost, cancelled or never presented, and must be asked after.

/** `days`: from the ledger's day to the period's end. `amount`: signed minor units. */
export interface WaitingItem {
  readonly days: number;
  readonly amount: number;
}

export interface WaitingBand {
  readonly fromDays: number;
  /** Inclusive; null for the last band. */
  readonly toDays: number | null;
  readonly items: number;
  readonly amount: bigint;
}

const YOUNG_DAYS = 30;

/** Ages of open items; `toDays` inclusive, null for the last. */
export const WAITING_BANDS: readonly Pick<WaitingBand, 'fromDays' | 'toDays'>[] = [
  { fromDays: 0, toDays: YOUNG_DAYS },
  { fromDays: YOUNG_DAYS + 1, toDays: 60 },
  { fromDays: 61, toDays: 90 },
  { fromDays: 91, toDays: null },
];

/** The place of an age's band in WAITING_BANDS. */
export const waitingBandOf = (days: number): number =>
  WAITING_BANDS.findIndex(({ toDays }) => toDays === null || days <= toDays);

/** The bands that have items, youngest first. */
export function waitingBands(items: readonly WaitingItem[]): readonly WaitingBand[] {
  const bands = WAITING_BANDS.map((band) => ({ ...band, items: 0, amount: 0n }));
  for (const { days, amount } of items) {
    const band = bands[waitingBandOf(days)];
    band.items++;
    band.amount += BigInt(amount);
  }
  return bands.filter((band) => band.items > 0);
}

/** Whether some item is old: then a page shows the bands. */
export const areSomeOld = (bands: readonly WaitingBand[]): boolean =>
  bands.some(({ fromDays }) => fromDays > YOUNG_DAYS);

/** `0 to 30 days`, `over 90 days`. */
export const bandWords = ({ fromDays, toDays }: WaitingBand): string =>
  toDays === null ? `over ${fromDays - 1} days` : `${fromDays} to ${toDays} days`;
