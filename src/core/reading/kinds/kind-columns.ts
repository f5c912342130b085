// Which columns of a file belong to a kind of run (kind-reading.ts): retrieval reference numbers, trace
// numbers, terminals, cards, a switch's answers. The title proposes and the values must confirm; among several that
// fit, the one that more rows fill. Most also keep their meaning for every kind (a reference, a narration); those that
// could be taken for money or for a state are kept apart.

import { namesChannel } from '../../fees/bank-service.ts';
import { isResponseTitle, responseState } from '../cells/response-codes.ts';
import { type Candidate, candidate } from '../table/candidate.ts';
import type { Table } from '../table/table.ts';
import type { FieldName } from '../titles/target-fields.ts';
import { inOrder } from '../words/in-order.ts';
import { plainTitle } from '../words/plain-title.ts';
import type { KindField } from './kind-reading.ts';

/** Column by field; a field without one is left out. */
export type KindColumns = Readonly<Partial<Record<KindField, number>>>;

interface Role {
  /** Titles, without case and punctuation; the best first. */
  readonly titles: readonly RegExp[];
  /** Whether a filled cell is such a value. */
  readonly isValue: (cell: string) => boolean;
  /** The column gets no other meaning. */
  readonly isApart: boolean;
  readonly words: string;
}

