// The engine in this process, for resolution and for the internal routes alike.

import type { Engine, NipMatchAsked, NipMatched } from '../../ports/engine.ts';
import type { Fenced } from '../../ports/leases.ts';
import { type RegenerateDependencies, regenerateSummary } from '../summaries/regenerate-summary.ts';
import { type IngestDependencies, ingestDocument } from './ingest-document.ts';
import { matchNip } from './match-nip.ts';
import { matchPending } from './match-pending.ts';

/** What it did for NIP is told in full here. */
export interface EngineHere extends Engine {
  matchNip(asked: NipMatchAsked, under: Fenced): Promise<NipMatched>;
}

export function engineHere(deps: IngestDependencies & RegenerateDependencies): EngineHere {
  return {
    ingestDocument: (document, under) => ingestDocument(deps, document, under),
    matchBanking: (asked) => matchPending(deps, asked),
    matchNip: (asked, under) => matchNip(deps, asked, under),
    async regenerateSummary(vertical, of) {
      await regenerateSummary(deps, { vertical, ...of });
    },
  };
}
