// The language model port over any endpoint with OpenAI's chat completions: one question, one JSON answer by a strict
// schema. Time, size, length and questions an hour are limited. Redirects are refused, because they would carry the key
// elsewhere. Failures are reported in words and never thrown.

import type { LanguageModel, ModelAnswer, ModelRequest } from '../../ports/language-model.ts';

export interface ModelSettings {
  /** The URL before /chat/completions. */
  readonly baseUrl: string;
  readonly apiKey: string | null;
  readonly model: string;
  readonly timeoutMs: number;
  /** Most tokens of an answer. */
  readonly answerTokens: number;
  /** Most tokens of a question, at four characters each. */
  readonly questionTokens: number;
  /** Most questions in any hour. */
  readonly hourly: number;
  /** Milliseconds of a monotonic clock. */
  readonly now?: () => number;
}

/** Most bytes of an answer with its envelope. */
const MOST_BYTES = 1 << 20;
const CHARACTERS_A_TOKEN = 4;
const HOUR_MS = 3_600_000;

export function chatCompletions(settings: ModelSettings): LanguageModel {
  const { now = () => performance.now() } = settings;
  const url = `${settings.baseUrl.replace(/(?<!\/)\/+$/, '')}/chat/completions`;
  /** Times of the questions of the last hour. */
  let asked: number[] = [];
  return {
    async ask(request) {
      const body = bodyOf(request, settings);
      if (body.length > settings.questionTokens * CHARACTERS_A_TOKEN)
        return { trouble: 'was not asked, for the question is longer than is allowed' };
      asked = asked.filter((at) => now() - at < HOUR_MS);
      if (asked.length >= settings.hourly) return { trouble: 'was not asked, for it was asked often enough this hour' };
      asked.push(now());
      try {
        return await answerOf(url, body, settings);
      } catch (error) {
        const isLate = error instanceof Error && error.name === 'TimeoutError';
        return { trouble: isLate ? 'did not answer in time' : 'could not be reached' };
      }
    },
  };
}

const bodyOf = ({ name, instructions, data, schema }: ModelRequest, { model, answerTokens }: ModelSettings): string =>
  JSON.stringify({
    model,
    temperature: 0,
    max_tokens: answerTokens,
    messages: [
      { role: 'system', content: instructions },
      { role: 'user', content: data },
    ],
    response_format: { type: 'json_schema', json_schema: { name, strict: true, schema } },
  });

async function answerOf(url: string, body: string, { apiKey, timeoutMs }: ModelSettings): Promise<ModelAnswer> {
  const reply = await fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json',
      ...(apiKey !== null && { authorization: `Bearer ${apiKey}` }),
    },
    body,
    redirect: 'error',
    // One time limit for head and body.
    signal: AbortSignal.timeout(timeoutMs),
  });
  if (!reply.ok) {
    await reply.body?.cancel();
    return { trouble: `answered ${reply.status}` };
  }
  const text = await textOf(reply);
  if (text === null) return { trouble: 'answered more than is read' };
  const content = contentOf(parsed(text));
  if (content === null) return { trouble: 'answered what is no completion' };
  const answer = parsed(content);
  return answer === undefined ? { trouble: 'answered what is no JSON' } : { answer };
}

/** Null if the body is too large. */
async function textOf(reply: Response): Promise<string | null> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of reply.body ?? []) {
    length += part.length;
    if (length > MOST_BYTES) return null;
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

type Part = Readonly<Record<string, unknown>> | undefined;

/** The model's answer; null if it refused, was cut off, or answered nothing. */
function contentOf(completion: unknown): string | null {
  const choices = (completion as Part)?.['choices'];
  const choice = Array.isArray(choices) ? (choices[0] as Part) : undefined;
  const content = (choice?.['message'] as Part)?.['content'];
  return typeof content === 'string' && choice?.['finish_reason'] !== 'length' ? content : null;
}
