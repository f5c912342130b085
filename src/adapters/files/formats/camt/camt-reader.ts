// Takes the elements of a camt message as they end, and adds entries, balances and totals of its statements.

import { NO_DAY } from '../../../../core/money/calendar.ts';
import type { EntryRows } from '../../entries/entry-rows.ts';
import { isoDay } from '../../entries/message-days.ts';
import { Statement } from '../../entries/statements.ts';
import { accountNumber } from '../../iso20022/parties.ts';
import { given } from '../../iso20022/payment-references.ts';
import { childOf, textAt } from '../../xml/element-texts.ts';
import type { XmlElement, XmlHandler } from '../../xml/xml-elements.ts';
import { statementBalances } from './balances.ts';
import { entryDetail } from './entry-detail.ts';
import { batchIds, EntryDetails, type RowOfEntry } from './entry-details.ts';
import { type EntryHead, entryHead } from './entry-head.ts';
import { StatementTotals } from './totals.ts';

/** The elements of a statement in the messages 052, 053 and 054. */
const STATEMENTS: ReadonlySet<string> = new Set(['Rpt', 'Stmt', 'Ntfctn']);
const NAMESPACE = /:(camt\.05[234]\.\d{3}\.\d\d)$/;
const MESSAGES: readonly (readonly [element: string, format: string])[] = [
  ['BkToCstmrAcctRpt', 'camt.052'],
  ['BkToCstmrStmt', 'camt.053'],
  ['BkToCstmrDbtCdtNtfctn', 'camt.054'],
];

export class CamtReader implements XmlHandler {
  readonly rows: EntryRows;
  readonly statements: Statement[] = [];
  /** Message and version: camt.053.001.08. */
  format = '';
  private readonly isNumbered: boolean;
  private readonly details: EntryDetails;
  private statement = new Statement(0);
  private balances: XmlElement[] = [];
  private totals = new StatementTotals();
  private currency = '';
  private entries = 0;
  private head: EntryHead | null = null;

  /** `isNumbered`: entries are told by their number in the file, because several stand on one line. */
  constructor(rows: EntryRows, isNumbered: boolean) {
    this.rows = rows;
    this.isNumbered = isNumbered;
    this.details = new EntryDetails(rows, isNumbered);
  }

  opened(element: XmlElement, inside: readonly XmlElement[]): void {
    const { name } = element;
    if (name === 'Ntry' && isInStatement(inside)) this.entries++;
    else if (STATEMENTS.has(name)) this.begin(element);
    else if (inside.length < 4 && this.format.length < 'camt.053.'.length) this.tellFormat(element);
  }

  closed(element: XmlElement, inside: readonly XmlElement[]): boolean {
    const { name } = element;
    if (name === 'TxDtls') return this.takeDetail(element, inside);
    if (name === 'GrpHdr') return true;
    if (STATEMENTS.has(name)) {
      this.end(element);
      return true;
    }
    if (!isInStatement(inside)) return false;
    if (name === 'Ntry') this.takeEntry(element);
    else if (name === 'Acct') {
      this.statement.account = accountNumber(element);
      this.currency = textAt(element, 'Ccy');
    } else if (name === 'Bal') this.balances.push(element);
    else if (name === 'TxsSummry') this.totals.stated = element;
    else return false;
    return true;
  }

  private tellFormat({ name, attributes }: XmlElement): void {
    for (const value of Object.values(attributes)) this.format = NAMESPACE.exec(value)?.[1] ?? this.format;
    for (const [element, format] of MESSAGES) if (this.format === '' && name.startsWith(element)) this.format = format;
  }

  private begin({ line }: XmlElement): void {
    this.statement = new Statement(line);
    this.statements.push(this.statement);
    this.balances = [];
    this.totals = new StatementTotals();
    this.currency = '';
  }

  private takeDetail(detail: XmlElement, inside: readonly XmlElement[]): boolean {
    const entry = inside.find(({ name }) => name === 'Ntry');
    if (entry === undefined) return false;
    this.head ??= entryHead(entry, this.currency);
    const line = this.isNumbered ? this.entries : detail.line;
    const named = batchIds(inside[inside.length - 1]);
    // A batch that its sender did not name has the bank's name of the entry.
    const ids = named.length > 0 ? named : [given(textAt(entry, 'AcctSvcrRef'))].filter((id) => id !== '');
    if (this.head.wrong === '')
      this.details.take(entryDetail(detail, line, this.head), this.rowOf(entry, this.head), ids);
    return true;
  }

  private takeEntry(entry: XmlElement): void {
    const head = this.head ?? entryHead(entry, this.currency);
    this.head = null;
    const line = this.placeOf(entry);
    const row = this.rowOf(entry, head);
    const isDated = row.bookingDay !== NO_DAY || head.state === 'pending';
    this.totals.add(head);
    if (head.wrong !== '' || head.state === 'information' || !isDated) {
      this.details.drop();
      if (head.wrong !== '') this.rows.reject(line, head.wrong);
      else if (head.state === 'information') this.rows.setAside(line, 'its state INFO says that it is not booked');
      else this.rows.reject(line, 'no date');
      return;
    }
    this.details.finish(entry, row, head);
    if (head.state === 'booked') this.statement.add(head.minor, head.currency, head.isReversal);
  }

  private rowOf(entry: XmlElement, head: EntryHead): RowOfEntry {
    return {
      line: this.placeOf(entry),
      account: this.statement.account,
      currency: head.currency,
      bookingDay:
        head.bookingDay !== NO_DAY ? head.bookingDay : head.valueDay !== NO_DAY ? head.valueDay : this.onlyDay(),
      valueDay: head.valueDay,
      isPending: head.state === 'pending',
    };
  }

  /** The day of a statement that states one balance date alone, for entries without any. */
  private onlyDay(): number {
    const days = new Set(this.balances.map((one) => isoDay(textAt(one, 'Dt', 'Dt') || textAt(one, 'Dt', 'DtTm'))));
    days.delete(NO_DAY);
    return days.size === 1 ? [...days][0] : NO_DAY;
  }

  private placeOf({ line }: XmlElement): number {
    return this.isNumbered ? this.entries : line;
  }

  private end(statement: XmlElement): void {
    const { opening, closing, wrong } = statementBalances(this.balances, this.currency);
    Object.assign(this.statement, { opening, closing });
    for (const sentence of wrong) this.rows.warn(sentence);
    for (const check of this.totals.checks()) this.rows.check(check);
    const pages =
      childOf(statement, 'StmtPgntn') ?? childOf(statement, 'RptPgntn') ?? childOf(statement, 'NtfctnPgntn');
    if (textAt(pages, 'LastPgInd') === 'false')
      this.rows.warn(
        `Page ${textAt(pages, 'PgNb') || '1'} of the statement on line ${statement.line} is not its last.`,
      );
  }
}

function isInStatement(inside: readonly XmlElement[]): boolean {
  const around = inside[inside.length - 1];
  return around !== undefined && STATEMENTS.has(around.name);
}
