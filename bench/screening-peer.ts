// nomenklatura's matcher beside ours. It is a Python package and nothing of this project's needs it: where python3 (or the
// one that BENCH_PYTHON names) does not have it, the comparison is left out and said to be.

import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { NamePair } from './labelled-pairs.ts';

interface PeerQuestion {
  readonly folder: string;
  /** A file of FollowTheMoney JSON. */
  readonly list: string;
  readonly threshold: number;
  readonly queries: readonly { readonly name: string; readonly candidates: readonly string[] }[];
  readonly pairs: readonly NamePair[];
}

interface PeerAnswer {
  readonly version: string;
  readonly matcher: string;
  /** Queries of a second of processor time. */
  readonly perSecond: number;
  /** Ids from the threshold on, for each query. */
  readonly hits: readonly (readonly string[])[];
  /** Whether each pair is accepted. */
  readonly pairs: readonly boolean[];
}

/** A sentence where there is none to ask. */
export function askPeer({ folder, ...question }: PeerQuestion): PeerAnswer | string {
  const python = process.env['BENCH_PYTHON'] ?? 'python3';
  const { error, status } = spawnSync(python, ['-c', 'import nomenklatura.matching'], { stdio: 'ignore' });
  if (error !== undefined || status !== 0) {
    return `No other matcher was measured: ${python} does not have nomenklatura (pip install nomenklatura, or BENCH_PYTHON=PATH).`;
  }
  const file = join(folder, 'peer.json');
  writeFileSync(file, JSON.stringify(question));
  const script = fileURLToPath(new URL('./screening-peer.py', import.meta.url));
  const asked = spawnSync(python, [script, file], { encoding: 'utf8', maxBuffer: 2 ** 28 });
  if (asked.status !== 0) throw new Error(`nomenklatura failed: ${asked.stderr.trim().split('\n').at(-1)}`);
  return JSON.parse(asked.stdout) as PeerAnswer;
}
