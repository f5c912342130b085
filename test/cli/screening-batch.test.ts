// A batch whose process dies while its subjects arrive: the next process finishes it from what arrived, and says so.

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { createClient } from '@connectrpc/connect';
import { createGrpcTransport } from '@connectrpc/connect-node';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { VerificationService } from '../../gen/tieout/verification/v1/verification_service_pb.ts';
import { SCOPE, type Served, served } from './served.ts';

const LIST = `id,schema,name,aliases,birth_date,countries,addresses,identifiers,sanctions,dataset,first_seen,last_seen,last_change
e-1,Person,Ebele Nwachukwu,,1960-01-02,ng,,,Some Act,some list,2025-01-01,${new Date().toISOString().slice(0, 10)},`;

let folder: string;
let service: Served;
const start = () => {
  const env = { TIEOUT_LISTS: `made=${join(folder, 'list.csv')}` };
  return served({ data: join(folder, 'data'), root: folder, env });
};
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tieout-batch-'));
  await writeFile(join(folder, 'list.csv'), LIST);
  service = await start();
}, 60_000);
afterAll(async () => {
  await service.stop();
  await rm(folder, { recursive: true });
});

const get = async (path: string, query: Record<string, string> = {}) =>
  (await service.ask(`/v1/${path}?${new URLSearchParams({ ...SCOPE, ...query })}`)).json;

test('what arrived before a process died is screened by the next one', { timeout: 120_000 }, async () => {
  await vi.waitFor(async () => expect((await get('health')).lists).toHaveLength(1), 30_000);
  const client = createClient(VerificationService, createGrpcTransport({ baseUrl: service.address }));
  const scope = { tenantId: SCOPE.tenant_id, partnerId: SCOPE.partner_id };
  async function* sent() {
    for (let n = 0; n < 130; n++) {
      const fullName = n === 5 ? 'Ebele Nwachukwu' : 'Quxani Zzybelto';
      yield { ...scope, subject: { subjectRef: `s-${n}`, person: { fullName } } };
    }
    await new Promise(() => {});
  }
  const broken = expect(client.screenSubjects(sent())).rejects.toThrow();
  const batch = await vi.waitFor(async () => {
    const [one] = (await get('checks', { route: 'screening_batches' })).items;
    expect((await get(`checks/${one.check_id}`)).answer.screened).toBe(128);
    return one.check_id as string;
  }, 60_000);
  expect(await get(`checks/${batch}`)).toMatchObject({ state: 'in_progress', answer: { subjects: 128 } });
  service.process.kill('SIGKILL');
  await broken;
  // The lease of a dead process ends by itself after half a minute, which is not waited for.
  const db = new DatabaseSync(join(folder, 'data', 'store.db'));
  expect(db.prepare("update lease set held_until = 1 where name like 'screening-batch/%'").run().changes).toBe(1);
  db.close();
  service = await start();
  const report = await vi.waitFor(async () => {
    const now = await get(`checks/${batch}`);
    expect(now.state).toBe('complete');
    return now;
  }, 60_000);
  expect(report).toMatchObject({
    ...{ status: 'review', answer: { subjects: 128, screened: 128, waiting: 0, review: 1, verified: 127, deleted: 0 } },
    reasons: [{ code: 'worst_review' }, { code: 'subjects_missing' }],
  });
  expect(service.log().map(({ msg }) => msg)).toContain(
    'A process died while subjects arrived: those that did are screened.',
  );
});
