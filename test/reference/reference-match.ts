// The reference matcher: account by account, tier by tier, as docs/decisions/matching-definitions.md reads. For small
// sessions only; it computes everything again whenever it needs it.

import type { Calibration } from '../../src/core/matching/calibration.ts';
import { isByLine } from '../../src/core/matching/method.ts';
import type { MatchParameters } from '../../src/core/matching/parameters.ts';
import { SIDES, type Side } from '../../src/core/records/rows/columns.ts';
import type { AccountState, RefPair, RefReversal } from './account-state.ts';
import { ambiguitiesOf } from './ambiguity.ts';
import { pairsAtAGlance } from './at-a-glance.ts';
import { isOwnNumbering, knownAtSight, pairsAtSight, withoutReferenceField } from './at-sight.ts';
import { classesOf, type RowClass, settledClass } from './classes.ts';
import { agreeingIsEqual } from './contest-pairs.ts';
import { hold, tier3, tier4, tiers5And6 } from './evidence-tiers.ts';
import { groupFeeLines, hasFeeRules } from './fee-lines.ts';
import { matchByKey } from './key-tiers.ts';
import { withKeys } from './keys.ts';
import { knownForms } from './known.ts';
import { NOTHING_LEARNED } from './learned.ts';
import { type KeyedRow, type Reading, readRow } from './reading.ts';
import type { RefRow, Sides } from './ref-row.ts';
import { type RefRelations, relationsOf } from './relations.ts';
import { netReversals } from './reversals.ts';
import { takeNamedPayments, takeStatedBatches } from './stated-batches.ts';
import { batchByKey, batchBySum, matchBulk, matchLump, type RefGroup } from './sums.ts';
import { WordWeights } from './word-weights.ts';

interface RefSession {
  readonly gl: readonly RefRow[];
  readonly bank: readonly RefRow[];
  readonly parameters: MatchParameters;
  readonly calibration: Calibration;
}

interface RefAmbiguity {
  readonly gl: number[];
  readonly bank: number[];
}

export interface RefOutcome {
  readonly pairs: RefPair[];
  readonly groups: RefGroup[];
  /** Row numbers of open rows. */
  readonly severalSums: Sides<ReadonlySet<number>>;
  /** By row number, of open rows. */
  readonly expectedFees: Sides<ReadonlyMap<number, number>>;
  readonly reversals: Sides<RefReversal[]>;
  readonly ambiguities: RefAmbiguity[];
  /** By row number, for every open row. */
  readonly open: Sides<Map<number, RefRelations>>;
  /** What a row's class has in common, by row number: rows with the same text are interchangeable. */
  readonly signatures: Sides<Map<number, string>>;
  readonly notes: string[];
}

export function referenceMatch(session: RefSession): RefOutcome {
  const accounts = new Set([...session.gl, ...session.bank].map((row) => row.account));
  const outcomes = [...accounts].map((account) => matchAccount(ofAccount(session, account)));
  const mapsOf = <T>(side: Side, pick: (one: RefOutcome) => Sides<Map<number, T>>) =>
    new Map(outcomes.flatMap((one) => [...pick(one)[side]]));
  const bothSides = <T>(of: (side: Side) => T): Sides<T> => ({ gl: of('gl'), bank: of('bank') });
  return {
    pairs: outcomes.flatMap((one) => one.pairs),
    groups: outcomes.flatMap((one) => one.groups),
    expectedFees: bothSides((side) => mapsOf(side, (one) => one.expectedFees as Sides<Map<number, number>>)),
    severalSums: bothSides((side) => new Set(outcomes.flatMap((one) => [...one.severalSums[side]]))),
    reversals: bothSides((side) => outcomes.flatMap((one) => one.reversals[side])),
    ambiguities: outcomes.flatMap((one) => one.ambiguities),
    open: bothSides((side) => mapsOf(side, (one) => one.open)),
    signatures: bothSides((side) => mapsOf(side, (one) => one.signatures)),
    notes: [...new Set(outcomes.flatMap((one) => one.notes))].toSorted(),
  };
}

/** The rows of one account that take part: an amount of zero is information only. */
function ofAccount(session: RefSession, account: string): RefSession {
  const takesPart = (row: RefRow) => row.account === account && row.amount !== 0;
  return { ...session, gl: session.gl.filter(takesPart), bank: session.bank.filter(takesPart) };
}

