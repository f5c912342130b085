// Identifiers, numbers and images that were planted in requests, right and wrong ones, stand neither in the log nor in an
// answer nor in the files of the store.

import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { expect, test, vi } from 'vitest';
import { superviseImaging } from '../../../src/adapters/imaging/supervise.ts';
import { startService } from '../../../src/app.ts';
import { readConfiguration } from '../../../src/config.ts';
import type { ImagingTasks } from '../../../src/ports/verification/imaging.ts';
import { faceOf } from '../../adapters/imaging/face-pictures.ts';
import { card, NIN_SLIP } from './papers.ts';
import { SAMPLE } from './under-test.ts';

const PLANTED = ['71234567893', 'PLANTED-PASSPORT-77', '+2348099887766', 'cGxhbnRlZCBpbWFnZQ', 'planted article text'];
const [NIN, PASSPORT, PHONE, IMAGE, TEXT] = PLANTED as [string, string, string, string, string];

test('what was planted is found nowhere', { timeout: 60_000 }, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tieout-planted-'));
  const logged: string[] = [];
  const log = pino({ level: 'debug' }, { write: (line: string) => void logged.push(line) });
  // The age of a list that says no day is that of its file.
  const lists = mkdtempSync(join(tmpdir(), 'tieout-planted-list-'));
  const list = join(lists, 'list.csv');
  copyFileSync(SAMPLE, list);
  const config = {
    TIEOUT_DATA_DIR: folder,
    TIEOUT_PORT: '0',
    TIEOUT_ROLES: 'verification',
    TIEOUT_LISTS: `made-up=${list}`,
  };
  const service = await startService(readConfiguration(config), log);
  const scope = { tenant_id: 'bank', partner_id: 'lagos', subject_ref: 'customer' };
  const person = { full_name: 'Ada Obi', phone_number: PHONE, identifiers: [{ type: 'passport', value: PASSPORT }] };
  const requests: [route: string, body: unknown][] = [
    ['biodata_check', { claimed: person, reference: person, ...scope }],
    ['id_check/all', { ids: [{ type: 'nin', number: NIN }], ...scope }],
    ['id_check/all', { ids: [{ type: NIN, number: PASSPORT }], ...scope }],
    ['pep_and_sanction_checker', { person, ...scope }],
    ['find_person', { person, ...scope }],
    ['adverse_media_screener', { person, articles: [{ title: 'x', text: TEXT }], ...scope }],
    ['verifier_id_check', { id_type: 'nin', number: NIN, person, ...scope }],
    ['verifier_id_check', { id_type: 'nin', number: { number: NIN }, person }],
    ['face_comparison/id_images', { id_image: { content_base64: IMAGE }, selfie_image: IMAGE, ...scope }],
    [`checks/${NIN}`, {}],
  ];
  // A real face: neither its picture nor what faces are compared by may stand anywhere.
  const face = await faceOf('first');
  const selfie = { content_base64: face.toString('base64') };
  requests.push(
    ['face_comparison/id_images', { id_image: selfie, selfie_image: selfie, ...scope }],
    ['liveliness_check', { image: selfie, ...scope }],
  );
  const imaging = superviseImaging<ImagingTasks>({
    entry: new URL('../../../src/adapters/imaging/process.ts', import.meta.url),
    ...{ memoryMb: 1_536, timeoutMs: 30_000, idleMs: 60_000, log },
  });
  const found = await imaging.ask('faces', { bytes: face });
  await imaging.close();
  const { descriptor } = found.outcome === 'done' ? found.answer.faces[0] : expect.unreachable();
  const planted = [
    ...[...PLANTED, selfie.content_base64.slice(1_000, 1_040), face.subarray(900, 930).toString('latin1')],
    ...[Buffer.from(descriptor.buffer, 0, 40).toString('latin1'), String(descriptor[0]), String(descriptor[500])],
  ];
  const answers: string[] = [];
  // The service answers while its lists are loaded, and says that it has none.
  await vi.waitFor(
    async () => {
      const health = await (await fetch(`${service.address}/v1/health`)).json();
      expect(health).toMatchObject({ lists: [{ name: 'made-up', entities: 4, age_hours: 0, stale: false }] });
    },
    { timeout: 10_000, interval: 50 },
  );
  for (const [route, body] of requests) {
    const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
    answers.push(await (await fetch(`${service.address}/v1/${route}`, init)).text());
  }
  // What reading a document answers is its work; what is kept of that, and what every other route says, is masked.
  const slip = await card(NIN_SLIP.map((line) => (line.startsWith('7123') ? NIN : line)))
    .jpeg()
    .toBuffer();
  const paper = { content_base64: slip.toString('base64') };
  planted.push('OKONKWO', paper.content_base64.slice(1_000, 1_040), slip.subarray(900, 930).toString('latin1'));
  const claimed = { first_name: 'Adaeze', last_name: 'Okonkwo', identifiers: [{ type: 'nin', value: NIN }] };
  for (const [route, body] of [
    ['doc_extract', { document: paper, ...scope }],
    ['doc_check/all', { document_type: 'nin_slip', front: paper, claimed, ...scope }],
    ['verifier_doc_check', { document_type: 'nin_slip', images: [paper], ...scope }],
  ] as const) {
    const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
    const answer = await (await fetch(`${service.address}/v1/${route}`, init)).text();
    expect([route, answer.includes(NIN)]).toEqual([route, route === 'doc_extract']);
    if (route !== 'doc_extract') answers.push(answer);
    const named = `${JSON.parse(answer).check_id}?tenant_id=bank&partner_id=lagos`;
    const check = await (await fetch(`${service.address}/v1/checks/${named}`)).text();
    expect(JSON.parse(check)).toMatchObject({ route });
    answers.push(check);
  }
  const kept = (await (await fetch(`${service.address}/metrics`)).text()) + answers.join('');
  await service.close();
  const files = readdirSync(folder).map((name) => readFileSync(join(folder, name)).toString('latin1'));
  for (const one of [folder, lists]) rmSync(one, { recursive: true });
  expect(logged.length).toBeGreaterThan(requests.length);
  expect(files.join('')).toContain('biodata_check');
  for (const [place, text] of Object.entries({ log: logged.join(''), answers: kept, files: files.join('') })) {
    expect([place, planted.filter((one) => text.includes(one))]).toEqual([place, []]);
  }
});
