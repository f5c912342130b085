// A made-up month of outward instant transfers: the core banking system's postings, most with commission and VAT as
// separate rows, and the switch's settlement report, with lines above its titles and totals below its rows.

import { expectedFees } from '../../core/kinds/nip/tariffs.ts';
import { dayNumber, daysInMonth, formatDay } from '../../core/money/calendar.ts';
import { formatMinor } from '../../core/money/money.ts';
import type { Chunk, MonthTotals } from '../month.ts';
import { type Random, seededRandom } from '../random.ts';
import { MonthWriter } from './month-writer.ts';

export interface CommercialMonth {
  /** Approximate number of rows on each side. */
  readonly rows: number;
  readonly seed: string;
  readonly year: number;
  readonly month: number;
}

const HEADS = {
  gl: ['Posting Date,Payment Reference,Narration,Beneficiary Account,Debit,Credit'],
  bank: [
    'NIP SETTLEMENT REPORT - OUTWARD',
    '',
    'S/N, CHANNEL, SESSION ID, TRANSACTION TYPE, RESPONSE, AMOUNT, TRANSACTION TIME, ORIGINATOR INSTITUTION, ORIGINATOR / BILLER, DESTINATION INSTITUTION, DESTINATION ACCOUNT NAME, DESTINATION ACCOUNT NO, NARRATION, PAYMENT REFERENCE, LAST 12 DIGITS OF SESSION_ID',
  ],
};

const NAMES = ['ADA OBI', 'MUSA BELLO', 'CHIDI OKE', 'BOLA ADE', 'EFE OKORO', 'ZAINAB SANI', 'TUNDE ALAO', 'NGOZI EZE'];
const BANKS = ['ACCESS BANK', 'GTBANK', 'ZENITH BANK', 'KUDA MFB', 'UBA', 'FIDELITY BANK'];
const DECLINES = ['51', '57', '91', '09', '26', '12'];

interface Transfer {
  readonly n: number;
  readonly day: number;
  readonly time: string;
  readonly session: string;
  readonly reference: string;
  readonly amount: number;
  readonly account: string;
  readonly name: string;
}

/** Answers the totals. */
export function* transfersMonth({ rows, seed, year, month }: CommercialMonth): Generator<Chunk, MonthTotals> {
  const random = seededRandom(`nip/${seed}`);
  const writer = new MonthWriter({ gl: { head: HEADS.gl }, bank: { head: HEADS.bank } });
  const days = daysInMonth(year, month);
  let volume = 0;
  let total = 0;
  for (let n = 1; writer.rows.gl < rows; n++) {
    const day = dayNumber(year, month, 1) + Math.floor((writer.rows.gl * days) / rows);
    const transfer = drawn(random, { n, day });
    const report = (cells: Partial<Settled> = {}) => {
      volume++;
      total += cells.amount ?? transfer.amount;
      return { side: 'bank' as const, cells: settled(transfer, { n: volume, ...cells }) };
    };
    scenario(random, { transfer, writer, report });
    if (n % 1_000 === 0) yield* writer.chunks();
  }
  writer.footer('bank', `,,TRANSACTION VOLUME,,,${volume}`);
  writer.footer('bank', `,,TOTAL AMOUNT,,,"${formatMinor(total, 2)}"`);
  yield* writer.chunks();
  return writer.totals();
}

function drawn(random: Random, { n, day }: { n: number; day: number }): Transfer {
  const two = (most: number) => String(random.below(most)).padStart(2, '0');
  const time = `${two(24)}:${two(60)}:${two(60)}`;
  const stamp = `${dayText(day).slice(2).replaceAll('-', '')}${time.replaceAll(':', '')}`;
  const size = random.below(3);
  const naira =
    size === 0 ? 100 + random.below(4_900) : size === 1 ? 5_001 + random.below(45_000) : 50_001 + random.below(900_000);
  return {
    n,
    day,
    time,
    session: `000013${stamp}${String(n).padStart(6, '0')}${random.digits(6)}`,
    reference: `PAY${String(year2(day))}${String(n).padStart(8, '0')}`,
    amount: naira * 100 + (random.chance(300) ? random.below(100) : 0),
    account: `0${random.digits(9)}`,
    name: NAMES[random.below(NAMES.length)],
  };
}

const dayText = (day: number): string => `${formatDay(day)}`;
const year2 = (day: number): string => dayText(day).slice(2, 4);

