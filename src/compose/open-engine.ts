// Where the engine of decisions is, where the configuration names one beside this process.

import { type EnginePlace, remoteEngine } from '../adapters/engine-remote/remote-engine.ts';
import type { Configuration } from '../config.ts';
import type { Engine } from '../ports/engine.ts';

export function enginePlace(config: Configuration): EnginePlace | null {
  const { ENGINE_BASE_URL: baseUrl, ENGINE_TIMEOUT_SECONDS: seconds, TIEOUT_SERVICE_TOKEN: token } = config;
  return baseUrl === null ? null : { baseUrl, token, timeoutMs: seconds * 1_000 };
}

export const openEngine = (place: EnginePlace | null): Engine | null => place && remoteEngine(place);
