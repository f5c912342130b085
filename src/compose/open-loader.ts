// Opens the delivery to the loader, if the configuration names one.

import { loader } from '../adapters/loader/loader.ts';
import type { Configuration } from '../config.ts';
import type { RelayDependencies } from '../workflows/delivery/relay-outbox.ts';

export function openLoader(config: Configuration): Pick<RelayDependencies['deliverers'], 'loader'> {
  const { LOADER_BASE_URL: baseUrl, LOADER_TOKEN: token, LOADER_TIMEOUT_SECONDS: seconds } = config;
  return baseUrl === null ? {} : { loader: loader({ baseUrl, token, timeoutMs: seconds * 1_000 }) };
}
