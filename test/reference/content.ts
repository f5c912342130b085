// What an outcome says once interchangeable rows are not told apart: every row number is replaced by what its class has
// in common, and everything is a sorted list of sentences. Two matchers agree when the contents are equal.

import { membersOf } from '../../src/core/matching/outcome/match-groups.ts';
import { FACT_SEVERAL_SUMS, type MatchOutcome } from '../../src/core/matching/outcome/outcome.ts';
import { SUM_ALONE } from '../../src/core/matching/tiers/pair-list.ts';
import { FEE_CHARGE, FEE_RATE, FEE_RULE } from '../../src/core/records/groups/fee-basis.ts';
import type { WeighedColumns } from '../../src/core/records/groups/groups.ts';
import { otherSide, SIDES, type Side } from '../../src/core/records/rows/columns.ts';
import type { RefEvidence } from './acceptance.ts';
import type { FeeBasis } from './amounts.ts';
import type { Sides } from './ref-row.ts';
import type { RefOutcome } from './reference-match.ts';

export interface Content {
  readonly pairs: string[];
  /** Of sums. */
  readonly groups: string[];
  readonly reversals: string[];
  readonly open: string[];
  readonly ambiguities: string[];
}

/** Class of a row by side and row number. */
export type Signatures = Sides<ReadonlyMap<number, string>>;

const bothSides = (of: (side: Side) => string[]): string[] => SIDES.flatMap(of).toSorted();

export function contentOfReference(outcome: RefOutcome): Content {
  const { signatures } = outcome;
  const name = (side: Side, row: number | null) => (row === null ? '-' : signatures[side].get(row)!);
  const names = (side: Side, rows: number[]) => rows.map((row) => name(side, row)).toSorted();
  return {
    pairs: outcome.pairs
      .map(({ gl, bank, tier, difference, days, feeBasis, textScore, evidence }) =>
        sentence(
          name('gl', gl),
          name('bank', bank),
          tier,
          difference,
          days,
          feeBasis,
          textScore,
          evidence?.runnerUp?.signature ?? '-',
          weighedOf(evidence),
        ),
      )
      .toSorted(),
    groups: outcome.groups
      .map(({ tier, gl, bank, difference, days }) =>
        sentence(tier, ...names('gl', gl), 'with', ...names('bank', bank), difference, days),
      )
      .toSorted(),
    reversals: bothSides((side) =>
      outcome.reversals[side].map((one) =>
        sentence(side, name(side, one.original), name(side, one.reversal), weighedOf(one.evidence)),
      ),
    ),
    open: bothSides((side) =>
      [...outcome.open[side]].map(([row, one]) =>
        sentence(
          side,
          name(side, row),
          one.duplicateOf === null ? 'new' : 'duplicate',
          name(otherSide(side), one.currencyPartner),
          name(otherSide(side), one.directionPartner),
          name(otherSide(side), one.amountPartner),
          name(otherSide(side), one.datePartner),
          Number(one.datePartnerByKey),
          outcome.severalSums[side].has(row) ? 'several sums' : '-',
          `fee ${outcome.expectedFees[side].get(row) ?? -1}`,
        ),
      ),
    ),
    ambiguities: outcome.ambiguities
      .map((one) => sentence(...names('gl', one.gl), 'with', ...names('bank', one.bank)))
      .toSorted(),
  };
}

/** The parts of the evidence, in words; a pair that a key decided has none. */
function weighedOf(evidence: RefEvidence | null): string {
  if (evidence === null) return WEIGHED.map((name) => `${name} 0`).join(', ');
  const parts: Record<(typeof WEIGHED)[number], number> = {
    probability: evidence.probability,
    runnerUpProbability: evidence.runnerUpShare,
    nobodyProbability: evidence.nobodyShare,
    textEvidence: evidence.text,
    dayEvidence: evidence.days,
    amountEvidence: evidence.amount,
    wordsInCommon: evidence.wordsInCommon,
    rarestWordRows: evidence.rarestWordRows,
  };
  return WEIGHED.map((name) => `${name} ${parts[name]}`).join(', ');
}

