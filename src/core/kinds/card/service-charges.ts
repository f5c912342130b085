// Adds charge lines to card transactions: the merchant service charge, or a template's fee, that one side shows on a
// line of its own. Lines of the transaction's retrieval reference that add up to the charge due join its group. A
// transaction that one side shows in full with its charge beside it, and the other net, is one group too. A line that
// looks like the charge but has another amount stays open with the amount still due.

import { type DueFee, linesOfFee, saysFee, unpaidLines } from '../../fees/due-fee.ts';
import { serviceOfPair } from '../../fees/row-services.ts';
import type { KeyMatch } from '../../matching/by-keys/key-pass.ts';
import type { KeyedGroup } from '../../matching/by-keys/keyed-outcome.ts';
import type { KeyedRows, PairOfRows, Taken } from '../../matching/by-keys/keyed-rows.ts';
import { Agreement, type SeparateFee } from '../../matching/candidates/agreement.ts';
import type { MatchParameters } from '../../matching/parameters.ts';
import { OUTSIDE } from '../../matching/window.ts';
import { FEE_NONE } from '../../records/groups/fee-basis.ts';
import { otherSide, SIDES, type Side } from '../../records/rows/columns.ts';
import { saysChargeback } from '../../words/reversal-words.ts';
import type { CardKeys } from './card-keys.ts';
import { openByReference, referenceOf } from './open-by-reference.ts';

interface ChargeTerms {
  readonly keys: CardKeys;
  readonly parameters: MatchParameters;
  /** The tier of a group whose sums differ. */
  readonly tier: number;
  readonly isRefused: (pair: PairOfRows) => boolean;
}

interface CardCharges {
  readonly groups: readonly KeyedGroup[];
  /** For each side and row that looks like a charge its expected amount, minor units. */
  readonly expected: Readonly<Record<Side, ReadonlyMap<number, number>>>;
}

type Lines = Readonly<Record<Side, readonly number[]>>;
type Due = SeparateFee & DueFee;

/** The matches, each with the lines of its charge. */
export function withCharges(
  rows: KeyedRows,
  taken: Taken,
  { matches, ...terms }: ChargeTerms & { readonly matches: readonly KeyMatch[] },
): CardCharges {
  const { keys, tier } = terms;
  const expected = { gl: new Map<number, number>(), bank: new Map<number, number>() };
  const open = openByReference(rows, taken, keys);
  const largest = open.size === 0 ? new Map<string, KeyMatch | null>() : largestByReference(rows, keys, matches);
  const dueOf = dues(rows, terms.parameters);
  const groups = matches.map((match): KeyedGroup => {
    const name = nameOf(rows, keys, match);
    const beside = name !== null && largest.get(name) === match ? open.get(name) : undefined;
    const due = beside === undefined ? null : dueOf(match);
    if (beside === undefined || due === null) return groupOf(match);
    const lines = linesBeside(rows, { ...terms, pair: match, beside });
    const found = paidBy(rows, lines, due);
    for (const side of SIDES) {
      for (const row of found[side]) taken.take(side, row);
      const unpaid = unpaidLines(
        { lines: lines[side], size: sizeOf(rows, side), saysFee: (row) => saysFee(keys.says(side, row)) },
        due,
        found[side],
      );
      for (const row of unpaid.lines) expected[side].set(row, unpaid.due);
    }
    const [gl, bank] = [total(rows, 'gl', found.gl), total(rows, 'bank', found.bank)];
    const group = { ...groupOf(match), gl: [match.gl, ...found.gl], bank: [match.bank, ...found.bank] };
    return gl === bank ? group : { ...group, tier, feeBasis: due.basis };
  });
  return { groups, expected };
}

