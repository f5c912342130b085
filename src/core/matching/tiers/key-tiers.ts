// Tiers 1 and 2: rows that share a key. Tier 1 pairs equal amounts, tier 2 amounts that agree within tolerance or by a
// fee. Nearly every key is carried by one row a side and was settled at a glance (at-a-glance.ts); the other keys come
// here.

import type { Side } from '../../records/rows/columns.ts';
import { DISAGREE } from '../candidates/agreement.ts';
import { type Classes, classesOf, firstRow } from '../classes.ts';
import { keyArraysOf, type RowsOfKey, sharedKeys } from '../keys/rows-by-key.ts';
import type { Matching } from '../matching.ts';
import { partsOf } from '../parts.ts';
import { MATCHED, OPEN } from '../side-numbers.ts';
import { daysInWindow, OUTSIDE } from '../window.ts';
import { type ComponentEdge, decideClasses, textCriterion } from './component.ts';

/** Rows of two classes that could be paired by their key, but not with certainty. */
export type KeyAmbiguity = RowsOfKey;

export function matchByKey(matching: Matching): KeyAmbiguity[] {
  const { account, keys } = matching;
  const ambiguous: KeyAmbiguity[] = [];
  for (const rows of sharedKeys(account, keyArraysOf(keys))) {
    const { gl, bank } = rows;
    // With one row a side the amounts mostly differ; or other rows of the key were settled at a glance.
    if (gl.length === 1 && bank.length === 1 && agreementOf(matching, gl[0], bank[0]) === null) continue;
    decideKey(matching, rows, ambiguous);
  }
  return ambiguous;
}

function take(
  matching: Matching,
  g: number,
  b: number,
  how: { tier: number; days: number; fee: number; text: number },
): void {
  const { account, pairs } = matching;
  account.gl.state[g] = MATCHED;
  account.bank.state[b] = MATCHED;
  const { tier, days, fee, text } = how;
  pairs.push(g, b, { tier, days, textScore: text, feeBasis: fee, runnerUp: -1, runnerUpGap: -1, weighed: null });
}

function decideKey(matching: Matching, rows: RowsOfKey, ambiguous: KeyAmbiguity[]): void {
  const { gl, bank } = matching.account;
  for (const part of byAmount(matching, rows)) decide(matching, part, 1);
  const left = {
    gl: rows.gl.filter((g) => gl.state[g] === OPEN),
    bank: rows.bank.filter((b) => bank.state[b] === OPEN),
  };
  if (left.gl.length > 0 && left.bank.length > 0) ambiguous.push(...decide(matching, left, 2));
}

/** The rows of a key by currency and amount, where both sides have some. */
function byAmount({ account }: Matching, rows: RowsOfKey): RowsOfKey[] {
  const nameOf = (side: Side) => (i: number) => `${account[side].currency[i]} ${account[side].amount[i]}`;
  const parts = partsOf(rows.gl, rows.bank, { left: nameOf('gl'), right: nameOf('bank') });
  return parts.map(({ left, right }) => ({ gl: Uint32Array.from(left), bank: Uint32Array.from(right) }));
}

const SAID = {
  crowded: (most: number) =>
    `A reference is carried by more than ${most} different rows of a side; it decided nothing by itself.`,
  inRounds: (most: number) =>
    `A reference carried by more than ${most} different rows of a side was decided in rounds.`,
};

/** Takes certain pairs; answers the pairs of classes that are left and could still be paired. */
function decide(matching: Matching, rows: RowsOfKey, tier: 1 | 2): KeyAmbiguity[] {
  const { account, keys } = matching;
  const gl = classesOf(account.gl, keys.gl.key, rows.gl);
  const bank = classesOf(account.bank, keys.bank.key, rows.bank);
  const edges = () => edgesOf(matching, gl, bank);
  return decideClasses(matching, { gl, bank, edges, said: SAID }, (edge, g, b) =>
    take(matching, g, b, {
      tier: tier === 1 || edge.difference === 0 ? 1 : 2,
      days: edge.signedDays,
      fee: edge.fee,
      text: matching.text.score(matching.texts.gl, g, matching.texts.bank, b),
    }),
  );
}

interface KeyEdge extends ComponentEdge {
  readonly signedDays: number;
  readonly fee: number;
}

/** Signed days and fee of two rows that may be a pair by their key, else null. */
function agreementOf({ account, agreement, parameters }: Matching, g: number, b: number) {
  const { gl, bank } = account;
  if (gl.currency[g] !== bank.currency[b]) return null;
  const signedDays = daysInWindow(gl, g, bank, b, parameters);
  if (signedDays === OUTSIDE) return null;
  const fee = agreement.ofRows(gl, g, bank, b);
  return fee === DISAGREE ? null : { signedDays, fee };
}

function edgesOf(matching: Matching, gl: Classes, bank: Classes): KeyEdge[] {
  const { account, text, texts } = matching;
  const edges: KeyEdge[] = [];
  for (let c = 0; c < gl.count; c++) {
    const g = firstRow(gl, c);
    for (let d = 0; d < bank.count; d++) {
      const b = firstRow(bank, d);
      const agreed = agreementOf(matching, g, b);
      if (agreed === null) continue;
      const evidence = text.of(texts.gl, g, texts.bank, b);
      edges.push({
        gl: c,
        bank: d,
        ...agreed,
        days: Math.abs(agreed.signedDays),
        difference: Math.abs(account.gl.amount[g] - account.bank.amount[b]),
        text: textCriterion(evidence),
      });
    }
  }
  return edges;
}
