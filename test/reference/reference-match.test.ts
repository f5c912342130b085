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

/** Rows that only make the words of the others rarer. */
const others = (count: number, amount: number): WorkedSession['gl'] =>
  Array.from({ length: count }, (_, at) => [amount + at, 1, '', 'FILLER']);

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
    'what it leaves undecided a later tier may settle: the same day is nearer than the same total',
    {
      gl: [[500, 10, 'AB1234', 'ADAEZE STORES'], [500, 11, 'AB1234', 'ADAEZE STORES'], ...others(8, 10_000)],
      bank: [[500, 11, 'AB1234', 'ADAEZE STORES'], [500, 13, 'AB1234', 'ADAEZE STORES'], ...others(8, 20_000)],
    },
    ['g0 b1 tier 3', 'g1 b0 tier 3'],
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
    ['g0 b0 tier 4'],
  ],
  ['a placeholder is no key', { gl: [[500, 10, 'NONREF', '']], bank: [[500, 10, 'NONREF', '']] }, ['g0 b0 tier 4']],
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
    ['g0 b0 tier 4'],
  ],
  [
    "a party's number links to a field",
    { gl: [[500, 10, '08031234567', '']], bank: [[500, 10, '', 'FROM 08031234567']] },
    ['g0 b0 tier 1'],
  ],
  [
    "a party's number in two narrations does not",
    { gl: [[500, 10, '', 'TO 08031234567']], bank: [[500, 10, '', 'FROM 08031234567']] },
    ['g0 b0 tier 4'],
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
  ['and do not when it is not', { gl: [[500, 10, 'AB1111', 'X']], bank: [[500, 10, 'AB3333', 'X']] }, ['g0 b0 tier 4']],
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
    ['g0 b0 tier 1', 'g1 b1 tier 1', 'g2 b2 tier 4'],
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
        [500, 16, '', 'RENT MARCH2026'],
        [700, 16, '', 'FY202603 TAX'],
        [900, 16, '', 'TAX D20260310'],
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
    ['g0 b0 tier 4', 'g1 b1 tier 4'],
  ],
  [
    'and does not when the row carries two such numbers',
    {
      gl: [[500, 10, '', 'NIP 000014260310091500123456789012 000014260310091500123456789013 ADA']],
      bank: [[500, 10, '000013260310101500123456789044', 'ADA']],
    },
    ['g0 b0 tier 4'],
  ],
]);

table('tier 3: exact amount, texts agree, clear of the runner-up', [
  [
    'fires',
    {
      gl: [[500, 10, '', 'TRANSFER ADAEZE STORES'], ...others(8, 10_000)],
      bank: [[500, 10, '', 'ADAEZE STORES'], [500, 10, '', 'MUSA'], ...others(8, 20_000)],
      calibration: { rareShare: 0 },
    },
    ['g0 b0 tier 3'],
  ],
  [
    'fires on a cut word',
    {
      gl: [[500, 10, '', 'TRANSFER ADAEZE'], ...others(8, 10_000)],
      bank: [[500, 10, '', 'TRANSFER ADAE'], [500, 10, '', 'MUSA'], ...others(8, 20_000)],
    },
    ['g0 b0 tier 3'],
  ],
  [
    'not when two rows are about as good',
    {
      gl: [[500, 10, '', 'ADAEZE STORES'], ...others(8, 10_000)],
      bank: [[500, 10, '', 'ADAEZE STORES'], [500, 10, '', 'STORES OF ADAEZE'], ...others(8, 20_000)],
    },
    ['ambiguous g0 b0 b1'],
  ],
  [
    'however common the words are, when the day is the same too',
    {
      gl: [
        [-4, 10, '', 'SMS CHARGE'],
        [-4, 11, '', 'SMS CHARGE'],
        [-4, 12, '', 'SMS CHARGE'],
      ],
      bank: [
        [-4, 10, '', 'SMS CHARGE'],
        [-4, 11, '', 'SMS CHARGE'],
        [-4, 13, '', 'SMS CHARGE'],
      ],
    },
    ['g0 b0 tier 3', 'g1 b1 tier 3', 'g2 b2 tier 4'],
  ],
  [
    'in rounds: what is taken leaves, and the rest becomes clear',
    {
      gl: [[500, 10, '', 'ADAEZE STORES LAGOS'], [500, 11, '', 'ADAEZE STORES'], ...others(8, 10_000)],
      bank: [[500, 10, '', 'ADAEZE STORES LAGOS'], [500, 12, '', 'ADAEZE STORES'], ...others(8, 20_000)],
    },
    ['g0 b0 tier 3', 'g1 b1 tier 3'],
  ],
  [
    'not with unequal counts',
    {
      gl: [[500, 10, '', 'ADAEZE'], [500, 10, '', 'ADAEZE'], ...others(8, 10_000)],
      bank: [[500, 10, '', 'ADAEZE'], ...others(8, 20_000)],
    },
    ['ambiguous g0 g1 b0'],
  ],
]);

