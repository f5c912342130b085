// The statement page of holdings: for each account and currency the custodian's market value and the books', and
// between them what each kind of break comes to, with its rows. It lists what must be checked, and never says that
// holdings are reconciled.

import { formatDay } from '../../money/calendar.ts';
import { exponentOf, formatGrouped } from '../../money/money.ts';
import { netOf, rowsOf } from './open-work.ts';
import type { AccountProof } from './proof.ts';
import { figureLine, lineLines, type StatementPage, signature, WIDTH } from './statement.ts';

export function holdingsStatementLines(page: StatementPage): string[] {
  const { period } = page;
  const day = period === null ? 'no day: no position has one' : formatDay(period.end)!;
  return [
    'HOLDINGS RECONCILIATION STATEMENT',
    `Session ${page.session}`,
    `As of   ${day}${period === null || period.isNamed ? '' : ', taken from the files'}`,
    ...page.proofs.flatMap((proof) => ['', ...accountLines(proof, page)]),
    ...(page.remarks.length === 0 ? [] : ['', 'Remarks', ...page.remarks.map((remark) => `  ${remark}`)]),
    '',
    signature('Prepared by'),
    signature('Reviewed by'),
  ];
}

function accountLines(proof: AccountProof, page: StatementPage): string[] {
  const money = (minor: bigint | number) => formatGrouped(minor, exponentOf(proof.currency));
  const named = proof.account === null ? 'Account (no file names it)' : `Account ${proof.account}`;
  const broken = proof.lines.filter(({ kind }) => kind === 'holding_breaks');
  const rows = rowsOf(broken);
  const net = netOf(broken);
  return [
    `${named}, ${proof.currency}`,
    '-'.repeat(WIDTH),
    figureLine('Market value as per the books', money(proof.book.movement)),
    ...proof.lines.flatMap((line) => lineLines(line, { proof, page, money })),
    figureLine('Books with the breaks taken in', money(proof.book.movement + netOf(proof.lines))),
    figureLine('Market value as per the custodian’s report', money(proof.bank.movement)),
    proof.unexplained === 0n
      ? 'All differences are itemised.'
      : figureLine('NOT EXPLAINED BY THE LINES ABOVE', money(proof.unexplained)),
    rows === 0
      ? 'No break is left to look into.'
      : figureLine(
          `To look into: ${rows === 1 ? '1 row' : `${formatGrouped(rows, 0)} rows`} of breaks, net`,
          money(net),
        ),
  ];
}
