// What REST refuses and how: malformed JSON, methods, paths, content types, sizes, request ids; and that a failure of
// a handler is answered as the table of errors says.

import { request as httpRequest } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { TieoutError } from '../../src/core/errors.ts';
import { MAX_BODY_BYTES } from '../../src/core/limits.ts';
import type { RunningServer } from '../../src/rest/server.ts';
import { start } from './running.ts';
import { told } from './told.ts';

const RUN = '/v1/reconcile/banking';
const valid = { session_id: 's', tenant_id: 't', partner_id: 'p' };

/** A 422; the tests that see another body compare the whole of it. */
interface Answer {
  readonly detail: readonly { readonly type: string; readonly loc: readonly (string | number)[] }[];
}

let server: RunningServer;
let received: unknown;
beforeAll(async () => {
  server = await start({
    handlers: {
      engine: {
        reconcileBanking: (message) => {
          received = message;
          return { status: 1, runId: 'r', sessionId: message.sessionId!, pipelineStatusUrl: '/v1/x' };
        },
        reconcileAsset: () => {
          throw new TieoutError('store_unavailable', 'the store is gone');
        },
        reconcileCommercial: () => {
          throw new RangeError('a secret of the inside');
        },
        getPipelineStatus: ({ sessionId }) => {
          throw new TieoutError('session_unknown', `There is no session ${sessionId}`);
        },
      },
    },
  });
});
afterAll(() => server.close());

const post = async (
  path: string,
  body: string | Uint8Array<ArrayBuffer> | ReadableStream,
  headers: Record<string, string> = {},
) => {
  const all = { 'content-type': 'application/json', ...headers };
  const reply = await fetch(server.address + path, { method: 'POST', body, headers: all, ...{ duplex: 'half' } });
  return { status: reply.status, headers: reply.headers, json: (await reply.json()) as Answer };
};

describe('a session id that is kept for uploaded documents', () => {
  const kept = { ...valid, session_id: `adhoc-${'0a'.repeat(16)}` };
  const sentence = 'must not be of the form adhoc- and 32 hexadecimal digits, which is kept for uploaded documents';

  const urls = ['https://files.example/a.csv'];

  test.each([
    [RUN, {}],
    ['/v1/reconcile/commercial', {}],
    ['/v1/reconcile/asset', {}],
    ['/v1/ingestion/asset', { holdings_file_url: urls, custodian_file_url: urls }],
    ['/v1/ingestion/background', { customer_type: 'mfb' }],
  ])('is refused by %s', async (path, more) => {
    const { status, json } = await post(path, JSON.stringify({ ...kept, ...more }));
    expect(status).toBe(422);
    expect(json.detail).toContainEqual(expect.objectContaining({ loc: ['body', 'session_id'], msg: sentence }));
  });

  test('is refused over Connect', async () => {
    const body = { sessionId: kept.session_id, tenantId: 't', partnerId: 'p' };
    const { status, json } = await post('/tieout.engine.v1.EngineService/ReconcileBanking', JSON.stringify(body));
    expect([status, json]).toMatchObject([400, { code: 'invalid_argument', message: `session_id: ${sentence}` }]);
  });

  test('is for a match across months to name', async () => {
    const months = { ...kept, period_start_date: '2026-03-01', period_end_date: '2026-03-31', months_back: 1 };
    const { json } = await post('/v1/reconcile/reprocess-cross-month/background', JSON.stringify(months));
    expect(JSON.stringify(json)).not.toContain(sentence);
  });
});

describe('a valid request', () => {
  test('reaches its handler with defaults and is answered with its own status', async () => {
    const { status, json } = await post(RUN, JSON.stringify({ ...valid, unknown: 1, max_days_forward_search: 5 }));
    expect([status, json]).toEqual([
      202,
      { status: 'accepted', run_id: 'r', session_id: 's', pipeline_status_url: '/v1/x' },
    ]);
    expect(received).toMatchObject({
      maxDaysForwardSearch: 5,
      maxDaysBackwardSearch: 0,
      searchMode: 'both',
      onExistingAction: 1,
      exceptionAnalysisEnabled: true,
    });
  });

  test('may give an integer as 5.0', async () => {
    expect(
      (await post(RUN, `{"session_id":"s","tenant_id":"t","partner_id":"p","max_days_forward_search":5.0}`)).status,
    ).toBe(202);
  });

  test('orders its dates by the days of the time zone', async () => {
    const dates = (period_start_date: string, period_end_date: string) =>
      post(RUN, JSON.stringify({ ...valid, period_start_date, period_end_date }));
    // Half past eleven at night in UTC is the next day in Lagos.
    const { json } = await dates('2025-01-31T23:30:00Z', '2025-01-31');
    expect(json.detail).toEqual([
      { type: 'dates.order', loc: ['body', 'period_end_date'], msg: 'must not be before period_start_date' },
    ]);
    expect((await dates('2025-01-31T22:30:00Z', '2025-01-31')).status).toBe(202);
    expect((await dates('', '2025-01-31')).status).toBe(202);
  });
});

