// The specification as tables: for every rule a case in which it fires and a near miss. Days are day numbers, amounts
// minor units; unless a case says otherwise the window is one day back and three forward, without tolerance.

import { describe, expect, test } from 'vitest';
import { type WorkedSession, worked } from './worked.ts';

type Case = [title: string, session: WorkedSession, says: string[]];

const NGN = (tolerance: number, chargeMin = 0, chargeMax = 0) => ({
  currencies: { NGN: { tolerance, chargeMin, chargeMax } },
});

function table(title: string, cases: Case[]) {
  describe(title, () => {
    test.each(cases)('%s', (_, session, says) => {
      expect(worked(session)).toEqual(says);
    });
  });
}

table('tier 1: same key, exact amount, in the window', [
  ['fires', { gl: [[500, 10, 'FT24001234', '']], bank: [[500, 12, '24001234', '']] }, ['g0 b0 tier 1']],
  [
    'fires on a reference inside a narration',
    { gl: [[500, 10, 'FT24001234', '']], bank: [[500, 10, '', 'NIP/24001234/MUSA']] },
    ['g0 b0 tier 1'],
  ],
  [
    'fires on a reference of several pieces',
    { gl: [[500, 10, 'INV26/0012', '']], bank: [[500, 10, '', 'NIP/ADA OKEKE/INV26/0012']] },
    ['g0 b0 tier 1'],
  ],
  [
    'fires on the value date',
    { gl: [[500, 10, 'AB1234', '']], bank: [[500, 15, 'AB1234', '', { valueDay: 13 }]] },
    ['g0 b0 tier 1'],
  ],
  [
    'keeps to the window',
    { gl: [[500, 10, 'AB1234', '']], bank: [[500, 14, 'AB1234', '']] },
    ['bank 0 datePartner 0', 'gl 0 datePartner 0'],
  ],
  [
    'keeps to the account',
    { gl: [[500, 10, 'AB1234', '', { account: 'A' }]], bank: [[500, 10, 'AB1234', '', { account: 'B' }]] },
    [],
  ],
  [
    'prefers the fewest days in total',
    {
      gl: [[500, 10, 'AB1234', '']],
      bank: [
        [500, 12, 'AB1234', ''],
        [500, 11, 'AB1234', ''],
      ],
    },
    ['bank 0 duplicateOf 1', 'g0 b1 tier 1'],
  ],
  [
    'matches most rows, even when one alone had a nearer partner',
    {
      gl: [
        [500, 10, 'AB1234', ''],
        [500, 12, 'AB1234', ''],
      ],
      bank: [
        [500, 11, 'AB1234', ''],
        [500, 10, 'AB1234', ''],
      ],
    },
    ['g0 b1 tier 1', 'g1 b0 tier 1'],
  ],
  [
    'twins match as twins, and the one too many is a duplicate',
    {
      gl: [
        [500, 10, 'AB1234', 'RENT'],
        [500, 10, 'AB1234', 'RENT'],
        [500, 10, 'AB1234', 'RENT'],
      ],
      bank: [
        [500, 10, 'AB1234', 'RENT'],
        [500, 10, 'AB1234', 'RENT'],
      ],
    },
    ['g0 b0 tier 1', 'g1 b1 tier 1', 'gl 2 duplicateOf 0'],
  ],
  [
    'leaves undecided what comes to the same days in total, either way: together the rows of the key agree',
    {
      gl: [
        [500, 10, 'AB1234', 'ADAEZE STORES'],
        [500, 11, 'AB1234', 'ADAEZE STORES'],
      ],
      bank: [
        [500, 11, 'AB1234', 'ADAEZE STORES'],
        [500, 13, 'AB1234', 'ADAEZE STORES'],
      ],
    },
    ['g0 g1 b0 b1 tier 7'],
  ],
  [
    'prefers the words in common where days and amounts are the same',
    {
      gl: [
        [500, 10, 'AB1234', 'ADAEZE'],
        [500, 10, 'AB1234', 'MUSA'],
      ],
      bank: [
        [500, 10, 'AB1234', 'MUSA G'],
        [500, 10, 'AB1234', 'ADAEZE S'],
      ],
    },
    ['g0 b1 tier 1', 'g1 b0 tier 1'],
  ],
  [
    'says ambiguous when two different rows fit equally',
    {
      gl: [[500, 10, 'AB1234', '']],
      bank: [
        [500, 10, 'AB1234', 'MUSA'],
        [500, 10, 'AB1234', 'ADAEZE'],
      ],
    },
    ['ambiguous g0 b0 b1'],
  ],
]);

