// Consistent combinations of candidates for the money of a file: an amount with its sign convention, or a debit and a
// credit, each with or without a running balance. Columns, signs and balance are weighed together, for a column that
// looks like the amount may be refuted by the balance, and one that does not may be proven by it.

import { type Candidate, classOf, type Evidence, type EvidenceClass, isBetter } from './candidate.ts';
import { currencyOfTitle } from './cells/currency-signs.ts';
import { type Chain, chainOf, isProof, isRefuted, stepsOf } from './evidence/balance-chain.ts';
import { amountsBetween, type BalancesBeside, balancesBeside, effectBetween } from './evidence/balances-beside.ts';
import { minorsOf, type SampleAmount, SampleMoney } from './evidence/sample-amounts.ts';
import { isTitledOther } from './evidence/titles.ts';
import { cashSign, directionOf } from './proof/directions.ts';
import { meetings } from './proof/unordered-balance.ts';
import { areMarked, markCandidates, marksOfBalance, tellsNothing } from './roles/marks.ts';
import { amountCandidates, balanceCandidates, isOnlyOfPair, looksLikeMoney, pairCandidates } from './roles/money.ts';
import type { Table } from './table.ts';
import { plainTitle } from './titles/header-synonyms.ts';
import { PLAIN } from './titles/title-phrases.ts';

/** Readings that are kept. */
const MOST = 64;

/** Columns, -1 for none. */
export interface MoneyReading {
  readonly amount: number;
  readonly debit: number;
  readonly credit: number;
  readonly balance: number;
  readonly direction: number;
  /** Column of the marks that belong to the balance. */
  readonly balanceMarks: number;
  /** The marks are texts, and stay so. */
  readonly isSpoken: boolean;
  readonly evidence: readonly Evidence[];
  readonly class: EvidenceClass;
  readonly reasons: ReadonlyMap<number, string>;
  /** Nothing but the words of the rows says which column of the pair is which. */
  readonly isGuessedPair: boolean;
  /** How many balances follow; null without a balance. */
  readonly chain: Chain | null;
  readonly isProven: boolean;
  /** All of a few balances follow, which is no proof yet. */
  readonly isSupported: boolean;
  /** A balance that is titled so hardly follows from the entries. */
  readonly isRefuted: boolean;
  /** Balances before and after in one row, by which the rows go that nothing else gives a way. */
  readonly beside: BalancesBeside | null;
  /** By row of the sample: the effect on the account as the reading has it. */
  readonly effects: readonly number[];
}

/** The readings of a file's money, the best first. `taken` are columns that are certainly no money: its days. */
export function moneyReadings(table: Table, taken: ReadonlySet<number>): MoneyReading[] {
  const money = new SampleMoney(table);
  const marks = markCandidates(table).filter(({ column }) => !taken.has(column));
  const balances = balanceCandidates(table, taken);
  const found = [...singles(table, { money, marks, balances, taken }), ...pairs(table, { money, balances, taken })];
  return found.sort((a, b) => (a.class === b.class ? 0 : isBetter(a.class, b.class) ? -1 : 1)).slice(0, MOST);
}

interface Parts {
  readonly money: SampleMoney;
  readonly balances: readonly Candidate[];
  readonly taken: ReadonlySet<number>;
}

function singles(table: Table, parts: Parts & { readonly marks: readonly Candidate[] }): MoneyReading[] {
  if (table.namedFor('debit') >= 0 || table.namedFor('credit') >= 0) return [];
  const { money, balances, marks, taken } = parts;
  return amountCandidates(table, taken).map((one): MoneyReading => {
    const { column: amount } = one;
    const minors = money.minors(amount);
    const isSigned = table.profiles[amount].negative > 0 || areMarked(table, amount);
    const open = balances.filter(({ column }) => column !== amount);
    const titled = open.find(({ evidence }) => classOf(evidence) !== 'weak')?.column ?? -1;
    const usable = marks.filter(({ column }) => column !== amount && column !== titled);
    const balanceMarks = marksOfBalance(table, { balance: titled, amount, marks: usable });
    const mark = usable.find(
      (m) =>
        m.column !== balanceMarks &&
        (classOf(m.evidence) === 'mapping' ||
          (classOf(m.evidence) === 'strong' && tellsNothing(table, m.column, minors) === null) ||
          (classOf(m.evidence) === 'weak' && !isSigned)),
    );
    const direction = mark?.column ?? -1;
    const effects = markedEffects(table, money.of(amount), direction);
    const isSpoken =
      mark !== undefined && classOf(mark.evidence) === 'weak' && table.weight(direction, 'narration') > 0;
    const variants = [effects, minors, effects.map((effect) => 0 - effect)];
    const beside = besideOf(table, { money, taken, amount, minors });
    const proof =
      proofBeside(beside, minors) ??
      bestProof(table, { money, balances: open, balanceMarks, variants, steps: isSigned ? null : minors });
    const reasons = new Map<number, string>();
    if (mark !== undefined && !isSpoken) reasons.set(direction, mark.evidence[0].words);
    return completed(
      table,
      one.evidence,
      { amount, debit: -1, credit: -1, direction, balanceMarks, isSpoken },
      {
        proof,
        titled: beside?.after ?? titled,
        effects: beside === null ? effects : besideEffects(beside, effects, !isSigned && direction < 0),
        reasons,
        isGuessedPair: false,
        beside,
      },
    );
  });
}

