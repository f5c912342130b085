// The matches of a session's run, in the order in which they were stored: tier by tier, within a tier in canonical order.
// A page reads the group blocks that it lies in and the rows that these name; totals come from the blocks' headers.
// Reversals netted on one side are no matches of two sides, and are not listed here.

import { comparedIdentifiers } from '../core/matching/compared-identifiers.ts';
import type { ComparedIdentifier } from '../core/matching/explain.ts';
import { FEE_CHARGE, FEE_RATE } from '../core/matching/outcome.ts';
import { REFERENCE_ALONE } from '../core/matching/pair-list.ts';
import type { Side } from '../core/records/columns.ts';
import { digestIdAt } from '../core/records/digest-ids.ts';
import { storedPairIds } from '../core/records/group-ids.ts';
import { type GroupBlockHeader, type GroupColumns, NO_POSITION, TIER_REVERSAL } from '../core/records/groups.ts';
import type { SessionKey } from '../core/records/session.ts';
import { type ReadingDependencies, readStoredRows, type StoredSide } from './read-stored-rows.ts';
import type { PageOf, ReportPage } from './report-page.ts';
import { type ReportRow, reportRow } from './report-row.ts';

export interface MatchReport {
  readonly groupId: string;
  readonly session: string;
  readonly tier: number;
  /** In hundredths. */
  readonly confidence: number;
  /** GL - bank, signed minor units of `currency`. */
  readonly differenceMinor: number;
  readonly currency: string;
  readonly crossMonth: boolean;
  readonly gl: readonly ReportRow[];
  readonly bank: readonly ReportRow[];
  readonly keysCompared: readonly ComparedIdentifier[];
  /** Bank - GL. */
  readonly dateDifferenceDays: number;
  readonly feeBasis: 'charge' | 'rate' | null;
  /** 0 to 10,000; null for a pair that its reference settled alone. */
  readonly textScore: number | null;
  /** The bank row that came second, and by how much of 10,000. */
  readonly runnerUp: { readonly recordId: string; readonly gap: number } | null;
}

export interface MatchFilter {
  readonly tier: number | null;
  /** 0 to 1; null: any. */
  readonly minConfidence: number | null;
}

/** A block of a run's groups and the group in it that comes next. */
export interface MatchPlace {
  readonly runId: string;
  readonly block: number;
  readonly group: number;
}

/** `replaced`: the place is of a run that another one has replaced since. */
export type MatchesReported =
  | { readonly outcome: 'page'; readonly page: ReportPage<MatchReport, MatchPlace> }
  | { readonly outcome: 'unknown_session' }
  | { readonly outcome: 'replaced' };

/** Throws store_damaged or store_unavailable. */
export async function reportMatches(
  deps: ReadingDependencies,
  key: SessionKey,
  { filter, page }: { readonly filter: MatchFilter; readonly page: PageOf<MatchPlace> },
): Promise<MatchesReported> {
  const session = await deps.store.sessions.get(key);
  if (session === null) return { outcome: 'unknown_session' };
  const { runId } = session;
  if (page.after !== null && page.after.runId !== runId) return { outcome: 'replaced' };
  try {
    return { outcome: 'page', page: await readPage(deps, { key, runId, filter, page }) };
  } catch (error) {
    // A run that took the session's place meanwhile also took its blocks away.
    const now = await deps.store.sessions.get(key);
    if (now === null || now.version === session.version) throw error;
    return page.after === null ? reportMatches(deps, key, { filter, page }) : { outcome: 'replaced' };
  }
}

interface Asked {
  readonly key: SessionKey;
  readonly runId: string;
  readonly filter: MatchFilter;
  readonly page: PageOf<MatchPlace>;
}

async function readPage(deps: ReadingDependencies, asked: Asked): Promise<ReportPage<MatchReport, MatchPlace>> {
  const { key, runId, filter, page } = asked;
  const headers = await deps.store.groupBlocks.headers(runId);
  const blocks = headers.filter(({ header }) => isWanted(header, filter));
  const total = blocks.reduce((sum, { header }) => sum + header.groups, 0);
  const items: MatchReport[] = [];
  let next: MatchPlace | null = null;
  for (const { n, header } of blocks) {
    const from = page.after === null || n > page.after.block ? 0 : page.after.group;
    if ((page.after !== null && n < page.after.block) || from >= header.groups) continue;
    if (items.length === page.limit) {
      next = { runId, block: n, group: from };
      break;
    }
    const to = Math.min(header.groups, from + page.limit - items.length);
    const groups = await deps.compute.unpackGroups(await deps.store.groupBlocks.read(runId, [n]));
    items.push(...(await matchesOf(deps, key, { groups, from, to })));
    if (to < header.groups) {
      next = { runId, block: n, group: to };
      break;
    }
  }
  return { items, next, total };
}

