// The sentence of a hint: the rows by side, file and line, and the likely explanation.

import { nameWithFate } from '../fate-words.ts';
import type { OpenSession } from '../open-session.ts';
import { counted, describeRow, listed, moneyText, sideNoun } from '../wording.ts';
import type { HintKind, RowPlace } from './hint.ts';

interface Said {
  readonly kind: HintKind;
  readonly of: RowPlace;
  /** One row; several for adds_up. */
  readonly others: readonly RowPlace[];
}

export function sentenceOf(session: OpenSession, { kind, of, others }: Said): string {
  const { side, row } = others[0];
  const other = `the ${describeRow(session, side, row)}`;
  const [own, theirs] = [of, others[0]].map((place) => session.columns[place.side].amount[place.row]) as [
    number,
    number,
  ];
  const columns = session.columns[of.side];
  const money = (minor: number): string => moneyText(minor, columns.currencies[columns.currency[of.row]] ?? '');
  switch (kind) {
    case 'transposed_amount':
      return `It may be ${other}: the words are the same, and two figures of the amount have changed places (a difference of ${money(own - theirs)}).`;
    case 'near_amount':
      return `It may be ${other}: the words are the same, and the amounts differ by ${money(own - theirs)}.`;
    case 'other_sign':
      return of.side === side
        ? `It and ${other} have the same words and opposite amounts: one may correct the other.`
        : `It may be ${other}, booked the wrong way round: the words and the amount are the same.`;
    case 'posted_again':
      return `It has the words and amount of the ${nameWithFate(session, side, row).slice(4)}: it may have been ${side === 'gl' ? 'posted' : 'booked'} twice.`;
    case 'other_month':
      return `It may be ${other}, booked in another period: the words and the amount are the same.`;
    case 'other_charge':
      return `It may be ${other}: both are charges, and the figures differ by ${money(own - theirs)}.`;
    case 'adds_up':
      return others.length === 1
        ? `With others it comes to ${other} exactly.`
        : `These ${counted(others.length, sideNoun(side))} come to it exactly: ${listed(others.map((place) => `the ${describeRow(session, place.side, place.row)}`))}.`;
  }
}
