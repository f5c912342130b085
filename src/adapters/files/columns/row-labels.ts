// Columns with few different values: accounts, currencies, marks of debit and credit, states. Each value is read once
// and then recognised by its bytes. A row that names no account or currency has the current one: the default, or that
// of the last heading.

import { TieoutError } from '../../../core/errors.ts';
import { MAX_ACCOUNTS } from '../../../core/limits.ts';
import { currencyNamed, isSharedSign, sharesSign } from '../../../core/money/currency-signs.ts';
import { exponentOf } from '../../../core/money/money.ts';
import { type Direction, directionOf, givenDirection, type MarkWords } from '../../../core/reading/cells/directions.ts';
import { type EntryFlags, flagState } from '../../../core/reading/cells/entry-flags.ts';
import { type EntryState, entryState } from '../../../core/reading/cells/entry-states.ts';
import { responseState } from '../../../core/reading/cells/response-codes.ts';
import { ByteDictionary } from './byte-dictionary.ts';

const USE_CURRENT = -2;
/** Names of the bank's own currency in core banking systems. */
const LOCAL = /^(lcy|local( currency)?)$/i;

export class RowLabels {
  /** The accounts in order of first appearance; rows hold indexes into these. */
  readonly accounts: string[] = [];
  readonly currencies: string[] = [];
  /** Index of the currency of the last entry. */
  lastCurrency = 0;

  private readonly file: string;
  private readonly defaultAccount: string;
  private readonly markWords: MarkWords | undefined;
  private readonly marks: Readonly<Record<string, 'in' | 'out'>>;
  private account: string;
  private currency: string;
  /** Index of the current account, -1 until a row needs it. */
  private current = -1;
  private readonly exponents: number[] = [];
  private readonly accountKeys = new ByteDictionary();
  private readonly accountOf: number[] = [];
  private readonly currencyKeys = new ByteDictionary();
  private readonly currencyOf: number[] = [];
  private readonly directionKeys = new ByteDictionary();
  private readonly directionOfKey: Direction[] = [];
  private readonly statusKeys = new ByteDictionary();
  private readonly stateOf: EntryState[] = [];
  private readonly stateIn: (cell: string) => EntryState;

  constructor(options: {
    file: string;
    defaultAccount: string;
    defaultCurrency: string;
    /** Further words for marks. */
    markWords?: MarkWords | undefined;
    /** A mapping's meaning of marks. */
    marks?: Readonly<Record<string, 'in' | 'out'>> | undefined;
    /** Whether the states are response codes. */
    responseCodes?: boolean | undefined;
    /** The question that states answer with yes or no. */
    entryFlags?: EntryFlags | null | undefined;
  }) {
    const { entryFlags, responseCodes } = options;
    if (entryFlags) this.stateIn = (cell) => flagState(entryFlags, cell);
    else this.stateIn = responseCodes === true ? responseState : entryState;
    this.markWords = options.markWords;
    this.marks = options.marks ?? {};
    this.file = options.file;
    this.defaultAccount = options.defaultAccount;
    this.account = options.defaultAccount;
    this.currency = options.defaultCurrency;
  }

  /** Index of the currency in a cell; the current one for an empty cell, -1 for an unknown one. */
  readCurrency(buffer: Uint8Array, from: number, to: number): number {
    const key = this.currencyKeys.lookup(buffer, from, to);
    const known = (this.currencyOf[key] ??= this.indexOfNamed(this.currencyKeys.texts[key]));
    if (known === USE_CURRENT) return this.useCurrentCurrency();
    if (known >= 0) this.lastCurrency = known;
    return known;
  }

  /** Index of the currency that a text names, null when it names none. */
  currencyIn(text: string): number | null {
    const named = this.indexOfNamed(text);
    return named >= 0 ? named : null;
  }

  /** Currency of rows that name none at this place in the file. */
  get currencyHere(): string {
    return this.currency;
  }

  get accountHere(): string {
    return this.account;
  }

