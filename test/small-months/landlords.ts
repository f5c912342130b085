// Months of landlords: rents, agents, repairs, estates.

import type { House } from './month.ts';

export const LANDLORD: House = {
  name: 'landlord',
  usual: {
    gl: [
      '03-01,RENT/FLAT1,RENT FLAT 1 TUNDE BALE,150000.00',
      '03-01,RENT/FLAT2,RENT FLAT 2 NGOZI EKE,165000.00',
      '03-04,RENT/SHOP9,RENT SHOP 9 HALIMA SANI,90000.00',
      '03-06,CHQ000411,PLUMBER YUSUF DAUDA,-24500.00',
      '03-10,CHQ000412,PAINTER OKON BASSEY,-60000.00',
    ],
    bank: [
      '03-01,RENT/FLAT1,NIP TUNDE BALE,150000.00',
      '03-02,RENT/FLAT2,NIP NGOZI EKE,165000.00',
      '03-04,RENT/SHOP9,NIP HALIMA SANI,90000.00',
      '03-08,CHQ000411,CHQ PAID YUSUF DAUDA,-24500.00',
      '03-12,CHQ000412,CHQ PAID OKON BASSEY,-60000.00',
    ],
  },
  months: [
    {
      name: 'a rent that came in two parts',
      gl: ['03-15,,RENT FLAT 3 SEGUN AINA,140000.00'],
      bank: ['03-15,,NIP SEGUN AINA PART ONE,100000.00', '03-18,,NIP SEGUN AINA BALANCE,40000.00'],
      expect: ['gl7 = bank7+bank8'],
    },
    {
      name: 'a bounced cheque and its fee',
      gl: ['03-16,CHQ778801,RENT FLAT 4 UCHE NNAMDI,120000.00'],
      bank: [
        '03-16,CHQ778801,CHQ LODGED UCHE NNAMDI,120000.00',
        '03-18,,RETURNED CHEQUE UCHE NNAMDI,-120000.00',
        '03-18,,RETURNED CHEQUE CHARGE,-1500.00',
      ],
      expect: [
        'gl7 = bank7',
        'bank8: not_found_bank > book payments_not_booked',
        'bank9: possible_bank_fee > book payments_not_booked',
      ],
    },
    {
      name: 'a cheque that was not presented',
      gl: ['03-29,CHQ000413,ROOFER BALA IDRIS,-210000.00'],
      expect: ['gl7: not_found_gl > bank outstanding_payments'],
    },
    {
      name: 'a standing order paid twice',
      gl: ['03-20,SO-SECURITY,ESTATE SECURITY GUARDS,-40000.00'],
      bank: [
        '03-20,SO-SECURITY,STANDING ORDER ESTATE SECURITY GUARDS,-40000.00',
        '03-21,,STANDING ORDER ESTATE SECURITY GUARDS,-40000.00',
      ],
      expect: ['gl7 = bank7', 'bank8: not_found_bank, posted_again > book payments_not_booked'],
    },
    {
      name: 'a service charge of the estate is no charge of the bank',
      bank: ['03-20,,TRF ESTATE SERVICE CHARGE LEKKI GARDENS,-55000.00'],
      expect: ['bank7: not_found_bank > book payments_not_booked'],
    },
    {
      name: 'house maintenance is no charge of the bank',
      bank: ['03-20,,HOUSE MAINTENANCE BLOCK C,-18000.00'],
      expect: ['bank7: not_found_bank > book payments_not_booked'],
    },
    {
      name: "an agent's commission is no charge of the bank",
      bank: ['03-20,,TRF AGENT COMMISSION OLU HOMES,-15000.00'],
      expect: ['bank7: not_found_bank > book payments_not_booked'],
    },
    {
      name: 'tax withheld on rent',
      bank: ['03-22,,WHT ON RENT FLAT 2,-16500.00'],
      expect: ['bank7: possible_interest_or_tax > book payments_not_booked'],
    },
    {
      name: 'interest on the deposit account',
      bank: ['03-31,,CREDIT INTEREST,1312.40', '03-31,,WHT ON INTEREST,-131.24'],
      expect: [
        'bank7: possible_interest_or_tax > book receipts_not_booked',
        'bank8: possible_interest_or_tax > book payments_not_booked',
      ],
    },
    {
      name: 'an error of the bank and its correction',
      bank: [
        '03-23,,DR ADVICE WRONG POSTING AMINA YARO,-72000.00',
        '03-25,,CR ADVICE WRONG POSTING AMINA YARO,72000.00',
      ],
      expect: [
        'bank7: not_found_bank, other_sign > book to_decide',
        'bank8: not_found_bank, other_sign > book to_decide',
      ],
    },
    {
      name: 'a rent booked in the month before',
      gl: ['02-10,,RENT SHOP 12 GRACE EFFIONG,84000.00'],
      bank: ['03-14,,NIP GRACE EFFIONG SHOP 12 RENT,84000.00'],
      expect: ['gl7+bank7: date_difference > neither no_effect'],
    },
    {
      name: 'a rent from a tenant whom the ledger does not know',
      bank: ['03-26,,NIP CR IFEANYI OBIORA,77000.00'],
      expect: ['bank7: not_found_bank > book receipts_not_booked'],
    },
  ],
};
