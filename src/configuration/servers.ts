// Settings for the servers that several processes share: the database and the message bus.

import { path, text, type Variable, whole } from './variable.ts';

/** One or several NATS servers, with or without user and password. */
function natsUrlsOf(given: string): string | undefined {
  const isServer = (one: string): boolean => {
    const url = URL.parse(one.trim());
    if (url === null || !['nats:', 'tls:'].includes(url.protocol)) return false;
    const isWhole = url.hostname !== '' && /^\/?$/.test(url.pathname) && url.search === '' && url.hash === '';
    return isWhole && [url.username, url.password].every((part) => !/%(?![0-9a-f]{2})/i.test(part));
  };
  return given.split(',').every(isServer) ? given : undefined;
}

export const SERVERS = {
  MONGODB_URI: {
    ...text('mongodb://USER:PASSWORD@HOST:PORT/DATABASE?replicaSet=NAME, or less of it', /^mongodb(\+srv)?:\/\/./),
    standard: null,
    meaning: 'MongoDB that keeps everything; without it the embedded store is used',
  },
  NATS_URL: {
    accepts: 'nats: or tls://USER:PASSWORD@HOST:PORT or TOKEN@HOST:PORT; several with commas',
    parse: natsUrlsOf,
    standard: null,
    meaning: 'NATS server with JetStream; without it the bus is in memory',
  },
  NATS_CREDS: {
    ...path('a file'),
    standard: null,
    meaning: 'file with the user’s JWT and key, as nsc writes it',
  },
  NATS_TLS_CA: {
    ...path('a file in PEM'),
    standard: null,
    meaning: 'authority of the server’s certificate, if the system does not know it',
  },
  NATS_TLS_CERT: {
    ...path('a file in PEM'),
    standard: null,
    meaning: 'client certificate, if the server asks for one',
  },
  NATS_TLS_KEY: { ...path('a file in PEM'), standard: null, meaning: 'key of NATS_TLS_CERT' },
  NATS_REPLICAS: {
    ...whole(1, 5),
    standard: '1',
    meaning: 'copies of each stream; 3 in a cluster',
  },
} as const satisfies Record<string, Variable<unknown>>;
