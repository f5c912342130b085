// Takes pairs of classes in rounds. In each round a pair is taken if its odds are high enough; its odds are the lower
// of its two classes' odds, among all live candidates and nobody, at the start of the round. The pairs taken then leave
// the contest, and the next round may see others clearly. Rules: docs/decisions/matching-definitions.md, "Acceptance".

import type { AccountSide } from '../account.ts';
import { type Classes, sizeOf } from '../classes.ts';
import { nobodyByClass } from '../evidence/nobody.ts';
import { Shares } from '../evidence/shares.ts';
import { OPEN } from '../side-numbers.ts';
import { type Contest, equalCounts } from './contest.ts';

export interface Choice {
  /** Candidate number. */
  readonly candidate: number;
  /** The lesser of its two classes' odds, in sixteenths of a bit. */
  readonly odds: number;
  /** The ledger class's second best candidate when it was taken, or -1, and its share. */
  readonly runnerUp: number;
  readonly runnerUpShare: number;
  /** Share of nobody for the ledger class. */
  readonly nobodyShare: number;
}

interface RoundRules {
  readonly leastOdds: number;
  readonly rounds: number;
  /** Whether a candidate may be taken at all; it competes anyway. */
  readonly accepts?: (candidate: number) => boolean;
  /** Matches or nets the rows of a choice. */
  readonly take: (choice: Choice) => void;
  /** The two sides of the contest. */
  readonly sides: { readonly gl: AccountSide; readonly bank: AccountSide };
}

/** The live state of a contest: candidates both of whose classes have open rows. */
export class LiveContest {
  contest: Contest;
  live: Uint32Array;

  constructor(contest: Contest) {
    this.contest = {
      ...contest,
      gl: { ...contest.gl, rivals: contest.gl.rivals.slice() },
      bank: { ...contest.bank, rivals: contest.bank.rivals.slice() },
    };
    this.live = new Uint32Array(contest.glClass.length);
    for (let e = 0; e < this.live.length; e++) this.live[e] = e;
  }

  /** Shares of the live candidates, by class of either side. */
  shares(): { readonly gl: Shares; readonly bank: Shares } {
    const { contest, live } = this;
    return {
      gl: new Shares(contest.glClass, contest.evidence, nobodyByClass(contest.gl, contest.accident), live),
      bank: new Shares(contest.bankClass, contest.evidence, nobodyByClass(contest.bank, contest.accident), live),
    };
  }

  /** Removes matched rows from each class, and candidates of classes that have none left. */
  keepOpen({ gl, bank }: { readonly gl: AccountSide; readonly bank: AccountSide }): void {
    const { contest } = this;
    const { glClass, bankClass } = contest;
    const before = { gl: contest.gl.classes, bank: contest.bank.classes };
    const left = { gl: openRows(before.gl, gl), bank: openRows(before.bank, bank) };
    let kept = 0;
    for (let k = 0; k < this.live.length; k++) {
      const e = this.live[k];
      const g = glClass[e];
      const b = bankClass[e];
      contest.gl.rivals[g] -= sizeOf(before.bank, b) - sizeOf(left.bank, b);
      contest.bank.rivals[b] -= sizeOf(before.gl, g) - sizeOf(left.gl, g);
      if (sizeOf(left.gl, g) > 0 && sizeOf(left.bank, b) > 0) this.live[kept++] = e;
    }
    this.live = this.live.subarray(0, kept);
    this.contest = {
      ...contest,
      gl: { ...contest.gl, classes: left.gl },
      bank: { ...contest.bank, classes: left.bank },
    };
  }
}

/** `take` matches the rows of a choice; `keepOpen` of the state is called after each round. */
export function runRounds(state: LiveContest, { leastOdds, rounds, accepts, take, sides }: RoundRules): void {
  const { glClass, bankClass, evidence } = state.contest;
  for (let round = 0; round < rounds && state.live.length > 0; round++) {
    const shares = state.shares();
    const chosen: { candidate: number; odds: number }[] = [];
    for (let k = 0; k < state.live.length; k++) {
      const e = state.live[k];
      // A candidate with less evidence than another of its class has at most even odds.
      if (evidence[e] < shares.gl.most[glClass[e]] || evidence[e] < shares.bank.most[bankClass[e]]) continue;
      const odds = Math.min(shares.gl.odds(glClass[e], evidence[e]), shares.bank.odds(bankClass[e], evidence[e]));
      if (odds < leastOdds || !equalCounts(state.contest, e) || (accepts && !accepts(e))) continue;
      chosen.push({ candidate: e, odds });
    }
    if (chosen.length === 0) break;
    const seconds = secondBest(state, chosen);
    for (const { candidate, odds } of chosen) {
      const g = glClass[candidate];
      const runnerUp = seconds.get(g) ?? -1;
      const runnerUpShare = runnerUp < 0 ? 0 : shares.gl.share(g, evidence[runnerUp]);
      take({ candidate, odds, runnerUp, runnerUpShare, nobodyShare: shares.gl.nobody(g) });
    }
    state.keepOpen(sides);
  }
}

function openRows(classes: Classes, side: AccountSide): Classes {
  const start = new Uint32Array(classes.count + 1);
  const rows = new Uint32Array(classes.rows.length);
  let count = 0;
  for (let c = 0; c < classes.count; c++) {
    for (let k = classes.start[c]; k < classes.start[c + 1]; k++) {
      if (side.state[classes.rows[k]] === OPEN) rows[count++] = classes.rows[k];
    }
    start[c + 1] = count;
  }
  return { count: classes.count, start, rows: rows.subarray(0, count) };
}

/** For each ledger class chosen the best other candidate; of equal ones the first bank class. */
function secondBest(
  { contest, live }: LiveContest,
  chosen: readonly { readonly candidate: number }[],
): Map<number, number> {
  const { glClass, bankClass, evidence } = contest;
  const own = new Int32Array(contest.gl.classes.count).fill(-1);
  for (const { candidate } of chosen) own[glClass[candidate]] = candidate;
  const second = new Map<number, number>();
  for (let k = 0; k < live.length; k++) {
    const e = live[k];
    const candidate = own[glClass[e]];
    if (candidate < 0 || candidate === e) continue;
    const known = second.get(glClass[e]);
    const lead = known === undefined ? 1 : evidence[e] - evidence[known];
    if (lead > 0 || (lead === 0 && bankClass[e] < bankClass[known!])) second.set(glClass[e], e);
  }
  return second;
}
