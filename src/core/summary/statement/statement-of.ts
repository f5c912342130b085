// The statement of a run's result: its proofs, the rows of their lines by file and line, how much of the open work is
// decided, and what its files leave unproven.

import { counted } from '../../classification/wording.ts';
import { formatDay, NO_DAY } from '../../money/calendar.ts';
import { apartWords } from '../../records/rows/accounts.ts';
import { printable } from '../../words/printable.ts';
import type { SummaryFacts } from '../facts.ts';
import { holdingsStatementLines } from '../proof/holdings-statement.ts';
import { rowsInNoEvent, type Todo } from '../proof/open-work.ts';
import type { AccountProof, ProofLine } from '../proof/proof.ts';
import { type ListedItem, statementLines } from '../proof/statement.ts';
import { decidedWords, openWorkOf } from './decided-work.ts';
import { broughtForward, type RowFacts, type RowOfLine, rowsOfLine, waitingItems } from './rows-of-lines.ts';
import { exceptionsByRow, type Stated } from './stated.ts';

/** The page, line by line. `most`: rows shown for each line; the rest are counted. */
export function statementOf(stated: Stated, { most }: { readonly most: number }): string[] {
  const { identity, subject, summary, itemised } = stated;
  const exceptionOf = exceptionsByRow(stated);
  const proofOf = (proof: AccountProof) => itemised[summary.proofs.indexOf(proof)];
  const itemsOf = (proof: AccountProof, line: ProofLine): ListedItem[] => {
    const own = proofOf(proof).itemised.find(
      (one) => one.kind === line.kind && one.side === line.side && one.clusterType === line.clusterType,
    );
    return shortened(rowsOfLine(stated, own), { most, period: summary.period });
  };
  const work = new Map(itemised.map((proof) => [proof, openWorkOf(proof, exceptionOf)]));
  const decidedOf = (proof: AccountProof, todo: Todo): string => {
    const found = work.get(proofOf(proof))!.find(({ what }) => what === todo);
    return found === undefined ? '' : decidedWords(found);
  };
  const lines = subject === 'holdings' ? holdingsStatementLines : statementLines;
  return lines({
    session: printable(identity.key.session),
    period: summary.period,
    proofs: summary.proofs,
    itemsOf,
    decidedOf,
    broughtForwardOf: (proof) => shortened(broughtForward(stated, proofOf(proof)), { most, period: null }),
    waitingOf: (proof) => waitingItems(stated, proofOf(proof)),
    first: firstOf(stated),
    remarks: remarksOf(stated),
  });
}

/** What stands above all figures: accounts that nothing brings together. */
export const firstOf = ({ summary: { accounts } }: Pick<Stated, 'summary'>): string[] =>
  accounts?.apart === undefined ? [] : [printable(apartWords(accounts.apart))];

/** What was assumed, and what is unproven because of it. */
export const remarksOf = (stated: Pick<Stated, 'subject' | 'summary' | 'late'>): string[] =>
  stated.subject === 'holdings' ? holdingRemarks(stated) : cashRemarks(stated);

interface HowShown {
  readonly most: number;
  /** Given if carried rows show their age at its end. */
  readonly period: SummaryFacts['period'];
}

/** Makes words only for the rows shown. */
function shortened(rows: readonly RowOfLine[], { most, period }: HowShown): ListedItem[] {
  const listed = rows.slice(0, most).map(({ amount, facts }) => ({ words: rowWords(facts(), period), amount }));
  if (rows.length <= most) return listed;
  const rest = rows.slice(most).reduce((sum, { amount }) => sum + amount, 0);
  return [...listed, { words: `and ${rows.length - most} more`, amount: rest }];
}

/** `2026-09-28 gl.csv:12 CHQ 000123 ADA STORES`; a row of before the period with its age. */
function rowWords({ day, file, line, text }: RowFacts, period: SummaryFacts['period']): string {
  const isOld = period !== null && day !== NO_DAY && day < period.start;
  const age = isOld ? ` (${counted(period.end - day, 'day')})` : '';
  return printable(`${formatDay(day) ?? 'no date'}${age} ${file}:${line} ${text}`);
}

function holdingRemarks({ summary: { gl, bank, period } }: Pick<Stated, 'summary'>): string[] {
  const other = gl.outOfPeriodRows + bank.outOfPeriodRows;
  const rejected = gl.rejectedRows + bank.rejectedRows;
  return [
    ...(period === null || period.isNamed ? [] : ['No day was named: it is that of the files.']),
    ...(other === 0 ? [] : [`${other} rows of other days take no part.`]),
    ...(rejected === 0 ? [] : [`${notUnderstood(rejected)}: what they are worth is not in the lines above.`]),
  ];
}

/** Assumptions of the proof, and what they leave unproven. */
function cashRemarks({ summary, late }: Pick<Stated, 'summary' | 'late'>): string[] {
  const { gl, bank, period, proofs } = summary;
  const remarks: string[] = [];
  if (period !== null && !period.isNamed)
    remarks.push('No period was named: its ends are the first and last day of the files.');
  const mapped = summary.accounts?.mapVersion;
  if (mapped !== undefined)
    remarks.push(
      `Accounts were brought together by ${mapped === null ? 'the map that the run was given' : `version ${mapped} of the partner’s map`}.`,
    );
  const taken = late.reduce((sum, { foreign, isElsewhere }) => sum + (isElsewhere ? 0 : foreign.length), 0);
  if (taken > 0)
    remarks.push(
      `${counted(taken, 'row')} of other months ${taken === 1 ? 'is' : 'are'} matched with this one’s: see the list of matches.`,
    );
  const inNoEvent = rowsInNoEvent(proofs, 'gl') + rowsInNoEvent(proofs, 'bank');
  const outside = gl.outOfPeriodRows + bank.outOfPeriodRows - inNoEvent;
  if (outside > 0)
    remarks.push(`${counted(outside, 'row')} outside the period took no part; balances are those of its ends.`);
  const rejected = gl.rejectedRows + bank.rejectedRows;
  if (rejected > 0) remarks.push(`${notUnderstood(rejected)}: what they moved is not in the lines above.`);
  const unstated = proofs.filter(({ basis }) => basis === 'movements').length;
  if (unstated > 0 && proofs.length > 1)
    remarks.push(`Of ${counted(unstated, 'account')} the files do not state both balances.`);
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

const notUnderstood = (rows: number): string => `${counted(rows, 'row')} ${rows === 1 ? 'was' : 'were'} not understood`;
