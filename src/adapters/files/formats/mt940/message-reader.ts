// Takes the fields of messages one by one and adds their entries. A field may be missing: what is known of the
// statement so far holds for its entries.

import { NO_DAY } from '../../../../core/money/calendar.ts';
import { exponentOf, formatMinor } from '../../../../core/money/money.ts';
import type { EntryRows } from '../../entries/entry-rows.ts';
import { minorOf, whyNoAmount } from '../../entries/message-amounts.ts';
import { dayOfSix } from '../../entries/message-days.ts';
import { type BalanceOnLine, Statement } from '../../entries/statements.ts';
import { balanceField, floorCurrency, totalField } from './balance-field.ts';
import { information } from './information.ts';
import type { MessageFields } from './message-fields.ts';
import { type StatementLine, statementLine } from './statement-line.ts';

/** How the marks of entries are taken. */
export interface Marks {
  /** D is money in. */
  readonly areTurned: boolean;
  /** RC is a credit, and not a credit taken back. */
  readonly areOfReversals: boolean;
}

/** An entry whose information may follow. */
interface Pending {
  readonly parts: StatementLine;
  readonly line: number;
  readonly below: string;
  first: string | null;
  more: string[];
}

const NOT_INFORMED = { text: '', reference: '' };

export class MessageReader {
  readonly rows: EntryRows;
  readonly statements: Statement[] = [];
  /** Currencies of statements that stand behind their first entries, by the line of the statement. */
  readonly currenciesBehind = new Map<number, string>();
  isInterim = false;
  private readonly marks: Marks;
  private readonly currencies: ReadonlyMap<number, string>;
  private statement = new Statement(0);
  private currency = '';
  private account = '';
  private hasOwnEntries = false;
  private entry: Pending | null = null;
  private outside = { count: 0, line: 0 };
  private isOpen = false;
  private isOutside = false;
  private readonly counts = { D: { count: 0, minor: 0 }, C: { count: 0, minor: 0 } };

  constructor(rows: EntryRows, marks: Marks, currencies: ReadonlyMap<number, string>) {
    this.rows = rows;
    this.marks = marks;
    this.currencies = currencies;
  }

  take(field: MessageFields): void {
    const { tag, line, text } = field;
    if (tag === '61') this.takeEntry(field);
    else if (tag === '86' || tag === 'NS') this.takeInformation(field);
    else {
      this.flush();
      if (tag === '20' || !this.isOpen || this.isOutside) this.begin(line);
      if (tag === '25' || tag === '25P') this.statement.account = this.account = text.trim();
      else if (tag === '60F' || tag === '60M') this.takeBalance('opening', text, line);
      else if (tag === '62F' || tag === '62M') this.takeBalance('closing', text, line);
      else if (tag === '34F') this.takeFloor(text);
      else if (tag === '90D' || tag === '90C') this.takeTotal(tag === '90C' ? 'C' : 'D', text, line);
    }
    if (field.isEnded) {
      this.flush();
      this.isOpen = false;
    }
  }

  end(): void {
    this.flush();
    const { count, line } = this.outside;
    if (count > 0)
      this.rows.warn(
        `${count === 1 ? `The entry on line ${line} stands` : `${count} entries, the first on line ${line}, stand`} ` +
          `outside any statement: no balance proves ${count === 1 ? 'it' : 'them'}.`,
      );
    for (const { line: at, opening, closing } of this.statements)
      if (opening === null && closing !== null)
        this.rows.warn(`The statement on line ${at} has no opening balance (field 60): nothing proves its entries.`);
    if (this.isInterim)
      this.rows.warn('This is an interim report: its entries come again in the statement of the day.');
  }

  private begin(line: number): void {
    this.statement = new Statement(line);
    this.statement.account = this.account;
    this.statements.push(this.statement);
    this.currency = this.currencies.get(line) ?? '';
    this.hasOwnEntries = false;
    this.isOpen = true;
    this.isOutside = false;
    for (const one of [this.counts.D, this.counts.C]) Object.assign(one, { count: 0, minor: 0 });
  }

  /** Entries without the head of a message are of the account and currency before them. */
  private beginOutside(line: number): void {
    const { currency } = this;
    this.begin(line);
    if (this.currency === '') this.currency = currency;
    this.isOutside = true;
  }

