// An open line of the bank that is like one that a person confirmed (purpose/like-confirmed.ts), if its own words do not
// say what it is and no open ledger entry fits it. Its reason names what the two have in common.

import { FACT_AMOUNT_CANDIDATE, FACT_AMOUNT_OPEN } from '../matching/outcome/outcome.ts';
import { formatDay } from '../money/calendar.ts';
import type { ConfirmedAs } from '../records/charge-words.ts';
import { hasFact, type OpenSession, rowOf } from './open-session.ts';
import { wordsOfRow } from './purpose/charge-words.ts';
import { type LikeConfirmed, likeConfirmed } from './purpose/like-confirmed.ts';
import { describeRow } from './wording.ts';

export function likeOpen(session: OpenSession, item: number, kind: ConfirmedAs): LikeConfirmed | null {
  const { chargeWords } = session.parameters;
  if (chargeWords?.seen === undefined || session.open.bank.ambiguity[item] !== -1) return null;
  if (hasFact(session, 'bank', item, FACT_AMOUNT_OPEN | FACT_AMOUNT_CANDIDATE)) return null;
  const [columns, row] = [session.columns.bank, rowOf(session, 'bank', item)];
  const like = likeConfirmed(columns, row, chargeWords);
  return like?.kind === kind && wordsOfRow(columns, row, chargeWords) === null ? like : null;
}

const NOUNS: Readonly<Record<ConfirmedAs, string>> = { charge: 'charge', interest_or_tax: 'interest or tax' };

/** `is like the charge CAMF IKEJA of 2026-08-31 that was confirmed (the same amount, a month later, ...)`. */
export function likeText(session: OpenSession, { kind, row, shared, rhythm }: LikeConfirmed): string {
  const when =
    rhythm.by === 'month'
      ? `${rhythm.months === 1 ? 'a month' : `${rhythm.months} months`} later`
      : `beside the ${describeRow(session, 'bank', rhythm.row)}, which has ${rhythm.words.join(' ')} too`;
  const common = `the same amount, ${when}, words in common ${shared.join(' ')}`;
  return `is like the ${NOUNS[kind]} ${row.name} of ${formatDay(row.day)} that was confirmed for this partner (${common})`;
}
