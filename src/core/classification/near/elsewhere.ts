// Finds for open rows a row of the other side that has their amount and reference but was not compared with them: it is
// open in another account, or took no part (outside the period, or only announced). Rows that other accounts matched do
// not count. A session of one account in which all rows took part needs no search.

import type { OpenRows } from '../../matching/outcome/outcome.ts';
import { type CarriedReferences, carriedReferences } from '../../matching/reading/carried-references.ts';
import { canonicalOrder } from '../../records/rows/canonical-order.ts';
import type { RowColumns } from '../../records/rows/columns.ts';
import { FATES, takesPart } from './row-fates.ts';

interface SideToAsk {
  readonly columns: RowColumns;
  /** For each row its index in FATES. */
  readonly fates: Uint8Array;
  readonly accountOf: (row: number) => number;
}

/**
 * For each item of `own.open` a row of the other side's columns, or -1. Open rows come before others, then by account,
 * in canonical order.
 */
export function answersElsewhere(own: SideToAsk & { readonly open: OpenRows }, other: SideToAsk): Int32Array {
  const { open, columns } = own;
  const found = new Int32Array(open.count).fill(-1);
  const asking = open.row;
  const rows = rowsToAsk(own, other, asking);
  if (rows.length === 0) return found;
  const references = carriedReferences({ columns, rows: asking }, { columns: other.columns, rows });
  const asked = Array.from(asking, (_, item) => references.lookUp(item));
  const firsts = firstsOf(other, rows, { references, wanted: new Set(asked.flat()) });
  asked.forEach((names, item) => {
    const asker = asking[item];
    for (const name of names) {
      const known = firsts.get(placeOf(columns, asker, name));
      if (known === undefined) continue;
      const row = zoneOf(other, known.row) === own.accountOf(asker) ? known.otherZone : known.row;
      if (row === -1) continue;
      found[item] = row;
      return;
    }
  });
  return found;
}

/** For each wanted name the first row, and the first row of another zone. */
function firstsOf(
  other: SideToAsk,
  rows: Uint32Array,
  { references, wanted }: { readonly references: CarriedReferences; readonly wanted: ReadonlySet<number> },
): ReadonlyMap<string, Firsts> {
  const namesOf = new Map<number, number[]>();
  for (let k = 0; k < rows.length; k++) {
    const names = references.foundAs(k).filter((name) => wanted.has(name));
    if (names.length > 0) namesOf.set(rows[k], names);
  }
  const firsts = new Map<string, Firsts>();
  for (const row of inOrder(other, Uint32Array.from(namesOf.keys()))) {
    for (const name of namesOf.get(row)!) {
      const place = placeOf(other.columns, row, name);
      const known = firsts.get(place);
      if (known === undefined) firsts.set(place, { row, otherZone: -1 });
      else if (known.otherZone === -1 && zoneOf(other, row) !== zoneOf(other, known.row)) known.otherZone = row;
    }
  }
  return firsts;
}

/** Open rows before others, by account, in canonical order. */
function inOrder({ columns, fates, accountOf }: SideToAsk, rows: Uint32Array): number[] {
  return Array.from(canonicalOrder(columns, rows)).sort((a, b) => fates[a] - fates[b] || accountOf(a) - accountOf(b));
}

interface Firsts {
  readonly row: number;
  /** The first row of another zone than the first row's. */
  otherZone: number;
}

const ASIDE = -1;

const isAnswered = (fate: number): boolean => FATES[fate] === 'matched' || FATES[fate] === 'netted';

/** The zone of a row: the account that it was compared in, or none. */
const zoneOf = ({ fates, accountOf }: SideToAsk, row: number): number =>
  takesPart(fates[row]) ? accountOf(row) : ASIDE;

/**
 * Rows of the other side that have a wanted amount, without those that were compared in the only account of the
 * session.
 */
function rowsToAsk(own: SideToAsk, other: SideToAsk, asking: Uint32Array): Uint32Array {
  const zones = new Set<number>();
  for (const row of asking) zones.add(own.accountOf(row));
  const only = zones.size === 1 ? [...zones][0] : null;
  const amounts = new Set<number>();
  const rows: number[] = [];
  for (const row of asking) amounts.add(own.columns.amount[row]);
  for (let row = 0; row < other.columns.count; row++) {
    if (isAnswered(other.fates[row]) || zoneOf(other, row) === only) continue;
    if (amounts.has(other.columns.amount[row])) rows.push(row);
  }
  return Uint32Array.from(rows);
}

function placeOf({ amount, currency, currencies }: RowColumns, row: number, name: number): string {
  return `${amount[row]} ${currencies[currency[row]]} ${name}`;
}
