// Which column of a holdings file is which, by a sample: titles propose, cells confirm or refuse, check digits of
// identifiers and the product of units and price prove. Each role takes the column with the best evidence; a column
// without evidence stays unread.

import { NAMED } from '../table/table.ts';
import { type DecimalMark, figureText } from './figure-text.ts';
import { fitsKind, type HoldingProfile, profileOf } from './holding-profile.ts';
import { type HoldingRole, holdingRolesOf, ROLE_KINDS } from './holding-roles.ts';
import { provenShare } from './value-proof.ts';

export interface HoldingColumns {
  /** Column of each role, from 0. */
  readonly of: Readonly<Partial<Record<HoldingRole, number>>>;
  /** The role of each column, and why. */
  readonly roles: readonly (HoldingRole | null)[];
  readonly reasons: readonly string[];
  readonly profiles: readonly HoldingProfile[];
  readonly mark: DecimalMark;
  /** Share of the sample's rows in which units, price and value prove each other. */
  readonly proven: number;
  /** How well the roles are supported; the reading of the file with the highest score is taken. */
  readonly score: number;
}

interface SampledHoldings {
  readonly titles: readonly string[];
  readonly rows: readonly (readonly string[])[];
  readonly named: ReadonlyMap<number, HoldingRole>;
}

interface Claim {
  readonly role: HoldingRole;
  readonly column: number;
  readonly weight: number;
  readonly reason: string;
}

/** Weight of a proof by check digits: above any title. */
const PROVEN = 8;
/** Weight of a role that a person gave. */
const GIVEN = 100;
/** Weights of a title that names the role in full, and of one that the cells contradict. */
const PLAIN = 4;
const LAST = 0.1;
/** Share of the filled cells that must have a form for it to be the column's. */
const LEAST_FITTING = 0.9;

/** `named`: roles by column that a mapping gives; those columns get no other role, and those roles no other column. */
export function holdingColumns({ titles, rows, named }: SampledHoldings, mark: DecimalMark): HoldingColumns {
  const cells = titles.map((_, i) => rows.map((row) => row[i] ?? ''));
  const profiles = cells.map((column) => profileOf(column, mark));
  const claims = titles.flatMap((title, i) => [...byTitle(title, i, profiles[i]), ...byCells(i, profiles[i])]);
  const given = Array.from(named, ([column, role]): Claim => ({ role, column, weight: GIVEN, reason: NAMED }));
  const taken = new Map(given.map((claim) => [claim.role, claim] as const));
  const used = new Set(named.keys());
  const inOrder = claims.toSorted((a, b) => b.weight - a.weight || a.column - b.column);
  const take = (claim: Claim): void => {
    if (taken.has(claim.role) || used.has(claim.column)) return;
    taken.set(claim.role, claim);
    used.add(claim.column);
  };
  for (const claim of inOrder) if (!VALUE_ROLES.includes(claim.role)) take(claim);
  const figures = cells.map((column, i) =>
    profiles[i].figures < LEAST_FITTING ? null : column.map((cell) => numberOf(cell, mark)),
  );
  const proven = proveValues({ claims: inOrder, given, figures, used, take });
  for (const claim of inOrder) take(claim);
  const of = Object.fromEntries([...taken].map(([role, { column }]) => [role, column]));
  const roleOf = new Map([...taken.values()].map((claim) => [claim.column, claim]));
  return {
    of,
    roles: titles.map((_, i) => roleOf.get(i)?.role ?? null),
    reasons: titles.map((_, i) => roleOf.get(i)?.reason ?? 'nothing speaks for a field'),
    profiles,
    mark,
    proven,
    score: [...taken.values()].reduce((sum, { weight }) => sum + Math.min(weight, PROVEN), 0) + 10 * proven,
  };
}

function byTitle(title: string, column: number, profile: HoldingProfile): Claim[] {
  return holdingRolesOf(title).flatMap(({ role, weight }) => {
    if (!fitsKind(ROLE_KINDS[role], profile)) {
      // Its cells are then refused by line and reason, unless another column has the figure.
      const isPlain = weight >= PLAIN && VALUE_ROLES.includes(role);
      return isPlain ? [{ role, column, weight: LAST, reason: `the title “${title}” says it, and few cells do` }] : [];
    }
    if (role === 'security_name' && profile.filled > 0 && profile.lettered < 0.5) return [];
    const isEmpty = profile.filled === 0;
    return [{ role, column, weight: isEmpty ? weight / 8 : weight, reason: `the title “${title}” says it` }];
  });
}

/** Fewest different codes: one or two may pass by chance. */
const CODES = 3;

