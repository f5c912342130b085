// Start parameters of the thread that reads reports.

import type { StoreConnection } from '../../compose/open-store.ts';

export interface ReportThreadStart {
  readonly store: StoreConnection;
}
