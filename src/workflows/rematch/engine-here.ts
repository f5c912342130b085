// The engine in this process, for resolution and for the internal routes.

import type { Engine, NipMatchAsked, NipMatched } from '../../ports/engine.ts';
import type { Fenced } from '../../ports/leases.ts';
import { type RenewDependencies, regenerateSummary } from '../summaries/regenerate-summary.ts';
import {
  type GivenDocument,
  type IngestDependencies,
  type IngestedDocument,
  ingestDocument,
} from './ingest-document.ts';
import { matchNip } from './match-nip.ts';
import { matchPending } from './match-pending.ts';
import { matchesOfSweeps } from './matches-of-sweep.ts';

/** Answers in full what it did with a document and for NIP. */
export interface EngineHere extends Engine {
  takeIn(document: GivenDocument, under: Fenced): Promise<IngestedDocument>;
  matchNip(asked: NipMatchAsked, under: Fenced): Promise<NipMatched>;
}

export function engineHere(deps: IngestDependencies & RenewDependencies): EngineHere {
  const sweeps = matchesOfSweeps((scope) => matchPending(deps, scope));
  const takeIn: EngineHere['takeIn'] = (document, under) => {
    sweeps.forget(under);
    return ingestDocument(deps, document, under);
  };
  return {
    takeIn,
    async ingestDocument(document, under) {
      return (await takeIn(document, under)).notes;
    },
    matchBanking: sweeps.of,
    matchNip(asked, under) {
      sweeps.forget(under);
      return matchNip(deps, asked, under);
    },
    async regenerateSummary(vertical, of) {
      await regenerateSummary(deps, { vertical, ...of });
    },
  };
}
