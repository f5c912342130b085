// Which files may be read, by the configuration: below a folder, from other hosts, and those that callers sent.

import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { allowedHosts } from '../adapters/file-urls/allowed-hosts.ts';
import type { FileRoot } from '../adapters/file-urls/find-file.ts';
import type { Configuration } from '../config.ts';

export function fileRoot(config: Configuration): FileRoot {
  const { TIEOUT_FILES_HOSTS: hosts, TIEOUT_FILES_MEGABYTES: megabytes, TIEOUT_FILES_SECONDS: seconds } = config;
  const spool = config.TIEOUT_FILES_SPOOL ?? join(tmpdir(), 'tieout-spool');
  const bounds = { spool, mostBytes: megabytes * 1_000_000, mostMs: seconds * 1_000 };
  const remote = hosts === null ? null : { hosts: allowedHosts(hosts), ...bounds };
  const sent = sentFolder(config);
  return { root: config.TIEOUT_FILES_ROOT, perTenant: config.TIEOUT_FILES_PER_TENANT, remote, sent };
}

/** Beside the embedded store, which one process has; several need a folder that all of them see. */
export const sentFolder = ({ TIEOUT_FILES_SENT: folder, ...config }: Configuration): string | null =>
  folder ?? (config.MONGODB_URI === null ? join(config.TIEOUT_DATA_DIR, 'sent-files') : null);

/** What bounds a file that is sent. */
export const sentBounds = (config: Configuration) => ({
  mostBytes: config.TIEOUT_FILES_MEGABYTES * 1_000_000,
  mostMs: config.TIEOUT_FILES_SECONDS * 1_000,
  mostTenantBytes: config.TIEOUT_FILES_TENANT_MEGABYTES * 1_000_000,
});
