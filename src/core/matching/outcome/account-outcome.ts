// An account's result in the form that leaves the thread: numbers of the side's columns instead of local ones, groups
// by tier and canonical order, everything on shared memory. Pairs are listed first; the few larger groups are then put
// between them.

import { WEIGHED_COLUMNS, type WeighedColumn, type WeighedColumns } from '../../records/groups/groups.ts';
import {
  sharedFloat64,
  sharedInt16,
  sharedInt32,
  sharedUint8,
  sharedUint16,
  sharedUint32,
} from '../../records/rows/allocate.ts';
import { canonicalPlaces, compareRows } from '../../records/rows/canonical-order.ts';
import { type RowColumns, SIDES, type Side } from '../../records/rows/columns.ts';
import type { Account } from '../account.ts';
import { BATCH } from '../batch.ts';
import type { AccountMatch } from '../match-account.ts';
import type { NumbersMatching } from '../matching.ts';
import type { Netted } from '../reversals/netted.ts';
import { OPEN, type SideNumbers } from '../side-numbers.ts';
import { sumOf } from '../sums/take-group.ts';
import type { EarlyPairs } from '../tiers/early-pairs.ts';
import type { LocalGroup } from '../tiers/local-group.ts';
import { KEY_ALONE, type PairList, REFERENCE_ALONE, type Weighed } from '../tiers/pair-list.ts';
import type { Chargebacks } from './chargebacks.ts';
import { allocateGroups, interleaveGroups } from './match-groups.ts';
import type { OpenSide } from './open-rows.ts';
import {
  FACT_SEVERAL_SETTLED,
  LAST_TIER,
  type MatchGroups,
  type MatchOutcome,
  type OpenRows,
  type Reversals,
} from './outcome.ts';

export function allocateReversals(count: number, weighed: readonly WeighedColumn[]): Reversals {
  return {
    count,
    original: sharedUint32(count),
    reversal: sharedUint32(count),
    byKey: sharedUint8(count),
    weighed: Object.fromEntries(weighed.map((name) => [name, sharedInt16(count)])),
  };
}

export function allocateOpenRows(count: number): OpenRows {
  return {
    count,
    row: sharedUint32(count),
    facts: sharedUint16(count),
    duplicateOf: sharedInt32(count),
    keyHolder: sharedInt32(count),
    amountHolder: sharedInt32(count),
    currencyPartner: sharedInt32(count),
    directionPartner: sharedInt32(count),
    amountPartner: sharedInt32(count),
    datePartner: sharedInt32(count),
    datePartnerByKey: sharedUint8(count),
    ambiguity: sharedInt32(count),
    batch: unknown(count),
    undecided: unknown(count),
    statusPartner: unknown(count),
    accountPartner: unknown(count),
    dispensePartner: unknown(count),
    shortDispense: sharedFloat64(count).fill(-1),
    expectedFee: sharedFloat64(count).fill(-1),
    chargebackOf: unknown(count),
  };
}

/** A column that is not always filled. */
function unknown(count: number): Int32Array {
  return sharedInt32(count).fill(-1);
}

const TIERS = LAST_TIER + 1;

/** All pairs by tier, then in the canonical order of their ledger rows. Early pairs are numbered before the others. */
function pairsOf({ account, pairs }: AccountMatch, columns: RowColumns): MatchGroups {
  const { gl, early } = account;
  const count = early.count + pairs.count;
  const glRows = new Uint32Array(count);
  glRows.set(early.gl.subarray(0, early.count));
  for (let p = 0; p < pairs.count; p++) glRows[early.count + p] = gl.row[pairs.gl[p]];
  const listing: Listing = {
    out: allocateGroups({ count, rows: null, weighed: pairs.count > 0 ? WEIGHED_COLUMNS : [] }),
    order: canonicalPlaces(columns, glRows),
    next: firstsOfTiers(early, pairs),
  };
  for (let first = 0; first < count; first += BATCH) putBatch({ account, pairs }, listing, first);
  return listing.out;
}