describe('422', () => {
  test('names what could not be read and what breaks a rule, each once', async () => {
    const { status, json } = await post(RUN, JSON.stringify({ session_id: 5, tenant_id: '', charge_min: -1 }));
    expect(status).toBe(422);
    expect(json.detail.map((one) => [one.type, one.loc.join('.')])).toEqual([
      ['string_type', 'body.session_id'],
      ['string.min_len', 'body.tenant_id'],
      ['missing', 'body.partner_id'],
      ['double.gte', 'body.charge_min'],
    ]);
  });

  test.each(['', '{', '{"a":1,}', 'never-shown', '\u0000', '"\ud800'])('is the answer to the body %j', async (body) => {
    const { status, json } = await post(RUN, body);
    expect([status, json.detail[0].loc]).toEqual([422, ['body']]);
    expect(JSON.stringify(json)).not.toContain('never-shown');
  });

  test('is the answer to bytes that are no text', async () => {
    expect((await post(RUN, Buffer.from('7b2261223a22ff227d', 'hex'))).status).toBe(422);
  });

  test('says query for what is asked in the query', async () => {
    const reply = await fetch(`${server.address}/v1/sessions/s/matches?page_size=many&tenant_id=a&tenant_id=b`);
    const { detail } = (await reply.json()) as Answer;
    expect(detail.map((one) => one.loc)).toEqual([
      ['query', 'tenant_id'],
      ['query', 'page_size'],
      ['query', 'partner_id'],
    ]);
  });

  test('says path for what is in the path', async () => {
    const reply = await fetch(`${server.address}/v1/loader/pipeline-status/${'x'.repeat(300)}`);
    expect([reply.status, ((await reply.json()) as Answer).detail[0].loc]).toEqual([422, ['path', 'session_id']]);
  });
});

describe('other refusals', () => {
  test.each(['/nothing', '/v1/reconcile', '/v1/%zz', '/v1/reconcile/banking/'])('%s is 404', async (path) => {
    const reply = await fetch(server.address + path);
    expect([reply.status, typeof ((await reply.json()) as Answer).detail]).toEqual([404, 'string']);
  });

  test('another method is 405 and says which there are, before anything else is looked at', async () => {
    const reply = await fetch(server.address + RUN, {
      method: 'PUT',
      body: 'x',
      headers: { 'content-type': 'text/x' },
    });
    expect([reply.status, reply.headers.get('allow')]).toEqual([405, 'POST']);
  });

  test.each(['text/plain', 'application/x-www-form-urlencoded', 'application/jsonx'])('%s is 415', async (type) => {
    expect((await post(RUN, '{}', { 'content-type': type })).status).toBe(415);
  });

  test('a body is at most 16 MiB, announced or not', async () => {
    const largest = JSON.stringify(valid).padEnd(MAX_BODY_BYTES);
    expect((await post(RUN, largest)).status).toBe(202);
    expect((await post(RUN, `${largest} `)).status).toBe(413);
    expect((await post(RUN, new Blob([`${largest} `]).stream())).status).toBe(413);
  });

  test('a body of any kind is taken where the proto says raw', async () => {
    for (const [type, body] of [
      ['text/plain', 'no JSON'],
      ['application/json', '{'],
      ['application/octet-stream', ''],
    ]) {
      expect((await post('/v1/reconcile/complete-batch', body!, { 'content-type': type! })).status).toBe(501);
    }
  });
});

describe('failures of a handler', () => {
  test('have the status of the table', async () => {
    const unknown = await fetch(`${server.address}/v1/loader/pipeline-status/x`);
    expect([unknown.status, await unknown.json()]).toEqual([404, told('session_unknown', 'There is no session x')]);
    const gone = await post('/v1/reconcile/asset', JSON.stringify(valid));
    expect([gone.status, gone.headers.get('retry-after')]).toEqual([503, '5']);
  });

  test('that nobody expected say nothing of the inside', async () => {
    const { status, json } = await post('/v1/reconcile/commercial', JSON.stringify(valid), { 'x-request-id': 'abc' });
    expect([status, json]).toEqual([500, { ...told('internal', 'Internal Server Error'), request_id: 'abc' }]);
  });
});

describe('x-request-id', () => {
  const idFor = (given: string) =>
    new Promise<string>((resolve, reject) => {
      httpRequest(`${server.address}/livez`, { headers: { 'x-request-id': given } }, (reply) => {
        reply.resume();
        resolve(String(reply.headers['x-request-id']));
      })
        .on('error', reject)
        .end();
    });

  test('is kept when it is harmless', async () => {
    expect(await idFor('Run_1.2:3-4')).toBe('Run_1.2:3-4');
    expect(await idFor('x'.repeat(128))).toBe('x'.repeat(128));
  });

  test.each(['x'.repeat(129), 'two words', '{"a":1}', ''])('is replaced when it is %j', async (given) => {
    expect(await idFor(given)).toMatch(/^[0-9a-f-]{36}$/);
  });
});
