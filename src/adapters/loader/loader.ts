// The loader over HTTP. Each outbox message is one PATCH, which the loader takes once by its Idempotency-Key. If the
// loader cannot be reached, is late, overloaded or refuses access, it counts as away and everything waits for it. Any
// other refusal concerns only the message.

import { TieoutError } from '../../core/errors.ts';
import { publicationId, type WantedMessage } from '../../core/records/documents/outbox.ts';

interface LoaderPlace {
  /** LOADER_BASE_URL; its path comes first. */
  readonly baseUrl: string;
  /** LOADER_TOKEN; null for none. */
  readonly token: string | null;
  readonly timeoutMs: number;
}

/** Statuses that do not concern the message: the loader counts as away. */
const AWAY = new Set([401, 403, 408, 425, 429]);

/**
 * Resolves once the loader took the message. Throws destination_unavailable, or message_refused for this message only.
 */
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
    // Redirects are not followed: the token would be sent to an unknown target.
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
      // The body is not needed.
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