  /** Whether a heading named the current account. */
  get isHeaded(): boolean {
    return this.account !== this.defaultAccount;
  }

  /**
   * Index of the currency of rows whose cell is empty; -1 if there are none, or if another cell names that currency.
   */
  get unnamedCurrency(): number {
    const at = this.currencies.indexOf(this.currency);
    return this.currencyKeys.texts.includes('') && !this.currencyOf.includes(at) && !this.saysLocal ? at : -1;
  }

  /** Whether a cell names the current currency without its code: LCY, or a sign that several currencies share. */
  private get saysLocal(): boolean {
    return this.currencyKeys.texts.some((text) => text !== '' && this.indexOfNamed(text) === USE_CURRENT);
  }

  exponentHere(): number {
    return exponentOf(this.currency);
  }

  /** Decimals for judging ambiguous amounts: three as soon as one currency of the entries has three. */
  exponentOfEntries(): number {
    return this.exponents.length === 0 ? this.exponentHere() : Math.max(...this.exponents);
  }

  private indexOfNamed(text: string): number {
    if (text === '') return USE_CURRENT;
    if (LOCAL.test(text)) return USE_CURRENT;
    const code = currencyNamed(text);
    if (isSharedSign(text) && sharesSign(code, this.currency)) return USE_CURRENT;
    return code === '' ? -1 : this.currencyIndex(code);
  }

  useCurrentCurrency(): number {
    if (this.currencies[this.lastCurrency] !== this.currency) this.lastCurrency = this.currencyIndex(this.currency);
    return this.lastCurrency;
  }

  /** Index of the currency beside an amount. A sign that the current currency shares means the current one. */
  namedBeside(code: string, sharedSign: boolean): number {
    if (code === this.currency || (sharedSign && sharesSign(code, this.currency))) return this.useCurrentCurrency();
    this.lastCurrency = this.currencyIndex(code);
    return this.lastCurrency;
  }

  currencyIndex(code: string): number {
    const at = this.currencies.indexOf(code);
    if (at >= 0) return at;
    this.exponents.push(exponentOf(code));
    return this.currencies.push(code) - 1;
  }

  exponentOf(currency: number): number {
    return this.exponents[currency];
  }

  /** Sets the currency or account that a heading names for the rows below it. */
  setCurrent({ currency, account }: { currency?: string; account?: string }): void {
    if (currency !== undefined) this.currency = currency;
    if (account !== undefined && this.defaultAccount === '') {
      this.account = account;
      this.current = -1;
    }
  }

  /** Index of the account of rows that name none. */
  accountNow(): number {
    if (this.current < 0) this.current = this.accountIndex(this.account);
    return this.current;
  }

  readAccount(buffer: Uint8Array, from: number, to: number): number {
    const key = this.accountKeys.lookup(buffer, from, to);
    const text = this.accountKeys.texts[key];
    const known = (this.accountOf[key] ??= text === '' ? USE_CURRENT : this.accountIndex(text));
    return known === USE_CURRENT ? this.accountNow() : known;
  }

  accountIndex(label: string): number {
    const at = this.accounts.indexOf(label);
    if (at >= 0) return at;
    if (this.accounts.length >= MAX_ACCOUNTS) {
      throw new TieoutError(
        'file_too_large',
        `the file has more than ${MAX_ACCOUNTS} accounts; is the right column taken for the account?`,
        { file: this.file },
      );
    }
    return this.accounts.push(label) - 1;
  }

  readDirection(buffer: Uint8Array, from: number, to: number): Direction {
    const key = this.directionKeys.lookup(buffer, from, to);
    return (this.directionOfKey[key] ??= this.directionIn(this.directionKeys.texts[key]));
  }

  private directionIn(text: string): Direction {
    return givenDirection(this.marks, text) ?? directionOf(text, this.markWords);
  }

  readState(buffer: Uint8Array, from: number, to: number): EntryState {
    const key = this.statusKeys.lookup(buffer, from, to);
    return (this.stateOf[key] ??= this.stateIn(this.statusKeys.texts[key]));
  }
}
