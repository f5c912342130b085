// From a table to a plan: every column is weighed for every role, the readings of the money are scored together, one is
// accepted or asked about, and the roles that depend on it (currency, account, states, references, narration) follow.
// Pure and small: it sees a sample's titles and rows as strings. The reader calls it once for each possible delimiter,
// and keeps the answer that explains most rows.

import { settleBookingDay, takeDays } from './booking-day.ts';
import type { ColumnProposal } from './column-proposal.ts';
import { type KindColumnsWanted, takeKindColumns } from './kinds/kind-columns.ts';
import { decideMoney } from './money/decide.ts';
import { daysQuestion } from './money/money-questions.ts';
import { moneyReadings } from './money/money-readings.ts';
import { refutedMapping } from './money/refuted-mapping.ts';
import { sayNetOfFees } from './net-of-fees.ts';
import { balanceGivesSigns } from './proof/balance-signs.ts';
import { countsIn, markedEntries, usualSignsByBalance } from './proof/usual-signs.ts';
import { accountCandidates } from './roles/account.ts';
import { dateCandidates, withNumbersAsDays, withOrdersByRows } from './roles/dates.ts';
import { referenceCandidates, sessionCandidates, sourceIdCandidates } from './roles/identifiers.ts';
import { markCandidates } from './roles/marks.ts';
import { amountCandidates, balanceCandidates, pairCandidates } from './roles/money.ts';
import { takeNarration } from './roles/narration.ts';
import { statusCandidates } from './roles/status.ts';
import { explainRest, sayDoubleTitles, sayTurned } from './said-of-columns.ts';
import { saySecondAmount } from './second-amount.ts';
import { Assignment } from './table/assignment.ts';
import type { Candidate } from './table/candidate.ts';
import type { Given } from './table/question.ts';
import { type SampleTable, Table } from './table/table.ts';
import {
  statesOf,
  takeAccount,
  takeCurrency,
  takeMoney,
  takeReferences,
  takeStatus,
  takeUntitledReference,
} from './taken-columns.ts';

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
  const booking = days.find(({ field }) => field === 'booking_date')?.column ?? -1;
  const table = withOrdersByRows(dated.entriesBy(booking));
  const assignment = new Assignment(table);
  takeDays(assignment, days);
  const ofKind = { ...takeKindColumns(assignment, kind) };
  const sessions = sessionCandidates(table);
  assignment.takeFirst('settlement_session_id', sessions);
  const certain = assignment.taken();
  // A kind with both parties knows the direction of its rows, and sets it (kinds/kind-rows.ts).
  const known = isOfParties ? { ...given, sign: true } : given;
  const decided = decideMoney(table, moneyReadings(table, certain), known);
  const { reading } = decided;
  if (decided.turnedBy >= 0) sayTurned(assignment, decided.turnedBy);
  const balanceMarks = reading?.balanceMarks ?? -1;
  const spokenMarks = reading?.isSpoken === true ? reading.direction : -1;
  takeMoney(assignment, reading);
  settleBookingDay(assignment, days, reading);
  const money = (['amount', 'credit', 'debit'] as const).map((f) => assignment.columnOf(f)).filter((i) => i >= 0);
  const question =
    refutedMapping(table, reading, certain) ??
    decided.question ??
    (given.dateOrder ? null : daysQuestion(table, assignment.columnOf('booking_date')));
  sayNetOfFees(assignment);
  let otherCurrency = takeCurrency(assignment, money);
  otherCurrency = saySecondAmount(assignment, otherCurrency, reading?.isProven === true) ?? otherCurrency;
  const balance = assignment.columnOf('balance');
  const say = (sentence: string) => assignment.warnings.push(sentence);
  const status = statusCandidates(table, { taken: assignment.taken(), balance, say });
  takeStatus(assignment, status, { wanted, ofKind });
  const states = statesOf(assignment, balance);
  // Accounts in its files are those of a row's two parties, and its keys hold for the whole session.
  const accounts = isOfParties ? [] : accountCandidates(table, reading?.chain ?? null);
  takeAccount(assignment, accounts);
  const references = referenceCandidates(table, assignment.taken());
  takeReferences(assignment, references);
  const sourceIds = sourceIdCandidates(table);
  assignment.takeFirst('source_id', sourceIds);
  takeUntitledReference(assignment);
  takeNarration(assignment, spokenMarks);
  explainRest(assignment);
  if (question === null) sayDoubleTitles(assignment);
  const taken = assignment.columns();
  const columns = taken.direction < 0 && spokenMarks >= 0 ? { ...taken, direction: spokenMarks } : taken;
  const pair = [columns.debit, columns.credit].filter((i) => i >= 0);
  const entries = { rows: table.rows, profiles: table.profiles, columns, balanceMarks, side: table.side };
  return {
    columns,
    ofKind,
    narration: assignment.fields.flatMap((field, i) => (field === 'narration' ? [i] : [])),
    fields: assignment.fields,
    reasons: assignment.reasons,
    profiles: table.profiles,
    candidates: [
      ...days,
      ...moneyCandidates(table, certain),
      ...sessions,
      ...status,
      ...accounts,
      ...references,
      ...sourceIds,
    ],
    warnings: assignment.warnings,
    question,
    otherCurrency,
    balanceMarks,
    balanceBefore: reading?.beside?.before ?? -1,
    ...states,
    flowTitles: columns.amount < 0 && pair.some((i) => table.isFlow(i) && !table.named.has(i)),
    counts: countsIn(markedEntries(entries)),
    usualSigns: usualSignsByBalance(entries),
    signsByBalance: reading?.beside == null && balanceGivesSigns({ ...entries, account: columns.account }),
    isProven: reading?.isProven === true,
    isWeak: reading?.class === 'weak',
    positiveIsOut: decided.turnedBy >= 0,
    signDoubt: decided.doubt,
  };
}

const moneyCandidates = (table: Table, certain: ReadonlySet<number>): Candidate[] => [
  ...amountCandidates(table, certain),
  ...pairCandidates(table, 'debit', certain),
  ...pairCandidates(table, 'credit', certain),
  ...balanceCandidates(table, certain).filter(({ evidence }) => evidence.some(({ words }) => words !== '')),
  ...markCandidates(table).filter(({ column }) => !certain.has(column)),
];
