// The engine in this process, for resolution and for the internal routes alike.

import { TieoutError } from '../../core/errors.ts';
import type { Engine } from '../../ports/engine.ts';
import { type IngestDependencies, ingestDocument } from './ingest-document.ts';
import { matchNip } from './match-nip.ts';
import { matchPending } from './match-pending.ts';

export function engineHere(deps: IngestDependencies): Engine {
  return {
    ingestDocument: (document, under) => ingestDocument(deps, document, under),
    matchBanking: (asked) => matchPending(deps, asked),
    matchNip: (asked, under) => matchNip(deps, asked, under),
    regenerateSummary: async () => {
      throw new TieoutError('not_built', 'summaries are not regenerated yet');
    },
  };
}