/** Groups of open rows of one reference: full amount and charge on one side, the net amount on the other. */
export function netAgainstCharged(rows: KeyedRows, taken: Taken, terms: ChargeTerms): KeyedGroup[] {
  const { keys, tier, isRefused, parameters } = terms;
  const dueOf = dues(rows, parameters);
  const groups: KeyedGroup[] = [];
  for (const beside of openByReference(rows, taken, keys).values()) {
    const charged = SIDES.find((side) => beside[side].length > 1 && beside[otherSide(side)].length === 1);
    if (charged === undefined) continue;
    const sizes = (side: Side) => beside[side].map((row) => Math.abs(rows.amount(side, row)));
    const principal = (side: Side) => beside[side][sizes(side).indexOf(Math.max(...sizes(side)))];
    const pair = { gl: principal('gl'), bank: principal('bank') };
    const days = isRefused(pair) ? OUTSIDE : rows.days(pair, parameters);
    const due = days === OUTSIDE ? null : dueOf(pair);
    if (due === null) continue;
    const lines = linesBeside(rows, { ...terms, pair, beside });
    const isAll = lines[charged].length === beside[charged].length - 1;
    if (!isAll || paidBy(rows, lines, due)[charged].length !== lines[charged].length) continue;
    const off = total(rows, 'gl', beside.gl) - total(rows, 'bank', beside.bank);
    if (Math.abs(off) > due.tolerance) continue;
    const first = (side: Side) => [pair[side], ...beside[side].filter((row) => row !== pair[side])];
    groups.push({ gl: first('gl'), bank: first('bank'), tier, days, feeBasis: FEE_NONE });
    for (const side of SIDES) for (const row of beside[side]) taken.take(side, row);
  }
  return groups;
}

const groupOf = ({ gl, bank, tier, days }: KeyMatch): KeyedGroup => ({
  gl: [gl],
  bank: [bank],
  tier,
  days,
  feeBasis: FEE_NONE,
});

const sizeOf = (rows: KeyedRows, side: Side) => (row: number) => Math.abs(rows.amount(side, row));

const total = (rows: KeyedRows, side: Side, of: readonly number[]): number =>
  of.reduce((sum, row) => sum + rows.amount(side, row), 0);

/** The lines beside a transaction: smaller money out, near it in time, no reversal. */
function linesBeside(
  rows: KeyedRows,
  { pair, beside, keys, parameters }: ChargeTerms & { readonly pair: PairOfRows; readonly beside: Lines },
): Lines {
  const of = (side: Side) =>
    beside[side].filter((row) => {
      const [own, line] = [rows.amount(side, pair[side]), rows.amount(side, row)];
      const isCharge = row !== pair[side] && line < 0 && -line < Math.abs(own);
      const terminals = [keys.terminal(side, pair[side]), keys.terminal(side, row)];
      const isElsewhere = !terminals.includes('') && terminals[0] !== terminals[1];
      const takesBack = keys.saysReversal(side, row) || saysChargeback(keys.says(side, row));
      return isCharge && !isElsewhere && !takesBack && rows.days({ ...pair, [side]: row }, parameters) !== OUTSIDE;
    });
  return { gl: of('gl'), bank: of('bank') };
}

function paidBy(rows: KeyedRows, lines: Lines, due: Due): Lines {
  const of = (side: Side) => linesOfFee({ lines: lines[side], size: sizeOf(rows, side) }, due);
  return { gl: of('gl'), bank: of('bank') };
}

/** The charge that is due for a transaction of two rows; null if none. */
function dues({ columns }: KeyedRows, parameters: MatchParameters): (pair: PairOfRows) => Due | null {
  const { currencies } = columns.gl;
  const agreement = new Agreement(parameters, currencies);
  return ({ gl, bank }) => {
    const [x, y] = [columns.gl.amount[gl], columns.bank.amount[bank]];
    if (x > 0 !== y > 0) return null;
    const { services } = agreement;
    const service = serviceOfPair(services.of(columns.gl, gl), services.of(columns.bank, bank));
    const due = agreement.chargeBeside(x, y, columns.gl.currency[gl], service);
    return due === null ? null : { ...due, tolerance: agreement.tolerance(x, columns.gl.currency[gl]) };
  };
}

const nameOf = (rows: KeyedRows, keys: CardKeys, { gl, bank }: PairOfRows): string | null =>
  referenceOf(rows, keys, 'gl', gl) ?? referenceOf(rows, keys, 'bank', bank);

/** For each reference the pair of the largest amount; null where several are that large. */
function largestByReference(
  rows: KeyedRows,
  keys: CardKeys,
  matches: readonly KeyMatch[],
): ReadonlyMap<string, KeyMatch | null> {
  const found = new Map<string, { match: KeyMatch | null; size: number }>();
  for (const match of matches) {
    const name = nameOf(rows, keys, match);
    if (name === null) continue;
    const size = Math.abs(rows.amount('gl', match.gl));
    const known = found.get(name);
    if (known === undefined || size > known.size) found.set(name, { match, size });
    else if (size === known.size) found.set(name, { match: null, size });
  }
  return new Map([...found].map(([name, { match }]) => [name, match]));
}
