// Acts of people in SQLite: rows that are only ever added.

import type { Act, ActKind } from '../../../core/people/act.ts';
import type { JsonObject } from '../../../core/records/documents/json.ts';
import type { Acts } from '../../../ports/people/acts.ts';
import type { Database } from '../connection/sqlite.ts';
import type { Synchronous } from '../connection/synchronous.ts';

type Row = {
  partner: string;
  kind: string;
  thing: string;
  version: number;
  verb: string;
  operation: string;
  made_at: number;
  made_by: string | null;
  content: string;
};

const COLUMNS = 'partner, kind, thing, version, verb, operation, made_at, made_by, content';

/** The last act on each thing of a kind, as a table with its verb; parameters: tenant, partner, kind. */
export const lastActs = (tenant: string, partner: string, kind: string): string =>
  // In SQLite the other columns of a group are those of its greatest version.
  `select ${COLUMNS}, max(version) from act where tenant = ${tenant} and partner = ${partner} and kind = ${kind}
     group by thing`;

export const actOperations = (db: Database): Synchronous<Acts> => ({
  add: ({ tenant, partner }, { kind, thing, version, verb, operation, at, by, content }) =>
    db.run(
      `insert into act (tenant, partner, kind, thing, version, verb, operation, made_at, made_by, content)
         values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) on conflict do nothing`,
      ...[tenant, partner, kind, thing, version, verb, operation, at, by, JSON.stringify(content)],
    ) === 1,
  of: ({ tenant, partner }, { kind, thing }) =>
    db
      .all<Row>(
        `select ${COLUMNS} from act where tenant = ? and partner = ? and kind = ? and thing = ? order by version`,
        ...[tenant, partner, kind, thing],
      )
      .map(toAct),
  last: ({ tenant, partner }, { kind, verbs }) =>
    db
      .all<Row>(
        `select ${COLUMNS} from (${lastActs('?1', '?2', '?3')}) where verb in (select value from json_each(?4))
           order by thing`,
        ...[tenant, partner, kind, JSON.stringify(verbs)],
      )
      .map(toAct),
  ofTenant: (tenant, kind) =>
    db
      .all<Row>(
        `select ${COLUMNS} from act where tenant = ? and kind = ? order by partner, thing, version`,
        ...[tenant, kind],
      )
      .map((row) => ({ ...toAct(row), partner: row.partner })),
});

const toAct = ({ kind, thing, version, verb, operation, made_at, made_by, content }: Row): Act => ({
  ...{ kind: kind as ActKind, thing, version, verb, operation, at: made_at, by: made_by },
  content: JSON.parse(content) as JsonObject,
});