table('tier 2: same key, agreeing amount', [
  [
    'fires within the tolerance',
    { gl: [[500, 10, 'AB1234', '']], bank: [[495, 10, 'AB1234', '']], parameters: NGN(5) },
    ['g0 b0 tier 2'],
  ],
  [
    'not beyond it',
    { gl: [[500, 10, 'AB1234', '']], bank: [[494, 10, 'AB1234', '']], parameters: NGN(5) },
    ['bank 0 amountPartner 0', 'gl 0 amountPartner 0'],
  ],
  [
    'fires within a percentage of the GL amount, rounded down',
    { gl: [[1_990, 10, 'AB1234', '']], bank: [[1_971, 10, 'AB1234', '']], parameters: { tolerancePercent: 10_000 } },
    ['g0 b0 tier 2'],
  ],
  [
    'fires on a charge',
    { gl: [[500, 10, 'AB1234', '']], bank: [[450, 10, 'AB1234', '']], parameters: NGN(0, 50, 60) },
    ['g0 b0 tier 2 charge'],
  ],
  [
    'fires on the merchant rate, rounded half up',
    { gl: [[30_100, 10, 'AB1234', '']], bank: [[29_949, 10, 'AB1234', '']], parameters: { mscRate: 5_000_000 } },
    ['g0 b0 tier 2 rate'],
  ],
  [
    'the rate spares money out',
    { gl: [[-30_100, 10, 'AB1234', '']], bank: [[-29_949, 10, 'AB1234', '']], parameters: { mscRate: 5_000_000 } },
    ['bank 0 amountPartner 0', 'gl 0 amountPartner 0'],
  ],
]);

table('keys', [
  [
    'another currency is a partner, no match',
    { gl: [[500, 10, 'AB1234', '']], bank: [[500, 10, 'AB1234', '', { currency: 'USD' }]] },
    ['bank 0 currencyPartner 0', 'gl 0 currencyPartner 0'],
  ],
  [
    'the opposite sign is a partner, no match',
    { gl: [[500, 10, 'AB1234', '']], bank: [[-500, 10, 'AB1234', '']] },
    ['bank 0 directionPartner 0', 'gl 0 directionPartner 0'],
  ],
  [
    'a cut reference stands for the one whole it was cut from',
    { gl: [[500, 10, '240012345678', '']], bank: [[500, 10, '', 'TRF 24001234']] },
    ['g0 b0 tier 1'],
  ],
  [
    'a cut reference that fits two wholes stands for none',
    {
      gl: [
        [500, 10, '240012345678', ''],
        [700, 10, '240012349999', ''],
      ],
      bank: [
        [500, 10, '24001234', ''],
        [500, 10, '24001234', ''],
      ],
    },
    ['ambiguous g0 b0 b1'],
  ],
  [
    'a cut identifier counts where its field ends, be it a reference',
    { gl: [[500, 10, '240012345678', '']], bank: [[500, 10, 'NIP/MUSA/24001234', '']] },
    ['g0 b0 tier 1'],
  ],
  [
    'an identifier that too many rows carry is not the last one of a narration either',
    {
      gl: [[500, 10, '', 'FT24001234-REVINV1001']],
      bank: [
        [500, 10, '', 'FT24001234-REVINV100'],
        [700, 10, '24001234', ''],
        [900, 10, '24001234', ''],
      ],
      calibration: { keyRows: 2, keyShare: 0 },
    },
    ['g0 b0 tier 1'],
  ],
  [
    'a short stump stands for nothing, yet does not conflict',
    { gl: [[500, 10, '2400123999', '']], bank: [[500, 10, '2400123', '']] },
    ['g0 b0 tier 3'],
  ],
  ['a placeholder is no key', { gl: [[500, 10, 'NONREF', '']], bank: [[500, 10, 'NONREF', '']] }, ['g0 b0 tier 3']],
  [
    'a reference that too many rows carry is no key',
    {
      gl: [
        [500, 10, 'AB1234', ''],
        [700, 10, 'AB1234', ''],
      ],
      bank: [[500, 10, 'AB1234', '']],
      calibration: { keyRows: 1, keyShare: 0 },
    },
    ['g0 b0 tier 3'],
  ],
  [
    "a party's number links to a field",
    { gl: [[500, 10, '08031234567', '']], bank: [[500, 10, '', 'FROM 08031234567']] },
    ['g0 b0 tier 1'],
  ],
  [
    "a party's number in two narrations does not",
    { gl: [[500, 10, '', 'TO 08031234567']], bank: [[500, 10, '', 'FROM 08031234567']] },
    ['g0 b0 tier 3'],
  ],
  [
    'different keys conflict when the column is one that the other side knows',
    {
      gl: [
        [500, 10, 'AB1111', 'X'],
        [700, 10, 'AB2222', 'X'],
      ],
      bank: [
        [500, 10, 'AB3333', 'X'],
        [700, 10, 'AB2222', 'X'],
      ],
    },
    ['g1 b1 tier 1'],
  ],
  ['and do not when it is not', { gl: [[500, 10, 'AB1111', 'X']], bank: [[500, 10, 'AB3333', 'X']] }, ['g0 b0 tier 3']],
]);

