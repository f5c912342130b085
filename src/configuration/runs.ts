// How long what runs leave behind is kept, and what a run may take.

import { type Variable, whole } from './variable.ts';

export const RUNS = {
  TIEOUT_OUTBOX_KEEP_DAYS: {
    ...whole(1, 3_650),
    standard: '30',
    meaning: 'how long published messages are kept, for `tieout events replay`',
  },
  TIEOUT_KEEP_ROWS_DAYS: {
    ...whole(1, 36_500),
    standard: null,
    meaning: 'how long a session keeps rows and matches after its last run; without it for ever (docs/operations.md)',
  },
  TIEOUT_KEEP_RUNS_DAYS: {
    ...whole(1, 36_500),
    standard: null,
    meaning: 'how long succeeded runs that no session shows are kept; without it for ever',
  },
  TIEOUT_LEASE_SECONDS: {
    ...whole(1, 200),
    standard: '30',
    meaning:
      'how long a run waits for another worker after its own is gone; a partner’s rows and the outbox wait half as long',
  },
  TIEOUT_RUN_MINUTES: {
    ...whole(1, 10_080),
    standard: '60',
    meaning: 'longest time of an attempt at a run; beyond it the run ends, unless it is committed',
  },
  TIEOUT_RUNS_WAITING: {
    ...whole(1, 1_000_000),
    standard: '1000',
    meaning: 'most runs of a tenant that wait at once; one more is answered with 429',
  },
  TIEOUT_WINDOW_ROWS: {
    ...whole(1, 1_000_000_000),
    standard: '5000000',
    meaning: 'rows of a side above which a banking session is cut into windows, which several workers match',
  },
  TIEOUT_WINDOW_QUIET_MINUTES: {
    ...whole(1, 100_000),
    standard: '60',
    meaning: 'how long a session waits for another finished window before it is finalised',
  },
  TIEOUT_THREADS: {
    ...whole(1, 64),
    standard: null,
    meaning: 'threads that read and match in a process that does runs; without it one for each processor, 8 at most',
  },
} as const satisfies Record<string, Variable<unknown>>;
