// What is said of the rows that stay open: their key, whether the other side has a candidate, which open row of the
// other side disagrees with them in one respect only, and which of them are one ambiguity.
// Rules: docs/decisions/matching-definitions.md ("Open rows"), src/core/matching/outcome/outcome.ts.

import { SIDES, type Side } from '../../records/rows/columns.ts';
import type { CandidateSet } from '../candidates/candidate-scores.ts';
import { CROWDED } from '../candidates/candidate-search.ts';
import { sizeOf } from '../candidates/classes.ts';
import { NO_ROW, openAmounts } from '../candidates/open-amounts.ts';
import { OPEN } from '../side-numbers.ts';
import type { KeyAmbiguity, Matching } from '../tiers/key-tiers.ts';
import { duplicates } from './duplicates.ts';
import {
  FACT_AMOUNT_CANDIDATE,
  FACT_AMOUNT_OPEN,
  FACT_CROWDED,
  FACT_KEY,
  FACT_KEY_LINKED,
  FACT_KEY_OPEN_ELSEWHERE,
  FACT_REVERSAL_MARKER,
} from './outcome.ts';
import { type Partners, partnersOf } from './partners.ts';

/** Facts by local row of one side; rows that are not open have none. */
export interface OpenSide {
  readonly facts: Uint16Array;
  /** Row of the side's columns, or -1. */
  readonly duplicateOf: Int32Array;
  readonly partners: Partners;
  /** Ambiguity number within the account, or -1. */
  readonly ambiguity: Int32Array;
  /** Local row of the other side (open-amounts.ts). */
  readonly amountHolder: Int32Array;
}

export interface OpenFacts {
  readonly gl: OpenSide;
  readonly bank: OpenSide;
}

/** What the tiers found out on their way. */
export interface KnownBefore {
  readonly byKey: readonly KeyAmbiguity[];
  /** By local row, 1 for rows with a reversal marker. */
  readonly marked: { readonly gl: Uint8Array; readonly bank: Uint8Array };
}

