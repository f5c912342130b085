// The scenarios of a made-up month, as a table: each puts the rows of one event on one side or both, in groups with
// their true cause. The first table has events whose rows should be matched, the second events that leave rows open.

import { merchantCharge, mistype, nipFee, vatOn } from './amounts.ts';
import type { Cause } from './causes.ts';
import { NIP_IN, NIP_OUT, POS_SALE } from './channels.ts';
import { MONTH_CHARGES } from './charges.ts';
import type { RowChange, Stage } from './stage.ts';
import { type Link, type Transaction, type Writing, type Writings, writeDown } from './transaction.ts';

export interface Scenario {
  readonly name: string;
  /** Frequency relative to the other scenarios of its table. */
  readonly weight: number;
  /** Average number of rows on both sides together. */
  readonly rows: number;
  /** Number of these rows that stay open in truth. */
  readonly openRows: number;
  play(stage: Stage): void;
}

const written = (stage: Stage, transaction: Transaction, link: Link): Writings =>
  writeDown(transaction, link, stage.options.narrationWidth, stage.random);

/** Booking days of both sides for an ordinary transaction; sometimes the ledger books later. */
function bookingDays(stage: Stage, transaction: Transaction): { gl: RowChange; bank: RowChange } {
  const { random, lastDay } = stage;
  const { day } = transaction;
  if (transaction.channel.settles === 'at_once' && random.chance(20)) {
    const later = day + 1 + random.below(3);
    if (later <= lastDay) return { gl: { day: later, valueDay: random.chance(500) ? day : later }, bank: { day } };
  }
  const later = stage.bankDayOf(transaction);
  return { gl: { day }, bank: { day: later, valueDay: random.chance(600) ? day : later } };
}

/** Puts an ordinary pair under a link. `as`: the cause, if it is not the link. */
function putPair(
  stage: Stage,
  link: Link,
  {
    transaction = stage.transaction(),
    bankAmount = transaction.amount,
    as,
  }: {
    transaction?: Transaction;
    bankAmount?: number;
    as?: Cause;
  } = {},
): Writings {
  const sides = written(stage, transaction, link);
  const days = bookingDays(stage, transaction);
  const cause = as ?? (sides.cause === 'exact' && days.gl.day !== days.bank.day ? 'booked_later' : sides.cause);
  const group = stage.group(cause, 2);
  stage.put('gl', group, transaction, sides.gl, days.gl);
  stage.put('bank', group, transaction, sides.bank, { ...days.bank, amount: bankAmount });
  return sides;
}

const ordinary = (link: Link, weight: number): Scenario => ({
  name: link,
  weight,
  rows: 2,
  openRows: 0,
  play: (stage) => void putPair(stage, link),
});

function putNettedFee(stage: Stage): void {
  const sale = stage.random.chance(600);
  const transaction = stage.transaction(sale ? POS_SALE : NIP_IN);
  const gross = transaction.amount;
  const fee = sale ? merchantCharge(gross) : nipFee(gross) + vatOn(nipFee(gross));
  putPair(stage, stage.random.chance(800) ? 'exact' : 'embedded', {
    transaction,
    bankAmount: gross - fee,
    as: 'fee_netted',
  });
}

/** Puts a transfer and, under its reference, its fee and the tax on that, on the bank's side or on both. */
function putTransferWithFee(stage: Stage, booked: boolean): void {
  const { random } = stage;
  const transaction = stage.transaction(NIP_OUT);
  const { reference, customer } = transaction;
  putPair(stage, 'exact', { transaction });
  const fee = nipFee(-transaction.amount);
  const lines: [Cause, number, string][] = [['bank_charge', fee, 'NIP CHARGE']];
  if (random.chance(600)) lines.push(['vat', vatOn(fee), 'VAT ON NIP CHARGE']);
  for (const [cause, amount, words] of lines) {
    const line = { ...transaction, amount: -amount };
    const group = stage.group(booked ? 'fee_booked' : cause, booked ? 2 : 1);
    if (booked) stage.put('gl', group, line, { reference, narration: `${words} ${customer.name}` });
    stage.put('bank', group, line, { reference, narration: `${words}/${customer.name}` });
  }
}

const MARKERS = ['RVSL/', 'REVERSAL ', 'REVR-', 'RVSL OF '];

