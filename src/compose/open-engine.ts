// Opens the engine that decisions use: in this thread, or in another process if the configuration names one.

import { type EnginePlace, remoteEngine } from '../adapters/engine-remote/remote-engine.ts';
import { digestsOf } from '../adapters/file-urls/digest-file.ts';
import { type FileRoot, filesUnder } from '../adapters/file-urls/find-file.ts';
import type { Configuration } from '../config.ts';
import type { Engine } from '../ports/engine.ts';
import type { DigestFile, Files } from '../ports/files.ts';
import { KINDS } from '../workflows/kinds/kinds.ts';
import { type EngineHere, engineHere } from '../workflows/rematch/engine-here.ts';
import type { Institutions } from '../workflows/stored-runs/kind-of-run.ts';

/** How decisions are made, as the configuration says. */
interface ResolvingTerms {
  /** Domains whose exceptions are resolved. */
  readonly domains: readonly string[];
  readonly rejectedShare: number;
  readonly institutions: Institutions;
  readonly timeZone: string;
}

export interface EngineTerms {
  readonly files: FileRoot;
  /** The currency of files that name none. */
  readonly currency: string;
  readonly resolving: ResolvingTerms;
  /** Where the engine of decisions is; null: in this thread. */
  readonly engine: EnginePlace | null;
}

export function enginePlace(config: Configuration): EnginePlace | null {
  const { ENGINE_BASE_URL: baseUrl, ENGINE_TIMEOUT_SECONDS: seconds, TIEOUT_SERVICE_TOKEN: token } = config;
  return baseUrl === null ? null : { baseUrl, token, timeoutMs: seconds * 1_000 };
}

/** Dependencies that the terms do not contain. */
type EngineDependencies = Omit<
  Parameters<typeof engineHere>[0],
  'files' | 'kinds' | 'defaultCurrency' | 'rejectedShare' | 'institutions'
>;

/** `here`: the engine in this thread. `asked`: the engine that decisions use. `found`: files that may be read. */
export function openEngines(
  deps: EngineDependencies,
  { files, currency, resolving: { rejectedShare, institutions }, engine }: EngineTerms,
): { readonly here: EngineHere; readonly asked: Engine; readonly found: Files; readonly digestFile: DigestFile } {
  const found = filesUnder(files);
  const here = engineHere({
    ...{ ...deps, files: found, kinds: KINDS },
    ...{ defaultCurrency: currency, rejectedShare, institutions },
  });
  return { here, asked: engine === null ? here : remoteEngine(engine), found, digestFile: digestsOf(found) };
}