/** A tier has one confidence, so that a block is wanted whole or not at all. */
function isWanted(header: GroupBlockHeader, { tier, minConfidence }: MatchFilter): boolean {
  if (header.tier === TIER_REVERSAL) return false;
  return (tier === null || header.tier === tier) && header.leastConfidence / 100 >= (minConfidence ?? 0);
}

interface GroupRange {
  readonly groups: GroupColumns;
  readonly from: number;
  readonly to: number;
}

async function matchesOf(deps: ReadingDependencies, key: SessionKey, range: GroupRange): Promise<MatchReport[]> {
  const { groups, from, to } = range;
  const sides = await readStoredRows(deps, key, wantedRows(range));
  const columns = { gl: sides.gl.columns, bank: sides.bank.columns };
  const rowsOf = (side: Side, g: number): number[] => {
    const { offsets, positions } = groups[side];
    const members = Array.from({ length: offsets[g + 1]! - offsets[g]! }, (_, k) => offsets[g]! + k);
    return members.map((k) => rowAt(sides[side], groups, positions, k));
  };
  const numbers = Array.from({ length: to - from }, (_, i) => from + i);
  const members = numbers.map((g) => ({ gl: rowsOf('gl', g), bank: rowsOf('bank', g) }));
  const first = (side: Side) => Uint32Array.from(members, (rows) => rows[side][0]!);
  const pairs = { gl: first('gl'), bank: first('bank'), twin: groups.twin.slice(from, to) };
  const ids = storedPairIds({ key, digest: deps.digest }, columns, pairs);
  const settled = Uint8Array.from(numbers, (g) => (groups.textScore[g] === REFERENCE_ALONE ? 1 : 0));
  const keys = comparedIdentifiers(columns, { ...pairs, settled });
  const report = (side: Side, row: number): ReportRow =>
    reportRow(side, { rows: columns[side], row, recordId: sides[side].recordIds[row]! });
  return numbers.map((g, i) => {
    const gl = members[i]!.gl.map((row) => report('gl', row));
    const bank = members[i]!.bank.map((row) => report('bank', row));
    return {
      groupId: digestIdAt(ids, i),
      session: key.session,
      tier: groups.tier[g]!,
      confidence: groups.confidence[g]!,
      differenceMinor: groups.difference[g]!,
      currency: gl[0]!.currency,
      crossMonth: false,
      gl,
      bank,
      keysCompared: keys[i]!,
      dateDifferenceDays: groups.days[g]!,
      feeBasis: groups.feeBasis[g] === FEE_CHARGE ? 'charge' : groups.feeBasis[g] === FEE_RATE ? 'rate' : null,
      textScore: groups.textScore[g]! < 0 ? null : groups.textScore[g]!,
      runnerUp: runnerUpOf(sides.bank, groups, g),
    };
  });
}

function wantedRows({ groups, from, to }: GroupRange): Map<string, Set<number>> {
  const wanted = new Map<string, Set<number>>();
  const want = (positions: Uint32Array, k: number): void => {
    if (positions[2 * k] === NO_POSITION) return;
    const id = groups.ingestions[positions[2 * k]!]!;
    const known = wanted.get(id);
    if (known === undefined) wanted.set(id, new Set([positions[2 * k + 1]!]));
    else known.add(positions[2 * k + 1]!);
  };
  for (const { offsets, positions } of [groups.gl, groups.bank]) {
    for (let k = offsets[from]!; k < offsets[to]!; k++) want(positions, k);
  }
  for (let g = from; g < to; g++) want(groups.runnerUp, g);
  return wanted;
}

const rowAt = (side: StoredSide, { ingestions }: GroupColumns, positions: Uint32Array, k: number): number =>
  side.rowOf(ingestions[positions[2 * k]!]!, positions[2 * k + 1]!);

function runnerUpOf(bank: StoredSide, groups: GroupColumns, g: number): MatchReport['runnerUp'] {
  if (groups.runnerUp[2 * g] === NO_POSITION) return null;
  const row = rowAt(bank, groups, groups.runnerUp, g);
  return { recordId: bank.recordIds[row]!, gap: groups.runnerUpGap[g]! };
}
