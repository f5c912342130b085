// The sections of a result on a terminal: what matched and why, what stays open, kinds of exceptions, whether the
// balances tie out, how old the rest is. They are made only from figures, so that results of this process and of the
// service look alike. Money is in minor units.

import { CLASS_NAMES } from '../../core/classification/class-names.ts';
import { CONFIDENCE } from '../../core/matching/outcome/outcome.ts';
import { exponentOf, formatGrouped } from '../../core/money/money.ts';
import { CLUSTER_TYPES } from '../../core/records/documents/cluster-type.ts';
import type { Side } from '../../core/records/rows/columns.ts';
import type { Subject } from '../../core/summary/summarise.ts';
import type { Style } from '../terminal.ts';
import { PASS_WORDS, POSITION_TIER_WORDS, SIDES_OF, SUM_TIER_WORDS, TIER_WORDS } from './result-words.ts';
import { type Column, tableLines } from './table.ts';

export const right = (title: string): Column => ({ title, align: 'right' });
export const left = (title: string): Column => ({ title });
/** A column of words, which take several lines if the terminal is narrow. */
export const words = (title: string): Column => ({ title, wraps: true });
export const whole = (n: number): string => formatGrouped(n, 0);

interface MatchedFigures {
  /** Groups by tier; `reversal` counts netted pairs of one side. */
  readonly byTier: Readonly<Record<string, number>>;
  /** Entries netted with their reversal, on both sides. */
  readonly netted: number;
  /** The kind of run (core/kinds), if its tiers are passes. */
  readonly kind?: string | undefined;
}

export function matchedSection({ byTier, netted, kind = '' }: MatchedFigures, style: Style): string[] {
  const passes = PASS_WORDS[kind];
  const sums = Object.entries(SUM_TIER_WORDS).filter(([tier]) => (byTier[tier] ?? 0) > 0);
  const isOfGroups = sums.length > 0 || passes !== undefined;
  const rows = [...Object.entries(passes ?? TIER_WORDS), ...sums].map(([tier, meaning]) => [
    tier,
    meaning,
    whole(byTier[tier] ?? 0),
    ((CONFIDENCE[Number(tier)] ?? 0) / 100).toFixed(2),
  ]);
  const { reversal: _, ...tiers } = byTier;
  const manual = byTier['manual'] ?? 0;
  const byHand = manual === 0 ? [] : [['0', 'matched by hand', whole(manual), '']];
  const all = Object.values(tiers).reduce((sum, groups) => sum + groups, 0);
  return [
    style.bold('Matched'),
    ...tableLines(
      {
        columns: [
          left('tier'),
          words(isOfGroups ? 'ledger rows and bank rows' : 'one ledger row and one bank row'),
          right(isOfGroups ? 'groups' : 'pairs'),
          right('confidence'),
        ],
        rows: [...rows, ...byHand, ['', 'netted: an entry and its reversal on one side', whole(netted), '']],
        total: ['', manual === 0 ? 'matched by tiers' : 'matched', whole(all), ''],
      },
      style,
    ),
  ];
}

/** Positions that agree. */
export function agreedSection(byTier: Readonly<Record<string, number>>, style: Style): string[] {
  const rows = Object.entries(POSITION_TIER_WORDS).map(([tier, meaning]) => [
    tier,
    meaning,
    whole(byTier[tier] ?? 0),
    ((CONFIDENCE[Number(tier)] ?? 0) / 100).toFixed(2),
  ]);
  const all = Object.values(byTier).reduce((sum, groups) => sum + groups, 0);
  const columns = [
    left('tier'),
    words('lots of the books and of the custodian'),
    right('positions'),
    right('confidence'),
  ];
  const table = { columns, rows, total: ['', 'positions that agree', whole(all), ''] };
  return [style.bold('Agreed'), ...tableLines(table, style)];
}

interface OpenFigures {
  readonly side: Side;
  readonly rows: number;
  readonly amount: bigint;
  readonly currency: string;
}