/** Balances before and after in the rows, whatever other columns there are. */
function besideOf(
  table: Table,
  of: {
    readonly money: SampleMoney;
    readonly taken: ReadonlySet<number>;
    readonly amount: number;
    readonly minors: number[];
  },
): BalancesBeside | null {
  const columns = table.columns.filter(
    (i) => i !== of.amount && !of.taken.has(i) && isOpenForBalance(table, i) && looksLikeMoney(table.profiles[i]),
  );
  return balancesBeside(table, of.money, { columns, amounts: of.minors });
}

const isOpenForBalance = (table: Table, column: number): boolean =>
  table.named.has(column) ? table.named.get(column) === 'balance' : !isTitledOther(table, column);

function proofBeside(beside: BalancesBeside | null, minors: readonly number[]): Proven | null {
  if (beside === null) return null;
  const chain = amountsBetween(beside, minors);
  const words = `the balances before and after it prove it (${chain.hits} of ${chain.checks} rows)`;
  return isProof(chain) ? { balance: beside.after, chain, words, isProof: true } : null;
}

const besideEffects = ({ steps }: BalancesBeside, effects: readonly number[], isOpen: boolean): number[] =>
  effects.map((effect, i) => {
    const by = effectBetween(steps[i] ?? Number.NaN, effect, isOpen);
    return Number.isNaN(by) ? effect : by;
  });

const markedEffects = (table: Table, amounts: readonly (SampleAmount | null)[], direction: number): number[] =>
  amounts.map((amount, i) => {
    if (amount === null) return 0;
    const mark =
      amount.direction ||
      (direction < 0 ? 0 : directionOf(table.rows[i][direction] ?? '', table.profiles[direction].markWords));
    const way = cashSign(mark, table.side);
    return way === 0 ? amount.minor : way * Math.abs(amount.minor);
  });

function pairs(table: Table, parts: Parts): MoneyReading[] {
  if (table.namedFor('amount') >= 0) return [];
  const { taken, balances, money } = parts;
  const debits = pairCandidates(table, 'debit', taken);
  const credits = pairCandidates(table, 'credit', taken);
  const isNamed = table.namedFor('debit') >= 0 || table.namedFor('credit') >= 0;
  const made: MoneyReading[] = [];
  const add = (debit: Candidate | null, credit: Candidate | null, isGuessedPair = false) =>
    made.push(pairReading(table, { debit, credit, balances, money, isGuessedPair }));
  if (isNamed) {
    const [debit, credit] = [
      table.namedFor('debit') >= 0 ? debits[0] : null,
      table.namedFor('credit') >= 0 ? credits[0] : null,
    ];
    add(debit, credit);
    return made;
  }
  const code = ({ column }: Candidate) => currencyOfTitle(table.titles[column]).code;
  const usedUp = new Set<number>();
  for (const debit of debits) {
    const credit =
      credits.find((c) => c.column !== debit.column && !usedUp.has(c.column) && code(c) === code(debit)) ??
      (usedUp.size === 0 ? credits.find((c) => c.column !== debit.column) : undefined);
    if (credit === undefined || usedUp.has(debit.column)) continue;
    usedUp.add(debit.column).add(credit.column);
    add(debit, credit);
  }
  if (made.length === 0) {
    const lone = (of: readonly Candidate[], field: 'debit' | 'credit') =>
      of.find(({ column }) => !isOnlyOfPair(table, column, field)) ?? null;
    const [debit, credit] = [lone(debits, 'debit'), lone(credits, 'credit')];
    if (debit !== null || credit !== null) add(debit, credit);
  }
  for (const [a, b] of untitledPairs(table, parts)) {
    add(a('debit'), b('credit'), true);
    add(b('debit'), a('credit'), true);
  }
  return made;
}

type AsField = (field: 'debit' | 'credit') => Candidate;

