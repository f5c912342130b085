// The ids of rows and clusters. A row's uid is a digest of its content only, so that a second export gives it again
// (without file, line and session); its record id adds the session. Cluster ids are digests of their sorted record ids
// (those of match groups: group-ids.ts), so that a run that finds the same cluster again gives it the same id, in any
// order of rows and files. The digest (text to hexadecimal, at least 32 digits) is handed in, since core imports
// nothing; its input is a JSON array, so that no two different lists of fields have one text. Rules:
// design/resolution.md, "Rows and sessions".

import { formatDay } from '../../money/calendar.ts';
import type { SessionKey } from '../session-key.ts';
import { ROW_PENDING, type RowColumns, type Side, textsAt } from './columns.ts';
import { DIGEST_ID_BYTES } from './digest-ids.ts';
import { NONE } from './named-columns.ts';
import { ordinalsOf } from './ordinals.ts';

/** Field of an entry that is only announced. Once booked it is another row, with another uid. */
const ANNOUNCED = 'announced';

/** Digest of a text (or of its pieces joined) as at least 32 hexadecimal digits. */
export type Digest = (text: string | Iterable<string>) => string;

/** The scope of record ids: the session; for ad hoc rows `adhoc`. */
export interface IdentityScope {
  readonly key: SessionKey;
  readonly digest: Digest;
}

export interface IdentifiedRows {
  readonly side: Side;
  /** All of the side's rows, over which identical rows are counted. */
  readonly columns: RowColumns;
  /** For each file number true when the file's own row ids only count its rows, and so are no part of a row. */
  readonly plainCounter: readonly boolean[];
}

/** The row uids of `rows` (numbers in columns), each of 32 hexadecimal digits. One pass over all columns. */
export function rowUids(scope: IdentityScope, of: IdentifiedRows, rows: ArrayLike<number>): string[] {
  return uidsOf(scope, of, { rows, ordinals: ordinalsOf(of, rows) });
}

interface CountedRows {
  readonly rows: ArrayLike<number>;
  /** The ordinal of each row among identical rows. */
  readonly ordinals: Uint32Array;
}

function uidsOf(scope: IdentityScope, of: IdentifiedRows, { rows, ordinals }: CountedRows): string[] {
  const { columns } = of;
  const reference = textsAt(columns.reference, rows);
  const settlementSession = textsAt(columns.settlementSession, rows);
  const narration = textsAt(columns.narration, rows);
  const sourceId = textsAt(columns.sourceId, rows);
  const named = (columns.named ?? NONE)
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

/** The record ids of `rows` (numbers in columns), each of 32 hexadecimal digits. One pass over all columns. */
export function recordIds(scope: IdentityScope, of: IdentifiedRows, rows: ArrayLike<number>): string[] {
  return rowIds(scope, of, rows).recordIds;
}

/** Both ids of each row, where both are kept. */
export function rowIds(
  scope: IdentityScope,
  of: IdentifiedRows,
  rows: ArrayLike<number>,
): { readonly uids: string[]; readonly recordIds: string[] } {
  const uids = rowUids(scope, of, rows);
  return { uids, recordIds: uids.map((uid) => recordId(scope, uid)) };
}

/** Ids block by block, to save memory: each range of `rows`, and its ids. */
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

/** The record id: a row within a session. */
export function recordId({ key, digest }: IdentityScope, uid: string): string {
  return derived(digest, ['record', key.session, uid]);
}

/** The id of a cluster, by its type and its record ids of both sides, in any order. */
export function clusterId(scope: IdentityScope, type: string, ids: readonly string[]): string {
  return derived(scope.digest, ['cluster', ...sessionFields(scope), type, [...ids].sort()]);
}

const sessionFields = ({ key }: IdentityScope): string[] => [key.tenant, key.partner, key.session];

type Field = string | number | null | readonly string[];

/** The first 32 hexadecimal digits of the digest of the fields as a JSON array. */
function derived(digest: Digest, fields: readonly Field[]): string {
  return digest(JSON.stringify(fields)).slice(0, 2 * DIGEST_ID_BYTES);
}
