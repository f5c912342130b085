// Arbitrary positions for the property tests of holdings: figures of up to 20 digits and twelve decimals, and none.

import fc from 'fast-check';
import { NO_DAY } from '../../../src/core/money/calendar.ts';
import {
  HOLDING_FIGURES,
  HOLDING_TEXTS,
  type HoldingColumns,
} from '../../../src/core/records/holdings/holding-columns.ts';
import { scaledAt, scaledColumn } from '../../../src/core/records/holdings/scaled.ts';
import { textAt } from '../../../src/core/records/rows/columns.ts';
import { textColumnOf } from '../../../src/core/records/rows/text-column.ts';

const MOST = 10n ** 32n - 1n;
const figure = fc.option(
  fc.oneof(
    fc.bigInt({ min: -MOST, max: MOST }),
    fc.integer({ min: -99_999, max: 99_999 }).map((value) => BigInt(value) * 10n ** 10n),
    fc.constantFrom(0n, MOST, -MOST),
  ),
);
const word = fc.integer({ min: 0, max: 0xffffffff });
const text = fc.oneof(fc.constant(''), fc.string({ maxLength: 20 }));

export const samplePosition = fc.record({
  account: fc.constantFrom<string>('FUND A', 'FUND B', ''),
  currency: fc.constantFrom<string>('NGN', 'USD', 'JPY'),
  file: fc.constantFrom<string>('book.csv', 'custodian.csv'),
  asOfDay: fc.oneof(fc.integer({ min: 10_000, max: 30_000 }), fc.constant(NO_DAY)),
  flags: fc.nat(7),
  line: word,
  fingerprint: fc.tuple(word, word),
  figures: fc.tuple(...HOLDING_FIGURES.map(() => figure)),
  texts: fc.tuple(...HOLDING_TEXTS.map(() => text)),
});
export type SamplePosition = typeof samplePosition extends fc.Arbitrary<infer Position> ? Position : never;

export function holdingsOf(positions: readonly SamplePosition[]): HoldingColumns {
  const labels = (of: (one: SamplePosition) => string) => [...new Set(positions.map(of))];
  const [accounts, currencies, files] = [
    labels((one) => one.account),
    labels((one) => one.currency),
    labels((one) => one.file),
  ];
  const figures = HOLDING_FIGURES.map((name, k) => [name, scaledColumn(positions.map((one) => one.figures[k]!))]);
  const texts = HOLDING_TEXTS.map((name, k) => [name, textColumnOf(positions.map((one) => one.texts[k]!))]);
  return {
    count: positions.length,
    asOfDay: Int32Array.from(positions, (one) => one.asOfDay),
    account: Uint16Array.from(positions, (one) => accounts.indexOf(one.account)),
    currency: Uint8Array.from(positions, (one) => currencies.indexOf(one.currency)),
    flags: Uint8Array.from(positions, (one) => one.flags),
    file: Uint16Array.from(positions, (one) => files.indexOf(one.file)),
    line: Uint32Array.from(positions, (one) => one.line),
    fingerprint: Uint32Array.from(positions.flatMap((one) => one.fingerprint)),
    ...Object.fromEntries([...figures, ...texts]),
    accounts,
    currencies,
    files,
  };
}

/** All that each position says, labels in full. */
export const allPositions = (columns: HoldingColumns): SamplePosition[] =>
  Array.from({ length: columns.count }, (_, i) => ({
    account: columns.accounts[columns.account[i]!]!,
    currency: columns.currencies[columns.currency[i]!]!,
    file: columns.files[columns.file[i]!]!,
    asOfDay: columns.asOfDay[i]!,
    flags: columns.flags[i]!,
    line: columns.line[i]!,
    fingerprint: [columns.fingerprint[2 * i]!, columns.fingerprint[2 * i + 1]!],
    figures: HOLDING_FIGURES.map((name) => scaledAt(columns[name], i)) as SamplePosition['figures'],
    texts: HOLDING_TEXTS.map((name) => textAt(columns[name], i)) as SamplePosition['texts'],
  }));
