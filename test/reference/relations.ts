// What an open row has to do with other rows: the matched row it repeats, and its partners on the other side that did
// not match for one reason (src/core/matching/outcome/outcome.ts, OpenRows). Partners are one to one: candidate pairs are taken
// greedily, the smallest difference first, then the nearest day, then canonical order.

import { isByLine } from '../../src/core/matching/method.ts';
import { SIDES, type Side } from '../../src/core/records/rows/columns.ts';
import type { AccountState } from './account-state.ts';
import { agreement, daysOf, differenceOf, exactAmount, nearestDays, sameDirection } from './amounts.ts';
import type { RowClass } from './classes.ts';
import { FEE_WORDS } from './fee-lines.ts';
import { ascending, canonical, firstOf, type RefRow, type Sides } from './ref-row.ts';
import { strongTexts } from './strong-texts.ts';

export interface RefRelations {
  duplicateOf: number | null;
  currencyPartner: number | null;
  directionPartner: number | null;
  amountPartner: number | null;
  datePartner: number | null;
  datePartnerByKey: boolean;
}

interface OpenRow {
  readonly row: RefRow;
  readonly of: RowClass;
}

interface Partners {
  readonly gl: OpenRow;
  readonly bank: OpenRow;
}

/** Words of fee lines and of taxes. */
const NO_PART = [...FEE_WORDS, 'WHT', 'DUTY', 'DUTIES', 'STAMP', 'EMTL'];

type PartnerName = 'currencyPartner' | 'directionPartner' | 'amountPartner' | 'datePartner';

type Relations = Sides<Map<number, RefRelations>>;
type Order = (x: Partners, y: Partners) => number;

/** By side and row number, for every open row of an account; allRows are its rows with their classes. */
export function relationsOf(state: AccountState, allRows: Sides<readonly OpenRow[]>): Relations {
  const isOpen = ({ row, of }: OpenRow) => of.open.includes(row);
  const open = { gl: allRows.gl.filter(isOpen), bank: allRows.bank.filter(isOpen) };
  const relations = { gl: blankRelations(open.gl), bank: blankRelations(open.bank) };
  for (const side of SIDES) {
    const netted = new Set(state.reversals[side].flatMap(({ original, reversal }) => [original, reversal]));
    const isMatched = (one: OpenRow) => !isOpen(one) && !netted.has(one.row.id);
    const matched = allRows[side].filter(isMatched).toSorted((a, b) => canonical(a.row, b.row));
    for (const one of open[side]) relations[side].get(one.row.id)!.duplicateOf = repeatedBy(state, one, matched);
  }
  findPartnersByKey(state, { open, allRows }, relations);
  if (isByLine(state.parameters.method)) findDatePartnersByText(state, open, relations);
  return relations;
}

/** The first matched row with the same key and amount; by a known reference, within the wider window of days. */
function repeatedBy({ parameters, foundOnly }: AccountState, one: OpenRow, matched: readonly OpenRow[]): number | null {
  const reach = foundOnly.has(one.row) ? Math.max(parameters.daysBack, parameters.daysForward) : Infinity;
  const repeats = (other: OpenRow) =>
    sameKey(one, other) &&
    exactAmount(one.row, other.row) &&
    Math.abs(other.row.bookingDay - one.row.bookingDay) <= reach;
  return matched.find(repeats)?.row.id ?? null;
}

/** Whether several rows of a side carry the reference in this currency and direction, fee lines and reversals aside. */
function areOfBatch(state: AccountState, { gl, bank }: Partners, allRows: Sides<readonly OpenRow[]>): boolean {
  const netted = (side: Side) => state.reversals[side].flatMap(({ original, reversal }) => [original, reversal]);
  const isPart = (side: Side, one: OpenRow) =>
    sameKey(one, gl) &&
    one.row.currency === gl.row.currency &&
    sameDirection(one.row, gl.row) &&
    !one.of.marked &&
    !netted(side).includes(one.row.id) &&
    !NO_PART.some((word) => one.of.words.has(word));
  const areParts = isPart('gl', gl) && isPart('bank', bank);
  return areParts && SIDES.some((side) => allRows[side].filter((one) => isPart(side, one)).length > 1);
}

