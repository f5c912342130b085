// The loader over HTTP: each message of the outbox is one PATCH, which it takes once under its Idempotency-Key. A loader
// that cannot be reached, does not answer in time, is overloaded or does not let us in is away, and everything waits for
// it; any other refusal concerns the message alone.

import { TieoutError } from '../../core/errors.ts';
import { publicationId, type WantedMessage } from '../../core/records/documents/outbox.ts';

interface LoaderPlace {
  /** LOADER_BASE_URL; a path in it comes before ours. */
  readonly baseUrl: string;
  /** LOADER_TOKEN; null: it asks for none. */
  readonly token: string | null;
  readonly timeoutMs: number;
}

/** It is there, and this is not about the message. */
const AWAY = new Set([401, 403, 408, 425, 429]);

/** Ends once the loader has taken it. Throws destination_unavailable, or message_refused for this message alone. */
export function loader({ baseUrl, token, timeoutMs }: LoaderPlace): (message: WantedMessage) => Promise<void> {
  const base = baseUrl.replace(/(?<!\/)\/+$/, '');
  const { host: server } = new URL(base);
  const away = (why: string) =>
    new TieoutError('destination_unavailable', `The loader (LOADER_BASE_URL) ${why}.`, { server });
  return async (message) => {
    const body = Buffer.from(message.payload);
    const path = pathOf(message, JSON.parse(body.toString()));
    const headers = {
      'content-type': 'application/json',
      'idempotency-key': publicationId(message),
      ...(token !== null && { authorization: `Bearer ${token}` }),
    };
    // Where a redirect leads could be anybody, and would be sent the token.
    const sent = {
      method: 'PATCH',
      headers,
      body,
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    } as const;
    let status: number;
    try {
      const answer = await fetch(base + path, sent);
      status = answer.status;
      // The body is not ours to read.
      await answer.body?.cancel();
    } catch (error) {
      throw away((error as Error).name === 'TimeoutError' ? 'does not answer in time' : 'cannot be reached');
    }
    if (status < 300) return;
    if (status >= 500 || AWAY.has(status)) throw away(`answers ${status}`);
    throw new TieoutError('message_refused', `The loader answers ${status} to PATCH ${path}.`);
  };
}

function pathOf({ topic }: WantedMessage, body: { readonly task_id?: string; readonly session_id: string }): string {
  return topic === 'loader_summaries'
    ? `/v1/loader/summaries/${encodeURIComponent(body.session_id)}`
    : `/v1/loader/tasks/${encodeURIComponent(body.task_id ?? '')}`;
}
