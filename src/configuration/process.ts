// Settings of a process: where it listens, its name, and which parts of the service it runs.

import { path, text, type Variable, whole } from './variable.ts';

/** Parts of the service. Several processes share one store and one bus. */
const ROLES = ['api', 'worker', 'verification'] as const;
type Role = (typeof ROLES)[number];

function rolesOf(given: string): readonly Role[] | undefined {
  const named = given.split(',').map((name) => name.trim());
  const known = ROLES.filter((role) => named.includes(role));
  return known.length === new Set(named).size ? known : undefined;
}

export const PROCESS = {
  TIEOUT_HOST: {
    ...text('a host name or an address', /^[\w.:-]+$/),
    standard: '127.0.0.1',
    meaning: 'where the service listens; beyond loopback only with a token',
  },
  TIEOUT_PORT: { ...whole(0, 65_535), standard: '8080', meaning: 'its port; 0 takes a free one' },
  TIEOUT_TLS_CERT: {
    ...path('a file in PEM'),
    standard: null,
    meaning: 'certificate of the service and those up to its authority; the port then speaks only TLS',
  },
  TIEOUT_TLS_KEY: { ...path('a file in PEM'), standard: null, meaning: 'key of TIEOUT_TLS_CERT' },
  TIEOUT_TLS_CLIENT_CA: {
    ...path('a file in PEM'),
    standard: null,
    meaning: 'authority of client certificates, which are then required',
  },
  TIEOUT_DATA_DIR: {
    ...path('a folder'),
    standard: '.tieout',
    meaning: 'folder of the embedded store, without MONGODB_URI; held by one process',
  },
  TIEOUT_ENV: {
    // NATS allows 255 characters for a stream's name, which ends with this.
    ...text('[a-z0-9-]+, 200 characters at most', /^[a-z0-9-]{1,200}$/),
    standard: 'dev',
    meaning: 'name of the deployment, part of every subject on the bus; a MongoDB database belongs to one',
  },
  TIEOUT_ROLES: {
    accepts: 'some of api, worker, verification, with commas',
    parse: rolesOf,
    standard: 'api,worker,verification',
    meaning: 'what this process does',
  },
  TIEOUT_LOG_LEVEL: {
    ...text('debug, info, warn or error', /^(debug|info|warn|error)$/),
    standard: 'info',
    meaning: 'what is logged',
  },
} as const satisfies Record<string, Variable<unknown>>;
