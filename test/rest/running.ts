// A service on a free port for the tests of REST and RPC, with parts that work.

import { pino } from 'pino';
import { type ServerOptions, startServer } from '../../src/rest/server.ts';
import type { Probe } from '../../src/rpc/probes.ts';

export const probe = (name: string, works = true, isNeeded = true): Probe => ({
  name,
  isNeeded,
  trouble: () => Promise.resolve(works ? null : `${name} is away.`),
});

export const start = (options: Partial<ServerOptions> = {}) =>
  startServer({
    host: '127.0.0.1',
    port: 0,
    token: null,
    handlers: {},
    roles: ['api', 'verification'],
    probes: [probe('store'), probe('bus'), probe('worker', true, false)],
    logger: pino({ level: 'silent' }),
    ...options,
  });
