// Brings the accounts of the ledger together with those of the bank: by a map that somebody gave, then by equal numbers.
// A single account left on each side is one account whatever its number. Of several that are left, a run of entries asks
// which rows meet (matching/accounts-that-meet.ts), and what that does not tell stands alone; kinds whose reports name
// no account of the books take them all as one.

import { SIDES, type Side } from './columns.ts';

/** Accounts that are reconciled as one, each by the number that files write. */
export interface OneReconciliation {
  readonly gl: readonly string[];
  readonly bank: readonly string[];
}

/** A number stands in one entry of its side at most, and each entry has numbers of both. */
export type AccountMap = readonly OneReconciliation[];

/** Account labels of both sides, as `normalised` writes them. */
export type AccountLabels = Readonly<Record<Side, readonly string[]>>;

export interface HowAccountsMeet {
  readonly map: AccountMap;
  /** Of labels that neither map nor number brings together, the pairs that are one account. */
  readonly pairsOf: (left: AccountLabels) => readonly (readonly [gl: string, bank: string])[];
}

export interface AlignedAccounts {
  /** Account number by the side's label index. */
  readonly gl: Uint16Array;
  readonly bank: Uint16Array;
  /** Names of the accounts in ascending order, by account number. */
  readonly names: readonly string[];
  /** The account's name by normalised label, also of labels that only the map names. */
  readonly nameOf: Readonly<Record<Side, ReadonlyMap<string, string>>>;
  /** Names of the accounts that the map gives. */
  readonly mapped: ReadonlySet<string>;
  /** Labels, as files write them, that both sides have left and nothing brings together; null: there are none. */
  readonly apart: AccountLabels | null;
  readonly warnings: readonly string[];
}

/** The label without spaces, case, dashes and leading zeros, which differ between systems. */
export function normalised(label: string): string {
  return label
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
    .replace(/^0+(?=.)/, '');
}

/** The labels should be those that rows carry. `how`: null for kinds whose reports name no account of the books. */
export function alignAccounts(
  glLabels: readonly string[],
  bankLabels: readonly string[],
  how: HowAccountsMeet | null = null,
): AlignedAccounts {
  const given = { gl: glLabels, bank: bankLabels };
  const labels = { gl: glLabels.map(normalised), bank: bankLabels.map(normalised) };
  const nameOf = namesOf(labels, how);
  const mapped = new Set((how?.map ?? []).map((entry) => nameOf.bank.get(normalised(entry.bank[0]))!));
  const isNamed = nameOf.gl.size + nameOf.bank.size > 0;
  const left = (side: Side): string[] => [...new Set(labels[side].filter((label) => !nameOf[side].has(label)))];
  const take = (gl: string, bank: string, name: string): void => {
    nameOf.gl.set(gl, name);
    nameOf.bank.set(bank, name);
  };
  const warnings: string[] = [];
  const isOneEach = left('gl').length === 1 && left('bank').length === 1;
  let apart: AccountLabels | null = null;
  if (!isNamed && (how === null || (left('gl').length <= 1 && left('bank').length <= 1))) {
    if (left('gl').length > 1 || left('bank').length > 1) warnings.push(asOneAccount(left('gl'), left('bank')));
    for (const side of SIDES) for (const label of left(side)) nameOf[side].set(label, '');
  } else if (how === null && isOneEach) {
    take(left('gl')[0], left('bank')[0], left('gl')[0]);
    warnings.push('One account of each side has no namesake; the two were taken for the same account.');
  } else if (how !== null && left('gl').length > 0 && left('bank').length > 0) {
    const pairs = how.pairsOf({ gl: left('gl'), bank: left('bank') });
    for (const [gl, bank] of pairs) take(gl, bank, bank === '' ? gl : bank);
    if (pairs.length > 0) warnings.push(pairedWords(pairs, given));
    const alone = { gl: asWritten(given.gl, left('gl')), bank: asWritten(given.bank, left('bank')) };
    if (alone.gl.length > 0 && alone.bank.length > 0) apart = alone;
  }
  const alone = left('gl').length + left('bank').length;
  if (apart !== null) warnings.unshift(apartWords(apart));
  else if (alone > 0) warnings.push(aloneWords(alone));
  for (const side of SIDES) for (const label of left(side)) nameOf[side].set(label, label);
  const named = (side: Side): string[] => labels[side].map((label) => nameOf[side].get(label)!);
  const names = [...new Set([...named('gl'), ...named('bank')])].sort();
  const numberOf = new Map(names.map((name, number) => [name, number]));
  const numbers = (side: Side): Uint16Array => Uint16Array.from(named(side), (name) => numberOf.get(name)!);
  return { gl: numbers('gl'), bank: numbers('bank'), names, nameOf, mapped, apart, warnings };
}