table('what stands inside a number', [
  [
    'is none when different numbers have it in common',
    {
      gl: [
        [500, 10, 'PV2605/001', 'ADA'],
        [700, 10, 'PV2605/002', 'BISI'],
      ],
      bank: [
        [500, 10, 'PV2605/017', 'KEMI'],
        [710, 10, 'PV2605/002', 'BISI'],
      ],
    },
    ['bank 1 amountPartner 1', 'gl 1 amountPartner 1'],
  ],
  [
    'is one, however short, behind the word for a cheque',
    {
      gl: [
        [-500, 10, '001234', ''],
        [-700, 10, '', 'CHQ 001235 ADA'],
        [-900, 10, '1236', ''],
      ],
      bank: [
        [-500, 12, '', 'CHQ 001234 INWARD CLEARING'],
        [-700, 12, '', 'CHEQUE NO. 1235'],
        [-900, 12, '', 'ATM 001236'],
      ],
    },
    ['g0 b0 tier 1', 'g1 b1 tier 1', 'g2 b2 tier 3'],
  ],
  [
    'is one when it stands alone on the other side',
    { gl: [[500, 10, 'PV2605/001', 'ADA']], bank: [[500, 12, '', 'PAID PV2605']] },
    ['g0 b0 tier 1'],
  ],
  [
    'is one when it is long, whatever stands beside it',
    {
      gl: [[500, 10, 'TRF 240301123456789 TO 0123456789', '']],
      bank: [[500, 12, 'NIP 240301123456789 FROM 9876543210', '']],
    },
    ['g0 b0 tier 1'],
  ],
  [
    'is none when it is a period: a year, a month of it, a day of it',
    {
      gl: [
        [500, 10, '', 'SALARY MARCH2026'],
        [700, 10, '', 'FY202603 AUDIT'],
        [900, 10, '', 'RENT D20260310'],
      ],
      bank: [
        [400, 10, '', 'RENT MARCH2026'],
        [600, 10, '', 'FY202603 TAX'],
        [800, 10, '', 'TAX D20260310'],
      ],
    },
    [],
  ],
  [
    'is one though it looks like a period when the other side has it for its reference',
    { gl: [[500, 10, 'INV2026', '']], bank: [[500, 12, '', 'PAID INV2026 ADA']] },
    ['g0 b0 tier 1'],
  ],
  [
    'speaks against another row when a switch gave it: it names one transaction',
    {
      gl: [
        [500, 10, '', 'NIP 000014260310091500123456789012 ADA'],
        [700, 10, '', 'NIP 000014260310091500123456789077 BISI'],
      ],
      bank: [
        [500, 10, '000013260310101500123456789044', 'ADA'],
        [700, 11, '000014260310091500123456789077', 'BISI'],
      ],
    },
    ['g1 b1 tier 1'],
  ],
  [
    'and does not where each side has numbers of its own',
    {
      gl: [
        [500, 10, '', 'NIP 000014260310091500123456789012 ADA'],
        [700, 10, '', 'NIP 000014260310091500123456789077 BISI'],
      ],
      bank: [
        [500, 10, '000013260310101500123456789044', 'ADA'],
        [700, 11, '000013260310101500123456789045', 'BISI'],
      ],
    },
    ['g0 b0 tier 3', 'g1 b1 tier 3'],
  ],
  [
    'and does not when the row carries two such numbers',
    {
      gl: [[500, 10, '', 'NIP 000014260310091500123456789012 000014260310091500123456789013 ADA']],
      bank: [[500, 10, '000013260310101500123456789044', 'ADA']],
    },
    ['g0 b0 tier 3'],
  ],
]);

