// Makes the two sides of a session from files: files in a fixed order, rows that two files share counted once, the
// period applied, ids derived from content. Pure, apart from the digest that is handed in.

import { TieoutError } from '../../core/errors.ts';
import { exactSums } from '../../core/money/exact-sums.ts';
import type { StatedBalance } from '../../core/records/documents/ingestion.ts';
import type { AskedPeriod } from '../../core/records/documents/period.ts';
import { type RowColumns, SIDES, type Side } from '../../core/records/rows/columns.ts';
import type { Digest } from '../../core/records/rows/identity.ts';
import { joinColumns, keepRows } from '../../core/records/rows/join-columns.ts';
import { findRepeated } from '../../core/records/rows/repeated-rows.ts';
import type { SessionKey } from '../../core/records/session-key.ts';
import { joinedBalances } from '../../core/summary/joined-balances.ts';
import type { SessionFile } from '../rows/session-files.ts';

interface AssembledFile extends SessionFile {
  /** Rows left out because another file of the side has them too. */
  readonly repeated: number;
  /** For each row of the file's own columns: 1 if it counts, 0 if it is repeated. */
  readonly keep: Uint8Array;
}

export interface AssembledSide {
  readonly side: Side;
  /** In the order of the columns' files. */
  readonly files: readonly AssembledFile[];
  /** Each file's rows that count. */
  readonly parts: readonly RowColumns[];
  readonly columns: RowColumns;
  /** Balances that the files state for each account, joined where they follow one another. */
  readonly balances: readonly StatedBalance[];
  readonly warnings: readonly string[];
}

/**
 * Rows that were ingested before come first and all count. New files follow in order of their digest, which does not
 * depend on how they were given. Throws side_empty.
 */
export function assembleSide(side: Side, given: readonly SessionFile[]): AssembledSide {
  const ofSide = given.filter((file) => file.side === side);
  const ingested = ofSide.filter(({ ingestionId }) => ingestionId !== null);
  const read = ofSide.filter(({ ingestionId }) => ingestionId === null);
  const files = [...ingested, ...read.sort((a, b) => (a.digest < b.digest ? -1 : 1))];
  const { keep, repeated, overlapping } = findRepeated(files, ingested.length);
  const parts = files.map(({ columns }, f) => keepRows(columns, keep[f]));
  const columns = joinColumns(parts);
  const unread = files.reduce((sum, { rejectedRows }) => sum + rejectedRows, 0);
  const name = side === 'gl' ? 'ledger' : 'bank';
  if (columns.count === 0 && unread > 0)
    throw new TieoutError('side_empty', `None of the ${unread} rows of the ${name} side could be read.`);
  const { balances, warnings } = joinedBalances(side, files, columns);
  return {
    side,
    columns,
    balances,
    parts,
    files: files.map((file, f) => ({ ...file, repeated: repeated[f], keep: keep[f] })),
    warnings: [
      ...(columns.count === 0 && files.length > 0 ? [withoutRows(name, files)] : []),
      ...overlapping.map(
        ([a, b]) => `${files[b].name} overlaps ${files[a].name}: rows that both hold were counted once.`,
      ),
      ...warnings,
    ],
  };
}

const withoutRows = (side: string, files: readonly SessionFile[]): string =>
  `The ${side} side has no entries (${files.map(({ name }) => name).join(', ')}): right for a month without any; if there were some, the export is not whole.`;

/** Sum of the rows' fingerprints, modulo 2^64: equal for equal rows in any order and any files. */
function contentSum({ fingerprint, count }: RowColumns): string {
  const words = exactSums(2);
  for (let i = 0; i < count; i++) {
    words.add(0, fingerprint[2 * i]);
    words.add(1, fingerprint[2 * i + 1]);
  }
  const sum = (words.sum(1) << 32n) + words.sum(0);
  return BigInt.asUintN(64, sum).toString(16);
}

/** A session's id if nobody gave one: derived from its rows alone, and without any from the period. */
export function sessionIdOf(
  sides: Readonly<Record<Side, AssembledSide>>,
  { start, end }: AskedPeriod,
  digest: Digest,
): string {
  const rows = SIDES.flatMap((side) => [sides[side].columns.count, contentSum(sides[side].columns)]);
  const isEmpty = SIDES.every((side) => sides[side].columns.count === 0);
  const of = isEmpty ? [...rows, start, end] : rows;
  return `s-${digest(JSON.stringify(['session', ...of])).slice(0, 24)}`;
}

/**
 * One id for each file of a side: the one under which it was ingested, else one derived from the rows that the session
 * keeps of it.
 */
export function ingestionIds(key: SessionKey, side: AssembledSide, digest: Digest): string[] {
  return side.files.map(({ ingestionId, digest: ofFile }, f) => {
    const { count } = side.parts[f];
    const of = ['ingestion', key.tenant, key.partner, key.session, side.side, ofFile, count, contentSum(side.parts[f])];
    return ingestionId ?? digest(JSON.stringify(of)).slice(0, 32);
  });
}
