// Finds the references that several rows of a side carry and whose open rows did not come out: a batch that lacks a row,
// or a settlement that is short, or what is left of it once rows were paired. Such rows belong together, and no single row is the counterpart of another. Lines that
// look like fees, and reversals, are no part of a batch.

import { SIDES, type Side, textAt } from '../../records/rows/columns.ts';
import { FEE_LINE_WORDS, OTHER_TAXES } from '../../words/fee-words.ts';
import { wholeWords } from '../../words/whole-words.ts';
import { keyArraysOf, rowsByKey, rowsOf } from '../keys/rows-by-key.ts';
import type { Matching } from '../matching.ts';
import { partsOf } from '../parts.ts';
import { OPEN, REVERSED } from '../side-numbers.ts';
import { carriesAny, numbersOf } from '../texts/carried-words.ts';

/** The batch of each local row that is open, numbered within the account; -1: none. */
export type OpenBatches = Readonly<Record<Side, Int32Array>>;

/** `marked`: 1 for rows that are reversals. */
export function openBatches(
  { account, keys, source }: Pick<Matching, 'account' | 'keys' | 'source'>,
  marked: Readonly<Record<Side, Uint8Array>>,
): OpenBatches {
  const batches = { gl: new Int32Array(account.gl.n).fill(-1), bank: new Int32Array(account.bank.n).fill(-1) };
  const { of, count } = keyArraysOf(keys);
  const feeWords = numbersOf(account, [...FEE_LINE_WORDS, ...OTHER_TAXES]);
  const isPart = (side: Side, i: number): boolean =>
    account[side].state[i] !== REVERSED && marked[side][i] === 0 && !carriesAny(account[side], i, feeWords);
  const listed = (side: Side) => rowsByKey(account[side], { key: of[side], count, has: (i) => isPart(side, i) });
  const rows = { gl: listed('gl'), bank: listed('bank') };
  const early = settledByName({ account, source });
  const nameOf = (side: Side) => (i: number) => `${account[side].currency[i]} ${account[side].amount[i] > 0}`;
  let number = 0;
  for (let key = 0; key < count; key++) {
    const gl = rowsOf(rows.gl, key);
    const bank = rowsOf(rows.bank, key);
    if (!gl.some((i) => account.gl.state[i] === OPEN) || !bank.some((i) => account.bank.state[i] === OPEN)) continue;
    for (const { left, right } of partsOf(gl, bank, { left: nameOf('gl'), right: nameOf('bank') })) {
      const part = { gl: left, bank: right };
      const isSeveral = left.length + right.length > 2 || early.has(`${key} ${nameOf('gl')(left[0])}`);
      const open = (side: Side): number[] => part[side].filter((i) => account[side].state[i] === OPEN);
      if (!isSeveral || SIDES.some((side) => open(side).length === 0)) continue;
      for (const side of SIDES) for (const i of open(side)) batches[side][i] = number;
      number++;
    }
  }
  return batches;
}

const NO_PART = wholeWords(...FEE_LINE_WORDS, ...OTHER_TAXES);

/** Key, currency and direction of the pairs that were settled early although other rows carry their key too. */
function settledByName({ account, source }: Pick<Matching, 'account' | 'source'>): ReadonlySet<string> {
  const { amount, currency, currencies, narration } = source.gl;
  const { carried } = account.residue;
  const atSight = Array.from(carried.ids, (key, p) => ({ key, gl: carried.gl[p] }));
  const parts = [...account.settledOfSeveral, ...atSight].filter(({ gl }) => !NO_PART.test(textAt(narration, gl)));
  return new Set(
    parts.map(({ key, gl }) => `${key} ${account.currencies.indexOf(currencies[currency[gl]])} ${amount[gl] > 0}`),
  );
}
