// Tiers 3 and 5: a pair of classes is taken when it is the best of both by a clear lead. All that are taken in a round
// leave together, and what was ambiguous may have become clear. Tiers 4 and 6: the only candidate both ways.
// Rule: design/matching.md, "Tiers 3, 5: rounds" and "Tiers 4, 6".

export interface Choice {
  /** Candidate number. */
  readonly candidate: number;
  /** The GL class's second best candidate when it was taken, or -1, and how far behind. */
  readonly runnerUp: number;
  readonly lead: number;
}

/** What rounds need to know of candidates between two sets of classes. */
export interface Contest {
  readonly count: number;
  readonly glClass: Uint32Array;
  readonly bankClass: Uint32Array;
  readonly score: Int32Array;
  readonly glClasses: number;
  readonly bankClasses: number;
}

export interface RoundRules {
  readonly gap: number;
  readonly rounds: number;
  /** Whether a candidate may be taken at all; it competes anyway. */
  readonly accepts: (candidate: number) => boolean;
  /** By class 1 for those that were taken before; none when left out. */
  readonly gone?: Sides<Uint8Array>;
}

/** Best and second best candidate of each class among the live ones. */
class Leaders {
  readonly best: Int32Array;
  readonly second: Int32Array;

  constructor(classes: number) {
    this.best = new Int32Array(classes);
    this.second = new Int32Array(classes);
  }

  clear(): void {
    this.best.fill(-1);
    this.second.fill(-1);
  }

  offer(c: number, candidate: number, score: Int32Array): void {
    const best = this.best[c]!;
    if (best < 0 || score[candidate]! > score[best]!) {
      this.second[c] = best;
      this.best[c] = candidate;
    } else if (this.second[c]! < 0 || score[candidate]! > score[this.second[c]!]!) this.second[c] = candidate;
  }

  lead(c: number, score: Int32Array): number {
    return this.second[c]! < 0 ? Number.POSITIVE_INFINITY : score[this.best[c]!]! - score[this.second[c]!]!;
  }
}

export interface Sides<T> {
  readonly gl: T;
  readonly bank: T;
}

export function runRounds(contest: Contest, rules: RoundRules): Choice[] {
  const { glClass, bankClass } = contest;
  const leaders = { gl: new Leaders(contest.glClasses), bank: new Leaders(contest.bankClasses) };
  const gone = rules.gone ?? { gl: new Uint8Array(contest.glClasses), bank: new Uint8Array(contest.bankClasses) };
  let live = new Int32Array(contest.count);
  for (let e = 0; e < contest.count; e++) live[e] = e;
  if (rules.gone) live = live.subarray(0, keepLive(contest, live, gone));
  const choices: Choice[] = [];
  for (let round = 0; round < rules.rounds && live.length > 0; round++) {
    leaders.gl.clear();
    leaders.bank.clear();
    offerAll(contest, live, leaders);
    const chosen = choicesAmong(contest, { live, leaders, rules });
    if (chosen.length === 0) break;
    for (const choice of chosen) {
      choices.push(choice);
      gone.gl[glClass[choice.candidate]!] = 1;
      gone.bank[bankClass[choice.candidate]!] = 1;
    }
    live = live.subarray(0, keepLive(contest, live, gone));
  }
  return choices;
}

function offerAll({ glClass, bankClass, score }: Contest, live: Int32Array, { gl, bank }: Sides<Leaders>): void {
  for (let k = 0; k < live.length; k++) {
    const e = live[k]!;
    gl.offer(glClass[e]!, e, score);
    bank.offer(bankClass[e]!, e, score);
  }
}

/** The candidates that are best for both their classes, by the gap, and acceptable. */
function choicesAmong(
  { glClass, bankClass, score }: Contest,
  { live, leaders, rules }: { readonly live: Int32Array; readonly leaders: Sides<Leaders>; readonly rules: RoundRules },
): Choice[] {
  const { gl, bank } = leaders;
  const gap = Math.max(1, rules.gap);
  const choices: Choice[] = [];
  for (let k = 0; k < live.length; k++) {
    const e = live[k]!;
    const g = glClass[e]!;
    const b = bankClass[e]!;
    if (gl.best[g] !== e || bank.best[b] !== e || !rules.accepts(e)) continue;
    const lead = gl.lead(g, score);
    if (lead < gap || bank.lead(b, score) < gap) continue;
    choices.push({ candidate: e, runnerUp: gl.second[g]!, lead: lead === Number.POSITIVE_INFINITY ? -1 : lead });
  }
  return choices;
}

/** Moves the candidates none of whose classes is gone to the front, in their order; answers how many. */
function keepLive({ glClass, bankClass }: Contest, live: Int32Array, gone: Sides<Uint8Array>): number {
  let kept = 0;
  for (let k = 0; k < live.length; k++) {
    const e = live[k]!;
    if (!gone.gl[glClass[e]!] && !gone.bank[bankClass[e]!]) live[kept++] = e;
  }
  return kept;
}

export interface OnlyRules {
  /** Which candidates there are. */
  readonly among: (candidate: number) => boolean;
  /** Whether one may be taken; it is there anyway. */
  readonly accepts: (candidate: number) => boolean;
}

/** Candidates that are the only one of both their classes and that `accepts` allows. */
export function onlyCandidates(contest: Contest, { among, accepts }: OnlyRules): Choice[] {
  const gl = new Uint32Array(contest.glClasses);
  const bank = new Uint32Array(contest.bankClasses);
  for (let e = 0; e < contest.count; e++) {
    if (!among(e)) continue;
    gl[contest.glClass[e]!]!++;
    bank[contest.bankClass[e]!]!++;
  }
  const choices: Choice[] = [];
  for (let e = 0; e < contest.count; e++) {
    const isOnly = gl[contest.glClass[e]!] === 1 && bank[contest.bankClass[e]!] === 1;
    if (isOnly && among(e) && accepts(e)) choices.push({ candidate: e, runnerUp: -1, lead: -1 });
  }
  return choices;
}
