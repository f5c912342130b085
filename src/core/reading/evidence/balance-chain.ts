// The running balance as evidence for a reading: each balance is the one before it plus the entry. A proof is at least
// three different links that are not zero, 95 in 100 of all links, and one order throughout. Less proves nothing; if
// hardly any balance follows, the reading may be wrong.

/** Different links, and the share of all, that a proof needs. */
const LINKS = 3;
const SHARE = 0.95;
/** Below this share of links the balance refutes the reading. */
const REFUTED = 0.5;

export interface Chain {
  /** Balances that follow from the one before, in the better order, of so many. */
  readonly hits: number;
  readonly checks: number;
  /** Different entries, zeros left out, among those that follow. */
  readonly links: number;
}

const NOTHING: Chain = { hits: 0, checks: 0, links: 0 };

/** How many balances follow from the one before, with the rows in file order or reversed, whichever explains more. */
export function chainOf(effects: readonly number[], balances: readonly (number | null)[]): Chain {
  if (effects.some(Number.isNaN)) return NOTHING;
  const [forward, backward] = [new Set<number>(), new Set<number>()];
  let [up, down, upChecks, downChecks] = [0, 0, 0, 0];
  let last: number | null = null;
  let [since, sinceLast] = [0, 0];
  for (let i = 0; i < effects.length; i++) {
    since += effects[i];
    const balance = balances[i];
    if (balance !== null && !Number.isNaN(balance)) {
      if (last !== null) {
        const step = balance - last;
        // A zero row with an unchanged balance proves nothing. In file order the link is this row's, in reverse the
        // row's before, so that a closing balance below the entries is no link of theirs.
        if (since !== 0 || step !== 0) upChecks++;
        if (sinceLast !== 0 || step !== 0) downChecks++;
        if (since !== 0 && step === since) {
          up++;
          forward.add(since);
        }
        if (sinceLast !== 0 && step === -sinceLast) {
          down++;
          backward.add(sinceLast);
        }
      }
      last = balance;
      since = 0;
      sinceLast = 0;
    }
    sinceLast += effects[i];
  }
  return up >= down
    ? { hits: up, checks: upChecks, links: forward.size }
    : { hits: down, checks: downChecks, links: backward.size };
}

export const isProof = ({ hits, checks, links }: Chain): boolean => links >= LINKS && hits >= checks * SHARE;

/** Whether there are enough balances and hardly any follows. */
export const isRefuted = ({ hits, checks }: Chain): boolean => checks > LINKS && hits < checks * REFUTED;
