// The kinds of run that this version does. A worker claims these alone, in the versions that they name.

import type { KindOfRun } from '../runs/kind-of-run.ts';
import { ASSET_KINDS } from './asset.ts';
import { BANKING_KINDS } from './banking.ts';
import { COMMERCIAL_RUNS } from './commercial.ts';

export const KINDS: readonly KindOfRun[] = [...BANKING_KINDS, ...COMMERCIAL_RUNS, ...ASSET_KINDS];
