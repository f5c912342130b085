// Faces, by the real models on pictures that their package ships: compared, found on a card, refused, and never live for
// one picture; and a challenge whose token counts once, for its subject, for two minutes.

import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cardOf, faceOf, twoFaces } from '../../adapters/imaging/face-pictures.ts';
import { jpegBomb, picture, pngBomb } from '../../adapters/imaging/images.ts';
import { verifying } from './under-test.ts';

let service: Awaited<ReturnType<typeof verifying>>;
beforeAll(async () => {
  service = await verifying();
}, 30_000);
afterAll(() => service.close());

const image = (bytes: Uint8Array) => ({ content_base64: Buffer.from(bytes).toString('base64') });

async function compare(a: Uint8Array, b: Uint8Array) {
  const form = new FormData();
  form.set('image_a', new File([Uint8Array.from(a)], 'a.jpg'));
  form.set('image_b', new File([Uint8Array.from(b)], 'b.jpg'));
  const reply = await fetch(`${service.address}/v1/face_comparison`, { method: 'POST', body: form });
  // biome-ignore lint/suspicious/noExplicitAny: each test looks at what it asked for.
  return { status: reply.status, body: (await reply.json()) as any };
}
const codes = (body: { reasons: { code: string }[] }) => body.reasons.map(({ code }) => code);

test('the same face is alike and is to be looked at, another one is not verified', { timeout: 60_000 }, async () => {
  const first = await faceOf('first');
  const again = await sharp(await faceOf('first', 900))
    .jpeg({ quality: 60 })
    .toBuffer();
  const same = await compare(first, again);
  expect(same).toMatchObject({ status: 200, body: { status: 'review', match: false } });
  expect(codes(same.body)[0]).toMatch(/^(?:faces_alike|same_picture)$/);
  expect(same.body.similarity).toBeGreaterThan(0.7);
  expect(same.body.faces.map((face: { image: string }) => face.image)).toEqual(['image_a', 'image_b']);
  const other = await compare(first, await faceOf('second'));
  expect(other.body).toMatchObject({ status: 'not_verified', match: false });
  expect(codes(other.body)[0]).toBe('faces_differ');
  expect(other.body.similarity).toBeLessThan(0.4);
  expect(other.body.distance).toBeGreaterThan(same.body.distance);
});

test('no face, two faces and bombs are errors with a reason, what is no image is 422', {
  timeout: 60_000,
}, async () => {
  const face = await faceOf('first');
  const nobody = await picture(640, 480).jpeg().toBuffer();
  for (const [bytes, code] of [
    [nobody, 'no_face'],
    [await twoFaces(), 'several_faces'],
    [pngBomb(40_000), 'image_too_large'],
    [await jpegBomb(), 'image_too_large'],
  ] as const) {
    const { status, body } = await compare(face, bytes);
    expect([status, body.status, body.match, codes(body)]).toEqual([200, 'error', false, [code]]);
  }
  for (const bytes of [Buffer.from('%PDF-1.7'), face.subarray(0, face.length / 2), Buffer.from('not an image')]) {
    const { status, body } = await compare(face, bytes);
    expect([status, body.detail?.[0]?.loc]).toEqual([422, ['body', 'image_b', 'content_base64']]);
  }
});

test('a portrait is found on its card, and its shadow is no second person', { timeout: 60_000 }, async () => {
  const ask = async (who: 'first' | 'second') =>
    service.post('face_comparison/id_images', {
      id_image: image(await cardOf('first')),
      selfie_image: image(await faceOf(who)),
    });
  const { body } = await ask('first');
  // It is the selfie's own picture, made smaller: the same person, or the same picture.
  expect(body.similarity).toBeGreaterThan(0.7);
  const { left, top, width, height } = body.portrait;
  const [x, y] = [left + width / 2, top + height / 2];
  // The portrait's own place: 60 to 290 and 180 to 459.
  expect([x > 100 && x < 250, y > 230 && y < 410, width > 120 && width < 300]).toEqual([true, true, true]);
  const other = (await ask('second')).body;
  expect([other.match, other.similarity < 0.5]).toEqual([false, true]);
});

