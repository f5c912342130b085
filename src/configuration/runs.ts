// Settings for runs: their limits, and how long their data is kept.

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
    meaning: 'how long rows and matches are kept after a session’s last run; else for ever',
  },
  TIEOUT_KEEP_RUNS_DAYS: {
    ...whole(1, 36_500),
    standard: null,
    meaning: 'how long succeeded runs that no session shows are kept; else for ever',
  },
  TIEOUT_LEASE_SECONDS: {
    ...whole(1, 200),
    standard: '30',
    meaning: 'after so long the run of a dead worker goes to another',
  },
  TIEOUT_RUN_MINUTES: {
    ...whole(1, 10_080),
    standard: '60',
    meaning: 'longest attempt at a run, unless it is committed',
  },
  TIEOUT_RUNS_WAITING: {
    ...whole(1, 1_000_000),
    standard: '1000',
    meaning: 'most waiting runs of a tenant; one more gets 429',
  },
  TIEOUT_WINDOW_ROWS: {
    ...whole(1, 1_000_000_000),
    standard: '5000000',
    meaning: 'rows of a side above which several workers match a session in windows',
  },
  TIEOUT_WINDOW_QUIET_MINUTES: {
    ...whole(1, 100_000),
    standard: '60',
    meaning: 'a session is finalised after so long without another window',
  },
  TIEOUT_THREADS: {
    ...whole(1, 64),
    standard: null,
    meaning: 'threads that read and match; else one for each processor, 8 at most',
  },
} as const satisfies Record<string, Variable<unknown>>;
