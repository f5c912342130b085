// Shows a reconciliation of this process on a terminal: the files read, the sections of result-sections.ts, and the
// rows left out.

import { membersOf, reasonOf, typeOf } from '../../core/classification/cluster-set.ts';
import { sessionsElsewhere } from '../../core/records/late/late-matches.ts';
import { SIDES, type Side } from '../../core/records/rows/columns.ts';
import { rowsInNoEvent } from '../../core/summary/proof/open-work.ts';
import { statementOf } from '../../core/summary/statement/statement-of.ts';
import { printable } from '../../core/words/printable.ts';
import type { Reconciliation } from '../../workflows/runs/reconciliation.ts';
import type { Style } from '../terminal.ts';
import { repeatedRows } from './result-json.ts';
import {
  agreedSection,
  ExceptionTotals,
  exceptionSection,
  hintSection,
  left,
  matchedSection,
  openSection,
  rateSection,
  whole,
  words,
} from './result-sections.ts';
import { SIDES_OF } from './result-words.ts';
import { tableLines } from './table.ts';

/** Most warnings and rejected rows shown; --out writes all. */
const MOST_LISTED = 8;

/** The lines of the table, without duration and next steps. */
export function resultLines(result: Reconciliation, style: Style): string[] {
  const sections = [
    scope,
    matched,
    open,
    exceptions,
    ...(isOfCash(result) ? [hints, rates] : [breaks]),
    leftOut,
    warnings,
    statement,
  ];
  return sections.flatMap((section) => {
    const lines = section(result, style);
    return lines.length === 0 ? [] : [...lines, ''];
  });
}

function scope(result: Reconciliation, style: Style): string[] {
  const of = (side: Side) => {
    const files = result.files.filter((file) => file.side === side).map(({ name }) => printable(name, 60));
    const { rows, openingRows = 0 } = result.summary[side];
    const items = openingRows === 1 ? 'an opening item' : 'opening items';
    const ofBefore = openingRows > 0 ? `, ${whole(openingRows)} of them ${items}` : '';
    return `  ${SIDES_OF[result.subject][side].padEnd(isOfCash(result) ? 7 : 10)}${whole(rows + repeatedRows(result, side))} rows in ${files.join(', ')}${ofBefore}`;
  };
  return [style.bold(`Session ${printable(result.key.session)}`), of('gl'), of('bank')];
}

function matched({ summary, outcome, subject, kind }: Reconciliation, style: Style): string[] {
  if (subject === 'holdings') return agreedSection(summary.byTier, style);
  const netted = SIDES.reduce((sum, side) => sum + outcome.reversals[side].count, 0);
  return matchedSection({ byTier: summary.byTier, netted, kind }, style);
}

function open({ summary, subject }: Reconciliation, style: Style): string[] {
  const figures = SIDES.flatMap((side) =>
    summary[side].currencies.map(({ currency, open: { rows, amount } }) => ({ side, rows, amount, currency })),
  );
  return openSection(figures, style, subject);
}

function exceptions({ clusters: set, openSession, summary, subject }: Reconciliation, style: Style): string[] {
  const totals = new ExceptionTotals();
  for (let c = 0; c < set.count; c++) {
    const total = totals.of(typeOf(set, c));
    total.clusters++;
    const members = membersOf(set, c);
    for (const side of SIDES) {
      const { amount, currency, currencies } = openSession.columns[side];
      for (const item of members[side]) {
        const row = openSession.open[side].row[item];
        total.rows[side]++;
        if (currencies[currency[row]] === summary.currency) total.amount[side] += BigInt(amount[row]);
      }
    }
  }
  return exceptionSection(totals, { currency: summary.currency, style, subject });
}

const isOfCash = ({ subject }: Pick<Reconciliation, 'subject'>): boolean => subject === 'cash';

/** Most breaks shown; the rest are in clusters.csv. */
const MOST_BREAKS = 12;