function findPartnersByKey(
  state: AccountState,
  { open, allRows }: { readonly open: Sides<readonly OpenRow[]>; readonly allRows: Sides<readonly OpenRow[]> },
  relations: Relations,
): void {
  const sameCurrency = ({ gl, bank }: Partners) => gl.row.currency === bank.row.currency;
  const sameSign = ({ gl, bank }: Partners) => sameDirection(gl.row, bank.row);
  const agree = ({ gl, bank }: Partners) => agreement(gl.row, bank.row, state.parameters) !== null;
  const opposite = ({ gl, bank }: Partners) => gl.row.amount === -bank.row.amount;
  const isOtherAmount = (pair: Partners) => sameCurrency(pair) && sameSign(pair) && !agree(pair);
  const hasNo = (name: PartnerName, { gl, bank }: Partners) =>
    relations.gl.get(gl.row.id)![name] === null && relations.bank.get(bank.row.id)![name] === null;
  const rules: [PartnerName, (pair: Partners) => boolean][] = [
    ['currencyPartner', (pair) => !sameCurrency(pair) && sameSign(pair)],
    ['directionPartner', (pair) => sameCurrency(pair) && opposite(pair)],
    ['datePartner', (pair) => agree(pair) && outsideWindow(state, pair)],
    ['amountPartner', (pair) => isOtherAmount(pair) && hasNo('datePartner', pair) && !areOfBatch(state, pair, allRows)],
  ];
  const withKey = open.gl
    .flatMap((gl) => open.bank.filter((bank) => sameKey(gl, bank)).map((bank) => ({ gl, bank })))
    .filter((pair) => mayBelong(pair, open) && isAskedOf(state, pair, open));
  const nearest: Order = (x, y) =>
    firstOf(
      ascending(differenceOf(x.gl.row, x.bank.row), differenceOf(y.gl.row, y.bank.row)),
      daysApart(x) - daysApart(y),
      inOrder(x, y),
    );
  for (const [name, holds] of rules)
    for (const pair of withKey.filter(holds).toSorted(nearest)) join(relations, name, pair, true);
}

/** Rows that a known reference joins are few, less than 28 days apart and of near amounts; others all may belong. */
function mayBelong({ gl, bank }: Partners, open: Sides<readonly OpenRow[]>): boolean {
  if (!gl.of.key!.known && !bank.of.key!.known) return true;
  const counts = SIDES.map((side) => open[side].filter((one) => sameKey(one, gl)).length);
  if (Math.max(...counts) > 20 || daysApart({ gl, bank }) >= 28) return false;
  const [x, y] = [Math.abs(gl.row.amount), Math.abs(bank.row.amount)];
  return gl.row.currency !== bank.row.currency || Math.max(x, y) <= 10 * Math.min(x, y);
}

/** In bulk a row stands for its batch where it is all of it; a lump sum knows no single rows. */
function isAskedOf({ parameters }: AccountState, { gl }: Partners, open: Sides<readonly OpenRow[]>): boolean {
  if (isByLine(parameters.method)) return true;
  const isAlone = (side: Side) => open[side].filter((one) => sameKey(one, gl)).length === 1;
  return parameters.method === 'bulk' && SIDES.every(isAlone);
}

/** Equal amounts and strong texts outside of the window, among the rows left without one by key. */
function findDatePartnersByText(state: AccountState, open: Sides<readonly OpenRow[]>, relations: Relations): void {
  const lacksDate = (side: Side) => (one: OpenRow) => relations[side].get(one.row.id)!.datePartner === null;
  const among = { gl: open.gl.filter(lacksDate('gl')), bank: open.bank.filter(lacksDate('bank')) };
  for (const { gl, bank } of strongTexts(state, among)) {
    const pair = { gl: openRowOf(gl, among.gl), bank: openRowOf(bank, among.bank) };
    if (outsideWindow(state, pair)) join(relations, 'datePartner', pair, false);
  }
}

const openRowOf = (row: RefRow, rows: readonly OpenRow[]): OpenRow => rows.find((one) => one.row === row)!;

/** Makes the two partners unless one of them has one already. */
function join(relations: Relations, name: PartnerName, { gl, bank }: Partners, byKey: boolean): void {
  const [ofGl, ofBank] = [relations.gl.get(gl.row.id)!, relations.bank.get(bank.row.id)!];
  if (ofGl[name] !== null || ofBank[name] !== null) return;
  ofGl[name] = bank.row.id;
  ofBank[name] = gl.row.id;
  if (name === 'datePartner') ofGl.datePartnerByKey = ofBank.datePartnerByKey = byKey;
}

function blankRelations(rows: readonly OpenRow[]): Map<number, RefRelations> {
  const blank = (): RefRelations => ({
    duplicateOf: null,
    currencyPartner: null,
    directionPartner: null,
    amountPartner: null,
    datePartner: null,
    datePartnerByKey: false,
  });
  return new Map(rows.map(({ row }) => [row.id, blank()]));
}

function sameKey(a: OpenRow, b: OpenRow): boolean {
  return a.of.key !== null && a.of.key.value === b.of.key?.value;
}

function outsideWindow({ parameters }: AccountState, { gl, bank }: Partners): boolean {
  return !daysOf(gl.row, bank.row, {
    back: parameters.daysBack,
    forward: parameters.daysForward,
    events: parameters.events,
  }).inWindow;
}

function daysApart({ gl, bank }: Partners): number {
  return Math.abs(nearestDays(gl.row, bank.row));
}

function inOrder(x: Partners, y: Partners): number {
  return firstOf(canonical(x.gl.row, y.gl.row), canonical(x.bank.row, y.bank.row));
}