/** Puts an entry that only one side booked, and its reversal on the same day or the next. */
function putReversal(stage: Stage): void {
  const { random } = stage;
  const transaction = stage.transaction();
  const side = random.chance(550) ? 'gl' : 'bank';
  const writing = written(stage, transaction, 'exact')[side];
  const group = stage.group('reversal', 2);
  stage.put(side, group, transaction, writing);
  const day = random.chance(700) ? transaction.day : Math.min(transaction.day + 1, stage.lastDay);
  const marker = MARKERS[random.below(MARKERS.length)];
  const back = { ...transaction, second: Math.min(86_399, transaction.second + 60 + random.below(7_200)) };
  const reference = random.chance(750) ? writing.reference : '';
  stage.put(
    side,
    group,
    back,
    { reference, narration: marker + writing.narration },
    { day, amount: -transaction.amount },
  );
}

/** Puts an entry and its reversal on both sides: four rows, two true groups. */
function putReversalOnBoth(stage: Stage): void {
  const { random } = stage;
  const transaction = stage.transaction();
  const sides = putPair(stage, 'exact', { transaction, as: 'reversal_both' });
  const day = Math.min(transaction.day + random.below(3), stage.lastDay);
  const marker = MARKERS[random.below(MARKERS.length)];
  const group = stage.group('reversal_both', 2);
  for (const side of ['gl', 'bank'] as const) {
    const { reference, narration } = sides[side];
    stage.put(
      side,
      group,
      transaction,
      { reference, narration: marker + narration },
      { day, amount: -transaction.amount },
    );
  }
}

/**
 * Puts identical entries of one day: k in the ledger, m at the bank. `extra`: cause of those that one side has more.
 */
function putTwins(
  stage: Stage,
  { k, m, keyed, cause, extra }: { k: number; m: number; keyed: boolean; cause: Cause; extra: Cause },
): void {
  const drawn = stage.transaction();
  const transaction = keyed ? drawn : { ...drawn, reference: '' };
  const sides = written(stage, transaction, 'exact');
  for (let i = 0; i < Math.max(k, m); i++) {
    const paired = i < Math.min(k, m);
    const group = stage.group(paired ? cause : extra, paired ? 2 : 1);
    if (i < k) stage.put('gl', group, transaction, sides.gl);
    if (i < m) stage.put('bank', group, transaction, sides.bank);
  }
}

function putEvenTwins(stage: Stage): void {
  const draw = stage.random.below(10);
  const k = draw < 7 ? 2 : draw < 9 ? 3 : 4;
  putTwins(stage, { k, m: k, keyed: stage.random.chance(500), cause: 'twin', extra: 'duplicate' });
}

function putUnevenTwins(stage: Stage): void {
  const k = 1 + stage.random.below(3);
  const m = stage.random.chance(500) ? k + 1 : Math.max(1, k - 1);
  putTwins(stage, { k, m: m === k ? k + 1 : m, keyed: false, cause: 'twin_uneven', extra: 'twin_uneven' });
}

/** Puts a pair with one reference whose amount or sign differs. */
function putWrongAmount(stage: Stage, cause: 'amount_typo' | 'direction'): void {
  const transaction = stage.transaction();
  const { amount } = transaction;
  const wrong = cause === 'direction' ? -amount : Math.sign(amount) * mistype(Math.abs(amount), stage.random);
  const sides = written(stage, transaction, 'exact');
  const group = stage.group(cause, 2);
  stage.put('gl', group, transaction, sides.gl, { amount: wrong });
  stage.put('bank', group, transaction, sides.bank, { day: stage.bankDayOf(transaction) });
}

/** Puts a pair booked eight to sixteen days apart; after the month's end it is on one side only. */
function putLate(stage: Stage): void {
  const { random, lastDay } = stage;
  const transaction = stage.transaction();
  const sides = written(stage, transaction, 'exact');
  const [first, second] = random.chance(600) ? (['gl', 'bank'] as const) : (['bank', 'gl'] as const);
  const later = transaction.day + 8 + random.below(9);
  if (later > lastDay) {
    const group = stage.group(first === 'gl' ? 'not_in_bank' : 'not_in_gl', 1);
    stage.put(first, group, transaction, sides[first]);
    return;
  }
  const group = stage.group('late', 2);
  stage.put(first, group, transaction, sides[first]);
  stage.put(second, group, transaction, sides[second], { day: later });
}

