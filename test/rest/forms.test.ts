// A form of several parts, as the routes with BODY_KIND_MULTIPART take it: read to what JSON would have said, and refused
// where it is none.

import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CompareFacesRequest } from '../../gen/tieout/verification/v1/faces_pb.ts';
import type { RunningServer } from '../../src/rest/server.ts';
import { start } from './running.ts';

let server: RunningServer;
let taken: CompareFacesRequest | undefined;
beforeAll(async () => {
  const compareFaces = (message: CompareFacesRequest) => {
    taken = message;
    return {};
  };
  server = await start({ handlers: { verification: { compareFaces } } });
});
afterAll(() => server.close());

const send = async (body: FormData | string, type?: string) => {
  taken = undefined;
  const headers = type === undefined ? undefined : { 'content-type': type };
  const reply = await fetch(`${server.address}/v1/face_comparison`, {
    method: 'POST',
    body,
    ...(headers && { headers }),
  });
  return { status: reply.status, body: (await reply.json()) as { detail: { type: string; loc: string[] }[] } };
};

const bytes = Buffer.from([0xff, 0xd8, 0x00, 0x0d, 0x0a, 0x2d, 0x2d]);
const image = () => new File([bytes], 'a.jpg', { type: 'image/jpeg' });

test('files become images, texts fields, and what nobody knows is ignored', async () => {
  const form = new FormData();
  form.set('image_a', image());
  form.set('image_b', image());
  form.set('subject_ref', 'somebody');
  form.set('store', 'false');
  form.set('anything', 'else');
  expect((await send(form)).status).toBe(200);
  expect(taken).toMatchObject({
    subjectRef: 'somebody',
    store: false,
    imageA: { contentBase64: bytes.toString('base64') },
  });
});

test('what is wrong is found as in JSON, each at its part', async () => {
  const form = new FormData();
  form.set('image_a', 'no file');
  form.set('image_b', image());
  form.append('image_b', image());
  form.set('store', 'perhaps');
  const { status, body } = await send(form);
  expect([status, body.detail.map(({ loc }) => loc.join('.')).sort()]).toEqual([
    422,
    ['body.image_a', 'body.image_b', 'body.store'],
  ]);
  const twice = body.detail.find(({ loc }) => loc.at(-1) === 'image_b');
  expect(twice).toMatchObject({ type: 'part_repeated', msg: 'must be sent once, not 2 times' });
  expect(taken).toBeUndefined();
});

test('what is no form is refused', async () => {
  expect((await send('{}', 'application/json')).status).toBe(415);
  expect((await send('--x\r\nno form', 'multipart/form-data; boundary=x')).status).toBe(422);
  expect((await send('anything', 'multipart/form-data')).status).toBe(422);
  expect((await send('--a\r\n'.repeat(200), 'multipart/form-data; boundary=a')).status).toBe(422);
});

test('an image that is too long is refused before it is looked at', async () => {
  const form = new FormData();
  form.set('image_a', new File([new Uint8Array(8_100_000)], 'a.jpg'));
  form.set('image_b', image());
  const { status, body } = await send(form);
  expect([status, body.detail]).toMatchObject([
    422,
    [{ type: 'string.max_len', loc: ['body', 'image_a', 'content_base64'] }],
  ]);
});
