// Reads one delimited file of a side into columns. The sample decides how to read; the reading counts what speaks
// against that, and when the whole column says otherwise the file is read once more with the better decision.
// Synchronous and streaming: memory is the columns and a few megabytes. Meant for a worker thread.

import { TieoutError } from '../../core/errors.ts';
import type { KindField } from '../../core/kinds/kind-reading.ts';
import { withAnswers } from '../../core/kinds/response.ts';
import { type AcceptedPlan, acceptedPlan } from '../../core/reading/accepted-plan.ts';
import { speaksOf } from '../../core/reading/columns/column-mapping.ts';
import type { FileLayout } from '../../core/reading/columns/file-layout.ts';
import { ofOwnAccount } from '../../core/reading/leave-out.ts';
import { mappingToFinish } from '../../core/reading/mapping-to-finish.ts';
import type { AccountBalance } from '../../core/reading/proof/balance-proof.ts';
import type { Confirmation } from '../../core/reading/remembered-format.ts';
import {
  balanceQuestion,
  openSignQuestion,
  refutedSignQuestion,
  refutedTotalsQuestion,
  sectionQuestion,
  turnedTotalsQuestion,
} from '../../core/reading/row-questions.ts';
import type { Question } from '../../core/reading/table/question.ts';
import { sideOfTitles } from '../../core/reading/titles/header-synonyms.ts';
import { otherSide } from '../../core/records/rows/columns.ts';
import { fingerprintRows, isPlainCounter } from '../../core/records/rows/fingerprint.ts';
import { type OpenFile, openFile, WrongEncoding } from './container/byte-source.ts';
import { type Encoding, guessNotUtf8 } from './container/encoding.ts';
import { encodingOf } from './container/file-sample.ts';
import { kindRowsOf, withoutCardNumbers } from './kind-rows-read.ts';
import { bestQuoted, type FinalReading, readAsWritten } from './layout/final-reading.ts';
import { isProvenByAll, totalsOf } from './layout/proven-by-all.ts';
import { readByPlan } from './memory/read-by-plan.ts';
import { readAsProven } from './read-as-proven.ts';
import type { ReadRequest } from './read-request.ts';
import type { RowReader } from './scan/read-rows.ts';
import { type StatementFile, unusable } from './statement-file.ts';
import { readingWarnings } from './warnings/reading-warnings.ts';
import { isSignUnknown } from './warnings/sign-warnings.ts';

/** Reads a statement or ledger file; throws TieoutError when the file as a whole cannot be used. */
export function readStatementFile(request: ReadRequest): StatementFile {
  if (request.kind?.masksCards === true) return withoutCardNumbers(() => readUsable(request));
  return readUsable(request);
}

function readUsable(request: ReadRequest): StatementFile {
  const read = readWhole(request);
  const failure = unusable(read, request);
  if (failure) throw failure;
  return read;
}

/** The same without the check on how many rows were rejected: what inspecting a file shows. */
export function readWhole(request: ReadRequest): StatementFile {
  const file = openFile(request.path, request.name);
  try {
    return whileUnchanged(file, () => readOpen(request, file));
  } finally {
    file.close();
  }
}

/** What was read, or why it could not be, unless the file was changed meanwhile: then neither says anything of it. */
function whileUnchanged<T>(file: OpenFile, read: () => T): T {
  try {
    return read();
  } finally {
    file.checkUnchanged();
  }
}

function readOpen(request: ReadRequest, file: OpenFile): StatementFile {
  const readBy = (asked: ReadRequest, encoding: Encoding): StatementFile => {
    const read = bestQuoted(asked, file, encoding);
    return finished(asked, readAsWritten(asked, file, read) ?? read);
  };
  const readProven = (asked: ReadRequest, encoding: Encoding): StatementFile => {
    const read = readBy(asked, encoding);
    return readAsProven(asked, read, (as) => readBy(as, encoding)) ?? read;
  };
  const readIn = (encoding: Encoding): StatementFile =>
    readByPlan(request, { file, encoding, readBy: readProven }) ?? readProven(request, encoding);
  try {
    return readIn(encodingOf(file, request.name));
  } catch (error) {
    if (error instanceof WrongEncoding) return readIn(guessNotUtf8(error.bytes));
    throw error;
  }
}

