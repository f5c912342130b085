// The identifiers that matched rows carry, each with the field that carries it, read by the functions that matching
// reads texts with. It needs only the group's own rows, so a group read back from the store can be shown with its keys
// without reading its account again.

import type { RowColumns, Side } from '../../records/rows/columns.ts';
import { concatRows } from '../../records/rows/concat-rows.ts';
import type { ByteInterner } from './byte-interner.ts';
import { CARRY_IN_REFERENCE, CARRY_REFERENCE, CARRY_SESSION } from './identifier-pieces.ts';
import { KnownReferences, knownReferencesOf } from './known-references.ts';
import { IdentifierReader, type SideIdentifiers } from './row-identifiers.ts';

/**
 * The field in which a row carries an identifier. The last values are for kinds that match by identifiers of their own.
 */
export type CarriedIn =
  | 'reference'
  | 'settlement_session'
  | 'narration'
  | 'session_tail'
  | 'beneficiary'
  | 'rrn'
  | 'stan'
  | 'terminal'
  | 'card';

export interface ComparedIdentifier {
  /** As it was compared: upper case, without separators, known prefixes and leading zeros. */
  readonly identifier: string;
  readonly gl: CarriedIn | null;
  readonly bank: CarriedIn | null;
}

/** The field that CARRY_* bits stand for. */
export function carriedIn(carry: number): CarriedIn {
  if ((carry & 3) === CARRY_SESSION) return 'settlement_session';
  return (carry & 3) === CARRY_REFERENCE || carry & CARRY_IN_REFERENCE ? 'reference' : 'narration';
}

const decoder = new TextDecoder();

export const textOf = ({ store, start }: ByteInterner, id: number): string =>
  decoder.decode(store.slice(start[id], start[id + 1]));

interface GroupsToCompare {
  /** Group i is these rows of the ledger with those of the bank. */
  readonly gl: readonly Uint32Array[];
  readonly bank: readonly Uint32Array[];
  /** For each group whether its references alone settled it. */
  readonly settled: readonly boolean[];
}

/** For each group the identifiers of its ledger rows, then those that its bank rows alone carry. */
export function comparedIdentifiers(
  columns: Readonly<Record<Side, RowColumns>>,
  groups: GroupsToCompare,
): ComparedIdentifier[][] {
  const found: ComparedIdentifier[][] = new Array(groups.gl.length);
  const compare = (some: readonly number[]): void => {
    const compared = comparedTogether(columns, {
      gl: some.map((i) => groups.gl[i]),
      bank: some.map((i) => groups.bank[i]),
      settled: some.map((i) => groups.settled[i]),
    });
    some.forEach((i, k) => {
      found[i] = compared[k];
    });
  };
  const references = new KnownReferences();
  const isKnown = (i: number): boolean =>
    groups.gl[i].some((row) => references.has(columns.gl.reference, row)) ||
    groups.bank[i].some((row) => references.has(columns.bank.reference, row));
  const together: number[] = [];
  // Known references are those of the group itself, so its identifiers do not depend on the other groups shown.
  for (let i = 0; i < groups.gl.length; i++) {
    if (isKnown(i)) compare([i]);
    else together.push(i);
  }
  compare(together);
  return found;
}

function comparedTogether(
  columns: Readonly<Record<Side, RowColumns>>,
  { gl, bank, settled }: GroupsToCompare,
): ComparedIdentifier[][] {
  const rows = { gl: concatRows(gl), bank: concatRows(bank) };
  const known = knownReferencesOf([
    { columns: columns.gl, rows: rows.gl },
    { columns: columns.bank, rows: rows.bank },
  ]);
  const reader = new IdentifierReader(rows.gl.length + rows.bank.length, known);
  const texts = {
    gl: reader.read(columns.gl, rows.gl, settledByRow(gl, settled)),
    bank: reader.read(columns.bank, rows.bank, settledByRow(bank, settled)),
  };
  const next = { gl: 0, bank: 0 };
  return gl.map((_, i) => {
    const ledger = carriedBy(texts.gl, next.gl, (next.gl += gl[i].length));
    const statement = carriedBy(texts.bank, next.bank, (next.bank += bank[i].length));
    return [...new Set([...ledger.keys(), ...statement.keys()])].map((id) => ({
      identifier: textOf(reader.texts, id),
      gl: ledger.get(id) ?? null,
      bank: statement.get(id) ?? null,
    }));
  });
}

const settledByRow = (groups: readonly Uint32Array[], settled: readonly boolean[]): Uint8Array =>
  Uint8Array.from(groups.flatMap(({ length }, i) => new Array<number>(length).fill(settled[i] ? 1 : 0)));

/** Identifiers of the read rows [from, to). If several rows carry one, the first row's field is shown. */
function carriedBy({ ids, idStart, carry }: SideIdentifiers, from: number, to: number): Map<number, CarriedIn> {
  const carried = new Map<number, CarriedIn>();
  for (let i = from; i < to; i++) {
    const own = new Map<number, CarriedIn>();
    for (let e = idStart[i]; e < idStart[i + 1]; e++) own.set(ids[e], carriedIn(carry[e]));
    for (const [id, where] of own) if (!carried.has(id)) carried.set(id, where);
  }
  return carried;
}
