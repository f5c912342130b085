// Finds the service that a command asks: a running service, or the embedded store in a folder, for which this process
// serves as long as the command lasts. What follows from an act is work of that store, and is finished before the end, or
// by whoever opens the store next.

import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { readConfiguration } from '../../config.ts';
import { type ServicePlace, serviceAddress } from '../service/service-answer.ts';
import { storeConfiguration } from '../store-configuration.ts';

interface Given {
  /** A folder; null: a service. */
  readonly data: string | null;
  /** Null: the service of this machine. */
  readonly url: string | null;
}

/** Throws usage, store_unavailable. */
export async function atPlace<T>({ data, url }: Given, ask: (place: ServicePlace) => Promise<T>): Promise<T> {
  if (data === null) {
    const config = readConfiguration(process.env);
    return ask({ address: serviceAddress(url, config), token: config.TIEOUT_SERVICE_TOKEN });
  }
  const token = randomUUID();
  const alone = { TIEOUT_HOST: '127.0.0.1', TIEOUT_PORT: 0, TIEOUT_TLS_CERT: null, TIEOUT_TLS_KEY: null } as const;
  const roles = ['api', 'worker'] as const;
  const { startService } = await import('../../app.ts');
  const config = { ...storeConfiguration(data), ...alone, NATS_URL: null, TIEOUT_CALLERS: null, TIEOUT_ROLES: roles };
  const service = await startService({ ...config, TIEOUT_SERVICE_TOKEN: token }, pino({ level: 'silent' }), {
    watches: false,
  });
  try {
    return await ask({ address: service.address, token });
  } finally {
    await service.close();
  }
}
