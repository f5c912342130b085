// Explains why two rows of holdings are one position or two, with each side's names and figures: as lines, and for
// --json as an object.

import { CLASS_NAMES } from '../../core/classification/class-names.ts';
import { type PositionExplanation, positionExplainer } from '../../core/matching/holdings/explain-positions.ts';
import type { RowPair } from '../../core/matching/outcome/obstacle.ts';
import { CONFIDENCE } from '../../core/matching/outcome/outcome.ts';
import { formatDay } from '../../core/money/calendar.ts';
import { exponentOf, formatMinor } from '../../core/money/money.ts';
import { formatScaled } from '../../core/records/holdings/scaled.ts';
import { SIDES, type Side } from '../../core/records/rows/columns.ts';
import { printable } from '../../core/words/printable.ts';
import type { Reconciliation } from '../../workflows/runs/reconciliation.ts';
import type { Style } from '../terminal.ts';
import { factLine } from './match-words.ts';
import { POSITION_TIER_WORDS, SIDES_OF } from './result-words.ts';
import { tableLines } from './table.ts';

type Explained = Pick<Reconciliation, 'columns' | 'outcome'>;

const FIGURES = ['units', 'price', 'factor', 'worth', 'accrued', 'fxRate', 'unsettled'] as const;
const FIGURE_NAMES: Readonly<Record<(typeof FIGURES)[number], string>> = {
  units: 'units',
  price: 'price',
  factor: 'price_factor',
  worth: 'market_value',
  accrued: 'accrued',
  fxRate: 'fx_rate',
  unsettled: 'unsettled',
};
const IDENTIFIERS = ['isin', 'cusip', 'sedol', 'local_code'] as const;

export const explainPosition = ({ columns, outcome }: Explained, rows: RowPair): PositionExplanation =>
  positionExplainer(columns, outcome)(rows);

interface SideValues {
  readonly name: string;
  readonly book: string;
  readonly custodian: string;
}

/** Each side's values by name, without those that neither side has. */
function valuesBySide({ account, currency, day, names, called, figures }: PositionExplanation): SideValues[] {
  const valuesOf = (name: string, of: (side: Side) => string): SideValues => ({
    name,
    book: of('gl'),
    custodian: of('bank'),
  });
  return [
    valuesOf('account', (side) => account[side]),
    ...IDENTIFIERS.map((name) => valuesOf(name, (side) => names[side][name])),
    valuesOf('name', (side) => called[side]),
    valuesOf('currency', (side) => currency[side]),
    valuesOf('as_of', (side) => formatDay(day[side]) ?? ''),
    ...FIGURES.map((figure) =>
      valuesOf(FIGURE_NAMES[figure], (side) => {
        const value = figures[side][figure];
        return value === null || (figure === 'unsettled' && value === 0n) ? '' : formatScaled(value);
      }),
    ),
  ].filter(({ book, custodian }) => book !== '' || custodian !== '');
}

export function positionLines({ columns }: Explained, explained: PositionExplanation, style: Style): string[] {
  const places = (side: Side) =>
    explained.rows[side]
      .map((row) => `${columns[side].files[columns[side].file[row]]}:${columns[side].line[row]}`)
      .join(', ');
  const table = {
    columns: [{ title: '' }, { title: SIDES_OF.holdings.gl }, { title: SIDES_OF.holdings.bank }, { title: '' }],
    rows: valuesBySide(explained).map(({ name, book, custodian }) => [
      name.replaceAll('_', ' '),
      printable(book, 40),
      printable(custodian, 40),
      book === custodian ? '' : 'differs',
    ]),
  };
  return [
    style.bold(`  ${verdict(explained)}`),
    ...SIDES.map((side) => factLine(SIDES_OF.holdings[side], { text: printable(places(side), 200), style })),
    ...(explained.isOne ? [] : SIDES.map((side) => factLine('because', { text: ofItself(explained, side), style }))),
    ...tableLines(table, style),
  ];
}

function verdict({ isOne, tier, breaks }: PositionExplanation): string {
  if (!isOne) return 'Two positions';
  if (tier !== null) {
    const confidence = ((CONFIDENCE[tier] ?? 0) / 100).toFixed(2);
    return `One position, tier ${tier}, confidence ${confidence}: ${POSITION_TIER_WORDS[tier]}`;
  }
  return `One position that breaks: ${breaks.gl}, ${CLASS_NAMES[breaks.gl!]}`;
}

function ofItself({ breaks, tookPart }: PositionExplanation, side: Side): string {
  const row = side === 'gl' ? 'the books’ row' : 'the custodian’s row';
  const found = breaks[side];
  if (!tookPart[side]) return `${row} took no part: it is of zero, or of another day`;
  if (found === null) return `${row} is part of another position, which agrees`;
  if (found === 'missing_in_custodian' || found === 'missing_in_book') return `${row} has no counterpart: ${found}`;
  return `${row} is part of another position: ${found}`;
}

/** Figures and money are decimal strings. */
export function positionJson({ columns }: Explained, explained: PositionExplanation): Record<string, unknown> {
  const { tier, isOne, breaks, valueDifference, currency } = explained;
  const at = (side: Side) =>
    explained.rows[side].map((row) => ({
      side,
      file: columns[side].files[columns[side].file[row]],
      line: columns[side].line[row],
    }));
  return {
    ...{ gl: at('gl'), bank: at('bank'), tier },
    confidence: tier === null ? null : (CONFIDENCE[tier] ?? 0) / 100,
    one_position: isOne,
    break: isOne ? breaks.gl : null,
    explanation: {
      compared: valuesBySide(explained),
      value_difference: valueDifference === null ? null : formatMinor(valueDifference, exponentOf(currency.gl)),
    },
    obstacles: isOne ? [] : SIDES.map((side) => ({ kind: breaks[side] ?? 'other_position', side })),
  };
}
