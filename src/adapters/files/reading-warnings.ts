// What a person should know about how a file was read, one sentence each: guesses, odd rows, sums that do not agree.

import type { AccountBalance } from '../../core/mapping/balance-proof.ts';
import type { FileLayout } from '../../core/mapping/file-layout.ts';
import { exponentOf, formatMinor } from '../../core/money.ts';
import type { Side } from '../../core/records/columns.ts';
import type { Decisions } from './decisions.ts';
import type { RowReader } from './read-rows.ts';

export function readingWarnings(read: {
  reader: RowReader;
  decisions: Decisions;
  layout: FileLayout;
  balances: readonly AccountBalance[];
  accounts: readonly string[];
  currencies: readonly string[];
}): string[] {
  const { reader, decisions, layout, balances, accounts, currencies } = read;
  const warnings: string[] = [];
  const say = (sentence: string) => warnings.push(sentence);
  const s = (n: number, one: string, many: string) => (n === 1 ? `1 ${one}` : `${n} ${many}`);
  if (layout.dayOrderAmbiguous)
    say('Dates could be day-first or month-first; no day above 12 decides. Read as day-first.');
  const { columns, profiles } = reader.layout.proposal;
  if (profiles[columns.booking_date].yearAmbiguous)
    say('Dates of two digits a part could begin with the day or with the year; read as beginning with the day.');
  if (layout.encoding.includes('broken')) say('The file is UTF-8 with broken bytes; these were replaced.');
  const clamped = reader.booking.clamped + reader.value.clamped;
  if (clamped > 0) say(`${s(clamped, 'date is', 'dates are')} 30 (or 29) February; read as the month’s last day.`);
  const { continuation } = reader.counts;
  if (continuation > 0) {
    say(
      `${s(continuation, 'line continues', 'lines continue')} the narration above, the first on line ${reader.odd.firstContinuation}.`,
    );
  }
  const { headings } = reader.odd;
  if (headings.length > 0) {
    const first = headings[0].text.slice(0, 40);
    say(
      `${s(headings.length, 'row was', 'rows were')} taken for a heading between entries, the first on line ${headings[0].line}: “${first}”.`,
    );
  }
  if (reader.damaged.count > 0) {
    say(
      `${s(reader.damaged.count, 'identifier was', 'identifiers were')} turned into a float (5.8E+28) by a spreadsheet, the first on line ${reader.damaged.firstLine}; kept as text of the narration, never a key.`,
    );
  }
  for (const sentence of reader.states.warnings()) say(sentence);
  if (decisions.reversed)
    say('The running balance falls by positive amounts; the sign of the amount column was turned round.');
  if (decisions.unmarked !== 0)
    say('Only one kind of DR/CR mark stands in the file; amounts without one go the other way.');
  const { signs } = reader.cash;
  if (signs.debitNegative > 0 && signs.debitPositive > 0)
    say('The debit column has both signs; the rarer sign is taken as a reversal.');
  if (signs.creditNegative > 0 && signs.creditPositive > 0)
    say('The credit column has both signs; the rarer sign is taken as a reversal.');
  const twice = accountsOfSeveral(balances);
  for (const balance of balances) {
    const name = nameOf(accounts[balance.account]);
    const ofCurrency = twice.has(balance.account) ? ` in ${currencies[balance.currency]}` : '';
    balanceWarnings(balance, { name: name + ofCurrency, side: reader.side, currencies, say });
  }
  for (const account of twice) say(`${nameOf(accounts[account])} has rows in more than one currency.`);
  const hasBalance = layout.columns.some(({ field }) => field === 'balance');
  if (layout.balancePolarity === null && signs.amountNegative === 0 && balances.some((b) => b.foots === false)) {
    say(
      `No amount has a sign or a DR/CR mark, and ${hasBalance ? 'the running balance does not follow' : 'opening and closing balance differ by another sum'}: money out may be taken for money in.`,
    );
  }
  totalWarnings(reader, say);
  return warnings;
}

const nameOf = (account: string) => (account === '' ? 'The account' : `Account ${account}`);

/** Accounts that have rows in more than one currency. */
function accountsOfSeveral(balances: readonly AccountBalance[]): ReadonlySet<number> {
  const seen = new Set<number>();
  return new Set(
    balances.flatMap(({ account }) => {
      if (seen.has(account)) return [account];
      seen.add(account);
      return [];
    }),
  );
}

function balanceWarnings(
  b: AccountBalance,
  file: { name: string; side: Side; currencies: readonly string[]; say: (sentence: string) => void },
): void {
  const { name, side, currencies, say } = file;
  const exponent = exponentOf(currencies[b.currency]);
  // A ledger's extract need not carry balances; a statement without them cannot be proven complete.
  if (b.closing === null && side === 'bank') say(`${name}: the file states no closing balance.`);
  if (b.foots !== false) return;
  if (b.brokenAt !== null)
    say(`${name}: the running balance does not follow from the entries, first on line ${b.brokenAt}.`);
  else {
    const opening = b.opening === null ? 'none' : formatMinor(b.opening, exponent);
    const closing = b.closing === null ? 'none' : formatMinor(b.closing, exponent);
    say(`${name}: opening ${opening} and entries ${formatMinor(b.amount, exponent)} do not make closing ${closing}.`);
  }
}

/** Totals that the file states: the last of them must be the sum of all rows, or of those since the one before. */
function totalWarnings(reader: RowReader, say: (sentence: string) => void): void {
  const { totals } = reader.odd.figures;
  countWarning(reader, say);
  const last = totals.findLast((t) => t.debit !== null || t.credit !== null || t.amount !== null);
  if (!last) return;
  const b = reader.builder;
  const sums = (from: number, to: number) => {
    let inflow = 0;
    let outflow = 0;
    for (let i = from; i < to; i++) {
      if (b.amount[i] > 0) inflow += b.amount[i];
      else outflow -= b.amount[i];
    }
    return { inflow, outflow };
  };
  const before = totals[totals.indexOf(last) - 1]?.entries ?? 0;
  const agrees = ({ inflow, outflow }: { inflow: number; outflow: number }) => {
    const [debit, credit] = reader.side === 'bank' ? [outflow, inflow] : [inflow, outflow];
    const net = Math.abs(inflow - outflow);
    const is = (stated: number | null, ...sum: number[]) => stated === null || sum.includes(Math.abs(stated));
    return is(last.debit, debit) && is(last.credit, credit) && is(last.amount, net, inflow + outflow, inflow, outflow);
  };
  if (!agrees(sums(0, last.entries)) && !agrees(sums(before, last.entries))) {
    say(`The totals on line ${last.line} are not the sums of the entries above it.`);
  }
}

/** The last number of entries that the file states, of all so far or of those since the number before. */
function countWarning({ odd, rejected, counts }: RowReader, say: (sentence: string) => void): void {
  const stated = odd.figures.totals.filter(({ count }) => count !== null);
  const last = stated.at(-1);
  if (!last) return;
  const since = last.entries - (stated.at(-2)?.entries ?? 0);
  // Rows that were left out, and balances that the bank counts as entries, may be among them.
  const leftOut = rejected.length;
  const most = last.entries + leftOut + counts.balances;
  const read = [last.entries, since, last.entries + leftOut, most];
  if (read.includes(last.count!)) return;
  say(`Line ${last.line} states ${last.count} entries, but ${last.entries} were read above it.`);
}
