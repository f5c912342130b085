// Which column contains the states of entries: words, a switch's response codes, or a yes or no to whether the entry
// was posted, or voided. A title is believed once its values agree; a column of state words needs no title.

import { isText } from '../cells/cell-profile.ts';
import { type EntryFlags, entryFlags } from '../cells/entry-flags.ts';
import { entryState, isStateWord } from '../cells/entry-states.ts';
import { areResponseWords, isResponseTitle, responseCodes, responseState } from '../cells/response-codes.ts';
import { type Candidate, candidate } from '../table/candidate.ts';
import type { Table } from '../table/table.ts';
import { PLAINLY } from './narration.ts';

/** Columns that may be the states of the entries, the likeliest first. `balance`: the running one, -1 for none. */
export function statusCandidates(table: Table, balance: number): Candidate[] {
  const strong = (column: number, words: string) => candidate('status', column, 'strong', words);
  const states = columnOfStates(table);
  const flags = table.columns.filter((i) => flagsOf(table, i) !== null);
  return [
    ...titledStates(table, balance).map((i) => strong(i, table.quoted(i))),
    ...(states < 0 ? [] : [strong(states, 'values are states of an entry')]),
    ...flags.map((i) => strong(i, `${table.quoted(i)}, values are yes or no`)),
  ];
}

/** How the cells of the column of states are read. */
export function statesIn(table: Table, column: number, balance: number) {
  if (column < 0) return { responseCodes: false, entryFlags: null };
  const mayBeCodes = isResponseTitle(table.titles[column]) || table.named.has(column);
  const codes = mayBeCodes && responseCodesIn(table, column, balance) === 'codes';
  return { responseCodes: codes, entryFlags: flagsOf(table, column) };
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

/** Columns with titles of states, the likeliest first. */
function titledStates(table: Table, balance: number): number[] {
  const isResponse = (i: number) => isResponseTitle(table.titles[i]);
  // “State” may be a customer's address.
  const titled = table.titled(
    'status',
    (p, i) =>
      !isResponse(i) &&
      isText(p) &&
      (/status/i.test(table.titles[i]) || table.filled(i).some((c) => entryState(c) !== 'unknown')),
  );
  // “Settled” in every row is no answer of the switch; a status that differs between rows is.
  const tells = (i: number) => table.filled(i).some((c) => entryState(c) === 'never' || entryState(c) === 'pending');
  const response = responseColumn(table, balance);
  if (response < 0) return titled;
  return tells(titled[0] ?? response) ? [...titled, response] : [response, ...titled];
}

/** Most different states in a column without a title of status. */
const MOST_STATES = 8;

/**
 * The column of states under another title: “Info” with “Umsatz gebucht”; -1 if there is none. Only beside a narration,
 * which may contain such words too.
 */
function columnOfStates(table: Table): number {
  if (!table.columns.some((i) => table.weight(i, 'narration') >= PLAINLY)) return -1;
  return table.columns.findIndex((i) => {
    const { filled, cells, distinct } = table.profiles[i];
    const isOther = table.titles[i] === '' || table.meanings[i].length > 0 || table.named.has(i);
    if (isOther || filled === 0 || filled < cells * 0.5 || distinct > MOST_STATES) return false;
    return table.filled(i).filter(isStateWord).length >= filled * 0.9;
  });
}

const flagsOf = (table: Table, column: number): EntryFlags | null =>
  entryFlags(table.titles[column], table.filled(column));

/** The columns with titles of a switch's answers. */
const responses = (table: Table): number[] =>
  table.titled('status', (p, i) => isResponseTitle(table.titles[i]) && p.filled > 0);

/** The column of response codes, else the column of their words; -1 if there is neither. */
function responseColumn(table: Table, balance: number): number {
  const titled = responses(table);
  const codes = titled.find((i) => responseCodesIn(table, i, balance) === 'codes');
  return codes ?? titled.find((i) => areResponseWords(table.filled(i))) ?? -1;
}

/** A warning about codes that are not read as response codes; null if there are none. */
export function fewSuccesses(table: Table, balance: number): string | null {
  const kinds = responses(table).map((i) => responseCodesIn(table, i, balance));
  const few = responses(table)[kinds.indexOf('few successes')];
  if (few === undefined || kinds.includes('codes')) return null;
  return `“${table.titles[few].trim()}” holds codes of which few are 00 (success); it is not read as response codes, and every row counts as booked.`;
}
