// Describes the rows that stay open: their key, whether the other side has a candidate, which open row of the other
// side disagrees in one respect only, and which rows are one ambiguity. Rules: docs/decisions/matching-definitions.md
// ("Open rows"), src/core/matching/outcome/outcome.ts.

import { otherSide, SIDES, type Side } from '../../records/rows/columns.ts';
import { NO_ROW, openAmounts } from '../candidates/open-amounts.ts';
import { firstRow } from '../classes.ts';
import { type Contest, equalCounts } from '../contest/contest.ts';
import type { LiveContest } from '../contest/rounds.ts';
import type { Matching } from '../matching.ts';
import { isByLine } from '../method.ts';
import { OPEN } from '../side-numbers.ts';
import type { SeveralSums } from '../sums/batch-by-sum.ts';
import type { ExpectedFees } from '../sums/fee-lines.ts';
import type { KeyAmbiguity } from '../tiers/key-tiers.ts';
import { duplicates } from './duplicates.ts';
import { openBatches } from './open-batches.ts';
import {
  FACT_AMOUNT_CANDIDATE,
  FACT_AMOUNT_OPEN,
  FACT_KEY,
  FACT_KEY_LINKED,
  FACT_KEY_OPEN_ELSEWHERE,
  FACT_REVERSAL_MARKER,
  FACT_SEVERAL_SUMS,
} from './outcome.ts';
import { type Partners, partnersOf } from './partners.ts';

/** Facts by local row of one side; rows that are not open have none. */
export interface OpenSide {
  readonly facts: Uint16Array;
  /** Row of the side's columns, or -1. */
  readonly duplicateOf: Int32Array;
  readonly partners: Partners;
  /** The minor units that the dispensing partner's machine failed to pay out. */
  readonly shortDispense?: Float64Array;
  /** Ambiguity number within the account, or -1. */
  readonly ambiguity: Int32Array;
  /** Number within the account of rows whose reference's sums differ, or -1; kinds with own identifiers have none. */
  readonly batch?: Int32Array;
  /** Number within the account of rows that may be one batch, or -1. */
  readonly undecided?: Int32Array;
  /** The expected amount of a line that looks like a fee (sums/fee-lines.ts); else -1. */
  readonly expectedFee: Float64Array | null;
  /** Local row of the other side (open-amounts.ts). */
  readonly amountHolder: Int32Array;
}

export interface OpenFacts {
  readonly gl: OpenSide;
  readonly bank: OpenSide;
}

/** Findings of the tiers that descriptions use. */
interface KnownBefore {
  readonly byKey: readonly KeyAmbiguity[];
  /** For each local row 1 if it has a reversal marker. */
  readonly marked: { readonly gl: Uint8Array; readonly bank: Uint8Array };
  /** Rows to which rows of the other side add up, but it is not certain which; null if sums were not tried. */
  readonly several: SeveralSums | null;
  /** Null where none were looked for. */
  readonly expectedFees: ExpectedFees | null;
}

/** `state`: the contest of agreeing amounts as the tiers left it. */
export function describeOpen(
  matching: Matching,
  state: LiveContest,
  { byKey, marked, several, expectedFees }: KnownBefore,
): OpenFacts {
  const facts = { gl: keyFacts(matching, 'gl', marked.gl), bank: keyFacts(matching, 'bank', marked.bank) };
  markCandidates(state, facts);
  const amounts = openAmounts(matching);
  markOpenAmounts(amounts, facts);
  for (const { side, row } of openSums(matching, several)) facts[side][row] |= FACT_SEVERAL_SUMS;
  const undecided = sumsToDecide(matching, several);
  const ambiguity = ambiguities(matching, state, byKey);
  const batch = openBatches(matching, marked);
  const partners = partnersOf(matching, state.contest.tables.costs, batch);
  const side = (name: 'gl' | 'bank'): OpenSide => ({
    facts: facts[name],
    duplicateOf: duplicates(matching, name),
    partners: partners[name],
    ambiguity: ambiguity[name],
    batch: batch[name],
    undecided: undecided[name],
    expectedFee: expectedFees?.[name] ?? null,
    amountHolder: amounts[name],
  });
  return { gl: side('gl'), bank: side('bank') };
}

function keyFacts({ account, keys }: Matching, name: 'gl' | 'bank', marked: Uint8Array): Uint16Array {
  const side = account[name];
  const other = name === 'gl' ? 'bank' : 'gl';
  const facts = new Uint16Array(side.n);
  const openElsewhere = new Uint8Array(keys[name].texts.count);
  for (let j = 0; j < account[other].n; j++) {
    if (account[other].state[j] === OPEN && keys[other].key[j] >= 0) openElsewhere[keys[other].key[j]] = 1;
  }
  for (let i = 0; i < side.n; i++) {
    if (side.state[i] !== OPEN) continue;
    const key = keys[name].key[i];
    if (key >= 0) {
      facts[i] |= FACT_KEY;
      if (keys[name].linked[i]) facts[i] |= FACT_KEY_LINKED;
      if (openElsewhere[key]) facts[i] |= FACT_KEY_OPEN_ELSEWHERE;
    }
    if (marked[i]) facts[i] |= FACT_REVERSAL_MARKER;
  }
  return facts;
}

function markCandidates({ contest, live }: LiveContest, facts: { gl: Uint16Array; bank: Uint16Array }): void {
  const mark = (side: Side, c: number): void => {
    for (const row of rowsOfClass(contest, side, c)) facts[side][row] |= FACT_AMOUNT_CANDIDATE;
  };
  for (let k = 0; k < live.length; k++) {
    mark('gl', contest.glClass[live[k]]);
    mark('bank', contest.bankClass[live[k]]);
  }
}

