// The chunks of one sweep ask for the matches of one scope, each for those of its own clusters, while everybody
// competes in all of them. The scope is matched once: who holds the partner's row lease is the only one who changes its
// rows, so that what was found holds for as long as the same taking of the lease asks and ingests nothing.

import type { BankingMatchAsked, ProposedMatch } from '../../ports/engine.ts';
import type { Fenced } from '../../ports/leases.ts';

/** What is asked of a scope, whichever of its clusters are to be told of. */
export type MatchScope = Omit<BankingMatchAsked, 'clusterIds'>;
type Matches = readonly ProposedMatch[];

interface MatchesOfSweeps {
  of(asked: BankingMatchAsked, under: Fenced | null): Promise<Matches>;
  /** Rows came in. */
  forget(under: Fenced): void;
}

/** Sweeps of so many partners side by side; of one more the scope of the oldest is matched again. */
const SWEEPS = 8;
/** After its last chunk, of whom nobody knows that it is the last. */
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
