// The session of a run. It never changes, so it is remembered.

import { type SessionKey, sessionKeyOf } from '../../../core/records/session-key.ts';
import type { Collections } from '../documents.ts';

export interface RunKeys {
  /** Null if there is no such run. */
  ofRun(runId: string): Promise<SessionKey | null>;
}

/** Runs that are remembered. A worker asks for one run many times. */
const REMEMBERED = 1_000;

export function runKeys({ runs }: Collections): RunKeys {
  const known = new Map<string, SessionKey>();
  return {
    async ofRun(runId) {
      const remembered = known.get(runId);
      if (remembered !== undefined) return remembered;
      const run = await runs.findOne({ _id: runId }, { projection: { tenant: 1, partner: 1, session: 1 } });
      if (run === null) return null;
      if (known.size >= REMEMBERED) known.clear();
      const key = sessionKeyOf(run);
      known.set(runId, key);
      return key;
    },
  };
}
