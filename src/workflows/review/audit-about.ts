// What the audit has about the exceptions, matches and constraints of an order.

import type { AuditRow } from '../../core/records/documents/audit.ts';
import type { PartnerScope } from '../../core/records/session-key.ts';
import type { AuditPlace } from '../../ports/audit.ts';
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
    for await (const { caller, decision } of auditAbout(store, { ...scope, session }, { ids, after: null })) {
      // A note, an owner or a due day decides nothing.
      if (caller !== undefined && decision !== 'followed_up') callers.add(caller);
    }
  }
  return [...callers].sort();
}

const PAGE = 1_000;

/** Rows of a session's audit about one of the ids. */
export async function* auditAbout(
  { audit }: Pick<Store, 'audit'>,
  { tenant, partner, session }: PartnerScope & { readonly session: string },
  { ids, after: from }: { readonly ids: ReadonlySet<string>; readonly after: AuditPlace | null },
): AsyncGenerator<AuditRow> {
  if (ids.size === 0) return;
  for (let after = from; ; ) {
    const page: Awaited<ReturnType<typeof audit.page>> = await audit.page(
      { tenant, partner },
      { session, after, limit: PAGE },
    );
    for (const row of page.rows) if (ids.has(row.clusterId)) yield row;
    if (page.next === null) return;
    after = page.next;
  }
}
