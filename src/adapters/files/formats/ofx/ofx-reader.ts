// Takes the tags of an OFX file and adds the transactions of its statements: of bank accounts, cards, and the bank
// transactions of investment accounts.

import { TieoutError } from '../../../../core/errors.ts';
import { NO_DAY } from '../../../../core/money/calendar.ts';
import { exponentOf } from '../../../../core/money/money.ts';
import type { EntryRows } from '../../entries/entry-rows.ts';
import { minorOf, whyNoAmount } from '../../entries/message-amounts.ts';
import { dayOfEight } from '../../entries/message-days.ts';
import { Statement } from '../../entries/statements.ts';
import type { OfxTags } from './ofx-tags.ts';

const STATEMENTS: ReadonlySet<string> = new Set(['STMTRS', 'CCSTMTRS', 'INVSTMTRS']);
/** A transaction that lost its end tag ends with its list. */
const LISTS: ReadonlySet<string> = new Set(['BANKTRANLIST', 'BANKTRANLISTP', 'INVTRANLIST']);
const ACCOUNTS: ReadonlySet<string> = new Set(['BANKACCTFROM', 'CCACCTFROM', 'INVACCTFROM']);
/** Booked, and announced. */
const TRANSACTIONS: ReadonlySet<string> = new Set(['STMTTRN', 'STMTTRNP']);
/** Aggregates within a transaction or balance whose values have a meaning of their own. */
const INNER: ReadonlySet<string> = new Set(['CURRENCY', 'ORIGCURRENCY', 'BANKACCTTO', 'CCACCTTO', 'PAYEE']);

/** Groups of three before the other mark: the standard has no groups, and banks write them. */
const GROUPED = /^[+-]?\d{1,3}(?:(?:,\d{3})+\.|(?:\.\d{3})+,)\d*$/;
const ungrouped = (text: string): string =>
  GROUPED.test(text)
    ? text.replaceAll(text.includes(',') && text.indexOf(',') < text.lastIndexOf('.') ? ',' : '.', '')
    : text;

interface Transaction {
  readonly kind: string;
  readonly line: number;
  readonly values: Map<string, string>;
}

export class OfxReader {
  readonly statements: Statement[] = [];
  private readonly rows: EntryRows;
  private readonly file: string;
  private readonly isNumbered: boolean;
  private statement = new Statement(0);
  private currency = '';
  private transaction: Transaction | null = null;
  private balance: Transaction | null = null;
  private account = false;
  private inner = '';
  private entries = 0;
  private isWhole = false;
  private trades = 0;

  constructor(rows: EntryRows, { file, isNumbered }: { file: string; isNumbered: boolean }) {
    this.rows = rows;
    this.file = file;
    this.isNumbered = isNumbered;
  }

  take(tag: OfxTags): void {
    const { name, isEnd } = tag;
    if (isEnd) this.close(tag);
    else if (TRANSACTIONS.has(name)) this.begin(tag);
    else if (STATEMENTS.has(name)) this.beginStatement(tag.line);
    else if (ACCOUNTS.has(name) && this.transaction === null) this.account = true;
    else if (name === 'LEDGERBAL') this.balance = { kind: name, line: tag.line, values: new Map() };
    else if (name === 'INVTRAN') this.trades++;
    else if (INNER.has(name) && tag.text === '') this.inner = name;
    else this.takeValue(tag);
  }

  end(): void {
    if (!this.isWhole)
      throw new TieoutError('file_not_understood', 'the file ends before </OFX>: it is cut off.', { file: this.file });
    if (this.trades > 0)
      this.rows.warn(
        `${this.trades} trades in securities are not read: only the bank transactions of an investment account are.`,
      );
    const { entries, rejected, balances } = this.rows.tally.counts;
    if (entries + rejected + balances === 0 && this.statements.length === 0)
      throw new TieoutError('file_not_understood', 'the file has no statement of an account.', { file: this.file });
  }

