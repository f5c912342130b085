// What fees and taxes are called, by texts of entries and by titles of columns. Readers take the lists that hold for
// what they read: a fee may be a school's, a duty is no part of a bank's fee, a column of costs may hold any costs.
// Upper case and without accents.

import { words } from './whole-words.ts';

/** What anybody may ask for what it does. */
export const FEES = words('FEE FEES');

/** What a bank, a scheme or a merchant's acquirer asks. */
export const COMMISSIONS = words('COMMISSION COMMISSIONS COMM MSC MDR SURCHARGE SURCHARGES');
export const CHARGES = words('CHARGE CHARGES CHG CHGS CHRG CHRGS');

/** Taxes that are taken on fees among others. */
export const TAXES = words('VAT TAX TAXES');
export const LEVIES = words('LEVY LEVIES');
/** Taxes that no fee has a part of. */
export const OTHER_TAXES = words('WHT DUTY DUTIES STAMP');

/** A row with one of them beside a transaction is its fee, or the tax on it. */
export const FEE_LINE_WORDS = [...FEES, ...COMMISSIONS, ...CHARGES, ...TAXES, ...LEVIES];

export const FEES_ABROAD = words(
  'GEBUHR GEBUHREN ENTGELT ENTGELTE FRAIS COMISION COMISIONES COMISSAO COMMISSIONI PROVISJON OPLATA POPLATEK POPLATKY',
);
export const TAXES_ABROAD = words('TAXE STEUER KAPITALERTRAGSTEUER MWST IMPUESTO IMPOSTO IMPOSTA IVA VERGI');
