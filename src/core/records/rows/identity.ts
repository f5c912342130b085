// The ids of rows and clusters. A row's uid is a digest of its content alone, without file, line and session, so a
// second export gives the same uid. Its record id adds the session. A cluster id is a digest of its sorted record ids,
// so a run that finds the cluster again gives it the same id, in any order of rows and files (group-ids.ts has the ids
// of match groups). The digest is an argument, because core imports nothing. Its input is a JSON array, so that no two
// lists of fields have one text. See docs/decisions/matching-order.md.

import { formatDay } from '../../money/calendar.ts';
import type { SessionKey } from '../session-key.ts';
import { ROW_PENDING, type RowColumns, type Side, textsAt } from './columns.ts';
import { DIGEST_ID_BYTES } from './digest-ids.ts';
import { NO_NAMED_COLUMNS } from './named-columns.ts';
import { ordinalsOf } from './ordinals.ts';

/** Field of an entry that is only announced. Once booked it is another row, with another uid. */
const ANNOUNCED = 'announced';

/** Digest of a text, or of its pieces joined, as at least 32 hexadecimal digits. */
export type Digest = (text: string | Iterable<string>) => string;

/** The session of record ids; `adhoc` for ad hoc rows. */
export interface IdentityScope {
  readonly key: SessionKey;
  readonly digest: Digest;
}

export interface IdentifiedRows {
  readonly side: Side;
  /** All rows of the side: identical rows are counted over all of them. */
  readonly columns: RowColumns;
  /** For each file, whether its own row ids only count its rows and so are not part of a row. */
  readonly plainCounter: readonly boolean[];
}

/** The uids of rows, each of 32 hexadecimal digits. One pass over all columns. */
export function rowUids(scope: IdentityScope, of: IdentifiedRows, rows: ArrayLike<number>): string[] {
  return uidsOf(scope, of, { rows, ordinals: ordinalsOf(of, rows) });
}

interface CountedRows {
  readonly rows: ArrayLike<number>;
  /** Ordinal of each row among identical rows. */
  readonly ordinals: Uint32Array;
}

function uidsOf(scope: IdentityScope, of: IdentifiedRows, { rows, ordinals }: CountedRows): string[] {
  const { columns } = of;
  const reference = textsAt(columns.reference, rows);
  const settlementSession = textsAt(columns.settlementSession, rows);
  const narration = textsAt(columns.narration, rows);
  const sourceId = textsAt(columns.sourceId, rows);
  const named = (columns.named ?? NO_NAMED_COLUMNS)
    .filter(({ identifying }) => identifying)
    .map(({ name, texts }) => ({ name, textOf: textsAt(texts, rows) }));
  return Array.from(ordinals, (ordinal, k) => {
    const row = rows[k];
    const more = named.flatMap(({ name, textOf }) => (textOf(k) === '' ? [] : [name, textOf(k)]));
    return derived(scope.digest, [
      'row',
      scope.key.tenant,
      scope.key.partner,
      of.side,
      columns.accounts[columns.account[row]] ?? '',
      formatDay(columns.bookingDay[row]),
      formatDay(columns.valueDay[row]),
      columns.amount[row],
      columns.currencies[columns.currency[row]] ?? '',
      reference(k),
      settlementSession(k),
      narration(k),
      of.plainCounter[columns.file[row]] ? '' : sourceId(k),
      ordinal,
      ...more,
      ...(columns.flags[row] & ROW_PENDING ? [ANNOUNCED] : []),
    ]);
  });
}

/** The record ids of rows, each of 32 hexadecimal digits. One pass over all columns. */
export function recordIds(scope: IdentityScope, of: IdentifiedRows, rows: ArrayLike<number>): string[] {
  return rowIds(scope, of, rows).recordIds;
}

/** Both ids of each row. */
export function rowIds(
  scope: IdentityScope,
  of: IdentifiedRows,
  rows: ArrayLike<number>,
): { readonly uids: string[]; readonly recordIds: string[] } {
  const uids = rowUids(scope, of, rows);
  return { uids, recordIds: uids.map((uid) => recordId(scope, uid)) };
}

/** Both ids of rows, in blocks of at most `most` rows to save memory. */
export function* rowIdsInBlocks(
  scope: IdentityScope,
  of: IdentifiedRows,
  { rows, most }: { readonly rows: Uint32Array; readonly most: number },
): Generator<{ readonly rows: Uint32Array; readonly uids: string[]; readonly recordIds: string[] }> {
  const ordinals = ordinalsOf(of, rows);
  for (let from = 0; from < rows.length; from += most) {
    const some = rows.subarray(from, from + most);
    const uids = uidsOf(scope, of, { rows: some, ordinals: ordinals.subarray(from, from + most) });
    yield { rows: some, uids, recordIds: uids.map((uid) => recordId(scope, uid)) };
  }
}

/** The id of a row within a session. */
export function recordId({ key, digest }: IdentityScope, uid: string): string {
  return derived(digest, ['record', key.session, uid]);
}

/** The id of a cluster by its type and its record ids, in any order. */
export function clusterId(scope: IdentityScope, type: string, ids: readonly string[]): string {
  return derived(scope.digest, ['cluster', ...sessionFields(scope), type, [...ids].sort()]);
}

const sessionFields = ({ key }: IdentityScope): string[] => [key.tenant, key.partner, key.session];

type Field = string | number | null | readonly string[];

/** The first 32 hexadecimal digits of the digest of the fields as a JSON array. */
function derived(digest: Digest, fields: readonly Field[]): string {
  return digest(JSON.stringify(fields)).slice(0, 2 * DIGEST_ID_BYTES);
}
