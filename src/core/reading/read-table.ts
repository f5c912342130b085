// From a table to a plan: every column is weighed for every role, the readings of the money are scored together, one is
// accepted or asked about, and the roles that depend on it (currency, account, states, references, narration) follow.
// Pure and small: it sees a sample's titles and rows as strings. The reader asks it once for each delimiter that might
// be the file's, and keeps the answer that explains most rows.

import type { KindField } from '../kinds/kind-reading.ts';
import { Assignment } from './assignment.ts';
import type { Candidate } from './candidate.ts';
import type { ColumnProposal } from './columns/column-proposal.ts';
import type { FieldColumns } from './columns/field-columns.ts';
import { sayNetOfFees } from './columns/net-of-fees.ts';
import { saySecondAmount } from './columns/second-amount.ts';
import { daysQuestion, decideMoney, type Given } from './decide.ts';
import { daysOfBalance } from './evidence/balance-order.ts';
import { refutedMapping } from './evidence/refuted-mapping.ts';
import { type KindColumnsWanted, takeKindColumns } from './kinds/kind-columns.ts';
import type { MoneyReading } from './money/money-reading.ts';
import { moneyReadings } from './money/money-readings.ts';
import { balanceGivesSigns } from './proof/balance-signs.ts';
import { countsIn, markedEntries, usualSignsByBalance } from './proof/usual-signs.ts';
import { accountCandidates } from './roles/account.ts';
import { currencyCandidates, currencyOfAnother, type OtherCurrency } from './roles/currency.ts';
import { dateCandidates, withNumbersAsDays, withOrdersByRows } from './roles/dates.ts';
import { referenceCandidates, sessionCandidates, sourceIdCandidates, untitledReferences } from './roles/identifiers.ts';
import { markCandidates } from './roles/marks.ts';
import { amountCandidates, balanceCandidates, pairCandidates } from './roles/money.ts';
import { takeNarration } from './roles/narration.ts';
import { statesIn, statusCandidates } from './roles/status.ts';
import { type SampleTable, Table } from './table.ts';
import { plainTitle } from './titles/header-synonyms.ts';
import type { FieldName } from './titles/target-fields.ts';
import { PLAIN } from './titles/title-phrases.ts';

const SINGLE_FIELDS: readonly Exclude<FieldName, 'narration'>[] = [
  'booking_date',
  'value_date',
  'amount',
  'debit',
  'credit',
  'direction',
  'balance',
  'currency',
  'account',
  'reference',
  'settlement_session_id',
  'source_id',
  'status',
];

const NOTHING_GIVEN: Given = { sign: false, marks: false, dateOrder: false };

