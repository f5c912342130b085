// Keeps the matches of one scope for the chunks of a sweep. Each chunk asks for the matches of its own clusters, while
// the whole scope competes in all of them, so the scope is matched once. Only the holder of the partner's row lease
// changes its rows; so the result holds as long as the same taking of the lease asks, and ingests nothing.

import type { BankingMatchAsked, ProposedMatch } from '../../ports/engine.ts';
import type { Fenced } from '../../ports/leases.ts';

/** The scope of a match, without the clusters whose matches are answered. */
export type MatchScope = Omit<BankingMatchAsked, 'clusterIds'>;
type Matches = readonly ProposedMatch[];

interface MatchesOfSweeps {
  of(asked: BankingMatchAsked, under: Fenced | null): Promise<Matches>;
  /** Forgets the matches: rows came in. */
  forget(under: Fenced): void;
}

/** Most sweeps kept side by side; with one more, the oldest is forgotten and matched again. */
const SWEEPS = 8;
/** How long matches are kept after a chunk: nobody knows which chunk is the last. */
const KEPT_MS = 30_000;

export function matchesOfSweeps(match: (scope: MatchScope) => Promise<Matches>): MatchesOfSweeps {
  const kept = new Map<string, { readonly of: string; readonly matches: Promise<Matches>; timer: NodeJS.Timeout }>();
  const drop = (name: string): void => {
    clearTimeout(kept.get(name)?.timer);
    kept.delete(name);
  };

  const ofScope = (scope: MatchScope, { name, fence }: Fenced): Promise<Matches> => {
    const of = JSON.stringify([fence, scope]);
    const known = kept.get(name);
    const matches = known?.of === of ? known.matches : match(scope);
    drop(name);
    const timer = setTimeout(() => drop(name), KEPT_MS).unref();
    kept.set(name, { of, matches, timer });
    if (kept.size > SWEEPS) drop(kept.keys().next().value!);
    // The next chunk tries again.
    matches.catch(() => {
      if (kept.get(name)?.matches === matches) drop(name);
    });
    return matches;
  };

  return {
    async of({ clusterIds, ...scope }, under) {
      if (clusterIds === null) return match(scope);
      const wanted = new Set(clusterIds);
      const matches = await (under === null ? match(scope) : ofScope(scope, under));
      return matches.filter((one) => one.clusterIds.some((id) => wanted.has(id)));
    },
    forget: ({ name }) => drop(name),
  };
}
