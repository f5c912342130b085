// Turns the final reading of a table into its rows, its layout, and its open questions.

import { TieoutError } from '../../../core/errors.ts';
import { acceptedPlan } from '../../../core/reading/accepted-plan.ts';
import { speaksOf } from '../../../core/reading/columns/column-mapping.ts';
import type { FileLayout } from '../../../core/reading/columns/file-layout.ts';
import type { KindField } from '../../../core/reading/kinds/kind-reading.ts';
import type { AccountBalance } from '../../../core/reading/proof/balance-proof.ts';
import type { Confirmation } from '../../../core/reading/remembered-format.ts';
import { sideOfTitles } from '../../../core/reading/titles/header-synonyms.ts';
import type { AcceptedPlan } from '../../../core/records/documents/accepted-plan.ts';
import { otherSide, type TextColumn } from '../../../core/records/rows/columns.ts';
import type { FoundRows } from '../finish/found-rows.ts';
import { isDirectionGiven } from '../finish/rows-for-kind.ts';
import type { Layout } from '../layout/table-layout.ts';
import type { ReadRequest } from '../request/read-request.ts';
import type { RowsReport } from '../scan/rows-report.ts';
import { isProvenByAll } from '../settle/proven-by-all.ts';
import type { FinalReading } from '../settle/settled.ts';
import { readingWarnings } from '../warnings/reading-warnings.ts';
import { isSignUnknown } from '../warnings/sign-warnings.ts';
import type { TableFile } from './table-file.ts';
import { firstQuestion, refutedSign } from './table-questions.ts';

/** Throws mapping_invalid if the file's balance contradicts a mapping's sign. */
export function foundInTable(
  request: ReadRequest,
  { format, encoding }: Pick<TableFile, 'format' | 'encoding'>,
  read: FinalReading,
): FoundRows {
  const { report, digest, decisions, balances } = read;
  const { layout, columns, stated } = report;
  const { proposal } = layout;
  if (layout.given.sign !== undefined && decisions.sign !== null && decisions.reversed)
    throw new TieoutError(
      'mapping_invalid',
      `"sign" is given as "${layout.given.sign}", and the running balance proves the opposite.`,
      { file: request.name },
    );
  const fileLayout: FileLayout = { format, encoding, ...layoutRead(read) };
  const isDirectionKnown = isDirectionGiven(request);
  return {
    columns,
    ofKind: textsOfKind(report),
    tally: report.tally,
    pending: report.pending,
    balances,
    headings: report.odd.above,
    layout: fileLayout,
    digest,
    ownAccount: layout.given.account ?? request.defaultAccount ?? '',
    isSignUnknown: isSignUnknown(read),
    isSignGiven: decisions.sign !== null || layout.given.marks !== undefined,
    hasStatedFigures: stated.balances.length + stated.controls.length > 0,
    candidates: proposal.candidates,
    fields: proposal.fields,
    question: firstQuestion(read),
    lastQuestion: isDirectionKnown ? null : refutedSign(read),
    warnings: () => [
      ...proposal.warnings,
      // The reason tells what the other side shows (workflows/kinds/check-ledger-sense.ts).
      ...(layout.given.accountType === 'liability' && request.side === 'gl' && request.accountType === undefined
        ? ['Read as the ledger of a liability account: its credits are money in.']
        : []),
      ...readingWarnings({
        ...{ report, decisions, layout: fileLayout, side: request.side, isDirectionGiven: isDirectionKnown },
        balances: request.isOpening ? [] : balances,
      }),
    ],
    plan: () => planOf(read, fileLayout),
    confirmedBy: confirmationOf(request, read),
  };
}

function textsOfKind({ layout, ofKind }: RowsReport): Partial<Record<KindField, TextColumn>> {
  const fields = Object.keys(layout.proposal.ofKind) as KindField[];
  return Object.fromEntries(fields.map((field, k) => [field, ofKind[k]] as const));
}

