// The patterns learned from people's approvals.

import type { Pattern } from '../../core/records/documents/patterns.ts';
import type { PatternScope } from '../../ports/partners/patterns.ts';
import type { Store } from '../../ports/store.ts';
import type { PageOf, ReportPage } from './report-page.ts';

export async function reportPatterns(
  { patterns }: Pick<Store, 'patterns'>,
  scope: PatternScope,
  page: PageOf<string>,
): Promise<ReportPage<Pattern, string>> {
  const found = await patterns.page(scope, page);
  return { items: found.patterns, next: found.next, total: await patterns.count(scope) };
}
