// Where the files of requests may come from, and what fetching one may take.

import { flag, path, type Variable, whole } from './variable.ts';

/** A host by its name or address, those of a domain, or any. */
const FILES_HOST = /^(\*|\*\.[a-z0-9.-]+|[a-z0-9._-]+|\[[0-9a-f:.]+\])(:\d{1,5})?$/i;

export const FILES = {
  TIEOUT_FILES_ROOT: {
    ...path('a folder'),
    standard: null,
    meaning: 'folder that file: urls lie in; without it no url is read',
  },
  TIEOUT_FILES_PER_TENANT: {
    ...flag,
    standard: '0',
    meaning: 'with 1 a tenant reads only below the folder of its own id',
  },
  TIEOUT_FILES_HOSTS: {
    accepts: 'hosts separated by commas, each with or without a port; *.example.com for those of a domain, * for any',
    parse: (given: string) => (given.split(',').every((one) => FILES_HOST.test(one.trim())) ? given : undefined),
    standard: null,
    meaning:
      'hosts from which http: and https: urls are fetched; a named host may be private, one under a star must be public; without it none',
  },
  TIEOUT_FILES_MEGABYTES: {
    ...whole(1, 4_000),
    standard: '2000',
    meaning: 'largest file that is fetched from another host, in millions of bytes',
  },
  TIEOUT_FILES_SECONDS: {
    ...whole(1, 86_400),
    standard: '600',
    meaning: 'how long fetching one file may take, with all attempts',
  },
  TIEOUT_FILES_SPOOL: {
    ...path('a folder'),
    standard: null,
    meaning: 'folder for fetched files until they are read; without it tieout-spool in the system’s temporary folder',
  },
} as const satisfies Record<string, Variable<unknown>>;
