// The accounts that a chart has for proposed entries. What it says nothing of keeps its proposed name and has no code.

import { normalised } from '../../records/rows/accounts.ts';
import type { Side } from '../../records/rows/columns.ts';
import { type AccountsOfJournals, SUGGESTED_ACCOUNTS } from '../proof/journals.ts';
import type { Chart, ChartRule } from './chart.ts';

/** `textOf`: the reference and narration of a row. */
export function accountsOfChart(
  { rules, bankAccounts }: Chart,
  textOf: (side: Side, row: number) => string,
): AccountsOfJournals {
  const phrases = new Map(rules.map((rule) => [rule, rule.words.map((words) => plain(words))]));
  const says = (rule: ChartRule, text: string): boolean =>
    rule.words.length === 0 || phrases.get(rule)!.some((phrase) => text.includes(phrase));
  return {
    bank({ account, currency }) {
      const suggested = SUGGESTED_ACCOUNTS.bank({ account, currency });
      const found = bankAccounts.find(
        (one) =>
          account !== null &&
          normalised(one.number) === normalised(account) &&
          (one.currency === null || one.currency === currency),
      );
      return found === undefined ? suggested : { code: found.account, name: found.name ?? suggested.name };
    },
    contra(of) {
      const text = plain(textOf(of.side, of.row));
      const found = rules.find(
        (rule) =>
          (rule.class === null || rule.class === of.purpose || rule.class === of.clusterType) &&
          (rule.direction === null || rule.direction === of.direction) &&
          says(rule, text),
      );
      const suggested = SUGGESTED_ACCOUNTS.contra(of);
      return found === undefined ? suggested : { code: found.account, name: found.name ?? suggested.name };
    },
  };
}

/** Words in capitals with one blank before, between and after them, so that only whole words are found. */
const plain = (text: string): string =>
  ` ${(
    text
      .normalize('NFC')
      .toUpperCase()
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  ).join(' ')} `;
