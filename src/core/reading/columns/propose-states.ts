// Which column holds the states of entries: words, the response codes of a switch, or a yes or no to whether the entry
// was posted, or made void. A title that says so is believed once its values agree; a column of state words needs no
// title of its own.

import { isText } from '../cells/cell-profile.ts';
import { entryFlags } from '../cells/entry-flags.ts';
import { entryState, isStateWord } from '../cells/entry-states.ts';
import { areResponseWords, isResponseTitle, responseCodes, responseState } from '../cells/response-codes.ts';
import type { ColumnDraft } from './column-draft.ts';

export function takeStatus(draft: ColumnDraft) {
  if (!draft.has('status')) stateColumn(draft);
  if (!draft.has('status')) flagColumn(draft);
  const status = draft.fields.indexOf('status');
  if (status < 0) return;
  draft.entryFlags = flagsOf(draft, status);
  const mayBeCodes = isResponseTitle(draft.titles[status]) || draft.named.has(status);
  draft.responseCodes = mayBeCodes && codesOf(draft, status) === 'codes';
  if (draft.responseCodes && !draft.named.has(status)) draft.reasons[status] += ', values are response codes';
}

/** Whether a column holds response codes; not where the running balance moves by what they would leave out. */
function codesOf(draft: ColumnDraft, column: number): ReturnType<typeof responseCodes> {
  const cells = (of: number) => draft.rows.map((row) => (row[of] ?? '').trim());
  const codes = cells(column);
  const words = draft.titles.findIndex((title, i) => i !== column && isResponseTitle(title));
  const balance = draft.fields.indexOf('balance');
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

const filledCells = (draft: ColumnDraft, column: number): string[] =>
  draft.rows.map((row) => (row[column] ?? '').trim()).filter((c) => c !== '');

function stateColumn(draft: ColumnDraft) {
  const cellsOf = (i: number) => filledCells(draft, i);
  const isResponse = (i: number) => isResponseTitle(draft.titles[i]);
  // “State” may be where a customer lives.
  const [titled] = draft.titled(
    'status',
    (p, i) =>
      !isResponse(i) &&
      isText(p) &&
      (/status/i.test(draft.titles[i]) || cellsOf(i).some((c) => entryState(c) !== 'unknown')),
  );
  const response = responseColumn(
    draft,
    draft.titled('status', (p, i) => isResponse(i) && p.filled > 0),
  );
  // “Settled” in every row does not say what the switch answered; a status that tells rows apart does.
  const tells = (i: number) => cellsOf(i).some((c) => entryState(c) === 'never' || entryState(c) === 'pending');
  const best = titled !== undefined && (response === undefined || tells(titled)) ? titled : response;
  if (best !== undefined) return draft.take(best, 'status', draft.quoted(best));
  // Another title above states: “Info” with “Umsatz gebucht”. Beside a narration only, for that may say such words too.
  const isNarrated = draft.free().some((i) => draft.weight(i, 'narration') >= 4);
  const found = draft.free().find((i) => {
    const { filled, cells, distinct } = draft.profiles[i];
    const isOther = draft.titles[i] === '' || draft.meanings[i].length > 0;
    if (isOther || filled === 0 || filled < cells * 0.5 || distinct > MOST_STATES) return false;
    return cellsOf(i).filter(isStateWord).length >= filled * 0.9;
  });
  if (isNarrated && found !== undefined) draft.take(found, 'status', 'values are states of an entry');
}

const flagsOf = (draft: ColumnDraft, column: number) => entryFlags(draft.titles[column], filledCells(draft, column));

function flagColumn(draft: ColumnDraft) {
  const found = draft.free().find((i) => flagsOf(draft, i) !== null);
  if (found !== undefined) draft.take(found, 'status', `${draft.quoted(found)}, values are yes or no`);
}

/** The column of response codes among those titled so, else of the words for them; said where they seem none. */
function responseColumn(draft: ColumnDraft, titled: readonly number[]): number | undefined {
  const kinds = titled.map((i) => codesOf(draft, i));
  const codes = titled[kinds.indexOf('codes')];
  if (codes !== undefined) return codes;
  const few = titled[kinds.indexOf('few successes')];
  if (few !== undefined) {
    draft.warnings.push(
      `“${draft.titles[few].trim()}” holds codes of which few are 00 (success); it is not read as response codes, and every row counts as booked.`,
    );
  }
  return titled.find((i) => areResponseWords(filledCells(draft, i)));
}

/** Different states that a column may hold which no title calls a status. */
const MOST_STATES = 8;
