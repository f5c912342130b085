// Summaries in the words of a language model, on a real HTTP server that answers well, wrongly and not at all, through a
// worker that does real runs.

import { writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { chatCompletions } from '../../src/adapters/language-model/chat-completions.ts';
import { reportSummary } from '../../src/workflows/reports/report-summary.ts';
import { KEY, type ServiceUnderTest, startService } from './worker-under-test.ts';

let server: Server;
let service: ServiceUnderTest;
/** What the model answers a question with; null: nothing, ever. */
let answer: (data: { readonly summary: string }) => unknown;
const asked: string[] = [];

beforeAll(async () => {
  server = createServer((request, reply) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const text = Buffer.concat(chunks).toString();
      asked.push(text);
      const said = answer(JSON.parse(JSON.parse(text).messages[1].content));
      if (said === null) return;
      const message = { role: 'assistant', content: JSON.stringify(said) };
      reply.setHeader('content-type', 'application/json').end(JSON.stringify({ choices: [{ message }] }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  service = await startService();
  const { port } = server.address() as AddressInfo;
  const languageModel = chatCompletions({
    ...{ baseUrl: `http://127.0.0.1:${port}`, apiKey: null, model: 'small', timeoutMs: 300 },
    ...{ answerTokens: 500, questionTokens: 10_000, hourly: 100 },
  });
  service.work({ deps: { languageModel } });
  writeFileSync(join(service.root, 'gl.csv'), 'Date,Reference,Narration,Debit,Credit\n2026-03-13,R1,Adaeze,5.00,\n');
  writeFileSync(
    join(service.root, 'bank.csv'),
    'Date,Reference,Account,Narration,Debit,Credit\n2026-03-13,R1,0123456789,Adaeze,,5.00\n2026-03-14,R2,0123456789,SMS fee,7.25,\n',
  );
});
afterAll(async () => {
  await service.dispose();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

async function summary() {
  const run = await service.run({ fileUrls: { gl: ['file:gl.csv'], bank: ['file:bank.csv'] } });
  expect(run.status).toBe('succeeded');
  const { narrative, aiNarrative } = (await reportSummary(service.store, KEY))!;
  return { narrative, aiNarrative, warnings: run.report.warnings.filter((one) => one.includes('language model')) };
}

test('words whose figures are all facts are kept, beside the built-in ones; it is shown no text of a file', async () => {
  answer = () => ({ summary: 'One entry agrees.\nPost the bank’s NGN -7.25 first: 1 bank row remains open.' });
  const { narrative, aiNarrative, warnings } = await summary();
  expect(aiNarrative).toBe('One entry agrees. Post the bank’s NGN -7.25 first: 1 bank row remains open.');
  expect(narrative).toContain('This reconciliation compares');
  expect(warnings).toEqual([]);
  expect(asked.at(-1)).not.toMatch(/Adaeze|0123456789|R1\b/);
});

test.each([
  ['a figure that is not so', () => ({ summary: 'NGN 8.25 remains open.' }), 'stated a figure that is not so (8.25)'],
  ['no summary', () => ({ text: 'fine' }), 'answered no summary'],
  ['a book', () => ({ summary: 'word '.repeat(1_000) }), 'answered more than a summary'],
  ['nothing', () => null, 'did not answer in time'],
])('an answer of %s leaves the built-in words alone, and says so', async (_, said, why) => {
  answer = said;
  expect(await summary()).toEqual({
    narrative: expect.stringContaining('This reconciliation compares'),
    aiNarrative: null,
    warnings: [`The language model ${why}: the summary has the built-in words alone.`],
  });
});
