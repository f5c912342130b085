// Countries by code and name: each by all of its codes, under the names that people write, and old codes under new ones.

import { expect, test } from 'vitest';
import { countryCode } from '../../../src/core/screening/countries.ts';

test.each([
  ['jp', ['JP', 'jpn', 'Japan', ' japan ']],
  ['ci', ['CIV', 'Côte d’Ivoire', "Cote d'Ivoire", 'ivory coast']],
  ['cd', ['COD', 'ZR', 'Congo - Kinshasa', 'Democratic Republic of the Congo']],
  ['mm', ['MMR', 'BU', 'Burma', 'Myanmar']],
  ['gm', ['GMB', 'The Gambia', 'Gambia']],
  ['kn', ['Saint Kitts and Nevis', 'St. Kitts & Nevis']],
  ['kp', ['PRK', 'North Korea', "Democratic People's Republic of Korea"]],
  ['gb', ['UK', 'GBR', 'United Kingdom']],
])('%s is meant by each of its names', (code, names) => {
  expect(names.map(countryCode)).toEqual(names.map(() => code));
});

test.each(['Atlantis', 'ZZ', 'Unknown Region', 'EU', 'XA', 'QO', 'AAA', '', '--', '12'])('%s is no country', (text) =>
  expect(countryCode(text)).toBeNull(),
);