function byCells(column: number, profile: HoldingProfile): Claim[] {
  const { distinct, filled, isins, cusips, sedols, currencies } = profile;
  const claims: Claim[] = [];
  const claim = (role: HoldingRole, weight: number, reason: string) => claims.push({ role, column, weight, reason });
  if (isins >= LEAST_FITTING && filled > 0) claim('isin', PROVEN, 'its codes are ISINs by their check digits');
  else if (distinct >= CODES && cusips >= LEAST_FITTING)
    claim('cusip', PROVEN - 1, 'its codes are CUSIPs by their check digits');
  else if (distinct >= CODES && sedols >= LEAST_FITTING)
    claim('sedol', PROVEN - 2, 'its codes are SEDOLs by their check digits');
  if (filled > 0 && currencies === 1) claim('currency', 1, 'its cells are codes of currencies');
  return claims;
}

const VALUE_ROLES: readonly HoldingRole[] = ['units', 'price', 'market_value'];

const numberOf = (cell: string, mark: DecimalMark): number | null => {
  const text = figureText(cell, mark);
  return text === null || text === '' ? null : Number(text);
};

interface ToProve {
  readonly claims: readonly Claim[];
  readonly given: readonly Claim[];
  readonly figures: readonly (readonly (number | null)[] | null)[];
  readonly used: ReadonlySet<number>;
  readonly take: (claim: Claim) => void;
}

/** Share of rows by which three columns prove each other as units, price and value, unless titles contradict. */
const PROVEN_SHARE = 0.8;
/** Most figure columns without a title that are all tried. */
const MOST_UNTITLED = 8;

/** Assigns the proven columns; answers the share of rows that prove them. */
function proveValues({ claims, given, figures, used, take }: ToProve): number {
  const candidates = (role: HoldingRole): Claim[] => {
    const said = given.filter((one) => one.role === role);
    if (said.length > 0) return said.filter(({ column }) => figures[column]);
    const titled = claims.filter((one) => one.role === role && figures[one.column] && !used.has(one.column));
    if (titled.length > 0) return titled;
    const free = figures.flatMap((column, i) =>
      column === null || used.has(i) || claims.some((one) => one.column === i) ? [] : [i],
    );
    return free.length > MOST_UNTITLED
      ? []
      : free.map((column) => ({ role, column, weight: 0, reason: 'units times price is the value in its rows' }));
  };
  const [units, prices, values] = VALUE_ROLES.map(candidates) as [Claim[], Claim[], Claim[]];
  let best: { readonly claims: readonly Claim[]; readonly proven: number; readonly rank: number } | null = null;
  for (const u of units) {
    for (const p of prices) {
      for (const v of values) {
        if (u.column === p.column || p.column === v.column || u.column === v.column) continue;
        const proven = provenShare({
          units: figures[u.column]!,
          price: figures[p.column]!,
          value: figures[v.column]!,
        });
        if (proven < PROVEN_SHARE) continue;
        // If either of two columns may be the units, whole numbers decide.
        const rank = 10 * proven + u.weight + p.weight + v.weight + wholeShare(figures[u.column]!);
        if (best === null || rank > best.rank) best = { claims: [u, p, v], proven, rank };
      }
    }
  }
  for (const claim of best?.claims ?? []) take(claim);
  return best?.proven ?? 0;
}

const wholeShare = (column: readonly (number | null)[]): number => {
  const filled = column.filter((value) => value !== null);
  return filled.length === 0 ? 0 : filled.filter((value) => Number.isInteger(value)).length / filled.length;
};

const IDENTIFIERS: readonly HoldingRole[] = ['isin', 'cusip', 'sedol', 'local_code', 'security_id'];

/** A sentence about why the file is no list of holdings; '' if it is one. */
export function whatIsMissing({ of }: HoldingColumns): string {
  const has = (...roles: readonly HoldingRole[]): boolean => roles.some((role) => of[role] !== undefined);
  const hasUnits = has('units', 'face_value');
  // Only a name and a number could be any list: a statement's narration and balance too.
  const isNamed = has(...IDENTIFIERS) || (has('security_name') && has('price', 'market_value') && hasUnits);
  if (isNamed && hasUnits) return '';
  if (isNamed) return 'no column has a quantity: title it Quantity or Units, or name it as units in a column mapping.';
  return hasUnits
    ? 'no column names securities: title it ISIN, CUSIP, SEDOL, Security ID or Security Name, or name it so in a column mapping.'
    : 'this is no list of holdings: no column names securities (ISIN, CUSIP, SEDOL, code or name) and none has a quantity.';
}
