// The word for a currency, and the names of currencies, in all languages that the runtime's own tables have (CLDR, by
// Intl). Its name for the code XXX is “unknown currency” and for the region ZZ “unknown region”: what stands in the one
// and not in the other is the word. Built when first asked, 60 and 90 ms.

import { plainTitle } from './plain-title.ts';

const LETTERS = [...'abcdefghijklmnopqrstuvwxyz'];
/** Scripts that put no spaces between words. A Han character is a word by itself: 币 of 货币 is that of 币种. */
const UNSPACED = /[\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u;
const HAN = /\p{sc=Han}/u;

const once = <T>(make: () => T): (() => T) => {
  let made: T | undefined;
  return () => (made ??= make());
};

const languages = once(() =>
  Intl.DisplayNames.supportedLocalesOf([
    ...LETTERS.flatMap((first) => LETTERS.map((second) => first + second)),
    'zh-Hant',
  ]),
);

const nameIn = (language: string, type: 'currency' | 'region', code: string): string =>
  plainTitle(new Intl.DisplayNames(language, { type }).of(code) ?? '');

/** The words of “unknown currency” that “unknown region” lacks, as one text, for each language that has both. */
const wordsForCurrency = once(() =>
  languages().flatMap((language): string[] => {
    const [name, other] = [nameIn(language, 'currency', 'XXX'), nameIn(language, 'region', 'ZZ')];
    if (name === 'xxx' || other === 'zz') return [];
    // Letters of an unspaced script are not words: all of its text stays.
    if (UNSPACED.test(name)) return [name];
    if (HAN.test(name)) return [[...name].filter((c) => !other.includes(c)).join(' ')];
    return [
      name
        .split(' ')
        .filter((word) => !other.split(' ').includes(word))
        .join(' '),
    ];
  }),
);

/** Shortest word that may end a longer one: Kontowährung, العملة. */
const SHORTEST_END = 4;

/** Whether a label has the word for a currency in some language: “Kode Mata Uang”, “Валюта счёта”. */
export function hasWordForCurrency(label: string): boolean {
  const plain = plainTitle(label);
  const words = HAN.test(plain) ? [...plain] : plain.split(' ');
  const says = (word: string, own: string) =>
    own === word || (own.length >= SHORTEST_END && word.endsWith(own)) || (UNSPACED.test(word) && own.includes(word));
  return wordsForCurrency().some((text) => text.split(' ').some((own) => words.some((word) => says(word, own))));
}

/** Whether a text is the name of that currency in some language, or words of it: “soles” and “円” are PEN and JPY. */
export function isNameOf(code: string, text: string): boolean {
  const words = plainTitle(text).split(' ');
  return languages().some((language) => {
    const style = { style: 'currency', currency: code, currencyDisplay: 'name' } as const;
    const several = plainTitle(new Intl.NumberFormat(language, style).format(2).replace(/\d+/, ' ')).split(' ');
    return words.every((word) => several.includes(word)) || nameIn(language, 'currency', code) === words.join(' ');
  });
}

const names = once(() => {
  const codes = new Map<string, string>();
  for (const language of languages()) {
    const of = new Intl.DisplayNames(language, { type: 'currency' });
    for (const code of Intl.supportedValuesOf('currency')) {
      const name = plainTitle(of.of(code) ?? '');
      codes.set(name, (codes.get(name) ?? code) === code ? code : '');
    }
  }
  return codes;
});

/** ISO code of the currency that a text is the name of in some language: “美元”, “Доллар США”; '' for none or several. */
export const currencyNamedAbroad = (text: string): string => names().get(plainTitle(text)) ?? '';
