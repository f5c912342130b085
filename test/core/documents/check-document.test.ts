// Days of a document that cannot be: each is told, and verifies nobody.

import { expect, test } from 'vitest';
import { consistencyPart, expiryPart, mrzPart } from '../../../src/core/documents/check-document.ts';
import type { Extracted } from '../../../src/core/documents/extract.ts';

const ASKED = { type: 'passport', country: null, claimed: null, today: '2026-11-23', readPhone: () => null } as const;

const printing = (values: Record<string, string>): Extracted => {
  const printed = Object.entries(values).map(([name, value]) => ({ name, value, confidence: 1, box: null, page: 1 }));
  return { fields: printed, printed, mrz: null, rules: null, isMarked: true };
};

const SOUND = { date_of_birth: '1990-04-12', issue_date: '2022-03-01', expiry_date: '2032-02-28' };

test.each([
  ['is issued before it expires', {}, 'expiry_printed'],
  ['is issued after it expires', { issue_date: '2033-01-01' }, 'issued_later'],
  ['will be issued', { issue_date: '2026-12-01' }, 'issued_later'],
  ['is issued before its holder is born', { date_of_birth: '2023-05-01' }, 'born_later'],
  ['has expired', { expiry_date: '2026-11-22' }, 'expired'],
])('a document that %s', (_, change, code) => {
  const { status, reasons } = expiryPart(printing({ ...SOUND, ...change }), ASKED);
  expect([status, reasons.map((one) => one.code)]).toEqual([
    code === 'expiry_printed' ? 'review' : 'not_verified',
    [code],
  ]);
});

test.each([
  ['2027-01-01', 'date_of_birth_in_future'],
  ['1880-01-01', 'date_of_birth_too_long_ago'],
])('whose holder is born on %s is nobody’s', (date_of_birth, code) => {
  const read = printing({ ...SOUND, date_of_birth, last_name: 'OBI', first_name: 'ADA' });
  const alone = consistencyPart(read, ASKED);
  expect([alone.status, alone.reasons[0]?.code]).toEqual(['not_verified', code]);
  const claimed = { fullName: 'Ada Obi', dateOfBirth: date_of_birth };
  const both = consistencyPart(read, { ...ASKED, claimed });
  expect([both.status, both.reasons.map((one) => one.code)]).toEqual(['not_verified', [code]]);
});

test('a country that is none is not the one of the zone', () => {
  const values = { document_code: 'P', issuing_state: 'NGA' };
  const read = {
    ...printing({}),
    mrz: { format: 'TD3', valid: true, digits: [], values, lines: [] },
  } as unknown as Extracted;
  const codes = (country: string) => mrzPart(read, { ...ASKED, country }).reasons.map((one) => one.code);
  expect([codes('NG'), codes('Atlantis'), codes('GH')]).toEqual([[], ['country_differs'], ['country_differs']]);
});