interface Listing {
  readonly out: MatchGroups;
  readonly order: Uint32Array;
  /** Where the next pair of each tier goes. */
  readonly next: Uint32Array;
}

function firstsOfTiers(early: EarlyPairs, pairs: PairList): Uint32Array {
  const next = new Uint32Array(TIERS + 1);
  for (let p = 0; p < early.count; p++) next[early.tier[p] + 1]++;
  for (let p = 0; p < pairs.count; p++) next[pairs.tier[p] + 1]++;
  for (let t = 0; t < TIERS; t++) next[t + 1] += next[t];
  return next;
}

function putBatch(
  { account, pairs }: Pick<AccountMatch, 'account' | 'pairs'>,
  { out, order, next }: Listing,
  first: number,
): void {
  const { gl, bank, early } = account;
  const last = Math.min(order.length, first + BATCH);
  for (let k = first; k < last; k++) {
    const p = order[k];
    if (p < early.count) putEarly(out, next[early.tier[p]]++, account, p);
    else putPair(out, next[pairs.tier[p - early.count]]++, { gl, bank, pairs }, p - early.count);
  }
}

function putPair(
  out: MatchGroups,
  at: number,
  { gl, bank, pairs }: { gl: SideNumbers; bank: SideNumbers; pairs: PairList },
  p: number,
): void {
  const g = pairs.gl[p];
  const b = pairs.bank[p];
  out.gl.rows[at] = gl.row[g];
  out.bank.rows[at] = bank.row[b];
  out.tier[at] = pairs.tier[p];
  out.difference[at] = gl.amount[g] - bank.amount[b];
  out.days[at] = pairs.days[p];
  out.textScore[at] = pairs.textScore[p];
  out.feeBasis[at] = pairs.feeBasis[p];
  out.runnerUp[at] = pairs.runnerUp[p] < 0 ? -1 : bank.row[pairs.runnerUp[p]];
  out.runnerUpGap[at] = pairs.runnerUpGap[p];
  putWeighed(out.weighed, at, pairs.weighed[p]);
}

function putWeighed(out: WeighedColumns, at: number, weighed: Weighed | null): void {
  if (weighed !== null) for (const name of WEIGHED_COLUMNS) out[name]![at] = weighed[name];
}

function putEarly(out: MatchGroups, at: number, { early, residue }: Account, p: number): void {
  out.gl.rows[at] = early.gl[p];
  out.bank.rows[at] = early.bank[p];
  out.tier[at] = early.tier[p];
  out.difference[at] = early.difference[p];
  out.days[at] = early.days[p];
  out.textScore[at] = p < residue.atSight ? REFERENCE_ALONE : KEY_ALONE;
  out.feeBasis[at] = early.feeBasis[p];
  out.runnerUp[at] = -1;
  out.runnerUpGap[at] = -1;
}

const ascending = (a: number, b: number): number => a - b;

/** Groups that were made as such, in the order that pairs have. Local rows ascend in canonical order. */
export function listed({ gl, bank }: NumbersMatching['account'], groups: readonly LocalGroup[]): MatchGroups {
  const ordered = groups
    .map((group) => ({ ...group, gl: group.gl.toSorted(ascending), bank: group.bank.toSorted(ascending) }))
    .sort((a, b) => a.tier - b.tier || a.gl[0] - b.gl[0]);
  const rows = (side: Side): number => ordered.reduce((sum, group) => sum + group[side].length, 0);
  const count = ordered.length;
  const sizes = { gl: rows('gl'), bank: rows('bank') };
  const isOneToOne = sizes.gl === count && sizes.bank === count;
  const out = allocateGroups({ count, rows: isOneToOne ? null : sizes, weighed: [] });
  const next = { gl: 0, bank: 0 };
  ordered.forEach((group, g) => {
    for (const i of group.gl) out.gl.rows[next.gl++] = gl.row[i];
    for (const i of group.bank) out.bank.rows[next.bank++] = bank.row[i];
    for (const side of SIDES) if (!isOneToOne) out[side].offsets![g + 1] = next[side];
    out.tier[g] = group.tier;
    out.difference[g] = Number(sumOf(gl.amount, group.gl) - sumOf(bank.amount, group.bank));
    out.days[g] = group.days;
    out.textScore[g] = group.textScore;
    out.feeBasis[g] = group.feeBasis;
    out.runnerUp[g] = -1;
    out.runnerUpGap[g] = -1;
  });
  return out;
}

