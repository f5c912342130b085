// Stored reversals as reports: an original and the row that reverses it, both on the side on which they were netted.

import { evidenceParts } from '../../core/matching/outcome/evidence-parts.ts';
import { storedReversalIds } from '../../core/matching/outcome/group-ids.ts';
import { type ComparedIdentifier, comparedIdentifiers } from '../../core/matching/reading/compared-identifiers.ts';
import { type GroupColumns, TIER_REVERSAL, weighedAt } from '../../core/records/groups/groups.ts';
import { type RowColumns, SIDES, type Side } from '../../core/records/rows/columns.ts';
import { digestIdAt } from '../../core/records/rows/digest-ids.ts';
import type { SessionKey } from '../../core/records/session-key.ts';
import type { ReadingDependencies } from '../rows/read-stored-rows.ts';
import type { MatchReport } from './match-report.ts';
import { type GroupRange, type GroupRows, readGroupRows } from './read-group-rows.ts';

/** The groups of the range, all of them reversals. */
export async function reportReversals(
  deps: ReadingDependencies,
  key: SessionKey,
  range: GroupRange,
): Promise<MatchReport[]> {
  const { groups, from, to } = range;
  const rows = await readGroupRows(deps, key, range);
  const numbers = Array.from({ length: to - from }, (_, i) => from + i);
  const reports = SIDES.flatMap((side) => {
    const { offsets } = groups[side];
    const ofSide = numbers.filter((g) => offsets[g + 1] > offsets[g]);
    return reportsOf(deps, key, { side, numbers: ofSide, rows, groups }).map(
      (report, i) => [ofSide[i], report] as const,
    );
  });
  return reports.sort(([a], [b]) => a - b).map(([, report]) => report);
}

interface Netted {
  readonly side: Side;
  readonly numbers: readonly number[];
  readonly rows: GroupRows;
  readonly groups: GroupColumns;
}

function reportsOf(
  { digest }: ReadingDependencies,
  key: SessionKey,
  { side, numbers, rows, groups }: Netted,
): MatchReport[] {
  const columns = rows.columns[side];
  const members = numbers.map((g) => rows.of(side, g));
  const original = Uint32Array.from(members, ([row]) => row!);
  const reversal = Uint32Array.from(members, ([, row]) => row!);
  const twin = Uint32Array.from(numbers, (g) => groups.twin[g]);
  const ids = storedReversalIds({ key, digest }, columns, { side, original, reversal, twin });
  const keys = keysInBoth(columns, { side, original, reversal });
  return numbers.map((g, i) => {
    const weighed = weighedAt(groups.weighed, g);
    const shown = [rows.report(side, original[i]), rows.report(side, reversal[i])] as const;
    const days = shown[1].day - shown[0].day;
    return {
      groupId: digestIdAt(ids, i),
      session: key.session,
      tier: TIER_REVERSAL,
      confidence: 0,
      differenceMinor: groups.difference[g],
      currency: shown[0].currency,
      crossMonth: false,
      gl: side === 'gl' ? shown : [],
      bank: side === 'bank' ? shown : [],
      keysCompared: keys[i],
      dateDifferenceDays: days,
      feeBasis: null,
      feeLegs: [],
      textScore: null,
      probability: weighed.probability || null,
      evidence: evidenceParts(weighed, { days, difference: 0, isFee: false }),
      runnerUp: null,
      nettedBy: groups.byKey[g] === 1 ? 'reference' : 'marker',
      byHand: null,
    };
  });
}

/** Identifiers that the original and its reversal share, with the place where the original has each. */
function keysInBoth(
  columns: RowColumns,
  { side, original, reversal }: { readonly side: Side; readonly original: Uint32Array; readonly reversal: Uint32Array },
): ComparedIdentifier[][] {
  // The rows are compared like two sides, so that texts are read as matching reads them.
  const both = { gl: columns, bank: columns };
  const each = (rows: Uint32Array) => Array.from(rows, (row) => Uint32Array.of(row));
  const groups = { gl: each(original), bank: each(reversal), settled: Array.from(original, () => false) };
  return comparedIdentifiers(both, groups).map((keys) =>
    keys
      .filter(({ gl, bank }) => gl !== null && bank !== null)
      .map(({ identifier, gl }) => ({ identifier, gl: null, bank: null, [side]: gl })),
  );
}