function matchAccount({ gl, bank, parameters, calibration }: RefSession): RefOutcome {
  const forms = knownForms([...gl, ...bank]);
  const reading = (known: ReadonlySet<string>) => ({
    gl: gl.map((row) => readRow('gl', row, known)),
    bank: bank.map((row) => readRow('bank', row, known)),
  });
  const ownNumbering = isOwnNumbering(reading(new Set()));
  const read = reading(ownNumbering ? new Set() : forms);
  const byLine = isByLine(parameters.method);
  const early = byLine && !hasFeeRules(parameters);
  const atSight = ownNumbering || !early ? [] : pairsAtSight(read, parameters);
  const isSettled = ({ side, row }: Reading) => atSight.some((pair) => pair[side] === row.id);
  const known = (row: Reading) => {
    if (ownNumbering) return withoutReferenceField(row);
    return isSettled(row) ? knownAtSight(row) : row;
  };
  const keyed = withKeys({ gl: read.gl.map(known), bank: read.bank.map(known) }, calibration);
  const residue = { gl: keyed.gl.filter((row) => !isSettled(row)), bank: keyed.bank.filter((row) => !isSettled(row)) };
  const atAGlance = early ? pairsAtAGlance(residue, parameters) : [];
  const isGlimpsed = ({ side, row }: Reading) => atAGlance.some((pair) => pair[side] === row.id);
  const remainder = {
    gl: residue.gl.filter((row) => !isGlimpsed(row)),
    bank: residue.bank.filter((row) => !isGlimpsed(row)),
  };
  const classes = { gl: classesOf('gl', remainder.gl), bank: classesOf('bank', remainder.bank) };
  const glimpsed = (side: Side) =>
    residue[side].filter(isGlimpsed).map((row) => ({ row: row.row, of: settledClass(row, row.key!.value) }));
  const settled = (side: Side) =>
    read[side].filter(isSettled).map((row) => {
      const [reference] = row.identifiers;
      return { row: row.row, of: settledClass({ ...knownAtSight(row), key: null }, reference!.value) };
    });
  const listed = {
    gl: [...rowsWithClass(classes.gl), ...settled('gl'), ...glimpsed('gl')],
    bank: [...rowsWithClass(classes.bank), ...settled('bank'), ...glimpsed('bank')],
  };
  const state: AccountState = {
    parameters,
    calibration,
    weights: new WordWeights(rawRows(remainder), {
      gl: gl.filter((row) => !isLeft(remainder.gl, row)),
      bank: bank.filter((row) => !isLeft(remainder.bank, row)),
    }),
    learned: NOTHING_LEARNED,
    classes,
    rows: { gl, bank },
    foundOnly: new Set([...keyed.gl, ...keyed.bank].filter(isFoundOnly).map(({ row }) => row)),
    ambiguousByKey: [],
    pairs: [...atSight, ...atAGlance],
    groups: [],
    severalSums: new Set(),
    expectedFees: new Map(),
    reversals: { gl: [], bank: [] },
    notes: new Set(),
  };

  let stated: ReturnType<typeof takeStatedBatches> = [];
  if (byLine) {
    groupFeeLines(state);
    matchByKey(state);
    batchByKey(state, 3);
    takeNamedPayments(state);
    stated = takeStatedBatches(state);
  } else if (parameters.method === 'bulk') matchBulk(state);
  else matchLump(state);
  const equal = hold(state, 'equal');
  if (byLine) tier3(state, equal);
  for (const side of SIDES) netReversals(state, side);
  if (byLine) tier4(state, equal);
  const agreeing = hold(state, agreeingIsEqual(state) ? 'equal' : 'agreeing');
  if (byLine) {
    tiers5And6(state, agreeing);
    batchBySum(state);
  }
  if (parameters.method === 'line_by_line_and_lump_sum') matchLump(state);

  const isOpen = (row: RefRow): boolean =>
    SIDES.some((side) => state.classes[side].some(({ open }) => open.includes(row)));
  for (const { row, parts } of stated) if ([row, ...parts].every(isOpen)) state.severalSums.add(row);

  const openIds = (group: RowClass[], side: Side) =>
    group.filter((one) => one.side === side).flatMap((one) => one.open.map((row) => row.id));
  const signatures = (side: Side) => new Map(listed[side].map(({ row, of }) => [row.id, of.signature]));
  return {
    pairs: state.pairs,
    groups: state.groups,
    severalSums: {
      gl: stillOpen(state, 'gl'),
      bank: stillOpen(state, 'bank'),
    },
    expectedFees: { gl: feesLeft(state, 'gl'), bank: feesLeft(state, 'bank') },
    reversals: state.reversals,
    ambiguities: (byLine ? ambiguitiesOf(state, agreeing) : []).map((group) => ({
      gl: openIds(group, 'gl'),
      bank: openIds(group, 'bank'),
    })),
    open: relationsOf(state, listed),
    signatures: { gl: signatures('gl'), bank: signatures('bank') },
    notes: [...state.notes],
  };
}

const stillOpen = ({ severalSums, classes }: AccountState, side: Side): ReadonlySet<number> =>
  new Set(classes[side].flatMap(({ open }) => open.filter((row) => severalSums.has(row)).map(({ id }) => id)));

const feesLeft = ({ expectedFees, classes }: AccountState, side: Side): Map<number, number> =>
  new Map(
    classes[side].flatMap(({ open }) =>
      open.flatMap((row): [number, number][] => (expectedFees.has(row) ? [[row.id, expectedFees.get(row)!]] : [])),
    ),
  );

const rawRows = ({ gl, bank }: Sides<readonly Reading[]>) => ({
  gl: gl.map(({ row }) => row),
  bank: bank.map(({ row }) => row),
});

const isLeft = (remainder: readonly Reading[], row: RefRow): boolean => remainder.some((one) => one.row === row);

/** Its key is an identifier of it that was looked for. */
const isFoundOnly = ({ key, identifiers }: KeyedRow): boolean =>
  identifiers.some((one) => one.value === key?.value && one.known);

function rowsWithClass(classes: readonly RowClass[]) {
  return classes.flatMap((of) => of.open.map((row) => ({ row, of })));
}
