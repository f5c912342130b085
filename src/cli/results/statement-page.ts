// The statement page of a reconciliation of this process: its proofs, the rows of their lines by file and line, and
// what its files leave unproven.

import { counted } from '../../core/classification/wording.ts';
import { formatDay } from '../../core/money/calendar.ts';
import type { LateRow } from '../../core/records/late/late-groups.ts';
import { normalised } from '../../core/records/rows/accounts.ts';
import { type RowColumns, textAt } from '../../core/records/rows/columns.ts';
import { dayOf, dayOfCopy } from '../../core/records/rows/row-day.ts';
import type { SummaryFacts } from '../../core/summary/facts.ts';
import { holdingsStatementLines } from '../../core/summary/proof/holdings-statement.ts';
import { rowsInNoEvent, TODO_SIDES } from '../../core/summary/proof/open-work.ts';
import type { AccountProof, ProofLine } from '../../core/summary/proof/proof.ts';
import type { ItemisedProof } from '../../core/summary/proof/session-proof.ts';
import { type ListedItem, statementLines } from '../../core/summary/proof/statement.ts';
import type { WaitingItem } from '../../core/summary/proof/waiting.ts';
import { printable } from '../../core/words/printable.ts';
import type { Reconciliation } from '../../workflows/runs/reconciliation.ts';

/** `most`: rows shown for each line; the rest are counted. */
export function statementOf(result: Reconciliation, { most }: { readonly most: number }): string[] {
  const { key, summary, itemised, columns } = result;
  const itemsOf = (proof: AccountProof, line: ProofLine): ListedItem[] => {
    const own = itemised[summary.proofs.indexOf(proof)].itemised.find(
      (one) => one.kind === line.kind && one.side === line.side && one.clusterType === line.clusterType,
    );
    const items = [
      ...(own?.carried ?? []).map(({ row, amount }) => ({ wordsOf: () => copyWords(row, summary.period), amount })),
      ...(own?.items ?? []).map(({ side, row, amount }) => ({ wordsOf: () => rowWords(columns[side], row), amount })),
    ];
    return shortened(items, { most, wordsOf: (item) => item.wordsOf() });
  };
  const session = printable(key.session);
  const lines = result.subject === 'holdings' ? holdingsStatementLines : statementLines;
  return lines({
    session,
    period: summary.period,
    proofs: summary.proofs,
    itemsOf,
    broughtForwardOf: (proof) => shortened(forwardOf(result, proof), { most, wordsOf: ({ row }) => copyWords(row) }),
    waitingOf: (proof) => waitingOf(result, itemised[summary.proofs.indexOf(proof)]),
    remarks: result.subject === 'holdings' ? holdingRemarks(result) : remarksOf(result),
  });
}

/** Makes words only for the rows shown. */
function shortened<Item extends { readonly amount: number }>(
  items: readonly Item[],
  { most, wordsOf }: { readonly most: number; readonly wordsOf: (item: Item) => string },
): ListedItem[] {
  const listed = items.slice(0, most).map((item) => ({ words: wordsOf(item), amount: item.amount }));
  if (items.length <= most) return listed;
  const rest = items.slice(most).reduce((sum, { amount }) => sum + amount, 0);
  return [...listed, { words: `and ${items.length - most} more`, amount: rest }];
}

/** The rows of earlier periods that this one settled, where only movements are known. */
function forwardOf({ late, summary }: Reconciliation, { account, currency, basis }: AccountProof) {
  if (basis === 'balances') return [];
  const isOfAccount = (row: LateRow): boolean =>
    row.currency === currency &&
    (account === null || row.account === '' || normalised(row.account) === normalised(account));
  return late
    .flatMap(({ foreign }) => foreign)
    .filter((row) => summary.period !== null && dayOfCopy(row) < summary.period.start)
    .filter(isOfAccount)
    .map((row) => ({ row, amount: row.side === 'gl' ? row.amountMinor : -row.amountMinor }));
}

