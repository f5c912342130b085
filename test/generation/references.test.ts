import { expect, test } from 'vitest';
import { dayNumber } from '../../src/core/money/calendar.ts';
import { seededRandom } from '../../src/generation/random.ts';
import { cutReference, ReferenceBook, withoutLeadingZeros, withPrefix } from '../../src/generation/references.ts';

const when = { day: dayNumber(2026, 9, 5), second: 3 * 3600 + 7 * 60 + 9 };

test('an NIP session id is 30 digits with the institution and the time in it', () => {
  const id = new ReferenceBook().issue('session', when, seededRandom('id'));
  expect(id).toMatch(/^0[09]09\d\d260905030709\d{12}$/);
});

test('a retrieval reference has 12 digits', () => {
  const random = seededRandom('rrn');
  for (let i = 0; i < 200; i++) expect(new ReferenceBook().issue('rrn', when, random)).toMatch(/^\d{12}$/);
});

test('numbers that are counted never repeat', () => {
  const book = new ReferenceBook();
  const random = seededRandom('counted');
  const cheques = Array.from({ length: 5_000 }, () => book.issue('cheque', when, random));
  expect(new Set(cheques).size).toBe(5_000);
});

test('a prefix or a separator leaves the number readable', () => {
  const random = seededRandom('prefix');
  for (let i = 0; i < 200; i++) {
    const changed = withPrefix('000901260905030709123456789012', random);
    expect(changed).not.toBe('000901260905030709123456789012');
    expect(changed.replace(/\D/g, '')).toBe('000901260905030709123456789012');
  }
});

test('a cut keeps a start or an end, and short numbers are not cut', () => {
  const random = seededRandom('cut');
  const whole = '000901260905030709123456789012';
  for (let i = 0; i < 200; i++) {
    const cut = cutReference(whole, random)!;
    expect(whole.startsWith(cut) || whole.endsWith(cut)).toBe(true);
    expect(cut.length).toBeLessThanOrEqual(16);
  }
  expect(cutReference('00048213', random)).toBeNull();
});

test('leading zeros are lost from numbers only', () => {
  expect(withoutLeadingZeros('00048213')).toBe('48213');
  expect(withoutLeadingZeros('626148213')).toBeNull();
  expect(withoutLeadingZeros('0AB12')).toBeNull();
});
