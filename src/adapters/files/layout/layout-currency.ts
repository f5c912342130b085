// The currency of a file's money columns, from their titles or beside their amounts.

import { currencyOfTitle, type NamedCurrency } from '../../../core/money/currency-signs.ts';
import type { ColumnProfile } from '../../../core/reading/cells/cell-profile.ts';
import type { ColumnProposal } from '../../../core/reading/column-proposal.ts';

/** The currency in the titles of the money columns, or beside most of their amounts. */
export function currencyOf(titles: readonly string[], { columns, profiles }: ColumnProposal): NamedCurrency {
  const amounts = [columns.amount, columns.debit, columns.credit].filter((i) => i >= 0);
  const balance = columns.balance >= 0 ? [columns.balance] : [];
  const titled = [...amounts, ...balance].map((i) => currencyOfTitle(titles[i]));
  const beside = [amounts, balance].map((money) => currencyBeside(money.map((i) => profiles[i])));
  const found = [...titled, ...beside].find(({ code }) => code !== '');
  // If the file has a column of currencies, a sign tells nothing about other rows.
  if (columns.currency >= 0) return found ?? { code: '', shared: false };
  return found ?? onlySign([...amounts, ...balance].map((i) => profiles[i]));
}

/** The currency whose sign stands beside some amounts, if no other currency is named beside any. */
function onlySign(profiles: readonly ColumnProfile[]): NamedCurrency {
  const namedInCells = profiles.flatMap((p) => [...p.currenciesInCells]);
  const codes = new Set(namedInCells.map(([code]) => code));
  if (codes.size !== 1 || !namedInCells.every(([, { signs }]) => signs)) return { code: '', shared: false };
  return { code: namedInCells[0][0], shared: namedInCells.every(([, { shared }]) => shared), few: true };
}

/** The currency beside more than half of the columns' amounts; its code is '' if there is none. */
function currencyBeside(profiles: readonly ColumnProfile[]): NamedCurrency {
  const money = profiles.reduce((sum, p) => sum + p.money, 0);
  for (const code of new Set(profiles.flatMap((p) => [...p.currenciesInCells.keys()]))) {
    const mentions = profiles.flatMap((p) => p.currenciesInCells.get(code) ?? []);
    const cells = mentions.reduce((sum, m) => sum + m.cells, 0);
    if (cells * 2 > money) return { code, shared: mentions.every((m) => m.shared) };
  }
  return { code: '', shared: false };
}
