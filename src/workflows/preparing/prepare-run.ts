// Everything about a run's rows before matching: two sides within the period, parameters in minor units, the ids under
// which rows are stored, and where each row is kept.

import { TieoutError } from '../../core/errors.ts';
import { ruleWarnings } from '../../core/fees/rule-warnings.ts';
import { type EventWindows, withinEvents } from '../../core/matching/events.ts';
import type { MatchParameters } from '../../core/matching/parameters.ts';
import { type DecimalParameters, parametersFromDecimals } from '../../core/matching/parameters-from-decimals.ts';
import { numberedAccounts } from '../../core/matching/plan.ts';
import { civil, dayNumber, daysInMonth } from '../../core/money/calendar.ts';
import type { ColumnMappingFile } from '../../core/reading/columns/column-mapping.ts';
import type { GivenAccounts } from '../../core/records/account-map.ts';
import {
  bookedDays,
  daysOfSide,
  type Period,
  periodOf,
  periodWords,
  withinPeriod,
} from '../../core/records/documents/period.ts';
import type { CarriedRow, LateGroup } from '../../core/records/late/late-groups.ts';
import { type GroupsMet, type LateMatch, lateMatches, withoutLateRows } from '../../core/records/late/late-matches.ts';
import type { AlignedAccounts } from '../../core/records/rows/accounts.ts';
import { ROW_OUT_OF_PERIOD, type RowColumns, SIDES, type Side } from '../../core/records/rows/columns.ts';
import type { Digest, IdentityScope } from '../../core/records/rows/identity.ts';
import { type Positions, positionsOf } from '../../core/records/rows/positions.ts';
import type { SessionKey } from '../../core/records/session-key.ts';
import type { RestingAccount } from '../../core/summary/proof/resting.ts';
import type { StatementPeriod } from '../../core/summary/proof/statement.ts';
import type { SessionFile } from '../rows/session-files.ts';
import { type AssembledSide, assembleSide, ingestionIds, sessionIdOf } from './assemble-session.ts';
import { withOpeningRows } from './opening-side.ts';

/** Terms of a banking run beside its files. */
export interface BankingTerms {
  readonly branchId: string | null;
  readonly mapping: ColumnMappingFile | null;
  /** Amounts still in currency units: parametersFromDecimals gives the MatchParameters once the files are read. */
  readonly parameters: DecimalParameters;
  /** Day numbers; null: the ledger's first and last day. */
  readonly periodStart: number | null;
  readonly periodEnd: number | null;
  readonly defaultCurrency: string;
  /** The account of rows whose file names none; '' for none. */
  readonly defaultAccount: string;
  /** Which accounts are reconciled with which; absent or null: nobody said it. */
  readonly accounts?: GivenAccounts | null;
  /** Share of a file's rows that may be rejected; null for the default. */
  readonly rejectedShare: number | null;
}

type Sides = Readonly<Record<Side, AssembledSide>>;

export interface PreparedRun {
  readonly sides: Sides;
  readonly scope: IdentityScope;
  readonly columns: Readonly<Record<Side, RowColumns>>;
  /** The accounts of both sides, by the labels of `columns`. */
  readonly accounts: AlignedAccounts;
  /** The version of the partner's map that they were aligned by; null: a map of the run's own; absent: none. */
  readonly mapVersion?: number | null;
  /** How many of them are of the period's own files; the opening rows follow. */
  readonly ownRows: Readonly<Record<Side, number>>;
  /** Null if no row has a day. */
  readonly period: StatementPeriod | null;
  readonly parameters: MatchParameters;
  readonly ids: Readonly<Record<Side, readonly string[]>>;
  readonly positions: Positions;
  /**
   * Rows that late groups hold, here or as copies in other sessions: the columns mark them, and matching leaves them
   * out.
   */
  readonly late: readonly LateMatch[];
  /** Late groups with a row that the session's files have no more: the run makes them void. */
  readonly lost: readonly LateGroup[];
  /** Rows of before the period that earlier sessions had open at its end. */
  readonly carried: readonly CarriedRow[];
  /** Accounts that only such rows are of. */
  readonly resting: readonly RestingAccount[];
  readonly plainCounter: Readonly<Record<Side, readonly boolean[]>>;
  /** Oddities of the run's parameters. */
  readonly warnings: readonly string[];
}

export interface ToPrepare {
  /** `session` null: derived from its rows. */
  readonly key: Omit<SessionKey, 'session'> & { readonly session: string | null };
  readonly digest: Digest;
}

/** Chooses the rows that take part, and their period. */
type TakingPart = (
  terms: BankingTerms,
  parameters: MatchParameters,
  whole: Readonly<Record<Side, RowColumns>>,
) => Pick<PreparedRun, 'columns' | 'period'> & { readonly warnings?: readonly string[] };

/** Throws side_empty, and `usage` for an amount that no currency can have. */
export const prepareRun = (files: readonly SessionFile[], terms: BankingTerms, of: ToPrepare): PreparedRun =>
  prepareBy(inPeriod, files, terms, of);

