// The register of open items for a terminal, and as JSON with the names of the service's answer and exact decimals.

import { formatDay, NO_DAY } from '../../core/money/calendar.ts';
import { exponentOf, formatGrouped, formatMinor } from '../../core/money/money.ts';
import type { RegisterTotal } from '../../core/summary/register-totals.ts';
import { printable } from '../../core/words/printable.ts';
import type { RegisterPage, RegisterReport } from '../../workflows/reports/report-register.ts';
import { tableLines } from '../results/table.ts';
import type { Style } from '../terminal.ts';

const SIDE_WORDS = { gl: 'ledger', bank: 'bank' } as const;
const dateOf = (day: number | null): string | null => (day === null || day === NO_DAY ? null : formatDay(day));
const grouped = (minor: number | bigint, currency: string): string => formatGrouped(minor, exponentOf(currency));

export function registerPage({ asOf, items, totals, warnings }: RegisterPage, style: Style): string {
  if (asOf === null) return 'No session of this tenant and partner was reconciled.\n';
  const open = items.filter(({ state }) => state === 'open').length;
  const cleared = open === items.length ? '' : `; ${items.length - open} cleared by then`;
  const head = `Open items as of ${formatDay(asOf)}: ${open} ${open === 1 ? 'row' : 'rows'}${cleared}.`;
  const parts = [...warnings.map((warning) => printable(warning)), head];
  if (items.length > 0) parts.push('', ...itemLines(items, style), '', ...totalLines(totals, style));
  return `${parts.join('\n')}\n`;
}

function itemLines(items: readonly RegisterReport[], style: Style): string[] {
  const rows = items.map((item) =>
    [
      dateOf(item.day) ?? '',
      String(item.ageDays),
      SIDE_WORDS[item.side],
      item.account,
      grouped(item.amountMinor, item.currency),
      item.currency,
      [item.reference, item.narration].filter(Boolean).join(' '),
      [item.madeIn, ...item.stillOpenIn].join(', '),
      clearedWords(item),
      [item.cluster?.type, item.cluster?.decisionStatus].filter(Boolean).join(', '),
    ].map((cell) => printable(cell)),
  );
  const columns = [
    { title: 'date' },
    { title: 'days', align: 'right' },
    { title: 'side' },
    { title: 'account' },
    { title: 'amount', align: 'right' },
    { title: '' },
    { title: 'row', wraps: true },
    { title: 'made in, still open in', wraps: true },
    { title: 'cleared', wraps: true },
    { title: 'exception', wraps: true },
  ] as const;
  return tableLines({ columns, rows }, style);
}

const clearedWords = ({ clearedBy }: RegisterReport): string =>
  clearedBy === null ? '' : `${formatDay(clearedBy.day)} in ${clearedBy.session} by ${clearedBy.groupId}`;

function totalLines(totals: readonly RegisterTotal[], style: Style): string[] {
  const rows = totals.map(({ account, currency, side, state, rows: count, amount, bands }) => [
    ...[printable(account), SIDE_WORDS[side], state, String(count), grouped(amount, currency), currency],
    ...bands.map((band) => (band.rows === 0 ? '' : `${band.rows}: ${grouped(band.amount, currency)}`)),
  ]);
  const columns = [
    ...([{ title: 'account' }, { title: 'side' }, { title: 'state' }] as const),
    ...([{ title: 'rows', align: 'right' }, { title: 'net', align: 'right' }, { title: '' }] as const),
    ...['0 to 30 days', '31 to 60', '61 to 90', 'over 90'].map((title) => ({ title, align: 'right' }) as const),
  ];
  return tableLines({ columns, rows }, style);
}

export const registerJson = ({ asOf, clearedSince, items, totals, warnings, total }: RegisterPage) => ({
  as_of: dateOf(asOf),
  cleared_since: dateOf(clearedSince),
  total,
  items: items.map(itemJson),
  totals: totals.map(({ account, currency, side, state, rows, amount, bands }) => ({
    ...{ account: account || null, currency, side, state, rows, amount: formatMinor(amount, exponentOf(currency)) },
    bands: bands.map(({ fromDays, toDays, ...band }) => ({
      ...{ from_days: fromDays, to_days: toDays, rows: band.rows },
      amount: formatMinor(band.amount, exponentOf(currency)),
    })),
  })),
  warnings,
});

const itemJson = (item: RegisterReport) => ({
  ...{ record_id: item.recordId, side: item.side, account: item.account || null, currency: item.currency },
  ...{ date: dateOf(item.day), value_date: dateOf(item.valueDay) },
  amount: formatMinor(item.amountMinor, exponentOf(item.currency)),
  ...{ reference: item.reference, settlement_session_id: item.settlementSession, narration: item.narration },
  ...{ file: item.file, line: item.line, source_id: item.sourceId, state: item.state, age_days: item.ageDays },
  ...{ session_id: item.madeIn, still_open_in: item.stillOpenIn },
  cleared_by: item.clearedBy && {
    ...{ session_id: item.clearedBy.session, group_id: item.clearedBy.groupId },
    ...{ date: dateOf(item.clearedBy.day), origin: item.clearedBy.origin },
  },
  cluster_id: item.clusterId,
  ...{ cluster_type: item.cluster?.type ?? null, decision_status: item.cluster?.decisionStatus ?? null },
});
