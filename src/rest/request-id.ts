// The id that joins a request, its answer and its log lines. One that came with the request is kept when it is
// harmless in a log and a header; any other is replaced.

import { randomUUID } from 'node:crypto';

const HARMLESS = /^[A-Za-z0-9._:-]{1,128}$/;

export function requestIdOf(header: string | readonly string[] | undefined): string {
  return typeof header === 'string' && HARMLESS.test(header) ? header : randomUUID();
}
