// The callers of the configuration: those of the file, and those of an issuer of tokens.

import { openCallersFile } from '../adapters/callers/callers-file.ts';
import { type OidcSettings, oidcCallers } from '../adapters/callers/oidc.ts';
import type { Configuration } from '../config.ts';
import { TieoutError } from '../core/errors.ts';
import type { Callers } from '../ports/calls/callers.ts';
import type { Log } from '../ports/log.ts';

/** Plain values, so that a thread opens the same. */
export interface CallerSettings {
  readonly path: string | null;
  readonly oidc: OidcSettings | null;
}

interface OpenedCallers {
  readonly directory: Callers;
  /** Null while the callers are what their file says. */
  readonly trouble: () => string | null;
  readonly close: () => void;
}

/** Null: none are configured. Throws usage. */
export function callerSettings(config: Configuration): CallerSettings | null {
  const { TIEOUT_CALLERS: path, TIEOUT_OIDC_ISSUER: issuer, TIEOUT_OIDC_AUDIENCE: audience } = config;
  if ((issuer === null) !== (audience === null)) {
    throw new TieoutError('usage', 'TIEOUT_OIDC_ISSUER and TIEOUT_OIDC_AUDIENCE are given together.');
  }
  if (issuer !== null && !/^(https:|http:\/\/(localhost|127\.\d+\.\d+\.\d+|\[::1\])([:/]|$))/.test(issuer)) {
    throw new TieoutError('usage', 'TIEOUT_OIDC_ISSUER must be https, but on this machine.');
  }
  if (path === null && issuer === null) return null;
  const claims = { tenantsClaim: config.TIEOUT_OIDC_TENANTS_CLAIM, rolesClaim: config.TIEOUT_OIDC_ROLES_CLAIM };
  return { path, oidc: issuer === null || audience === null ? null : { issuer, audience, ...claims } };
}

/** `service`: TIEOUT_SERVICE_TOKEN. Throws usage, or file_unreadable. */
export function openCallers({ path, oidc }: CallerSettings, log: Log, service: string | null): OpenedCallers {
  const file = path === null ? null : openCallersFile(path, { log, service });
  const ofIssuer = oidc === null ? null : oidcCallers(oidc, { log });
  return {
    directory: {
      ofToken: (token) => file?.ofToken(token) ?? ofIssuer?.ofToken(token) ?? null,
      ofMessage: (message) => file?.ofMessage(message) ?? null,
      ofId: (id) => file?.ofId(id) ?? null,
      anonymous: () => file?.anonymous() ?? null,
    },
    trouble: () => file?.trouble() ?? ofIssuer?.trouble() ?? null,
    close: () => file?.close(),
  };
}

export const NO_CALLERS =
  'No callers are configured: POST /v1/exceptions/resolve is open to all who reach the port, and decisions name nobody (docs/security.md).';
