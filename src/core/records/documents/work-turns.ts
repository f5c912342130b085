// The order in which work is claimed, in every store: kinds take turns by rounds, and so do tenants within a kind.

/** The turn of a piece of work that could be claimed. */
export interface Turn {
  readonly kind: string;
  readonly round: number;
  /** Since when it can be claimed, in milliseconds since 1970. */
  readonly dueAt: number;
  /** Order of storing among all work. */
  readonly order: number;
}

/** Sorts candidates: first those whose round is least ahead of their kind, then those that have waited longest. */
export function inTurn<Candidate>(
  found: readonly Candidate[],
  { turnOf, roundOf }: { turnOf: (one: Candidate) => Turn; roundOf: (kind: string) => number },
): Candidate[] {
  const ahead = ({ kind, round }: Turn): number => round - roundOf(kind);
  return found
    .map((one) => ({ one, turn: turnOf(one) }))
    .sort((a, b) => ahead(a.turn) - ahead(b.turn) || a.turn.dueAt - b.turn.dueAt || a.turn.order - b.turn.order)
    .map(({ one }) => one);
}

/** The round of new work: after its tenant's open work, and not before the current round of its kind. */
export const roundAfter = ({
  ofTenant,
  ofKind,
}: {
  readonly ofTenant: number | null;
  readonly ofKind: number;
}): number => Math.max(ofKind, (ofTenant ?? -1) + 1);