function rowsOfClass(contest: Contest, side: Side, c: number): Uint32Array {
  const { start, rows } = contest[side].classes;
  return rows.subarray(start[c], start[c + 1]);
}

function markOpenAmounts(
  found: Readonly<Record<Side, Int32Array>>,
  facts: { gl: Uint16Array; bank: Uint16Array },
): void {
  for (const side of SIDES) {
    for (let i = 0; i < facts[side].length; i++) if (found[side][i] !== NO_ROW) facts[side][i] |= FACT_AMOUNT_OPEN;
  }
}

/** The uncertain sums whose row is still open. */
const openSums = ({ account }: Matching, several: SeveralSums | null): SeveralSums =>
  (several ?? []).filter(({ side, row }) => account[side].state[row] === OPEN);

/** Joins each row with the open rows that may be its parts. */
function sumsToDecide(matching: Matching, several: SeveralSums | null): Readonly<Record<Side, Int32Array>> {
  const { gl, bank } = matching.account;
  const joined = new Ambiguities(gl.n, bank.n);
  for (const { side, row, parts } of openSums(matching, several)) {
    const other = matching.account[otherSide(side)];
    for (const part of parts) {
      if (other.state[part] === OPEN) joined.join(...(side === 'gl' ? ([row, part] as const) : ([part, row] as const)));
    }
  }
  return joined.numbered();
}

/** Joins rows into numbered ambiguities; GL rows are nodes 0 .. n-1, bank rows follow. */
class Ambiguities {
  readonly parent: Int32Array;
  readonly glRows: number;

  constructor(glRows: number, bankRows: number) {
    this.parent = new Int32Array(glRows + bankRows).fill(-1);
    this.glRows = glRows;
  }

  #root(node: number): number {
    if (this.parent[node] === -1) this.parent[node] = node;
    let root = node;
    while (this.parent[root] !== root) root = this.parent[root];
    while (this.parent[node] !== root) [this.parent[node], node] = [root, this.parent[node]];
    return root;
  }

  join(g: number, b: number): void {
    const x = this.#root(g);
    const y = this.#root(this.glRows + b);
    if (x !== y) this.parent[Math.max(x, y)] = Math.min(x, y);
  }

  /** Numbers by first GL row, -1 where a row is in none. */
  numbered(): { gl: Int32Array; bank: Int32Array } {
    const number = new Int32Array(this.parent.length).fill(-1);
    const known = new Map<number, number>();
    for (let node = 0; node < this.parent.length; node++) {
      if (this.parent[node] === -1) continue;
      const root = this.#root(node);
      if (!known.has(root)) known.set(root, known.size);
      number[node] = known.get(root)!;
    }
    return { gl: number.subarray(0, this.glRows), bank: number.subarray(this.glRows) };
  }
}

function ambiguities({ account, keys, parameters }: Matching, state: LiveContest, byKey: readonly KeyAmbiguity[]) {
  const joined = new Ambiguities(account.gl.n, account.bank.n);
  for (const pair of byKey) {
    const gl = pair.gl.filter((g) => account.gl.state[g] === OPEN);
    const bank = pair.bank.filter((b) => account.bank.state[b] === OPEN);
    joinAll(joined, gl, bank);
  }
  const { contest } = state;
  const candidates = isByLine(parameters.method) ? ambiguousCandidates(state, keys) : [];
  for (const e of candidates) {
    joinAll(joined, rowsOfClass(contest, 'gl', contest.glClass[e]), rowsOfClass(contest, 'bank', contest.bankClass[e]));
  }
  return joined.numbered();
}

function joinAll(joined: Ambiguities, gl: Uint32Array, bank: Uint32Array): void {
  if (gl.length === 0 || bank.length === 0) return;
  for (const g of gl) joined.join(g, bank[0]);
  for (const b of bank) joined.join(gl[0], b);
}

/** Ambiguous: no single candidate has this share, but all together have. */
const LIKELY = 6_000;
/** Ambiguous: two or more candidates have this share. */
const POSSIBLE = 2_000;

/**
 * Candidates that make a class ambiguous: several are possible and none is likely, or the likely class has another
 * number of rows.
 */
function ambiguousCandidates(state: LiveContest, keys: Matching['keys']): number[] {
  const { contest, live } = state;
  const shares = state.shares();
  const found = new Set<number>();
  for (const side of SIDES) {
    const classOf = side === 'gl' ? contest.glClass : contest.bankClass;
    const possible = new Map<number, number[]>();
    const clear = new Set<number>();
    for (let k = 0; k < live.length; k++) {
      const e = live[k];
      const c = classOf[e];
      const share = shares[side].share(c, contest.evidence[e]);
      if (share >= LIKELY && equalCounts(contest, e)) clear.add(c);
      if (share < POSSIBLE || (share >= LIKELY && sameKey(contest, e, keys))) continue;
      possible.set(c, [...(possible.get(c) ?? []), e]);
    }
    for (const [c, candidates] of possible) {
      if (clear.has(c) || shares[side].someone(c) < LIKELY) continue;
      if (candidates.length > 1 || !equalCounts(contest, candidates[0])) for (const e of candidates) found.add(e);
    }
  }
  return [...found];
}

function sameKey({ gl, bank, glClass, bankClass }: Contest, e: number, keys: Matching['keys']): boolean {
  const key = keys.gl.key[firstRow(gl.classes, glClass[e])];
  return key >= 0 && key === keys.bank.key[firstRow(bank.classes, bankClass[e])];
}
