// REST requests to a running service, with JSON both ways. Any answer but success becomes one sentence.

import { setTimeout as pause } from 'node:timers/promises';
import { TieoutError } from '../../core/errors.ts';
import { detailOf } from './service-answer.ts';

/** Longest wait for an answer, which shows that a service hangs. */
const MOST_ANSWER_MS = 30_000;
/** A service that has just died is noticed by the end of its process, which explains more than a broken connection. */
const LAST_WORDS_MS = 300;
const PAGE_SIZE = 1_000;

export type Query = Readonly<Record<string, string>>;

interface ServiceClientOptions {
  /** http://127.0.0.1:41234 */
  readonly address: string;
  readonly token: string | null;
  /** If aborted, every call fails with its reason. */
  readonly signal: AbortSignal;
}

export class ServiceClient {
  readonly #options: ServiceClientOptions;

  constructor(options: ServiceClientOptions) {
    this.#options = options;
  }

  get<Answer>(path: string, query: Query = {}): Promise<Answer> {
    return this.#call<Answer>('GET', `${path}?${new URLSearchParams(query)}`);
  }

  post<Answer>(path: string, body: unknown): Promise<Answer> {
    return this.#call<Answer>('POST', path, body);
  }

  /** Every item of a list, page by page. */
  async list<Item>(path: string, query: Query): Promise<Item[]> {
    const items: Item[] = [];
    for (let token: string | null = ''; token !== null; ) {
      const asked: Query = { ...query, page_size: String(PAGE_SIZE), ...(token !== '' && { page_token: token }) };
      const page: Page<Item> = await this.get<Page<Item>>(path, asked);
      items.push(...page.items);
      token = page.next_page_token;
    }
    return items;
  }

  async #call<Answer>(method: string, path: string, body?: unknown): Promise<Answer> {
    const { address, token, signal } = this.#options;
    const route = `${method} ${path.split('?')[0]}`;
    let text: string;
    let status: number;
    try {
      const reply = await fetch(address + path, {
        method,
        headers: { 'content-type': 'application/json', ...(token !== null && { authorization: `Bearer ${token}` }) },
        body: body === undefined ? null : JSON.stringify(body),
        signal: AbortSignal.any([signal, AbortSignal.timeout(MOST_ANSWER_MS)]),
      });
      status = reply.status;
      text = await reply.text();
    } catch (error) {
      await pause(LAST_WORDS_MS, null, { signal }).catch(() => {});
      signal.throwIfAborted();
      throw new TieoutError('internal', `${route} got no answer: ${reasonOf(error)}.`);
    }
    if (status >= 300) throw new TieoutError('internal', `${route} was answered with ${status}: ${detailOf(text)}`);
    return JSON.parse(text) as Answer;
  }
}

interface Page<Item> {
  readonly items: readonly Item[];
  readonly next_page_token: string | null;
  readonly total: number;
}

/** The reason of a failed fetch, which only its cause has. */
function reasonOf(error: unknown): string {
  const { message, cause } = error as Error;
  return cause instanceof Error ? cause.message : message;
}
