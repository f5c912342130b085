// A made-up month of a bank's cash machines: its ledger, and the switch's report, in which withdrawals have a retrieval
// reference, a trace number, or only card, terminal and time.

import { dayNumber, daysInMonth, formatDay } from '../../core/money/calendar.ts';
import { formatMinor } from '../../core/money/money.ts';
import type { Chunk, MonthTotals } from '../month.ts';
import { type Random, seededRandom } from '../random.ts';
import { MonthWriter } from './month-writer.ts';
import type { CommercialMonth } from './transfers.ts';

const HEADS = {
  gl: ['Posting Date,RRN,STAN,Terminal ID,Card Number,Narration,Debit,Credit'],
  bank: [
    'Transaction Date,Transaction Time,RRN,STAN,Terminal ID,PAN,Transaction Type,Response Code,Amount,Amount Dispensed',
  ],
};
const DECLINES = ['51', '55', '91', '61', '14'];

interface Withdrawal {
  readonly day: number;
  readonly second: number;
  readonly rrn: string;
  readonly stan: string;
  readonly terminal: string;
  readonly card: string;
  readonly amount: number;
}

/** Answers the totals. */
export function* cardsMonth({ rows, seed, year, month }: CommercialMonth): Generator<Chunk, MonthTotals> {
  const random = seededRandom(`atm/${seed}`);
  const writer = new MonthWriter({ gl: { head: HEADS.gl }, bank: { head: HEADS.bank } });
  const days = daysInMonth(year, month);
  for (let n = 1; writer.rows.gl < rows; n++) {
    const day = dayNumber(year, month, 1) + Math.floor((writer.rows.gl * days) / rows);
    scenario(random, { of: drawn(random, { n, day }), writer });
    if (n % 1_000 === 0) yield* writer.chunks();
  }
  yield* writer.chunks();
  return writer.totals();
}

function drawn(random: Random, { n, day }: { n: number; day: number }): Withdrawal {
  return {
    day,
    second: random.below(86_000),
    rrn: String(606_000_000_000 + n),
    // Trace numbers start again after 5,000.
    stan: String(n % 5_000).padStart(6, '0'),
    terminal: `1033AB${String(random.below(40)).padStart(2, '0')}`,
    card: `539983${random.digits(6)}${random.digits(4)}`,
    amount: (1 + random.below(40)) * 50_000,
  };
}

const clock = (second: number): string =>
  [3600, 60, 1].map((unit, k) => String(Math.floor(second / unit) % (k === 0 ? 24 : 60)).padStart(2, '0')).join(':');

type Known = Pick<Withdrawal, 'rrn' | 'stan' | 'terminal' | 'card' | 'second' | 'day' | 'amount'>;

/** The ledger's row. In a cash account, money that a machine pays out is a credit. */
function posted(withdrawal: Withdrawal, given: Partial<Known> & { text?: string; debit?: boolean } = {}) {
  const { rrn, stan, terminal, card, second, day, amount } = { ...withdrawal, ...given };
  const money = formatMinor(amount, 2);
  const text = given.text ?? 'ATM CASH WDL';
  const cells = [
    `${formatDay(day)} ${clock(second)}`,
    rrn,
    stan,
    terminal,
    card,
    text,
    ...(given.debit ? [money, ''] : ['', money]),
  ];
  return { side: 'gl' as const, cells };
}

function switched(
  withdrawal: Withdrawal,
  given: Partial<Known> & { type?: string; response?: string; dispensed?: number } = {},
) {
  const { rrn, stan, terminal, card, second, day, amount } = { ...withdrawal, ...given };
  const masked = card === '' ? '' : `${card.slice(0, 6)}******${card.slice(-4)}`;
  const paid = formatMinor(given.dispensed ?? amount, 2);
  const cells = [
    ...[`${formatDay(day)}`, clock(second), rrn, stan, terminal, masked],
    ...[given.type ?? 'WITHDRAWAL', given.response ?? '00', formatMinor(amount, 2), paid],
  ];
  return { side: 'bank' as const, cells };
}

/** Draws the scenario of one withdrawal, in thousandths. */
function scenario(random: Random, { of, writer }: { readonly of: Withdrawal; readonly writer: MonthWriter }): void {
  const draw = random.below(1_000);
  const noRrn = { rrn: '' };
  const noKeys = { rrn: '', stan: '' };
  if (draw < 560) writer.group('exact', [posted(of), switched(of)]);
  else if (draw < 700) writer.group('trace', [posted(of, noRrn), switched(of, noRrn)]);
  else if (draw < 780) {
    writer.group('card', [posted(of, noKeys), switched(of, { ...noKeys, second: of.second + random.below(300) })]);
  } else if (draw < 810)
    writer.group('leading_zeros', [
      posted(of, { rrn: String(Number(of.rrn) % 100_000_000) }),
      switched(of, { rrn: String(Number(of.rrn) % 100_000_000).padStart(12, '0') }),
    ]);
  else if (draw < 840) writer.group('reversal', [posted(of), posted(of, { text: 'ATM CASH WDL RVSL', debit: true })]);
  else if (draw < 860) {
    writer.group('exact', [posted(of), switched(of)]);
    writer.group('reversal_both', [
      posted(of, { text: 'ATM CASH WDL RVSL', debit: true }),
      switched(of, { type: '0420 REVERSAL' }),
    ]);
  } else if (draw < 880) writer.group('declined', [posted(of), switched(of, { response: '51', dispensed: 0 })]);
  else if (draw < 900)
    writer.group('not_moved', [switched(of, { response: DECLINES[random.below(DECLINES.length)], dispensed: 0 })]);
  else if (draw < 920) writer.group('short_dispense', [posted(of), switched(of, { dispensed: 0 })]);
  else if (draw < 935) {
    writer.group('exact', [posted(of), switched(of)]);
    writer.group('chargeback', [posted(of, { text: 'CHARGEBACK DISPUTE', debit: true })]);
  } else if (draw < 950) {
    writer.group('exact', [posted(of), switched(of)]);
    writer.group('duplicate', [posted(of, { second: of.second + 1 })]);
  } else if (draw < 960) writer.group('amount_typo', [posted(of, { amount: of.amount + 100_000 }), switched(of)]);
  else if (draw < 965) writer.group('direction', [posted(of, { debit: true }), switched(of)]);
  else if (draw < 975) writer.group('late', [posted(of, { day: of.day + 9 }), switched(of)]);
  else if (draw < 988) writer.group('not_in_bank', [posted(of)]);
  else writer.group('not_in_gl', [switched(of)]);
}
