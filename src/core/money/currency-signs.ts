// Currency codes and signs beside amounts and in column titles. A three-letter word is a code only if ISO 4217 has it:
// the title "Amount (LCY)" names no currency.

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
  'GH¢': 'GHS',
  R$: 'BRL',
  '¥': 'JPY',
  '₹': 'INR',
  Rs: 'INR',
  '₺': 'TRY',
  TL: 'TRY',
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

/** Signs that several currencies share. Something else in the file must say which one is meant. */
const SHARED: Readonly<Record<string, string>> = {
  $: 'USD CAD AUD NZD SGD HKD MXN ARS CLP COP UYU TTD JMD BBD BSD BZD FJD GYD LRD NAD XCD BMD KYD SRD TWD',
  kr: 'SEK NOK DKK ISK',
  Kr: 'SEK NOK DKK ISK',
  '¥': 'JPY CNY',
  '£': 'GBP EGP LBP SSP SDG SYP GIP FKP SHP',
  Rs: 'INR PKR LKR NPR MUR SCR',
  R: 'ZAR NAD LSL SZL',
  lei: 'RON MDL',
  CFA: 'XOF XAF',
  FCFA: 'XOF XAF',
};
const USERS = new Map(Object.entries(SHARED).map(([sign, codes]) => [sign, codes.split(' ')] as const));

/** Whether a word beside an amount is a sign of several currencies: `$` is, `US$` and `USD` are not. */
export const isSharedSign = (word: string): boolean => USERS.has(word);

/** Whether a shared sign, which usually means `code`, may also mean `own`: $ for CAD. */
export const sharesSign = (code: string, own: string): boolean =>
  [...USERS.values()].some((codes) => codes[0] === code && codes.includes(own));

export const isCurrencyCode = (text: string) => CODES.has(text);

/** ISO code of a sign or code beside an amount; '' for any other word. */
export function currencyOfSign(word: string): string {
  const known = SIGNS[word];
  if (known !== undefined) return known;
  const upper = word.toUpperCase();
  return CODES.has(upper) ? upper : '';
}

/** Common names of currencies, without case and accents; numbers are ISO 4217's, which switches use. */
const NAMES: Readonly<Record<string, string>> = {
  NGN: 'naira|nairas|nigerian naira|nigeria naira|566',
  USD: 'us dollar|us dollars|usd dollar|dollar|dollars|u s dollar|u s dollars|american dollar|united states dollar|840',
  EUR: 'euro|euros|978',
  GBP: 'pound|pounds|pound sterling|pounds sterling|sterling|british pound|british pounds|gb pound|uk pound|826',
  GHS: 'cedi|cedis|ghana cedi|ghana cedis|ghanaian cedi|936',
  XOF: 'cfa|cfa franc|franc cfa|francs cfa|cfa bceao|west african cfa franc|952',
  XAF: 'cfa beac|central african cfa franc|950',
  KES: 'kenya shilling|kenyan shilling|kenya shillings|404',
  UGX: 'uganda shilling|ugandan shilling|800',
  TZS: 'tanzania shilling|tanzanian shilling|834',
  ZAR: 'rand|south african rand|710',
  EGP: 'egyptian pound|818',
  JPY: 'yen|japanese yen|392',
  CNY: 'yuan|yuan renminbi|chinese yuan|renminbi|rmb|人民币|人民幣|156',
  INR: 'indian rupee|indian rupees|356',
  CHF: 'swiss franc|swiss francs|schweizer franken|franken|756',
  CAD: 'canadian dollar|canadian dollars|124',
  AUD: 'australian dollar|australian dollars|036',
  AED: 'dirham|uae dirham|784',
  BRL: 'real|reais|brazilian real|986',
  PLN: 'zloty|zlotych|polish zloty|985',
  HUF: 'forint|348',
  CZK: 'koruna|koruna ceska|czech koruna|203',
};
const BY_NAME = new Map(Object.entries(NAMES).flatMap(([code, names]) => names.split('|').map((name) => [name, code])));

/** ISO code in a cell of a currency column: a code in any case, a sign, a name, or several of these; '' for none. */
export function currencyNamed(text: string): string {
  const trimmed = text.trim();
  const sign = currencyOfSign(trimmed);
  if (sign !== '') return sign;
  const plain = trimmed
    .normalize('NFD')
    .replace(/[\p{M}]/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .replace(/ł/g, 'l');
  const named = BY_NAME.get(plain);
  if (named !== undefined) return named;
  // “NGN - Nigerian Naira”, “US Dollar (USD)”: one code with words.
  const codes = new Set(trimmed.split(/[^\p{L}\p{N}]+/u).filter((word) => CODES.has(word)));
  return codes.size === 1 && trimmed.length <= 40 ? [...codes][0] : '';
}

/** The currency in a title: "Amount (EUR)", "Amount CZK", "Debit ₦". */
export interface NamedCurrency {
  /** ISO code, '' for none. */
  readonly code: string;
  /** Whether only a sign that several currencies share names it. */
  readonly shared: boolean;
  /** Whether only some cells name it, all by one sign. */
  readonly few?: true;
}

export function currencyOfTitle(title: string): NamedCurrency {
  for (const word of title.split(/[\s()[\]/:_.,-]+/)) {
    if (/^[A-Z]{3}$/.test(word) && CODES.has(word)) return { code: word, shared: false };
    if (/^(euros?|nairas?)$/i.test(word)) return { code: word[0].toLowerCase() === 'e' ? 'EUR' : 'NGN', shared: false };
    if (/^(?:[₦€£$₵¥₹₺₽₴₪₩฿₱]|US\$|R\$|GH[₵¢])$/u.test(word)) return { code: SIGNS[word], shared: isSharedSign(word) };
  }
  return { code: '', shared: false };
}