export function openSection(figures: readonly OpenFigures[], style: Style, subject: Subject = 'cash'): string[] {
  const rows = figures.map(({ side, rows: count, amount, currency }) => [
    SIDES_OF[subject][side],
    whole(count),
    formatGrouped(amount, exponentOf(currency)),
    currency,
  ]);
  const isOfCash = subject === 'cash';
  const columns = [left('side'), right('rows'), right(isOfCash ? 'net amount' : 'market value'), left('')];
  return [style.bold(isOfCash ? 'Open items' : 'Rows of breaks'), ...tableLines({ columns, rows }, style)];
}

/** Figures of all clusters of one type; amounts are in the session's main currency. */
interface ExceptionFigures {
  clusters: number;
  readonly rows: Record<Side, number>;
  readonly amount: Record<Side, bigint>;
}

/** Figures by type of cluster, from zero. */
export class ExceptionTotals {
  readonly byType = new Map<string, ExceptionFigures>();

  of(type: string): ExceptionFigures {
    const known = this.byType.get(type) ?? { clusters: 0, rows: { gl: 0, bank: 0 }, amount: { gl: 0n, bank: 0n } };
    this.byType.set(type, known);
    return known;
  }
}

export function exceptionSection(
  { byType }: ExceptionTotals,
  {
    currency,
    style,
    subject = 'cash',
  }: { readonly currency: string; readonly style: Style; readonly subject?: Subject },
): string[] {
  const title = style.bold(subject === 'cash' ? 'Exceptions' : 'Breaks');
  if (byType.size === 0) return [title, '  none'];
  const rows = CLUSTER_TYPES.flatMap((type) => {
    const figures = byType.get(type);
    if (figures === undefined) return [];
    const sum = (side: Side) =>
      figures.rows[side] === 0 ? '' : formatGrouped(figures.amount[side], exponentOf(currency));
    return [[type, CLASS_NAMES[type], whole(figures.clusters), sum('gl'), sum('bank')]];
  });
  const columns = [
    left('cluster type'),
    words('what it is'),
    right('clusters'),
    right(`${SIDES_OF[subject].gl} ${currency}`),
    right(`${SIDES_OF[subject].bank} ${currency}`),
  ];
  return [title, ...tableLines({ columns, rows }, style)];
}

/** A hint at what an open row may be although no reference says so. */
export interface HintWords {
  /** `gl.csv:12` */
  readonly place: string;
  readonly sentence: string;
}

/** Most hints shown; the rest are in open-items.csv and in the reports. */
const MOST_HINTS = 8;

export function hintSection(hints: readonly HintWords[], style: Style): string[] {
  if (hints.length === 0) return [];
  const rows = hints.slice(0, MOST_HINTS).map(({ place, sentence }) => [place, sentence]);
  const columns = [left('open item'), words('what it looks like: a question to look into, not an answer')];
  const more = hints.length - MOST_HINTS;
  return [
    style.bold('Hints'),
    ...tableLines({ columns, rows }, style),
    ...(more <= 0 ? [] : [`    and ${whole(more)} more hints`]),
  ];
}

interface RateFigures {
  /** 0 to 1. */
  readonly count: number;
  readonly value: number;
  readonly ageing: readonly {
    readonly fromDays: number;
    /** Null for no upper end. */
    readonly toDays: number | null;
    readonly glRows: number;
    readonly bankRows: number;
  }[];
}

export function rateSection({ count, value, ageing }: RateFigures, style: Style): string[] {
  const percent = (rate: number) => `${(Math.floor(rate * 1000) / 10).toFixed(1)}%`;
  const lines = [style.bold('Match rate'), `  ${percent(count)} of all rows, ${percent(value)} of their value`];
  if (ageing.every(({ glRows, bankRows }) => glRows + bankRows === 0)) return lines;
  const bands = ageing.map(({ fromDays, toDays }) =>
    toDays === null ? `over ${fromDays - 1}` : `${fromDays}-${toDays}`,
  );
  const columns = [words('age of open items in days'), ...bands.map(right)];
  const rows = [
    [SIDES_OF.cash.gl, ...ageing.map(({ glRows }) => whole(glRows))],
    [SIDES_OF.cash.bank, ...ageing.map(({ bankRows }) => whole(bankRows))],
  ];
  return [...lines, '', ...tableLines({ columns, rows }, style)];
}
