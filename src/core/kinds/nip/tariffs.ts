// The fees of instant transfers, by date: a tariff holds from its first day until the next one's. Amounts are minor
// units. Each change of the tariff is a new entry.

import { parseDay } from '../../money/calendar.ts';

interface Tariff {
  /** The first day on which it holds, YYYY-MM-DD. */
  readonly from: string;
  /** The publication with the tariff. */
  readonly source: string;
  readonly currency: string;
  /** Ascending; `upTo` is inclusive, null for any amount. */
  readonly bands: readonly { readonly upTo: number | null; readonly fee: number }[];
  /** In thousandths: 75 is 7.5%. */
  readonly vatPerMille: number;
}

const BANDS = [
  { upTo: 5_000_00, fee: 10_00 },
  { upTo: 50_000_00, fee: 25_00 },
  { upTo: null, fee: 50_00 },
];

const NIP_TARIFFS: readonly Tariff[] = [
  {
    from: '2020-01-01',
    source: 'CBN circular FPR/DIR/GEN/CIR/07/042 of 20 December 2019, Guide to Charges; VAT Act, 5%',
    currency: 'NGN',
    bands: BANDS,
    vatPerMille: 50,
  },
  {
    from: '2020-02-01',
    source: 'The same guide; VAT 7.5% by the Finance Act 2019',
    currency: 'NGN',
    bands: BANDS,
    vatPerMille: 75,
  },
];

export interface ExpectedFees {
  readonly fee: number;
  readonly vat: number;
  /** The tariff's dearest fee with its VAT. */
  readonly dearest: number;
}

const PER_MILLE = 1_000;

/** The fees of a transfer of that amount on that day; null where no tariff of the currency holds. */
export function expectedFees(
  transfer: { readonly amount: number; readonly currency: string; readonly day: number },
  tariffs: readonly Tariff[] = NIP_TARIFFS,
): ExpectedFees | null {
  const { amount, currency, day } = transfer;
  const held = tariffs.filter((tariff) => tariff.currency === currency && parseDay(tariff.from)! <= day);
  const tariff = held.reduce<Tariff | null>((a, b) => (a === null || b.from > a.from ? b : a), null);
  if (tariff === null) return null;
  const size = Math.abs(amount);
  const { fee } = tariff.bands.find(({ upTo }) => upTo === null || size <= upTo)!;
  // Half a kobo is rounded up.
  const vatOf = (of: number): number => Math.floor((of * tariff.vatPerMille + PER_MILLE / 2) / PER_MILLE);
  const dearest = Math.max(...tariff.bands.map((band) => band.fee));
  return { fee, vat: vatOf(fee), dearest: dearest + vatOf(dearest) };
}
