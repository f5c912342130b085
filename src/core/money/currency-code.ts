// The currency codes that the command line and the environment accept: those of files, and all others of ISO 4217 that
// JavaScript knows. Otherwise a typing error would become the currency of every row.

import { isCurrencyCode } from './currency-signs.ts';

/** Whether three capital letters are a currency. */
export const isIsoCurrency = (code: string): boolean =>
  isCurrencyCode(code) || Intl.supportedValuesOf('currency').includes(code);

/** Codes that ISO 4217 withdrew since 1990: old statements are kept and compared. */
const WITHDRAWN = new Set(
  (
    'ADP AFA ALK AOK AON AOR ATS AYM AZM BEF BGL BYB BYR CSD CSK CYP DEM ECS EEK ESP FIM FRF GEK GHC GRD GWP HRD HRK IEP ' +
    'ITL LTL LTT LUF LVL LVR MGF MLF MRO MTL MXP MZM NLG PEI PES PLZ PTE ROL RUR SDD SDP SIT SKK SRG STD SUR TJR TMM TPE ' +
    'TRL UAK UYP VEB VEF XEU YDD YUD YUM YUN ZAL ZMK ZRN ZRZ ZWD ZWN ZWR'
  ).split(' '),
);

/** Whether three capital letters were ever a currency, for files that name the currency in a place of its own. */
export const isStatedCurrency = (code: string): boolean => isIsoCurrency(code) || WITHDRAWN.has(code);
