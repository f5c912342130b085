// A bank debit that no open ledger entry answers by key, and that looks like a charge: by its words its purpose is a
// charge; or it is like a line that a person confirmed (like-open.ts); or its amount lies in the run's charge range (charge_min to charge_max; a charge_max of 0 is no range) and
// its words have no other purpose. If the line carries the reference of a matched transaction, its words are ignored,
// because they describe that transaction.

import {
  FACT_HOLDER_MATCHED,
  FACT_HOLDER_OPEN,
  FACT_KEY,
  FACT_KEY_OPEN_ELSEWHERE,
} from '../../matching/outcome/outcome.ts';
import { possibly } from '../fits-open.ts';
import { likeOpen, likeText } from '../like-open.ts';
import { amountOf, currencyOf, hasFact, type OpenSession, rowOf } from '../open-session.ts';
import { type WordsOfRow, wordsOfKind } from '../purpose/charge-words.ts';
import { hasOtherPurposeAt } from '../purpose/purpose-at.ts';
import type { RowRule } from '../rule.ts';
import { describeItem, moneyText, saidBy } from '../wording.ts';

const CONFIRMED = 'unanswered_bank_debit_in_words_that_were_confirmed_as_a_charge';
const BY_WORD = 'unanswered_bank_debit_with_a_charge_as_its_purpose';
const LIKE = 'unanswered_bank_debit_like_a_confirmed_charge_in_amount_rhythm_and_words';
const BY_RANGE = 'unanswered_bank_debit_within_the_charge_range_without_another_purpose';

export const possibleBankFee: RowRule = {
  shape: 'row',
  type: 'possible_bank_fee',
  sides: ['bank'],
  grounds: [CONFIRMED, BY_WORD, LIKE, BY_RANGE],
  groundFor: (session, side, item) => {
    if (amountOf(session, side, item) >= 0 || hasFact(session, side, item, FACT_KEY_OPEN_ELSEWHERE)) return null;
    const words = wordsOf(session, item);
    if (words !== null) return words.isConfirmed ? CONFIRMED : BY_WORD;
    if (likeOpen(session, item, 'charge') !== null) return LIKE;
    return withinChargeRange(session, item) && !hasOtherPurpose(session, item) ? BY_RANGE : null;
  },
  reason: (session, { bank }, ground) => {
    const item = bank[0];
    const looks = looksText(session, item, ground);
    const fee = { side: 'bank', item, what: 'a bank charge', lacking: 'is not yet in the ledger' } as const;
    return `The ${describeItem(session, 'bank', item)} ${looks}, and ${keyText(session, item)}: ${possibly(session, fee)}.`;
  },
};

function looksText(session: OpenSession, item: number, ground: string): string {
  if (ground === BY_RANGE) return `lies within the ${rangeText(session, item)}`;
  return ground === LIKE ? likeText(session, likeOpen(session, item, 'charge')!) : saidBy(wordsOf(session, item)!);
}

function keyText(session: OpenSession, item: number): string {
  if (!hasFact(session, 'bank', item, FACT_KEY)) return 'it carries no usable reference';
  return hasFact(session, 'bank', item, FACT_HOLDER_OPEN)
    ? 'no open ledger entry has its reference for its own'
    : 'no open ledger entry carries its reference';
}

const wordsOf = ({ parameters, ...session }: OpenSession, item: number): WordsOfRow | null =>
  wordsOfKind(session.columns.bank, rowOf(session, 'bank', item), {
    kind: 'charge',
    confirmed: parameters.chargeWords,
  });

function hasOtherPurpose(session: OpenSession, item: number): boolean {
  if (hasFact(session, 'bank', item, FACT_HOLDER_MATCHED)) return false;
  return hasOtherPurposeAt(session.columns.bank.narration, rowOf(session, 'bank', item));
}

function withinChargeRange(session: OpenSession, item: number): boolean {
  const range = session.parameters.currencies[currencyOf(session, 'bank', item)];
  if (range === undefined || range.chargeMax === 0) return false;
  const charge = -amountOf(session, 'bank', item);
  return charge >= range.chargeMin && charge <= range.chargeMax;
}

function rangeText(session: OpenSession, item: number): string {
  const currency = currencyOf(session, 'bank', item);
  const { chargeMin, chargeMax } = session.parameters.currencies[currency];
  return `charge range of ${moneyText(chargeMin, currency)} to ${moneyText(chargeMax, currency)}`;
}
