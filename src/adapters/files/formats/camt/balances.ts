// The opening and closing balance of a statement, among the kinds of balances that it states.

import { exponentOf } from '../../../../core/money/money.ts';
import { minorOf, whyNoAmount } from '../../entries/message-amounts.ts';
import { isoDay } from '../../entries/message-days.ts';
import type { BalanceOnLine } from '../../entries/statements.ts';
import { childOf, firstText, textAt } from '../../xml/element-texts.ts';
import type { XmlElement } from '../../xml/xml-elements.ts';
import { dayTextOf } from './entry-head.ts';

interface StatementBalances {
  readonly opening: BalanceOnLine | null;
  readonly closing: BalanceOnLine | null;
  /** Sentences about balances that are not understood. */
  readonly wrong: readonly string[];
}

/**
 * OPBD opens, or PRCD, which is what the day before closed with; CLBD closes. ITBD is that of a page's beginning or end,
 * or what was booked so far.
 */
const [OPENING, BEFORE, CLOSING, INTERIM] = ['OPBD', 'PRCD', 'CLBD', 'ITBD'];

/** `currency`: the account's, for a balance that names none. */
export function statementBalances(elements: readonly XmlElement[], currency: string): StatementBalances {
  const wrong: string[] = [];
  const found = new Map<string, BalanceOnLine[]>();
  for (const element of elements) {
    const kind = firstText(textAt(element, 'Tp', 'CdOrPrtry', 'Cd'), textAt(element, 'Tp', 'Cd'));
    if (![OPENING, BEFORE, CLOSING, INTERIM].includes(kind)) continue;
    const balance = balanceOf(element, currency);
    if (typeof balance === 'string') wrong.push(`The balance ${kind} on line ${element.line} is not read: ${balance}.`);
    else found.set(kind, [...(found.get(kind) ?? []), balance]);
  }
  const interim = found.get(INTERIM) ?? [];
  const stated = found.get(OPENING)?.[0] ?? found.get(BEFORE)?.[0] ?? null;
  const closing = found.get(CLOSING)?.at(-1) ?? null;
  // One interim balance is the closing one if no other is stated, and so opens nothing.
  const isFirstOpening = interim.length > 1 || closing !== null;
  return {
    opening: stated ?? (isFirstOpening ? (interim[0] ?? null) : null),
    closing: closing ?? interim.at(-1) ?? null,
    wrong,
  };
}

function balanceOf(element: XmlElement, currency: string): BalanceOnLine | string {
  const amount = childOf(element, 'Amt');
  const code = amount?.attributes['Ccy'] ?? currency;
  const minor = minorOf(amount?.text ?? '', exponentOf(code));
  if (Number.isNaN(minor)) return whyNoAmount(amount?.text ?? '', exponentOf(code));
  const mark = textAt(element, 'CdtDbtInd');
  if (mark !== 'CRDT' && mark !== 'DBIT') return `the mark “${mark.slice(0, 40)}” is not understood`;
  const day = isoDay(dayTextOf(childOf(element, 'Dt')));
  return { minor: mark === 'DBIT' && minor !== 0 ? -minor : minor, currency: code, day, line: element.line };
}