function finished(request: ReadRequest, read: FinalReading): StatementFile {
  const { reader, digest, encoding, decisions } = read;
  const { layout } = reader;
  if (layout.given.sign !== undefined && decisions.sign !== null && decisions.reversed)
    throw new TieoutError(
      'mapping_invalid',
      `"sign" is given as "${layout.given.sign}", and the running balance proves the opposite.`,
      {
        file: request.name,
      },
    );
  const { accounts, currencies } = reader.labels;
  const asRead = reader.builder.finish({ accounts, currencies, file: request.name });
  const ofKind = kindRowsOf(request, read, asRead);
  const { isSignKnown } = ofKind;
  const own = isOfAccount(request)
    ? ofOwnAccount(ofKind, layout.given.account ?? request.defaultAccount ?? '')
    : { ...ofKind, question: null, left: [] };
  for (const { line, reason } of own.left) reader.leaveOut(line, reason);
  const { columns, balances } = own;
  const plainCounter = isPlainCounter(columns.sourceId, columns.count);
  // What a switch has not decided is only announced, and another row once it has.
  fingerprintRows(withAnswers(columns), { includeSourceId: !plainCounter });
  const { proposal } = layout;
  const fileLayout: FileLayout = {
    format: 'csv',
    encoding: encoding.name,
    delimiter: layout.delimiter,
    headerLine: layout.headerLine || null,
    columns: layoutColumns(layout),
    dayOrder: decisions.bookingOrder,
    dayOrderAmbiguous: isAmbiguous(reader) && proposal.profiles[proposal.columns.booking_date]?.orderByRows !== true,
    decimal:
      decisions.decimals[proposal.columns.amount >= 0 ? 'amount' : proposal.columns.credit >= 0 ? 'credit' : 'debit'],
    balancePolarity: polarityOf(reader, balances),
    titleSide: sideOfTitles(layout.titles),
  };
  const question =
    (isProvenByAll(read) ? null : (proposal.question ?? refutedTotals(read))) ??
    signQuestion(reader) ??
    rowQuestion(reader) ??
    own.question ??
    refutedSign(read, isSignKnown);
  const warnings = [
    ...proposal.warnings,
    ...readingWarnings({
      ...{ reader, decisions, layout: fileLayout, balances: read.balances, currencies, accounts },
      isWaySaid: isSignKnown,
    }),
    ...ofKind.warnings,
  ];
  return {
    columns,
    layout: fileLayout,
    digest,
    rejected: reader.rejected.sort((a, b) => a.line - b.line),
    firstRejected: reader.firstRejected,
    warnings,
    pending: reader.pending,
    balances,
    plainCounter,
    counts: reader.counts,
    question,
    mappingToFinish:
      question === null ? null : mappingToFinish({ question, proposal, titles: layout.titles, side: request.side }),
    hasStatedFigures: reader.odd.figures.balances().length + reader.odd.figures.controls.count > 0,
    candidates: proposal.candidates,
    isSignUnknown: !isSignKnown && isSignUnknown(read),
    toldWay: ofKind.toldWay,
    plan: question === null ? planOf(read, fileLayout) : null,
    confirmedBy: question === null ? confirmationOf(request, read) : null,
  };
}

function layoutColumns({ titles, proposal: { fields, reasons, ofKind } }: RowReader['layout']): FileLayout['columns'] {
  const kindFields = new Map((Object.keys(ofKind) as KindField[]).map((field) => [ofKind[field]!, field] as const));
  return titles.map((title, index) => {
    const kindField = kindFields.get(index);
    const known = { index, title, field: fields[index], reason: reasons[index] };
    return kindField === undefined ? known : { ...known, ofKind: kindField };
  });
}

/** What a plan of before says confirms nothing anew. */
function confirmationOf({ mapping, side, isMappingOfPlan }: ReadRequest, read: FinalReading): Confirmation | null {
  if (mapping !== undefined && isMappingOfPlan !== true && speaksOf(mapping, side)) return 'mapping';
  return isProvenByAll(read) ? 'proof' : null;
}

