// The key of every row of one account: which identifiers count, which are linked to the other side, what a cut
// identifier stands for, and whether two rows' keys speak against each other (matching-definitions.md, "Identifiers
// of a row" to "Links and the key of a row").

import type { Calibration } from '../../src/core/matching/calibration.ts';
import { otherSide, SIDES, type Side } from '../../src/core/records/rows/columns.ts';
import { cutLinksOf } from './cut-links.ts';
import { nearnessOfKnown } from './known-links.ts';
import { linkedDirectly } from './links.ts';
import type { Key, KeyedRow, Reading } from './reading.ts';
import { ascending, firstOf, type Sides } from './ref-row.ts';
import type { Identifier, Kind } from './text.ts';

/** Gives every row of an account its key. */
export function withKeys(readings: Sides<Reading[]>, calibration: Calibration): Sides<KeyedRow[]> {
  const kept = identifiersThatCount(readings, calibration);
  const cutLinks = cutLinksOf(kept);

  const byLooks = onEachSide(kept, (one) => !one.known);
  const atLeastHalfLinked = (side: Side, kind: Kind) => {
    // A row that was settled at sight proves its reference, even one that too many others carry to be a key.
    const fields = kept[side].flatMap((row) => {
      if (row.atSight) return kind === 'reference' ? [true] : [];
      return row.identifiers.filter((one) => one.kind === kind).map((one) => linkedDirectly(row, one, byLooks));
    });
    return 2 * fields.filter(Boolean).length >= fields.length;
  };

  const keyOf = (row: Reading): Key | null => {
    const ordered = inKeyOrder(row, kept);
    const linked = ordered.find((one) => linkedDirectly(row, one, kept));
    if (linked) {
      const known = !byLooks[row.side].some((own) => carries(own, linked.value));
      return { value: linked.value, hard: !known, known };
    }
    const whole = cutLinks.keyOf(row);
    if (whole !== null) return { value: whole, hard: true, known: false };
    const field = ordered.find((one) => one.kind !== 'embedded');
    return field ? { value: field.value, hard: atLeastHalfLinked(row.side, field.kind), known: false } : null;
  };

  const speak = SIDES.every((side) => transactionsSpeak(side, kept, readings));
  const transactionOf = (row: Reading) => (speak ? row.transaction : null);
  const keyed = (side: Side) => kept[side].map((row) => ({ ...row, key: keyOf(row), transaction: transactionOf(row) }));
  return { gl: keyed('gl'), bank: keyed('bank') };
}

/** At least half of a side's transaction numbers are met on the other; what was settled at sight by such a number is. */
function transactionsSpeak(side: Side, kept: Sides<Reading[]>, readings: Sides<Reading[]>): boolean {
  const rows = readings[side].filter((row) => !row.atSight && row.transaction !== null);
  const isMet = ({ transaction }: Reading) => kept[otherSide(side)].some((other) => carries(other, transaction!));
  const isField = ({ identifiers: [first], transaction }: Reading) =>
    first?.kind === 'reference' && first.value === transaction;
  const settled = rows.some(isField) ? readings[side].filter((row) => row.atSight).length : 0;
  return 2 * (rows.filter(isMet).length + settled) >= rows.length + settled;
}

/** What of a row or class speaks against another's. */
interface Speaking {
  readonly key: Key | null;
  readonly transaction: string | null;
}

/** Two transactions' numbers; or both keys are hard, they differ, and neither is a cut form of the other. */
export function conflict(x: Speaking, y: Speaking): boolean {
  if (x.transaction !== null && y.transaction !== null && x.transaction !== y.transaction) return true;
  const [a, b] = [x.key, y.key];
  if (a === null || b === null || !a.hard || !b.hard || a.value === b.value) return false;
  const [short, long] = a.value.length <= b.value.length ? [a.value, b.value] : [b.value, a.value];
  const isCutForm = long.startsWith(short) || long.endsWith(short);
  return !isCutForm;
}

/** Fields as they stand; then the embedded ones: of near amounts last, fewest rows over both sides, longest, bytes. */
function inKeyOrder(row: Reading, readings: Sides<readonly Reading[]>): Identifier[] {
  const everyRow = [...readings.gl, ...readings.bank];
  const rowsWith = (value: string) => everyRow.filter((one) => carries(one, value)).length;
  const fields = row.identifiers.filter((one) => one.kind !== 'embedded');
  const embedded = row.identifiers.filter((one) => one.kind === 'embedded');
  const sorted = embedded.toSorted((a, b) =>
    firstOf(
      Number(a.near) - Number(b.near),
      rowsWith(a.value) - rowsWith(b.value),
      b.value.length - a.value.length,
      ascending(a.value, b.value),
    ),
  );
  return [...fields, ...sorted];
}

function carries(row: Reading, value: string): boolean {
  return row.identifiers.some((one) => one.value === value);
}

/**
 * A placeholder that many rows of either side carry is no key, whatever it looks like; nor is the part of a number that
 * different numbers have in common.
 */
function identifiersThatCount(readings: Sides<Reading[]>, calibration: Calibration): Sides<Reading[]> {
  const bound = (side: Side) =>
    Math.max(calibration.keyRows, Math.floor((calibration.keyShare * readings[side].length) / 10_000));
  const carriesItself = (row: Reading, value: string) =>
    row.identifiers.some((one) => one.value === value && !one.known);
  const carriersOf = (side: Side, value: string) => readings[side].filter((row) => carriesItself(row, value));
  const isMany = (side: Side, value: string) => carriersOf(side, value).length > bound(side);
  const tooCommon = (value: string) =>
    SIDES.some((side) => isMany(side, value)) &&
    !isBatch({ gl: carriersOf('gl', value), bank: carriersOf('bank', value) }, (side) => isMany(side, value));
  const common = onEachSide(readings, (one) => !tooCommon(one.value));
  const nearness = nearnessOfKnown(common, bound);
  const parts = [...readings.gl, ...readings.bank]
    .flatMap((row) => row.identifiers)
    .filter((one) => one.whole !== null);
  const isStem = (value: string) =>
    new Set(parts.filter((one) => one.value === value).map((one) => one.whole)).size > 1;
  const kept = onEachSide(
    common,
    (one, row) => !(one.whole !== null && isStem(one.value)) && (!one.known || nearness(row, one) !== 'far'),
  );
  const marked = (row: Reading): Reading => ({
    ...row,
    identifiers: row.identifiers.map((one) => ({ ...one, near: one.known && nearness(row, one) === 'near' })),
  });
  return { gl: kept.gl.map(marked), bank: kept.bank.map(marked) };
}

/** Many rows of one side that come to what few of the other do, in each currency and direction. */
function isBatch(carriers: Sides<Reading[]>, isMany: (side: Side) => boolean): boolean {
  if (isMany('gl') === isMany('bank') || carriers.gl.length === 0 || carriers.bank.length === 0) return false;
  const money = ({ row }: Reading) => `${row.currency} ${row.amount > 0}`;
  const sum = (rows: readonly Reading[], of: string) =>
    rows.filter((one) => money(one) === of).reduce((total, { row }) => total + BigInt(row.amount), 0n);
  return [...carriers.gl, ...carriers.bank].map(money).every((of) => sum(carriers.gl, of) === sum(carriers.bank, of));
}

function onEachSide(readings: Sides<Reading[]>, keep: (one: Identifier, row: Reading) => boolean): Sides<Reading[]> {
  const kept = (side: Side) =>
    readings[side].map((row) => ({ ...row, identifiers: row.identifiers.filter((one) => keep(one, row)) }));
  return { gl: kept('gl'), bank: kept('bank') };
}
