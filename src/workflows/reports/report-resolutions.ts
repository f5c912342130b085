// The audit of a partner's decisions, in the order of its calls.

import type { AuditRow } from '../../core/records/documents/audit.ts';
import type { AuditFilter, AuditPlace, AuditScope } from '../../ports/audit.ts';
import type { Store } from '../../ports/store.ts';
import type { PageOf, ReportPage } from './report-page.ts';

export async function reportResolutions(
  { audit }: Pick<Store, 'audit'>,
  scope: AuditScope,
  { filter, page }: { readonly filter: AuditFilter; readonly page: PageOf<AuditPlace> },
): Promise<ReportPage<AuditRow, AuditPlace>> {
  const { rows, next } = await audit.page(scope, { ...filter, ...page });
  return { items: rows, next, total: await audit.count(scope, filter) };
}
