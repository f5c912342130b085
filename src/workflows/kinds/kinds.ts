// The kinds of run that this version does. A worker claims only these, in the versions that they name.

import type { KindOfRun } from '../stored-runs/kind-of-run.ts';
import { ASSET_KINDS } from './asset.ts';
import { BANKING_KINDS } from './banking.ts';
import { COMMERCIAL_RUNS } from './commercial.ts';
import { crossMonthKind } from './cross-month.ts';

const OF_SESSIONS: readonly KindOfRun[] = [...BANKING_KINDS, ...COMMERCIAL_RUNS, ...ASSET_KINDS];

export const KINDS: readonly KindOfRun[] = [...OF_SESSIONS, crossMonthKind(OF_SESSIONS)];
