// What a file says of the way that its transfers go, where nobody else does: its title and the type of its transactions,
// which institution sends and which receives, and the signs of its amounts. What follows from it is for the kind to say.

import type { KindField, WayAsked } from '../../kinds/kind-reading.ts';
import { type RowColumns, type TextColumn, textsAt } from '../../records/rows/columns.ts';
import { saysReversal } from './takes-back.ts';

/** in: money comes to our customers. both: some rows or words say one and some the other. */
type Way = 'in' | 'out' | 'both';

/** Null where the file says nothing. */
export interface ToldWay {
  readonly title: Way | null;
  readonly institutions: Way | null;
  readonly signs: Way | null;
}

interface SaidOf extends Readonly<Partial<Record<KindField, TextColumn>>> {
  /** The lines above the header. */
  readonly headings: readonly string[];
  readonly isSignUnknown: boolean;
}

/** `columns`: with the amounts as the file has them. */
export function wayTold(columns: RowColumns, said: SaidOf, { ours }: WayAsked): ToldWay {
  const types = said.transaction_type === undefined ? [] : distinct(said.transaction_type, columns.count);
  return {
    title: together([...said.headings, ...types].flatMap(waysNamed)),
    institutions: wayOfInstitutions(columns, said, new Set(ours.map(nameOf))),
    signs: said.isSignUnknown ? null : wayOfSigns(columns),
  };
}

const IN = /\b(?:inwards?|incoming|inflows?)\b/i;
const OUT = /\b(?:outwards?|outgoing|outflows?)\b/i;

function waysNamed(text: string): Way[] {
  return [...(IN.test(text) ? (['in'] as const) : []), ...(OUT.test(text) ? (['out'] as const) : [])];
}

/** Null of none. */
function together(ways: readonly Way[]): Way | null {
  const [first] = ways;
  if (first === undefined) return null;
  return ways.every((way) => way === first) ? first : 'both';
}

/** A code without its leading zeros, a name without its signs. */
function nameOf(text: string): string {
  const name = text
    .slice(0, MOST_OF_NAME)
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]+/gu, '');
  return /^\d+$/.test(name) ? name.replace(/^0+/, '') : name;
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

/** Institution (6), time (12), serial (12): the id of a settlement session begins with who sends. */
const SENDER_OF_SESSION = /^\d{6}(?=\d{24}$)/;

/**
 * Ours sends each transfer, or receives each; where nobody says who we are, or we are not met, the only institution that
 * sends to several, or that several send to.
 */
function wayOfInstitutions(
  { count, settlementSession }: RowColumns,
  said: SaidOf,
  ours: ReadonlySet<string>,
): Way | null {
  const named = (column: TextColumn | undefined): string[] | null =>
    column === undefined ? null : cellsOf(column, count).map(nameOf);
  const sessions = cellsOf(settlementSession, count).map((id) => nameOf(SENDER_OF_SESSION.exec(id)?.[0] ?? ''));
  const [senders, receivers] = [named(said.originator), named(said.destination)];
  const ways: Way[] = [];
  for (let row = 0; row < count; row++) {
    const sends = ours.has(senders?.[row] ?? '') || ours.has(sessions[row]!);
    const receives = ours.has(receivers?.[row] ?? '');
    if (sends !== receives) ways.push(sends ? 'out' : 'in');
  }
  if (ways.length > 0) return together(ways);
  const [from, to] = [senders, receivers].map((names) => new Set(names?.filter((name) => name !== '')).size);
  if (from === 1 && to! > 1) return 'out';
  return from! > 1 && to === 1 ? 'in' : null;
}

/** Most rows that take no other one back. */
function wayOfSigns({ count, amount, narration, reference }: RowColumns): Way | null {
  const [narrations, references] = [cellsOf(narration, count), cellsOf(reference, count)];
  let sum = 0;
  for (let row = 0; row < count; row++) {
    if (!saysReversal(narrations[row]!) && !saysReversal(references[row]!)) sum += Math.sign(amount[row]!);
  }
  return sum === 0 ? null : sum > 0 ? 'in' : 'out';
}
