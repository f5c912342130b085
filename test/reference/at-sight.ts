// What the reference field alone decides: whether it is a reference at all, and the pairs that it settles at sight
// (matching-definitions.md, "Whether the reference field is one" and "At sight"). Rows are taken before any key is
// known, so that only the reference field counts here.

import type { MatchParameters } from '../../src/core/matching/parameters.ts';
import type { RefPair } from './account-state.ts';
import { daysOf, exactAmount } from './amounts.ts';
import type { Reading } from './reading.ts';
import type { Sides } from './ref-row.ts';
import type { Identifier } from './text.ts';

const LEAST_SHARED_FIELDS = 20;

interface SharedField {
  readonly gl: Reading;
  readonly bank: Reading;
}

const referenceOf = (row: Reading): Identifier | undefined => row.identifiers.find((one) => one.kind === 'reference');

/** Pairs of rows whose reference field no other row of either side has. */
function sharedFields(readings: Sides<readonly Reading[]>): SharedField[] {
  const having = (rows: readonly Reading[], value: string) => rows.filter((row) => referenceOf(row)?.value === value);
  return readings.gl.flatMap((gl) => {
    const value = referenceOf(gl)?.value;
    if (value === undefined || having(readings.gl, value).length !== 1) return [];
    const [bank, ...more] = having(readings.bank, value);
    return bank === undefined || more.length > 0 ? [] : [{ gl, bank }];
  });
}

/**
 * Both sides number their own rows: numbers meet, few of their rows are alike; and where few meet, nearly all of the
 * others have their amount on the other side beside another number.
 */
export function isOwnNumbering(readings: Sides<readonly Reading[]>, parameters: MatchParameters): boolean {
  const shared = sharedFields(readings);
  const unlike = shared.filter(({ gl, bank }) => !roughlyEqual(gl, bank));
  const alike = shared.length - unlike.length;
  if (shared.length >= LEAST_SHARED_FIELDS) return 5 * alike < shared.length;
  if (shared.length < 3 || 2 * alike >= shared.length) return false;
  return amountsAreElsewhere(unlike, readings, parameters);
}

/** Of pairs of unlike amounts nearly all rows have their amount on the other side in the window. */
export function amountsAreElsewhere(
  unlike: readonly { readonly gl: Reading; readonly bank: Reading }[],
  readings: Sides<readonly Reading[]>,
  parameters: MatchParameters,
): boolean {
  const window = { back: parameters.daysBack, forward: parameters.daysForward, events: parameters.events };
  const meet = (gl: Reading, bank: Reading) =>
    exactAmount(gl.row, bank.row) && daysOf(gl.row, bank.row, window).inWindow;
  const alone = [
    ...unlike.filter(({ gl }) => !readings.bank.some((bank) => meet(gl, bank))),
    ...unlike.filter(({ bank }) => !readings.gl.some((gl) => meet(gl, bank))),
  ];
  return 5 * alone.length <= 2 * unlike.length;
}

function roughlyEqual(a: Reading, b: Reading): boolean {
  const [x, y] = [BigInt(Math.abs(a.row.amount)), BigInt(Math.abs(b.row.amount))];
  const [small, large] = x < y ? [x, y] : [y, x];
  return a.row.currency === b.row.currency && 10n * (large - small) <= large;
}

/** Same currency and amount, in the window: a pair of tier 1 without a text score. */
export function pairsAtSight(readings: Sides<readonly Reading[]>, parameters: MatchParameters): RefPair[] {
  const window = { back: parameters.daysBack, forward: parameters.daysForward, events: parameters.events };
  return sharedFields(readings).flatMap(({ gl, bank }) => {
    const { days, inWindow } = daysOf(gl.row, bank.row, window);
    if (!exactAmount(gl.row, bank.row) || !inWindow) return [];
    return [
      {
        gl: gl.row.id,
        bank: bank.row.id,
        tier: 1,
        difference: 0,
        days,
        feeBasis: 'none',
        textScore: -1,
        evidence: null,
      },
    ];
  });
}

/** What is known of a settled row: its reference field. */
export function knownAtSight(row: Reading): Reading {
  return { ...row, words: new Set(), cutWord: null, identifiers: [referenceOf(row)!], atSight: true };
}

/** The row without its reference field, where that is each side's own numbering. */
export function withoutReferenceField(row: Reading): Reading {
  return { ...row, identifiers: row.identifiers.filter((one) => one.kind !== 'reference') };
}