function groupsOf(match: AccountMatch, columns: RowColumns): MatchGroups {
  const pairs = pairsOf(match, columns);
  if (match.groups.length === 0) return pairs;
  const few = listed(match.account, match.groups);
  return interleaveGroups({ many: pairs, few }, { columns, compare: compareRows });
}

export function reversalsOf(side: SideNumbers, netted: readonly Netted[]): Reversals {
  const sorted = [...netted].sort((a, b) => a.original - b.original);
  const isWeighed = sorted.some(({ weighed }) => weighed !== null);
  const out = allocateReversals(sorted.length, isWeighed ? WEIGHED_COLUMNS : []);
  sorted.forEach(({ original, reversal, weighed }, k) => {
    out.original[k] = side.row[original];
    out.reversal[k] = side.row[reversal];
    out.byKey[k] = weighed === null ? 1 : 0;
    putWeighed(out.weighed, k, weighed);
  });
  return out;
}

export function openRowsOf(
  side: SideNumbers,
  other: SideNumbers,
  open: OpenSide & { holders: Int32Array; chargebacks: Chargebacks | null },
): OpenRows {
  let count = 0;
  for (let i = 0; i < side.n; i++) if (side.state[i] === OPEN) count++;
  const out = allocateOpenRows(count);
  const ofOther = (local: Int32Array | undefined, i: number): number =>
    local === undefined || local[i] < 0 ? -1 : other.row[local[i]];
  const { partners } = open;
  let at = 0;
  for (let i = 0; i < side.n; i++) {
    if (side.state[i] !== OPEN) continue;
    out.row[at] = side.row[i];
    out.facts[at] = open.facts[i];
    out.duplicateOf[at] = open.duplicateOf[i];
    out.keyHolder[at] = open.holders[i];
    out.amountHolder[at] = ofOther(open.amountHolder, i);
    out.currencyPartner[at] = ofOther(partners.currency, i);
    out.directionPartner[at] = ofOther(partners.direction, i);
    out.amountPartner[at] = ofOther(partners.amount, i);
    out.datePartner[at] = ofOther(partners.date, i);
    out.datePartnerByKey[at] = partners.dateByKey[i];
    out.statusPartner[at] = ofOther(partners.status, i);
    out.accountPartner[at] = ofOther(partners.account, i);
    out.dispensePartner[at] = ofOther(partners.dispense, i);
    out.shortDispense[at] = open.shortDispense?.[i] ?? -1;
    out.ambiguity[at] = open.ambiguity[i];
    out.batch[at] = open.batch?.[i] ?? -1;
    out.undecided[at] = open.undecided?.[i] ?? -1;
    out.chargebackOf[at] = open.chargebacks?.of[i] ?? -1;
    if (open.chargebacks?.severals[i] === 1) out.facts[at] |= FACT_SEVERAL_SETTLED;
    if (open.expectedFee !== null) out.expectedFee[at] = open.expectedFee[i];
    at++;
  }
  return out;
}

/** `columns`: the ledger's, whose canonical order groups are listed in. */
export function accountOutcome(match: AccountMatch, columns: RowColumns): MatchOutcome {
  const { gl, bank } = match.account;
  const open = (side: Side) => ({
    ...match.open[side],
    holders: match.holders[side],
    chargebacks: match.chargebacks[side],
  });
  return {
    groups: groupsOf(match, columns),
    reversals: { gl: reversalsOf(gl, match.reversals.gl), bank: reversalsOf(bank, match.reversals.bank) },
    open: { gl: openRowsOf(gl, bank, open('gl')), bank: openRowsOf(bank, gl, open('bank')) },
    notes: [...match.notes].sort(),
  };
}
