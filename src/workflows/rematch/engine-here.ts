// The engine in this process, for resolution and for the internal routes alike.

import type { Engine } from '../../ports/engine.ts';
import { type RegenerateDependencies, regenerateSummary } from '../summaries/regenerate-summary.ts';
import { type IngestDependencies, ingestDocument } from './ingest-document.ts';
import { matchNip } from './match-nip.ts';
import { matchPending } from './match-pending.ts';

/** What of it needs neither files nor threads. */
export const summariesHere = (deps: RegenerateDependencies): Pick<Engine, 'regenerateSummary'> => ({
  async regenerateSummary(vertical, of) {
    await regenerateSummary(deps, { vertical, ...of });
  },
});

export function engineHere(deps: IngestDependencies & RegenerateDependencies): Engine {
  return {
    ingestDocument: (document, under) => ingestDocument(deps, document, under),
    matchBanking: (asked) => matchPending(deps, asked),
    matchNip: (asked, under) => matchNip(deps, asked, under),
    ...summariesHere(deps),
  };
}
