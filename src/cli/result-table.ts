// A reconciliation as a person reads it on a terminal: what matched and why, what stays open, what kind of exceptions
// those are, whether the balances tie out, and what was left out.

import { membersOf, typeOf } from '../core/classification/cluster-set.ts';
import { CLUSTER_TYPES } from '../core/classification/cluster-type.ts';
import { CONFIDENCE } from '../core/matching/outcome.ts';
import { exponentOf, formatGrouped } from '../core/money.ts';
import { SIDES, type Side } from '../core/records/columns.ts';
import type { ProofPartName } from '../core/summary/proof.ts';
import type { Reconciliation } from '../workflows/reconciliation.ts';
import { repeatedRows } from './result-json.ts';
import { CLUSTER_WORDS, TIER_WORDS } from './result-words.ts';
import { type Column, tableLines } from './table.ts';
import { printable, type Style } from './terminal.ts';

const right = (title: string): Column => ({ title, align: 'right' });
const left = (title: string): Column => ({ title });
const whole = (n: number): string => formatGrouped(n, 0);
const SIDE_NAMES: Readonly<Record<Side, string>> = { gl: 'ledger', bank: 'bank' };
/** Warnings and rejected rows beyond these are in the files that --out writes. */
const MOST_LISTED = 8;

/** The lines of the whole table, without how long it took and what to do next. */
export function resultLines(result: Reconciliation, style: Style): string[] {
  const sections = [scope, matched, open, clusters, balances, rates, leftOut, warnings];
  return sections.flatMap((section) => {
    const lines = section(result, style);
    return lines.length === 0 ? [] : [...lines, ''];
  });
}

function scope(result: Reconciliation, style: Style): string[] {
  const of = (side: Side) => {
    const files = result.files.filter((file) => file.side === side).map(({ name }) => printable(name, 60));
    return `  ${SIDE_NAMES[side].padEnd(7)}${whole(result.summary[side].rows + repeatedRows(result, side))} rows in ${files.join(', ')}`;
  };
  return [style.bold(`Session ${printable(result.key.session)}`), of('gl'), of('bank')];
}

function matched({ summary, outcome }: Reconciliation, style: Style): string[] {
  const rows = Object.entries(TIER_WORDS).map(([tier, words]) => [
    tier,
    words,
    whole(summary.byTier[tier] ?? 0),
    ((CONFIDENCE[Number(tier)] ?? 0) / 100).toFixed(2),
  ]);
  const netted = SIDES.reduce((sum, side) => sum + outcome.reversals[side].count, 0);
  return [
    style.bold('Matched'),
    ...tableLines(
      {
        columns: [left('tier'), left('one ledger row and one bank row'), right('pairs'), right('confidence')],
        rows: [...rows, ['', 'netted: an entry and its reversal on one side', whole(netted), '']],
        total: ['', 'matched by tiers', whole(summary.matchedGroups), ''],
      },
      style,
    ),
  ];
}

function open({ summary }: Reconciliation, style: Style): string[] {
  const rows = SIDES.flatMap((side) =>
    summary[side].currencies.map(({ currency, open: total }) => [
      SIDE_NAMES[side],
      whole(total.rows),
      formatGrouped(total.amount, exponentOf(currency)),
      currency,
    ]),
  );
  const columns = [left('side'), right('rows'), right('net amount'), left('')];
  return [style.bold('Open items'), ...tableLines({ columns, rows }, style)];
}

function clusters({ clusters: set, openSession, summary }: Reconciliation, style: Style): string[] {
  if (set.count === 0) return [style.bold('Exceptions'), '  none'];
  const totals = new Map<string, { clusters: number; rows: Record<Side, number>; amount: Record<Side, bigint> }>();
  for (let c = 0; c < set.count; c++) {
    const type = typeOf(set, c);
    const total = totals.get(type) ?? { clusters: 0, rows: { gl: 0, bank: 0 }, amount: { gl: 0n, bank: 0n } };
    totals.set(type, total);
    total.clusters++;
    const members = membersOf(set, c);
    for (const side of SIDES) {
      const { amount, currency, currencies } = openSession.columns[side];
      for (const item of members[side]) {
        const row = openSession.open[side].row[item]!;
        total.rows[side]++;
        if (currencies[currency[row]!] === summary.currency) total.amount[side] += BigInt(amount[row]!);
      }
    }
  }
  const money = (rows: number, amount: bigint) =>
    rows === 0 ? '' : formatGrouped(amount, exponentOf(summary.currency));
  const rows = CLUSTER_TYPES.flatMap((type) => {
    const total = totals.get(type);
    if (total === undefined) return [];
    const { gl, bank } = total.rows;
    const sums = [money(gl, total.amount.gl), money(bank, total.amount.bank)];
    return [[type, CLUSTER_WORDS[type] ?? '', whole(total.clusters), ...sums]];
  });
  const columns = [
    left('cluster type'),
    left('what it is'),
    right('clusters'),
    right(`ledger ${summary.currency}`),
    right(`bank ${summary.currency}`),
  ];
  return [style.bold('Exceptions'), ...tableLines({ columns, rows }, style)];
}

