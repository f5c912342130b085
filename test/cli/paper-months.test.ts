// Months that were reconciled on paper before the program saw them, compared line by line and to the kobo: what stands
// on the statement page, and which entries it proposes. The third of ours is the one that docs/matching.md works by hand.

import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { csvRecords } from './csv-cells.ts';
import { tieout } from './tieout.ts';

const folder = mkdtempSync(join(tmpdir(), 'tieout-paper-'));
afterAll(() => rmSync(folder, { recursive: true }));

interface PaperMonth {
  readonly name: string;
  readonly titles: string;
  readonly gl: readonly string[];
  readonly bank: readonly string[];
  readonly options: readonly string[];
}

/** The statement's lines that carry a figure, without the rows below them, and the journals. */
async function reconciled({ name, titles, gl, bank, options }: PaperMonth) {
  const cwd = join(folder, name);
  mkdirSync(cwd);
  writeFileSync(join(cwd, 'gl.csv'), `${[titles, ...gl].join('\n')}\n`);
  writeFileSync(join(cwd, 'bank.csv'), `${[titles, ...bank].join('\n')}\n`);
  const args = ['reconcile', '--gl', 'gl.csv', '--bank', 'bank.csv', ...options, '--out', 'out'];
  const { status, stderr } = await tieout(args, { cwd });
  expect([status, stderr]).toEqual([0, '']);
  const page = readFileSync(join(cwd, 'out/statement.txt'), 'utf8').split('\n');
  return {
    lines: page
      .filter((line) => /^(?! {6}).*\d\.\d\d$/.test(line))
      .map((line) =>
        line
          .trim()
          .replace(/ {2,}/, ' = ')
          .replace(/ \(1 row\)/, ''),
      ),
    journals: csvRecords(join(cwd, 'out/journals.csv')).map(
      ({ debit, credit, amount }) => `${debit} to ${credit} ${amount}`,
    ),
  };
}

test('October of a school: booked twice by the bank, the wrong way round by the ledger, a cheque and a deposit on their way', async () => {
  const { lines, journals } = await reconciled({
    name: 'school',
    titles: 'Date,Reference,Narration,Debit,Credit,Balance',
    gl: [
      '2026-10-01,FEE26A,FEES ADA OBI P4,85000.00,,335000.00',
      '2026-10-06,PV0061,GENERATOR SERVICE TUNJI WORKS,,42500.00,292500.00',
      '2026-10-12,FEE26B,FEES BALA MUSA P2,75500.00,,368000.00',
      '2026-10-15,PV0062,REFUND OF LEVY CHIKA,12000.00,,380000.00',
      '2026-10-20,CHQ0412,CANTEEN SUPPLIES IYA BASIRA,,63250.75,316749.25',
      '2026-10-31,TLR1031,SCHOOL UNIFORM SALES,18900.00,,335649.25',
    ],
    bank: [
      '2026-10-01,FEE26A,NIP CR ADA OBI,,85000.00,335000.00',
      '2026-10-06,PV0061,TRF TUNJI WORKS,42500.00,,292500.00',
      '2026-10-13,FEE26B,NIP CR BALA MUSA,,75500.00,368000.00',
      '2026-10-13,FEE26B,NIP CR BALA MUSA,,75500.00,443500.00',
      '2026-10-15,PV0062,TRF CHIKA EZE,12000.00,,431500.00',
      '2026-10-29,,STAMP DUTY,100.00,,431400.00',
      '2026-10-30,,NIP NGOZI UMEH JUBILEE DONATION,,20000.00,451400.00',
      '2026-11-03,TLR1031,CASH DEPOSIT,,18900.00,470300.00',
    ],
    options: ['--from', '2026-10-01', '--to', '2026-10-31'],
  });
  // On paper: 451,400.00 + 18,900.00 - 63,250.75 - 75,500.00; 335,649.25 + 20,000.00 - 100.00 - 2 x 12,000.00.
  expect(lines).toEqual([
    'Balance as per the bank statement (less later entries; last entry 2026-10-30) = 451,400.00',
    'Add: deposits in transit = 18,900.00',
    'Less: outstanding payments: not found in the bank statement = 63,250.75',
    'Less: booked twice by the bank = 75,500.00',
    'Adjusted bank balance = 331,549.25',
    'Balance as per the ledger = 335,649.25',
    'Add: receipts not yet booked: not found in the ledger = 20,000.00',
    'Less: payments not yet booked: interest or tax = 100.00',
    'Less: booked the wrong way round = 24,000.00',
    'Adjusted book balance = 331,549.25',
    'Difference = 0.00',
    'To post in the ledger: 3 items, net money out = 4,100.00',
    'To claim from the bank: 1 item, net money out = 75,500.00',
    'To wait for at the bank: 2 items, net money out = 44,350.75',
  ]);
  expect(journals).toEqual([
    'Bank account to Suspense: receipts to be identified 20000.00',
    'Levies and stamp duties to Bank account 100.00',
    'The account of the entry that was booked the wrong way round to Bank account 24000.00',
  ]);
});