table('tier 3: equal amounts, by evidence', [
  [
    'fires',
    {
      gl: [[500, 10, '', 'TRANSFER ADAEZE STORES']],
      bank: [
        [500, 10, '', 'ADAEZE STORES'],
        [500, 10, '', 'MUSA'],
      ],
    },
    ['g0 b0 tier 3'],
  ],
  [
    'fires on a cut word',
    {
      gl: [[500, 10, '', 'TRANSFER ADAEZE']],
      bank: [
        [500, 10, '', 'TRANSFER ADAE'],
        [500, 10, '', 'TRANSFER MUSA'],
      ],
    },
    ['g0 b0 tier 3'],
  ],
  [
    'fires on an initial',
    {
      gl: [[500, 10, '', 'ADAEZE OKEKE']],
      bank: [
        [500, 10, '', 'A OKEKE'],
        [500, 10, '', 'B OKEKE'],
      ],
    },
    ['g0 b0 tier 3'],
  ],
  [
    'fires on rows that say nothing and are alone with their amount',
    { gl: [[500, 10, '', 'MUSA']], bank: [[500, 11, '', '']] },
    ['g0 b0 tier 3'],
  ],
  [
    'not when two rows are as good',
    {
      gl: [[500, 10, '', 'ADAEZE STORES']],
      bank: [
        [500, 10, '', 'ADAEZE STORES'],
        [500, 10, '', 'MUSA'],
        [500, 10, '', 'ADAEZE STORES.'],
      ],
    },
    ['ambiguous g0 b0 b2'],
  ],
  [
    'in rounds: what is taken leaves, and the rest becomes clear',
    {
      gl: [
        [500, 10, '', 'ADAEZE STORES LAGOS'],
        [500, 11, '', 'ADAEZE STORES'],
      ],
      bank: [
        [500, 10, '', 'ADAEZE STORES LAGOS'],
        [500, 12, '', 'ADAEZE STORES'],
      ],
    },
    ['g0 b0 tier 3', 'g1 b1 tier 3'],
  ],
  [
    'not with unequal counts',
    {
      gl: [
        [500, 10, '', 'ADAEZE'],
        [500, 10, '', 'ADAEZE'],
      ],
      bank: [[500, 10, '', 'ADAEZE']],
    },
    ['ambiguous g0 g1 b0'],
  ],
]);

table('tier 4: equal amounts, the only candidate both ways', [
  ['fires, though in other words', { gl: [[500, 10, '', 'MUSA']], bank: [[500, 11, '', 'GOODS']] }, ['g0 b0 tier 4']],
  [
    'not with a second candidate',
    {
      gl: [[500, 10, '', 'MUSA']],
      bank: [
        [500, 11, '', 'GOODS'],
        [500, 11, '', 'FUEL'],
      ],
    },
    [],
  ],
  [
    'not when its words are those of the second one too: it has a partner, but which',
    {
      gl: [[500, 10, '', 'MUSA']],
      bank: [
        [500, 11, '', 'MUSA GOODS'],
        [500, 11, '', 'MUSA FUEL'],
      ],
    },
    ['ambiguous g0 b0 b1'],
  ],
]);

