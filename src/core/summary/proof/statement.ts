// The statement page: each account's proof as a bank reconciliation statement that is prepared, reviewed and signed.
// Rows in transit, to post or to claim are listed below their line. Lines begin with "Add" or "Less", and figures have
// no sign. The page says what was assumed and what is unproven because of it. It never says that an account is
// reconciled.

import { formatDay } from '../../money/calendar.ts';
import { exponentOf, formatGrouped } from '../../money/money.ts';
import { netOf, rowsOf, TODO_SIDES, type Todo } from './open-work.ts';
import type { AccountProof, ProofLine, ProofSide, ProvedSide } from './proof.ts';
import { addedOrTaken, namedByClass } from './proof-words.ts';
import { areSomeOld, bandWords, type WaitingBand, type WaitingItem, waitingBands } from './waiting.ts';

/** A row as it stands below a line: `2026-09-28 gl.csv:12 CHQ 000123 ADA STORES` and its signed amount. */
export interface ListedItem {
  readonly words: string;
  readonly amount: number;
}

export interface StatementPeriod {
  readonly start: number;
  readonly end: number;
  /** False: a bound is the first or last day of the files. */
  readonly isNamed: boolean;
}

export interface StatementPage {
  readonly session: string;
  readonly period: StatementPeriod | null;
  readonly proofs: readonly AccountProof[];
  /** The rows of a line, shortened as the reader wishes. */
  readonly itemsOf: (proof: AccountProof, line: ProofLine) => readonly ListedItem[];
  /** The known rows of the brought-forward line, each with its effect on bank less book. */
  readonly broughtForwardOf?: (proof: AccountProof) => readonly ListedItem[];
  /** `, 3 of them approved`: how much of a kind of open work is decided; empty: nothing. */
  readonly decidedOf?: (proof: AccountProof, what: Todo) => string;
  /** The items to wait for at the bank. */
  readonly waitingOf?: (proof: AccountProof) => readonly WaitingItem[];
  /** What stands above all figures. */
  readonly first?: readonly string[];
  /** Remarks on gaps in the files: two periods, several accounts, no balances. */
  readonly remarks: readonly string[];
}

export const WIDTH = 100;

/** Lines without an end, for a terminal of 100 columns and for statement.txt. */
export function statementLines(page: StatementPage): string[] {
  const title = ['BANK RECONCILIATION STATEMENT', `Session ${page.session}`, `Period  ${periodLine(page.period)}`];
  const first = (page.first ?? []).flatMap((sentence) => ['', ...wrapped(sentence)]);
  const accounts = page.proofs.flatMap((proof) => ['', ...accountLines(proof, page)]);
  const remarks = page.remarks.length === 0 ? [] : ['', 'Remarks', ...page.remarks.map((remark) => `  ${remark}`)];
  const signatures = ['', signature('Prepared by'), signature('Reviewed by')];
  return [...title, ...first, ...accounts, ...remarks, ...signatures];
}

/** A sentence in lines of the page's width. */
function wrapped(sentence: string): string[] {
  const lines = [''];
  for (const word of sentence.split(' ')) {
    const line = lines.at(-1)!;
    if (line !== '' && line.length + 1 + word.length > WIDTH) lines.push(word);
    else lines[lines.length - 1] = line === '' ? word : `${line} ${word}`;
  }
  return lines;
}

export const signature = (who: string): string => `${who} ______________________________   Date ________________`;

function periodLine(period: StatementPeriod | null): string {
  if (period === null) return 'none: no row has a date';
  const days = `${formatDay(period.start)} to ${formatDay(period.end)}`;
  return period.isNamed ? days : `${days}, taken from the files`;
}

function accountLines(proof: AccountProof, page: StatementPage): string[] {
  const money = (minor: bigint | number) => formatGrouped(minor, exponentOf(proof.currency));
  const isOfBalances = proof.basis === 'balances';
  const sideLines = (side: ProofSide): string[] => {
    const own = proof.lines.filter((line) => line.side === side);
    const name = side === 'bank' ? 'the bank statement' : 'the ledger';
    const from = isOfBalances
      ? figureLine(`Balance as per ${name}${closingWords(proof[side], page.period)}`, money(proof[side].closing!))
      : figureLine(`Movement as per ${name}`, money(proof[side].movement));
    const adjusted = proof[side === 'bank' ? 'adjustedBank' : 'adjustedBook'] ?? movementOf(proof, side);
    return [
      from,
      ...own.flatMap((line) => lineLines(line, { proof, page, money })),
      figureLine(`Adjusted ${side} ${isOfBalances ? 'balance' : 'movement'}`, money(adjusted)),
    ];
  };
  const named = proof.account === null ? 'Account (no file names it)' : `Account ${proof.account}`;
  const { ledgerAccounts = [] } = proof;
  const inLedger = ledgerAccounts.length === 0 ? '' : ` (in the ledger ${ledgerAccounts.join(', ')})`;
  return [
    `${named}${inLedger}, ${proof.currency}`,
    '-'.repeat(WIDTH),
    ...restingLines(proof),
    ...sideLines('bank'),
    '',
    ...sideLines('book'),
    '',
    ...startLines(proof, money),
    ...closingLines(proof, { money, forward: page.broughtForwardOf?.(proof) ?? [] }),
    ...todoLines(proof, { page, money }),
  ];
}

