// The state that all tiers of one account share: its rows, their keys and texts, the run's parameters, and the
// decisions so far.

import type { Account } from './account.ts';
import type { AccountSource } from './account-source.ts';
import type { Calibration } from './calibration.ts';
import type { Agreement } from './candidates/agreement.ts';
import { Penalties, type PenaltyTables } from './evidence/penalties.ts';
import type { Keys } from './keys/keys.ts';
import type { MatchParameters } from './parameters.ts';
import type { SideNumbers } from './side-numbers.ts';
import { TextEvidence } from './texts/text-evidence.ts';
import { type KnownWords, knownWords, type WeighedTexts, weigh } from './texts/weighed-texts.ts';
import type { LocalGroup } from './tiers/local-group.ts';
import { PairList } from './tiers/pair-list.ts';

/** Rows by their numbers alone, and the decisions so far. Kinds with identifiers of their own have no more. */
export interface NumbersMatching {
  readonly account: { readonly gl: SideNumbers; readonly bank: SideNumbers; readonly currencies: readonly string[] };
  readonly agreement: Agreement;
  readonly parameters: MatchParameters;
  readonly calibration: Calibration;
  /** Groups beside the pairs. */
  readonly groups: LocalGroup[];
  /** Bounds that were reached, in words. */
  readonly notes: Set<string>;
}

export interface Matching extends NumbersMatching {
  /** All rows of the account, settled early or not. */
  readonly source: AccountSource;
  readonly account: Account;
  readonly keys: Keys;
  readonly words: KnownWords;
  /** The rows' texts, by local number. */
  readonly texts: { readonly gl: WeighedTexts; readonly bank: WeighedTexts };
  /** The costs of words before anything is learned, and a comparison that uses them. */
  readonly firstCosts: PenaltyTables;
  readonly text: TextEvidence;
  readonly pairs: PairList;
}

export function prepareMatching(source: AccountSource, account: Account): Matching {
  const words = knownWords(account);
  const none = new Penalties();
  const firstCosts = { gl: none.table('gl'), bank: none.table('bank') };
  return {
    source,
    account,
    keys: account.keys,
    words,
    texts: {
      gl: weigh(account.gl.text, allRows(account.gl.n), words.about),
      bank: weigh(account.bank.text, allRows(account.bank.n), words.about),
    },
    firstCosts,
    text: new TextEvidence(words, firstCosts),
    agreement: account.agreement,
    parameters: source.parameters,
    calibration: source.calibration,
    pairs: new PairList(Math.min(account.gl.n, account.bank.n)),
    groups: [],
    notes: new Set(),
  };
}

function allRows(n: number): Uint32Array {
  const rows = new Uint32Array(n);
  for (let i = 0; i < n; i++) rows[i] = i;
  return rows;
}
