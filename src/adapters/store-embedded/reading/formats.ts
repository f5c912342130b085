// Remembered formats in SQLite: one row for each, with its plan as JSON.

import { FORMATS_LISTED } from '../../../core/limits.ts';
import type { RememberedFormat } from '../../../core/reading/remembered-format.ts';
import type { Formats } from '../../../ports/partners/formats.ts';
import type { Database } from '../connection/sqlite.ts';
import type { Synchronous } from '../connection/synchronous.ts';

type Row = { format: string };

const BY_KEY = 'where tenant = ? and partner = ? and format_id = ?';

export function formatOperations(db: Database): Synchronous<Formats> {
  return {
    get({ tenant, partner, formatId }) {
      const row = db.get<Row>(`select format from format ${BY_KEY}`, tenant, partner, formatId);
      return row && toFormat(row);
    },
    put(format) {
      const { tenant, partner, formatId, rememberedAt } = format;
      db.run(
        `insert into format (tenant, partner, format_id, remembered_at, format) values (?, ?, ?, ?, ?)
           on conflict (tenant, partner, format_id)
             do update set remembered_at = excluded.remembered_at, format = excluded.format`,
        tenant,
        partner,
        formatId,
        rememberedAt,
        JSON.stringify(format),
      );
    },
    forget: ({ tenant, partner, formatId }) =>
      db.transaction(() => {
        const isThere = db.get(`select 1 as is_there from format ${BY_KEY}`, tenant, partner, formatId) !== null;
        db.run(`delete from format ${BY_KEY}`, tenant, partner, formatId);
        return isThere;
      }),
    list: ({ tenant = null, partner = null }) =>
      db
        .all<Row>(
          `select format from format where (?1 is null or tenant = ?1) and (?2 is null or partner = ?2)
             order by remembered_at desc, format_id limit ?3`,
          tenant,
          partner,
          FORMATS_LISTED,
        )
        .map(toFormat),
  };
}

const toFormat = ({ format }: Row): RememberedFormat => JSON.parse(format);
