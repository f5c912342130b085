// Machine readable zones: ICAO's own specimens, what recognition confuses, and that what cannot be told is refused.

import { describe, expect, test } from 'vitest';
import { drawFrom, specimen } from '../../../bench/specimens.ts';
import { checkDigit } from '../../../src/core/documents/mrz/check-digit.ts';
import { LAYOUTS } from '../../../src/core/documents/mrz/formats.ts';
import { readMrz } from '../../../src/core/documents/mrz/read-mrz.ts';

const TODAY = '2026-11-23';
/** A zone whose digits are those of one number, with another one in its place. */
function zoneWith(number: string, misread: string) {
  const line = `${number}${checkDigit(number)}UTO7408122F1204159${'<'.repeat(14)}0`;
  const composite = checkDigit(line.slice(0, 10) + line.slice(13, 20) + line.slice(21, 43));
  return readMrz([[TD3[0], line.replace(number, misread) + composite]], { today: TODAY });
}

const read = (...lines: string[]) => readMrz([lines], { today: TODAY });

// Of ICAO 9303, parts 4 to 7.
const TD3 = ['P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<', 'L898902C36UTO7408122F1204159ZE184226B<<<<<10'] as const;
const SPECIMENS: readonly (readonly [format: string, lines: readonly string[], values: object])[] = [
  ['td3', TD3, { document_number: 'L898902C3', issuing_state: 'UTO', optional_data: 'ZE184226B', document_code: 'P' }],
  [
    'td1',
    ['I<UTOD231458907<<<<<<<<<<<<<<<', '7408122F1204159UTO<<<<<<<<<<<6', 'ERIKSSON<<ANNA<MARIA<<<<<<<<<<'],
    { document_number: 'D23145890', nationality: 'UTO' },
  ],
  [
    'td2',
    ['I<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<', 'D231458907UTO7408122F1204159<<<<<<<6'],
    { document_number: 'D23145890' },
  ],
  [
    'mrva',
    ['V<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<', 'L8988901C4XXX4009078F96121096ZE184226B<<<<<<'],
    { document_number: 'L8988901C', date_of_birth: '1940-09-07', expiry_date: '1996-12-10' },
  ],
  [
    'mrvb',
    ['V<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<', 'L8988901C4XXX4009078F9612109<<<<<<<<'],
    { document_number: 'L8988901C', nationality: 'XXX' },
  ],
];

test.each(SPECIMENS)('the specimen of %s holds', (format, lines, values) => {
  const zone = read(...lines);
  expect(zone).toMatchObject({
    format,
    valid: true,
    values: { last_name: 'ERIKSSON', first_name: 'ANNA MARIA', sex: 'F' },
  });
  expect(zone).toMatchObject({ values });
  expect(zone!.digits.every(({ valid, repaired }) => valid && repaired === 0)).toBe(true);
  // One digit more and it does not.
  const wrong = lines.map((line) => line.replace(/\d(?=[MF])/, (digit) => String((Number(digit) + 1) % 10)));
  expect(read(...wrong)?.valid).toBe(false);
});

test('a number of TD1 that is longer than its field goes on in the optional data', () => {
  const number = 'D23145890734';
  const upper = `I<UTO${number.slice(0, 9)}<${number.slice(9)}${checkDigit(number)}`.padEnd(30, '<');
  const middle = '7408122F1204159UTO<<<<<<<<<<<';
  const composite = checkDigit(upper.slice(5) + middle.slice(0, 7) + middle.slice(8, 15) + middle.slice(18));
  expect(read(upper, middle + composite, SPECIMENS[1][1][2])).toMatchObject({
    valid: true,
    values: { document_number: number },
  });
});

describe('what recognition confuses', () => {
  test('is put right where a place takes digits or letters alone, and told', () => {
    const zone = read(TD3[0].replace('UTO', 'UT0'), TD3[1].replace('7408122', '74O8I22').replace('UTO', 'UT0'));
    expect(zone).toMatchObject({ valid: true, lines: TD3 });
    expect(zone!.digits.find(({ checks }) => checks === 'date_of_birth')).toMatchObject({ repaired: 2, guessed: 0 });
  });

  test('in a number is put right when one reading alone holds, and told as a guess', () => {
    const zone = read(TD3[0], TD3[1].replace('L898902C3', 'L8989O2C3'));
    expect(zone).toMatchObject({ valid: true, lines: TD3 });
    expect(zone!.digits.find(({ checks }) => checks === 'document_number')).toMatchObject({ repaired: 1, guessed: 1 });
  });

  test('is refused when more than one reading holds', () => {
    // Read with an O in two places of one weight, of which one is a zero in truth: either would do.
    const number = 'A0120450B';
    const misread = 'AO12O450B';
    expect(zoneWith(number, misread)).toMatchObject({ valid: false, values: { document_number: misread } });
    expect(zoneWith(number, 'A012O450B')).toMatchObject({ valid: true, values: { document_number: number } });
  });

  test('is put right by what is printed elsewhere, which is no guess', () => {
    const lines = zoneWith('OB7441251', 'OB7441251')!.lines;
    const misread = lines.map((line) => line.replace('OB7441251', '087441251'));
    expect(readMrz([misread], { today: TODAY })?.valid).toBe(false);
    const zone = readMrz([misread], { today: TODAY, printed: ['NOTHING', 'OB7441251'] });
    expect(zone).toMatchObject({ valid: true, values: { document_number: 'OB7441251' } });
    expect(zone!.digits.find(({ checks }) => checks === 'document_number')).toMatchObject({ repaired: 2, guessed: 0 });
  });

  test('is left alone among its own kind, where guessing would make a digit hold by chance', () => {
    expect(zoneWith('A01284507', 'A01234507')).toMatchObject({ valid: false });
  });

  test('two readings that both hold and differ are none', () => {
    const other = specimen(drawFrom(7), 'td3').lines;
    expect(readMrz([TD3, other], { today: TODAY })?.valid).toBe(false);
    expect(readMrz([TD3, TD3], { today: TODAY })?.valid).toBe(true);
  });

  test('rows of fillers that came out too long or short are made to fit', () => {
    const zone = read(TD3[0].slice(0, -3), TD3[1].replace('<<<<<', '<<<<<<<'));
    expect(zone).toMatchObject({ valid: true, lines: TD3 });
    expect(read(TD3[0], TD3[1].replace('408122', '40812'))?.valid).not.toBe(true);
  });
});

