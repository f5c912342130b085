// Every line of docs/walkthrough.md, in its order, against a service of its own: each answers what the page says. Where
// grpcurl is installed, it asks what the lines of buf curl ask.

import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { shell } from '../cli/tieout.ts';

const root = resolve(import.meta.dirname, '../..');
const page = readFileSync(join(root, 'docs/walkthrough.md'), 'utf8');
const blocks = Array.from(page.matchAll(/^```(\w+(?: \w+)?)\n([\s\S]*?)\n```$/gm), ([, kind, text]) => ({
  kind: kind!,
  text: text!,
}));
const blocksOf = (kind: string) => blocks.filter((one) => one.kind === kind).map(({ text }) => text);

interface Step {
  readonly lines: readonly string[];
  /** Of the last line. */
  readonly answer: unknown;
}

/** The lines of one kind, with the answer that follows them. */
function stepsOf(kind: string): Step[] {
  return blocks.flatMap(({ kind: own, text }, i) => {
    if (own !== kind) return [];
    const answer = blocks.slice(i).find((one) => one.kind === 'json')!;
    return [{ lines: text.split('\n'), answer: expected(JSON.parse(answer.text)) }];
  });
}

/** `*` stands for what each service has of its own, `2*` for a moment. */
const expected = (answer: unknown): unknown =>
  JSON.parse(JSON.stringify(answer), (_, value) =>
    typeof value === 'string' && value.endsWith('*') ? expect.stringContaining(value.slice(0, -1)) : value,
  );

describe('docs/walkthrough.md', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tieout-walk-'));
  let service: ChildProcess;
  let address: string;
  beforeAll(async () => {
    const [line] = blocksOf('sh');
    service = spawn('/bin/sh', ['-c', `${line!.replace('bin/tieout', 'exec bin/tieout')} --port 0 --data ${folder}`], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    address = await new Promise((ready, reject) => {
      service.stdout!.once('data', (said: Buffer) => ready(/http:\S+/.exec(String(said))![0]));
      service.once('exit', (code) => reject(new Error(`the service ended with ${code}`)));
    });
  });
  afterAll(async () => {
    const ended = new Promise((gone) => service.once('exit', gone));
    service.kill('SIGKILL');
    await ended;
    rmSync(folder, { recursive: true, force: true });
  });

  const here = (line: string) =>
    line.replaceAll('http://127.0.0.1:8080', address).replaceAll('127.0.0.1:8080', new URL(address).host);
  const answerTo = async (line: string): Promise<unknown> => {
    const { status, stdout, stderr } = await shell(here(line));
    expect([line, status, stderr.replaceAll(/^npm warn .*\n/gm, '')]).toEqual([line, 0, '']);
    return JSON.parse(stdout || '{}');
  };
  /** What is read is read again until it is there: a person types slower than a run or a sweep. */
  async function walk({ lines, answer }: Step): Promise<void> {
    for (const line of lines.slice(0, -1)) expect(await answerTo(line)).not.toHaveProperty('detail');
    const last = lines.at(-1)!;
    const isRead = !/\/(Resolve|ReconcileBanking)$|\/v1\/(exceptions\/resolve|reconcile\/)/.test(
      last.split(' -')[0] + last.slice(-30),
    );
    const deadline = Date.now() + 20_000;
    for (;;) {
      try {
        expect(await answerTo(last)).toMatchObject(answer as object);
        return;
      } catch (error) {
        if (!isRead || Date.now() > deadline) throw error;
      }
      await pause(100);
    }
  }

  test('has the whole way', () => {
    expect([stepsOf('sh walk').length, stepsOf('sh buf').length]).toEqual([14, 7]);
  });

  test('with curl', { timeout: 60_000 }, async () => {
    for (const step of stepsOf('sh walk')) await walk(step);
  });

  test('with buf curl', { timeout: 90_000 }, async () => {
    for (const step of stepsOf('sh buf')) await walk(step);
  });

  /** The call of a line of buf curl, as grpcurl takes it. */
  const asGrpcurl = (line: string): string => {
    const [, data, host, method] = /-d ('[^']+') http:\/\/([^/]+)\/(\S+)$/.exec(line)!;
    return `grpcurl -plaintext -d ${data} ${host} ${method}`;
  };

  test('with grpcurl, which says the same', { timeout: 90_000 }, async () => {
    const [first] = stepsOf('sh buf');
    expect(blocksOf('sh grpcurl')).toEqual(first!.lines.map(asGrpcurl));
    if ((await shell('command -v grpcurl')).status !== 0) return;
    const ofAnother = (line: string) => asGrpcurl(line).replaceAll('"partner_id":"grpc"', '"partner_id":"grpcurl"');
    for (const { lines, answer } of stepsOf('sh buf')) await walk({ lines: lines.map(ofAnother), answer });
  });
});
