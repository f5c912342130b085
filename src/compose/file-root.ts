// Which files may be read, by the configuration: below a folder, and from other hosts.

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
  return { root: config.TIEOUT_FILES_ROOT, perTenant: config.TIEOUT_FILES_PER_TENANT, remote };
}
