// The channels of money through the account, as a table: frequency, direction, amounts, references, when the bank books
// it, and how each side words it. `{n}` is the other party's name, `{p}` the purpose, `{b}` a branch.

import {
  AIRTIME_AMOUNTS,
  type AmountProfile,
  BILL_AMOUNTS,
  CARD_AMOUNTS,
  CASH_AMOUNTS,
  LOAN_AMOUNTS,
  REPAYMENT_AMOUNTS,
  SALARY_AMOUNTS,
  TRANSFER_AMOUNTS,
} from './amounts.ts';
import type { ReferenceKind } from './references.ts';
import { type Weighted, weighted } from './weighted.ts';

export interface Channel {
  readonly name: string;
  /** Share of all transactions, in thousandths. */
  readonly perMille: number;
  /** 1 for money in, -1 for money out. */
  readonly direction: 1 | -1;
  readonly amounts: AmountProfile;
  readonly reference: ReferenceKind;
  /** When the bank books it: at once, on the next business day (cards), or after clearing (cheques). */
  readonly settles: 'at_once' | 'next_business_day' | 'clearing';
  /** Whether it occurs only on days when branches are open. */
  readonly branchOnly: boolean;
  readonly gl: readonly string[];
  readonly bank: readonly string[];
}

export const NIP_IN: Channel = {
  name: 'nip_in',
  perMille: 270,
  direction: 1,
  amounts: TRANSFER_AMOUNTS,
  reference: 'session',
  settles: 'at_once',
  branchOnly: false,
  gl: ['NIP TRF FRM {n}/{p}', 'INWARD TRF {n} {p}', 'NIP INFLOW {n} - {p}'],
  bank: ['NIP/{n}/TRF FOR {p}', 'NIP CR/{n}/{p}', 'MOBILE TRF FROM {n}/{p}'],
};
export const NIP_OUT: Channel = {
  name: 'nip_out',
  perMille: 240,
  direction: -1,
  amounts: TRANSFER_AMOUNTS,
  reference: 'session',
  settles: 'at_once',
  branchOnly: false,
  gl: ['NIP TRF TO {n}/{p}', 'OUTWARD TRF {n} {p}', 'NIP OUTFLOW {n} - {p}'],
  bank: ['NIP/TRF TO {n}/{p}', 'NIP DR/{n}/{p}', 'MOBILE TRF TO {n}/{p}'],
};
export const POS_SALE: Channel = {
  name: 'pos_sale',
  perMille: 130,
  direction: 1,
  amounts: CARD_AMOUNTS,
  reference: 'rrn',
  settles: 'next_business_day',
  branchOnly: false,
  gl: ['POS SETTLEMENT {n} {b}', 'POS SALES {n}'],
  bank: ['POS STLMT/{n}/{b}', 'MERCHANT CR {n} {b}', 'POS/{n}'],
};

