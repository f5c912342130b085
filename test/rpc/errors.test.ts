// One table of errors: docs/errors.md equals it, and every status it names has an RPC code that means the same.
// `npx vitest run test/rpc -u` writes the page anew.

import { readFileSync } from 'node:fs';
import { Code } from '@connectrpc/connect';
import { describe, expect, test } from 'vitest';
import { ERROR_KINDS, type RpcCode } from '../../src/core/error-kinds.ts';
import { codeOf } from '../../src/rpc/connect-error.ts';
import { errorsPage } from './errors-page.ts';

describe('docs/errors.md', () => {
  test('equals the table', async () => {
    await expect(errorsPage()).toMatchFileSnapshot('../../docs/errors.md');
  });

  test('names no code that the table does not have', () => {
    const page = readFileSync(new URL('../../docs/errors.md', import.meta.url), 'utf8');
    const named = Array.from(page.matchAll(/^\| `(\w+)`/gm), ([, code]) => code);
    expect(named).toEqual(Object.keys(ERROR_KINDS));
  });
});

describe('codes', () => {
  test('of HTTP and RPC mean the same (design/contract.md)', () => {
    const pairs: Readonly<Record<number, RpcCode>> = {
      400: 'invalid_argument',
      401: 'unauthenticated',
      403: 'permission_denied',
      404: 'not_found',
      405: 'unimplemented',
      409: 'failed_precondition',
      408: 'unavailable',
      413: 'resource_exhausted',
      415: 'invalid_argument',
      417: 'invalid_argument',
      422: 'invalid_argument',
      429: 'resource_exhausted',
      431: 'resource_exhausted',
      500: 'internal',
      501: 'unimplemented',
      503: 'unavailable',
    };
    for (const [code, { http, rpc }] of Object.entries(ERROR_KINDS)) expect([code, rpc]).toEqual([code, pairs[http]]);
  });

  test('of RPC are those of the protocol', () => {
    expect(codeOf('failed_precondition')).toBe(Code.FailedPrecondition);
    const nameOf = (code: Code) => Code[code].replaceAll(/(?<!^)[A-Z]/g, (letter) => `_${letter}`).toLowerCase();
    for (const { rpc } of Object.values(ERROR_KINDS)) expect(nameOf(codeOf(rpc))).toBe(rpc);
  });
});