/** Two columns of which each row fills one: below one title, or without any that says what they are. */
function untitledPairs(table: Table, { money, taken }: Parts): [AsField, AsField][] {
  const candidates = amountCandidates(table, taken).filter((one) => classOf(one.evidence) !== 'veto');
  const as =
    (column: number, words: string, isTitledExactly = false): AsField =>
    (field) => ({ field, column, evidence: [{ class: isTitledExactly ? 'strong' : 'weak', words }] });
  const found: [AsField, AsField][] = [];
  const beside = (column: number) => {
    const title = plainTitle(table.titles[column + 1] ?? '');
    const profile = table.profiles[column + 1];
    const isUnder = title === '' || title === plainTitle(table.titles[column]);
    return (
      profile !== undefined &&
      !taken.has(column + 1) &&
      isUnder &&
      profile.money > 0 &&
      profile.money >= profile.filled * 0.5
    );
  };
  const columns = candidates.map(({ column }) => column);
  const isOfPair = (a: number, b: number) => areComplementary(minorsOf(money.of(a)), minorsOf(money.of(b)));
  for (const one of columns) {
    const isTitled = table.weight(one, 'amount') > 0;
    if (isTitled && beside(one) && isOfPair(one, one + 1)) {
      const words = `beside ${table.quoted(one)}`;
      const isExact = table.weight(one, 'amount') >= PLAIN;
      found.push([as(one, words, isExact), as(one + 1, words, isExact)]);
    }
    if (isTitled) continue;
    for (const other of columns) {
      if (other <= one || table.weight(other, 'amount') > 0 || !isOfPair(one, other)) continue;
      const words = 'one of two columns of which each row fills one';
      found.push([as(one, words), as(other, words)]);
    }
  }
  return found;
}

/** Whether two columns share the rows between them: never both, seldom neither. */
function areComplementary(a: readonly (number | null)[], b: readonly (number | null)[]): boolean {
  let one = 0;
  let onlyB = 0;
  for (let i = 0; i < a.length; i++) {
    const left = a[i] ?? 0;
    const right = b[i] ?? 0;
    if (left !== 0 && right !== 0) return false;
    if (left !== 0 || right !== 0) one++;
    if (right !== 0) onlyB++;
  }
  // The first and the last row may be balances and no entries.
  return one >= (a.length - 2) * 0.8 && onlyB > 0 && onlyB < one;
}

function pairReading(
  table: Table,
  of: {
    readonly debit: Candidate | null;
    readonly credit: Candidate | null;
    readonly balances: readonly Candidate[];
    readonly money: SampleMoney;
    readonly isGuessedPair: boolean;
  },
): MoneyReading {
  const { debit, credit, balances, money } = of;
  const nothing = table.rows.map(() => 0);
  const [debits, credits] = [debit, credit].map((one) => (one === null ? nothing : money.minors(one.column)));
  const way = table.side === 'bank' ? 1 : -1;
  const unsigned = credits.map((minor, i) => way * (Math.abs(minor) - Math.abs(debits[i])));
  const signed = credits.map((minor, i) => way * (minor - debits[i]));
  const open = balances.filter(({ column }) => column !== debit?.column && column !== credit?.column);
  const titled = open.find(({ evidence }) => classOf(evidence) !== 'weak')?.column ?? -1;
  const marks = markCandidates(table);
  const balanceMarks = marksOfBalance(table, { balance: titled, amount: -1, marks });
  // Which of two nameless columns is money out the sign alone tells: the other way round it proves the other pair.
  const turned = of.isGuessedPair ? [] : [unsigned.map((effect) => 0 - effect)];
  const proof = bestProof(table, {
    money,
    balances: open,
    balanceMarks,
    variants: [signed, unsigned, ...turned],
    steps: null,
  });
  const reasons = new Map<number, string>();
  const both = debit !== null && credit !== null && !of.isGuessedPair ? ', one of a pair' : '';
  for (const one of [debit, credit]) {
    if (one === null || classOf(one.evidence) === 'mapping') continue;
    const [title, ...rest] = one.evidence[0].words.split(/(?=, money )/);
    const proven = of.isGuessedPair && proof !== null ? `: ${proof.words}` : '';
    reasons.set(one.column, `${title}${both}${rest.join('')}${proven}`);
  }
  const evidence = [debit, credit].flatMap((one) => one?.evidence ?? []);
  // A pair is as good as the worse of its two.
  const isWeak = [debit, credit].some((one) => one !== null && classOf(one.evidence) === 'weak');
  const counted = isWeak ? evidence.filter((one) => one.class !== 'strong') : evidence;
  const columns = { amount: -1, debit: debit?.column ?? -1, credit: credit?.column ?? -1, direction: -1 };
  return completed(
    table,
    counted,
    { ...columns, balanceMarks, isSpoken: false },
    {
      proof,
      titled,
      effects: unsigned,
      reasons,
      isGuessedPair: of.isGuessedPair && proof === null,
    },
  );
}

