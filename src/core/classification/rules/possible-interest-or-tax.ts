// A row whose purpose is interest, VAT, withholding tax, stamp duty or a levy, by its words and whatever its amount.
// Or a line of the bank that is like one that a person confirmed (like-open.ts).
// Either side and either direction: banks credit interest and refund tax, and ledgers accrue both.

import { SIDES, type Side } from '../../records/rows/columns.ts';
import { possibly } from '../fits-open.ts';
import { likeOpen, likeText } from '../like-open.ts';
import { type OpenSession, rowOf } from '../open-session.ts';
import { type WordsOfRow, wordsOfKind } from '../purpose/charge-words.ts';
import type { RowRule } from '../rule.ts';
import { describeItem, saidBy } from '../wording.ts';

const CONFIRMED = 'words_that_were_confirmed_as_interest_or_tax';
const BY_WORD = 'interest_or_tax_as_its_purpose';
const LIKE = 'like_confirmed_interest_or_tax_in_amount_rhythm_and_words';

export const possibleInterestOrTax: RowRule = {
  shape: 'row',
  type: 'possible_interest_or_tax',
  sides: SIDES,
  grounds: [CONFIRMED, BY_WORD, LIKE],
  groundFor: (session, side, item) => {
    const words = wordsOf(session, side, item);
    if (words === null) return side === 'bank' && likeOpen(session, item, 'interest_or_tax') !== null ? LIKE : null;
    return words.isConfirmed ? CONFIRMED : BY_WORD;
  },
  reason: (session, { gl, bank }) =>
    gl.length > 0
      ? sentence(session, 'gl', gl[0], 'the bank statement does not show')
      : sentence(session, 'bank', bank[0], 'is not yet in the ledger'),
};

function wordsOf(session: OpenSession, side: Side, item: number): WordsOfRow | null {
  // People confirm lines of the bank; a ledger has words of its own.
  const confirmed = side === 'bank' ? session.parameters.chargeWords : undefined;
  return wordsOfKind(session.columns[side], rowOf(session, side, item), { kind: 'interest_or_tax', confirmed });
}

function sentence(session: OpenSession, side: Side, item: number, lacking: string): string {
  const words = wordsOf(session, side, item);
  const looks = words === null ? likeText(session, likeOpen(session, item, 'interest_or_tax')!) : saidBy(words);
  const verdict = possibly(session, { side, item, what: 'interest or tax', lacking });
  return `The ${describeItem(session, side, item)} ${looks}: ${verdict}.`;
}