/** `set`: the candidates of agreeing amounts that the tiers left. */
export function describeOpen(matching: Matching, set: CandidateSet, { byKey, marked }: KnownBefore): OpenFacts {
  const facts = { gl: keyFacts(matching, 'gl', marked.gl), bank: keyFacts(matching, 'bank', marked.bank) };
  markCandidates(set, facts);
  const amounts = openAmounts(matching);
  markOpenAmounts(amounts, facts);
  const ambiguity = ambiguities(matching, set, byKey);
  const partners = partnersOf(matching);
  const side = (name: 'gl' | 'bank'): OpenSide => ({
    facts: facts[name],
    duplicateOf: duplicates(matching, name),
    partners: partners[name],
    ambiguity: ambiguity[name],
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
    if (account[other].state[j] === OPEN && keys[other].key[j]! >= 0) openElsewhere[keys[other].key[j]!] = 1;
  }
  for (let i = 0; i < side.n; i++) {
    if (side.state[i] !== OPEN) continue;
    const key = keys[name].key[i]!;
    if (key >= 0) {
      facts[i]! |= FACT_KEY;
      if (keys[name].linked[i]) facts[i]! |= FACT_KEY_LINKED;
      if (openElsewhere[key]) facts[i]! |= FACT_KEY_OPEN_ELSEWHERE;
    }
    if (marked[i]) facts[i]! |= FACT_REVERSAL_MARKER;
  }
  return facts;
}

function markCandidates(set: CandidateSet, facts: { gl: Uint16Array; bank: Uint16Array }): void {
  const mark = (side: 'gl' | 'bank', c: number, bit: number): void => {
    for (let k = set[side].start[c]!; k < set[side].start[c + 1]!; k++) facts[side][set[side].rows[k]!]! |= bit;
  };
  for (let e = 0; e < set.count; e++) {
    mark('gl', set.glClass[e]!, FACT_AMOUNT_CANDIDATE);
    mark('bank', set.bankClass[e]!, FACT_AMOUNT_CANDIDATE);
  }
  for (const side of ['gl', 'bank'] as const) {
    const bounds = side === 'gl' ? set.glBounds : set.bankBounds;
    for (let c = 0; c < set[side].count; c++) if (bounds[c]! & CROWDED) mark(side, c, FACT_CROWDED);
  }
}

function markOpenAmounts(
  found: Readonly<Record<Side, Int32Array>>,
  facts: { gl: Uint16Array; bank: Uint16Array },
): void {
  for (const side of SIDES) {
    for (let i = 0; i < facts[side].length; i++) if (found[side][i] !== NO_ROW) facts[side][i]! |= FACT_AMOUNT_OPEN;
  }
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
    while (this.parent[root] !== root) root = this.parent[root]!;
    while (this.parent[node] !== root) [this.parent[node], node] = [root, this.parent[node]!];
    return root;
  }

  join(g: number, b: number): void {
    const [x, y] = [this.#root(g), this.#root(this.glRows + b)];
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

function ambiguities({ account, keys, calibration }: Matching, set: CandidateSet, byKey: readonly KeyAmbiguity[]) {
  const joined = new Ambiguities(account.gl.n, account.bank.n);
  for (const pair of byKey) {
    const gl = pair.gl.filter((g) => account.gl.state[g] === OPEN);
    const bank = pair.bank.filter((b) => account.bank.state[b] === OPEN);
    joinAll(joined, gl, bank);
  }
  const found = ambiguousCandidates(set, { gap: calibration.gap, keys });
  for (let e = 0; e < set.count; e++) {
    if (found[e] === 0) continue;
    const rows = (side: 'gl' | 'bank', c: number): Uint32Array =>
      set[side].rows.subarray(set[side].start[c]!, set[side].start[c + 1]!);
    joinAll(joined, rows('gl', set.glClass[e]!), rows('bank', set.bankClass[e]!));
  }
  return joined.numbered();
}

function joinAll(joined: Ambiguities, gl: Uint32Array, bank: Uint32Array): void {
  if (gl.length === 0 || bank.length === 0) return;
  for (const g of gl) joined.join(g, bank[0]!);
  for (const b of bank) joined.join(gl[0]!, b);
}

/** Candidates that make a class ambiguous: several within the gap of its best, or a best one with another count. */
function ambiguousCandidates(set: CandidateSet, { gap, keys }: { gap: number; keys: Matching['keys'] }): Uint8Array {
  const found = new Uint8Array(set.count);
  for (const name of ['gl', 'bank'] as const) {
    const classOf = name === 'gl' ? set.glClass : set.bankClass;
    const best = new Int32Array(set[name].count).fill(-1);
    const near = new Uint32Array(set[name].count);
    for (let e = 0; e < set.count; e++)
      if (!set.against[e]) best[classOf[e]!] = Math.max(best[classOf[e]!]!, set.score[e]!);
    const isNear = (e: number): boolean => !set.against[e] && best[classOf[e]!]! - set.score[e]! <= gap;
    for (let e = 0; e < set.count; e++) if (isNear(e)) near[classOf[e]!]!++;
    for (let e = 0; e < set.count; e++) {
      if (!isNear(e)) continue;
      if (near[classOf[e]!]! > 1 || (unequal(set, e) && !sameKey(set, e, keys))) found[e] = 1;
    }
  }
  return found;
}

const unequal = (set: CandidateSet, e: number): boolean =>
  sizeOf(set.gl, set.glClass[e]!) !== sizeOf(set.bank, set.bankClass[e]!);

function sameKey(set: CandidateSet, e: number, keys: Matching['keys']): boolean {
  const key = keys.gl.key[set.gl.rows[set.gl.start[set.glClass[e]!]!]!]!;
  return key >= 0 && key === keys.bank.key[set.bank.rows[set.bank.start[set.bankClass[e]!]!]!];
}
