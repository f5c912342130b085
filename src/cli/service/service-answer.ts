// Sends one REST request to a running service and answers its JSON, or the file that it answers. If the service refuses,
// its sentence is the command's failure; if it does not answer, the sentence names the address.

import { isIPv6 } from 'node:net';
import type { Configuration } from '../../config.ts';
import { ERROR_KINDS, type ErrorCode } from '../../core/error-kinds.ts';
import { TieoutError } from '../../core/errors.ts';

export interface ServicePlace {
  /** http://127.0.0.1:8080 */
  readonly address: string;
  readonly token: string | null;
}

const ANSWER_MS = 30_000;

/** The service of this machine unless given. Throws usage. */
export function serviceAddress(
  given: string | null,
  { TIEOUT_HOST: host, TIEOUT_PORT: port, TIEOUT_TLS_CERT: certificate }: Configuration,
): string {
  if (given !== null) {
    const url = URL.parse(given);
    if (url !== null && ['http:', 'https:'].includes(url.protocol)) return url.origin;
    throw new TieoutError('usage', `--url is http://HOST:PORT or https://HOST:PORT, not "${given}".`);
  }
  const everywhere = host === '0.0.0.0' ? '127.0.0.1' : isIPv6(host) && /^[0:]+$/.test(host) ? '::1' : host;
  const name = isIPv6(everywhere) ? `[${everywhere}]` : everywhere;
  return `${certificate === null ? 'http' : 'https'}://${name}:${port}`;
}

export interface SentBody {
  readonly bytes: ReadableStream<Uint8Array>;
  /** SHA-256 in hex, which the service holds against what arrives; null: unknown. */
  readonly digest: string | null;
}

export interface Question {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  /** JSON. */
  readonly body?: object;
  /** A file that is sent in place of JSON. */
  readonly file?: SentBody;
  /** How long the service may take; 30 seconds unless given. */
  readonly mostMs?: number;
}

export async function askService(
  { address, token }: ServicePlace,
  { method, path, body, file, mostMs = ANSWER_MS }: Question,
): Promise<unknown> {
  let status: number;
  let content: Uint8Array;
  let isJson: boolean;
  try {
    const reply = await fetch(address + path, {
      method,
      headers: {
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(file !== undefined && { 'content-type': 'application/octet-stream' }),
        ...(file?.digest && { 'tieout-sha256': file.digest }),
        ...(token !== null && { authorization: `Bearer ${token}` }),
      },
      body: file?.bytes ?? (body === undefined ? null : JSON.stringify(body)),
      ...(file !== undefined && { duplex: 'half' as const }),
      signal: AbortSignal.timeout(mostMs),
    });
    status = reply.status;
    isJson = /^application\/json\b/.test(reply.headers.get('content-type') ?? '');
    content = new Uint8Array(await reply.arrayBuffer());
  } catch (error) {
    const { message, cause } = error as Error;
    const why = cause instanceof Error ? cause.message || (cause as NodeJS.ErrnoException).code : message;
    throw new TieoutError('service_unavailable', `No service answers at ${address} (${why}): start it, or give --url.`);
  }
  if (status < 300 && !isJson) return content;
  const text = new TextDecoder().decode(content);
  if (status < 300) return JSON.parse(text);
  throw new TieoutError(codeOf(status), `The service at ${address} answers ${status}: ${detailOf(text)}`);
}

/** The sentence is the service's; the code only decides the exit code. */
const codeOf = (status: number): ErrorCode =>
  (Object.entries(ERROR_KINDS).find(([name, { http }]) => http === status && name !== 'usage')?.[0] ??
    'service_unavailable') as ErrorCode;

/** The sentence of an error: its detail, or every problem of a 422 with its place. */
export function detailOf(text: string): string {
  try {
    const { detail } = JSON.parse(text) as { detail: string | readonly { loc: readonly string[]; msg: string }[] };
    return typeof detail === 'string' ? detail : detail.map(({ loc, msg }) => `${loc.join('.')}: ${msg}`).join('; ');
  } catch {
    return text.slice(0, 200);
  }
}
