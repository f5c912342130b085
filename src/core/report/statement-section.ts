// The statement as people sign it, and for each account the way from the bank's balance to the ledger's as a plot.

import { exponentOf, formatGrouped } from '../money/money.ts';
import type { AccountProof } from '../summary/proof/proof.ts';
import { addedOrTaken } from '../summary/proof/proof-words.ts';
import type { Stated } from '../summary/statement/stated.ts';
import { statementOf } from '../summary/statement/statement-of.ts';
import { escaped, section } from './markup.ts';
import { waterfall } from './plots.ts';

/** Rows that are listed below a line of the statement; the lists of exceptions have all of them. */
const MOST_ROWS = 200;
/** Plots of accounts. */
const MOST_PLOTS = 20;

/** `signed`: lines that stand at its foot. */
export function statementSection(stated: Stated, signed: readonly string[]): string {
  const lines = [...statementOf(stated, { most: MOST_ROWS }), ...signed];
  const plots = stated.subject === 'cash' ? stated.summary.proofs.slice(0, MOST_PLOTS).map(bridge) : [];
  return section('Statement', `<pre>${lines.map(escaped).join('\n')}</pre>`, ...plots);
}

/** From the bank's balance to the ledger's; on the basis of movements from movement to movement. */
function bridge(proof: AccountProof): string {
  const isOfBalances = proof.basis === 'balances';
  const ofBank = proof.lines.filter(({ side }) => side === 'bank');
  const ofBook = proof.lines.filter(({ side }) => side === 'book');
  if (ofBank.length + ofBook.length === 0) return '';
  const shown = (amount: bigint) => formatGrouped(amount, exponentOf(proof.currency)).replace('-', '−');
  const of = (side: 'bank' | 'book') => (isOfBalances ? proof[side].closing! : proof[side].movement);
  const what = isOfBalances ? 'balance' : 'movement';
  const total = (label: string, amount: bigint) => ({ label, amount, isTotal: true, shown: shown(amount) });
  const step = (label: string, amount: bigint) => ({ label, amount, isTotal: false, shown: shown(amount) });
  const steps = [
    total(`bank ${what}`, of('bank')),
    ...ofBank.map((line) => step(addedOrTaken(line), line.amount)),
    // What the ledger lacks is taken back on the way to its balance.
    ...ofBook.map((line) => step(addedOrTaken({ ...line, amount: -line.amount }), -line.amount)),
    ...(proof.difference === 0n ? [] : [step('difference', -proof.difference)]),
    total(`ledger ${what}`, of('book')),
  ];
  const account = proof.account === null ? 'the account' : `account ${proof.account}`;
  return waterfall(`From the bank’s ${what} to the ledger’s: ${account}, ${proof.currency}`, steps);
}
