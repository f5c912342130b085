// The worked answers of docs/verification-answers.md, and those to bad input beside the fixtures: every command is run
// against a service as the page says, and answers what is shown; the generated client and buf curl are answered the same.

import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { create, type DescMessage, fromJsonString, type Message, toJsonString } from '@bufbuild/protobuf';
import { Code, createClient } from '@connectrpc/connect';
import { createConnectTransport } from '@connectrpc/connect-node';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type RunningService, startService } from '../../src/app.ts';
import { readConfiguration } from '../../src/config.ts';
import { decode } from '../../src/rest/decode.ts';
import { encode } from '../../src/rest/encode.ts';
import { routeTable } from '../../src/rest/route-table.ts';
import { methodsOf, SERVICES } from '../../src/rpc/services.ts';
import { makePictures } from './verification-pictures.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const pages = ['docs/verification-answers.md', 'test/fixtures/verification-refusals.md']
  .map((path) => readFileSync(join(ROOT, path), 'utf8'))
  .join('\n');
const examples = Array.from(pages.matchAll(/```sh\n([\s\S]+?)```\n```json\n([\s\S]+?)```/g), ([, command, answer]) => ({
  command: command!,
  answer: JSON.parse(answer!),
}));

/** As the page's reader does, in a folder with the files that it names. */
async function bash(command: string): Promise<string> {
  const here = command.replaceAll('http://127.0.0.1:8080', service.address);
  const env = { ...process.env, PATH: `${ROOT}node_modules/.bin:${process.env['PATH']}` };
  return (await promisify(execFile)('bash', ['-c', here], { cwd: folder, env })).stdout;
}

let folder: string;
let service: RunningService;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tieout-answers-'));
  await makePictures(folder);
  const given = {
    TIEOUT_PORT: '0',
    TIEOUT_DATA_DIR: join(folder, 'data'),
    TIEOUT_LISTS: `made-up=${ROOT}examples/lists/sample.csv`,
    TIEOUT_LISTS_STALE_HOURS: '8760',
  };
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

test('there are examples', () => expect(examples.length).toBeGreaterThanOrEqual(38));

test.each(examples.map((one) => [one.command.split('\n')[0], one] as const))('%s', async (_, { command, answer }) => {
  expect(JSON.parse(await bash(command))).toMatchObject(answer);
});

/** The message that a command sends, by the route's own reading of JSON. */
async function messageOf(command: string, input: DescMessage): Promise<Message> {
  const form = Array.from(command.matchAll(/-F (\w+)=@(\S+)/g), ([, name, file]) => [
    ...[name!, { content_base64: readFileSync(join(folder, file!)).toString('base64') }],
  ]);
  if (form.length > 0) return decode(input, Object.fromEntries(form)).message;
  if (!command.includes("-d '") && !command.includes('-d @-')) return create(input);
  const said = /-d '(.+)'/.exec(command)?.[1] ?? (await bash(command.split(' |\n')[0]));
  const { message, problems } = decode(input, JSON.parse(said));
  expect(problems).toEqual([]);
  return message;
}

const asked = routeTable(methodsOf(Object.values(SERVICES))).flatMap((route) =>
  examples
    // What is wrong with a verb no other protocol can ask.
    .filter(({ command }) => command.includes(`:8080${route.path} `) || command.endsWith(`:8080${route.path}\n`))
    .filter(({ command }) => !command.includes('-X POST'))
    .map(({ command, answer }) => ({ route, command, answer })),
);

test('every route of the specification has an answer to good and one to bad input', () => {
  const specified = readFileSync(join(ROOT, 'test/fixtures/verification-routes.txt'), 'utf8').trim().split('\n');
  for (const line of specified) {
    const [verb, path] = line.split(' | ');
    const here = examples.filter(({ command }) => new RegExp(`:8080/v1${path}\\s`).test(command));
    const isBad = here.map(({ answer }) => 'detail' in answer || /^(not_verified|error)$/.test(answer.status));
    expect([verb, path, isBad.includes(true), here.length >= 2]).toEqual([verb, path, true, true]);
  }
  expect(specified).toHaveLength(19);
});

test('the generated client is answered the same', { timeout: 60_000 }, async () => {
  const transport = createConnectTransport({ baseUrl: service.address, httpVersion: '2' });
  for (const { route, command, answer } of asked) {
    const { method } = route;
    const client = createClient(method.parent, transport) as unknown as Record<string, Call>;
    const call = client[method.localName](await messageOf(command, method.input));
    if (!answer.detail) expect(encode(method.output, await call)).toMatchObject(answer);
    else await expect(call, command).rejects.toMatchObject({ code: Code.InvalidArgument });
  }
  expect(asked.length).toBeGreaterThanOrEqual(38);
});
type Call = (message: Message) => Promise<Message>;

test('buf curl is answered the same', { timeout: 60_000 }, async () => {
  const quick = asked.filter(({ command, answer }) => answer.detail || !/base64 -w0|-F /.test(command));
  const ask = async ({ route, command, answer }: (typeof asked)[number], at: number) => {
    const { method } = route;
    const { typeName } = method.parent;
    const sent = toJsonString(method.input, await messageOf(command, method.input));
    writeFileSync(join(folder, `${at}.json`), sent);
    const url = `${service.address}/${typeName}/${method.name}`;
    const curl = `buf curl --protocol grpc --http2-prior-knowledge -d @${at}.json ${url}`;
    if (answer.detail) await expect(bash(curl), command).rejects.toThrow('invalid_argument');
    else {
      const read = fromJsonString(method.output, await bash(curl));
      expect(encode(method.output, read)).toMatchObject(answer);
    }
  };
  for (let at = 0; at < quick.length; at += 4) {
    await Promise.all(quick.slice(at, at + 4).map((one, place) => ask(one, at + place)));
  }
});
