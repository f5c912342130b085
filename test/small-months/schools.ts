// Months of schools: fees, salaries, suppliers of books and food.

import type { House } from './month.ts';

export const SCHOOL: House = {
  name: 'school',
  usual: {
    gl: [
      '03-02,REC/2201,SCHOOL FEES CHIAMAKA EZE,85000.00',
      '03-02,REC/2202,SCHOOL FEES ABDUL LAWAL,85000.00',
      '03-03,REC/2203,SCHOOL FEES TOBI COKER,92000.00',
      '03-06,PV/0771,EXERCISE BOOKS MACMILLAN,-64000.00',
      '03-11,PV/0772,KITCHEN RICE ALHAJI BUBA,-118000.00',
    ],
    bank: [
      '03-02,REC/2201,NIP EZE SCH FEES,85000.00',
      '03-02,REC/2202,NIP LAWAL SCH FEES,85000.00',
      '03-04,REC/2203,NIP COKER SCH FEES,92000.00',
      '03-06,PV/0771,TRF MACMILLAN,-64000.00',
      '03-11,PV/0772,TRF ALHAJI BUBA,-118000.00',
    ],
  },
  months: [
    {
      name: 'salaries paid as one batch',
      gl: [
        '03-27,,SALARY GRACE UDOH,-61000.00',
        '03-27,,SALARY JOHN ATAH,-58500.00',
        '03-27,,SALARY MARY OSAGIE,-72250.00',
        '03-27,,SALARY PETER DANJUMA,-49800.00',
      ],
      bank: ['03-27,,BULK SALARY SCHEDULE MARCH,-241550.00'],
      expect: ['gl7+gl8+gl9+gl10 = bank7'],
    },
    {
      name: 'fees of a pupil, refunded by the bank alone, are no bank charge',
      bank: ['03-16,,SCH FEES REFUND TERM 2 IBRAHIM,-20000.00'],
      expect: ['bank7: not_found_bank > book payments_not_booked'],
    },
    {
      name: 'examination fees that the school pays',
      bank: ['03-16,,WAEC EXAM FEES 2026,-230000.00'],
      expect: ['bank7: not_found_bank > book payments_not_booked'],
    },
    {
      name: 'a development levy that parents pay',
      bank: ['03-16,,NIP PTA LEVY FAMILY NWOSU,10000.00'],
      expect: ['bank7: not_found_bank > book receipts_not_booked'],
    },
    {
      name: 'fees of two children in one transfer',
      gl: ['03-17,,SCHOOL FEES DAVID NWOSU,85000.00', '03-17,,SCHOOL FEES RUTH NWOSU,92000.00'],
      bank: ['03-17,,NIP FAMILY NWOSU,177000.00'],
      expect: ['gl7+gl8 = bank7'],
    },
    {
      name: 'fees posted twice on two days',
      gl: ['03-17,REC/2204,SCHOOL FEES ESTHER AKPAN,85000.00', '03-19,REC/2205,SCHOOL FEES ESTHER AKPAN,85000.00'],
      bank: ['03-17,REC/2204,NIP ESTHER AKPAN,85000.00'],
      expect: ['gl7 = bank7', 'gl8: not_found_gl, posted_again > bank deposits_in_transit'],
    },
    {
      name: 'a nought too many',
      gl: ['03-18,,BUS FUEL CONOIL IKEJA DEPOT,-380000.00'],
      bank: ['03-18,,TRF CONOIL IKEJA DEPOT BUS FUEL,-38000.00'],
      expect: [
        'gl7: not_found_gl, near_amount > book to_decide',
        'bank7: not_found_bank, near_amount > book to_decide',
      ],
    },
    {
      name: 'account maintenance and its VAT',
      bank: ['03-31,,ACCT MAINTENANCE FEE,-812.00', '03-31,,VAT ON ACCT MAINTENANCE FEE,-60.90'],
      expect: [
        'bank7: possible_bank_fee > book payments_not_booked',
        'bank8: possible_interest_or_tax > book payments_not_booked',
      ],
    },
    {
      name: 'the levy on an electronic transfer',
      bank: ['03-24,,EMTL NIP INFLOW FAMILY BASSEY,-50.00'],
      expect: ['bank7: possible_interest_or_tax > book payments_not_booked'],
    },
    {
      name: 'fees in dollars posted as naira',
      gl: ['03-20,REC/2206,SCHOOL FEES PRIYA SHAH,NGN,1200.00'],
      bank: ['03-20,REC/2206,SWIFT PRIYA SHAH,USD,1200.00'],
      expect: ['gl7+bank7: currency_mismatch > bank deposits_in_transit, book receipts_not_booked'],
    },
    {
      name: 'a cheque to the bookshop, not presented',
      gl: ['03-30,CHQ000901,LIBRARY BOOKS TARABAROGUN,-43700.00'],
      expect: ['gl7: not_found_gl > bank outstanding_payments'],
    },
    {
      name: 'a reversal of a failed transfer, which the ledger does not know',
      gl: ['03-19,PV/0773,DESKS CARPENTER SULE,-96000.00'],
      bank: ['03-19,PV/0773,TRF CARPENTER SULE,-96000.00', '03-20,PV/0773,RVSL TRF CARPENTER SULE,96000.00'],
      expect: ['gl7 = bank7', 'bank8: reversal_unmatched > book receipts_not_booked'],
    },
  ],
};
