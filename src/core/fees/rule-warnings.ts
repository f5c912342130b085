// What is odd about the rules of a template, in words: amounts that two rules of a service hold, amounts between its rules
// that none holds, a rule that holds none at all or whose fee is below nothing, splits that are posted neither as debit
// nor as credit. None of it stops a run.

import { decimalsOf, formatGrouped, scaledInteger } from '../money/money.ts';
import type { DecimalFeeRule } from './decimal-fees.ts';

const ENTRIES: ReadonlySet<string> = new Set(['debit', 'credit']);
/** What bounds are compared in; a step between two rules of less than a hundredth is no gap. */
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
  let widest = bands[0]!;
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

/** Where the fixed splits are the fee, as a stated fee is never below zero. */
function feeWarnings(rules: readonly DecimalFeeRule[]): string[] {
  return rules.flatMap((rule, r) => {
    if (rule.amount !== null) return [];
    const decimals = Math.max(DECIMALS, ...rule.splits.map((split) => decimalsOf(split.amount)));
    const fee = rule.splits.reduce((sum, split) => sum + scaledInteger(split.amount, decimals)!, 0);
    return fee < 0
      ? [
          `The splits of rule ${r + 1} come to ${formatGrouped(fee, decimals)}, less than no fee: none is expected by it.`,
        ]
      : [];
  });
}

function entryWarnings(rules: readonly DecimalFeeRule[]): string[] {
  return rules.flatMap(({ splits }, r) =>
    splits.some(({ entry }) => !ENTRIES.has(entry.trim().toLowerCase()))
      ? [`Rule ${r + 1} has a split that is posted neither as debit nor as credit.`]
      : [],
  );
}