test('October of a shop with a naira and a dollar account, which opens with a cheque of September outstanding', async () => {
  const { lines, journals } = await reconciled({
    name: 'shop',
    titles: 'Date,Account,Currency,Reference,Narration,Amount,Balance',
    gl: [
      '2026-10-02,0110,NGN,POS8801,CARD SALES WEEK 40,96000.00,496000.00',
      '2026-10-09,0110,NGN,PV00201,MAMA PUT FOODS,-30000.00,466000.00',
      '2026-10-14,0110,NGN,CHQ0551,RENT JIMOH,-120000.00,346000.00',
      '2026-10-22,0110,NGN,FT26295K,SADE BOUTIQUE,61000.00,407000.00',
      '2026-10-05,0330,USD,INV0077,EXPORT KOLA,800.00,2000.00',
    ],
    bank: [
      '2026-10-03,0110,NGN,POS8801,POS SETTLEMENT,95520.00,550520.00',
      '2026-10-09,0110,NGN,PV00201,TRF MAMA PUT FOODS,-30000.00,520520.00',
      '2026-10-22,0110,NGN,FT26295K,NIP SADE BOUTIQUE,16000.00,536520.00',
      '2026-10-28,0110,NGN,,ACCOUNT MAINTENANCE CHARGE,-1075.50,535444.50',
      '2026-10-31,0110,NGN,,CREDIT INTEREST,2310.05,537754.55',
      '2026-10-06,0330,USD,INV0077,INWARD SWIFT KOLA,800.00,2000.00',
      '2026-10-19,0330,USD,,SWIFT CHARGE,-25.00,1975.00',
    ],
    options: ['--from', '2026-10-01', '--to', '2026-10-31', '--msc-rate', '0.005'],
  });
  // On paper: the bank opens at 455,000.00, the ledger at 400,000.00. 537,754.55 - 120,000.00 is 55,000.00 more than
  // 407,000.00 + 2,310.05 - 1,075.50 - 45,000.00 - 480.00: September's cheque, which nobody presented yet.
  expect(lines).toEqual([
    'Balance as per the bank statement = 537,754.55',
    'Less: outstanding payments: not found in the bank statement = 120,000.00',
    'Adjusted bank balance = 417,754.55',
    'Balance as per the ledger (last entry 2026-10-22) = 407,000.00',
    'Add: receipts not yet booked: interest or tax = 2,310.05',
    'Less: payments not yet booked: bank charge = 1,075.50',
    'Less: same reference, other amount = 45,000.00',
    'Less: fees of matched entries, to be posted = 480.00',
    'Adjusted book balance = 362,754.55',
    'Difference: the bank is higher by = 55,000.00',
    'Brought forward, origin unknown: the bank is higher by = 55,000.00',
    'To post in the ledger: 4 items, net money out = 44,245.45',
    'To wait for at the bank: 1 item, net money out = 120,000.00',
    'Balance as per the bank statement (last entry 2026-10-19) = 1,975.00',
    'Adjusted bank balance = 1,975.00',
    'Balance as per the ledger (last entry 2026-10-05) = 2,000.00',
    'Less: payments not yet booked: bank charge = 25.00',
    'Adjusted book balance = 1,975.00',
    'Difference = 0.00',
    'To post in the ledger: 1 item, net money out = 25.00',
  ]);
  expect(journals).toEqual([
    'Bank account 0110 to Interest received 2310.05',
    'Bank charges to Bank account 0110 1075.50',
    'The account of the entry that was booked with another amount to Bank account 0110 45000.00',
    'Bank charges to Bank account 0110 480.00',
    'Bank charges to Bank account 0330 25.00',
  ]);
});

// IRS Publication 583, "Starting a Business and Keeping Records", record 7 of its sample set, "Bank Reconciliation as of
// January 31": every amount below but the two openings is printed there. The openings follow from its balances less
// these entries, and come out equal. References of deposits, payees and days of the checks are ours: it prints none.
test('the worked reconciliation of IRS Publication 583 comes to 2,149.03 on both sides', async () => {
  const { lines, journals } = await reconciled({
    name: 'publication-583',
    titles: 'Date,Currency,Reference,Narration,Amount,Balance',
    gl: [
      // "Deposit of $600.40 for 1/8 entered as $594.40".
      '2026-01-08,USD,DEP0108,DEPOSIT OF SALES,594.40,1462.12',
      // "Deposits not credited: 1/28 701.33, 1/31 516.08".
      '2026-01-28,USD,DEP0128,DEPOSIT OF SALES,701.33,2163.45',
      // "Outstanding checks: 90 66.70, 91 9.80, 94 150.00, 95 300.00".
      '2026-01-28,USD,CHK0090,CHECK 90,-66.70,2096.75',
      '2026-01-28,USD,CHK0091,CHECK 91,-9.80,2086.95',
      '2026-01-30,USD,CHK0094,CHECK 94,-150.00,1936.95',
      '2026-01-31,USD,CHK0095,CHECK 95,-300.00,1636.95',
      // "Balance shown in checkbook: 2,153.03".
      '2026-01-31,USD,DEP0131,DEPOSIT OF SALES,516.08,2153.03',
    ],
    bank: [
      '2026-01-08,USD,DEP0108,DEPOSIT,600.40,1468.12',
      // "Bank service charge: 10.00", "Closing balance shown on bank statement: 1,458.12".
      '2026-01-31,USD,,SERVICE CHARGE,-10.00,1458.12',
    ],
    options: ['--from', '2026-01-01', '--to', '2026-01-31'],
  });
  expect(lines).toEqual([
    'Balance as per the bank statement = 1,458.12',
    'Add: deposits in transit: not found in the bank statement (2 rows) = 1,217.41',
    'Less: outstanding payments: not found in the bank statement (4 rows) = 526.50',
    'Adjusted bank balance = 2,149.03',
    'Balance as per the ledger = 2,153.03',
    'Less: payments not yet booked: bank charge = 10.00',
    'Add: same reference, other amount = 6.00',
    'Adjusted book balance = 2,149.03',
    'Difference = 0.00',
    'To post in the ledger: 2 items, net money out = 4.00',
    'To wait for at the bank: 6 items, net money in = 690.91',
  ]);
  expect(journals).toEqual([
    'Bank charges to Bank account 10.00',
    'Bank account to The account of the entry that was booked with another amount 6.00',
  ]);
});
