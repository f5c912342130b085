// Settings for access: who may call the service, what needs no token, and the key of the audit chain.

import { endpoint, flag, path, secret, text, type Variable, visible } from './variable.ts';

const CLAIM = /^[\x21-\x7e]+$/;

export const CREDENTIALS = {
  TIEOUT_SERVICE_TOKEN: {
    ...secret,
    standard: null,
    meaning: 'bearer token of the routes; without it only loopback',
  },
  TIEOUT_PUSH_TOKEN: {
    ...secret,
    standard: null,
    meaning: 'a token for /v1/reconcile/complete-batch alone',
  },
  TIEOUT_CALLERS: {
    ...path('a file in YAML or JSON'),
    standard: null,
    meaning: 'callers with their tokens, tenants and roles (docs/security.md); resolve then asks for one too',
  },
  TIEOUT_OIDC_ISSUER: {
    ...endpoint,
    standard: null,
    meaning: 'OpenID Connect issuer whose tokens name callers',
  },
  TIEOUT_OIDC_AUDIENCE: { ...visible, standard: null, meaning: 'audience of these tokens; required with the issuer' },
  TIEOUT_OIDC_TENANTS_CLAIM: {
    ...text('the name of a claim, within objects with dots', CLAIM),
    standard: 'tieout_tenants',
    meaning: 'claim with the tenants of a caller; * is every one',
  },
  TIEOUT_OIDC_ROLES_CLAIM: {
    ...text('the name of a claim, within objects with dots', CLAIM),
    standard: 'tieout_roles',
    meaning: 'claim with the roles of a caller',
  },
  TIEOUT_CONSOLE_ORIGIN: {
    accepts: 'https:// or http:// and a host, perhaps with a port, without a path',
    parse: (given: string) => {
      const url = URL.parse(given);
      return url !== null && /^https?:$/.test(url.protocol) && given === url.origin ? given : undefined;
    },
    standard: null,
    meaning: 'address at which people open the console, if it is not this machine (docs/console.md)',
  },
  TIEOUT_INSECURE: { ...flag, standard: '0', meaning: '1: listens beyond loopback without a token' },
  TIEOUT_REFLECTION: {
    ...flag,
    standard: '1',
    meaning: '0: no gRPC reflection, which needs no token',
  },
  TIEOUT_AUDIT_KEY: {
    accepts: 'at least 32 visible characters without commas; several with commas',
    parse: (given: string) =>
      /^[\x21-\x2b\x2d-\x7e]{32,}(,[\x21-\x2b\x2d-\x7e]{32,})*$/.test(given) ? given.split(',') : undefined,
    standard: null,
    meaning: 'key of the audit chain; of several the first chains, all verify (docs/operations.md)',
  },
} as const satisfies Record<string, Variable<unknown>>;