  private close({ name, line }: OfxTags): void {
    if (name === this.inner) this.inner = '';
    if (TRANSACTIONS.has(name) && this.transaction === null)
      this.rows.reject(this.isNumbered ? this.entries : line, 'a transaction ends here and does not begin');
    else if (TRANSACTIONS.has(name)) this.flush();
    else if (ACCOUNTS.has(name)) this.account = false;
    else if (name === 'LEDGERBAL') this.takeBalance();
    else if (STATEMENTS.has(name) || LISTS.has(name)) this.flush();
    else if (name === 'OFX') this.isWhole = true;
  }

  private begin({ name, line }: OfxTags): void {
    // A transaction without its end tag ends where the next one begins.
    this.flush();
    this.entries++;
    this.transaction = { kind: name, line: this.isNumbered ? this.entries : line, values: new Map() };
  }

  private beginStatement(line: number): void {
    this.flush();
    this.statement = new Statement(line);
    this.statements.push(this.statement);
    this.currency = '';
  }

  private takeValue({ name, text, line }: OfxTags): void {
    const { transaction, balance } = this;
    if (transaction !== null) {
      // The name of a payee is the transaction's; other values of what stands within are their own.
      const key = this.inner === '' || this.inner === 'PAYEE' ? name : `${this.inner}.${name}`;
      if (text !== '' && !transaction.values.has(key)) transaction.values.set(key, text);
    } else if (balance !== null) balance.values.set(name, text);
    else if (name === 'CURDEF') this.currency = text.toUpperCase();
    else if (name === 'ACCTID' && this.account) this.statement.account = text;
    else if (name === 'SEVERITY' && text.toUpperCase() === 'ERROR')
      this.rows.warn(`The bank reports an error on line ${line} in place of an answer.`);
  }

  private flush(): void {
    const { transaction } = this;
    this.transaction = null;
    this.inner = '';
    if (transaction !== null) this.add(transaction);
  }

  private add({ kind, line, values }: Transaction): void {
    const { rows } = this;
    const of = (name: string): string => values.get(name) ?? '';
    const currency = of('CURRENCY.CURSYM').toUpperCase() || this.currency;
    const exponent = exponentOf(currency || rows.defaultCurrency);
    const text = ungrouped(of('TRNAMT'));
    const minor = minorOf(text, exponent);
    const date = of('DTPOSTED') || of('DTTRAN');
    const bookingDay = dayOfEight(date);
    const isPending = kind === 'STMTTRNP';
    if (Number.isNaN(minor)) rows.reject(line, whyNoAmount(text, exponent));
    else if (bookingDay === NO_DAY)
      rows.reject(line, date === '' ? 'no date' : `the date “${date.slice(0, 40)}” does not exist`);
    else {
      const [name, memo, check] = [of('NAME'), of('MEMO'), of('CHECKNUM')];
      // A name is cut at 32 characters, and many banks begin the memo with the whole of it.
      const texts = [memo.startsWith(name) ? '' : name, memo].filter((one) => one !== '');
      const isCheck = check !== '' && !/^0+$/.test(check);
      rows.add({
        ...{ line, minor, currency, bookingDay, isPending },
        account: this.statement.account,
        valueDay: dayOfEight(of('DTAVAIL')),
        reference: of('REFNUM') || (isCheck ? check : ''),
        narration: texts.length === 0 ? of('TRNTYPE') : texts.join(' '),
        sourceId: of('FITID'),
      });
      if (!isPending) this.statement.add(minor, currency, false);
    }
  }

  private takeBalance(): void {
    const { balance, currency } = this;
    this.balance = null;
    const text = ungrouped(balance?.values.get('BALAMT') ?? '');
    if (balance === null || text === '') return;
    const minor = minorOf(text, exponentOf(currency || this.rows.defaultCurrency));
    const day = dayOfEight(balance.values.get('DTASOF') ?? '');
    if (Number.isNaN(minor))
      this.rows.warn(`The balance on line ${balance.line}, “${text.slice(0, 40)}”, is not understood.`);
    else this.statement.closing = { minor, currency, day, line: balance.line };
  }
}
