// Which proposed matches a decision commits (spec/2, Not_found reconcile pipeline, 6): a tier that promises too
// little decides nothing by itself, but where the call names the method that matched by it, and a record that several claim goes to the more confident one; the others are
// dropped whole.

/** What is promised by the tiers that a call without credential may approve by. */
const LEAST_CONFIDENCE = 75;

/** What bulk and lump sum match by sums alone: whoever names the method answers for it. */
export const OF_METHOD = 9;

interface Competing {
  readonly groupId: string;
  readonly tier: number;
  /** In hundredths. */
  readonly confidence: number;
  readonly days: number;
  /** Null where texts were not compared. */
  readonly textScore: number | null;
  readonly glRecordIds: readonly string[];
  readonly bankRecordIds: readonly string[];
}

export interface Settled<Match> {
  readonly kept: readonly Match[];
  /** Proposed by tiers that promise too little: for people. */
  readonly candidates: readonly Match[];
}

/** The answer does not depend on the order of the matches. `namesMethod`: the call does, and none is inherited. */
export function settleCompeting<Match extends Competing>(
  proposed: readonly Match[],
  { namesMethod }: { readonly namesMethod: boolean },
): Settled<Match> {
  const unique = [...new Map(proposed.map((match) => [match.groupId, match])).values()];
  const isFirm = ({ tier, confidence }: Match): boolean =>
    confidence >= LEAST_CONFIDENCE || (tier === OF_METHOD && namesMethod);
  const firm = unique.filter(isFirm).sort(byRank);
  const claimed = new Map<string, Match>();
  const dropped = new Set<Match>();
  for (const match of firm) {
    const rivals = new Set(
      recordsOf(match)
        .map((id) => claimed.get(id))
        .filter((rival) => rival !== undefined),
    );
    if (rivals.size === 0) for (const id of recordsOf(match)) claimed.set(id, match);
    else {
      dropped.add(match);
      // Nothing tells them apart: neither is kept.
      for (const rival of rivals) if (rankOf(rival, match) === 0) dropped.add(rival);
    }
  }
  return {
    kept: firm.filter((match) => !dropped.has(match)),
    candidates: unique.filter((match) => !isFirm(match)),
  };
}

const recordsOf = ({ glRecordIds, bankRecordIds }: Competing): string[] => [...glRecordIds, ...bankRecordIds];

const rankOf = (a: Competing, b: Competing): number =>
  b.confidence - a.confidence || Math.abs(a.days) - Math.abs(b.days) || (b.textScore ?? -1) - (a.textScore ?? -1);

const byRank = (a: Competing, b: Competing): number => rankOf(a, b) || (a.groupId < b.groupId ? -1 : 1);
