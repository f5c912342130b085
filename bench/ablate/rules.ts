// The rules that `npm run bench -- ablate` switches off in turn: what each is, in one line, and how its source reads without
// it.

import { READING_RULES } from './rules-of-reading.ts';
import type { Switch } from './switched-off.ts';

export interface AblatedRule {
  readonly name: string;
  readonly what: string;
  readonly off: readonly Switch[];
  /** Asked for by the contract, by the design or as a bound on work: it stays whatever the figures say. */
  readonly isAsked?: true;
}

const READING = 'core/matching/reading';
const KEYS = 'core/matching/keys';
const TIERS = 'core/matching/tiers';
const EVIDENCE = 'core/matching/evidence';
const TEXTS = 'core/matching/texts';
const SUMS = 'core/matching/sums';
const REVERSALS = 'core/matching/reversals';
const OUTCOME = 'core/matching/outcome';

const nothing = (file: string, declared: string, as: string): Switch[] => [{ file, declared, as }];

/** Rules of classification by their names in the list; the two last take whatever is left, for every row must end somewhere. */
const CLASS_RULES = [
  ...[
    'settledChargeback',
    'reversalUnmatched',
    'duplicateGl',
    'duplicateBank',
    'currencyMismatch',
    'directionMismatch',
  ],
  ...['amountMismatch', 'agreedFee', 'dateDifference', 'possibleInterestOrTax', 'possibleBankFee', 'possibleBatch'],
  ...['ambiguousMatch', 'missingIdentifier'],
];