const CHANNELS: readonly Channel[] = [
  NIP_IN,
  NIP_OUT,
  POS_SALE,
  {
    name: 'card_withdrawal',
    perMille: 70,
    direction: -1,
    amounts: CARD_AMOUNTS,
    reference: 'rrn',
    settles: 'at_once',
    branchOnly: false,
    gl: ['ATM WDL {n} {b}', 'CARD WITHDRAWAL {n}'],
    bank: ['ATM CASH WDL/{b}/{n}', 'CARD DR/{n}/{b}'],
  },
  {
    name: 'airtime',
    perMille: 80,
    direction: -1,
    amounts: AIRTIME_AMOUNTS,
    reference: 'ussd',
    settles: 'at_once',
    branchOnly: false,
    gl: ['AIRTIME VTU {n}', 'USSD AIRTIME {n}'],
    bank: ['USSD/AIRTIME/{n}', 'VTU RECHARGE {n}'],
  },
  {
    name: 'bill',
    perMille: 55,
    direction: -1,
    amounts: BILL_AMOUNTS,
    reference: 'bill',
    settles: 'at_once',
    branchOnly: false,
    gl: ['BILL PAYMENT POWER TOKEN {n}', 'BILL PAYMENT CABLE TV {n}', 'BILL PAYMENT WATER RATE {n}'],
    bank: ['BILLS/{n}', 'BILLPAY {n}', 'BILL PYMT/{n}'],
  },
  {
    name: 'cash_deposit',
    perMille: 50,
    direction: 1,
    amounts: CASH_AMOUNTS,
    reference: 'teller',
    settles: 'at_once',
    branchOnly: true,
    gl: ['Cash deposit by {n}', 'CASH LODGEMENT {n} {b}'],
    bank: ['CASH DEP/{n}', 'CASH DEPOSIT {b} BY {n}'],
  },
  {
    name: 'cheque',
    perMille: 25,
    direction: -1,
    amounts: REPAYMENT_AMOUNTS,
    reference: 'cheque',
    settles: 'clearing',
    branchOnly: true,
    gl: ['CHQ ISSUED {n} {p}', 'Cheque payment {n}'],
    bank: ['CLG CHQ {n}', 'INWARD CLEARING CHQ/{n}'],
  },
  {
    name: 'loan_disbursement',
    perMille: 15,
    direction: -1,
    amounts: LOAN_AMOUNTS,
    reference: 'loan',
    settles: 'at_once',
    branchOnly: true,
    gl: ['LOAN DISBURSEMENT {n}', 'Loan disbursed to {n}'],
    bank: ['TRF/LOAN DISB/{n}', 'LOAN PROCEEDS {n}'],
  },
  {
    name: 'loan_repayment',
    perMille: 35,
    direction: 1,
    amounts: REPAYMENT_AMOUNTS,
    reference: 'transfer',
    settles: 'at_once',
    branchOnly: false,
    gl: ['LOAN REPAYMENT {n}', 'LOAN INSTALMENT {n}'],
    bank: ['TRF FROM {n}/LOAN REPAY', 'FT CR/{n}/LOAN'],
  },
  {
    name: 'salary',
    perMille: 30,
    direction: -1,
    amounts: SALARY_AMOUNTS,
    reference: 'salary',
    settles: 'at_once',
    branchOnly: true,
    gl: ['SALARY {n}', 'STAFF SALARY PAYMENT {n}'],
    bank: ['SAL/{n}', 'SALARY PYMT {n}'],
  },
];

export type DayKind = 'weekday' | 'payday' | 'weekend';

const channelsBy = (weightOf: (channel: Channel) => number) => {
  const drawn = CHANNELS.filter((channel) => weightOf(channel) > 0);
  return weighted(drawn, drawn.map(weightOf));
};

/** The channels of a kind of day: branches are closed at weekends, and salaries are paid on few days. */
export const CHANNELS_OF: Readonly<Record<DayKind, Weighted<Channel>>> = {
  weekday: channelsBy(({ name, perMille }) => (name === 'salary' ? 5 : perMille)),
  payday: channelsBy(({ name, perMille }) => (name === 'salary' ? 150 : perMille)),
  weekend: channelsBy(({ branchOnly, perMille }) => (branchOnly ? 0 : perMille)),
};

/** A template split at its placeholders, cached: `['NIP/', '{n}', '/', '{p}', '']`. */
const parts = new Map<string, readonly string[]>();

function partsOf(template: string): readonly string[] {
  let known = parts.get(template);
  if (known === undefined) parts.set(template, (known = template.split(/(\{[npb]\})/)));
  return known;
}

/** Fills a template; empty words leave no separator at the end. */
export function fill(template: string, { n, p, b }: { n: string; p: string; b: string }): string {
  let text = '';
  for (const part of partsOf(template)) text += part === '{n}' ? n : part === '{p}' ? p : part === '{b}' ? b : part;
  return p === '' ? text.replace(/(?<![\s/-])[\s/-]+$/, '') : text;
}
