// Words for fees and taxes in texts and titles, in upper case without accents. Each reader uses the lists that fit: FEE
// may be a school's, a duty is not part of a bank's fee, a column of costs may hold any costs.

import { words } from './whole-words.ts';

/** Fees that anybody may charge. */
export const FEES = words('FEE FEES');

/** Fees of a bank, a scheme or a merchant's acquirer. */
export const COMMISSIONS = words('COMMISSION COMMISSIONS COMM MSC MDR SURCHARGE SURCHARGES');
export const CHARGES = words('CHARGE CHARGES CHG CHGS CHRG CHRGS');

/** Taxes that may be charged on fees. */
export const TAXES = words('VAT TAX TAXES');
export const LEVIES = words('LEVY LEVIES');
/** Taxes that are never charged on fees. */
export const OTHER_TAXES = words('WHT DUTY DUTIES STAMP EMTL');

/** A row beside a transaction with one of these words is its fee, or the tax on it. */
export const FEE_LINE_WORDS = [...FEES, ...COMMISSIONS, ...CHARGES, ...TAXES, ...LEVIES];

export const FEES_ABROAD = words(
  'GEBUHR GEBUHREN ENTGELT ENTGELTE FRAIS COMISION COMISIONES COMISSAO COMMISSIONI PROVISJON OPLATA POPLATEK POPLATKY',
);
export const TAXES_ABROAD = words('TAXE STEUER KAPITALERTRAGSTEUER MWST IMPUESTO IMPOSTO IMPOSTA IVA VERGI');