export const RULES: readonly AblatedRule[] = [
  {
    name: 'known-references',
    what: 'a reference of another row is looked for in texts',
    off: [
      {
        file: `${READING}/known-references.ts`,
        written: 'return last >= 0 && this.mayBeReference(0, last) && !this.isFoundByLooks();',
        as: 'return false;',
      },
    ],
  },
  {
    name: 'proven-batches',
    what: 'a common identifier is a key where both sides come to the same',
    off: nothing(`${KEYS}/proven-batches.ts`, 'withoutProvenBatches', '(_residue, _input, { common }) => common'),
  },
  {
    name: 'stems',
    what: 'a part of several numbers is no identifier',
    off: nothing(`${KEYS}/carriers.ts`, 'stemsOf', '({ texts }) => new Uint8Array(texts.count)'),
  },
  {
    name: 'cheque-numbers',
    what: 'short digits behind the word for a cheque are an identifier',
    off: nothing(`${READING}/cheque-number.ts`, 'followsCheque', '() => false'),
  },
  {
    name: 'own-numbers',
    what: 'numbers that meet beside other amounts are no references',
    off: [{ file: `${KEYS}/trust.ts`, written: 'if (this.#areMost(unlike, 0)) return true;', as: 'return true;' }],
    isAsked: true,
  },
  {
    name: 'wrong-amounts',
    what: 'but where the amounts stand nowhere else, they may be what is wrong',
    off: [{ file: `${KEYS}/trust.ts`, written: 'const alone = aloneAmong(input, pairs());', as: 'const alone = 0;' }],
  },
  {
    name: 'meetings-by-chance',
    what: 'amounts that agree by chance say nothing for a number',
    off: [{ file: `${KEYS}/trust.ts`, written: 'let pairs = -this.#alikeInSize;', as: 'return 0; let pairs = 0;' }],
  },
  {
    name: 'transactions',
    what: 'two numbers of a switch name two transactions',
    off: nothing(`${KEYS}/keys.ts`, 'areOfTwo', '() => false'),
  },
  {
    name: 'transactions-speak',
    what: 'only where half of them meet',
    off: nothing(`${KEYS}/keys.ts`, 'transactionsSpeak', '() => true'),
  },
  {
    name: 'cut-links',
    what: 'a reference that was cut off stands for the only whole that it begins or ends',
    off: nothing(`${KEYS}/cut-links.ts`, 'cutLinks', '() => {}'),
    isAsked: true,
  },
  {
    name: 'affixes',
    what: 'a key that begins or ends another does not speak against it',
    off: nothing(`${KEYS}/keys.ts`, 'isAffix', '() => false'),
  },
  {
    name: 'unlinked-fields',
    what: 'a reference that the other side lacks speaks against other references',
    off: nothing(`${KEYS}/keys.ts`, 'linkedShares', '() => [false, false, false]'),
  },
  {
    name: 'hard-keys',
    what: 'rows of different keys are no candidates of each other',
    off: [{ file: `${KEYS}/keys.ts`, written: '(gl.hard[g] === 1 && bank.hard[b] === 1 && ', as: '(false && ' }],
    isAsked: true,
  },
  {
    name: 'party-numbers',
    what: 'an account or a telephone in a text links only to a reference field',
    off: nothing(`${READING}/identifier-shape.ts`, 'isPartyNumber', '() => false'),
  },
  {
    name: 'period-names',
    what: 'INV2026 or FY202603 in a text links only to a reference field',
    off: nothing(`${READING}/identifier-shape.ts`, 'isPeriodName', '() => false'),
  },
  {
    name: 'dates',
    what: 'a date in a text is no identifier',
    off: nothing(`${READING}/identifier-shape.ts`, 'isDate', '() => false'),
  },
  {
    name: 'placeholders',
    what: 'NONREF, N/A and 0000 are no references',
    off: nothing(`${READING}/identifier-shape.ts`, 'isPlaceholder', '() => false'),
    isAsked: true,
  },
  {
    name: 'scientific',
    what: '5.8E+28 is no reference',
    off: nothing(`${READING}/identifier-shape.ts`, 'isScientific', '() => false'),
    isAsked: true,
  },
  {
    name: 'prefixes',
    what: 'FT, TRF, NIP and the like are taken off the front of a reference',
    off: nothing(`${READING}/normalising.ts`, 'PREFIXES', '[]'),
    isAsked: true,
  },
  {
    name: 'common-keys',
    what: 'what many rows carry is no key',
    off: nothing(`${KEYS}/carriers.ts`, 'boundOf', '() => 0x7fffffff'),
    isAsked: true,
  },
  {
    name: 'at-sight',
    what: 'a reference that one row a side has in its field settles a pair before anything else is read',
    off: [
      {
        file: `${TIERS}/at-sight.ts`,
        written: 'if (!referencesTrusted || !settlesEarly(input.parameters)) mates.fill(-1);',
        as: 'mates.fill(-1);',
      },
    ],
  },
  {
    name: 'at-a-glance',
    what: 'a key that one row a side has settles a pair before words are read',
    off: [
      {
        file: `${TIERS}/at-a-glance.ts`,
        written: 'if (!settlesEarly(parameters)) return settled;',
        as: 'return settled;',
      },
    ],
  },
  {
    name: 'background',
    what: 'words of settled rows count where few others are left',
    off: nothing('core/matching/account.ts', 'backgroundOf', '() => new Uint32Array(0)'),
    isAsked: true,
  },
  {
    name: 'initials',
    what: 'a lone letter is paired with a word that it begins',
    off: [
      {
        file: `${TEXTS}/text-evidence.ts`,
        written: "worth += this.pairInitials('left');\n      worth += this.pairInitials('right');",
        as: '',
      },
    ],
    isAsked: true,
  },
  {
    name: 'cut-words',
    what: 'a word that was cut off is paired with the word that it begins',
    off: [{ file: `${TEXTS}/text-evidence.ts`, written: 'if (cut < 0 ||', as: 'if (true ||' }],
    isAsked: true,
  },
  {
    name: 'lone-numbers',
    what: 'a number that one row alone has costs nothing',
    off: [{ file: `${EVIDENCE}/penalties.ts`, written: 'if (kind === LONE_NUMBER) return 0;', as: '' }],
    isAsked: true,
  },
  {
    name: 'word-costs',
    what: 'what an unshared word costs is learned',
    off: [
      {
        file: `${EVIDENCE}/penalties.ts`,
        written: 'if (!isFound) this.#missing[side][kind]++;',
        as: 'this.#words[side][kind]--;',
      },
    ],
    isAsked: true,
  },
  {
    name: 'days',
    what: 'days apart are evidence',
    off: nothing(`${EVIDENCE}/day-evidence.ts`, 'dayEvidence', '(_window, clear) => new Int32Array(clear.length)'),
    isAsked: true,
  },
  {
    name: 'amounts',
    what: 'how near amounts are is evidence',
    off: nothing(`${EVIDENCE}/amount-evidence.ts`, 'amountEvidence', '(clear) => new Int32Array(clear.length)'),
    isAsked: true,
  },
  {
    name: 'rewording',
    what: 'a bank may say the same in other words',
    off: nothing(`${EVIDENCE}/rewording.ts`, 'estimateRewording', '() => -0x7fffffff'),
    isAsked: true,
  },
  {
    name: 'chance-pairs',
    what: 'what pairs by chance come to is estimated and weighed against a pair',
    off: [
      {
        file: 'core/matching/contest/nobody-estimate.ts',
        written: 'return { gl: chance + partnerless.gl, bank: chance + partnerless.bank };',
        as: 'return partnerless;',
      },
    ],
  },
  {
    name: 'partnerless',
    what: 'how many rows have no partner is estimated',
    off: [
      {
        file: 'core/matching/contest/nobody-estimate.ts',
        written: 'partnerless[side] = estimatePartnerless(leads, classes.rows.length);',
        as: 'void estimatePartnerless;',
      },
    ],
    isAsked: true,
  },
  {
    name: 'tier-4',
    what: 'the only candidate both ways',
    off: [{ file: 'core/matching/match-account.ts', written: 'if (byLine) takeTier(matching, equal, 4);', as: '' }],
    isAsked: true,
  },
  {
    name: 'least-text-of-5',
    what: 'tier 5 takes no pair whose texts speak against it',
    off: nothing(`${EVIDENCE}/probability.ts`, 'LEAST_TEXT_OF_5', '-0x7fffffff'),
    isAsked: true,
  },
  {
    name: 'rounds',
    what: 'what is taken leaves, and what was unclear may become clear',
    off: [{ file: 'core/matching/calibration.ts', written: 'rounds: 50', as: 'rounds: 1' }],
    isAsked: true,
  },
  {
    name: 'components',
    what: 'several rows of one key are paired by the best assignment',
    off: [{ file: `${TIERS}/key-tiers.ts`, written: 'ambiguous.push(...decide(matching, left, 2));', as: '{}' }],
    isAsked: true,
  },
  {
    name: 'sums-by-key',
    what: 'tier 7',
    off: nothing(`${SUMS}/batch-by-key.ts`, 'batchByKey', '() => {}'),
    isAsked: true,
  },
  {
    name: 'net-of-reversal',
    what: 'tier 7 takes an entry net of what of it was taken back',
    off: nothing(`${SUMS}/batch-by-key.ts`, 'takeNet', '() => {}'),
  },
  {
    name: 'sums',
    what: 'tier 8',
    off: [
      {
        file: `${SUMS}/batch-by-sum.ts`,
        written: 'const targets: Target[] = SIDES.flatMap',
        as: 'const targets: Target[] = [].flatMap',
      },
    ],
    isAsked: true,
  },
  {
    name: 'sums-of-chance',
    what: 'a sum is taken where chance would bring few like it',
    off: [
      {
        file: `${SUMS}/chance.ts`,
        written: 'while (likely > 0 && found[likely - 1] * targets * TAKEN_ONE_IN > likely) likely--;',
        as: '',
      },
    ],
  },
  {
    name: 'decoy-sums',
    what: 'a sum is taken where amounts that cannot be meant meet few like it',
    off: [
      {
        file: `${SUMS}/batch-by-sum.ts`,
        written: 'others: (n) => metDecoys(matching, tried[n], decoys.near(tried[n].target)),',
        as: 'others: () => 0,',
      },
    ],
  },
  {
    name: 'reversals-by-key',
    what: 'an entry and its opposite with one key are netted',
    off: nothing(`${REVERSALS}/reversals.ts`, 'netByKey', '() => {}'),
    isAsked: true,
  },
  {
    name: 'reversals-by-marker',
    what: 'so are those that a marker word tells',
    off: [
      {
        file: `${REVERSALS}/reversals.ts`,
        written: 'if (of.marked.includes(1)) netByMarker(matching, of, netted);',
        as: '',
      },
    ],
    isAsked: true,
  },
  {
    name: 'partners-by-text',
    what: 'an equal amount on another day with strong text is a difference of days',
    off: nothing(`${OUTCOME}/partners.ts`, 'proposalsByText', '() => []'),
    isAsked: true,
  },
  ...CLASS_RULES.map(
    (rule): AblatedRule => ({
      name: `class ${rule}`,
      what: 'a rule of classification',
      off: [{ file: 'core/classification/rules.ts', written: `\n  ${rule},\n`, as: '\n' }],
      isAsked: true,
    }),
  ),
  ...READING_RULES,
];