/** Of an account that rests, where its balances are from. */
function restingLines({ bank, book, balancesOf }: AccountProof): string[] {
  const [isAtBank, isInLedger] = [bank, book].map(({ closingBasis }) => closingBasis === 'carried_forward');
  if (!isAtBank && !isInLedger) return [];
  const closed = `session ${balancesOf} closed with`;
  if (isAtBank && isInLedger)
    return wrapped(`The period’s files have no entry of this account: its balances are those that ${closed}.`);
  const side = isAtBank ? 'bank' : 'ledger';
  return wrapped(`The ${side}’s files have no entry of this account: its balance there is the one that ${closed}.`);
}

/** The ages of what waits at the bank; none if every item is young. */
const waitingLines = (bands: readonly WaitingBand[], money: (minor: bigint) => string): string[] =>
  (areSomeOld(bands) ? bands : []).map((band) => {
    const items = band.items === 1 ? '1 item' : `${formatGrouped(band.items, 0)} items`;
    const words = `  of these, ${bandWords(band)} old: ${items}, net ${direction(band.amount)}`;
    return itemLine(words, money(abs(band.amount)));
  });

const movementOf = ({ lines, ...sides }: AccountProof, side: ProofSide): bigint =>
  lines.reduce((sum, line) => (line.side === side ? sum + line.amount : sum), sides[side].movement);

/** ` (the last entry is of 2026-09-28)` if the last entry before the balance is not of the period's last day. */
function closingWords({ closingBasis, lastDay }: ProvedSide, period: StatementPeriod | null): string {
  const last = lastDay === null ? 'no entry' : `last entry ${formatDay(lastDay)}`;
  const isOfTheEnd = period === null || lastDay === period.end;
  if (closingBasis === 'less_later_entries') return ` (less later entries; ${last})`;
  if (closingBasis === 'opening_and_movements') return ` (from the opening one; ${last})`;
  return isOfTheEnd ? '' : ` (${last})`;
}

interface LineOfPage {
  readonly proof: AccountProof;
  readonly page: StatementPage;
  readonly money: (minor: bigint | number) => string;
}

export const lineLines = (line: ProofLine, of: LineOfPage): string[] => listedLines(addedOrTaken(line), line, of);

/** A line with its rows below it. */
function listedLines(words: string, line: ProofLine, { proof, page, money }: LineOfPage): string[] {
  const rows = line.rows === 1 ? '1 row' : `${formatGrouped(line.rows, 0)} rows`;
  const items = page.itemsOf(proof, line).map(({ words: of, amount }) => {
    const isAgainst = amount < 0 !== line.amount < 0n;
    return itemLine(`      ${of}`, `${isAgainst ? 'less ' : ''}${money(Math.abs(amount))}`);
  });
  return [figureLine(`  ${words} (${rows})`, money(abs(line.amount))), ...items];
}

const apart = (minor: bigint, is = 'is'): string =>
  minor === 0n ? '' : `: the bank ${is} ${minor < 0n ? 'lower' : 'higher'} by`;

/** How far the opening balances were apart, and how much of it the items of before the period come to. */
function startLines({ bank, book, lines }: AccountProof, money: (minor: bigint) => string): string[] {
  if (bank.opening === null || book.opening === null) return [];
  const difference = bank.opening - book.opening;
  const forward = lines.find(({ kind }) => kind === 'brought_forward')?.amount ?? 0n;
  const named = difference - forward;
  if (named === 0n) return [];
  return [
    figureLine(`Difference at the start${apart(difference, 'was')}`, money(abs(difference))),
    figureLine(`  of it, items of before the period that are known${apart(named, 'was')}`, money(abs(named))),
  ];
}

