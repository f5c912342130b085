// Takes the records of a BAI2 file and adds the transactions and balances of its accounts.

import { TieoutError } from '../../../../core/errors.ts';
import { MAX_AMOUNT_MINOR } from '../../../../core/limits.ts';
import { NO_DAY } from '../../../../core/money/calendar.ts';
import { exponentOf, formatMinor } from '../../../../core/money/money.ts';
import type { EntryRows } from '../../entries/entry-rows.ts';
import { Statement } from '../../entries/statements.ts';
import { amountIn, Bai2Fields, dayIn } from './bai2-fields.ts';
import type { Bai2Records } from './bai2-records.ts';
import { ControlTotals } from './control-totals.ts';
import { directionOfType, SUMMARIES } from './type-codes.ts';

/** The standard's, where neither account nor group names one. */
const DEFAULT_CURRENCY = 'USD';
/** States of a group whose transactions are none: 2 takes back what was sent before, 4 is a test. */
const NOT_SENT: Readonly<Record<string, string>> = { '2': 'a deletion', '4': 'a test' };

/** Total of one direction that an account states. */
interface StatedTotal {
  readonly line: number;
  readonly minor: bigint;
  readonly count: string;
}

export class Bai2Reader {
  readonly statements: Statement[] = [];
  private readonly rows: EntryRows;
  private readonly file: string;
  private readonly totals = new ControlTotals();
  private statement = new Statement(0);
  private group = { day: NO_DAY, date: '', currency: '', state: '' };
  private currency = '';
  private isWhole = false;
  private hasDefault = false;
  private stated: { credits?: StatedTotal; debits?: StatedTotal } = {};
  private read = { credits: { count: 0, minor: 0n }, debits: { count: 0, minor: 0n } };

  constructor(rows: EntryRows, file: string) {
    this.rows = rows;
    this.file = file;
  }

  take(record: Bai2Records): void {
    const { code, line, lines, body } = record;
    this.totals.record(code, lines);
    const fields = new Bai2Fields(body);
    if (code === '02') this.takeGroup(fields);
    else if (code === '03') this.takeAccount(fields, line);
    else if (code === '16') this.takeDetail(fields, line);
    else if (code === '49' || code === '98' || code === '99') {
      if (code === '49') this.checkTotals();
      this.isWhole = code === '99';
      for (const check of this.totals.checks(
        code,
        line,
        body.split(',').map((one) => one.trim()),
      ))
        this.rows.check(check);
    } else if (code !== '01') this.rows.reject(line, `the line “${body.slice(0, 40)}” is no record of BAI2`);
  }

  end(): void {
    const place = { file: this.file };
    if (!this.isWhole)
      throw new TieoutError(
        'file_not_understood',
        'the file ends before its trailer, record 99: it is cut off.',
        place,
      );
    if (this.hasDefault)
      this.rows.warn(`An account names no currency: ${DEFAULT_CURRENCY}, which the standard says, was taken.`);
  }

  private takeGroup(fields: Bai2Fields): void {
    const [, , state, date, , currency] = Array.from({ length: 6 }, () => fields.take());
    this.group = { day: dayIn(date), date, currency, state };
  }

  private takeAccount(fields: Bai2Fields, line: number): void {
    const { rows, group } = this;
    this.statement = new Statement(line);
    this.statements.push(this.statement);
    this.statement.account = fields.take();
    this.currency = fields.take() || group.currency || rows.givenCurrency;
    if (this.currency === '') {
      this.currency = DEFAULT_CURRENCY;
      this.hasDefault = true;
    }
    this.stated = {};
    this.read = { credits: { count: 0, minor: 0n }, debits: { count: 0, minor: 0n } };
    while (!fields.isAtEnd) this.takeSummary(fields, line);
  }

  /** A balance or total of the account: type, amount, number of items, funds. */
  private takeSummary(fields: Bai2Fields, line: number): void {
    const [type, text, count] = [fields.take(), fields.take(), fields.take()];
    fields.takeFunds();
    if (type === '' || text === '') return;
    const amount = amountIn(text);
    const meaning = SUMMARIES[type];
    if (amount === null || abs(amount) > BigInt(MAX_AMOUNT_MINOR)) {
      this.rows.warn(
        `The amount “${text.slice(0, 40)}” of type ${type.slice(0, 3)} on line ${line} is not understood.`,
      );
      return;
    }
    this.totals.add(amount);
    const { statement, currency, group } = this;
    const balance = { minor: Number(amount), currency, day: group.day, line };
    if (meaning === 'opening') statement.opening = balance;
    else if (meaning === 'closing') statement.closing = balance;
    else if (meaning === 'credits' || meaning === 'debits') this.stated[meaning] = { line, minor: amount, count };
  }

  private takeDetail(fields: Bai2Fields, line: number): void {
    const { rows, group, currency } = this;
    const [type, text] = [fields.take(), fields.take()];
    const amount = amountIn(text);
    if (amount !== null) this.totals.add(amount);
    const valueDay = fields.takeFunds();
    const [bankReference, reference] = [fields.take(), fields.take()];
    const narration = fields.rest();
    const direction = directionOfType(type);
    if (direction === 0) rows.setAside(line, `type ${type} is information and no transaction`);
    else if (amount === null)
      rows.reject(line, text === '' ? 'no amount' : `the amount “${text.slice(0, 40)}” is not understood`);
    else if (abs(amount) > BigInt(MAX_AMOUNT_MINOR)) rows.reject(line, `the amount “${text}” is too large`);
    else if (direction === null)
      rows.reject(line, `the type “${type.slice(0, 40)}” does not tell money in from money out`);
    else if (group.day === NO_DAY)
      rows.reject(line, `the date “${group.date.slice(0, 40)}” of its group does not exist`);
    else if (NOT_SENT[group.state] !== undefined) rows.setAside(line, `its group is ${NOT_SENT[group.state]}`);
    else {
      const minor = amount === 0n ? 0 : direction * Number(amount);
      rows.add({
        ...{ line, minor, currency, valueDay },
        account: this.statement.account,
        bookingDay: group.day,
        reference: reference || bankReference,
        narration: narration || `type ${type}`,
        sourceId: bankReference,
      });
      this.statement.add(minor, currency, false);
      const read = this.read[direction > 0 ? 'credits' : 'debits'];
      read.count++;
      read.minor += amount;
    }
  }

  /** An account that lists transactions is held against its totals; one of balances alone has nothing to hold. */
  private checkTotals(): void {
    const exponent = exponentOf(this.currency);
    if (this.read.credits.count + this.read.debits.count === 0) return;
    for (const what of ['credits', 'debits'] as const) {
      const stated = this.stated[what];
      if (stated === undefined) continue;
      const { line, minor, count } = stated;
      const read = this.read[what];
      const [said, found] = [formatMinor(minor, exponent), formatMinor(read.minor, exponent)];
      this.rows.check({ what: `the sum of ${what}`, line, stated: said, read: found });
      if (/^\d{1,15}$/.test(count))
        this.rows.check({
          what: `the number of ${what}`,
          line,
          stated: String(Number(count)),
          read: String(read.count),
        });
    }
  }
}

const abs = (amount: bigint): bigint => (amount < 0n ? -amount : amount);