test('what is no zone is none, and days that do not exist are not valid', () => {
  expect(read()).toBeNull();
  expect(read('HELLO', 'WORLD')).toBeNull();
  expect(read('A'.repeat(44), 'B'.repeat(44))).toBeNull();
  const born = '741332';
  const line = TD3[1].replace('7408122', born + checkDigit(born));
  const composite = checkDigit(line.slice(0, 10) + line.slice(13, 20) + line.slice(21, 43));
  expect(read(TD3[0], line.slice(0, 43) + composite)).toMatchObject({ valid: false });
});

test('of misread numbers hardly any hold with another value, and each that does says that it was guessed', () => {
  const draw = drawFrom(20_261_123);
  const looks: Readonly<Record<string, string>> = {
    0: 'O',
    1: 'I',
    2: 'Z',
    5: 'S',
    8: 'B',
    B: '8',
    S: '5',
    Z: '2',
  };
  // Not 6 and G, or 1 and L: they are worth the same modulo 10, and no digit can tell them apart.
  let tried = 0;
  let wrong = 0;
  for (let n = 0; n < 2_000; n++) {
    const { lines, format } = specimen(draw, LAYOUTS[n % LAYOUTS.length].format);
    const span = LAYOUTS.find((one) => one.format === format)!.fields.find(
      ({ field }) => field === 'document_number',
    )!.span;
    const at = span[1] + Math.floor(draw() * 9);
    const line = lines[span[0]];
    // What is confused, and what no table has: a digit read as another digit.
    const char = n % 2 === 0 ? looks[line[at]] : /\d/.test(line[at]) ? String((Number(line[at]) + 3) % 10) : undefined;
    if (char === undefined) continue;
    tried++;
    const misread = lines.map((one, row) => (row === span[0] ? one.slice(0, at) + char + one.slice(at + 1) : one));
    const zone = readMrz([misread], { today: TODAY });
    if (!zone?.valid || zone.lines.join() === lines.join()) continue;
    wrong++;
    expect(zone.digits.some(({ guessed }) => guessed > 0)).toBe(true);
  }
  expect(tried).toBeGreaterThan(1_000);
  expect(wrong / tried).toBeLessThan(0.02);
});

test('fillers that are read as letters are fillers, and in a number that is a guess', () => {
  expect(read(TD3[0].replace('<<<<<<<<<<<<<<<<<<<', 'LKLLCLLLLKKLLLKLLCLLKK'), TD3[1])).toMatchObject({
    ...{ valid: true, values: { last_name: 'ERIKSSON', first_name: 'ANNA MARIA' } },
  });
  const empty = 'L898902C36UTO7408122F1204159<<KL<L<K<K<K<<0';
  const composite = checkDigit('L898902C36' + '7408122' + '1204159' + '<'.repeat(14) + '0');
  const zone = read(TD3[0], empty + composite);
  expect(zone).toMatchObject({ valid: true });
  expect(zone!.values.optional_data).toBeUndefined();
  expect(zone!.digits.find(({ checks }) => checks === 'optional_data')!.guessed).toBeGreaterThan(0);
});

test('a visa is no passport, also behind an ornament that was read as a letter', () => {
  const [first, second] = [
    'V<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<',
    'L8988901C4XXX4009078F96121096ZE184226B<<<<<<',
  ];
  for (const ornament of ['L', 'L ', 'K']) {
    expect(read(ornament + first, second)).toMatchObject({ format: 'mrva', valid: true });
  }
  // A zone of a passport's form holds only as one of a passport.
  expect(read(TD3[0].replace('P', 'L'), TD3[1])?.valid).toBe(false);
  expect(read(`L${TD3[0]}`, TD3[1])).toMatchObject({ format: 'td3', valid: true });
});
