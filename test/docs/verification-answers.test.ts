// The worked answers of docs/verification.md: every command is run against a service as the page says, and answers what
// the page shows; JSON requests are asked by the generated client too.

import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { fromJson, type JsonValue } from '@bufbuild/protobuf';
import { createClient } from '@connectrpc/connect';
import { createConnectTransport } from '@connectrpc/connect-node';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { ScreenPepAndSanctionRequestSchema } from '../../gen/tieout/verification/v1/screening_pb.ts';
import { VerificationService } from '../../gen/tieout/verification/v1/verification_service_pb.ts';
import { CheckStatus } from '../../gen/tieout/verification/v1/vocabulary_pb.ts';
import { type RunningService, startService } from '../../src/app.ts';
import { readConfiguration } from '../../src/config.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const page = readFileSync(join(ROOT, 'docs/verification.md'), 'utf8').split('## Worked answers')[1]!;
const examples = Array.from(page.matchAll(/```sh\n([\s\S]+?)```\n```json\n([\s\S]+?)```/g), ([, command, answer]) => ({
  command: command!,
  answer: JSON.parse(answer!),
}));

let folder: string;
let service: RunningService;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tieout-answers-'));
  const given = { TIEOUT_PORT: '0', TIEOUT_DATA_DIR: folder, TIEOUT_LISTS: `made-up=${ROOT}examples/lists/sample.csv` };
  service = await startService(readConfiguration({}, given), pino({ level: 'silent' }));
  await vi.waitFor(
    async () => {
      const { lists } = (await (await fetch(`${service.address}/v1/health`)).json()) as { lists: unknown[] };
      expect(lists).toHaveLength(1);
    },
    { timeout: 20_000, interval: 50 },
  );
}, 40_000);
afterAll(async () => {
  await service.close();
  rmSync(folder, { recursive: true });
});

test('there are examples', () => expect(examples.length).toBeGreaterThanOrEqual(6));

test.each(examples.map((one) => [one.command.split('\n')[0]!, one] as const))('%s', async (_, { command, answer }) => {
  const here = command.replaceAll('http://127.0.0.1:8080', service.address);
  const env = { ...process.env, PATH: `${ROOT}node_modules/.bin:${process.env['PATH']}` };
  const { stdout } = await promisify(execFile)('bash', ['-c', here], { cwd: ROOT, env });
  expect(JSON.parse(stdout)).toMatchObject(answer);
});

test('the generated client is answered the same', async () => {
  const client = createClient(
    VerificationService,
    createConnectTransport({ baseUrl: service.address, httpVersion: '2' }),
  );
  const ofScreening = examples.filter(({ command }) => command.includes('pep_and_sanction_checker'));
  expect(ofScreening).toHaveLength(2);
  for (const { command, answer } of ofScreening) {
    const [, body] = /-d '(.+)'/.exec(command)!;
    const request = fromJson(ScreenPepAndSanctionRequestSchema, JSON.parse(body!) as JsonValue);
    const { status, hits } = await client.screenPepAndSanction(request);
    expect(status).toBe(CheckStatus[answer.status.toUpperCase() as keyof typeof CheckStatus]);
    expect(hits.map(({ entityId }) => entityId)).toEqual(
      answer.hits.map((hit: { entity_id: string }) => hit.entity_id),
    );
  }
});
