// The currency codes that the command line and the environment accept: those of files, and all others of ISO 4217 that
// JavaScript knows. Otherwise a typing error would become the currency of every row.

import { isCurrencyCode } from './currency-signs.ts';

/** Whether three capital letters are a currency. */
export const isIsoCurrency = (code: string): boolean =>
  isCurrencyCode(code) || Intl.supportedValuesOf('currency').includes(code);
