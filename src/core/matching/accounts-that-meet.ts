// Which accounts of different numbers are one, by the rows that meet: a ledger row meets a bank row of its amount that
// shares a reference with it, else the only bank row of an amount that no other row of either side has. A row that meets
// rows of two accounts tells nothing. Two accounts are one if each meets the other most, of those that are not one with
// another, and neither has most rows of a third, nor a third most of its own: rows in the wrong account are few. Flags of
// rows change nothing, for later runs of other sessions set them.

import { type AccountLabels, normalised } from '../records/rows/accounts.ts';
import { otherSide, type RowColumns, type Side } from '../records/rows/columns.ts';
import { carriedReferences } from './reading/carried-references.ts';

type Columns = Readonly<Record<Side, RowColumns>>;

/** How many rows meet, by a label and one of the other side. */
type Met = Map<string, Map<string, number>>;

/** The pairs among the labels that are left; the last two are one if neither meets any other. */
export function accountsThatMeet(columns: Columns, left: AccountLabels): (readonly [gl: string, bank: string])[] {
  const met = meetingsOf(columns);
  const rows = { gl: rowsByLabel(columns.gl), bank: rowsByLabel(columns.bank) };
  const hasMostOf = (side: Side, label: string, other: string): boolean =>
    2 * (met[side].get(label)?.get(other) ?? 0) > rows[otherSide(side)].get(other)!;
  /** Whether an account has most rows of a third, or a third has most of its own. */
  const isWithThird = (side: Side, label: string, partner: string): boolean =>
    [...met[side].get(label)!.keys()].some(
      (third) => third !== partner && (hasMostOf(side, label, third) || hasMostOf(otherSide(side), third, label)),
    );
  const free = { gl: new Set(left.gl), bank: new Set(left.bank) };
  const pairs: (readonly [string, string])[] = [];
  for (let before = -1; before < pairs.length; ) {
    before = pairs.length;
    // Rows that stand in an account of another pair by mistake must not hide where the others belong.
    const most = { gl: mostMet(met.gl, free.bank), bank: mostMet(met.bank, free.gl) };
    for (const gl of free.gl) {
      const bank = most.gl.get(gl);
      if (bank === undefined || !free.bank.has(bank) || most.bank.get(bank) !== gl) continue;
      if (isWithThird('gl', gl, bank) || isWithThird('bank', bank, gl)) continue;
      pairs.push([gl, bank]);
    }
    for (const [gl, bank] of pairs) {
      free.gl.delete(gl);
      free.bank.delete(bank);
    }
  }
  const gl = [...free.gl];
  const bank = [...free.bank];
  if (gl.length !== 1 || bank.length !== 1 || met.gl.has(gl[0]) || met.bank.has(bank[0])) return pairs;
  return [...pairs, [gl[0], bank[0]]];
}

/** For each label the one of `others` that it meets most; labels that meet two equally are absent. */
function mostMet(met: Met, others: ReadonlySet<string>): ReadonlyMap<string, string> {
  const most = new Map<string, string>();
  for (const [label, counts] of met) {
    const free = [...counts].filter(([other]) => others.has(other));
    const greatest = Math.max(...free.map(([, count]) => count));
    const all = free.filter(([, count]) => count === greatest);
    if (all.length === 1) most.set(label, all[0][0]);
  }
  return most;
}

const SEVERAL = Symbol('several accounts');

function meetingsOf({ gl, bank }: Columns): Readonly<Record<Side, Met>> {
  const labelOf = { gl: labelsAt(gl), bank: labelsAt(bank) };
  const byAmount = { gl: rowsByAmount(gl), bank: rowsByAmount(bank) };
  const sharing = (columns: RowColumns, others: ReadonlyMap<string, unknown>): Uint32Array =>
    Uint32Array.from({ length: columns.count }, (_, row) => row).filter((row) => others.has(amountOf(columns, row)));
  const rows = { gl: sharing(gl, byAmount.bank), bank: sharing(bank, byAmount.gl) };
  const references = carriedReferences({ columns: gl, rows: rows.gl }, { columns: bank, rows: rows.bank });
  const accountsAt = new Map<string, string | typeof SEVERAL>();
  rows.bank.forEach((row, k) => {
    for (const name of references.foundAs(k)) {
      const place = `${name} ${amountOf(bank, row)}`;
      const label = labelOf.bank(row);
      const known = accountsAt.get(place);
      accountsAt.set(place, known === undefined || known === label ? label : SEVERAL);
    }
  });
  const met: Record<Side, Met> = { gl: new Map(), bank: new Map() };
  rows.gl.forEach((row, k) => {
    const amount = amountOf(gl, row);
    const referred = references.lookUp(k).flatMap((name) => accountsAt.get(`${name} ${amount}`) ?? []);
    const own = byAmount.gl.get(amount)!;
    const other = byAmount.bank.get(amount)!;
    const alone = own.rows === 1 && other.rows === 1 ? [labelOf.bank(other.first)] : [];
    const accounts = new Set<string | typeof SEVERAL>(referred.length > 0 ? referred : alone);
    const [account] = accounts;
    if (accounts.size !== 1 || typeof account !== 'string') return;
    count(met.gl, labelOf.gl(row), account);
    count(met.bank, account, labelOf.gl(row));
  });
  return met;
}

function count(met: Met, label: string, other: string): void {
  const others = met.get(label) ?? new Map<string, number>();
  met.set(label, others.set(other, (others.get(other) ?? 0) + 1));
}

function labelsAt({ accounts, account }: RowColumns): (row: number) => string {
  const labels = accounts.map(normalised);
  return (row) => labels[account[row]];
}

const amountOf = ({ amount, currency, currencies }: RowColumns, row: number): string =>
  `${amount[row]} ${currencies[currency[row]]}`;

/** The number of rows of each amount, with the first one; rows of no amount are left out. */
function rowsByAmount(columns: RowColumns): ReadonlyMap<string, { readonly first: number; readonly rows: number }> {
  const found = new Map<string, { first: number; rows: number }>();
  for (let row = 0; row < columns.count; row++) {
    if (columns.amount[row] === 0) continue;
    const known = found.get(amountOf(columns, row));
    if (known === undefined) found.set(amountOf(columns, row), { first: row, rows: 1 });
    else known.rows++;
  }
  return found;
}

function rowsByLabel(columns: RowColumns): ReadonlyMap<string, number> {
  const labelOf = labelsAt(columns);
  const rows = new Map<string, number>();
  for (let row = 0; row < columns.count; row++) {
    if (columns.amount[row] !== 0) rows.set(labelOf(row), (rows.get(labelOf(row)) ?? 0) + 1);
  }
  return rows;
}
