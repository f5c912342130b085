// The details of one entry. A single one tells what the entry was; several are a batch, and become rows of their own if
// they come to its amount, with their charges or without. Until that is known their rows are provisional.

import { exponentOf, formatMinor } from '../../../../core/money/money.ts';
import type { EntryRows } from '../../entries/entry-rows.ts';
import type { StatedEntry } from '../../entries/stated-entry.ts';
import { given, joined } from '../../iso20022/payment-references.ts';
import { childOf, childrenOf, firstText, textAt } from '../../xml/element-texts.ts';
import type { XmlElement } from '../../xml/xml-elements.ts';
import type { EntryDetail } from './entry-detail.ts';
import { chargesText, type EntryHead } from './entry-head.ts';

/** Most references of payments that are kept for a batch that is one row. */
const MOST_NAMED = 1_000;

/** The fields that all rows of an entry have in common. */
export type RowOfEntry = Pick<StatedEntry, 'line' | 'account' | 'currency' | 'bookingDay' | 'valueDay' | 'isPending'>;

/** Sums of details in minor units: as marked, without their signs, and of charges beside them. */
const noSums = () => ({ signed: 0, size: 0, charges: 0 });

export class EntryDetails {
  private readonly rows: EntryRows;
  private readonly isNumbered: boolean;
  private first: { readonly detail: EntryDetail; readonly ids: readonly string[] } | null = null;
  private count = 0;
  /** Where the provisional rows begin. */
  private from = 0;
  private sums = noSums();
  private references: string[] = [];

  constructor(rows: EntryRows, isNumbered: boolean) {
    this.rows = rows;
    this.isNumbered = isNumbered;
  }

  /** `ids`: of the batch in which it stands. */
  take(detail: EntryDetail, row: RowOfEntry, ids: readonly string[]): void {
    this.count++;
    if (detail.reference !== '' && this.references.length <= MOST_NAMED) this.references.push(detail.reference);
    this.sums.signed += detail.minor;
    this.sums.size += Math.abs(detail.minor);
    this.sums.charges += detail.charges;
    if (this.first === null) {
      this.first = { detail, ids };
      this.from = this.rows.count;
      return;
    }
    // A detail without an amount of its own: no rows can be made of the batch.
    if (Number.isNaN(this.sums.signed)) return;
    if (this.count === 2) this.add(this.first.detail, row, this.first.ids);
    this.add(detail, row, ids);
  }

  /** Forgets the details of what is no entry. */
  drop(): void {
    if (this.count > 1) this.rows.cut(this.from);
    this.forget();
  }

  /** Ends the entry: its batch as rows, or else the entry as one. */
  finish(entry: XmlElement, row: RowOfEntry, head: EntryHead): void {
    if (this.count > 0) this.checkNumber(entry, row.line);
    if (this.count > 1 && this.isWhole(entry, row, head)) {
      this.forget();
      return;
    }
    const detail = this.count === 1 ? (this.first?.detail ?? null) : null;
    const ids = this.count === 1 ? [] : batchIds(entry);
    const payments = this.count === 1 ? [] : this.references;
    this.drop();
    const own = firstText(detail?.bankReference ?? '', head.bankReference);
    const reference = firstText(detail?.reference ?? '', ids[0] ?? '', own);
    const text = joined([
      ...(detail === null ? [head.isReversal ? 'REVERSAL' : ''] : [detail.text]),
      textAt(entry, 'AddtlNtryInf'),
      ...ids,
      chargesText(entry),
    ]);
    const narration = text === '' ? transactionCode(entry) : text;
    this.rows.add({
      ...row,
      ...(detail !== null && { settlementSession: detail.settlementSession, ofKind: ofKind(detail) }),
      ...(payments.length > 1 && payments.length <= MOST_NAMED && { ofKind: { payments: payments.join('|') } }),
      minor: head.minor,
      reference,
      narration,
      sourceId: own,
    });
  }

  private add(detail: EntryDetail, row: RowOfEntry, ids: readonly string[]): void {
    this.rows.add({
      ...row,
      settlementSession: detail.settlementSession,
      ofKind: { ...ofKind(detail), ...batchOf(row) },
      line: detail.line,
      minor: detail.minor,
      reference: firstText(detail.reference, detail.bankReference),
      narration: joined([detail.text, ...ids]),
      sourceId: detail.bankReference,
    });
  }

  /** Whether the provisional rows come to the entry; charges that they lack become a row. */
  private isWhole(entry: XmlElement, row: RowOfEntry, { minor, currency }: EntryHead): boolean {
    const { signed, size, charges } = this.sums;
    if (Number.isNaN(signed)) return false;
    if (signed === minor) return true;
    // Some banks mark details from the other party's side.
    if (size === Math.abs(minor)) {
      this.rows.sign(this.from, minor < 0 ? -1 : 1);
      return true;
    }
    if (charges !== 0 && signed + charges === minor) {
      const ids = batchIds(entry);
      this.rows.add({
        ...{ ...row, minor: charges, reference: ids[0] ?? '', narration: joined(['CHARGES', ...ids]) },
        ofKind: batchOf(row),
      });
      return true;
    }
    const money = (one: number) => formatMinor(one, exponentOf(currency));
    this.rows.warn(
      `The details of the entry ${this.isNumbered ? row.line : `on line ${row.line}`} come to ${money(signed)} and the entry to ${money(minor)}: it was ` +
        'read as one row.',
    );
    return false;
  }

  /** The number of transactions that a batch states, if its details are there. */
  private checkNumber(entry: XmlElement, line: number): void {
    const numbers = batchesIn(entry).map((batch) => textAt(batch, 'NbOfTxs'));
    if (numbers.length === 0 || !numbers.every((one) => /^\d{1,15}$/.test(one))) return;
    const stated = String(numbers.reduce((sum, one) => sum + Number(one), 0));
    this.rows.check({ what: 'the number of transactions of a batch', line, stated, read: String(this.count) });
  }

  private forget(): void {
    this.first = null;
    this.count = 0;
    this.references = [];
    this.sums = noSums();
  }
}

const ofKind = ({ beneficiary, originator, destination }: EntryDetail) => ({ beneficiary, originator, destination });

/** The line of the entry names its batch within the file. */
const batchOf = ({ line }: RowOfEntry) => ({ batch: String(line) });

/** The elements of batches; in version 1 a batch stands in the entry itself. */
const batchesIn = (around: XmlElement): XmlElement[] =>
  [around, ...childrenOf(around, 'NtryDtls')].flatMap((one) => childrenOf(one, 'Btch'));

/** The names of a batch by its sender and its bank, the sender's first. `around`: the entry, or its details. */
export function batchIds(around: XmlElement): string[] {
  const ids = batchesIn(around).flatMap((batch) => [textAt(batch, 'PmtInfId'), textAt(batch, 'MsgId')]);
  return [...new Set([...ids, textAt(around, 'AcctSvcrRef'), textAt(around, 'NtryRef')].map(given))].filter(
    (id) => id !== '',
  );
}

/** The codes of the kind of booking, for an entry without any text. */
function transactionCode(entry: XmlElement): string {
  const code = childOf(entry, 'BkTxCd');
  const family = childOf(childOf(code, 'Domn') ?? entry, 'Fmly');
  return joined([
    textAt(code, 'Prtry', 'Cd'),
    textAt(code, 'Domn', 'Cd'),
    textAt(family, 'Cd'),
    textAt(family, 'SubFmlyCd'),
  ]);
}
