// Acts of people in SQLite: rows that are only ever added.

import type { Act, ActKind } from '../../../core/people/act.ts';
import type { JsonObject } from '../../../core/records/documents/json.ts';
import { pageOf } from '../../../ports/every-store/page.ts';
import type { ActedThing, Acts, ThingFilter } from '../../../ports/people/acts.ts';
import type { Database, SqlRow, SqlValue } from '../connection/sqlite.ts';
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

/** The columns of an act under another name. */
const named = (prefix: string): string =>
  COLUMNS.split(', ')
    .map((column) => `${prefix}.${column} as ${prefix}_${column}`)
    .join(', ');

/** Parameters: tenant, kind, partner, maker of the first act, verbs of the last one. */
const THINGS = `from act as first join act as last on last.tenant = first.tenant and last.partner = first.partner
    and last.kind = first.kind and last.thing = first.thing and last.version = (select max(version) from act
      where tenant = first.tenant and partner = first.partner and kind = first.kind and thing = first.thing)
  where first.tenant = ?1 and first.kind = ?2 and first.version = 1 and (?3 is null or first.partner = ?3)
    and (?4 is null or first.made_by = ?4) and (?5 is null or last.verb in (select value from json_each(?5)))`;

const filtered = (tenant: string, { kind, partner, by, verbs }: ThingFilter): SqlValue[] => [
  ...[tenant, kind, partner ?? null, by ?? null, verbs === undefined ? null : JSON.stringify(verbs)],
];

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
  things(tenant, { after, limit, ...filter }) {
    const rows = db.all<SqlRow>(
      `select ${named('first')}, ${named('last')} ${THINGS}
           and (?6 is null or first.made_at < ?6 or (first.made_at = ?6 and first.thing < ?7))
         order by first.made_at desc, first.thing desc limit ?8`,
      ...[...filtered(tenant, filter), after?.at ?? null, after?.thing ?? null, limit + 1],
    );
    const { rows: shown, last } = pageOf(rows.map(toThing), limit);
    return { things: shown, next: last === null ? null : { at: last.first.at, thing: last.first.thing } };
  },
  countThings: (tenant, filter) =>
    db.get<{ n: number }>(`select count(*) as n ${THINGS}`, ...filtered(tenant, filter))!.n,
});

function toThing(row: SqlRow): ActedThing {
  const of = (prefix: string) =>
    Object.fromEntries(COLUMNS.split(', ').map((column) => [column, row[`${prefix}_${column}`]])) as unknown as Row;
  return { partner: of('first').partner, first: toAct(of('first')), last: toAct(of('last')) };
}

const toAct = ({ kind, thing, version, verb, operation, made_at, made_by, content }: Row): Act => ({
  ...{ kind: kind as ActKind, thing, version, verb, operation, at: made_at, by: made_by },
  content: JSON.parse(content) as JsonObject,
});