/** Puts an entry that the ledger books twice: at once, on the next day, or as one twin too many. */
function putDuplicate(stage: Stage): void {
  const { random } = stage;
  if (random.chance(200)) {
    putTwins(stage, { k: 3, m: 2, keyed: true, cause: 'twin', extra: 'duplicate' });
    return;
  }
  const transaction = stage.transaction();
  const sides = written(stage, transaction, 'exact');
  const pair = stage.group(sides.cause, 2);
  stage.put('gl', pair, transaction, sides.gl);
  stage.put('bank', pair, transaction, sides.bank);
  const day = random.chance(600) ? transaction.day : Math.min(transaction.day + 1, stage.lastDay);
  stage.put('gl', stage.group('duplicate', 1), transaction, sides.gl, { day });
}

function putOrphan(stage: Stage, side: 'gl' | 'bank'): void {
  const transaction = stage.transaction();
  const sides = written(stage, transaction, stage.random.chance(800) ? 'exact' : 'embedded');
  stage.put(side, stage.group(side === 'gl' ? 'not_in_bank' : 'not_in_gl', 1), transaction, sides[side]);
}

/** Puts money in of 10,000.00 or more, and the bank's stamp duty of 50.00 on it. */
function putStampDuty(stage: Stage): void {
  const drawn = stage.transaction(NIP_IN);
  const transaction = drawn.amount < 1_000_000 ? { ...drawn, amount: drawn.amount + 1_000_000 } : drawn;
  putPair(stage, 'exact', { transaction });
  const keyed = stage.random.chance(600);
  const writing: Writing = {
    reference: keyed ? transaction.reference : '',
    narration: keyed ? 'EMTL CHARGE' : `STAMP DUTY/${transaction.customer.name}`,
  };
  stage.put('bank', stage.group('stamp_duty', 1), { ...transaction, amount: -5_000 }, writing);
}

/** Puts a bank charge other than for a transfer, with its tax; the bank gives it no reference. */
function putOtherCharge(stage: Stage): void {
  const { random } = stage;
  const charge = MONTH_CHARGES[random.below(MONTH_CHARGES.length)];
  const amount = charge.naira * 100 * (1 + random.below(charge.upTo));
  const transaction = stage.transaction(NIP_OUT);
  const put = (cause: Cause, kobo: number, narration: string) =>
    stage.put('bank', stage.group(cause, 1), { ...transaction, amount: -kobo }, { reference: '', narration });
  put('bank_charge', amount, charge.words);
  put('vat', vatOn(amount), `VAT ON ${charge.words}`);
}

/** Events whose rows are matched; weights are about thousandths. */
export const MATCHED_SCENARIOS: readonly Scenario[] = [
  ordinary('exact', 590),
  ordinary('embedded', 175),
  ordinary('prefixed', 42),
  ordinary('cut_reference', 38),
  ordinary('leading_zeros', 38),
  ordinary('no_reference', 45),
  ordinary('wording', 28),
  { name: 'fee_netted', weight: 15, rows: 2, openRows: 0, play: putNettedFee },
  { name: 'fee_booked', weight: 8, rows: 5.2, openRows: 0, play: (stage) => putTransferWithFee(stage, true) },
  { name: 'reversal', weight: 7, rows: 2, openRows: 0, play: putReversal },
  { name: 'reversal_both', weight: 5, rows: 4, openRows: 0, play: putReversalOnBoth },
  { name: 'twin', weight: 9, rows: 4.8, openRows: 0, play: putEvenTwins },
];

/** Events that leave rows open, with relative weights. */
export const OPEN_SCENARIOS: readonly Scenario[] = [
  { name: 'amount_typo', weight: 14, rows: 2, openRows: 2, play: (stage) => putWrongAmount(stage, 'amount_typo') },
  { name: 'late', weight: 16, rows: 1.6, openRows: 1.6, play: putLate },
  { name: 'direction', weight: 6, rows: 2, openRows: 2, play: (stage) => putWrongAmount(stage, 'direction') },
  { name: 'duplicate', weight: 16, rows: 3.4, openRows: 1, play: putDuplicate },
  { name: 'not_in_bank', weight: 26, rows: 1, openRows: 1, play: (stage) => putOrphan(stage, 'gl') },
  { name: 'not_in_gl', weight: 24, rows: 1, openRows: 1, play: (stage) => putOrphan(stage, 'bank') },
  { name: 'transfer_fee', weight: 18, rows: 3.6, openRows: 1.6, play: (stage) => putTransferWithFee(stage, false) },
  { name: 'other_charge', weight: 6, rows: 2, openRows: 2, play: putOtherCharge },
  { name: 'stamp_duty', weight: 18, rows: 3, openRows: 1, play: putStampDuty },
  { name: 'twin_uneven', weight: 3, rows: 4, openRows: 4, play: putUnevenTwins },
];
