// How long what runs leave behind is kept, and what a run may take.

import { type Variable, whole } from './variable.ts';

export const RUNS = {
  TIEOUT_OUTBOX_KEEP_DAYS: {
    ...whole(1, 3_650),
    standard: '30',
    meaning: 'how long what was published is kept, for `tieout events replay`',
  },
  TIEOUT_KEEP_ROWS_DAYS: {
    ...whole(1, 36_500),
    standard: null,
    meaning:
      'how long a session keeps its rows and matches after its last run; without it for ever (docs/operations.md)',
  },
  TIEOUT_KEEP_RUNS_DAYS: {
    ...whole(1, 36_500),
    standard: null,
    meaning: 'how long succeeded runs are kept that no session shows; without it for ever',
  },
  TIEOUT_LEASE_SECONDS: {
    ...whole(1, 200),
    standard: '30',
    meaning:
      'how long a run waits for another worker once its own is gone; a partner’s rows and the outbox wait half as long',
  },
  TIEOUT_RUN_MINUTES: {
    ...whole(1, 10_080),
    standard: '60',
    meaning: 'how long an attempt at a run may take; beyond it the run ends where it is, before its commit',
  },
  TIEOUT_RUNS_WAITING: {
    ...whole(1, 1_000_000),
    standard: '1000',
    meaning: 'runs of a tenant that may wait at once; beyond it a request for one is answered with 429',
  },
  TIEOUT_WINDOW_ROWS: {
    ...whole(1, 1_000_000_000),
    standard: '5000000',
    meaning: 'rows of a side beyond which a banking session is cut into windows that several workers match at once',
  },
  TIEOUT_WINDOW_QUIET_MINUTES: {
    ...whole(1, 100_000),
    standard: '60',
    meaning: 'how long a session waits for a further finished window, before it is finalised with those that there are',
  },
  TIEOUT_THREADS: {
    ...whole(1, 64),
    standard: null,
    meaning: 'threads that read and match for a process that does runs; without it one a processor, 8 at most',
  },
} as const satisfies Record<string, Variable<unknown>>;