/** What is kept of the reading: an order of dates that proves itself, a decimal mark that is one for all amounts. */
function planOf({ reader, decisions }: FinalReading, { dayOrder, dayOrderAmbiguous }: FileLayout): AcceptedPlan {
  const { delimiter, titles, given, proposal } = reader.layout;
  const { columns, profiles, fields, ofKind } = proposal;
  const isProven = !dayOrderAmbiguous && (columns.value_date < 0 || decisions.valueOrder === dayOrder);
  const money = (['amount', 'debit', 'credit', 'balance'] as const).filter((field) => columns[field] >= 0);
  const marks = new Set(money.map((field) => decisions.decimals[field]));
  const isShown = money.some((field) => profiles[columns[field]].moneyDressed > 0);
  return acceptedPlan({
    ...{ delimiter, titles, profiles, fields, ofKind },
    given: proposal.positiveIsOut ? { ...given, sign: 'out' } : given,
    dateOrder: isProven ? dayOrder : null,
    decimal: marks.size === 1 && isShown ? [...marks][0]! : null,
  });
}

/** The way of the rows of which the running balance does not say it, which have neither sign nor mark. */
function signQuestion({ signsGiven, decisions }: RowReader): Question | null {
  if (signsGiven === null || signsGiven.open === 0 || decisions.sign !== null) return null;
  return openSignQuestion({ line: signsGiven.firstOpen, rows: signsGiven.open });
}

/** Totals of the whole file that say the opposite of its signs, or that nothing but the shape of values speaks against. */
function refutedTotals(read: FinalReading): Question | null {
  const { proposal, given } = read.reader.layout;
  const { verdict, line } = totalsOf(read);
  if (verdict === 'turned' && given.sign === undefined && proposal.columns.amount >= 0)
    return turnedTotalsQuestion(line);
  return verdict === 'refuted' && proposal.isWeak ? refutedTotalsQuestion(line) : null;
}

/** A proof that the file offers and that fails while nothing says which way its amounts go. */
function refutedSign(read: FinalReading, isSignKnown: boolean): Question | null {
  const isRefuted = read.balances.some(({ foots }) => foots === false);
  if (isSignKnown || !isRefuted || !isSignUnknown(read)) return null;
  return refutedSignQuestion(read.reader.layout.proposal.columns.balance >= 0);
}

/** What is asked about rows once all of them are read; null for nothing. */
function rowQuestion({ builder, odd, layout }: RowReader): Question | null {
  const named = new Set([...(layout.given.entered ?? []), ...(layout.given.leftOut ?? [])]);
  const [section] = odd.sections.sections().filter(({ lines }) => !lines.every((line) => named.has(line)));
  if (section !== undefined) return sectionQuestion(section);
  const edges = [
    ['opening', 0],
    ['closing', builder.count - 1],
  ] as const;
  for (const [kind, row] of edges) {
    const found = odd.sums.entered.find(
      ({ line, words }) => words === kind && line === builder.line[row] && !named.has(line),
    );
    if (found !== undefined) return balanceQuestion({ ...found, isFirst: kind === 'opening' });
  }
  return null;
}

/** A ledger of banking is that of one account; rows of other kinds are of the accounts of both parties. */
const isOfAccount = ({ side, kind }: ReadRequest): boolean => side === 'gl' && kind?.isOfParties !== true;

function isAmbiguous({ booking }: RowReader): boolean {
  return (
    booking.order !== 'year-first' &&
    booking.eitherOrder > 0 &&
    booking.dayFirstOnly === 0 &&
    booking.monthFirstOnly === 0
  );
}

/** Which way round the balance counts debits and credits, when the file has both and a balance that follows. */
function polarityOf(reader: RowReader, balances: readonly AccountBalance[]): 'gl' | 'bank' | null {
  const { columns, flowTitles } = reader.layout.proposal;
  // A sign says nothing of the side, nor do money in and out: a cash book's balance moves with them as a statement's.
  if (columns.amount >= 0 && reader.cash.bookkeeping === 0) return null;
  let straight = 0;
  let inverse = 0;
  for (const b of balances) {
    straight += b.straight;
    inverse += b.inverse;
  }
  if (straight === inverse) return null;
  if (flowTitles) return straight > inverse && reader.side === 'bank' ? 'bank' : null;
  return straight > inverse ? reader.side : otherSide(reader.side);
}
