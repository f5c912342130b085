// Which proposed matches a decision commits. A match of a tier with too low confidence is only proposed, unless the
// call names the method that made it. If several matches claim a record, the most confident one gets it and the others
// are dropped entirely.

/** Least confidence of a tier by which a decision approves by itself. */
const LEAST_CONFIDENCE = 75;

/** Tier of matches by sums alone (bulk, lump sum). A caller who names the method takes responsibility for them. */
export const OF_METHOD = 9;

interface Competing {
  readonly groupId: string;
  readonly tier: number;
  /** In hundredths. */
  readonly confidence: number;
  readonly days: number;
  /** Null if texts were not compared. */
  readonly textScore: number | null;
  readonly glRecordIds: readonly string[];
  readonly bankRecordIds: readonly string[];
}

export interface Settled<Match> {
  readonly kept: readonly Match[];
  /** Matches with too low confidence, which are proposed to people. */
  readonly candidates: readonly Match[];
}

/** The order of `proposed` has no effect. `namesMethod`: the call itself names the method. */
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
      // Equal matches: none is kept.
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