table('tiers 5 and 6: amounts that agree, by evidence', [
  [
    'fires',
    {
      gl: [[500, 10, '', 'ADAEZE STORES']],
      bank: [
        [495, 10, '', 'ADAEZE STORES'],
        [496, 12, '', 'MUSA'],
      ],
      parameters: NGN(5),
    },
    ['g0 b0 tier 5'],
  ],
  [
    'fires on a charge',
    { gl: [[500, 10, '', 'ADAEZE STORES']], bank: [[455, 10, '', 'ADAEZE STORES']], parameters: NGN(0, 10, 60) },
    ['g0 b0 tier 5 charge'],
  ],
  [
    'not on a charge of more than a tenth',
    { gl: [[500, 10, '', 'ADAEZE STORES']], bank: [[445, 10, '', 'ADAEZE STORES']], parameters: NGN(0, 10, 60) },
    [],
  ],
  [
    'fires on half of the words',
    { gl: [[500, 10, '', 'ADAEZE STORES']], bank: [[495, 12, '', 'STORES LTD ABUJA']], parameters: NGN(5) },
    ['g0 b0 tier 5'],
  ],
  [
    'not on one word of many',
    {
      gl: [[500, 10, '', 'ADAEZE STORES LAGOS']],
      bank: [[495, 12, '', 'STORES LTD ABUJA BRANCH']],
      parameters: NGN(5),
    },
    [],
  ],
  [
    'not beyond the tolerance',
    { gl: [[500, 10, '', 'ADAEZE STORES']], bank: [[494, 10, '', 'ADAEZE STORES']], parameters: NGN(5) },
    [],
  ],
]);

table('reversals', [
  [
    'are netted by key',
    {
      gl: [
        [500, 10, 'AB1234', ''],
        [-500, 11, 'AB1234', ''],
      ],
      bank: [],
    },
    ['gl 0 reversed by 1, key'],
  ],
  [
    'after the tiers by key: what reached the bank is matched',
    {
      gl: [
        [500, 10, 'AB1234', ''],
        [-500, 11, 'AB1234', ''],
      ],
      bank: [[500, 10, 'AB1234', '']],
    },
    ['g0 b0 tier 1'],
  ],
  [
    'are netted by a marker',
    {
      gl: [],
      bank: [
        [500, 10, '', 'ADAEZE'],
        [-500, 12, '', 'RVSL ADAEZE'],
      ],
    },
    ['bank 0 reversed by 1, marker'],
  ],
  [
    'are netted by a marker with the row whose words are its own, not another of the amount',
    {
      gl: [],
      bank: [
        [500, 10, '', 'ADAEZE STORES'],
        [500, 11, '', 'MUSA GARBA'],
        [-500, 12, '', 'RVSL ADAEZE STORES'],
      ],
    },
    ['bank 0 reversed by 2, marker'],
  ],
  [
    'not by a marker that says nothing, beside two rows of the amount',
    {
      gl: [],
      bank: [
        [500, 10, '', 'ADAEZE'],
        [500, 11, '', 'MUSA'],
        [-500, 12, '', 'RVSL'],
      ],
    },
    [],
  ],
  [
    'what was ambiguous by key is not, once the rows in question are netted',
    {
      gl: [
        [500, 10, 'AB1234', 'MUSA'],
        [500, 10, 'AB1234', 'GARBA'],
      ],
      bank: [
        [500, 10, 'AB1234', ''],
        [-500, 10, 'AB1234', 'RVSL'],
      ],
    },
    ['bank 0 reversed by 1, key'],
  ],
  [
    'are netted by a marker that stands alone',
    {
      gl: [],
      bank: [
        [500, 10, '', 'ADAEZE STORES'],
        [-500, 12, '', 'RVSL 000451'],
      ],
    },
    ['bank 0 reversed by 1, marker'],
  ],
  [
    'not by a marker alone when the words are of other things: REV may be a Reverend',
    {
      gl: [
        [-500, 10, '', 'SHOP RENT BLOCK SEVEN'],
        [500, 12, '', 'OFFERING FROM REV JOHN'],
      ],
      bank: [],
    },
    [],
  ],
  [
    'undo an entry: the same entry made again is no duplicate of it',
    {
      gl: [
        [500, 10, 'AB1234', ''],
        [-500, 11, 'AB1234', 'REVERSAL'],
        [500, 12, 'AB1234', 'AGAIN'],
      ],
      bank: [],
    },
    ['gl 0 reversed by 1, key'],
  ],
  [
    'not when the marked row comes first',
    {
      gl: [],
      bank: [
        [500, 12, '', 'ADAEZE'],
        [-500, 10, '', 'RVSL ADAEZE'],
      ],
    },
    [],
  ],
  [
    'not outside of the reversal window',
    {
      gl: [
        [500, 10, 'AB1234', ''],
        [-500, 18, 'AB1234', ''],
      ],
      bank: [],
    },
    [],
  ],
  [
    'not when the run leaves them alone',
    {
      gl: [
        [500, 10, 'AB1234', ''],
        [-500, 11, 'AB1234', ''],
      ],
      bank: [],
      parameters: { netReversals: false },
    },
    [],
  ],
]);