interface Settled {
  readonly n: number;
  readonly amount: number;
  readonly session: string;
  readonly reference: string;
  readonly response: string;
  readonly type: string;
  readonly account: string;
}

function settled(transfer: Transfer, given: Partial<Settled> & { readonly n: number }): string[] {
  const { amount, session, reference, response, type, account } = {
    ...{
      amount: transfer.amount,
      session: `'${transfer.session}`,
      reference: transfer.reference,
      account: transfer.account,
    },
    ...{ response: '00', type: 'NIP TRANSFER' },
    ...given,
  };
  const at = `${formatDay(transfer.day)} ${transfer.time}`;
  return [
    ...[String(given.n), 'MOBILE', session, type, response, formatMinor(amount, 2), at, 'OWN BANK', transfer.name],
    ...[
      BANKS[transfer.n % BANKS.length],
      transfer.name,
      `'${account}`,
      'transfer',
      reference,
      `'${transfer.session.slice(-12)}`,
    ],
  ];
}

interface Posted {
  readonly amount: number;
  readonly text: string;
  readonly reference: string;
  readonly session: string;
  readonly day: number;
  readonly credit: boolean;
}

/** The ledger's row. In a payable account, an outgoing transfer is a credit. */
function posted(transfer: Transfer, given: Partial<Posted> = {}) {
  const { amount, text, reference, session, day, credit } = {
    ...{ amount: transfer.amount, text: 'NIP TRF TO', reference: transfer.reference, session: transfer.session },
    ...{ day: transfer.day, credit: true },
    ...given,
  };
  const money = formatMinor(amount, 2);
  const narration = `${text} ${transfer.name} ${session}`.trim();
  const cells = [
    `${formatDay(day)} ${transfer.time}`,
    reference,
    narration,
    transfer.account,
    ...(credit ? ['', money] : [money, '']),
  ];
  return { side: 'gl' as const, cells };
}

interface Playing {
  readonly transfer: Transfer;
  readonly writer: MonthWriter;
  readonly report: (cells?: Partial<Settled>) => { readonly side: 'bank'; readonly cells: string[] };
}

/** Draws the scenario of one transfer, in thousandths. */
function scenario(random: Random, { transfer, writer, report }: Playing): void {
  const { amount, day } = transfer;
  const { fee, vat } = expectedFees({ amount, currency: 'NGN', day })!;
  const draw = random.below(1_000);
  const none = { reference: '' };
  if (draw < 420) {
    const legs = [
      posted(transfer, { amount: fee, text: 'NIP COMM' }),
      posted(transfer, { amount: vat, text: 'VAT ON NIP COMM' }),
    ];
    writer.group('fee_legs', [posted(transfer), ...legs, report()]);
  } else if (draw < 620) writer.group('exact', [posted(transfer), report()]);
  else if (draw < 760) writer.group('session', [posted(transfer, none), report(none)]);
  else if (draw < 800) writer.group('cut_session', [posted(transfer, none), report({ ...none, session: '5.8E+28' })]);
  else if (draw < 840) writer.group('fee_netted', [posted(transfer, { amount: amount + fee + vat }), report()]);
  else if (draw < 860) {
    writer.group('reversal', [posted(transfer), posted(transfer, { text: 'NIP RVSL', credit: false })]);
  } else if (draw < 880) writer.group('declined', [posted(transfer), report({ response: '51' })]);
  else if (draw < 900) writer.group('not_moved', [report({ response: DECLINES[random.below(DECLINES.length)] })]);
  else if (draw < 915) {
    writer.group('exact', [posted(transfer), report()]);
    writer.group('duplicate', [posted(transfer, none)]);
  } else if (draw < 930) {
    writer.group('exact', [posted(transfer), report()]);
    writer.group('wrong_fee', [posted(transfer, { amount: fee + 500, text: 'NIP COMM' })]);
  } else if (draw < 945) writer.group('amount_typo', [posted(transfer, { amount: amount + 900 }), report()]);
  else if (draw < 955) writer.group('direction', [posted(transfer, { credit: false }), report()]);
  else if (draw < 965)
    writer.group('other_beneficiary', [posted(transfer), report({ account: `1${random.digits(9)}` })]);
  else if (draw < 975) writer.group('late', [posted(transfer, { day: day + 9 }), report()]);
  else if (draw < 985) writer.group('not_in_bank', [posted(transfer)]);
  else if (draw < 995) writer.group('not_in_gl', [report()]);
  else writer.group('nothing_to_go_by', [posted(transfer, { ...none, session: '' })]);
}
