// A contest: the candidates of open classes, each with its evidence, and the evidence for nobody. Tiers 3 and 4 choose
// from a contest of equal amounts, tiers 5 and 6 from one of agreeing amounts. Rules:
// docs/decisions/matching-definitions.md, "A contest".

import { type Classes, sizeOf } from '../classes.ts';
import type { Accident } from '../evidence/nobody.ts';
import type { PenaltyTables } from '../evidence/penalties.ts';

export interface Contest {
  readonly daysBack: number;
  readonly accident: Accident;
  readonly gl: ContestSide;
  readonly bank: ContestSide;
  /** For each candidate: classes, signed days, kind of amount, and evidence in sixteenths of a bit. */
  readonly glClass: Uint32Array;
  readonly bankClass: Uint32Array;
  readonly days: Int32Array;
  readonly kind: Uint8Array;
  /** `text`: evidence of texts alone. `evidence`: of texts, days and amounts together. */
  readonly text: Int32Array;
  readonly evidence: Int32Array;
  readonly tables: EvidenceTables;
}

export interface ContestSide {
  readonly classes: Classes;
  /** For each class how many rows of the other side it could be paired with. */
  readonly rivals: Float64Array;
  /** Odds that a row of the side has no partner. */
  readonly partnerless: number;
}

/** Turn two rows into evidence. */
export interface EvidenceTables {
  /** Costs of words. */
  readonly costs: PenaltyTables;
  /** Index: days + daysBack. */
  readonly days: Int32Array;
  /** The share of clear pairs, in percent, that are this number of days apart. Index: days + daysBack. */
  readonly dayShares: Uint8Array;
  /** Index: kind of amount. Zeros where amounts must be equal. */
  readonly amounts: Int32Array;
  /** Text evidence is at least this. */
  readonly leastText: number;
}

export const equalCounts = ({ gl, bank, glClass, bankClass }: Contest, e: number): boolean =>
  sizeOf(gl.classes, glClass[e]) === sizeOf(bank.classes, bankClass[e]);
