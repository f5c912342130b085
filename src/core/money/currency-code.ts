// Which codes a currency may be given by, on the command line and in the environment: those that files are read with,
// and whatever else of ISO 4217 JavaScript itself knows. A typing error would otherwise be the currency of every row.

import { isCurrencyCode } from './currency-signs.ts';

/** Whether three capital letters are a currency. */
export const isIsoCurrency = (code: string): boolean =>
  isCurrencyCode(code) || Intl.supportedValuesOf('currency').includes(code);
