// Reads the audit about the exceptions, matches and constraints of an order, and who decided on them or taught a pattern.

import type { AuditRow } from '../../core/records/documents/audit.ts';
import type { Pattern } from '../../core/records/documents/patterns.ts';
import type { PartnerScope } from '../../core/records/session-key.ts';
import type { AuditFilter, AuditPlace } from '../../ports/audit.ts';
import type { Store } from '../../ports/store.ts';

/** The callers who decided on what an order names. */
export async function touchedBy(
  store: Pick<Store, 'audit'>,
  scope: PartnerScope,
  { sessions, subjects }: { readonly sessions: readonly string[]; readonly subjects: readonly string[] },
): Promise<string[]> {
  const ids = new Set(subjects);
  const callers = new Set<string>();
  for (const session of sessions) {
    for await (const row of auditAbout(store, { ...scope, session }, { ids, after: null })) {
      // A note, an owner or a due day decides nothing.
      if (row.decision !== 'followed_up') for (const one of decidersOf(row)) callers.add(one);
    }
  }
  return [...callers].sort();
}

/** Who proposed it, or did it alone, and who accepted it. */
function decidersOf({ caller, metadata }: AuditRow): readonly string[] {
  const { accepted_by: acceptedBy } = (metadata['four_eyes'] ?? {}) as { readonly accepted_by?: string | null };
  return [caller, acceptedBy].filter((one) => one !== undefined && one !== null);
}

/** The callers who taught a pattern, or let it decide again after it was suspended. */
export async function teachersOf(
  store: Pick<Store, 'audit'>,
  { tenant, partner, domain, type, patternId }: Pattern,
): Promise<string[]> {
  const callers = new Set<string>();
  for await (const row of auditRows(store, { tenant, partner }, { after: null })) {
    const hasTaught = row.learned !== null && row.type === type && row.domain === domain;
    const hasResumed = row.decision === 'pattern_resumed' && row.clusterId === patternId;
    if (hasTaught || hasResumed) for (const one of decidersOf(row)) callers.add(one);
  }
  return [...callers].sort();
}

/** Rows of a session's audit about one of the ids. */
export async function* auditAbout(
  store: Pick<Store, 'audit'>,
  { session, ...scope }: PartnerScope & { readonly session: string },
  { ids, after }: { readonly ids: ReadonlySet<string>; readonly after: AuditPlace | null },
): AsyncGenerator<AuditRow> {
  if (ids.size === 0) return;
  for await (const row of auditRows(store, scope, { session, after })) if (ids.has(row.clusterId)) yield row;
}

const PAGE = 1_000;

/** Rows in the order of their calls. */
export async function* auditRows(
  { audit }: Pick<Store, 'audit'>,
  { tenant, partner }: PartnerScope,
  { after: from, ...filter }: AuditFilter & { readonly after: AuditPlace | null },
): AsyncGenerator<AuditRow> {
  for (let after = from; ; ) {
    const asked = { ...filter, after, limit: PAGE };
    const page: Awaited<ReturnType<typeof audit.page>> = await audit.page({ tenant, partner }, asked);
    yield* page.rows;
    if (page.next === null) return;
    after = page.next;
  }
}
