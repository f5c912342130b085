// The running balance as evidence for a reading: each balance is the one before it plus the entry. A proof is at least
// three different links that are not zero, 95 in 100 of all links, and one order throughout. Less proves nothing; if
// hardly any balance follows, the reading may be wrong.

/** Different links, and the share of all, that a proof needs. */
const LINKS = 3;
const SHARE = 0.95;
/** A smaller share of links refutes the reading. */
const REFUTED = 0.5;

export interface Chain {
  /** Balances that follow from the one before, in the better order, of so many. */
  readonly hits: number;
  readonly checks: number;
  /** Different entries, zeros left out, among those that follow. */
  readonly links: number;
}

const NOTHING: Chain = { hits: 0, checks: 0, links: 0 };

/**
 * How many balances follow from the one before, with the rows in file order or reversed, whichever explains more. A
 * single wrong balance is one that does not follow; the next then follows from the one above it. `groups`: the account
 * or currency of each row, if each has a balance of its own.
 */
export function chainOf(
  effects: readonly number[],
  balances: readonly (number | null)[],
  groups?: readonly string[],
): Chain {
  if (effects.some(Number.isNaN)) return NOTHING;
  const [forward, backward] = [new Links(), new Links()];
  const accounts = new Map<string, Account>();
  for (let i = 0; i < effects.length; i++) {
    const group = groups?.[i] ?? '';
    let at = accounts.get(group);
    if (at === undefined) accounts.set(group, (at = newAccount()));
    const balance = balances[i];
    at.up.since += effects[i];
    at.up.sinceBroken += effects[i];
    if (balance !== null && !Number.isNaN(balance)) {
      forward.meet(at.up, balance, 1);
      backward.meet(at.down, balance, -1);
    }
    // In file order the link is this row's, in reverse the row's before, so that a closing balance below the entries is
    // no link of theirs.
    at.down.since += effects[i];
    at.down.sinceBroken += effects[i];
  }
  return (forward.hits >= backward.hits ? forward : backward).chain();
}

/** The last balance of an account, and the entries since; the one before it, if the last did not follow from it. */
interface Walk {
  last: number | null;
  since: number;
  beforeBroken: number | null;
  sinceBroken: number;
}

interface Account {
  readonly up: Walk;
  readonly down: Walk;
}

const newWalk = (): Walk => ({ last: null, since: 0, beforeBroken: null, sinceBroken: 0 });
const newAccount = (): Account => ({ up: newWalk(), down: newWalk() });

class Links {
  hits = 0;
  private checks = 0;
  private readonly different = new Set<number>();

  /** Counts the link to a balance. `way`: -1 with the newest row first. */
  meet(walk: Walk, balance: number, way: 1 | -1): void {
    if (walk.last !== null) {
      const step = balance - walk.last;
      // A zero row with an unchanged balance proves nothing.
      if (walk.since !== 0 || step !== 0) this.checks++;
      const follows = step === way * walk.since;
      const goesOn = walk.beforeBroken !== null && balance - walk.beforeBroken === way * walk.sinceBroken;
      if ((follows || goesOn) && walk.since !== 0) {
        this.hits++;
        this.different.add(walk.since);
      }
      if (follows || goesOn) walk.beforeBroken = null;
      else if (walk.beforeBroken === null) {
        walk.beforeBroken = walk.last;
        walk.sinceBroken = walk.since;
      } else walk.beforeBroken = null;
    }
    walk.last = balance;
    walk.since = 0;
  }

  chain(): Chain {
    return { hits: this.hits, checks: this.checks, links: this.different.size };
  }
}

export const isProof = ({ hits, checks, links }: Chain): boolean => links >= LINKS && hits >= checks * SHARE;

/** Whether there are enough balances and hardly any follows. */
export const isRefuted = ({ hits, checks }: Chain): boolean => checks > LINKS && hits < checks * REFUTED;
