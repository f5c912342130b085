// Learned patterns in SQLite: a row for each, with the whole pattern as JSON.

import { patternOf, patternText } from '../../../core/patterns/pattern-text.ts';
import { pageOf } from '../../../ports/every-store/page.ts';
import type { Patterns } from '../../../ports/partners/patterns.ts';
import type { Database } from '../connection/sqlite.ts';
import type { Synchronous } from '../connection/synchronous.ts';

type Row = { pattern: string };

const OF_PARTNER = 'from pattern where tenant = ? and partner = ?';

export function patternOperations(db: Database): Synchronous<Patterns> {
  return {
    get({ tenant, partner, domain, type }) {
      const row = db.get<Row>(
        `select pattern ${OF_PARTNER} and domain = ? and type = ?`,
        tenant,
        partner,
        domain,
        type,
      );
      return row && patternOf(row.pattern);
    },
    byId({ tenant, partner }, patternId) {
      const row = db.get<Row>(`select pattern ${OF_PARTNER} and pattern_id = ?`, tenant, partner, patternId);
      return row && patternOf(row.pattern);
    },
    put(pattern) {
      const { tenant, partner, domain, type, patternId, version } = pattern;
      const text = patternText(pattern);
      const changed =
        version === 1
          ? db.run(
              `insert into pattern (tenant, partner, domain, type, pattern_id, version, pattern)
                 values (?, ?, ?, ?, ?, 1, ?) on conflict do nothing`,
              ...[tenant, partner, domain, type, patternId, text],
            )
          : db.run(
              `update pattern set pattern = ?, version = ? where tenant = ? and partner = ? and domain = ? and type = ?
                 and version = ?`,
              ...[text, version, tenant, partner, domain, type, version - 1],
            );
      return changed === 1;
    },
    page({ tenant, partner }, { after, limit }) {
      const found = db.all<Row>(
        `select pattern ${OF_PARTNER} and pattern_id > ? order by pattern_id limit ?`,
        ...[tenant, partner, after ?? '', limit + 1],
      );
      const { rows, last } = pageOf(
        found.map(({ pattern }) => patternOf(pattern)),
        limit,
      );
      return { patterns: rows, next: last?.patternId ?? null };
    },
    count: ({ tenant, partner }) => db.get<{ n: number }>(`select count(*) as n ${OF_PARTNER}`, tenant, partner)!.n,
  };
}
