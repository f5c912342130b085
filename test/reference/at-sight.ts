// What the reference field alone decides: whether it is a reference at all, and the pairs that it settles at sight
// (matching-definitions.md, "Trust" and "At sight"). Rows are taken before any key is
// known, so that only the reference field counts here.

import type { MatchParameters } from '../../src/core/matching/parameters.ts';
import type { RefPair } from './account-state.ts';
import { daysOf, exactAmount } from './amounts.ts';
import type { Reading } from './reading.ts';
import type { Sides } from './ref-row.ts';
import type { Identifier } from './text.ts';
import { areTrusted } from './trust.ts';

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

/** Both sides number their own rows: their numbers meet, and say nothing. */
export function isOwnNumbering(readings: Sides<readonly Reading[]>): boolean {
  const met = sharedFields(readings).map(({ gl, bank }) => ({ gl: gl.row, bank: bank.row }));
  return !areTrusted(met, { gl: readings.gl.map(({ row }) => row), bank: readings.bank.map(({ row }) => row) });
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
