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
import type { AccountBalance } from '../../core/summary/facts.ts';
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
  /** The rows of the period's own files, which come first in `columns`; after them come those of opening files. */
  readonly own: RowColumns;
  /** Balances that the period's own files state for each account, joined where they follow one another. */
  readonly balances: readonly StatedBalance[];
  readonly warnings: readonly string[];
}

/**
 * Rows that were ingested before come first and all count. New files follow in order of their digest, which does not
 * depend on how they were given. Opening files follow the period's own. Throws side_empty.
 */
export function assembleSide(side: Side, given: readonly SessionFile[]): AssembledSide {
  const ofSide = given.filter((file) => file.side === side);
  const name = side === 'gl' ? 'ledger' : 'bank';
  const ofPeriod = assembleFiles(
    `${name} side`,
    ofSide.filter(({ isOpening }) => !isOpening),
  );
  const opening = assembleFiles(
    `${name}’s opening items`,
    ofSide.filter(({ isOpening }) => isOpening),
  );
  const own = joinColumns(ofPeriod.parts);
  const { balances, warnings } = joinedBalances(side, ofPeriod.files, own);
  const parts = [...ofPeriod.parts, ...opening.parts];
  return {
    side,
    columns: opening.parts.length === 0 ? own : joinColumns(parts),
    own,
    balances,
    parts,
    files: [...ofPeriod.files, ...opening.files],
    warnings: [
      ...(own.count === 0 && ofPeriod.files.length > 0 ? [withoutRows(name, ofPeriod.files)] : []),
      ...ofPeriod.warnings,
      ...opening.warnings,
      ...warnings,
    ],
  };
}

/** Files of one side whose rows are compared with one another. Throws side_empty. */
function assembleFiles(of: string, given: readonly SessionFile[]): Pick<AssembledSide, 'files' | 'parts' | 'warnings'> {
  const ingested = given.filter(({ ingestionId }) => ingestionId !== null);
  const read = given.filter(({ ingestionId }) => ingestionId === null);
  const files = [...ingested, ...read.sort((a, b) => (a.digest < b.digest ? -1 : 1))];
  const unread = files.reduce((sum, { rejectedRows }) => sum + rejectedRows, 0);
  if (unread > 0 && files.every(({ columns }) => columns.count === 0))
    throw new TieoutError('side_empty', `None of the ${unread} rows of the ${of} could be read.`);
  const { keep, repeated, overlapping } = findRepeated(files, ingested.length);
  files.forEach(({ leftOut = new Map() }, f) => {
    for (const row of leftOut.keys()) keep[f][row] = 0;
  });
  return {
    parts: files.map(({ columns }, f) => keepRows(columns, keep[f])),
    files: files.map((file, f) => ({ ...file, repeated: repeated[f], keep: keep[f] })),
    warnings: overlapping.map(
      ([a, b]) => `${files[b].name} overlaps ${files[a].name}: rows that both hold were counted once.`,
    ),
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
  return side.files.map(({ ingestionId, digest: ofFile, isOpening }, f) => {
    const { count } = side.parts[f];
    const what = isOpening ? 'opening' : 'ingestion';
    const of = [what, key.tenant, key.partner, key.session, side.side, ofFile, count, contentSum(side.parts[f])];
    return ingestionId ?? digest(JSON.stringify(of)).slice(0, 32);
  });
}

/** The balances that the files of both sides state. */
export const statedBalances = (sides: Readonly<Record<Side, Pick<AssembledSide, 'balances'>>>): AccountBalance[] =>
  SIDES.flatMap((side) => sides[side].balances.map((balance) => ({ ...balance, side })));
