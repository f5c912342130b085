// Terms of a partner in SQLite: a row for each version, with the terms as JSON.

import type { PartnerTerms, PartnerTermsKey } from '../../../core/records/partner-terms.ts';
import type { PartnersTerms } from '../../../ports/partners/partner-terms.ts';
import type { Database } from '../connection/sqlite.ts';
import type { Synchronous } from '../connection/synchronous.ts';

type Row = { version: number; terms: string; set_at: number; set_by: string | null };

const OF_KEY = 'select version, terms, set_at, set_by from partner_terms where tenant = ? and partner = ? and name = ?';

export function partnerTermsOperations(db: Database): Synchronous<PartnersTerms> {
  const one = ({ tenant, partner, name }: PartnerTermsKey, row: Row | null): PartnerTerms | null =>
    row && {
      ...{ tenant, partner, name, version: row.version, terms: JSON.parse(row.terms) },
      ...{ setAt: row.set_at, setBy: row.set_by },
    };
  return {
    latest(key) {
      const { tenant, partner, name } = key;
      return one(key, db.get<Row>(`${OF_KEY} order by version desc limit 1`, tenant, partner, name));
    },
    ofVersion(key, version) {
      const { tenant, partner, name } = key;
      return one(key, db.get<Row>(`${OF_KEY} and version = ?`, tenant, partner, name, version));
    },
    add({ tenant, partner, name, version, terms, setAt, setBy }) {
      const changed = db.run(
        `insert into partner_terms (tenant, partner, name, version, terms, set_at, set_by)
           values (?, ?, ?, ?, ?, ?, ?) on conflict do nothing`,
        ...[tenant, partner, name, version, JSON.stringify(terms), setAt, setBy],
      );
      return changed === 1;
    },
  };
}
