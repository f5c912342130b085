// Links positions of the books to positions of the custodian: first by account, security and currency; then by account
// and security in another currency; last by another common identifier, or by name and units. A link must be the only
// one either way. A position without a link is missing on the other side.

import { NO_DAY } from '../../money/calendar.ts';
import { SIDES, type Side } from '../../records/rows/columns.ts';
import { BREAKS, breakOf, type HoldingBreak, type HoldingTolerance } from './breaks.ts';
import { figuresOf } from './position-figures.ts';
import { namesOfPosition, type Position, type SidePositions } from './positions.ts';

/** The two positions of one holding, or one position that the other side lacks. Without a break they agree. */
export interface ComparedHolding {
  readonly gl: Position | null;
  readonly bank: Position | null;
  readonly found: HoldingBreak | null;
}

type Sides = Readonly<Record<Side, readonly Position[]>>;

/** Every position stands in exactly one holding of the answer. */
export function compareHoldings(
  all: Readonly<Record<Side, SidePositions>>,
  tolerance: HoldingTolerance,
): ComparedHolding[] {
  const differenceOf = differing(tolerance);
  const { compared, left } = bySecurity(all, differenceOf);
  const link = (keysOf: (position: Position) => readonly string[], by: HoldingBreak): void => {
    const pairs = onlyPairs(left, keysOf);
    for (const [gl, bank] of pairs) compared.push({ gl, bank, found: differenceOf(gl, bank, by) });
    const linked = new Set(pairs.flat());
    left.gl = left.gl.filter((position) => !linked.has(position));
    left.bank = left.bank.filter((position) => !linked.has(position));
  };
  link(({ account, key, isCash }) => (key === '' || isCash ? [] : [`${account}|${key}`]), 'currency_mismatch');
  link(otherIdentifiers, 'identifier_mismatch');
  link(nameAndUnits, 'identifier_mismatch');
  for (const gl of left.gl) compared.push({ gl, bank: null, found: 'missing_in_custodian' });
  for (const bank of left.bank) compared.push({ gl: null, bank, found: 'missing_in_book' });
  return compared;
}

/** Links by account, currency and key, of which a side has one position at most. */
function bySecurity(
  { gl, bank }: Readonly<Record<Side, SidePositions>>,
  differenceOf: ReturnType<typeof differing>,
): {
  readonly compared: ComparedHolding[];
  readonly left: Record<Side, Position[]>;
} {
  const compared: ComparedHolding[] = [];
  const left: Record<Side, Position[]> = { gl: [...gl.unnamed], bank: [...bank.unnamed] };
  for (const [place, ofBooks] of gl.keyed) {
    const ofCustodian = bank.keyed.get(place);
    for (const [key, book] of ofBooks) {
      const custodian = ofCustodian?.get(key);
      if (custodian === undefined) left.gl.push(book);
      else compared.push({ gl: book, bank: custodian, found: differenceOf(book, custodian, null) });
    }
  }
  for (const [place, ofCustodian] of bank.keyed) {
    const ofBooks = gl.keyed.get(place);
    for (const [key, custodian] of ofCustodian) if (!ofBooks?.has(key)) left.bank.push(custodian);
  }
  return { compared, left };
}

/** The first break that is true; `by`: the break that the link itself means. */
const differing =
  (tolerance: HoldingTolerance) =>
  (gl: Position, bank: Position, by: HoldingBreak | null): HoldingBreak | null => {
    if (by === 'identifier_mismatch') return by;
    return isOfOtherDay(gl, bank) ? 'as_of_mismatch' : (by ?? breakOf(gl, bank, tolerance));
  };

const isOfOtherDay = (gl: Position, bank: Position): boolean =>
  gl.day !== NO_DAY && bank.day !== NO_DAY && gl.day !== bank.day;

/** Identifiers besides the key, by kind; the key itself was tried. */
function otherIdentifiers(position: Position): string[] {
  const { account, isCash, key } = position;
  if (isCash) return [];
  const names = namesOfPosition(position);
  return (['cusip', 'sedol', 'local_code'] as const).flatMap((kind) =>
    names[kind] === '' || key === `${kind}:${names[kind]}` ? [] : [`${account}|${kind}|${names[kind]}`],
  );
}

function nameAndUnits(position: Position): string[] {
  const { account, isCash } = position;
  const names = namesOfPosition(position);
  const { units } = figuresOf(position);
  return isCash || names.name === '' || units === null || units === 0n ? [] : [`${account}|${names.name}|${units}`];
}

/** Pairs of positions that share a key which no other position has, and whose other keys lead to no other position. */
function onlyPairs(left: Sides, keysOf: (position: Position) => readonly string[]): [Position, Position][] {
  const byKey = new Map<string, Record<Side, Position[]>>();
  for (const side of SIDES) {
    for (const position of left[side]) {
      for (const key of keysOf(position)) {
        const known = byKey.get(key);
        if (known === undefined) byKey.set(key, { gl: [], bank: [], [side]: [position] });
        else known[side].push(position);
      }
    }
  }
  const partner = new Map<Position, Position | null>();
  const meet = (one: Position, other: Position | null): void => {
    partner.set(one, partner.has(one) && partner.get(one) !== other ? null : other);
  };
  for (const { gl, bank } of byKey.values()) {
    if (gl.length === 0 || bank.length === 0) continue;
    const isAlone = gl.length === 1 && bank.length === 1;
    for (const position of gl) meet(position, isAlone ? bank[0] : null);
    for (const position of bank) meet(position, isAlone ? gl[0] : null);
  }
  return left.gl.flatMap((gl): [Position, Position][] => {
    const other = partner.get(gl) ?? null;
    return other !== null && partner.get(other) === gl ? [[gl, other]] : [];
  });
}

/** The number of a break, from 1. */
export const breakNumber = (found: HoldingBreak): number => BREAKS.indexOf(found) + 1;