test('a document’s portrait is compared with the selfie that came with it', { timeout: 60_000 }, async () => {
  const face = async (who: 'first' | 'second') => {
    const sent = { document_type: 'passport', front: image(await cardOf('first')), selfie: image(await faceOf(who)) };
    const { body } = await service.post('doc_check/all', sent);
    return body.checks.find(({ name }: { name: string }) => name === 'face_match');
  };
  const [own, other] = [await face('first'), await face('second')];
  expect(own.score).toBeGreaterThan(0.7);
  expect([other.status === 'verified', other.score < 0.5]).toEqual([false, true]);
});

test('one picture is never live', { timeout: 60_000 }, async () => {
  const ask = async (bytes: Uint8Array) => (await service.post('liveliness_check', { image: image(bytes) })).body;
  const one = await ask(await faceOf('first'));
  expect(one).toMatchObject({ status: 'review', decision: 'review' });
  expect([codes(one)[0], one.live_score <= 0.5]).toEqual(['one_image_is_not_live', true]);
  expect(await ask(await picture(640, 480).jpeg().toBuffer())).toMatchObject({
    status: 'error',
    decision: 'fail',
    live_score: 0,
  });
  const dark = await sharp(await faceOf('first'))
    .linear(0.15, 0)
    .jpeg()
    .toBuffer();
  expect((await ask(dark)).decision).toBe('fail');
});

const SCOPE = { tenant_id: 'bank-a', partner_id: 'lagos', subject_ref: 'customer-1' };

test('a challenge is answered once, by its subject, in time; a picture held up does not meet it', {
  timeout: 60_000,
}, async () => {
  const issue = async () => (await service.post('edt/liveliness_check', SCOPE)).body;
  const still = [0, 400, 800].map((t_ms) => ({ t_ms }));
  const pictures = await Promise.all([560, 600, 640].map((side) => faceOf('first', side)));
  const frames = still.map((one, at) => ({ ...one, image: image(pictures[at]) }));
  const answer = (challenge_token: string, more = {}) =>
    service.post('edt/liveliness_check', { ...SCOPE, challenge_token, frames, ...more });

  const issued = await issue();
  expect(issued).toMatchObject({
    status: 'review',
    state: 'pending',
    challenge: ['turn_left', 'turn_right', 'look_up'],
  });
  expect(codes(issued)).toEqual(['challenge_issued']);
  const { challenge_token: token } = issued;
  const refusedBy = async (more: object, of = token) => codes((await answer(of, more)).body);
  expect(await refusedBy({ subject_ref: 'customer-2' })).toEqual(['challenge_invalid']);
  expect(await refusedBy({ tenant_id: 'bank-b' })).toEqual(['challenge_invalid']);
  const [text = '', signature = ''] = token.split('.');
  const forged = Buffer.from(text, 'base64url').toString().replace('turn_left', 'blink');
  for (const wrong of [
    `${text}.${signature.slice(1)}x`,
    `${Buffer.from(forged).toString('base64url')}.${signature}`,
    'x',
    '.',
  ]) {
    expect(await refusedBy({}, wrong)).toEqual(['challenge_invalid']);
  }
  expect(await refusedBy({ frames: [frames[0], { ...frames[1], t_ms: 60_000 }] })).toEqual(['frames_too_long']);

  const both = await Promise.all([answer(token), answer(token)]);
  const replayed = both.filter(({ body }) => body.replay);
  const judged = both.find(({ body }) => !body.replay)!.body;
  expect(replayed.map(({ body }) => [body.status, codes(body)])).toEqual([['not_verified', ['challenge_replayed']]]);
  expect(judged).toMatchObject({ status: 'not_verified', live: false, same_person_across_frames: true });
  expect(judged.actions).toEqual(
    ['turn_left', 'turn_right', 'look_up'].map((action) => expect.objectContaining({ action, seen: false })),
  );
  expect(await refusedBy({})).toEqual(['challenge_replayed']);

  const late = (await issue()).challenge_token;
  service.later(121 / 3_600);
  expect(await refusedBy({}, late)).toEqual(['challenge_expired']);
  expect((await answer('', { challenge_token: undefined })).status).toBe(422);
  expect((await service.post('edt/liveliness_check', { ...SCOPE, challenge_token: late })).status).toBe(422);
  expect((await answer(late, { frames: [frames[1], frames[0]] })).body.detail[0].loc).toEqual([
    'body',
    'frames',
    1,
    't_ms',
  ]);
  expect((await answer(late, { frames: Array.from({ length: 31 }, () => frames[0]) })).status).toBe(422);
});
