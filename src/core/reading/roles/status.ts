// Which column contains the states of entries: words, a switch's response codes, or a yes or no to whether the entry
// was posted, or voided. A title is believed once its values agree; a column of state words needs no title.

import { isText } from '../cells/cell-profile.ts';
import { type EntryFlags, entryFlags } from '../cells/entry-flags.ts';
import { entryState, isStateWord } from '../cells/entry-states.ts';
import { areResponseWords, isResponseTitle, responseCodes, responseState } from '../cells/response-codes.ts';
import type { Candidate } from '../table/candidate.ts';
import type { Table } from '../table/table.ts';

/** The column of states, and its form. */
interface StateColumn {
  readonly column: number;
  readonly reason: string;
  readonly responseCodes: boolean;
  readonly entryFlags: EntryFlags | null;
}

/** Columns that are taken already, and the running balance (-1 for none). */
interface Beside {
  readonly taken: ReadonlySet<number>;
  readonly balance: number;
  readonly say: (sentence: string) => void;
}

/** Columns that may be the states of the entries, the likeliest first. */
export function statusCandidates(table: Table, beside: Beside): Candidate[] {
  const field = 'status';
  const named = table.namedFor(field);
  if (named >= 0) return [{ field, column: named, evidence: [{ class: 'mapping', words: '' }] }];
  const found = stateColumn(table, beside) ?? flagColumn(table, beside);
  return found === null ? [] : [{ field, column: found.column, evidence: [{ class: 'strong', words: found.words }] }];
}

/** How the cells of the column of states are read. */
export function statesIn(table: Table, column: number, balance: number): Omit<StateColumn, 'reason'> {
  const mayBeCodes = isResponseTitle(table.titles[column]) || table.named.has(column);
  const responseCodes = mayBeCodes && responseCodesIn(table, column, balance) === 'codes';
  return { column, responseCodes, entryFlags: flagsOf(table, column) };
}

/** Whether a column contains response codes; not if the running balance includes the rows that they would leave out. */
function responseCodesIn(table: Table, column: number, balance: number): ReturnType<typeof responseCodes> {
  const cells = (of: number) => table.rows.map((row) => (row[of] ?? '').trim());
  const codes = cells(column);
  const words = table.titles.findIndex((title, i) => i !== column && isResponseTitle(title));
  const balances = balance < 0 ? [] : cells(balance);
  const moves = codes.some(
    (code, i) =>
      code !== '' &&
      responseState(code) === 'never' &&
      (balances[i] ?? '') !== '' &&
      balances[i] !== balances[i - 1] &&
      balances[i] !== balances[i + 1],
  );
  return moves ? null : responseCodes(codes, words < 0 ? undefined : cells(words));
}

interface Found {
  readonly column: number;
  readonly words: string;
}

function stateColumn(table: Table, beside: Beside): Found | null {
  const { taken } = beside;
  const isResponse = (i: number) => isResponseTitle(table.titles[i]);
  // “State” may be a customer's address.
  const [titled] = table.titled(
    'status',
    (p, i) =>
      !taken.has(i) &&
      !isResponse(i) &&
      isText(p) &&
      (/status/i.test(table.titles[i]) || table.filled(i).some((c) => entryState(c) !== 'unknown')),
  );
  const response = responseColumn(
    table,
    table.titled('status', (p, i) => !taken.has(i) && isResponse(i) && p.filled > 0),
    beside,
  );
  // “Settled” in every row is no answer of the switch; a status that differs between rows is.
  const tells = (i: number) => table.filled(i).some((c) => entryState(c) === 'never' || entryState(c) === 'pending');
  const best = titled !== undefined && (response === undefined || tells(titled)) ? titled : response;
  if (best !== undefined) return { column: best, words: table.quoted(best) };
  // Another title above states: “Info” with “Umsatz gebucht”. Only beside a narration, which may contain such words
  // too.
  const free = table.columns.filter((i) => !taken.has(i));
  const isNarrated = free.some((i) => table.weight(i, 'narration') >= 4);
  const found = free.find((i) => {
    const { filled, cells, distinct } = table.profiles[i];
    const isOther = table.titles[i] === '' || table.meanings[i].length > 0;
    if (isOther || filled === 0 || filled < cells * 0.5 || distinct > MOST_STATES) return false;
    return table.filled(i).filter(isStateWord).length >= filled * 0.9;
  });
  return isNarrated && found !== undefined ? { column: found, words: 'values are states of an entry' } : null;
}

const flagsOf = (table: Table, column: number) => entryFlags(table.titles[column], table.filled(column));

function flagColumn(table: Table, { taken }: Beside): Found | null {
  const found = table.columns.find((i) => !taken.has(i) && flagsOf(table, i) !== null);
  return found === undefined ? null : { column: found, words: `${table.quoted(found)}, values are yes or no` };
}

/**
 * The column of response codes among those with such titles, else the column of their words; a warning if they seem to
 * be none.
 */
function responseColumn(table: Table, titled: readonly number[], { balance, say }: Beside): number | undefined {
  const kinds = titled.map((i) => responseCodesIn(table, i, balance));
  const codes = titled[kinds.indexOf('codes')];
  if (codes !== undefined) return codes;
  const few = titled[kinds.indexOf('few successes')];
  if (few !== undefined) {
    say(
      `“${table.titles[few].trim()}” holds codes of which few are 00 (success); it is not read as response codes, and every row counts as booked.`,
    );
  }
  return titled.find((i) => areResponseWords(table.filled(i)));
}

/** Most different states in a column without a title of status. */
const MOST_STATES = 8;
