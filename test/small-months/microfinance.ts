// Months of microfinance houses: loans out, repayments in, and what their own bank takes.

import type { House } from './month.ts';

export const MICROFINANCE: House = {
  name: 'microfinance',
  usual: {
    gl: [
      '03-02,FT26061AB12,LOAN REPAYMENT ADA OBI,15000.00',
      '03-02,FT26061AB13,LOAN REPAYMENT SANI MUSA,12500.00',
      '03-04,FT26063CC01,LOAN DISBURSED KEMI ALABI,-200000.00',
      '03-05,FT26064DD02,LOAN DISBURSED BOLA TIJANI,-150000.00',
      '03-09,FT26068EE03,SAVINGS DEPOSIT UCHE IKE,30000.00',
    ],
    bank: [
      '03-02,FT26061AB12,NIP CR ADA OBI,15000.00',
      '03-02,FT26061AB13,NIP CR SANI MUSA,12500.00',
      '03-04,FT26063CC01,NIP DR KEMI ALABI,-200000.00',
      '03-05,FT26064DD02,NIP DR BOLA TIJANI,-150000.00',
      '03-10,FT26068EE03,NIP CR UCHE IKE,30000.00',
    ],
  },
  months: [
    {
      name: 'a repayment that is wrong by one figure',
      gl: ['03-16,,LOAN REPAYMENT HAUWA BELLO GROUP,17500.00'],
      bank: ['03-16,,NIP CR HAUWA BELLO GROUP,17900.00'],
      expect: [
        'gl7: not_found_gl, near_amount > book to_decide',
        'bank7: not_found_bank, near_amount > book to_decide',
      ],
    },
    {
      name: 'three members of a group pay, the ledger has one line',
      gl: ['03-17,,GROUP REPAYMENT IYALOJA UNION,46500.00'],
      bank: [
        '03-17,,NIP CR IYALOJA RISIKAT,15000.00',
        '03-17,,NIP CR IYALOJA BOSE,16000.00',
        '03-18,,NIP CR IYALOJA SADE,15500.00',
      ],
      expect: ['gl7 = bank7+bank8+bank9'],
    },
    {
      name: 'a disbursement booked twice by the bank on two days',
      gl: ['03-18,FT26077FF04,LOAN DISBURSED RITA OKO,-90000.00'],
      bank: ['03-18,FT26077FF04,NIP DR RITA OKO,-90000.00', '03-19,FT26078FF09,NIP DR RITA OKO,-90000.00'],
      expect: ['gl7 = bank7', 'bank8: not_found_bank, posted_again > book payments_not_booked'],
    },
    {
      name: 'a disbursement booked the wrong way round',
      gl: ['03-18,FT26077FF05,LOAN DISBURSED GANI OBA,75000.00'],
      bank: ['03-18,FT26077FF05,NIP DR GANI OBA,-75000.00'],
      expect: ['gl7+bank7: direction_mismatch > book ledger_errors'],
    },
    {
      name: 'commission that includes VAT',
      bank: ['03-31,,COMMISSION PLUS VAT,-2150.00'],
      expect: ['bank7: possible_bank_fee > book payments_not_booked'],
    },
    {
      name: 'turnover commission',
      bank: ['03-31,,COT MARCH,-1830.00'],
      expect: ['bank7: possible_bank_fee > book payments_not_booked'],
    },
    {
      name: 'VAT remitted to the revenue',
      bank: ['03-21,,PAYMENT OF VAT FEBRUARY,-48210.00'],
      expect: ['bank7: possible_interest_or_tax > book payments_not_booked'],
    },
    {
      name: 'a loan that a borrower repaid with interest is no interest of the bank',
      bank: ['03-22,,NIP CR LOAN REPAYMENT AND INTEREST DELE OJO,33000.00'],
      expect: ['bank7: not_found_bank > book receipts_not_booked'],
    },
    {
      name: 'a transfer that says nothing',
      bank: ['03-23,,NIP TRANSFER,64200.00'],
      expect: ['bank7: missing_identifier > book receipts_not_booked'],
    },
    {
      name: 'an entry of the ledger that says nothing',
      gl: ['03-23,,SUNDRY,8430.00'],
      expect: ['gl7: missing_identifier > bank deposits_in_transit'],
    },
    {
      name: 'a repayment late by two weeks',
      gl: ['03-10,FT26069GG06,LOAN REPAYMENT OBIOMA CHUKWU,21000.00'],
      bank: ['03-25,FT26069GG06,NIP CR OBIOMA CHUKWU,21000.00'],
      expect: ['gl7+bank7: date_difference > neither no_effect'],
    },
    {
      name: 'a failed transfer that the bank takes back within a day',
      bank: ['03-24,FT26083HH07,NIP DR FEMI AGBO,-52000.00', '03-25,FT26083HH07,RVSL NIP DR FEMI AGBO,52000.00'],
      expect: ['bank7 ~ bank8'],
    },
  ],
};