table('tier 4: exact amount, the only candidate both ways', [
  ['fires', { gl: [[500, 10, '', 'MUSA']], bank: [[500, 11, '', 'GOODS']] }, ['g0 b0 tier 4']],
  [
    'not with text against it',
    { gl: [[500, 10, '', 'MUSA']], bank: [[500, 11, '', 'GOODS']], calibration: { rareShare: 5_000 } },
    [],
  ],
  [
    'a cut word that agrees speaks for the pair, though the whole word is a common one',
    {
      gl: [[500, 10, '', 'STOR']],
      bank: [
        [500, 11, '', 'STORES MUSA'],
        [900, 10, '', 'STORES '],
        [5, 10, '', ''],
      ],
      calibration: { rareShare: 2_500 },
    },
    ['g0 b0 tier 4'],
  ],
  [
    'not with a second candidate',
    {
      gl: [[500, 10, '', 'MUSA']],
      bank: [
        [500, 11, '', 'GOODS'],
        [500, 11, '', 'FUEL'],
      ],
    },
    ['ambiguous g0 b0 b1'],
  ],
  [
    'not in a crowd that shares no rare word',
    {
      gl: [[500, 10, '', 'MUSA']],
      bank: [
        [500, 11, '', 'GOODS'],
        [500, 99, '', 'GOODS'],
      ],
      calibration: { crowd: 1 },
    },
    [],
  ],
]);

table('tier 4: the only one of its day', [
  [
    'when the words of one are the other’s',
    {
      gl: [
        [-4, 10, '', 'SMS CHARGE'],
        [-4, 11, '', 'SMS CHARGE'],
      ],
      bank: [
        [-4, 10, '', 'SMS ALERT CHARGE'],
        [-4, 11, '', 'SMS ALERT CHARGE'],
      ],
    },
    ['g0 b0 tier 4', 'g1 b1 tier 4'],
  ],
  [
    'or its only word is the same',
    {
      gl: [
        [-4, 10, '', 'AIRTIME'],
        [-4, 11, '', 'AIRTIME'],
      ],
      bank: [
        [-4, 10, '', 'AIRTIME'],
        [-4, 11, '', 'AIRTIME'],
      ],
    },
    ['g0 b0 tier 4', 'g1 b1 tier 4'],
  ],
  [
    'not when one word is all that they share',
    {
      gl: [
        [-4, 10, '', 'TRANSFER'],
        [-4, 11, '', 'TRANSFER'],
      ],
      bank: [
        [-4, 10, '', 'TRANSFER MUSA'],
        [-4, 11, '', 'TRANSFER GARBA'],
      ],
    },
    [],
  ],
]);

table('tier 5: agreeing amount, scored together', [
  [
    'fires',
    {
      gl: [[500, 10, '', 'ADAEZE STORES'], ...others(8, 10_000)],
      bank: [[495, 10, '', 'ADAEZE STORES'], [496, 12, '', 'MUSA'], ...others(8, 20_000)],
      parameters: NGN(5),
    },
    ['g0 b0 tier 5'],
  ],
  [
    'not under the floor',
    {
      gl: [[500, 10, '', 'ADAEZE'], ...others(8, 10_000)],
      bank: [[495, 10, '', 'OTHER'], [496, 13, '', 'MUSA'], ...others(8, 20_000)],
      parameters: NGN(5),
    },
    [],
  ],
]);

table('tier 6: agreeing amount, the only candidate both ways', [
  [
    'fires',
    {
      gl: [[500, 10, '', 'MUSA GOODS'], ...others(2, 10_000)],
      bank: [[495, 11, '', 'GOODS'], ...others(2, 20_000)],
      parameters: NGN(5),
    },
    ['g0 b0 tier 6'],
  ],
  [
    'not without a word in common',
    { gl: [[500, 10, '', 'MUSA']], bank: [[495, 11, '', 'GOODS']], parameters: NGN(5) },
    [],
  ],
  ['not beyond the tolerance', { gl: [[500, 10, '', 'MUSA']], bank: [[494, 11, '', 'GOODS']], parameters: NGN(5) }, []],
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
    ['gl 0 reversed by 1, marker'],
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
    'a class with more equal candidates than it may keep is never taken by score',
    {
      gl: [[500, 10, '', 'ADAEZE STORES'], ...others(8, 10_000)],
      bank: [[500, 10, '', 'ADAEZE STORES'], [500, 10, '', 'MUSA'], ...others(8, 20_000)],
      calibration: { rareShare: 0, candidates: 1 },
    },
    [],
  ],
  [
    'with as many as it may keep it is',
    {
      gl: [[500, 10, '', 'ADAEZE STORES'], ...others(8, 10_000)],
      bank: [[500, 10, '', 'ADAEZE STORES'], [500, 10, '', 'MUSA'], ...others(8, 20_000)],
      calibration: { rareShare: 0, candidates: 2 },
    },
    ['g0 b0 tier 3'],
  ],
]);

table('a date partner without a key', [
  [
    'needs strong text',
    {
      gl: [[500, 10, '', 'ADAEZE STORES'], ...others(8, 10_000)],
      bank: [[500, 20, '', 'ADAEZE STORES'], ...others(8, 20_000)],
      calibration: { strongText: 5_000 },
    },
    ['bank 0 datePartner 0', 'gl 0 datePartner 0'],
  ],
]);
