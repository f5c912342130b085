// Puts together the engine of decisions and the two services that use it. The main thread and the documents' thread
// both call this; each has its own store and compute threads.

import { randomUUID } from 'node:crypto';
import { rulesVersion } from '../adapters/digest/rules-version.ts';
import { sha256 } from '../adapters/digest/sha256.ts';
import { sheetRows } from '../adapters/files/formats/xlsx/named-sheet.ts';
import { workbook } from '../adapters/spreadsheets/workbook.ts';
import type { Bus } from '../ports/bus.ts';
import type { Compute } from '../ports/compute.ts';
import type { LanguageModel } from '../ports/language-model.ts';
import type { Log } from '../ports/log.ts';
import type { Store } from '../ports/store.ts';
import { engineInternalService } from '../rpc/internal/engine-internal.ts';
import { peopleService } from '../rpc/people/people.ts';
import type { StatementNow } from '../rpc/people/statement-now.ts';
import { resolutionService } from '../rpc/resolution/resolve.ts';
import { dayIn } from '../rpc/validation/day-of.ts';
import type { LoaderDependencies } from '../workflows/delivery/tell-loader.ts';
import { KINDS } from '../workflows/kinds/kinds.ts';
import { finishingBy } from '../workflows/stored-runs/kind-of-run.ts';
import { type EngineTerms, openEngines } from './open-engine.ts';

interface EngineParts extends Required<Pick<LoaderDependencies, 'loaderSummary'>> {
  readonly store: Store;
  readonly compute: Compute;
  readonly bus: Pick<Bus, 'announce'>;
  readonly log: Log;
  readonly languageModel: LanguageModel | null;
  readonly statementNow: StatementNow;
}

export interface ServiceTerms extends EngineTerms {
  /** How long a caller holds a decision's operation unless it renews the hold. */
  readonly leaseMs: number;
}

export function composeEngine(parts: EngineParts, terms: ServiceTerms) {
  const { store, compute, bus, log, languageModel, loaderSummary, statementNow } = parts;
  const { leaseMs, currency, resolving: of } = terms;
  const rows = { store, compute, digest: sha256, rules: rulesVersion(), clock: Date.now };
  const { here, asked, found, digestFile } = openEngines(rows, terms);
  const resolving = { ...rows, leaseMs, finish: finishingBy(KINDS, rows), newId: randomUUID };
  const deciding = { ...resolving, engine: asked, bus, log, resolvedDomains: of.domains, currency };
  return {
    resolution: resolutionService(deciding),
    people: peopleService({
      ...{ ...deciding, digestFile, files: found, kinds: KINDS, statementNow },
      ...{ sheetRows, workbook },
    }),
    engineInternal: engineInternalService({
      ...{ ...resolving, engine: here, kinds: KINDS, dayOf: dayIn(of.timeZone) },
      ...{ languageModel, loaderSummary },
    }),
  };
}
