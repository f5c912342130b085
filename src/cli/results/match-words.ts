// Describes a match in an accountant's words: its tier, its rows, the difference of amounts and dates. The command and
// the service use the same words.

import { CONFIDENCE } from '../../core/matching/outcome/outcome.ts';
import { exponentOf, formatGrouped } from '../../core/money/money.ts';
import { printable } from '../../core/words/printable.ts';
import type { Style } from '../terminal.ts';
import { SUM_TIER_WORDS, TIER_WORDS } from './result-words.ts';

/** `passes`: the tiers of a kind with its own. */
export const tierWords = (tier: number, passes: Readonly<Record<number, string>> = TIER_WORDS): string =>
  `Tier ${tier}, confidence ${((CONFIDENCE[tier] ?? 0) / 100).toFixed(2)}: ${passes[tier] ?? SUM_TIER_WORDS[tier]}`;

/** One line of an explanation: name and text. */
export const factLine = (name: string, { text, style }: { readonly text: string; readonly style: Style }): string =>
  `    ${style.dim(name.padEnd(12))}${text}`;

interface RowFacts {
  readonly file: string;
  readonly line: number;
  /** 2026-03-02; null for a row without one. */
  readonly date: string | null;
  readonly valueDate: string | null;
  /** Signed minor units. */
  readonly amount: number | bigint;
  readonly currency: string;
  readonly reference: string;
  readonly narration: string;
}

/** `gl.csv:12  2026-03-02  1,500.00 NGN  FT100  NIP/ADA STORES` */
export function rowWords({ file, line, date, valueDate, amount, currency, reference, narration }: RowFacts): string {
  const money = `${formatGrouped(amount, exponentOf(currency))} ${currency}`;
  return [`${file}:${line}`, dateWords(date, valueDate), money, reference, narration]
    .filter((part) => part !== '')
    .map((part) => printable(part, 70))
    .join('  ');
}

/** `2026-03-02 (value 2026-03-03)`: days are counted from the nearer one. */
function dateWords(date: string | null, valueDate: string | null): string {
  if (date === null || valueDate === null) return date ?? valueDate ?? 'no date';
  return date === valueDate ? date : `${date} (value ${valueDate})`;
}

export interface SharedKey {
  readonly identifier: string;
  /** The fields that carry it, by the contract's names. */
  readonly gl: string;
  readonly bank: string;
}

export const sharedKeyWords = (keys: readonly SharedKey[]): string =>
  keys
    .map(({ identifier, gl, bank }) => `${printable(identifier, 40)} (ledger’s ${place(gl)}, bank’s ${place(bank)})`)
    .join(', ');

const place = (carried: string): string => carried.replaceAll('_', ' ');

const FEE_WORDS: Readonly<Record<string, string>> = {
  charge: 'a charge within the given range',
  rate: 'the merchant service charge',
  tariff: 'the fee of the tariff of that day',
  rule: 'the fee that the template expects',
};

/** `difference`: ledger minus bank, signed minor units. */
export function amountWords({
  difference,
  currency,
  feeBasis,
}: {
  readonly difference: number | bigint;
  readonly currency: string;
  readonly feeBasis: string | null;
}): string {
  if (Number(difference) === 0) return 'equal';
  const apart = `${formatGrouped(difference < 0 ? -difference : difference, exponentOf(currency))} ${currency} apart`;
  if (feeBasis === null) return apart;
  const fee = FEE_WORDS[feeBasis] ?? feeBasis;
  // A bank deducts fees from its own amount. The opposite occurs if a settlement file shows the principal and the
  // ledger includes the fee.
  const isUnusual =
    Number(difference) < 0 && feeBasis !== 'tariff'
      ? ', of which the bank’s amount is free: is one of the two mistyped?'
      : '';
  return `${apart}, ${fee}${isUnusual}`;
}

/** `26.88 NGN: income 10.75 (credit), nip_fee 16.13 (credit)`; amounts in minor units. */
export function feeLegWords(
  legs: readonly { readonly glType: string; readonly entry: string; readonly amount: number }[],
  currency: string,
): string {
  const money = (amount: number): string => formatGrouped(amount, exponentOf(currency));
  const parts = legs.map(
    ({ glType, entry, amount }) => `${glType} ${money(amount)}${entry === '' ? '' : ` (${printable(entry, 20)})`}`,
  );
  return `${money(legs.reduce((sum, { amount }) => sum + amount, 0))} ${currency}: ${parts.join(', ')}`;
}

/** `days`: bank minus ledger. */
export function dayWords(days: number): string {
  if (days === 0) return 'the same day';
  return `the bank ${Math.abs(days)} ${Math.abs(days) === 1 ? 'day' : 'days'} ${days > 0 ? 'later' : 'earlier'}`;
}

/** Tiers that sums decide, whatever the names. */
const BY_SUMS: ReadonlySet<number> = new Set([8, 9]);

/** For rows that were matched without reading a narration. */
export const unweighedTexts = (tier: number | null): string =>
  `not weighed, ${tier !== null && BY_SUMS.has(tier) ? 'the sums decided' : 'the reference decided by itself'}`;

const counted = (count: number, of: string): string => `${count} ${of} ${count === 1 ? 'row' : 'rows'}`;

/** For a group with more than one row on a side: its sums are compared. */
export const memberWords = ({ gl, bank }: { readonly gl: number; readonly bank: number }): string =>
  `the sums of ${counted(gl, 'ledger')} and ${counted(bank, 'bank')}`;

/** `score`: 0 to 1. */
export const scoreWords = (score: number): string => score.toFixed(2);

/** `0.97: 5 words in common, one of them in 3 rows only; 1 day apart, as 60% of pairs here are; ...` */
export const probabilityWords = (probability: number, evidence: readonly { readonly words: string }[]): string =>
  `${probability.toFixed(2)}: ${evidence.map(({ words }) => words).join('; ')}`;
