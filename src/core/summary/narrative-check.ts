// Checks that every figure of a text is in the facts. A test checks the built-in narrative with it, and a language
// model's text is checked before it is shown; one foreign figure refuses the text. It checks that a figure is a fact,
// not that it is used correctly. An amount without a sign may stand for a negative one ("a payment of 10.00"); one with
// a sign must have the right one.

import { formatDay } from '../money/calendar.ts';
import { exponentOf, formatMinor } from '../money/money.ts';
import { SIDES } from '../records/rows/columns.ts';
import { AGEING_BANDS } from './ageing.ts';
import type { SummaryFacts } from './facts.ts';
import { type Figure, type FigureKind, figuresOf, plainDecimal } from './figures.ts';
import { netOf, rowsInNoEvent, rowsOf, TODO_SIDES } from './proof/open-work.ts';
import { partsOf } from './tally.ts';

/** The figures of the text that are not in the facts. */
export function foreignFigures(text: string, facts: SummaryFacts): Figure[] {
  const known = knownFigures(facts);
  return figuresOf(text).filter(({ kind, value }) => kind === 'vague' || !known[kind].has(value));
}

type KnownFigures = Readonly<Record<Exclude<FigureKind, 'vague'>, ReadonlySet<string>>>;

function knownFigures(facts: SummaryFacts): KnownFigures {
  return {
    date: new Set(daysOf(facts).flatMap(dayForms)),
    percent: new Set([...percentForms(facts.matchRate.count), ...percentForms(facts.matchRate.value)]),
    days: new Set(AGEING_BANDS.flatMap(({ fromDays, toDays }) => [fromDays, toDays ?? fromDays - 1]).map(String)),
    tier: new Set(Object.keys(facts.byTier)),
    number: new Set([...counts(facts).map(String), ...amounts(facts), ...accountNumbers(facts)]),
  };
}

const daysOf = ({ asOfDay, period, proofs }: SummaryFacts): (number | null)[] => [
  asOfDay,
  period?.start ?? null,
  period?.end ?? null,
  ...proofs.flatMap(({ bank, book }) => [bank.lastDay, book.lastDay]),
];

const dayForms = (day: number | null): string[] => (day === null ? [] : [formatDay(day)!]);

/** 0.9746 as 97.46, 97.5 and 97, cut and rounded; a rate below 1 is never 100. */
function percentForms(rate: number): string[] {
  const percent = rate * 100;
  const forms = [0, 1, 2].flatMap((digits) => [percent.toFixed(digits), floorTo(percent, digits)]);
  return forms.map(plainDecimal).filter((form) => form !== '100' || rate === 1);
}

/** Cut, not rounded, so that 99.96 is never shown as 100.0. */
export function floorTo(value: number, digits: number): string {
  // The small addition corrects binary fractions: 0.29 * 100 is 28.999999999999996.
  const scale = 10 ** digits;
  return (Math.floor(value * scale + 1e-7) / scale).toFixed(digits);
}

function counts(facts: SummaryFacts): number[] {
  const { gl, bank, clusters, ageing } = facts;
  return [
    facts.matchedGroups,
    facts.reversalPairs,
    facts.clusterCount,
    facts.balances.length,
    facts.proofs.length,
    ...SIDES.map((side) => facts[side].outOfPeriodRows - rowsInNoEvent(facts.proofs, side)),
    ...SIDES.map((side) => rowsInNoEvent(facts.proofs, side)),
    ...facts.proofs.flatMap(({ lines }) => [
      ...lines.map(({ rows }) => rows),
      ...Object.values(TODO_SIDES).map((of) => rowsOf(lines.filter(of))),
    ]),
    ...Object.values(facts.byTier),
    ...(Object.values(clusters) as number[]),
    ...ageing.flatMap(({ glRows, bankRows }) => [glRows, bankRows]),
    ...[gl, bank].flatMap((side) => [
      side.rows,
      side.rejectedRows,
      side.matchedRows,
      side.reversedRows,
      side.openRows,
      side.pendingRows,
      side.zeroRows,
      side.outOfPeriodRows,
      side.declinedRows ?? 0,
      side.matchedElsewhereRows ?? 0,
      ...side.currencies.flatMap((tally) =>
        [tally, ...partsOf(tally).map((total) => ({ total }))].map(({ total }) => total.rows),
      ),
    ]),
  ];
}

/** Every amount of the facts as plain decimals, with its sign and without. */
function amounts(facts: SummaryFacts): string[] {
  const { gl, bank, proofs, balances } = facts;
  const inCurrency = (currency: string, values: readonly (bigint | number | null)[]) =>
    values.flatMap((value) => {
      if (value === null) return [];
      const text = plainDecimal(formatMinor(value, exponentOf(currency)));
      return text.startsWith('-') ? [text, text.slice(1)] : [text];
    });
  return [
    ...[gl, bank].flatMap((side) => [
      ...side.currencies.flatMap((tally) =>
        inCurrency(
          tally.currency,
          [tally.total, ...partsOf(tally)].map(({ amount }) => amount),
        ),
      ),
      ...inCurrency(facts.currency, [side.amount, side.matchedAmount, side.openAmount, side.reversedAmount]),
    ]),
    ...proofs.flatMap((proof) =>
      inCurrency(proof.currency, [
        ...[proof.bank, proof.book].flatMap(({ opening, closing, movement }) => [opening, closing, movement]),
        ...proof.lines.map(({ amount }) => amount),
        ...Object.values(TODO_SIDES).map((of) => netOf(proof.lines.filter(of))),
        ...[proof.adjustedBank, proof.adjustedBook, proof.difference, proof.explained, proof.unexplained],
      ]),
    ),
    ...balances.flatMap(({ currency, openingMinor, closingMinor }) =>
      inCurrency(currency, [openingMinor, closingMinor]),
    ),
  ];
}

/** An account may be called by its number. */
const accountNumbers = ({ balances }: SummaryFacts): string[] =>
  balances.flatMap(({ account }) => figuresOf(account).map(({ value }) => value));
