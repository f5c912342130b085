// The rules of reading that `npm run bench -- ablate` switches off in turn, over every file and table that the project has
// (readings.ts). docs/ablation.md says how many read differently without each.

import type { AblatedRule } from './rules.ts';

const rule = (name: string, what: string, file: string, declared: string, as: string): AblatedRule => ({
  name,
  what,
  off: [{ file: `core/reading/${file}`, declared, as }],
});

const part = (name: string, what: string, file: string, written: string, as: string): AblatedRule => ({
  name,
  what,
  off: [{ file: `core/reading/${file}`, written, as }],
});

const CARDS = 'money/charges-and-payments.ts';
const QUESTIONS = 'money/money-questions.ts';
const COUNTERS = 'evidence/counter-likeness.ts';
const ORDER = 'evidence/row-order.ts';
const MARKS = 'roles/marks.ts';
const DATES = 'roles/dates.ts';
const IDENTIFIERS = 'roles/identifiers.ts';
const STATUS = 'roles/status.ts';
const TITLES = 'titles/header-synonyms.ts';
const WORDS = 'titles/row-words.ts';

/** Rules that the design of reading asks for. */
const ASKED: ReadonlySet<string> = new Set(
  'veto-counter veto-identifier veto-constant veto-codes refuted refuted-question rivals contradiction one-mark unknown-marks refuted-mapping whole-journal order-by-rows order-above balance-of-entry open-and-close goes-on linked totals'.split(
    ' ',
  ),
);