/** The items to wait for at the bank, with their ages in days at the period's end. */
function waitingOf({ columns, summary: { period } }: Reconciliation, proof: ItemisedProof): WaitingItem[] {
  if (period === null) return [];
  return proof.itemised
    .filter(TODO_SIDES.wait)
    .flatMap(({ items, carried = [] }) => [
      ...carried.map(({ row, amount }) => ({ days: period.end - dayOfCopy(row), amount })),
      ...items.map(({ side, row, amount }) => ({ days: Math.max(0, period.end - dayOf(columns[side], row)), amount })),
    ]);
}

/** rowWords for a copied row; `period`: with its age in days at the period's end. */
function copyWords(row: LateRow, period: SummaryFacts['period'] = null): string {
  const text = [row.reference, row.narration].filter((part) => part !== '').join(' ');
  const age = period === null ? '' : ` (${counted(period.end - dayOfCopy(row), 'day')})`;
  return printable(`${formatDay(dayOfCopy(row)) ?? 'no date'}${age} ${row.file}:${row.line} ${text}`);
}

/** `2026-09-28 gl.csv:12 CHQ 000123 ADA STORES`. */
function rowWords(columns: RowColumns, row: number): string {
  const day = formatDay(dayOf(columns, row)) ?? 'no date';
  const place = `${columns.files[columns.file[row]]}:${columns.line[row]}`;
  const text = [textAt(columns.reference, row), textAt(columns.narration, row)].filter((part) => part !== '').join(' ');
  return printable(`${day} ${place} ${text}`);
}

function holdingRemarks({ summary: { gl, bank, period } }: Reconciliation): string[] {
  const other = gl.outOfPeriodRows + bank.outOfPeriodRows;
  const rejected = gl.rejectedRows + bank.rejectedRows;
  return [
    ...(period === null || period.isNamed ? [] : ['No day was named: it is that of the files.']),
    ...(other === 0 ? [] : [`${other} rows of other days take no part.`]),
    ...(rejected === 0 ? [] : [`${rejected} rows were not understood: what they are worth is not in the lines above.`]),
  ];
}

/** Assumptions of the proof, and what they leave unproven. */
function remarksOf({ summary, late }: Reconciliation): string[] {
  const { gl, bank, period, proofs } = summary;
  const remarks: string[] = [];
  if (period !== null && !period.isNamed)
    remarks.push('No period was named: its ends are the first and last day of the files.');
  const taken = late.reduce((sum, { foreign, isElsewhere }) => sum + (isElsewhere ? 0 : foreign.length), 0);
  if (taken > 0)
    remarks.push(
      `${counted(taken, 'row')} of other months ${taken === 1 ? 'is' : 'are'} matched with this one’s: see matches.csv.`,
    );
  const inNoEvent = rowsInNoEvent(proofs, 'gl') + rowsInNoEvent(proofs, 'bank');
  const outside = gl.outOfPeriodRows + bank.outOfPeriodRows - inNoEvent;
  if (outside > 0)
    remarks.push(`${counted(outside, 'row')} outside the period took no part; balances are those of its ends.`);
  const rejected = gl.rejectedRows + bank.rejectedRows;
  if (rejected > 0) remarks.push(`${rejected} rows were not understood: what they moved is not in the lines above.`);
  const unstated = proofs.filter(({ basis }) => basis === 'movements').length;
  if (unstated > 0 && proofs.length > 1) remarks.push(`Of ${unstated} accounts the files do not state both balances.`);
  const reckoned = proofs.filter(
    ({ basis, bank, book }) =>
      basis === 'balances' &&
      [bank, book].some(
        ({ closingBasis, openingIsStated }) => !openingIsStated || closingBasis === 'opening_and_movements',
      ),
  );
  if (reckoned.length > 0)
    remarks.push(
      'A balance that no file states follows from the other end and the entries: it proves nothing of them.',
    );
  return remarks;
}
