// Tier 7: rows that carry one key, several on one side at least, whose sums agree, with their fees or without: a
// payroll of forty entries and one bank line, a card batch that the bank paid in two. It takes all open rows of the key, currency and direction, or
// none. Pairs by the key were taken before.

import { SIDES, type Side } from '../../records/rows/columns.ts';
import { DISAGREE } from '../candidates/agreement.ts';
import { keyArraysOf, sharedKeys } from '../keys/rows-by-key.ts';
import type { Matching } from '../matching.ts';
import { partsOf } from '../parts.ts';
import { OPEN } from '../side-numbers.ts';
import { agreementOfBatch } from './batch-fees.ts';
import { inGroupWindow } from './group-window.ts';
import { type GroupRows, sumOf, takeGroup } from './take-group.ts';

const LEAST_OF_BATCH = 3;

interface BatchTerms {
  /** True: one row a side is also taken as a group. */
  readonly pairs?: boolean;
  /** Rows that are reversals: the remaining rows of a key are also compared net of them. */
  readonly marked?: Readonly<Record<Side, Uint8Array>>;
}

export function batchByKey(matching: Matching, { pairs = false, marked }: BatchTerms = {}): void {
  const least = pairs ? 2 : LEAST_OF_BATCH;
  for (const { gl, bank } of sharedKeys(matching.account, keyArraysOf(matching.keys))) {
    if (gl.length + bank.length < least) continue;
    const ofKey = { gl: [...gl], bank: [...bank] };
    for (const rows of byDirection(matching, ofKey)) {
      if (rows.gl.length + rows.bank.length < least) continue;
      takeBatch(matching, rows);
    }
    if (marked !== undefined) takeNet(matching, ofKey, marked);
  }
}

function takeBatch(matching: Matching, rows: GroupRows): void {
  if (!inGroupWindow(matching, rows)) return;
  const feeBasis = agreementOfBatch(matching, rows);
  if (feeBasis !== DISAGREE) takeGroup(matching, rows, { tier: 7, feeBasis });
}

/** Takes an entry with the reversal of a part of it, if they come to what the other side has left. */
function takeNet(matching: Matching, rows: GroupRows, marked: NonNullable<BatchTerms['marked']>): void {
  const { account } = matching;
  const open = (side: Side): number[] => rows[side].filter((i) => account[side].state[i] === OPEN);
  const left = { gl: open('gl'), bank: open('bank') };
  if (!SIDES.some((side) => left[side].some((i) => marked[side][i] === 1))) return;
  for (let currency = 0; currency < account.currencies.length; currency++) {
    const ofCurrency = (side: Side): number[] => left[side].filter((i) => account[side].currency[i] === currency);
    const part = { gl: ofCurrency('gl'), bank: ofCurrency('bank') };
    const hasReversal = SIDES.some((side) => part[side].some((i) => marked[side][i] === 1));
    const hasNoSum = part.gl.length === 0 || part.bank.length === 0 || sumOf(account.gl.amount, part.gl) === 0n;
    if (hasReversal && !hasNoSum && part.gl.length + part.bank.length >= LEAST_OF_BATCH) takeBatch(matching, part);
  }
}

/** The rows grouped by currency and sign; only groups that both sides have. */
function byDirection({ account }: Pick<Matching, 'account'>, rows: GroupRows): GroupRows[] {
  const nameOf = (side: Side) => (i: number) => `${account[side].currency[i]} ${account[side].amount[i] > 0}`;
  const parts = partsOf(rows.gl, rows.bank, { left: nameOf('gl'), right: nameOf('bank') });
  return parts.map(({ left, right }) => ({ gl: left, bank: right }));
}