function closingLines(
  proof: AccountProof,
  { money, forward: items }: { readonly money: (minor: bigint) => string; readonly forward: readonly ListedItem[] },
): string[] {
  const forward = proof.lines.find(({ kind }) => kind === 'brought_forward');
  const amount = forward?.amount ?? 0n;
  const unnamed = items.reduce((rest, item) => rest - BigInt(item.amount), amount);
  const lines = [figureLine(`Difference${apart(proof.difference)}`, money(abs(proof.difference)))];
  if (forward !== undefined || items.length > 0) {
    const words = items.length === 0 ? 'Brought forward, origin unknown' : 'Brought forward from before this period';
    lines.push(figureLine(`  ${words}${apart(amount)}`, money(abs(amount))));
    const rest = items.length === 0 || unnamed === 0n ? [] : [{ words: UNNAMED, amount: Number(unnamed) }];
    for (const item of [...items, ...rest]) {
      const isAgainst = item.amount < 0 !== amount < 0n;
      lines.push(itemLine(`      ${item.words}`, `${isAgainst ? 'less ' : ''}${money(abs(BigInt(item.amount)))}`));
    }
  }
  if (proof.unexplained !== 0n) {
    lines.push(figureLine(`NOT EXPLAINED BY THE FILES${apart(proof.unexplained)}`, money(abs(proof.unexplained))));
    return lines;
  }
  const basis = proof.basis === 'balances' ? [] : ['The files do not state both balances: only movements are proved.'];
  const words = [...(unnamed === 0n ? ['All differences are itemised.'] : []), ...basis].join(' ');
  if (words !== '') lines.push(words);
  return lines;
}

const UNNAMED = 'origin unknown';

const TODO_WORDS: Readonly<Record<Todo, string>> = {
  decide: 'To be decided first',
  post: 'To post in the ledger',
  claim: 'To claim from the bank',
  wait: 'To wait for at the bank',
};

interface Heading {
  readonly words: string;
  readonly decided?: string | undefined;
}

/** Lines of open work, then the open exceptions that no balance shows. */
function todoLines(
  proof: AccountProof,
  { page, money }: { readonly page: StatementPage; readonly money: (minor: bigint | number) => string },
): string[] {
  const headed = ({ words, decided = '' }: Heading, own: readonly ProofLine[]): string[] => {
    const rows = rowsOf(own);
    const items = rows === 1 ? '1 item' : `${formatGrouped(rows, 0)} items`;
    const net = netOf(own);
    return rows === 0 ? [] : [figureLine(`${words}: ${items}${decided}, ${netWords(net)}`, money(abs(net)))];
  };
  const todo = (Object.keys(TODO_WORDS) as Todo[]).flatMap((what) =>
    headed({ words: TODO_WORDS[what], decided: page.decidedOf?.(proof, what) }, proof.lines.filter(TODO_SIDES[what])),
  );
  // The last of the kinds is what waits: its ages follow it.
  todo.push(...waitingLines(waitingBands(page.waitingOf?.(proof) ?? []), money));
  const unmoved = (Object.keys(UNMOVED_WORDS) as Unmoved[]).flatMap((kind) => {
    const own = proof.lines.filter((line) => line.kind === kind);
    return [
      ...headed({ words: UNMOVED_WORDS[kind] }, own),
      ...own.flatMap((line) => listedLines(namedByClass(line), line, { proof, page, money })),
    ];
  });
  const all = [...todo, ...unmoved];
  const isNamed = proof.difference === 0n && proof.unexplained === 0n;
  return all.length === 0 && isNamed ? ['Nothing is left to post, to claim or to wait for.'] : all;
}

type Unmoved = 'no_effect' | 'other_periods';

const UNMOVED_WORDS: Readonly<Record<Unmoved, string>> = {
  no_effect: 'Exceptions that move no balance',
  other_periods: 'Open, of days outside the period',
};

const netWords = (minor: bigint): string => (minor === 0n ? 'net' : `net ${direction(minor)}`);
const direction = (minor: bigint): string => (minor < 0n ? 'money out' : 'money in');
const abs = (minor: bigint): bigint => (minor < 0n ? -minor : minor);

export const figureLine = (words: string, figure: string): string => aligned(words, { figure, at: WIDTH });
/** A line of an item, left of the totals. */
const itemLine = (words: string, figure: string): string => aligned(words, { figure, at: WIDTH - 16 });

function aligned(words: string, { figure, at }: { readonly figure: string; readonly at: number }): string {
  const room = at - figure.length - 1;
  // Nearly every text has one code unit a character, and needs no list of them.
  const characters = /[\ud800-\udfff]/.test(words) ? [...words] : words;
  const isLong = characters.length > room;
  const kept = isLong ? characters.slice(0, room - 1) : characters;
  const shown = `${typeof kept === 'string' ? kept : kept.join('')}${isLong ? '…' : ''}`;
  return `${shown}${' '.repeat(isLong ? 1 : room + 1 - characters.length)}${figure}`;
}