const RULES: readonly AblatedRule[] = [
  rule('veto-counter', 'numbers that count up or down are no amount', COUNTERS, 'counter', '() => null'),
  rule('veto-identifier', 'ten digits and more are no amount', COUNTERS, 'identifier', '() => null'),
  rule('veto-constant', 'what hardly varies is no amount', COUNTERS, 'constant', '() => null'),
  rule('veto-codes', 'a few codes beside figures are no amount', COUNTERS, 'fewCodes', '() => null'),
  rule('other-money', 'fees, taxes and foreign money are no amount', TITLES, 'speaksOfOtherMoney', '() => false'),
  rule('titled-other', 'a plain title of something else', 'evidence/titles.ts', 'isTitledOther', '() => false'),
  rule('number-of', '“Debit Note No” is a number', 'evidence/titles.ts', 'NUMBER_OF', '/^$a/'),
  rule(
    'refuted',
    'a balance that hardly follows speaks against',
    'evidence/balance-chain.ts',
    'isRefuted',
    '() => false',
  ),
  rule('meetings', 'balances prove rows in no order', 'money/balance-that-proves.ts', 'isMet', '() => false'),
  rule('beside', 'balances before and after in one row', 'money/single-amounts.ts', 'besideOf', '() => null'),
  rule('open-marks', 'a plus or an unknown word beside some amounts', 'cells/open-marks.ts', 'openMarksOf', '() => []'),
  rule(
    'split-columns',
    'a column of two or three values may be marks',
    'evidence/split-columns.ts',
    'splitColumns',
    '() => []',
  ),
  rule('row-groups', 'a running balance for each account', 'evidence/row-groups.ts', 'groupsIn', '() => []'),
  rule(
    'hidden-money',
    'figures under another title, if a balance proves them',
    'roles/money.ts',
    'hiddenMoney',
    '() => []',
  ),
  rule('learned-marks', 'marks that the balance explains', 'money/learned-marks.ts', 'learnedMarks', '() => null'),
  rule(
    'going-on',
    'figures that go on from one another are balances',
    'evidence/going-on.ts',
    'goOnFromOneAnother',
    '() => false',
  ),
  rule('which-day', 'two columns may be the booking date', 'booking-day.ts', 'whichDayQuestion', '() => null'),
  rule('unread-figures', 'figures that are not understood', 'money/decide.ts', 'hasUnreadFigures', '() => false'),
  rule(
    'untitled-pairs',
    'two columns of which each row fills one',
    'money/debit-credit-pairs.ts',
    'untitledPairs',
    '() => []',
  ),
  rule('only-of-pair', '“Paid” means money out beside its opposite', 'roles/money.ts', 'isOnlyOfPair', '() => false'),
  rule(
    'unread-money',
    'figures under a plain title that are not understood',
    'money/decide.ts',
    'hasUnreadMoney',
    '() => false',
  ),
  rule('agreement', 'narrations say which column of a pair is which', 'money/decide.ts', 'agreement', '() => 0'),
  rule('rivals', 'two readings of one class ask', QUESTIONS, 'rivalQuestion', '() => null'),
  rule('refuted-question', 'a refuted weak amount asks', QUESTIONS, 'refutedQuestion', '() => null'),
  rule('fees', 'fees beside the amount that move the balance ask', 'money/fees.ts', 'feesBeside', '() => null'),
  rule('cut-figures', 'figures that a comma cut in two ask', QUESTIONS, 'cutQuestion', '() => null'),
  rule('two-orders', 'dates in two orders ask', ORDER, 'isInTwoOrders', '() => false'),
  rule(
    'contradiction',
    'narrations that contradict the signs ask',
    'evidence/spoken-ways.ts',
    'contradict',
    '() => false',
  ),
  rule('card-question', 'signs of a card that nothing settles ask', QUESTIONS, 'cardQuestion', '() => null'),
  rule('kinds-turned', 'positive charges turn all signs', CARDS, 'kindsTurned', '() => -1'),
  rule('doubt-of-signs', 'mostly positive amounts are said', 'money/decide.ts', 'doubtOfSigns', "() => ''"),
  rule(
    'refuted-mapping',
    'a balance proves other columns than a mapping',
    'money/refuted-mapping.ts',
    'refutedMapping',
    '() => null',
  ),
  rule('one-mark', 'one mark for amounts of both signs tells nothing', MARKS, 'tellsNothing', '() => null'),
  rule('marks-of-balance', 'marks behind the balance', MARKS, 'marksOfBalance', '() => -1'),
  rule('marks-against', 'marks that go against the signs are the balance’s', MARKS, 'speaksAgainst', '() => false'),
  rule('unknown-marks', 'marks that are not known ask', MARKS, 'unknownMarks', '() => -1'),
  rule('signs-by-balance', 'the balance gives the signs', 'proof/balance-signs.ts', 'balanceGivesSigns', '() => false'),
  rule(
    'usual-signs',
    'the balance says what a minus means',
    'proof/usual-signs.ts',
    'usualSignsByBalance',
    '() => null',
  ),
  rule('unordered', 'balances of unordered rows', 'proof/balance-proof.ts', 'unordered', '() => null'),
  rule('day-by-balance', 'the day by which the balance moves', 'money/balance-order.ts', 'daysOfBalance', '() => null'),
  rule('order-by-rows', 'the order of rows decides day and month', ORDER, 'orderByRows', '() => null'),
  rule('order-above', 'a period above the header does', ORDER, 'orderAbove', '() => null'),
  rule('rhythm', 'months in a rhythm', ORDER, 'keepsRhythm', '() => false'),
  rule('six-digits', '240305 is a day', DATES, 'sixDigits', '() => {}'),
  rule('instants', 'seconds since 1970', DATES, 'instants', '() => {}'),
  rule('other-days', 'an expiry is no booking date', DATES, 'hasUnread', '() => false'),
  rule('sorted-days', 'rows are sorted by booking', DATES, 'sortedFirst', '(_table, columns) => [...columns]'),
  part(
    'untitled-value-date',
    'a second day without a title',
    DATES,
    '.filter((i) => table.meanings[i].length === 0)',
    '.filter(() => false)',
  ),
  rule('accounts-of-others', 'accounts that change below one balance', 'roles/account.ts', 'isOfOthers', '() => false'),
  rule('account-codes', 'short names of accounts', 'roles/account.ts', 'areCodes', '() => false'),
  part(
    'many-accounts',
    'many accounts under a title of anybody',
    'roles/account.ts',
    '(p.distinct <= Math.max(FEW_ACCOUNTS, p.filled / 4) || isPlain(i))',
    'true',
  ),
  rule('foreign-amount', 'a currency that is another amount’s', 'roles/currency.ts', 'isForeignAmount', '() => false'),
  part(
    'nearest-currency',
    'the currency beside the amount',
    'roles/currency.ts',
    'Math.abs(a - at - 0.4) - Math.abs(b - at - 0.4)',
    'a - b',
  ),
  rule('of-reference', '“Ref Amt” is no reference', IDENTIFIERS, 'isOfReference', '() => false'),
  rule('sequence', 'numbers that number the rows', IDENTIFIERS, 'isSequence', '() => false'),
  rule('untitled-references', 'references without a title', IDENTIFIERS, 'untitledReferences', '() => []'),
  rule('reference-order', 'which of several references', IDENTIFIERS, 'referenceRank', '() => 0'),
  rule('state-column', 'states under another title', STATUS, 'columnOfStates', '() => -1'),
  rule('flags', 'posted, yes or no', STATUS, 'flagsOf', '() => null'),
  rule('responses', 'answers of a switch', STATUS, 'responseColumn', '() => -1'),
  rule('account-titles', 'A/C No and Kto.-Nr.', TITLES, 'accountByForm', '() => undefined'),
  rule('spelled-out', 'abbreviations of the account', TITLES, 'spelledOut', '(plain) => plain'),
  rule('both-ways', '“Withdrawal (Dr)/Deposit (Cr)”', TITLES, 'withBothWays', '(senses) => senses'),
  rule('balance-before', 'the balance before the entry', TITLES, 'isBalanceBefore', '() => false'),
  rule('other-party', 'titles of the other party', TITLES, 'OTHER_PARTY', '/$a/'),
  rule('totals', 'words of totals', WORDS, 'totalWords', '() => null'),
  rule('day-balance', 'the balance of a day', WORDS, 'isDayBalance', '() => false'),
  rule('balance-at', 'the balance at a date', WORDS, 'balanceAt', '() => null'),
  rule('balance-of-entry', 'opening and closing balances among entries', WORDS, 'balanceOfEntry', '() => null'),
  rule('balance-alone', 'rows of a balance and nothing else', WORDS, 'isBalanceAlone', '() => false'),
  rule('goes-on', 'the running balance goes on without the row', 'leave-out.ts', 'goesOn', '() => false'),
  rule('linked', 'two balances differ by the entries between', 'leave-out.ts', 'isLinked', '() => false'),
  rule('open-and-close', 'opening, entries and closing agree', 'leave-out.ts', 'openAndClose', '() => []'),
  rule('wordless', 'balances by their figures alone', 'leave-out.ts', 'wordlessBalances', '() => null'),
  rule('whole-journal', 'a ledger of several accounts', 'evidence/whole-journal.ts', 'isWholeJournal', '() => false'),
  rule('preamble', 'balances and totals above the header', 'titles/preamble.ts', 'preambleFacts', '() => []'),
  rule('unit-of-title', 'kobo and thousands in a title', 'cells/amount-unit.ts', 'unitOfTitle', '() => MAIN_UNIT'),
  rule('unit-of-line', 'kobo and thousands above the header', 'cells/amount-unit.ts', 'unitOfLine', '() => MAIN_UNIT'),
];

export const READING_RULES: readonly AblatedRule[] = RULES.map((one) =>
  ASKED.has(one.name) ? { ...one, isAsked: true } : one,
);