table('bounds', [
  [
    'above the bound of classes a component is decided in rounds, and it is said',
    {
      gl: [
        [500, 10, 'AB1234', 'A1'],
        [500, 12, 'AB1234', 'A2'],
      ],
      bank: [
        [500, 10, 'AB1234', ''],
        [500, 12, 'AB1234', ''],
      ],
      calibration: { exactClasses: 1 },
    },
    ['a component was decided in rounds', 'g0 b0 tier 1', 'g1 b1 tier 1'],
  ],
  [
    'a class weighs the candidates with the most words in common',
    {
      gl: [[500, 10, '', 'ADAEZE STORES']],
      bank: [
        [500, 10, '', 'MUSA'],
        [500, 10, '', 'ADAEZE STORES'],
      ],
      calibration: { candidates: 1 },
    },
    ['g0 b1 tier 3'],
  ],
]);

table('a date partner without a key', [
  [
    'is one with the same words',
    { gl: [[500, 10, '', 'ADAEZE STORES']], bank: [[500, 20, '', 'ADAEZE STORES']] },
    ['bank 0 datePartner 0', 'gl 0 datePartner 0'],
  ],
  ['not with others', { gl: [[500, 10, '', 'ADAEZE STORES']], bank: [[500, 20, '', 'MUSA GARBA']] }, []],
  [
    'not when it comes twice',
    {
      gl: [[500, 10, '', 'ADAEZE STORES']],
      bank: [
        [500, 20, '', 'ADAEZE STORES'],
        [500, 25, '', 'ADAEZE STORES'],
      ],
    },
    [],
  ],
]);

table('tier 8 and 7: what a file states of a batch', [
  [
    'payments of one entry against the only row of their sum, whichever side has it',
    {
      gl: [
        [-123_457, 10, '', 'PAYROLL'],
        [-5_001, 12, '', 'A', { batch: '7' }],
        [-8_340, 12, '', 'B', { batch: '7' }],
      ],
      bank: [
        [-100_000, 11, '', 'ADE', { batch: '9' }],
        [-23_457, 11, '', 'BOLA', { batch: '9' }],
        [-13_341, 12, '', 'BULK'],
      ],
    },
    ['g0 b0 b1 tier 8', 'g1 g2 b2 tier 8'],
  ],
  [
    'not if two rows have the sum, or a single row of the batch’s side has it',
    {
      gl: [
        [-123_457, 10, '', 'PAYROLL'],
        [-123_457, 10, '', 'RENT'],
      ],
      bank: [
        [-100_000, 11, '', 'ADE', { batch: '9' }],
        [-23_457, 11, '', 'BOLA', { batch: '9' }],
      ],
    },
    [],
  ],
  [
    'not for round amounts, which are met by chance',
    {
      gl: [[-300_000, 10, '', 'RENT']],
      bank: [
        [-200_000, 11, '', 'ADE', { batch: '9' }],
        [-100_000, 11, '', 'BOLA', { batch: '9' }],
      ],
      calibration: {},
    },
    [],
  ],
  [
    'keeps to the window',
    {
      gl: [[-123_457, 10, '', 'PAYROLL']],
      bank: [
        [-100_000, 21, '', 'ADE', { batch: '9' }],
        [-23_457, 21, '', 'BOLA', { batch: '9' }],
      ],
    },
    [],
  ],
  [
    'a row with the references of its payments takes those',
    {
      gl: [
        [-40_000, 10, 'SAL1001', 'ADE'],
        [-60_000, 10, 'SAL1002', 'BOLA'],
        [-60_000, 10, 'SAL1003', 'CHIDI'],
      ],
      bank: [[-100_000, 11, '', 'BULK', { payments: ['SAL1001', 'SAL1002'] }]],
    },
    ['g0 g1 b0 tier 7'],
  ],
  [
    'payments that two rows name are nobody’s',
    {
      gl: [
        [-40_000, 10, 'SAL1001', 'ADE'],
        [-60_000, 10, 'SAL1002', 'BOLA'],
      ],
      bank: [
        [-100_000, 11, '', 'BULK', { payments: ['SAL1001', 'SAL1002'] }],
        [-100_000, 12, '', 'BULK', { payments: ['SAL1001', 'SAL1002'] }],
      ],
    },
    [],
  ],
]);