  private takeEntry({ text, line, more }: MessageFields): void {
    this.flush();
    if (!this.isOpen) this.beginOutside(line);
    if (this.isOutside && this.outside.count++ === 0) this.outside.line = line;
    const parts = statementLine(text);
    if (parts === null) {
      this.rows.reject(line, `field 61 “${text.slice(0, 40)}” is not understood`);
      return;
    }
    this.entry = { parts, line, below: more.length === 0 ? '' : more.join(' ').trim(), first: null, more: [] };
  }

  /** The information of the entry before it; elsewhere it is about the statement. */
  private takeInformation({ tag, text, more }: MessageFields): void {
    const { entry } = this;
    if (entry === null) return;
    const lines = tag === 'NS' ? [text, ...more].map((one) => one.replace(/^\d\d/, '')) : [text, ...more];
    if (entry.first === null) {
      entry.first = lines[0];
      entry.more = lines.slice(1);
    } else entry.more.push(...lines);
  }

  private flush(): void {
    const { entry } = this;
    if (entry === null) return;
    this.entry = null;
    this.add(entry);
  }

  private add({ parts, line, below, first, more }: Pending): void {
    const { rows, currency } = this;
    const exponent = exponentOf(currency || rows.defaultCurrency);
    const minor = minorOf(parts.amount, exponent);
    if (Number.isNaN(minor) || parts.bookingDay === NO_DAY) {
      const isAmount = Number.isNaN(minor);
      rows.reject(line, isAmount ? whyNoAmount(parts.amount, exponent) : `the date “${parts.date}” does not exist`);
      return;
    }
    const isReversal = parts.prefix === 'R';
    const isIn = (parts.isCredit !== (isReversal && !this.marks.areOfReversals)) !== this.marks.areTurned;
    const signed = minor === 0 ? 0 : isIn ? minor : -minor;
    const informed = first === null ? NOT_INFORMED : information(first, more);
    const isPending = parts.prefix === 'E';
    let narration = isReversal ? 'REVERSAL' : '';
    for (const one of [informed.text, below, parts.rest])
      if (one !== '') narration += narration === '' ? one : ` ${one}`;
    rows.add({
      line,
      currency,
      minor: signed,
      isPending,
      narration,
      account: this.account,
      bookingDay: parts.bookingDay,
      valueDay: parts.valueDay,
      reference: informed.reference || parts.reference || parts.bankReference,
      sourceId: parts.bankReference,
    });
    this.hasOwnEntries = true;
    if (isPending) return;
    this.statement.add(signed, currency, isReversal);
    const count = this.counts[isIn ? 'C' : 'D'];
    count.count++;
    count.minor += minor;
  }

  private takeBalance(kind: 'opening' | 'closing', text: string, line: number): void {
    const parts = balanceField(text.trim());
    const found = parts === null ? null : this.balanceOf(parts.currency, parts.amount, parts.isCredit);
    if (parts === null || found === null) {
      this.rows.warn(`The ${kind} balance on line ${line}, “${text.trim().slice(0, 40)}”, is not understood.`);
      return;
    }
    const balance: BalanceOnLine = { ...found, day: dayOfSix(parts.date), line };
    if (kind === 'opening') this.statement.opening ??= balance;
    else this.statement.closing = balance;
  }

  private balanceOf(stated: string, amount: string, isCredit: boolean): { minor: number; currency: string } | null {
    if (stated !== '') this.setCurrency(stated);
    const currency = this.currency || this.rows.defaultCurrency;
    const minor = minorOf(amount, exponentOf(currency));
    if (Number.isNaN(minor)) return null;
    return { minor: isCredit || minor === 0 ? minor : -minor, currency: this.currency };
  }

  private setCurrency(stated: string): void {
    if (this.currency === '' && this.hasOwnEntries) this.currenciesBehind.set(this.statement.line, stated);
    this.currency = stated;
  }

  private takeFloor(text: string): void {
    this.isInterim = true;
    const stated = floorCurrency(text);
    if (stated !== '') this.setCurrency(stated);
  }

  private takeTotal(mark: 'C' | 'D', text: string, line: number): void {
    this.isInterim = true;
    const total = totalField(text.trim());
    if (total === null) return;
    const what = mark === 'C' ? 'credits' : 'debits';
    const exponent = exponentOf(total.currency);
    const minor = minorOf(total.amount, exponent);
    const { count, minor: read } = this.counts[mark];
    this.rows.check({ what: `the number of ${what}`, line, stated: String(total.entries), read: String(count) });
    if (!Number.isNaN(minor))
      this.rows.check({
        ...{ what: `the sum of ${what}`, line },
        stated: formatMinor(minor, exponent),
        read: formatMinor(read, exponent),
      });
  }
}