const WEIGHED = [
  'probability',
  'runnerUpProbability',
  'nobodyProbability',
  'textEvidence',
  'dayEvidence',
  'amountEvidence',
  'wordsInCommon',
  'rarestWordRows',
] as const;

function weighedColumns(weighed: WeighedColumns, at: number): string {
  return WEIGHED.map((name) => `${name} ${weighed[name]?.[at] ?? 0}`).join(', ');
}

const FEE_NAMES: Readonly<Record<number, FeeBasis>> = {
  [FEE_CHARGE]: 'charge',
  [FEE_RATE]: 'rate',
  [FEE_RULE]: 'rule',
};

/** The kernel's outcome in the same words; signatures as the reference gives them. */
export function contentOfKernel({ groups: matched, reversals, open }: MatchOutcome, signatures: Signatures): Content {
  const name = (side: Side, row: number) => (row === -1 ? '-' : (signatures[side].get(row) ?? `row ${row}`));
  const indexes = (count: number) => Array.from({ length: count }, (_, at) => at);
  const groups = new Map<number, Record<Side, string[]>>();
  for (const side of SIDES)
    for (const at of indexes(open[side].count)) {
      const group = open[side].ambiguity[at];
      if (group === -1) continue;
      if (!groups.has(group)) groups.set(group, { gl: [], bank: [] });
      groups.get(group)![side].push(name(side, open[side].row[at]));
    }
  return {
    groups: indexes(matched.count)
      .filter((at) => matched.textScore[at] === SUM_ALONE)
      .map((at) => {
        const names = (side: Side) => [...membersOf(matched[side], at)].map((row) => name(side, row)).toSorted();
        const { tier, difference, days } = matched;
        return sentence(tier[at], ...names('gl'), 'with', ...names('bank'), difference[at], days[at]);
      })
      .toSorted(),
    pairs: indexes(matched.count)
      .filter((at) => matched.textScore[at] !== SUM_ALONE)
      .map((at) =>
        sentence(
          name('gl', membersOf(matched.gl, at)[0]),
          name('bank', membersOf(matched.bank, at)[0]),
          matched.tier[at],
          matched.difference[at],
          matched.days[at],
          FEE_NAMES[matched.feeBasis[at]] ?? 'none',
          matched.textScore[at],
          name('bank', matched.runnerUp[at]),
          weighedColumns(matched.weighed, at),
        ),
      )
      .toSorted(),
    reversals: bothSides((side) => {
      const { count, original, reversal, byKey, weighed } = reversals[side];
      return indexes(count).map((at) =>
        sentence(
          side,
          name(side, original[at]),
          name(side, reversal[at]),
          byKey[at] === 1 ? weighedOf(null) : weighedColumns(weighed, at),
        ),
      );
    }),
    open: bothSides((side) => {
      const rows = open[side];
      return indexes(rows.count).map((at) =>
        sentence(
          side,
          name(side, rows.row[at]),
          rows.duplicateOf[at] === -1 ? 'new' : 'duplicate',
          name(otherSide(side), rows.currencyPartner[at]),
          name(otherSide(side), rows.directionPartner[at]),
          name(otherSide(side), rows.amountPartner[at]),
          name(otherSide(side), rows.datePartner[at]),
          rows.datePartnerByKey[at],
          (rows.facts[at] & FACT_SEVERAL_SUMS) !== 0 ? 'several sums' : '-',
          `fee ${rows.expectedFee[at]}`,
        ),
      );
    }),
    ambiguities: [...groups.values()]
      .map((one) => sentence(...one.gl.toSorted(), 'with', ...one.bank.toSorted()))
      .toSorted(),
  };
}

function sentence(...parts: (string | number)[]): string {
  return parts.join(' | ');
}
