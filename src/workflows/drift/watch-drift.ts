// Tells of a session that departs from its partner's last ones: a line of the log for each figure, and a count. Where the
// partner's policy asks for it, patterns of a class that departs are suspended until a person resumes them.

import { classOf, type DriftAlarm } from '../../core/drift/drift.ts';
import { verticalNamed } from '../../core/records/documents/clusters.ts';
import type { SessionKey } from '../../core/records/session-key.ts';
import type { Log } from '../../ports/log.ts';
import type { Store } from '../../ports/store.ts';
import { patternKeyOf } from '../decisions/refresh-pattern.ts';
import { suspendPattern } from '../decisions/suspend-pattern.ts';
import { policiesOverPatterns } from '../partners/policy-in-force.ts';
import { type DriftStore, sessionDrift } from './partner-drift.ts';

interface WatchDependencies {
  readonly store: DriftStore & Pick<Store, 'partnerTerms' | 'patterns' | 'leases'>;
  readonly log: Log;
  readonly clock: () => number;
}

/** After a run of a session, before its patterns sweep; answers how many figures depart. Can be repeated. */
export async function watchDrift(deps: WatchDependencies, key: SessionKey): Promise<number> {
  const { store, log } = deps;
  const { tenant, partner, session } = key;
  const { alarms, domain } = await sessionDrift(store, key);
  for (const { figure, now, before, range, chance } of alarms) {
    const fields = { session, tenant, partner, figure, now, before, least: range[0], greatest: range[1], chance };
    log.warn(fields, 'A session departs from its partner’s last ones beyond what chance explains.');
  }
  if (alarms.length === 0) return 0;
  if (!(await policiesOverPatterns(store, key)).some(({ suspendOnDrift }) => suspendOnDrift)) return alarms.length;
  for (const alarm of alarms) {
    const type = classOf(alarm);
    const pattern = type === null ? null : patternKeyOf({ tenant, partner, type, ...verticalNamed(domain) });
    if (pattern !== null) await suspendPattern(deps, pattern, whyOf(session, alarm));
  }
  return alarms.length;
}

const whyOf = (session: string, { now, before }: DriftAlarm): string =>
  `session ${session} has ${now.count} such exceptions in ${now.of} rows, and those before it had ${before.count} in ${before.of}: a person resumes it`;