/** A prepared run, with the rows that `takingPart` chooses. */
export function prepareBy(
  takingPart: TakingPart,
  files: readonly SessionFile[],
  terms: BankingTerms,
  { key, digest }: ToPrepare,
): PreparedRun {
  const sides = { gl: assembleSide('gl', files), bank: assembleSide('bank', files) };
  const named = {
    ...key,
    session: key.session ?? sessionIdOf(sides, { start: terms.periodStart, end: terms.periodEnd }, digest),
  };
  const currencies = SIDES.flatMap((side) => sides[side].columns.currencies);
  const parameters = parametersFromDecimals(terms.parameters, currencies);
  const ofPeriod = takingPart(terms, parameters, { gl: sides.gl.own, bank: sides.bank.own });
  const { period, warnings = [] } = ofPeriod;
  const { columns, warnings: ofOpening } = withOpeningRows(sides, ofPeriod);
  const ids = { gl: ingestionIds(named, sides.gl, digest), bank: ingestionIds(named, sides.bank, digest) };
  const counters = (side: Side): boolean[] => sides[side].files.map(({ plainCounter }) => plainCounter);
  return {
    sides,
    scope: { key: named, digest },
    columns,
    accounts: numberedAccounts(columns.gl, columns.bank),
    period,
    parameters,
    ids,
    positions: positionsOf(columns, ids),
    late: [],
    lost: [],
    carried: [],
    resting: [],
    ownRows: { gl: sides.gl.own.count, bank: sides.bank.own.count },
    plainCounter: { gl: counters('gl'), bank: counters('bank') },
    warnings: [...warnings, ...ofOpening, ...ruleWarnings(terms.parameters.rules)],
  };
}

/** The prepared run without the rows that the groups hold. */
export function preparedWithout(prepared: PreparedRun, groups: GroupsMet): PreparedRun {
  if (groups.own.length + groups.copied.length === 0) return prepared;
  const { late, lost } = lateMatches(prepared.scope, prepared, groups);
  return { ...prepared, late, lost, columns: withoutLateRows(prepared.columns, late) };
}

/**
 * A side with rows must have one within the period and its search days: with a wrong year in the dates, an empty result
 * must not replace a good one. A side without rows had a quiet month. Throws side_empty.
 */
function inPeriod(
  { periodStart, periodEnd }: BankingTerms,
  { daysBack, daysForward, events }: MatchParameters,
  whole: Readonly<Record<Side, RowColumns>>,
): ReturnType<TakingPart> {
  const asked = { start: periodStart, end: periodEnd };
  const period = periodOf([whole.gl, whole.bank], asked);
  if (period === null) {
    requireRows(whole);
    return { columns: whole, period };
  }
  const widened = daysOfSide('bank', period, { daysBack, daysForward });
  const bounds = {
    start: periodStart === null ? null : periodStart - daysBack,
    end: periodEnd === null ? null : periodEnd + daysForward,
  };
  const wanted = `${periodWords(bounds)}, the period with the search days`;
  for (const side of SIDES) {
    if (!allOutOfPeriod(withinPeriod(whole[side], widened))) continue;
    throw noneInPeriod(side, { wanted, columns: whole[side], check: 'the period, the search days and the files' });
  }
  const sides = { gl: withinPeriod(whole.gl, period), bank: withinPeriod(whole.bank, widened) };
  const isNamed = periodStart !== null && periodEnd !== null;
  if (!isNamed) requireMeeting(whole, { daysBack, daysForward });
  const warnings = allOutOfPeriod(sides.gl)
    ? [`No row of the ledger side is dated ${periodWords(period)}: it has only rows of the search days beside it.`]
    : [];
  return { columns: inEvents(sides, events), period: { ...period, isNamed }, warnings };
}

/** Throws side_empty: nothing names the month of two sides without rows. */
function requireRows({ gl, bank }: Readonly<Record<Side, RowColumns>>): void {
  if (gl.count + bank.count > 0) return;
  throw new TieoutError('side_empty', 'Neither side has a row: name the period, for the files do not tell it.');
}

/** Throws side_empty. */
function inEvents(sides: Readonly<Record<Side, RowColumns>>, events: EventWindows): typeof sides {
  if (events.length === 0) return sides;
  const within = (side: Side): RowColumns => {
    const columns = withinEvents(sides[side], events);
    if (!allOutOfPeriod(columns)) return columns;
    throw noneInPeriod(side, { wanted: 'in any of the event_dates', columns, check: 'the events and the files' });
  };
  return { gl: within('gl'), bank: within('bank') };
}

/**
 * If the files' own period is used, one side may be of another year. Sides meet that have rows in one month: in a quiet
 * month an entry of the 3rd may be all of a side, and a charge of the 30th all of the other. Throws side_empty.
 */
function requireMeeting(
  { gl, bank }: Readonly<Record<Side, RowColumns>>,
  { daysBack, daysForward }: Pick<MatchParameters, 'daysBack' | 'daysForward'>,
): void {
  const [ledger, statement] = [bookedDays(gl), bookedDays(bank)];
  if (ledger === null || statement === null) return;
  const months = wholeMonths(ledger);
  const wanted = { start: months.start - daysBack, end: months.end + daysForward };
  if (statement.end >= wanted.start && statement.start <= wanted.end) return;
  const check = 'the period, the search days and the files';
  throw noneInPeriod('bank', {
    wanted: `${periodWords(wanted)}, the ledger’s months with the search days`,
    columns: bank,
    check,
  });
}

function wholeMonths({ start, end }: Period): Period {
  const [first, last] = [civil(start), civil(end)];
  return {
    start: dayNumber(first.year, first.month, 1),
    end: dayNumber(last.year, last.month, daysInMonth(last.year, last.month)),
  };
}

/** Whether a side has rows, all of them outside. */
const allOutOfPeriod = ({ count, flags }: RowColumns): boolean =>
  count > 0 && flags.every((bits) => (bits & ROW_OUT_OF_PERIOD) !== 0);

function noneInPeriod(
  side: Side,
  { wanted, columns, check }: { readonly wanted: string; readonly columns: RowColumns; readonly check: string },
): TieoutError {
  const booked = bookedDays(columns);
  const there = booked === null ? 'its rows have no date' : `its rows are dated ${periodWords(booked)}`;
  return new TieoutError(
    'side_empty',
    `No row of the ${side === 'gl' ? 'ledger' : 'bank'} side is dated ${wanted}; ${there}: check ${check}.`,
  );
}
