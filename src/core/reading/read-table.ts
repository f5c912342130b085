// From a table to a plan. The readings of the money are scored together and one is accepted or asked about, because its
// columns prove each other. Every other role has its candidates, some of which the money's balance proves or refutes,
// and one assignment decides about all of them. Pure and small: it sees a sample's titles and rows as strings. The
// reader calls it once for each possible delimiter, and keeps the answer that explains most rows.

import { bookingOf, daysByBalance, rivalDay, sayWhichDay, whichDayQuestion } from './booking-day.ts';
import type { ColumnProposal } from './column-proposal.ts';
import { columnsApart, type KindColumnsWanted, kindCandidates, kindColumnsOf } from './kinds/kind-columns.ts';
import { decideMoney } from './money/decide.ts';
import { learnedMarks } from './money/learned-marks.ts';
import { daysQuestion } from './money/money-questions.ts';
import { takeMoney } from './money/money-reading.ts';
import { moneyReadings } from './money/money-readings.ts';
import { refutedMapping } from './money/refuted-mapping.ts';
import { sayNetOfFees } from './net-of-fees.ts';
import { balanceGivesSigns } from './proof/balance-signs.ts';
import { countsIn, markedEntries, usualSignsByBalance } from './proof/usual-signs.ts';
import { accountCandidates } from './roles/account.ts';
import { currencyCandidates, leaveCurrencyOfAnother } from './roles/currency.ts';
import { dateCandidates, withNumbersAsDays, withOrdersByRows } from './roles/dates.ts';
import { referenceCandidates, sessionCandidates, sourceIdCandidates } from './roles/identifiers.ts';
import { markCandidates } from './roles/marks.ts';
import { amountCandidates, balanceCandidates, pairCandidates } from './roles/money.ts';
import { takeNarration } from './roles/narration.ts';
import { fewSuccesses, statesIn, statusCandidates } from './roles/status.ts';
import { explainRest, sayDoubleTitles, saysOfMarks, sayTurned } from './said-of-columns.ts';
import { billedQuestion, saySecondAmount } from './second-amount.ts';
import { Assignment } from './table/assignment.ts';
import { type Candidate, candidate, candidatesOf } from './table/candidate.ts';
import type { Given } from './table/question.ts';
import { type SampleTable, Table } from './table/table.ts';

const NOTHING_GIVEN: Given = { sign: false, marks: false, dateOrder: false };

