// Documents over HTTP, in the real imaging process: pictures of made-up papers, PDF, and what is no document at all.

import { deflateSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { drawFrom, NO_WEAR, pictureOf, specimen } from '../../../bench/specimens.ts';
import { jpegBomb, picture, pngBomb } from '../../adapters/imaging/images.ts';
import { base64, CERTIFICATE, card, LICENCE, NIN_SLIP, pdf, VOTERS_CARD } from './papers.ts';
import { verifying } from './under-test.ts';

let service: Awaited<ReturnType<typeof verifying>>;
beforeAll(async () => {
  service = await verifying();
});
afterAll(() => service.close());

const extracted = async (bytes: Uint8Array, given: object = {}) =>
  (await service.post('doc_extract', { document: base64(bytes), ...given })).body;
const valuesOf = (body: { fields: { name: string; value: string }[] }) =>
  Object.fromEntries(body.fields.map(({ name, value }) => [name, value]));

describe('doc_extract', { timeout: 60_000 }, () => {
  test('reads a passport: its zone with every check digit, fields, text and where they stand', async () => {
    const passport = specimen(drawFrom(3), 'td3');
    const picture = await pictureOf(passport, 'DejaVu Sans Mono', NO_WEAR);
    const body = await extracted(picture);
    expect(body).toMatchObject({ status: 'partial', pages: 1, mrz: { format: 'td3', valid: true } });
    expect(body.mrz.check_digits).toHaveLength(5);
    expect(body.reasons).toEqual([{ code: 'only_read', detail: expect.any(String) }]);
    expect(valuesOf(body)).toMatchObject({
      ...{ document_number: passport.values.number, last_name: passport.lastName, first_name: passport.firstName },
    });
    const number = body.fields.find(({ name }: { name: string }) => name === 'document_number');
    expect(number).toMatchObject({ confidence: expect.any(Number), page: 1, box: { top: expect.any(Number) } });
    expect(number.box.top).toBeGreaterThan(0.5);
    expect(body.text).toContain(passport.lastName);
    const asVisa = await extracted(picture, { document_type: 'visa' });
    expect([asVisa.document_type, asVisa.reasons[0].code]).toEqual(['passport', 'document_type_differs']);
  });

  test('takes a data: URL as a browser makes it, whose type is not believed', async () => {
    const paper = (await card(NIN_SLIP).jpeg().toBuffer()).toString('base64');
    for (const prefix of ['data:image/jpeg;base64,', 'DATA:image/png;charset=utf-8;base64,', ' data:;base64,']) {
      const { body } = await service.post('doc_extract', { document: { content_base64: prefix + paper } });
      expect([prefix, body.status, valuesOf(body)['nin']]).toEqual([prefix, 'partial', '71234567893']);
    }
    for (const [given, type] of [
      [`data:image/jpeg,${paper}`, 'file_not_base64'],
      ['data:image/jpeg;base64,', 'file_empty'],
      [`data:image/jpeg;base64,${Buffer.from('no picture').toString('base64')}`, 'file_type_unknown'],
    ]) {
      const { status, body } = await service.post('doc_extract', { document: { content_base64: given } });
      expect([status, body.detail[0].type, body.detail[0].loc]).toEqual([
        ...[422, type],
        ['body', 'document', 'content_base64'],
      ]);
    }
  });

  test('reads cards that lie on their side or on their head, askew or mirrored, and says of the last that they are', async () => {
    const paper = await card(LICENCE).jpeg().toBuffer();
    const { default: sharp } = await import('sharp');
    for (const [degrees, mirrored] of [
      [90, false],
      [180, false],
      [266, false],
      [4, false],
      [0, true],
    ] as const) {
      const first = mirrored ? await sharp(paper).flop().toBuffer() : paper;
      const turned = await sharp(first).rotate(degrees, { background: '#555' }).jpeg().toBuffer();
      const body = await extracted(turned);
      expect([degrees, mirrored, valuesOf(body)]).toEqual([
        ...[degrees, mirrored],
        expect.objectContaining({ licence_number: 'ABC12345AA01', last_name: 'OKONKWO', expiry_date: '2028-02-01' }),
      ]);
      expect(body.reasons.some(({ code }: { code: string }) => code === 'mirrored')).toBe(mirrored);
    }
  });

  test.each([
    [
      'nin_slip',
      NIN_SLIP,
      { nin: '71234567893', last_name: 'OKONKWO', first_name: 'ADAEZE NGOZI', date_of_birth: '1990-04-12' },
    ],
    [
      'voters_card',
      VOTERS_CARD,
      { vin: '90F5AFC8A5296352031', polling_code: '21-10-05-006', occupation: 'TEACHER', date_of_birth: '1990-04-12' },
    ],
    ['cac_certificate', CERTIFICATE, { reg_number: '123456', company_name: 'GOLDEN MANGROVE TRADING LIMITED' }],
    [
      'drivers_licence',
      LICENCE,
      { licence_number: 'ABC12345AA01', licence_class: 'B', sex: 'F', issue_date: '2023-02-01' },
    ],
  ])('reads a %s by its rules, as a picture and as a PDF of text', async (type, lines, values) => {
    for (const [what, bytes, given] of [
      ['picture', await card(lines).jpeg().toBuffer(), {}],
      ['text', await pdf([lines]), { document_type: type }],
    ] as const) {
      const body = await extracted(bytes, given);
      expect([what, valuesOf(body)]).toEqual([what, expect.objectContaining(values)]);
      expect(body.status).toBe('partial');
    }
    const wrong = { document_type: type === 'nin_slip' ? 'voters_card' : 'nin_slip' };
    const other = await extracted(await pdf([lines]), wrong);
    expect(other.reasons.map(({ code }: { code: string }) => code)).toContain('document_not_recognised');
  });

  test('print in capitals with a number in it is no zone, and is not read as one', async () => {
    const lines = [
      ...CERTIFICATE,
      'TAX IDENTIFICATION NUMBER 12345678-0001',
      'GIVEN AT ABUJA THIS 3RD DAY OF MAY 2021',
    ];
    const read = await service.imaging.ask('read', { bytes: await card(lines).jpeg().toBuffer() }, '');
    expect(read).toMatchObject({ outcome: 'done', answer: { pages: [{ zones: [], zoneBox: null }] } });
  });

  test('reads the picture in a PDF as it reads pictures', async () => {
    const scan = await pdf([], [await card(NIN_SLIP).jpeg().toBuffer()]);
    const body = await extracted(scan);
    expect(valuesOf(body)).toMatchObject({ nin: '71234567893', last_name: 'OKONKWO', date_of_birth: '1990-04-12' });
    const other = await extracted(scan, { document_type: 'voters_card' });
    expect(other.reasons.map(({ code }: { code: string }) => code)).toContain('document_not_recognised');
  });

  test('what is no whole file is 422 at its field; bombs and the like are an error with a reason', async () => {
    const png = await picture(700, 500).png().toBuffer();
    for (const [bytes, code] of [
      [Buffer.alloc(0), undefined],
      [Buffer.from('no image'), 'file_type_unknown'],
      [png.subarray(0, 4_000), 'file_damaged'],
      [Buffer.from('%PDF-1.7 nothing more'), 'file_damaged'],
    ] as const) {
      const { status, body } = await service.post('doc_extract', { document: base64(bytes) });
      expect([status, body.detail[0].loc]).toEqual([422, ['body', 'document', 'content_base64']]);
      if (code !== undefined) expect(body.detail[0].type).toBe(code);
    }
    expect((await service.post('doc_extract', { document: { content_base64: '§$%' } })).status).toBe(422);
    for (const [bytes, code] of [
      [pngBomb(40_000), 'image_too_large'],
      [await jpegBomb(), 'image_too_large'],
      [await pdf(Array.from({ length: 21 }, () => ['x'])), 'pdf_too_long'],
      [pageOf(...written(20_001)), 'pdf_too_long'],
      [pageOf(...written(19_999)), 'only_read'],
      [png, 'nothing_read'],
      [pdfBomb(), expect.stringMatching(/^(imaging_memory|unreadable|nothing_read)$/)],
    ] as const) {
      const { status, body } = await service.post('doc_extract', { document: base64(bytes) });
      const wanted = code === 'only_read' ? 'partial' : 'error';
      expect([status, body.status, body.reasons.at(-1)?.code]).toEqual([200, wanted, code]);
    }
  });

  test('a PDF that needs a password or a certificate is an error with a reason; one that anybody opens is read', async () => {
    for (const pdfVersion of ['1.3', '1.4', '1.7', '1.7ext3'] as const) {
      const locked = await pdf([NIN_SLIP], [], { pdfVersion, userPassword: 'of-the-holder', ownerPassword: 'of-nimc' });
      const { status, body, text } = await service.post('doc_extract', { document: base64(locked) });
      expect([pdfVersion, status, body.status, body.reasons[0].code]).toEqual([pdfVersion, 200, 'error', 'pdf_locked']);
      expect(text).not.toContain('OKONKWO');
    }
    // Only printing and the like are forbidden.
    const open = await pdf([NIN_SLIP], [], { pdfVersion: '1.7', ownerPassword: 'of-nimc' });
    expect(valuesOf(await extracted(open))['nin']).toBe('71234567893');
    for (const [from, to] of [
      ['/Filter /Standard', '/Filter /Adobe.PubSec'],
      ['/V 4', '/V 9'],
      ['/CFM /AESV2', '/CFM /AESV9'],
    ] as const) {
      const other = Buffer.from(open.toString('latin1').replace(from, to), 'latin1');
      const { body } = await service.post('doc_extract', { document: base64(other) });
      expect([to, body.status, body.reasons?.[0].code]).toEqual([to, 'error', 'pdf_locked']);
    }
  });

  test('is kept masked, and without its text', async () => {
    const scope = { tenant_id: 'bank', partner_id: 'lagos', request_id: 'slip' };
    const bytes = await pdf([NIN_SLIP]);
    expect(JSON.stringify(await extracted(bytes, scope))).toContain('71234567893');
    const again = await extracted(bytes, scope);
    expect(JSON.stringify(again)).not.toMatch(/71234567893|7123 456|OKONKWO|ADAEZE|1990/);
    expect(valuesOf(again)['nin']).toMatch(/^\*+93$/);
  });
});

/** A page whose content is a thousand times larger than the file: 160 MB of spaces. */
function pdfBomb(): Buffer {
  const once = deflateSync(Buffer.alloc(160 << 20, 0x20), { level: 9 });
  return pageOf(deflateSync(once, { level: 9 }), 2);
}

/** As content of a page so many lines of five letters, small enough to stand on it. */
const written = (lines: number): [Buffer, number] => [
  deflateSync(`BT /F 0.001 Tf 10 190 Td ${'(words) Tj 0 -0.005 Td '.repeat(lines)}ET`),
  1,
];

/** A page with a content that was compressed so many times. */
function pageOf(content: Buffer, times: number): Buffer {
  const font = '/Resources<</Font<</F<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>>>';
  return Buffer.concat([
    Buffer.from(`%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]/Contents 4 0 R${font}>>endobj
4 0 obj<</Length ${content.length}/Filter[${'/FlateDecode'.repeat(times)}]>>stream
`),
    content,
    Buffer.from('\nendstream endobj\ntrailer<</Root 1 0 R>>\n'),
  ]);
}