const PART_WORDS: Readonly<Record<ProofPartName, string>> = {
  opening_balances: 'opening balances differ',
  corrections: 'same entries, other amounts',
  bank_only: 'items only at the bank',
  ledger_only: 'items only in the ledger',
  out_of_period: 'rows outside the period',
  reversals: 'netted reversals',
};

function balances({ summary }: Reconciliation, style: Style): string[] {
  const { proof, gl, bank } = summary;
  const money = (minor: bigint) => formatGrouped(minor, exponentOf(proof.currency));
  const steps: [string, bigint][] =
    proof.adjustedBank !== null &&
    proof.adjustedBook !== null &&
    bank.closingBalance !== null &&
    gl.closingBalance !== null
      ? [
          ['bank closes at', bank.closingBalance],
          ['+ items only in the ledger', proof.ledgerOnly],
          ['= adjusted bank balance', proof.adjustedBank],
          ['ledger closes at', gl.closingBalance],
          ['+ items only at the bank', proof.bankOnly],
          ['+ corrections: same entry, other amount', proof.corrections],
          ['= adjusted book balance', proof.adjustedBook],
        ]
      : [
          ['bank moved by', proof.bankMovement],
          ['ledger moved by', proof.bookMovement],
        ];
  const rows = [
    ...steps.map(([words, amount]) => [words, money(amount)]),
    ['difference', money(proof.difference)],
    ...proof.parts.map(({ name, amount }) => [`  ${PART_WORDS[name]}`, money(amount)]),
  ];
  const verdict =
    proof.unexplained === 0n
      ? style.good(proof.difference === 0n ? '  The two agree.' : '  The difference is explained in full.')
      : style.bad(`  ${money(proof.unexplained)} ${proof.currency} is not explained by the files: look into it.`);
  const columns = [left('balances and difference proof'), right(proof.currency)];
  return [style.bold('Balances'), ...tableLines({ columns, rows }, style), verdict];
}

function rates({ summary }: Reconciliation, style: Style): string[] {
  const percent = (rate: number) => `${(Math.floor(rate * 1000) / 10).toFixed(1)}%`;
  const { count, value } = summary.matchRate;
  const lines = [style.bold('Match rate'), `  ${percent(count)} of all rows, ${percent(value)} of their value`];
  if (summary.gl.openRows + summary.bank.openRows === 0) return lines;
  const bands = summary.ageing.map(({ fromDays, toDays }) =>
    toDays === null ? `over ${fromDays - 1}` : `${fromDays}-${toDays}`,
  );
  const columns = [left('age of open items in days'), ...bands.map(right)];
  const rows = [
    ['ledger', ...summary.ageing.map(({ glRows }) => whole(glRows))],
    ['bank', ...summary.ageing.map(({ bankRows }) => whole(bankRows))],
  ];
  return [...lines, '', ...tableLines({ columns, rows }, style)];
}

function leftOut(result: Reconciliation, style: Style): string[] {
  const { summary, files } = result;
  const kinds = SIDES.flatMap((side) => {
    const facts = summary[side];
    const counts: [number, string][] = [
      [facts.rejectedRows, 'not understood'],
      [facts.pendingRows, 'announced and not booked'],
      [facts.zeroRows, 'of zero'],
      [facts.outOfPeriodRows, 'outside the period'],
      [repeatedRows(result, side), 'held by another file too'],
    ];
    return counts
      .filter(([n]) => n > 0)
      .map(([n, words]) => `  ${whole(n)} ${SIDE_NAMES[side]} ${n === 1 ? 'row' : 'rows'} ${words}`);
  });
  if (kinds.length === 0) return [];
  const rejected = files.flatMap(({ name, rejected: rows }) =>
    rows.map(({ line, reason }) => `    ${printable(name, 60)}:${line}: ${printable(reason, 120)}`),
  );
  return [style.bold('Left out'), ...kinds, ...shortened(rejected, 'rejected rows')];
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
