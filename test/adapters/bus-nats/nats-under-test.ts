// A bus on the NATS server of the tests, in an environment of its own.

import { inject } from 'vitest';
import type { NatsSettings } from '../../../src/adapters/bus-nats/settings.ts';
import type { Log, LogFields } from '../../../src/ports/log.ts';
import { freshEnvironment } from '../../servers/nats-server.ts';

const found = inject('nats');

/** Put into the name of what is skipped. */
export const whyNot = 'missing' in found ? ` (no nats-server; this would help: ${found.missing})` : '';
export const isMissing = 'missing' in found;
export const natsUrl = 'url' in found ? found.url : '';
/** Of servers that a test starts for itself; null when only a running one was given. */
export const natsBinary = 'binary' in found ? found.binary : null;

export const settingsOf = (given: Partial<NatsSettings> = {}): NatsSettings => ({
  url: natsUrl,
  credentials: null,
  authority: null,
  certificate: null,
  key: null,
  environment: freshEnvironment(),
  replicas: 1,
  name: 'tieout test',
  ...given,
});

export interface KeptLog extends Log {
  readonly said: string[];
}

export function keepLog(): KeptLog {
  const said: string[] = [];
  const saying = (_: LogFields, sentence: string) => void said.push(sentence);
  return { said, info: saying, warn: saying, error: saying };
}
