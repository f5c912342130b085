// Documents held against themselves, against who is claimed and against a provider: nothing is verified that is expired,
// says two things, is of somebody else, or that only the provider calls so.

import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { drawFrom, NO_WEAR, pictureOf, type Specimen, specimen } from '../../../bench/specimens.ts';
import { httpVerifier } from '../../../src/adapters/verifier/http-verifier.ts';
import { picture, pngBomb } from '../../adapters/imaging/images.ts';
import { base64, card, LICENCE, NIN_SLIP } from './papers.ts';
import { verifying } from './under-test.ts';

let service: Awaited<ReturnType<typeof verifying>>;
let provided: Awaited<ReturnType<typeof verifying>>;
let provider: Server;
let record: object = {};
let asked: { images?: string[] } = {};
beforeAll(async () => {
  provider = createServer((request, reply) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk) => chunks.push(chunk));
    request.on('end', () => {
      asked = JSON.parse(Buffer.concat(chunks).toString());
      reply.end(JSON.stringify(request.url === '/token' ? { accessToken: 'token' } : record));
    });
  });
  await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve));
  const baseUrl = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`;
  service = await verifying();
  const verifier = httpVerifier({ baseUrl, client: 'c', secret: 's', timeoutMs: 2_000 });
  // One process reads for both: its models are loaded once.
  provided = await verifying({ verifier, imaging: service.imaging });
});
afterAll(async () => {
  await service.close();
  await provided.close();
  provider.closeAllConnections();
  provider.close();
});

const passport = specimen(drawFrom(5), 'td3');
const printed = (one: Specimen) => pictureOf(one, 'DejaVu Sans Mono', NO_WEAR);
const born = (yymmdd: string) => `19${yymmdd.slice(0, 2)}-${yymmdd.slice(2, 4)}-${yymmdd.slice(4)}`;
const holder = {
  last_name: passport.lastName,
  first_name: passport.firstName,
  date_of_birth: born(passport.values.born),
};
type Parts = Record<string, { status: string; reasons: { code: string }[] }>;
async function checked(given: object) {
  const { status, body, text } = await service.post('doc_check/all', given);
  const parts: Parts = Object.fromEntries((body.checks ?? []).map((one: { name: string }) => [one.name, one]));
  return { status, body, text, parts };
}

test('a sound passport of the claimed holder: each part is verified but the face that was not shown', async () => {
  const front = base64(await printed(passport));
  const { body, text, parts } = await checked({ document_type: 'passport', front, claimed: holder });
  expect(Object.entries(parts).map(([name, { status }]) => [name, status])).toEqual([
    ...[
      ['quality', 'verified'],
      ['mrz', 'verified'],
      ['expiry', 'verified'],
      ['field_consistency', 'verified'],
    ],
    ['face_match', 'partial'],
  ]);
  expect(body).toMatchObject({ status: 'partial', reasons: [{ code: 'no_selfie' }] });
  expect(text).not.toContain(passport.values.number);

  const other = { ...holder, last_name: 'Sanusi', first_name: 'Halima' };
  for (const [given, part, code] of [
    [{ document_type: 'passport', claimed: other }, 'field_consistency', 'name_differs'],
    [{ document_type: 'visa', claimed: holder }, 'mrz', 'document_type_differs'],
    [{ document_type: 'passport', claimed: holder, country: 'Japan' }, 'mrz', 'country_differs'],
  ] as const) {
    const one = await checked({ front, ...given });
    expect(one.body.status).toBe('not_verified');
    expect(one.parts[part].status).toBe('not_verified');
    expect(one.parts[part].reasons.map((reason) => reason.code)).toContain(code);
  }
});

test('an expired one, one whose zone says something else than its print, and one without a zone', async () => {
  const expired = specimen(drawFrom(5), 'td3', { expires: '200101' });
  const old = await checked({ document_type: 'passport', front: base64(await printed(expired)), claimed: holder });
  expect(old.parts['expiry']).toMatchObject({ status: 'not_verified', reasons: [{ code: 'expired' }] });
  const forged = await printed({ ...passport, lastName: 'SANUSI', firstName: 'HALIMA' });
  const two = await checked({ document_type: 'passport', front: base64(forged), claimed: holder });
  expect(two.parts['field_consistency']).toMatchObject({ status: 'not_verified' });
  expect(two.body.reasons.map(({ code }: { code: string }) => code)).toContain('printed.name_differs');

  const front = base64(await card(LICENCE).jpeg().toBuffer());
  const claimed = { first_name: 'Adaeze', last_name: 'Okonkwo', date_of_birth: '1990-04-12' };
  const licence = await checked({ document_type: 'drivers_licence', country: 'NG', front, claimed });
  expect(licence.body.status).toBe('review');
  expect(licence.parts['mrz']).toMatchObject({ status: 'review', reasons: [{ code: 'mrz_not_expected' }] });
  expect(licence.parts['field_consistency']).toMatchObject({ status: 'verified' });
  expect((await checked({ document_type: 'passport', front, claimed })).body.status).toBe('not_verified');
});

test('a card in two pictures, and pictures that are none', async () => {
  const id = specimen(drawFrom(8), 'td1');
  const [front, back] = [
    base64(await card(['IDENTITY CARD', 'SURNAME', id.lastName, 'SIGNATURE', 'OF THE HOLDER']).jpeg().toBuffer()),
    base64(await printed(id)),
  ];
  const both = await checked({ document_type: 'national_id', front, back });
  expect(both.parts['mrz']).toMatchObject({ status: 'verified' });
  expect(both.parts['field_consistency']).toMatchObject({ status: 'partial', reasons: [{ code: 'nobody_claimed' }] });
  expect(both.body.status).toBe('partial');

  const blank = await checked({
    document_type: 'passport',
    front: base64(await picture(300, 200).blur(9).png().toBuffer()),
  });
  expect(blank.body.status).toBe('not_verified');
  expect(blank.parts['quality'].reasons.map(({ code }) => code)).toContain('low_resolution');
  const bomb = await checked({ document_type: 'passport', front, back: base64(pngBomb(30_000)) });
  expect(bomb.body).toMatchObject({ status: 'error', reasons: [{ code: 'image_too_large' }], checks: [] });
  const damaged = await checked({ document_type: 'passport', front, selfie: base64(Buffer.from('x')) });
  expect([damaged.status, damaged.body.detail[0].loc]).toEqual([422, ['body', 'selfie', 'content_base64']]);
});

test('a provider is crossed with our own reading: its word alone verifies nobody', { timeout: 30_000 }, async () => {
  const slip = (nin: string) =>
    card(NIN_SLIP.map((line) => (line.startsWith('7123') ? nin : line)))
      .jpeg()
      .toBuffer();
  const images = [base64(await slip('7123 456 7894'))];
  const same = await service.post('verifier_doc_check', { document_type: 'nin_slip', images });
  expect(same.body).toMatchObject({ status: 'verified', provider: 'sandbox', source: { provider: 'sandbox' } });
  expect(same.text).not.toMatch(/71234567894|Okonkwo/i);
  const other = [base64(await slip('7123 456 7893'))];
  expect((await service.post('verifier_doc_check', { document_type: 'nin_slip', images: other })).body).toMatchObject({
    status: 'not_verified',
    text_data: [
      { name: 'name', agrees: false },
      { name: 'date_of_birth', agrees: false },
      { name: 'number', agrees: true },
    ],
  });

  const ask = () => provided.post('verifier_doc_check', { document_type: 'nin_slip', images });
  const sound = { firstname: 'Adaeze', lastname: 'Okonkwo', birthdate: '12-04-1990', number: '71234567894' };
  record = { summary: { document_check: { status: 'verified' } }, document: { ...sound, middlename: 'Ngozi' } };
  expect((await ask()).body).toMatchObject({ status: 'verified', provider: 'qoreid', overall_status: 'verified' });
  expect(asked.images).toEqual([images[0].content_base64]);
  for (const [document, code] of [
    [{ ...sound, firstname: 'Musa', lastname: 'Bello' }, 'name_differs'],
    [{ ...sound, number: '11111111111' }, 'number_differs'],
    [{ ...sound, expiryDate: '2020-01-01' }, 'expired'],
  ] as const) {
    record = { summary: { document_check: { status: 'verified' } }, document };
    const { body } = await ask();
    expect([body.status, body.reasons.map((one: { code: string }) => one.code)]).toEqual([
      'not_verified',
      expect.arrayContaining([code]),
    ]);
  }
  record = { verified: true };
  expect((await ask()).body).toMatchObject({ status: 'error', reasons: [{ code: 'provider_not_understood' }] });
});
