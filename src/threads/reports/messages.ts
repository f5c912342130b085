// What the thread that reads reports is started with.

import type { StoreConnection } from '../../compose/open-store.ts';

export interface ReportThreadStart {
  readonly store: StoreConnection;
}
