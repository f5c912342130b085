// Currency codes and signs as they stand beside amounts and in column titles. A three-letter word counts as a code
// only when it is one of ISO 4217's: a title such as "Amount (LCY)" names no currency.

const CODES = new Set(
  (
    'AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BHD BIF BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF CLP CNY ' +
    'COP CRC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GNF GTQ GYD HKD HNL HRK HTG HUF IDR ILS ' +
    'INR IQD IRR ISK JMD JOD JPY KES KGS KHR KMF KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL LTL LVL LYD MAD MDL MGA MKD MMK MNT ' +
    'MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR RON RSD RUB RWF SAR SBD SCR ' +
    'SDG SEK SGD SHP SLE SLL SOS SRD SSP STN SYP SZL THB TJS TMT TND TOP TRY TTD TWD TZS UAH UGX USD UYU UZS VES VND VUV WST ' +
    'XAF XCD XOF XPF YER ZAR ZMW ZWL'
  ).split(' '),
);

const SIGNS: Readonly<Record<string, string>> = {
  '₦': 'NGN',
  N: 'NGN',
  '=N=': 'NGN',
  '€': 'EUR',
  '£': 'GBP',
  $: 'USD',
  US$: 'USD',
  '₵': 'GHS',
  'GH₵': 'GHS',
  '¥': 'JPY',
  '₹': 'INR',
  Rs: 'INR',
  '₺': 'TRY',
  '₽': 'RUB',
  '₴': 'UAH',
  '₪': 'ILS',
  '₩': 'KRW',
  '฿': 'THB',
  '₱': 'PHP',
  KSh: 'KES',
  Ksh: 'KES',
  USh: 'UGX',
  R: 'ZAR',
  kr: 'SEK',
  Kr: 'SEK',
  Kč: 'CZK',
  Ft: 'HUF',
  zł: 'PLN',
  lei: 'RON',
  CFA: 'XOF',
  FCFA: 'XOF',
};

export const isCurrencyCode = (text: string) => CODES.has(text);

/** ISO code of a sign or code beside an amount, '' when the word is none. */
export function currencyOfSign(word: string): string {
  const known = SIGNS[word];
  if (known !== undefined) return known;
  const upper = word.toUpperCase();
  return CODES.has(upper) ? upper : '';
}

/** ISO code in a title: "Amount (EUR)", "Amount CZK", "Debit ₦"; '' when it names none. */
export function currencyOfTitle(title: string): string {
  for (const word of title.split(/[\s()[\]/:_.,-]+/)) {
    if (/^[A-Z]{3}$/.test(word) && CODES.has(word)) return word;
    if (/^[₦€£$₵¥₹₺₽₴₪₩฿₱]$/u.test(word)) return SIGNS[word];
  }
  return '';
}
