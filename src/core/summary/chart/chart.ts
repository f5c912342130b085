// A chart of accounts: which of the ledger's accounts a proposed entry is posted to. Its rules are an ordered list, and
// the first that fits counts. A rule fits by class, direction and words; what it leaves out, it does not ask about.
// Bank accounts have a list of their own. A chart comes from a file or a request and is read by the same code.

import { MAX_CHART_RULES, MAX_CHART_WORDS } from '../../limits.ts';
import { isIsoCurrency } from '../../money/currency-code.ts';
import { CLUSTER_TYPES, type ClusterType } from '../../records/documents/cluster-type.ts';
import { isObject, type JsonObject, otherKey } from '../../records/documents/json.ts';
import { JOURNAL_PURPOSES, type JournalPurpose } from '../proof/journal-purposes.ts';

interface ChartAccount {
  /** The account's code in the ledger. */
  readonly account: string;
  /** Null: the proposal's own name. */
  readonly name: string | null;
}

export interface ChartRule extends ChartAccount {
  /** What an entry is for, or its exception's class; null: any. */
  readonly class: JournalPurpose | ClusterType | null;
  /** Of the money at the bank; null: both. */
  readonly direction: 'in' | 'out' | null;
  /** One of these stands in the row's text, as whole words in any case; empty: any text. */
  readonly words: readonly string[];
}

interface ChartBankAccount extends ChartAccount {
  readonly number: string;
  /** Null: any. */
  readonly currency: string | null;
}

export interface Chart {
  readonly rules: readonly ChartRule[];
  readonly bankAccounts: readonly ChartBankAccount[];
}

/** A chart by which journals find their accounts. */
export interface ChartInForce {
  readonly chart: Chart;
  /** Of the partner's charts; null: one that was given with the command. */
  readonly version: number | null;
}

/** Keys of objects and places in lists, from the outside in. */
type ChartPath = readonly (string | number)[];

/** Makes the error for a sentence about a place of the chart. */
export type InvalidChart = (sentence: string, path: ChartPath) => Error;

/** Longest text of a chart, characters. */
const MAX_TEXT = 256;

/** Throws what `invalid` makes of the first thing that is wrong. */
export function parseChart(json: unknown, invalid: InvalidChart): Chart {
  const at = new Reader(invalid, []);
  const chart = at.object(json, ['rules', 'bank_accounts']);
  const rules = at.list(chart, 'rules').map(([rule, within]): ChartRule => {
    const of = within.object(rule, ['class', 'direction', 'words', 'account', 'name']);
    return {
      class: within.oneOf(of, 'class', CLASSES),
      direction: within.oneOf(of, 'direction', ['in', 'out']),
      words: within.words(of),
      ...within.account(of),
    };
  });
  const bankAccounts = at.list(chart, 'bank_accounts').map(([one, within]): ChartBankAccount => {
    const of = within.object(one, ['number', 'currency', 'account', 'name']);
    return { number: within.text(of, 'number'), currency: within.currency(of), ...within.account(of) };
  });
  if (rules.length + bankAccounts.length === 0) throw invalid('The chart has neither "rules" nor "bank_accounts".', []);
  return { rules, bankAccounts };
}

/** As `parseChart` reads it. */
export const chartJson = ({ rules, bankAccounts }: Chart): JsonObject => ({
  rules: rules.map(({ class: of, direction, words, account, name }) => ({
    ...(of !== null && { class: of }),
    ...(direction !== null && { direction }),
    ...(words.length > 0 && { words: [...words] }),
    account,
    ...(name !== null && { name }),
  })),
  bank_accounts: bankAccounts.map(({ number, currency, account, name }) => ({
    number,
    ...(currency !== null && { currency }),
    account,
    ...(name !== null && { name }),
  })),
});

const CLASSES: readonly (JournalPurpose | ClusterType)[] = [...JOURNAL_PURPOSES, ...CLUSTER_TYPES];

type Members = Readonly<Record<string, unknown>>;

/** Reads values at one place of a chart. */
class Reader {
  readonly #invalid: InvalidChart;
  readonly #path: ChartPath;

  constructor(invalid: InvalidChart, path: ChartPath) {
    this.#invalid = invalid;
    this.#path = path;
  }

  object(value: unknown, known: readonly string[]): Members {
    if (!isObject(value)) throw this.#error(`${this.#here()} is not an object with ${known.join(', ')}.`);
    const other = otherKey(value, known);
    if (other === null) return value;
    throw this.#error(`${this.#here()} has no key "${other}", only ${known.join(', ')}.`);
  }

  list(of: Members, key: string): [unknown, Reader][] {
    const list = of[key] ?? [];
    if (!Array.isArray(list)) throw this.#error(`"${key}" is not a list.`, key);
    if (list.length > MAX_CHART_RULES)
      throw this.#error(`"${key}" has more than ${MAX_CHART_RULES.toLocaleString('en')} entries.`, key);
    return list.map((one, i) => [one, new Reader(this.#invalid, [...this.#path, key, i])]);
  }

  text(of: Members, key: string): string {
    const text = of[key];
    if (!isText(text)) throw this.#error(`${this.#here()} needs "${key}": a text of 1 to ${MAX_TEXT} characters.`, key);
    return text.trim();
  }

  account(of: Members): ChartAccount {
    return { account: this.text(of, 'account'), name: isLeftOut(of['name']) ? null : this.text(of, 'name') };
  }

  currency(of: Members): string | null {
    const code = of['currency'];
    if (isLeftOut(code)) return null;
    if (typeof code === 'string' && isIsoCurrency(code)) return code;
    throw this.#error(`"currency" of ${this.#here().toLowerCase()} is not an ISO code such as NGN.`, 'currency');
  }

  oneOf<T extends string>(of: Members, key: string, known: readonly T[]): T | null {
    const value = of[key];
    if (isLeftOut(value)) return null;
    const found = known.find((one) => one === value);
    if (found !== undefined) return found;
    throw this.#error(`"${key}" of ${this.#here().toLowerCase()} is none of ${known.join(', ')}.`, key);
  }

  words(of: Members): readonly string[] {
    const words = of['words'];
    if (isLeftOut(words)) return [];
    const isRight =
      Array.isArray(words) && words.length > 0 && words.length <= MAX_CHART_WORDS && words.every(isPhrase);
    if (isRight) return words as string[];
    throw this.#error(
      `"words" of ${this.#here().toLowerCase()} is not a list of 1 to ${MAX_CHART_WORDS} words, each with a letter or a digit.`,
      'words',
    );
  }

  #here(): string {
    const [list, i] = this.#path;
    if (list === undefined) return 'The chart';
    return `${list === 'rules' ? 'Rule' : 'Bank account'} ${Number(i) + 1}`;
  }

  #error(sentence: string, key?: string): Error {
    return this.#invalid(sentence, key === undefined ? this.#path : [...this.#path, key]);
  }
}

const isLeftOut = (value: unknown): boolean => value === undefined || value === null;
const isText = (value: unknown): value is string =>
  typeof value === 'string' && value.trim() !== '' && value.length <= MAX_TEXT && !/[\u0000-\u001f\u007f]/.test(value);
const isPhrase = (value: unknown): boolean => isText(value) && /[\p{L}\p{N}]/u.test(value);
