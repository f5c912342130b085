// One request with exactly these headers: fetch would keep some of them to itself.

import { type IncomingHttpHeaders, request } from 'node:http';

export interface Answered {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

interface Asking {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

export function ask(url: string, { method = 'GET', headers = {}, body }: Asking = {}): Promise<Answered> {
  return new Promise((resolve, reject) => {
    const asked = request(url, { method, headers, agent: false }, (reply) => {
      const chunks: Buffer[] = [];
      reply.on('data', (chunk: Buffer) => chunks.push(chunk));
      reply.on('end', () =>
        resolve({ status: reply.statusCode!, headers: reply.headers, body: Buffer.concat(chunks) }),
      );
    });
    asked.on('error', reject).end(body);
  });
}
