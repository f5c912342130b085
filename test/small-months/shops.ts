// Months of shops: takings, suppliers, card settlements.

import type { House } from './month.ts';

export const SHOP: House = {
  name: 'shop',
  usual: {
    gl: [
      '03-02,INV26/0101,SALE ADA OBI,45000.00',
      '03-03,INV26/0102,SALE MUSA GARBA,18250.00',
      '03-05,PV26/0031,DANGOTE SUGAR SUPPLY,-120000.00',
      '03-09,PV26/0032,DIESEL TOTAL FILLING STATION,-35400.00',
      '03-12,INV26/0103,SALE FUNKE ADE,27300.00',
    ],
    bank: [
      '03-02,INV26/0101,NIP CR ADA OBI,45000.00',
      '03-03,INV26/0102,NIP CR MUSA GARBA,18250.00',
      '03-05,PV26/0031,TRF DANGOTE SUGAR,-120000.00',
      '03-10,PV26/0032,TRF TOTAL FILLING STATION,-35400.00',
      '03-12,INV26/0103,NIP CR FUNKE ADE,27300.00',
    ],
  },
  months: [
    {
      name: 'a figure transposed in the ledger',
      gl: ['03-16,,SALE CHINEDU OKAFOR PROVISIONS,54300.00'],
      bank: ['03-16,,NIP CHINEDU OKAFOR PROVISIONS,45300.00'],
      expect: [
        'gl7: not_found_gl, transposed_amount > book to_decide',
        'bank7: not_found_bank, transposed_amount > book to_decide',
      ],
    },
    {
      name: 'a figure transposed under a reference',
      gl: ['03-16,INV26/0104,SALE CHINEDU OKAFOR,61900.00'],
      bank: ['03-16,INV26/0104,NIP CHINEDU OKAFOR,69100.00'],
      expect: ['gl7+bank7: amount_mismatch > book ledger_errors'],
    },
    {
      name: 'an invoice posted twice',
      gl: ['03-16,INV26/0104,SALE BISI ALAO,22000.00', '03-16,INV26/0104,SALE BISI ALAO,22000.00'],
      bank: ['03-16,INV26/0104,NIP BISI ALAO,22000.00'],
      expect: ['gl7 = bank7', 'gl8: duplicate_gl > book ledger_errors'],
    },
    {
      name: 'an invoice posted again under another number',
      gl: ['03-16,INV26/0104,SALE BISI ALAO BOUTIQUE,22000.00', '03-17,INV26/0105,SALE BISI ALAO BOUTIQUE,22000.00'],
      bank: ['03-16,INV26/0104,NIP BISI ALAO BOUTIQUE,22000.00'],
      expect: ['gl7 = bank7', 'gl8: not_found_gl, posted_again > bank deposits_in_transit'],
    },
    {
      name: 'a receipt booked as a payment',
      gl: ['03-16,INV26/0104,SALE EMEKA UDO,-16500.00'],
      bank: ['03-16,INV26/0104,NIP EMEKA UDO,16500.00'],
      expect: ['gl7+bank7: direction_mismatch > book ledger_errors'],
    },
    {
      name: 'a receipt booked as a payment without a reference',
      gl: ['03-16,,SALE EMEKA UDO HARDWARE,-16500.00'],
      bank: ['03-16,,NIP EMEKA UDO HARDWARE,16500.00'],
      expect: ['gl7: not_found_gl, other_sign > book to_decide', 'bank7: not_found_bank, other_sign > book to_decide'],
    },
    {
      name: 'a transfer with its charge, VAT and stamp duty',
      gl: ['03-16,PV26/0033,FLOUR MILLS SUPPLY,-80000.00'],
      bank: [
        '03-16,PV26/0033,TRF FLOUR MILLS,-80000.00',
        '03-16,,NIP TRANSFER CHARGE,-50.00',
        '03-16,,VAT ON NIP TRANSFER CHARGE,-3.75',
        '03-16,,STAMP DUTY,-50.00',
      ],
      expect: [
        'gl7 = bank7',
        'bank8: possible_bank_fee > book payments_not_booked',
        'bank9: possible_interest_or_tax > book payments_not_booked',
        'bank10: possible_interest_or_tax > book payments_not_booked',
      ],
    },
    {
      name: "the last day's takings, not yet at the bank",
      gl: ['03-31,,TAKINGS TILL TWO BALOGUN MARKET,73450.00'],
      bank: ['03-31,PV26/0040,TRF NEPA PREPAID METER,-9000.00'],
      expect: ['gl7: not_found_gl > bank deposits_in_transit', 'bank7: not_found_bank > book payments_not_booked'],
    },
    {
      name: 'a cash deposit that nobody can name',
      bank: ['03-18,,CASH DEPOSIT,31000.00'],
      expect: ['bank7: missing_identifier > book receipts_not_booked'],
    },
    {
      name: 'three days of takings banked together',
      gl: ['03-16,,TAKINGS MONDAY,31250.00', '03-17,,TAKINGS TUESDAY,28400.00', '03-18,,TAKINGS WEDNESDAY,35900.00'],
      bank: ['03-19,,CASH LODGEMENT BALOGUN BRANCH,95550.00'],
      expect: [
        'gl7: not_found_gl, adds_up > book to_decide',
        'gl8: not_found_gl, adds_up > book to_decide',
        'gl9: not_found_gl, adds_up > book to_decide',
        'bank7: not_found_bank, adds_up > book to_decide',
      ],
    },
    {
      name: 'an SMS charge booked at another figure',
      gl: ['03-30,,SMS ALERT CHARGE MARCH,-180.00'],
      bank: ['03-30,,SMS ALERT CHARGE,-208.00'],
      expect: [
        'gl7: not_found_gl, other_charge > book to_decide',
        'bank7: possible_bank_fee, other_charge > book to_decide',
      ],
    },
    {
      name: 'a customer refunded, in the bank alone',
      bank: ['03-20,,TRF REFUND TO KEMI BELLO DAMAGED RICE,-14000.00'],
      expect: ['bank7: not_found_bank > book payments_not_booked'],
    },
  ],
};
