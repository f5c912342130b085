// The layout of a made-up month's files: titles, order of columns, form of dates and amounts. The ledger is an asset
// account (a debit is money in); the statement's credit is money in.

import { civil, formatDay } from '../core/money/calendar.ts';
import type { Side } from '../core/records/rows/columns.ts';
import type { ColumnStyle } from './options.ts';
import type { Draft } from './stage.ts';
import type { TextBytes } from './text-bytes.ts';

/** `in` and `out` are the columns of money in and money out. */
type Field = 'id' | 'booking' | 'value' | 'account' | 'reference' | 'narration' | 'in' | 'out' | 'balance';
type Column = readonly [title: string, field: Field];

const PLAIN: Record<Side, readonly Column[]> = {
  gl: [
    ['Entry No', 'id'],
    ['Posting Date', 'booking'],
    ['Value Date', 'value'],
    ['Account', 'account'],
    ['Reference', 'reference'],
    ['Description', 'narration'],
    ['Debit', 'in'],
    ['Credit', 'out'],
    ['Balance', 'balance'],
  ],
  bank: [
    ['Txn ID', 'id'],
    ['Transaction Date', 'booking'],
    ['Value Date', 'value'],
    ['Account', 'account'],
    ['Ref. No', 'reference'],
    ['Remarks', 'narration'],
    ['Withdrawal', 'out'],
    ['Lodgement', 'in'],
    ['Balance', 'balance'],
  ],
};

const RENAMED: Record<Side, readonly Column[]> = {
  gl: [
    ['Particulars', 'narration'],
    ['Tran Date', 'booking'],
    ['Val Date', 'value'],
    ['Doc Ref', 'reference'],
    ['Dr Amount', 'in'],
    ['Cr Amount', 'out'],
    ['Running Balance', 'balance'],
    ['A/C No', 'account'],
    ['S/N', 'id'],
  ],
  bank: [
    ['Val Date', 'value'],
    ['Post Date', 'booking'],
    ['A/C Number', 'account'],
    ['Money In', 'in'],
    ['Money Out', 'out'],
    ['Narration', 'narration'],
    ['Book Balance', 'balance'],
    ['Tran Ref', 'reference'],
    ['Serial', 'id'],
  ],
};

interface Placed {
  /** The file's own row id. */
  readonly id: string;
  /** Booking date, a day number. */
  readonly day: number;
  /** Balance after the row, in kobo. */
  readonly balance: number;
}

export interface Layout {
  readonly header: string;
  /** Writes the row as one line of the file, with its line end. */
  putLine(to: TextBytes, row: Draft, placed: Placed): void;
}

/** The account number. It begins with a zero, which a reader must not lose. */
const accountNumber = (account: number): string => `00452${String(10_013 + account * 7)}`;

function dayFirst(day: number): string {
  const date = civil(day);
  return `${String(date.day).padStart(2, '0')}/${String(date.month).padStart(2, '0')}/${date.year}`;
}

/** Caches the formatted numbers. */
function cached(format: (value: number) => string): (value: number) => string {
  const known = new Map<number, string>();
  return (value) => {
    let text = known.get(value);
    if (text === undefined) known.set(value, (text = format(value)));
    return text;
  };
}

const COMMA = 0x2c;
const LINE_END = 0x0a;

export function layoutOf(side: Side, { style, withAccount }: { style: ColumnStyle; withAccount: boolean }): Layout {
  const plain = style === 'plain';
  const columns = (plain ? PLAIN : RENAMED)[side].filter(([, field]) => withAccount || field !== 'account');
  const dateText = cached(plain ? (day) => formatDay(day)! : dayFirst);
  const accountText = cached(accountNumber);
  const putAmount = (to: TextBytes, kobo: number): void => {
    if (kobo > 0) to.putMoney(kobo, !plain);
    else if (!plain) to.put('0.00');
  };
  const putField: Record<Field, (to: TextBytes, row: Draft, placed: Placed) => void> = {
    id: (to, _, { id }) => to.put(id),
    booking: (to, _, { day }) => to.put(dateText(day)),
    value: (to, { valueDay }) => to.put(dateText(valueDay)),
    account: (to, { account }) => to.put(accountText(account)),
    reference: (to, { reference }) => to.putCell(reference),
    narration: (to, { narration }) => to.putCell(narration),
    in: (to, { amount }) => putAmount(to, amount),
    out: (to, { amount }) => putAmount(to, -amount),
    balance: (to, _, { balance }) => to.putMoney(balance, !plain),
  };
  const puts = columns.map(([, field]) => putField[field]);
  return {
    header: columns.map(([title]) => title).join(','),
    putLine(to, row, placed) {
      for (let i = 0; i < puts.length; i++) {
        if (i > 0) to.putByte(COMMA);
        puts[i](to, row, placed);
      }
      to.putByte(LINE_END);
    },
  };
}
