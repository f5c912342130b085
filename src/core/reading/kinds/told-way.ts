// A file's statements about the direction of its transfers, if nobody else gives it: its title and transaction types,
// the sending and receiving institutions, and the signs of its amounts. The kind draws the conclusion.

import { type RowColumns, type TextColumn, textsAt } from '../../records/rows/columns.ts';
import { distinctiveWords } from '../../screening/names/name-words.ts';
import { saysReversal } from '../../words/reversal-words.ts';
import type { KindField, WayAsked } from './kind-reading.ts';

/** in: money comes to our customers. both: some rows or words say in and some out. */
type Way = 'in' | 'out' | 'both';

/** Null where the file has no such statement. */
export interface ToldWay {
  readonly title: Way | null;
  /** The way that sender codes in ids of settlement sessions tell; null if none is ours. */
  readonly sessions: Way | null;
  /** The way that senders and receivers tell. */
  readonly institutions: Way | null;
  /** One institution sends all transfers, or receives all, and nothing tells the other end. */
  readonly oneEnd: Way | null;
  readonly signs: Way | null;
}

interface SaidOf extends Readonly<Partial<Record<KindField, TextColumn>>> {
  /** The lines above the header. */
  readonly headings: readonly string[];
  readonly isSignUnknown: boolean;
}

/** `columns`: with the file's own signs. */
export function wayTold(columns: RowColumns, said: SaidOf, { ours }: WayAsked): ToldWay {
  const types = said.transaction_type === undefined ? [] : distinct(said.transaction_type, columns.count);
  return {
    title: together([...said.headings, ...types].flatMap(waysNamed)),
    ...waysOfParties(columns, said, new Set(ours.map(nameOf).filter((name) => name !== ''))),
    signs: said.isSignUnknown ? null : wayOfSigns(columns),
  };
}

const IN = /\b(?:inwards?|incoming|inflows?)\b/i;
const OUT = /\b(?:outwards?|outgoing|outflows?)\b/i;

function waysNamed(text: string): Way[] {
  return [...(IN.test(text) ? (['in'] as const) : []), ...(OUT.test(text) ? (['out'] as const) : [])];
}

/** Null for no rows. */
function together(ways: readonly Way[]): Way | null {
  const [first] = ways;
  if (first === undefined) return null;
  return ways.every((way) => way === first) ? first : 'both';
}

/** A code without leading zeros; a name compared like company names, without its legal form. */
function nameOf(text: string): string {
  const name = text.slice(0, MOST_OF_NAME).trim();
  return /^\d+$/.test(name) ? name.replace(/^0+/, '') : distinctiveWords(name, 'company').join('');
}

const MOST_OF_NAME = 80;

const cellsOf = (column: TextColumn, count: number): string[] => {
  const at = textsAt(
    column,
    Array.from({ length: count }, (_, row) => row),
  );
  return Array.from({ length: count }, (_, row) => at(row));
};

const distinct = (column: TextColumn, count: number): string[] => [...new Set(cellsOf(column, count))];

/** Institution (6), time (12), serial (12): the id of a settlement session begins with the sender. */
const SENDER_OF_SESSION = /^\d{6}(?=\d{24}$)/;

/**
 * The direction if our institution sends all transfers, or receives all. If nobody says who we are, or we do not occur,
 * the only institution that sends to several, or receives from several, counts as ours. A transfer from ours to ours
 * tells nothing.
 */
function waysOfParties(
  { count, settlementSession }: RowColumns,
  said: SaidOf,
  ours: ReadonlySet<string>,
): Pick<ToldWay, 'sessions' | 'institutions' | 'oneEnd'> {
  const sender = namesOf(said.originator, count);
  const receiver = namesOf(said.destination, count);
  const sessionIds = cellsOf(settlementSession, count);
  const [bySession, byName]: [Way[], Way[]] = [[], []];
  for (let row = 0; row < count; row++) {
    const [sends, receives] = [ours.has(sender(row)), ours.has(receiver(row))];
    if (sends && receives) continue;
    if (sends !== receives) byName.push(sends ? 'out' : 'in');
    const code = SENDER_OF_SESSION.exec(sessionIds[row])?.[0];
    if (code !== undefined) bySession.push(ours.has(nameOf(code)) ? 'out' : 'in');
  }
  // Codes of others alone tell nothing: ours may be known only by its name.
  const sessions = bySession.includes('out') ? together(bySession) : null;
  const institutions = together(byName);
  if (sessions !== null || institutions !== null) return { sessions, institutions, oneEnd: null };
  const several = (names: (row: number) => string): number =>
    new Set(Array.from({ length: count }, (_, row) => names(row)).filter((name) => name !== '')).size;
  const [from, to] = [several(sender), several(receiver)];
  const only = from === 1 && to !== 1 ? 'out' : from !== 1 && to === 1 ? 'in' : null;
  const isOfBoth = from > 0 && to > 0;
  return { sessions, institutions: isOfBoth ? only : null, oneEnd: isOfBoth || count < 2 ? null : only };
}

/** The name in each row; '' if the file has none. */
function namesOf(column: TextColumn | undefined, count: number): (row: number) => string {
  if (column === undefined) return () => '';
  const known = new Map<string, string>();
  const names = cellsOf(column, count).map((cell) => {
    const name = known.get(cell) ?? nameOf(cell);
    known.set(cell, name);
    return name;
  });
  return (row) => names[row];
}

/** Most rows reverse no other row. */
function wayOfSigns({ count, amount, narration, reference }: RowColumns): Way | null {
  const [narrations, references] = [cellsOf(narration, count), cellsOf(reference, count)];
  let sum = 0;
  for (let row = 0; row < count; row++) {
    if (!saysReversal(narrations[row]) && !saysReversal(references[row])) sum += Math.sign(amount[row]);
  }
  return sum === 0 ? null : sum > 0 ? 'in' : 'out';
}