/** `kind`: columns that a kind of run looks for beside the common fields. */
export function readTable(
  sample: SampleTable,
  given: Given = NOTHING_GIVEN,
  kind: KindColumnsWanted = { wanted: [], isOfParties: false },
): ColumnProposal {
  const { wanted, isOfParties } = kind;
  const dated = withNumbersAsDays(new Table(sample));
  const days = dateCandidates(dated);
  const table = withOrdersByRows(dated.entriesBy(bookingOf(days)));
  const ofKind = { ...kindColumnsOf(table, kind, bookingOf(days)) };
  const sessions = [
    ...kindCandidates(table, ofKind),
    ...candidatesOf(table, 'settlement_session_id', () => sessionCandidates(table)),
  ];
  const apart = columnsApart(table, ofKind);
  // Columns that are certainly no money.
  const certain = new Set([
    ...[...table.named.keys(), ...apart.keys()],
    ...[...days, ...sessions].map(({ column }) => column),
  ]);
  // A kind with both parties knows the direction of its rows, and sets it (kinds/kind-rows.ts).
  const known = isOfParties ? { ...given, sign: true } : given;
  const decided = decideMoney(table, moneyReadings(table, certain), { given: known, taken: certain });
  const { reading } = decided;
  const learned = learnedMarks(table, reading);
  const balanceMarks = reading?.balanceMarks ?? -1;
  const spokenMarks = reading?.isSpoken === true ? reading.direction : -1;

  const assignment = new Assignment(table);
  if (reading !== null) takeMoney(assignment, reading);
  if (learned !== null && learned.column >= 0) assignment.take(learned.column, 'direction', saysOfMarks(learned.marks));
  const money = (['amount', 'credit', 'debit'] as const).map((f) => assignment.columnOf(f)).filter((i) => i >= 0);
  const balance = assignment.columnOf('balance');
  const weighed = daysByBalance(table, days, reading);
  const status = candidatesOf(table, 'status', () => statusCandidates(table, balance));
  // A kind that keeps the outcome of a row also keeps rows that failed.
  const keepsFailed = wanted.includes('response_code');
  if (keepsFailed && ofKind.response_code === undefined) {
    const found = status.find(({ column }) => assignment.isFree(column) && !certain.has(column))?.column;
    if (found !== undefined) {
      ofKind.response_code = found;
      apart.set(found, `${table.quoted(found)}, what became of the row`);
    }
  }
  assignment.keep([...apart].filter(([column]) => !days.some((one) => one.column === column)));
  const grouped = reading?.groupedBy ?? -1;
  // Accounts in its files are those of a row's two parties, and its keys hold for the whole session.
  const accounts = isOfParties
    ? []
    : candidatesOf(table, 'account', () => accountCandidates(table, grouped < 0 ? (reading?.chain ?? null) : null));
  const identifiers = [
    ...candidatesOf(table, 'reference', () => referenceCandidates(table)),
    ...candidatesOf(table, 'source_id', () => sourceIdCandidates(table)),
  ];
  assignment.decide([
    ...weighed.candidates,
    ...sessions,
    ...candidatesOf(table, 'currency', () => currencyCandidates(table, money[0] ?? 0)),
    ...(keepsFailed ? [] : status),
    ...(grouped < 0 || isOfParties ? [] : [groupCandidate(table, grouped)]),
    ...accounts,
    ...identifiers,
  ]);
  const rival = rivalDay(assignment, days, weighed);
  const question =
    refutedMapping(table, reading, certain) ??
    decided.question ??
    billedQuestion(assignment, reading) ??
    (given.dateOrder ? null : daysQuestion(table, assignment.columnOf('booking_date')));
  const dayQuestion = whichDayQuestion(table, assignment.columnOf('booking_date'), rival);
  if (decided.turnedBy >= 0) sayTurned(assignment, decided.turnedBy);
  sayWhichDay(assignment, days, { left: weighed.left, rival });
  sayNetOfFees(assignment);
  const ofAnother = leaveCurrencyOfAnother(assignment, money);
  const otherCurrency = saySecondAmount(assignment, ofAnother, reading?.isProven === true) ?? ofAnother;
  const few = keepsFailed ? null : fewSuccesses(table, balance);
  if (few !== null) assignment.warnings.push(few);
  takeNarration(assignment, spokenMarks);
  explainRest(assignment);
  if (question === null) sayDoubleTitles(assignment);

  const taken = assignment.columns();
  const columns = taken.direction < 0 && spokenMarks >= 0 ? { ...taken, direction: spokenMarks } : taken;
  const states = statesIn(table, columns.status, balance);
  if (states.responseCodes && !table.named.has(columns.status))
    assignment.reasons[columns.status] += ', values are response codes';
  const pair = [columns.debit, columns.credit].filter((i) => i >= 0);
  const marked = learned === null ? table : table.withMarks(learned.marks, columns.amount);
  const entries = markedEntries(marked, { columns, balanceMarks });
  return {
    columns,
    ofKind,
    narration: assignment.fields.flatMap((field, i) => (field === 'narration' ? [i] : [])),
    fields: assignment.fields,
    reasons: assignment.reasons,
    profiles: table.profiles,
    candidates: [...days, ...moneyCandidates(table, certain), ...sessions, ...status, ...accounts, ...identifiers],
    warnings: assignment.warnings,
    question,
    dayQuestion,
    otherCurrency,
    balanceMarks,
    balanceBefore: reading?.beside?.before ?? -1,
    ...states,
    flowTitles: columns.amount < 0 && pair.some((i) => table.isFlow(i) && !table.named.has(i)),
    counts: countsIn(entries),
    usualSigns: usualSignsByBalance(entries),
    learnedMarks: learned?.marks ?? null,
    signsByBalance: reading?.beside == null && balanceGivesSigns(table, columns, entries),
    isProven: reading?.isProven === true,
    isWeak: reading?.class === 'weak',
    positiveIsOut: decided.turnedBy >= 0,
    signDoubt: decided.doubt,
  };
}

/** The column by whose values the balances follow: the account, or the currency. */
const groupCandidate = (table: Table, column: number): Candidate => {
  const { currencies, filled } = table.profiles[column];
  const field = currencies === filled || table.weight(column, 'currency') > 0 ? 'currency' : 'account';
  return candidate(field, column, 'proof', 'each of its values has a running balance of its own');
};

const moneyCandidates = (table: Table, certain: ReadonlySet<number>): Candidate[] => [
  ...amountCandidates(table, certain),
  ...pairCandidates(table, 'debit', certain),
  ...pairCandidates(table, 'credit', certain),
  ...balanceCandidates(table, certain).filter(({ evidence }) => evidence.some(({ words }) => words !== '')),
  ...markCandidates(table).filter(({ column }) => !certain.has(column)),
];
