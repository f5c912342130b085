// A run that its caller has claimed: what carrying it out and finishing it need, and their common reports.

import { counted, listed } from '../../core/classification/wording.ts';
import type { KindRules } from '../../core/kinds/kind-rules.ts';
import type { MatchOutcome } from '../../core/matching/outcome/outcome.ts';
import { exponentOf, formatGrouped } from '../../core/money/money.ts';
import { endsApart } from '../../core/records/documents/period.ts';
import type { RunClaim, StageName } from '../../core/records/documents/run.ts';
import { type LateGroup, type LateRow, lateSessions } from '../../core/records/late/late-groups.ts';
import type { LateMatch } from '../../core/records/late/late-matches.ts';
import { SIDES } from '../../core/records/rows/columns.ts';
import type { PreparedRun } from '../preparing/prepare-run.ts';
import type { RunStages } from '../stored-runs/run-stages.ts';
import type { Matches, RunTerms } from '../stored-runs/run-terms.ts';
import type { Hold } from '../upkeep/hold.ts';
import type { FinishCommitted } from '../upkeep/row-lease.ts';
import type { DecidedRun } from './decide-run.ts';

export interface RunInHand {
  readonly kind: Matches;
  readonly claim: RunClaim;
  readonly hold: Hold;
  readonly terms: RunTerms;
  readonly stages: RunStages;
  /** Finishes what another worker committed for the partner, once this run holds the rows. */
  readonly finish: FinishCommitted;
  /** Called before the rest is worked out. */
  readonly matched?: (outcome: MatchOutcome) => void;
}

export interface CarriedOut extends DecidedRun {
  readonly warnings: readonly string[];
}

/** Warnings of the files of both sides, of joining them, and of matching. */
export function warningsOf(
  {
    sides,
    accounts,
    warnings,
    late,
    lost,
    carried,
  }: Pick<PreparedRun, 'sides' | 'accounts' | 'warnings' | 'late' | 'lost' | 'carried'>,
  { kind, terms }: Pick<RunInHand, 'kind' | 'terms'>,
  found: readonly string[],
): string[] {
  const apart = kind.rules.subject === 'cash' ? endsApart({ gl: sides.gl.own, bank: sides.bank.own }) : null;
  const ofFiles = SIDES.flatMap((side) =>
    sides[side].files.flatMap((file) => file.warnings.map((warning) => `${file.name}: ${warning}`)),
  );
  const ofSides = [...sides.gl.warnings, ...sides.bank.warnings, ...(apart === null ? [] : [apart])];
  return [
    ...accounts.warnings,
    ...(terms.monthsBack ? [] : notTakenAlong(carried)),
    ...warnings,
    ...ofFiles,
    ...ofSides,
    ...elsewhereWords(late),
    ...lostWords(lost),
    ...found,
  ];
}

/** What earlier sessions left open, and this run did not match. */
function notTakenAlong(carried: readonly LateRow[]): string[] {
  if (carried.length === 0) return [];
  const parts = SIDES.flatMap((side) => {
    const rows = carried.filter((row) => row.side === side);
    const sums = new Map<string, number>();
    for (const { currency, amountMinor } of rows) sums.set(currency, (sums.get(currency) ?? 0) + amountMinor);
    const net = [...sums].map(([currency, sum]) => `${formatGrouped(sum, exponentOf(currency))} ${currency}`);
    const words = side === 'gl' ? 'open ledger item' : 'open bank item';
    return rows.length === 0 ? [] : [`${counted(rows.length, words)} (net ${listed(net)})`];
  });
  return [
    `Earlier sessions hold ${listed(parts)} that nothing takes along: reconcile across months to match what has come since.`,
  ];
}

/** How many rows the run of each neighbour has matched. */
function elsewhereWords(late: readonly LateMatch[]): string[] {
  const counts = new Map<string, number>();
  for (const { group, own } of late) {
    if (group.origin !== 'run') continue;
    const [session] = lateSessions(group);
    counts.set(session, (counts.get(session) ?? 0) + own.gl.length + own.bank.length);
  }
  return [...counts].map(
    ([session, rows]) =>
      `${counted(rows, 'row')} of the files ${rows === 1 ? 'is' : 'are'} matched in session ${session}, whose period is another: ${rows === 1 ? 'it takes' : 'they take'} no part here.`,
  );
}

/** Which matches with rows of other sessions the files have taken back. */
function lostWords(lost: readonly LateGroup[]): string[] {
  if (lost.length === 0) return [];
  const sessions = listed([...new Set(lost.flatMap(lateSessions))].sort());
  return [
    lost.length === 1
      ? `A match of rows of sessions ${sessions} is void: the files have a row of it no more. What it had settled is open again.`
      : `${lost.length} matches of rows of sessions ${sessions} are void: the files have a row of each no more. What they had settled is open again.`,
  ];
}

/** Ends the stages that are done once the groups are known, and skips those that the kind does not have. */
export function endMatchingStages(
  stages: RunStages,
  { parameters }: Pick<PreparedRun, 'parameters'>,
  { rules, outcome }: { readonly rules: KindRules; readonly outcome: MatchOutcome },
): void {
  if (parameters.netReversals) stages.done('gl_reversal', nettedPairs(outcome));
  else stages.skip('gl_reversal', 'Reversals are not netted in this run.');
  if (rules.without.chargeback === undefined) stages.done('chargeback', chargebacksIn(outcome));
  for (const [stage, why] of Object.entries(rules.without)) stages.skip(stage as StageName, why);
}

const chargebacksIn = ({ open }: MatchOutcome): number =>
  SIDES.reduce((sum, side) => sum + open[side].chargebackOf.filter((row) => row !== -1).length, 0);

const nettedPairs = ({ reversals: { gl, bank } }: MatchOutcome): number => gl.count + bank.count;

/** Matches and netted pairs. */
export const groupsIn = (outcome: MatchOutcome): number => outcome.groups.count + nettedPairs(outcome);

/** Rows of both sides. */
export const rowsIn = ({ columns: { gl, bank } }: Pick<PreparedRun, 'columns'>): number => gl.count + bank.count;

/** Rows of both sides that take part in matching. */
export const takingPartIn = ({ columns: { gl, bank } }: Pick<PreparedRun, 'columns'>): number => {
  const taking = (flags: Uint8Array) => flags.reduce((count, bits) => (bits === 0 ? count + 1 : count), 0);
  return taking(gl.flags) + taking(bank.flags);
};
