// Journals as lines of a ledger's own layout, two for each: its debit, then its credit.

import { formatDay } from '../../money/calendar.ts';
import { quotedCell } from '../../words/quoted-cell.ts';
import type { IdentifiedJournal } from '../statement/journal-ids.ts';
import { dayCell, type LaidOutCell, moneyCell, numberCell, textCell } from './cell.ts';
import type { JournalLayout, LayoutColumn } from './journal-layout.ts';

export function* laidOut(journals: Iterable<IdentifiedJournal>, layout: JournalLayout): Generator<LaidOutCell[]> {
  let number = 0;
  for (const journal of journals) {
    number++;
    for (const side of ['debit', 'credit'] as const) {
      yield layout.columns.map((column) => cellOf(column, { journal, side, number, layout }));
    }
  }
}

interface Leg {
  readonly journal: IdentifiedJournal;
  readonly side: 'debit' | 'credit';
  /** Of the entry, from 1. */
  readonly number: number;
  readonly layout: JournalLayout;
}

function cellOf({ value, constant }: LayoutColumn, { journal, side, number, layout }: Leg): LaidOutCell {
  const { entry, id } = journal;
  const [own, other] = side === 'debit' ? [entry.debit, entry.credit] : [entry.credit, entry.debit];
  const minor = (amount: number): LaidOutCell => moneyCell(amount, entry.currency);
  const of = (wanted: 'debit' | 'credit'): LaidOutCell => (side === wanted ? minor(entry.amount) : textCell(''));
  switch (value) {
    case null:
      return textCell(constant);
    case 'id':
      return textCell(id);
    case 'number':
      return numberCell(number);
    case 'date':
      return dayCell(entry.day);
    case 'account':
      return textCell(own.code ?? '');
    case 'account_name':
      return textCell(own.name);
    case 'contra':
      return textCell(other.code ?? '');
    case 'contra_name':
      return textCell(other.name);
    case 'side':
      return textCell(layout.marks[side]);
    case 'debit':
    case 'credit':
      return of(value);
    case 'amount':
      // With marks of its own the sign would say the side twice.
      return minor(hasSides(layout) || side === layout.positive ? entry.amount : -entry.amount);
    case 'currency':
      return textCell(entry.currency);
    case 'text':
      return textCell(entry.text);
    case 'purpose':
      return textCell(entry.purpose);
    case 'row':
      return textCell(`${entry.side} ${entry.file}:${entry.line}`);
  }
}

const hasSides = ({ columns }: JournalLayout): boolean => columns.some(({ value }) => value === 'side');

/** The lines of a CSV file, titles included, without ends. */
export function* csvLines(lines: Iterable<readonly LaidOutCell[]>, layout: JournalLayout): Generator<string> {
  const { separator } = layout;
  const cells = (texts: readonly string[]): string => texts.map((one) => quotedCell(one, separator)).join(separator);
  if (layout.header) yield cells(layout.columns.map(({ title }) => title));
  for (const line of lines) yield cells(line.map((one) => wordsOf(one, layout)));
}

function wordsOf(cell: LaidOutCell, { decimal, dateFormat }: JournalLayout): string {
  if (cell.is === 'text') return cell.text;
  if (cell.is === 'number') return cell.digits.replace('.', decimal);
  const iso = formatDay(cell.day);
  if (iso === null) return '';
  const [year, month, day] = iso.split('-') as [string, string, string];
  return dateFormat.replace(/YYYY|YY|MM|DD/g, (part) =>
    part === 'YYYY' ? year : part === 'YY' ? year.slice(-2) : part === 'MM' ? month : day,
  );
}