function layoutRead({ report, decisions, balances }: FinalReading): Omit<FileLayout, 'format' | 'encoding'> {
  const { layout } = report;
  const { columns, profiles } = layout.proposal;
  const sheets = layout.parts?.flatMap(({ name }) => (name === '' ? [] : [name])) ?? [];
  return {
    ...(sheets.length > 0 && { sheets }),
    delimiter: layout.delimiter,
    headerLine: layout.headerLine || null,
    columns: layoutColumns(layout),
    dayOrder: decisions.bookingOrder,
    dayOrderAmbiguous: report.isDayOrderOpen && profiles[columns.booking_date]?.orderByRows !== true,
    decimal: decisions.decimals[columns.amount >= 0 ? 'amount' : columns.credit >= 0 ? 'credit' : 'debit'],
    // A given type of account says which way its balance counts.
    balancePolarity: layout.given.accountType === undefined ? polarityOf(report, balances) : null,
    ...(layout.given.accountType !== undefined && { accountType: layout.given.accountType }),
    titleSide: sideOfTitles(layout.titles),
  };
}

function layoutColumns({ titles, proposal: { fields, reasons, ofKind } }: Layout): FileLayout['columns'] {
  const kindFields = new Map((Object.keys(ofKind) as KindField[]).map((field) => [ofKind[field], field] as const));
  return titles.map((title, index) => {
    const kindField = kindFields.get(index);
    const known = { index, title, field: fields[index], reason: reasons[index] };
    return kindField === undefined ? known : { ...known, ofKind: kindField };
  });
}

/** The confirmation of the reading. A remembered plan is no new confirmation. */
function confirmationOf(
  { mapping, side, isMappingOfPlan, accountType }: ReadRequest,
  read: FinalReading,
): Confirmation | null {
  // The other side showed the type of the account: it holds for this one, not for others of the same layout.
  if (accountType !== undefined) return null;
  if (mapping !== undefined && isMappingOfPlan !== true && speaksOf(mapping, side)) return 'mapping';
  return isProvenByAll(read) ? 'proof' : null;
}

/** The part of the reading to remember: a proven order of dates, a decimal mark common to all amounts. */
function planOf({ report, decisions }: FinalReading, { dayOrder, dayOrderAmbiguous }: FileLayout): AcceptedPlan {
  const { delimiter, titles, given, proposal } = report.layout;
  const { columns, profiles, fields, ofKind } = proposal;
  const isProven = !dayOrderAmbiguous && (columns.value_date < 0 || decisions.valueOrder === dayOrder);
  const money = (['amount', 'debit', 'credit', 'balance'] as const).filter((field) => columns[field] >= 0);
  const marks = new Set(money.map((field) => decisions.decimals[field]));
  const isShown = money.some((field) => profiles[columns[field]].moneyDressed > 0);
  return acceptedPlan({
    ...{ delimiter, titles, profiles, fields, ofKind },
    given: proposal.positiveIsOut ? { ...given, sign: 'out' } : given,
    dateOrder: isProven ? dayOrder : null,
    decimal: marks.size === 1 && isShown ? [...marks][0] : null,
  });
}

/** The side in whose sense the balance counts debits and credits; null if unknown. */
function polarityOf({ layout, signs, side }: RowsReport, balances: readonly AccountBalance[]): 'gl' | 'bank' | null {
  const { columns, flowTitles } = layout.proposal;
  // A sign does not show the side, and neither do money in and out: the balance of a cash book moves with them as a
  // statement's does.
  if (columns.amount >= 0 && signs.bookkeeping === 0) return null;
  let straight = 0;
  let inverse = 0;
  for (const b of balances) {
    straight += b.straight;
    inverse += b.inverse;
  }
  if (straight === inverse) return null;
  if (flowTitles) return straight > inverse && side === 'bank' ? 'bank' : null;
  return straight > inverse ? side : otherSide(side);
}