interface Proven {
  readonly balance: number;
  readonly chain: Chain;
  readonly words: string;
  readonly isProof: boolean;
}

/** The balance by which the entries follow best; null where none is proven, with what the titled one says. */
function bestProof(
  table: Table,
  of: {
    readonly money: SampleMoney;
    readonly balances: readonly Candidate[];
    readonly balanceMarks: number;
    readonly variants: readonly (readonly number[])[];
    /** Amounts of which nothing says the way. */
    readonly steps: readonly number[] | null;
  },
): Proven | null {
  let best: Proven | null = null;
  for (const { column, evidence } of of.balances) {
    const isTitled = classOf(evidence) !== 'weak';
    const balances = of.money.balances(column, isTitled ? of.balanceMarks : -1);
    if (balances.every((balance) => balance === null)) continue;
    const chains = of.variants.map((effects) => chainOf(effects, balances));
    // Which of two neighbours a balance without a title belongs to is not known: the amount's step proves no sign.
    if (of.steps !== null && isTitled) chains.push(stepsOf(of.steps, balances));
    const chain = chains.reduce((a, b) => (b.hits > a.hits ? b : a));
    const met = isProof(chain) ? 0 : Math.max(...of.variants.map((amounts) => meetings({ amounts, balances })));
    const proven = isProof(chain) || isMet(met, table.rows.length);
    const words = isProof(chain)
      ? `the running balance proves it (${chain.hits} of ${chain.checks} rows)`
      : `the balances prove it (${met} rows meet another)`;
    const found = { balance: column, chain, words, isProof: proven };
    // A titled balance that proves as much goes before another column that happens to.
    if (best === null || (proven && !best.isProof) || (proven === best.isProof && chain.hits > best.chain.hits))
      best = found;
  }
  return best;
}

/** Entries of a shuffled sample that must meet before they prove anything. */
const MEETINGS = 4;
const MET_SHARE = 0.95;
const isMet = (met: number, rows: number): boolean => met >= MEETINGS && met >= (rows - 1) * MET_SHARE;

/** Balances of a short sample that all follow. */
const SUPPORT = 2;

type Columns = Pick<MoneyReading, 'amount' | 'debit' | 'credit' | 'direction' | 'balanceMarks' | 'isSpoken'>;

function completed(
  table: Table,
  evidence: readonly Evidence[],
  columns: Columns,
  found: {
    readonly proof: Proven | null;
    readonly titled: number;
    readonly effects: readonly number[];
    readonly reasons: Map<number, string>;
    readonly isGuessedPair: boolean;
    readonly beside?: BalancesBeside | null;
  },
): MoneyReading {
  const { proof, titled, reasons, beside = null } = found;
  const isProven = proof?.isProof === true;
  const all: Evidence[] = isProven ? [...evidence, { class: 'proof', words: proof.words }] : [...evidence];
  // A few balances that all follow prove nothing yet: the whole file, with what it states of itself, may.
  const isSupported = proof !== null && proof.chain.checks >= SUPPORT && proof.chain.hits === proof.chain.checks;
  const balance = isProven || (titled < 0 && isSupported) ? proof.balance : titled;
  if (balance >= 0 && !table.named.has(balance))
    reasons.set(balance, isProven && balance !== titled ? proof.words : table.quoted(balance));
  if (columns.balanceMarks >= 0)
    reasons.set(columns.balanceMarks, 'the debit and credit marks of the balance beside it');
  if (columns.amount >= 0 && !table.named.has(columns.amount)) {
    const own = evidence.find((one) => one.class !== 'veto')?.words ?? '';
    reasons.set(columns.amount, isProven && own === 'values are amounts' ? proof.words : own);
  }
  if (beside !== null) reasons.set(beside.before, 'the balance before each entry');
  const isRefutedHere = !isProven && proof !== null && proof.balance === titled && isRefuted(proof.chain);
  const { effects, isGuessedPair } = found;
  return {
    ...columns,
    balance,
    evidence: all,
    class: classOf(all),
    reasons,
    effects,
    isGuessedPair,
    isSupported,
    chain: proof !== null && proof.balance === balance ? proof.chain : null,
    isProven,
    isRefuted: isRefutedHere,
    beside,
  };
}
