// Makes late groups of open items across months from a matching outcome: its matches in the window, and pairs beyond
// the window that a key proves (docs/decisions/across-months.md).

import { membersOf } from '../matching/outcome/match-groups.ts';
import { CONFIDENCE, type MatchOutcome } from '../matching/outcome/outcome.ts';
import { comparedIdentifiers } from '../matching/reading/compared-identifiers.ts';
import { copiedItem } from '../records/documents/item-rows.ts';
import type { OpenItemColumns } from '../records/documents/open-items.ts';
import { FEE_BASES } from '../records/groups/fee-basis.ts';
import { TIER_REVERSAL } from '../records/groups/groups.ts';
import type { LateGroup, LateRow } from '../records/late/late-groups.ts';
import { SIDES, type Side } from '../records/rows/columns.ts';
import type { Digest } from '../records/rows/identity.ts';
import { dayOfCopy } from '../records/rows/row-day.ts';
import { pairsBeyond } from './pairs-beyond.ts';

interface OpenSides {
  readonly items: Readonly<Record<Side, OpenItemColumns>>;
  readonly sessionOf: (ingestionId: string) => string | null;
}

export interface MatchedSides extends OpenSides {
  /** Number of free items of each side; the items after them are held by late groups. */
  readonly free: Readonly<Record<Side, number>>;
  /** Whether items of both sides are of earlier months and of the session's own: then a group has rows of two sessions. */
  readonly bothSides: boolean;
}

interface MakingOf {
  readonly tenant: string;
  readonly partner: string;
  /** The run that makes the groups. */
  readonly operation: string;
  readonly digest: Digest;
  readonly at: number;
}

interface Found {
  readonly gl: readonly number[];
  readonly bank: readonly number[];
  readonly tier: number;
  readonly feeBasis: LateGroup['feeBasis'];
  readonly textScore: number | null;
  readonly probability: number | null;
  readonly nettedBy?: LateGroup['nettedBy'];
}

/** Groups whose rows are all free, in the order of the outcome; those beyond the window come last. */
export function groupsAcrossMonths(open: MatchedSides, outcome: MatchOutcome, making: MakingOf): LateGroup[] {
  const isFree = (one: Found) =>
    one.gl.every((item) => item < open.free.gl) && one.bank.every((item) => item < open.free.bank);
  const netted = open.bothSides
    ? SIDES.flatMap((side) => nettedOn(side, outcome).filter((one) => side === 'gl' || isAcross(open, one)))
    : nettedOn('gl', outcome);
  const matched = [...inTheWindow(outcome), ...beyondTheWindow(open, outcome)];
  const found = [...matched.filter((one) => !open.bothSides || isAcross(open, one)), ...netted].filter(isFree);
  const columns = { gl: open.items.gl.rows, bank: open.items.bank.rows };
  const keys = comparedIdentifiers(columns, {
    gl: found.map(({ gl }) => Uint32Array.from(gl)),
    bank: found.map(({ bank }) => Uint32Array.from(bank)),
    settled: found.map(() => false),
  });
  return found.map((one, i) => {
    const rows = (side: Side): LateRow[] => one[side].map((item) => lateRow(open, side, item));
    const [gl, bank] = [rows('gl'), rows('bank')];
    const sum = (some: readonly LateRow[]): number => some.reduce((total, { amountMinor }) => total + amountMinor, 0);
    const ids = [...gl, ...bank].map(({ recordId }) => recordId).sort();
    const { tenant, partner, operation } = making;
    return {
      groupId: making.digest(JSON.stringify(['late group', tenant, partner, operation, ids])).slice(0, 32),
      origin: 'cross_month',
      operation,
      tier: one.tier,
      confidence: CONFIDENCE[one.tier] ?? 0,
      differenceMinor: sum(gl) - sum(bank),
      days: dayOfCopy(bank[0] ?? gl.at(-1)!) - dayOfCopy(gl[0]),
      feeBasis: one.feeBasis,
      textScore: one.textScore,
      probability: one.probability,
      ...(one.nettedBy && { nettedBy: one.nettedBy }),
      keysCompared: keys[i],
      gl,
      bank,
      createdAt: making.at,
    };
  });
}

function inTheWindow({ groups }: MatchOutcome): Found[] {
  return Array.from({ length: groups.count }, (_, g) => ({
    gl: Array.from(membersOf(groups.gl, g)),
    bank: Array.from(membersOf(groups.bank, g)),
    tier: groups.tier[g],
    feeBasis: FEE_BASES[groups.feeBasis[g]] ?? null,
    textScore: groups.textScore[g] < 0 ? null : groups.textScore[g],
    probability: groups.weighed.probability?.[g] || null,
  }));
}

/** Tier 1, or tier 2 with an allowed difference; without a key tier 3. */
const beyondTheWindow = ({ items }: OpenSides, outcome: MatchOutcome): Found[] =>
  pairsBeyond(items, outcome).proven.map(({ gl, bank, isEqual, isByKey }) => ({
    gl: [gl],
    bank: [bank],
    tier: !isByKey ? 3 : isEqual ? 1 : 2,
    feeBasis: null,
    textScore: null,
    probability: null,
  }));

/** Reversals. The bank's within one session were netted by its run. */
function nettedOn(side: Side, { reversals }: MatchOutcome): Found[] {
  const { count, original, reversal, byKey, weighed } = reversals[side];
  return Array.from({ length: count }, (_, r) => ({
    gl: [],
    bank: [],
    [side]: [original[r], reversal[r]],
    tier: TIER_REVERSAL,
    feeBasis: null,
    textScore: null,
    probability: weighed.probability?.[r] || null,
    nettedBy: byKey[r] === 1 ? 'reference' : 'marker',
  }));
}

/** Whether the rows are of two sessions. */
export function isAcross({ items, sessionOf }: OpenSides, rows: Readonly<Record<Side, readonly number[]>>): boolean {
  const sessions = SIDES.flatMap((side) => {
    const { ingestions, ingestion } = items[side];
    return rows[side].map((item) => sessionOf(ingestions[ingestion[item]]));
  });
  return new Set(sessions).size > 1;
}

/** The copy of an open item for a group. */
export const lateRow = ({ items, sessionOf }: OpenSides, side: Side, item: number): LateRow =>
  copiedItem(items[side], item, sessionOf);