const isDigits =
  (least: number, most: number) =>
  (cell: string): boolean => {
    const digits = cell.replace(/^'/, '').replace(/\.0+$/, '');
    return /^\d+$/.test(digits) && digits.length >= least && digits.length <= most;
  };
const isShort = (cell: string): boolean => cell.length <= 64;

/** A card's number, whole or with signs in its middle. */
const isCardNumber = (cell: string): boolean => {
  const joined = cell.replace(/^'/, '').replace(/[\s-]/g, '');
  return /^\d{6}[\dX*x.#]{2,9}\d{4}$/.test(joined) || /^\d{6}\d{4}$/.test(joined);
};

const ROLES: Readonly<Record<KindField, Role>> = {
  rrn: {
    titles: [/^rrn$/, /\brrn\b/, /retrieval ref/],
    isValue: isDigits(1, 12),
    isApart: false,
    words: 'the retrieval reference number',
  },
  stan: {
    titles: [/^stan$/, /\bstan\b/, /system trace|^trace( audit)?( (no|number|num|id))?$|audit number/],
    isValue: isDigits(1, 6),
    isApart: false,
    words: 'the system trace audit number',
  },
  terminal_id: {
    titles: [/^terminal( id)?$/, /^tid$/, /terminal (id|code|no|number)|^(atm|pos|term|device) ?(id|code|no)$/],
    isValue: isShort,
    isApart: false,
    words: 'the terminal',
  },
  masked_card: {
    titles: [/^(masked )?(pan|card)( (no|number|num))?$/, /\bpan\b|\bcard (no|number|num)\b|cardno|cardnumber/],
    isValue: isCardNumber,
    isApart: true,
    words: 'the card, of which the first six and last four digits are kept',
  },
  response_code: {
    titles: [/.*/],
    isValue: (cell) => cell.length <= 80 && responseState(cell) !== 'unknown',
    isApart: true,
    words: 'what the switch answered',
  },
  institution: {
    titles: [/^(other|counterparty) (institution|bank)( name| code)?$/],
    isValue: isShort,
    isApart: false,
    words: 'the other institution',
  },
  originator: {
    titles: [/^(originator|originating|sender|sending|source) (institution|bank)( name| code)?$/],
    isValue: isShort,
    isApart: false,
    words: 'the institution that sends',
  },
  destination: {
    titles: [/^(destination|beneficiary|receiver|receiving|recipient) (institution|bank)( name| code)?$/],
    isValue: isShort,
    isApart: false,
    words: 'the institution that receives',
  },
  channel: {
    titles: [
      /^bank service$/,
      /^((bank|transaction) )?service( (type|name))?$/,
      /^(transaction )?channel( (id|code|name|type))?$/,
    ],
    isValue: namesChannel,
    isApart: false,
    words: 'the channel or service',
  },
  batch: { titles: [], isValue: isShort, isApart: false, words: 'the batch that its file states' },
  payments: { titles: [], isValue: isShort, isApart: false, words: 'the payments that its file names' },
  beneficiary: {
    titles: [
      /^(destination|beneficiary|credit|recipient|receiver)s? (account|acct)( (no|number|num|nuban))?$/,
      /^(destination|beneficiary) nuban$/,
    ],
    isValue: isDigits(6, 12),
    isApart: false,
    words: 'the account that the transfer pays',
  },
  dispensed_amount: {
    titles: [/^(amount|amt|cash) dispensed$/, /^dispensed( (amount|amt|cash))?$/],
    isValue: (cell) => /^[\d,]+(\.\d+)?$/.test(cell),
    isApart: true,
    words: 'what the machine paid out',
  },
  transaction_time: {
    titles: [/^(transaction |tran |txn |trans |local |posting |entry )?(time|hour)$/],
    isValue: (cell) => secondOfDay(cell) !== null,
    isApart: true,
    words: 'the time of day',
  },
  session_tail: {
    titles: [inOrder(/last (12|twelve)/, /session/), inOrder(/session/, /last (12|twelve)/)],
    isValue: isDigits(1, 12),
    isApart: true,
    words: 'the last 12 digits of the session',
  },
  transaction_type: {
    titles: [/^(transaction|tran|trans|txn|message|msg) ?(type|code|category)$/, /^mti$/],
    isValue: isShort,
    isApart: false,
    words: 'what the channel calls the transaction',
  },
  session_id: {
    titles: [/^(nip |nibss |transaction )?session ?id$/, /session ?(id|no|number)/],
    isValue: (cell) => /^'?\d{12,30}$/.test(cell) || isDamaged(cell),
    isApart: false,
    words: 'the id of the settlement session',
  },
};

/** Digits that a spreadsheet turned into a float: 5.8E+28. */
export const isDamaged = (cell: string): boolean => /^'?\d+([.,]\d+)?[eE]\+\d+$/.test(cell.trim());

/** Share of the filled cells that must be values. */
const BORNE_OUT = 0.6;

export interface KindColumnsWanted {
  readonly wanted: readonly KindField[];
  /** KindReading. */
  readonly isOfParties: boolean;
  /** Columns that a mapping names, with their meaning. */
  readonly named?: ReadonlyMap<number, KindField> | undefined;
}

/** A kind's column, described in words. */
export const kindFieldWords = (field: KindField): string => ROLES[field].words;

/** The wanted columns. `booking`: the likeliest booking date, -1 for none. */
export function kindColumnsOf(table: Table, { wanted, named }: KindColumnsWanted, booking: number): KindColumns {
  const given = new Map(Array.from(named ?? [], ([column, field]) => [field, column] as const));
  const found = wanted.map((field) => [field, given.get(field) ?? columnOf(table, field, { named, booking })] as const);
  return Object.fromEntries(found.filter(([, column]) => column >= 0));
}

/** The columns that get no other meaning, with the reason. */
export const columnsApart = (table: Table, ofKind: KindColumns): Map<number, string> =>
  new Map(pairsOf(ofKind).flatMap(([field, i]) => (ROLES[field].isApart ? [[i, reasonOf(table, field, i)]] : [])));

/** The common fields that columns of a kind also are, as candidates. */
export const kindCandidates = (table: Table, ofKind: KindColumns): Candidate[] =>
  pairsOf(ofKind).flatMap(([of, column]): Candidate[] => {
    const field = ALSO[of];
    return field === undefined ? [] : [candidate(field, column, 'strong', reasonOf(table, of, column))];
  });

const ALSO: Readonly<Partial<Record<KindField, FieldName>>> = {
  transaction_type: 'narration',
  session_id: 'settlement_session_id',
};

const pairsOf = (ofKind: KindColumns) => Object.entries(ofKind) as [KindField, number][];

const reasonOf = (table: Table, field: KindField, column: number): string =>
  `${table.quoted(column)}, ${ROLES[field].words}`;

function columnOf(
  table: Table,
  field: KindField,
  { named, booking }: { readonly named: KindColumnsWanted['named']; readonly booking: number },
): number {
  const { titles, isValue } = ROLES[field];
  const fits = (i: number): boolean => {
    if (named?.has(i) || (ROLES[field].isApart && table.named.has(i))) return false;
    if (field === 'response_code' && !isResponseTitle(table.titles[i])) return false;
    if (field === 'session_id' && ROLES.session_tail.titles.some((tail) => tail.test(titleOf(table, i)))) return false;
    const filled = table.filled(i);
    return filled.length > 0 && filled.filter(isValue).length >= filled.length * BORNE_OUT;
  };
  for (const pattern of titles) {
    const candidates = table.columns.filter((i) => pattern.test(titleOf(table, i)) && fits(i));
    const [best] = candidates.sort((a, b) => table.filled(b).length - table.filled(a).length || a - b);
    if (best !== undefined) return best;
  }
  // A date with its time.
  return field === 'transaction_time' && booking >= 0 && fits(booking) ? booking : -1;
}

const titleOf = (table: Table, column: number): string => plainTitle(table.titles[column]);

const TIME = /(?:^|[^\d:])(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,]\d+)?)?\s*([ap]\.?m\.?)?(?![\d:])/i;

/** Seconds since midnight of a cell, after a date or alone; null if it has no time. */
export function secondOfDay(cell: string): number | null {
  const digits = /^'?(\d{2})(\d{2})(\d{2})$/.exec(cell.trim());
  const found = digits ?? TIME.exec(cell.replace(/(\d)T(\d)/, '$1 $2'));
  if (found === null) return null;
  let hour = Number(found[1]);
  const [minute, second] = [Number(found[2]), Number(found[3] ?? 0)];
  const half = found[4]?.[0]?.toLowerCase();
  if (half !== undefined) {
    if (hour < 1 || hour > 12) return null;
    hour = (hour % 12) + (half === 'p' ? 12 : 0);
  }
  return hour < 24 && minute < 60 && second < 60 ? hour * 3600 + minute * 60 + second : null;
}
