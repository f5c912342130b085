// Settings for files of requests: where they may come from, and limits for fetching one.

import { flag, path, type Variable, whole } from './variable.ts';

/** A host by name or address, all of a domain, or any. */
const FILES_HOST = /^(\*|\*\.[a-z0-9.-]+|[a-z0-9._-]+|\[[0-9a-f:.]+\])(:\d{1,5})?$/i;

export const FILES = {
  TIEOUT_FILES_ROOT: {
    ...path('a folder'),
    standard: null,
    meaning: 'folder that file: urls lie in; without it none is read',
  },
  TIEOUT_FILES_PER_TENANT: {
    ...flag,
    standard: '0',
    meaning: '1: a tenant reads only below the folder of its own id',
  },
  TIEOUT_FILES_HOSTS: {
    accepts: 'names or *.example.com with commas, with or without a port; * for any',
    parse: (given: string) => (given.split(',').every((one) => FILES_HOST.test(one.trim())) ? given : undefined),
    standard: null,
    meaning: 'hosts that urls are fetched from; one under a star must be public',
  },
  TIEOUT_FILES_MEGABYTES: {
    ...whole(1, 4_000),
    standard: '2000',
    meaning: 'largest fetched or sent file, in millions of bytes',
  },
  TIEOUT_FILES_SECONDS: {
    ...whole(1, 86_400),
    standard: '600',
    meaning: 'longest fetching of one file, with all attempts, and longest sending',
  },
  TIEOUT_FILES_SENT: {
    ...path('a folder'),
    standard: null,
    meaning:
      'folder for files that callers send, which every process shares; without it in TIEOUT_DATA_DIR, with MONGODB_URI none are taken',
  },
  TIEOUT_FILES_TENANT_MEGABYTES: {
    ...whole(1, 1_000_000_000),
    standard: '20000',
    meaning: 'most bytes of all files that a tenant sent, in millions; feeds count as their tenant',
  },
  TIEOUT_KEEP_SENT_DAYS: {
    ...whole(1, 36_500),
    standard: null,
    meaning:
      'how long sent files are kept that no session, run, proposal, exception or waiting feed names; else for ever',
  },
  TIEOUT_FEEDS: {
    ...path('a file in YAML'),
    standard: null,
    meaning: 'file in YAML that names files which come by themselves, and what is done with them (docs/operations.md)',
  },
  TIEOUT_FILES_SPOOL: {
    ...path('a folder'),
    standard: null,
    meaning: 'folder for fetched files until they are read; else in the temporary folder',
  },
} as const satisfies Record<string, Variable<unknown>>;