/** The names that a map gives, and of equal numbers. Where all is one reconciliation, rows without a number are of it. */
function namesOf(labels: AccountLabels, how: HowAccountsMeet | null): Record<Side, Map<string, string>> {
  const names = { gl: new Map<string, string>(), bank: new Map<string, string>() };
  const map = how?.map ?? [];
  for (const entry of map) {
    const [name] = entry.bank.map(normalised).sort();
    for (const side of SIDES) for (const number of entry[side]) names[side].set(normalised(number), name);
    if (map.length === 1) for (const side of SIDES) names[side].set('', name);
  }
  const onBank = new Set(labels.bank);
  for (const label of labels.gl) {
    const name = names.bank.get(label) ?? label;
    const isOnBoth = names.bank.has(label) || onBank.has(label);
    if (!isOnBoth || names.gl.has(label) || (label === '' && how === null)) continue;
    names.gl.set(label, name);
    names.bank.set(label, name);
  }
  return names;
}

const asOneAccount = (gl: readonly string[], bank: readonly string[]): string =>
  gl.includes('') || bank.includes('')
    ? 'Only one side names accounts; its rows were matched as one account.'
    : 'No account number stands on both sides; all rows were matched as one account.';

/** Of the labels that files write for one account the longest is shown: it has its leading zeros. '' without labels. */
export const longestOf = (labels: readonly string[]): string =>
  labels.reduce((a, b) => (b.length > a.length || (b.length === a.length && b < a) ? b : a), '');

/** Normalised labels as files write them, the longest of each, in ascending order. */
function asWritten(given: readonly string[], labels: readonly string[]): string[] {
  const written = Map.groupBy(given, normalised);
  return labels.map((label) => longestOf(written.get(label) ?? [label])).sort();
}

const aloneWords = (accounts: number): string =>
  accounts === 1
    ? '1 account stands on one side only; its rows stay open.'
    : `${accounts} accounts stand on one side only; their rows stay open.`;

const MOST_SHOWN = 6;

/** `account 1001`, `accounts 1001, 1002`, `rows without an account`. */
function accountWords(numbers: readonly string[]): string {
  const named = numbers.filter((number) => number !== '');
  const shown = named.slice(0, MOST_SHOWN).join(', ');
  const rest = named.length > MOST_SHOWN ? ` and ${named.length - MOST_SHOWN} more` : '';
  const words = named.length === 0 ? [] : [`${named.length === 1 ? 'account' : 'accounts'} ${shown}${rest}`];
  return [...words, ...(named.length < numbers.length ? ['rows without an account'] : [])].join(' and ');
}

/** `the ledger’s account 1001`. */
export const numberWords = (side: Side, numbers: readonly string[]): string =>
  `the ${side === 'gl' ? 'ledger' : 'bank'}’s ${accountWords(numbers)}`;

/** The sentence that a run and the statement's face begin with. */
export const apartWords = ({ gl, bank }: AccountLabels): string =>
  `Not put together: ${numberWords('gl', gl)} and ${numberWords('bank', bank)}. What matches does not tell which belong ` +
  'to one another, so each stands alone: say it with a map of accounts.';

function pairedWords(pairs: readonly (readonly [string, string])[], given: AccountLabels): string {
  const shown = pairs.slice(0, MOST_SHOWN).map(([gl, bank]) => {
    const [ledger] = asWritten(given.gl, [gl]);
    const [statement] = asWritten(given.bank, [bank]);
    return `${ledger || 'rows without an account'} with ${statement || 'rows without an account'}`;
  });
  const rest = pairs.length > MOST_SHOWN ? ` and ${pairs.length - MOST_SHOWN} more` : '';
  return `Taken for the same account, the ledger’s first, by the entries that meet or as the only ones left: ${shown.join(', ')}${rest}.`;
}
