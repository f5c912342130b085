// Months of charities: grants, field advances, donations.

import type { House } from './month.ts';

export const NGO: House = {
  name: 'charity',
  usual: {
    gl: [
      '03-02,GR-2026-01,GRANT FIRST TRANCHE HOPE FUND,2500000.00',
      '03-03,ADV-0311,FIELD ADVANCE KANO LAMI GARBA,-350000.00',
      '03-05,DON-8812,DONATION RED LION PLC,400000.00',
      '03-09,PV-5501,TENTS SUPPLIER SHELTER MART,-780000.00',
      '03-13,PV-5502,VEHICLE HIRE ROADSTAR,-145000.00',
    ],
    bank: [
      '03-02,GR-2026-01,INWARD SWIFT HOPE FUND,2500000.00',
      '03-03,ADV-0311,TRF LAMI GARBA,-350000.00',
      '03-06,DON-8812,NIP RED LION PLC,400000.00',
      '03-09,PV-5501,TRF SHELTER MART,-780000.00',
      '03-13,PV-5502,TRF ROADSTAR,-145000.00',
    ],
  },
  months: [
    {
      name: 'a donation less what the sending bank kept',
      gl: ['03-16,,DONATION KLAUS WEBER MEMORIAL,512000.00'],
      bank: ['03-17,,INWARD KLAUS WEBER MEMORIAL,498500.00'],
      expect: [
        'gl7: not_found_gl, near_amount > book to_decide',
        'bank7: not_found_bank, near_amount > book to_decide',
      ],
    },
    {
      name: 'a swift charge and its VAT',
      bank: ['03-16,,SWIFT CHARGE,-7500.00', '03-16,,VAT ON SWIFT CHARGE,-562.50'],
      expect: [
        'bank7: possible_bank_fee > book payments_not_booked',
        'bank8: possible_interest_or_tax > book payments_not_booked',
      ],
    },
    {
      name: 'an advance that came back in three parts',
      gl: ['03-20,,UNSPENT ADVANCE RETURNED LAMI GARBA,63000.00'],
      bank: [
        '03-20,,NIP LAMI GARBA,20000.00',
        '03-21,,NIP LAMI GARBA SECOND,21500.00',
        '03-22,,NIP LAMI GARBA LAST,21500.00',
      ],
      expect: ['gl7 = bank7+bank8+bank9'],
    },
    {
      name: 'a grant in euro posted as naira',
      gl: ['03-18,GR-2026-02,GRANT KINDERHILFE,NGN,15000.00'],
      bank: ['03-18,GR-2026-02,INWARD KINDERHILFE,EUR,15000.00'],
      expect: ['gl7+bank7: currency_mismatch > bank deposits_in_transit, book receipts_not_booked'],
    },
    {
      name: 'a payment booked as a receipt',
      gl: ['03-18,,MEDICINES ZUMA PHARMACY,91000.00'],
      bank: ['03-18,,TRF ZUMA PHARMACY MEDICINES,-91000.00'],
      expect: ['gl7: not_found_gl, other_sign > book to_decide', 'bank7: not_found_bank, other_sign > book to_decide'],
    },
    {
      name: 'a donor whom nobody posted',
      bank: ['03-19,000013260319101530123456789012,NIP ANONYMOUS FRIEND,250000.00'],
      expect: ['bank7: not_found_bank > book receipts_not_booked'],
    },
    {
      name: 'a session id alone is something to look by',
      bank: ['03-19,,NIP 000013260319101530123456789012,250000.00'],
      expect: ['bank7: not_found_bank > book receipts_not_booked'],
    },
    {
      name: 'a hire booked twice by the bank under one reference',
      gl: ['03-20,PV-5503,VEHICLE HIRE ROADSTAR MAIDUGURI,-88000.00'],
      bank: ['03-20,PV-5503,TRF ROADSTAR MAIDUGURI,-88000.00', '03-20,PV-5503,TRF ROADSTAR MAIDUGURI,-88000.00'],
      expect: ['gl7 = bank7', 'bank8: duplicate_bank > bank bank_errors'],
    },
    {
      name: 'a donation of the last day, credited in April',
      gl: ['03-31,,DONATION MRS OYELARAN JUBILEE,60000.00'],
      bank: ['04-09,,NIP MRS OYELARAN JUBILEE,60000.00'],
      expect: ['gl7+bank7: date_difference > bank deposits_in_transit'],
    },
    {
      name: 'overdraft interest',
      bank: ['03-31,,OD INT FOR MARCH,-4120.55'],
      expect: ['bank7: possible_interest_or_tax > book payments_not_booked'],
    },
    {
      name: 'a figure transposed in a payment',
      gl: ['03-23,,WATER DRILLING GEO BORE,-415600.00'],
      bank: ['03-23,,TRF GEO BORE WATER DRILLING,-451600.00'],
      expect: [
        'gl7: not_found_gl, transposed_amount > book to_decide',
        'bank7: not_found_bank, transposed_amount > book to_decide',
      ],
    },
    {
      name: 'professional fees of the auditor are no bank charge',
      bank: ['03-24,,TRF AUDIT FEES ADEOLA AND PARTNERS,-300000.00'],
      expect: ['bank7: not_found_bank > book payments_not_booked'],
    },
  ],
};
