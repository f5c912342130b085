// The remarks of OFAC's CSV files: statements between semicolons, each a word for what it is and its value. What has no
// use for screening is passed over.

import type { ListedNumber } from './listed-numbers.ts';

interface Remarks {
  readonly names: readonly string[];
  readonly birthDates: readonly string[];
  readonly countries: readonly string[];
  readonly genders: readonly string[];
  readonly numbers: readonly ListedNumber[];
}

/** A label that ends in a word for numbers, the number, and behind it its country or when it was issued. */
const NUMBER =
  /^([^:]{0,60}?(?:No\b|Number|\bID\b|#|Passport|Code|Card|Certificate|Registry|Identification|Address - [A-Z0-9]{2,10}|BIC|SSN|MMSI|LEI|R\.F\.C|RFC|C\.U\.R\.P|C\.U\.I\.P|C\.U\.I\.T|D\.N\.I|I\.F\.E|RTN)\.?(?: No\.?| Number| #)?)(?: \([^)]{1,60}\))? (\S.{2,100}?)(?: \((?:([^()]{2,60})\))?| issued | expires |$)/i;
const NO_IDENTIFIER = /phone|fax|mail|website|address$|zip/i;

export function readRemarks(text: string): Remarks {
  const found = {
    names: [] as string[],
    birthDates: [] as string[],
    countries: [] as string[],
    genders: [] as string[],
    numbers: [] as ListedNumber[],
  };
  for (const part of text.split(';')) {
    const statement = part
      .trim()
      .replace(/^alt\. /, '')
      .replace(/\.$/, '');
    const [, name] = /^[afn]\.k\.a\. ['‘](.+)['’]$/.exec(statement) ?? [];
    const [, born] = /^DOB (.+)$/.exec(statement) ?? [];
    const [, country] = /^(?:nationality|citizen|Nationality of Registration) (.+)$/.exec(statement) ?? [];
    const [, gender] = /^Gender (\w+)/.exec(statement) ?? [];
    const [, label, number, issuer] = NUMBER.exec(statement) ?? [];
    if (name !== undefined) found.names.push(name);
    else if (born !== undefined) found.birthDates.push(born);
    else if (country !== undefined) found.countries.push(country);
    else if (gender !== undefined) found.genders.push(gender);
    else if (label !== undefined && number !== undefined && isNumber(label, number))
      found.numbers.push({ label, number, country: issuer ?? '' });
  }
  return found;
}

/** Codes of banks may be letters alone. */
const isNumber = (label: string, number: string): boolean =>
  !NO_IDENTIFIER.test(label) && (/\d/.test(number) || /bic|swift/i.test(label));
