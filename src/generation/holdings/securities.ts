// The securities of made-up portfolios: shares of three markets, bonds quoted in per cent, options that count 100.
// Names and codes are made up; check digits are right.

import { isCusip, isIsin } from '../../core/reading/holdings/security-forms.ts';
import type { Random } from '../random.ts';

export interface MadeSecurity {
  /** '' for an option, which has only a local code. */
  readonly isin: string;
  readonly cusip: string;
  readonly localCode: string;
  readonly name: string;
  readonly currency: 'NGN' | 'USD' | 'GBP';
  /** As a decimal. */
  readonly factor: '1' | '0.01' | '100';
  /** In ten-thousandths of the currency unit. */
  readonly price: number;
}

const FIRST = 'ADA BENUE CALABAR DELTA EKITI GOMBE IBADAN JOS KANO LAGOS MINNA NIGER OGUN PLATEAU RIVERS SOKOTO'.split(
  ' ',
);
const SECOND = 'CEMENT BREWERIES BANK FOODS ENERGY TELECOMS SUGAR INSURANCE PAINTS STEEL MILLS SHIPPING'.split(' ');

const CHARACTERS = '0123456789ABCDEFGHJKLMNPQRSTUVWXYZ';

function withCheckDigit(body: string, is: (code: string) => boolean): string {
  for (let digit = 0; digit < 10; digit++) if (is(`${body}${digit}`)) return `${body}${digit}`;
  throw new RangeError(`no digit makes ${body} a code`);
}

const code = (random: Random, length: number): string =>
  Array.from({ length }, () => CHARACTERS[random.below(CHARACTERS.length)]).join('');

/** Security number n. No two have the same name or code. */
export function madeSecurity(n: number, random: Random): MadeSecurity {
  const drawn = random.below(100);
  const kind = drawn < 50 ? 'NG' : drawn < 70 ? 'US' : drawn < 80 ? 'GB' : drawn < 95 ? 'bond' : 'option';
  const number = String(n).padStart(6, '0');
  const name = `${FIRST[random.below(FIRST.length)]} ${SECOND[random.below(SECOND.length)]} ${number}`;
  const price = kind === 'bond' ? 850_000 + random.below(300_000) : 10_000 + random.below(2_000_000);
  if (kind === 'option') {
    const localCode = `${code(random, 3)}${number}C${random.below(900) + 100}`;
    return { isin: '', cusip: '', localCode, name: `${name} CALL`, currency: 'USD', factor: '100', price };
  }
  // The body contains the security's number, so no two are equal.
  const body = `${code(random, 3)}${number.slice(-5)}`;
  if (kind === 'US') {
    const cusip = withCheckDigit(body, isCusip);
    const isin = withCheckDigit(`US${cusip}`, isIsin);
    return { isin, cusip, localCode: '', name, currency: 'USD', factor: '1', price };
  }
  const country = kind === 'GB' ? 'GB' : 'NG';
  const isin = withCheckDigit(`${country}${kind === 'bond' ? 'B' : 'E'}${body}`, isIsin);
  return {
    isin,
    cusip: '',
    localCode: '',
    name: kind === 'bond' ? `${name} 12% 2031` : name,
    currency: kind === 'GB' ? 'GBP' : 'NGN',
    factor: kind === 'bond' ? '0.01' : '1',
    price,
  };
}