/** `kind`: what a kind of run looks for beside the common fields. */
export function readTable(
  sample: SampleTable,
  given: Given = NOTHING_GIVEN,
  kind: KindColumnsWanted = { wanted: [] },
): ColumnProposal {
  const { wanted } = kind;
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
  // A kind knows which way its rows go, and puts them that way (kinds/kind-rows.ts).
  const known = wanted.length > 0 ? { ...given, sign: true } : given;
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
  // Accounts in the files of a kind are those of the two parties of a row, and its keys are good for the whole session.
  const accounts = wanted.length > 0 ? [] : accountCandidates(table, reading);
  takeAccount(assignment, accounts);
  const references = referenceCandidates(table, assignment.taken());
  takeReferences(assignment, references);
  const sourceIds = sourceIdCandidates(table);
  assignment.takeFirst('source_id', sourceIds);
  takeUntitledReference(assignment);
  takeNarration(assignment, spokenMarks);
  explainRest(assignment);
  if (question === null) sayDoubleTitles(assignment);
  const columns = Object.fromEntries(SINGLE_FIELDS.map((field) => [field, assignment.columnOf(field)])) as unknown as {
    -readonly [F in keyof FieldColumns]: FieldColumns[F];
  };
  if (columns.direction < 0 && spokenMarks >= 0) columns.direction = spokenMarks;
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

const sayTurned = ({ table, warnings }: Assignment, kinds: number): number =>
  warnings.push(
    `${table.name(kinds)} says charges where amounts are positive and payments where they have a minus, as a card’s list does; all signs were turned.`,
  );

const moneyCandidates = (table: Table, certain: ReadonlySet<number>): Candidate[] => [
  ...amountCandidates(table, certain),
  ...pairCandidates(table, 'debit', certain),
  ...pairCandidates(table, 'credit', certain),
  ...balanceCandidates(table, certain).filter(({ evidence }) => evidence.some(({ words }) => words !== '')),
  ...markCandidates(table).filter(({ column }) => !certain.has(column)),
];

function takeDays(assignment: Assignment, days: readonly Candidate[]): void {
  assignment.takeFirst('booking_date', days);
  assignment.takeFirst('value_date', days);
}

/**
 * The day by which the running balance moves is the booking day, whatever its title; a mapping goes before it. What the
 * balance leaves open between two columns that are titled equally well, or not at all, is said.
 */
function settleBookingDay(assignment: Assignment, days: readonly Candidate[], reading: MoneyReading | null): void {
  const { table } = assignment;
  const booking = assignment.columnOf('booking_date');
  if (booking < 0 || table.named.has(booking)) return;
  const isOpen = (column: number) =>
    !table.named.has(column) && (assignment.isFree(column) || assignment.columnOf('value_date') === column);
  const others = [...new Set(days.map(({ column }) => column))].filter(
    (column) => column !== booking && isOpen(column),
  );
  const following = daysOfBalance(table, reading, [booking, ...others]);
  const isFollowing = (column: number) => following?.includes(column) === true;
  const better = isFollowing(booking) ? undefined : others.find(isFollowing);
  if (better !== undefined) {
    assignment.leave(booking, `${assignment.reasons[booking]}, not in the order of the running balance`);
    assignment.take(better, 'booking_date', 'values are days, in the order of the running balance');
    if (table.weight(booking, 'booking_date') >= PLAIN)
      assignment.warnings.push(
        `${table.name(better)} is in the order of the running balance, and ${table.name(booking)} is not; ${table.name(better)} is read as the booking date.`,
      );
    assignment.takeFirst(
      'value_date',
      days.filter(({ column }) => column !== booking),
    );
    return;
  }
  const weight = (column: number) => table.weight(column, 'booking_date');
  const isRival = (column: number) =>
    weight(column) === weight(booking) &&
    table.weight(column, 'value_date') === 0 &&
    isFollowing(column) === isFollowing(booking) &&
    isOtherDay(table, booking, column);
  const rival = others.find(isRival);
  if (rival === undefined) return;
  const [one, other] = [booking, rival].map((column) => table.name(column));
  assignment.warnings.push(`${one} and ${other} may each be the booking date, and nothing says which; ${one} is read.`);
}

const isOtherDay = (table: Table, a: number, b: number): boolean =>
  table.rows.some((row) => (row[a] ?? '').trim().slice(0, 10) !== (row[b] ?? '').trim().slice(0, 10));

function takeMoney(assignment: Assignment, reading: MoneyReading | null): void {
  if (reading === null) return;
  const { table } = assignment;
  for (const field of ['amount', 'debit', 'credit', 'balance', 'direction'] as const) {
    const column = reading[field];
    if (column < 0 || table.named.has(column) || (field === 'direction' && reading.isSpoken)) continue;
    assignment.take(column, field, reading.reasons.get(column) ?? '');
  }
  if (reading.beside !== null) assignment.keep(reading.beside.before, reading.reasons.get(reading.beside.before) ?? '');
  if (reading.balanceMarks >= 0) assignment.keep(reading.balanceMarks, reading.reasons.get(reading.balanceMarks) ?? '');
}

/** A kind that keeps what became of a row keeps rows that came to nothing, too. */
function takeStatus(
  assignment: Assignment,
  status: readonly Candidate[],
  {
    wanted,
    ofKind,
  }: { readonly wanted: readonly KindField[]; readonly ofKind: { -readonly [F in KindField]?: number } },
): void {
  if (!wanted.includes('response_code')) {
    assignment.takeFirst('status', status);
    return;
  }
  const found = status.find(({ column }) => assignment.isFree(column));
  if (ofKind.response_code !== undefined || found === undefined) return;
  ofKind.response_code = found.column;
  assignment.keep(found.column, `${assignment.table.quoted(found.column)}, what became of the row`);
}

function takeCurrency(assignment: Assignment, money: readonly number[]): OtherCurrency | null {
  const { table } = assignment;
  if (assignment.has('currency')) return null;
  const free = assignment.free();
  const [found] = currencyCandidates(table, { money, free });
  if (found === undefined) return null;
  const { column, evidence } = found;
  const other = currencyOfAnother(table, { column, money, free });
  if (other !== null) assignment.reasons[column] = `the currency of another amount than ${table.quoted(other.amount)}`;
  if (other === null || other.isRead) assignment.take(column, 'currency', evidence[0].words);
  return other;
}

function statesOf(assignment: Assignment, balance: number) {
  const column = assignment.columnOf('status');
  if (column < 0) return { responseCodes: false, entryFlags: null };
  const { responseCodes, entryFlags } = statesIn(assignment.table, column, balance);
  if (responseCodes && !assignment.table.named.has(column)) assignment.reasons[column] += ', values are response codes';
  return { responseCodes, entryFlags };
}

/** The own account; accounts of others before it are kept with the narration. */
function takeAccount(assignment: Assignment, accounts: readonly Candidate[]): void {
  if (assignment.has('account')) return;
  for (const { column, evidence } of accounts) {
    if (!assignment.isFree(column)) continue;
    const isOfOthers = evidence.some((one) => one.class === 'veto');
    assignment.take(column, isOfOthers ? 'narration' : 'account', evidence[0].words);
    if (!isOfOthers) return;
  }
}

/** The reference; further ones are kept with the narration, so that nothing a row says of itself is lost. */
function takeReferences(assignment: Assignment, references: readonly Candidate[]): void {
  if (assignment.has('reference')) return;
  const [best, ...others] = references.filter(({ column }) => assignment.isFree(column));
  const isBest = best?.evidence[0].words.endsWith('the best of the references') === true;
  if (isBest) assignment.take(best.column, 'reference', best.evidence[0].words);
  for (const { column, evidence } of isBest ? others : []) assignment.take(column, 'narration', evidence[0].words);
}

function takeUntitledReference(assignment: Assignment): void {
  if (assignment.has('reference')) return;
  const found = untitledReferences(assignment.table).filter(({ column }) => assignment.isFree(column));
  const reference = found.find(({ isOfSomebody }) => !isOfSomebody);
  if (reference !== undefined)
    assignment.take(reference.column, 'reference', 'values are identifiers that mostly differ');
  const [first] = found;
  if (first === undefined || !first.isOfSomebody || assignment.hasNamed('narration')) return;
  assignment.take(first.column, 'narration', `${assignment.table.quoted(first.column)} names somebody, not the entry`);
}

/** One of several columns of the same title is read as money or as a day, and others that hold some are not. */
function sayDoubleTitles(assignment: Assignment): void {
  const { table } = assignment;
  const plain = table.titles.map(plainTitle);
  const isLike = (i: number, field: FieldName) =>
    field.endsWith('_date') ? table.profiles[i].days > 0 : table.profiles[i].money > 0;
  for (const [column, field] of assignment.fields.entries()) {
    if (field === null || !DOUBTFUL_TWICE.has(field) || plain[column] === '') continue;
    const others = assignment.free().filter((i) => plain[i] === plain[column] && isLike(i, field));
    if (others.length === 0) continue;
    const all = [column, ...others].sort((a, b) => a - b).map((i) => i + 1);
    assignment.warnings.push(
      `${table.quoted(column).replace('title ', '')} is the title of columns ${all.slice(0, -1).join(', ')} and ${all.at(-1)}; only column ${column + 1} is read, as ${field.replace('_', ' ')}.`,
    );
  }
}

const DOUBTFUL_TWICE: ReadonlySet<FieldName> = new Set(['booking_date', 'amount', 'debit', 'credit', 'balance']);

function explainRest(assignment: Assignment): void {
  const { table, reasons } = assignment;
  for (const column of assignment.free().filter((i) => reasons[i] === '')) {
    const [meaning] = table.meanings[column];
    reasons[column] =
      table.profiles[column].filled === 0
        ? 'empty'
        : meaning
          ? `${table.quoted(column)} says ${meaning.field}, which another column carries or its values do not fit`
          : 'not needed';
  }
}