/** A sentence for each break. */
function breaks({ clusters: set, openSession }: Reconciliation, style: Style): string[] {
  if (set.count === 0) return [];
  const lines = Array.from({ length: Math.min(set.count, MOST_BREAKS) }, (_, c) => [
    typeOf(set, c),
    printable(reasonOf(openSession, set, c)),
  ]);
  const more = set.count - MOST_BREAKS;
  return [
    ...tableLines({ columns: [left('break'), words('what was found')], rows: lines }, style),
    ...(more <= 0 ? [] : [`    and ${whole(more)} more breaks`]),
  ];
}

/** Hints; a cluster with hints has one row. */
function hints({ clusters: set, openSession, hints: found }: Reconciliation, style: Style): string[] {
  const lines = [...found].flatMap(([cluster, said]) => {
    const members = membersOf(set, cluster);
    const side = members.gl.length > 0 ? 'gl' : 'bank';
    const { files, file, line } = openSession.columns[side];
    const row = openSession.open[side].row[members[side][0]];
    const place = `${printable(files[file[row]], 40)}:${line[row]}`;
    return said.map(({ sentence }) => ({ place, sentence: printable(sentence) }));
  });
  return hintSection(lines, style);
}

const rates = ({ summary: { matchRate, ageing } }: Reconciliation, style: Style): string[] =>
  rateSection({ ...matchRate, ageing }, style);

function leftOut(result: Reconciliation, style: Style): string[] {
  const { summary, files } = result;
  const kinds = SIDES.flatMap((side) => {
    const facts = summary[side];
    const inNoEvent = rowsInNoEvent(summary.proofs, side);
    const counts: [number, string][] = [
      [facts.rejectedRows, 'not understood or never booked'],
      [facts.pendingRows, 'announced and not booked'],
      [facts.zeroRows, 'of zero'],
      [facts.outOfPeriodRows - inNoEvent, isOfCash(result) ? 'outside the period' : 'of another day'],
      [inNoEvent, 'in none of the run’s events'],
      [facts.declinedRows ?? 0, 'refused by the switch'],
      ...elsewhereCounts(result, side),
      [repeatedRows(result, side), 'held by another file too'],
    ];
    return counts
      .filter(([n]) => n > 0)
      .map(([n, words]) => `  ${whole(n)} ${SIDES_OF[result.subject][side]} ${n === 1 ? 'row' : 'rows'} ${words}`);
  });
  if (kinds.length === 0) return [];
  const rejected = files.flatMap(({ name, rejected: rows }) =>
    rows.map(({ line, reason }) => `    ${printable(name, 60)}:${line}: ${printable(reason, 120)}`),
  );
  return [style.bold('Left out'), ...kinds, ...shortened(rejected, 'rejected rows')];
}

/** Rows that other sessions have matched, by session. */
function elsewhereCounts({ late }: Reconciliation, side: Side): [number, string][] {
  const counts = new Map<string, number>();
  for (const session of sessionsElsewhere(late, side).values()) counts.set(session, (counts.get(session) ?? 0) + 1);
  return [...counts].map(([session, rows]) => [rows, `matched in session ${printable(session)}`]);
}

/** Most rows shown for a line of the statement; --out writes all. */
const MOST_ITEMS = 12;

function statement(result: Reconciliation, style: Style): string[] {
  const [title, ...lines] = statementOf(result, { most: MOST_ITEMS });
  return [style.bold(title!), ...lines];
}

function warnings({ warnings: list }: Reconciliation, style: Style): string[] {
  if (list.length === 0) return [];
  return [
    style.bold('Warnings'),
    ...shortened(
      list.map((warning) => `  ${printable(warning)}`),
      'warnings',
    ),
  ];
}

function shortened(lines: readonly string[], what: string): string[] {
  const more = lines.length - MOST_LISTED;
  return more <= 0 ? [...lines] : [...lines.slice(0, MOST_LISTED), `    and ${whole(more)} more ${what}`];
}
