// Warnings about the rules of a template: overlapping rules of a service, gaps between them, rules that fit no amount
// or have a negative fee, splits that do not add up or are neither debit nor credit. Warnings do not stop a run.

import { decimalsOf, formatGrouped, scaledInteger } from '../money/money.ts';
import type { DecimalFeeRule } from './decimal-fees.ts';

const ENTRIES: ReadonlySet<string> = new Set(['debit', 'credit']);
/** Decimals for comparing limits: a step of up to a hundredth between two rules is not a gap. */
const DECIMALS = 2;

interface Band {
  readonly number: number;
  readonly min: number;
  readonly max: number;
}

export function ruleWarnings(rules: readonly DecimalFeeRule[]): string[] {
  const services = [...new Set(rules.map(({ service }) => service))].sort();
  return [
    ...services.flatMap((service) => serviceWarnings(service, bandsOf(rules, service))),
    ...feeWarnings(rules),
    ...splitWarnings(rules),
    ...entryWarnings(rules),
  ];
}

function bandsOf(rules: readonly DecimalFeeRule[], service: string): Band[] {
  const decimals = Math.max(DECIMALS, ...rules.flatMap(({ min, max }) => [decimalsOf(min), decimalsOf(max)]));
  const figure = (text: string): number => Math.round(scaledInteger(text, decimals)! / 10 ** (decimals - DECIMALS));
  return rules
    .flatMap((rule, r) => {
      if (rule.service !== service) return [];
      const max = figure(rule.max);
      return [{ number: r + 1, min: figure(rule.min), max: max === 0 ? Number.POSITIVE_INFINITY : max }];
    })
    .sort((a, b) => a.min - b.min || a.number - b.number);
}

function serviceWarnings(service: string, bands: readonly Band[]): string[] {
  const empty = bands.filter(({ min, max }) => max < min);
  const none = empty.map(
    ({ number, min, max }) =>
      `Rule ${number} of ${service} holds no amount: it begins at ${amount(min)} and ends at ${amount(max)}.`,
  );
  return [
    ...none,
    ...bandWarnings(
      service,
      bands.filter((band) => !empty.includes(band)),
    ),
  ];
}

function bandWarnings(service: string, bands: readonly Band[]): string[] {
  const warnings: string[] = [];
  let widest = bands[0];
  for (const band of bands.slice(1)) {
    if (band.min <= widest.max) {
      const to = Math.min(band.max, widest.max);
      const [first, second] = [widest, band].map(({ number }) => number).sort((a, b) => a - b);
      const shared =
        band.min === to ? amount(to) : `${amount(band.min)} ${to === Infinity ? 'and more' : `to ${amount(to)}`}`;
      warnings.push(`Rules ${first} and ${second} of ${service} both hold ${shared}: rule ${first} counts there.`);
    } else if (band.min > widest.max + 1) {
      warnings.push(
        `No rule of ${service} holds amounts between ${amount(widest.max)} and ${amount(band.min)} ` +
          `(rules ${widest.number} and ${band.number}): no fee is expected of them.`,
      );
    }
    if (band.max > widest.max) widest = band;
  }
  return warnings;
}

const amount = (figure: number): string => formatGrouped(figure, DECIMALS);

/** Warns of negative fees, which only fixed splits can make: a stated fee is never below zero. */
function feeWarnings(rules: readonly DecimalFeeRule[]): string[] {
  return rules.flatMap((rule, r) => {
    if (rule.amount !== null) return [];
    const { fixed, decimals } = sumsOf(rule);
    return fixed < 0
      ? [
          `The splits of rule ${r + 1} come to ${formatGrouped(fixed, decimals)}, less than no fee: none is expected by it.`,
        ]
      : [];
  });
}

/** Most decimals for adding up splits and fees. */
const MOST_DECIMALS = 6;

/** The sums of a rule's splits by type, and its fee, scaled by a number of decimals. */
function sumsOf({ amount: stated, splits }: DecimalFeeRule) {
  const texts = [...splits.map((split) => split.amount), ...(stated === null ? [] : [stated])];
  const decimals = Math.min(MOST_DECIMALS, Math.max(DECIMALS, ...texts.map(decimalsOf)));
  // A text that is not a number fails the run elsewhere.
  const figure = (text: string): number => scaledInteger(text, decimals) ?? 0;
  const sum = (type: DecimalFeeRule['type']): number =>
    splits.reduce((all, split) => (split.type === type ? all + figure(split.amount) : all), 0);
  const hundred = 100 * 10 ** decimals;
  const has = (type: DecimalFeeRule['type']): boolean => splits.some((split) => split.type === type);
  return {
    ...{ fixed: sum('fixed'), shares: sum('percentage'), hundred, decimals },
    ...{ hasFixed: has('fixed'), hasShares: has('percentage') },
    fee: stated === null ? null : figure(stated),
  };
}

/**
 * Percentages share the fee, or the rest after fixed splits, and must make 100. Fixed splits alone must make the fee.
 * If the fee is a percentage of the transaction, the rest is unknown here.
 */
function splitWarnings(rules: readonly DecimalFeeRule[]): string[] {
  return rules.flatMap((rule, r) => {
    const { fixed, shares, hundred, decimals, hasFixed, hasShares, fee } = sumsOf(rule);
    const said = (figure: number): string => formatGrouped(figure, decimals);
    if (fee === null) {
      return hasShares
        ? [
            `Rule ${r + 1} has percentages of a fee and no amount: its fee is what its fixed splits come to, ${said(fixed)}.`,
          ]
        : [];
    }
    const last = 'the last split takes the difference';
    const warnings: string[] = [];
    if (hasShares && shares !== hundred) {
      warnings.push(`The percentages of rule ${r + 1} come to ${said(shares)}, not to 100: ${last}.`);
    }
    if (hasFixed && rule.type === 'fixed' && (hasShares ? fixed > fee : fixed !== fee)) {
      warnings.push(`The fixed splits of rule ${r + 1} come to ${said(fixed)}, and its fee is ${said(fee)}: ${last}.`);
    }
    return warnings;
  });
}

function entryWarnings(rules: readonly DecimalFeeRule[]): string[] {
  return rules.flatMap(({ splits }, r) =>
    splits.some(({ entry }) => !ENTRIES.has(entry.trim().toLowerCase()))
      ? [`Rule ${r + 1} has a split that is posted neither as debit nor as credit.`]
      : [],
  );
}
