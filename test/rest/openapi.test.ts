// /openapi.json: every route of the protos with its schema, references that lead somewhere, and pages without network.

import { readFileSync } from 'node:fs';
import { getOption } from '@bufbuild/protobuf';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { http } from '../../gen/google/api/annotations_pb.ts';
import { routeTable } from '../../src/rest/route-table.ts';
import type { RunningServer } from '../../src/rest/server.ts';
import { METHODS, SERVICES } from '../../src/rpc/services.ts';
import { start } from './running.ts';

interface Described {
  readonly paths: Readonly<
    Record<string, Record<string, { readonly parameters: readonly object[]; readonly responses: object }>>
  >;
  readonly components: {
    readonly schemas: Readonly<
      Record<string, { readonly properties: Record<string, object>; readonly required: string[] }>
    >;
  };
}

let server: RunningServer;
let document: Described;
beforeAll(async () => {
  server = await start();
  document = (await (await fetch(`${server.address}/openapi.json`)).json()) as Described;
});
afterAll(() => server.close());

test('describes every route once', () => {
  const described = Object.entries<object>(document.paths).flatMap(([path, item]) =>
    Object.keys(item).map((verb) => `${verb.toUpperCase()} ${path}`),
  );
  const declared = routeTable(METHODS).filter(({ isAlias }) => !isAlias);
  expect(described.sort()).toEqual(declared.map(({ verb, path }) => `${verb} ${path}`).sort());
});

test('refers to schemas that are there, and to every one of them', () => {
  const referred = new Set(
    Array.from(JSON.stringify(document).matchAll(/"#\/components\/schemas\/(\w+)"/g), ([, name]) => name!),
  );
  expect([...referred].sort()).toEqual(Object.keys(document.components.schemas).sort());
});

test('says where an answer may be 409', () => {
  const conflicts = Object.entries(document.paths).flatMap(([path, verbs]) =>
    Object.values(verbs).some(({ responses }) => '409' in responses) ? [path] : [],
  );
  const ofChecks = Object.values(SERVICES.verification.method)
    .filter(({ input }) => input.fields.some(({ name }) => name === 'request_id'))
    .map((method) => getOption(method, http).pattern.value as string);
  expect(ofChecks.length).toBe(18);
  expect(conflicts.filter((path) => !ofChecks.includes(path))).toEqual([
    '/v1/loader/pipeline-status/{session_id}',
    '/v1/runs/{run_id}/retry',
    '/v1/sessions/{session_id}/statement',
    '/v1/sessions/{session_id}/report',
    '/v1/sessions/{session_id}/journals',
    '/v1/sessions/{session_id}/journals/export',
    '/v1/journals/posted',
    '/v1/sessions/{session_id}/matches',
    '/v1/sessions/{session_id}/matched-elsewhere',
    '/v1/sessions/{session_id}/rows',
    '/v1/sessions/{session_id}/left-out-rows',
    '/v1/exceptions/query',
    '/v1/exceptions/query/ids',
    '/v1/exceptions/query/groups',
    '/v1/tenants/{tenant_id}/files/{name}',
    '/v1/matches',
    '/v1/sessions/{session_id}/sign-off',
    '/v1/sessions/{session_id}/reopen',
    '/v1/matches/{group_id}',
    '/v1/constraints/{constraint_id}',
    '/v1/proposals',
    '/v1/proposals/{proposal_id}/accept',
    '/v1/proposals/{proposal_id}/decline',
    '/v1/proposals/{proposal_id}/withdraw',
    '/v1/subjects/{subject_ref}',
    '/v1/cases/{case_id}/decision',
    '/v1/cases/{case_id}/notes',
    '/v1/cases/{case_id}/assignment',
  ]);
});

test('says bounds, values, defaults and what is required', () => {
  const { properties, required } = document.components.schemas['ReconcileRequest'];
  expect(required).toEqual(['session_id', 'tenant_id', 'partner_id']);
  expect(properties['max_days_forward_search']).toEqual({
    type: ['integer', 'null'],
    minimum: 0,
    maximum: 3660,
    default: 0,
  });
  expect(properties['search_mode']).toEqual({
    type: ['string', 'null'],
    maxLength: 256,
    default: 'both',
  });
  // A list of a request may be null, which is not given; one of an answer never is.
  expect(properties['gl_file_url']).toMatchObject({ type: ['array', 'null'], items: { type: 'string' } });
  expect(document.components.schemas['Cluster'].properties['gl_record_ids']).toMatchObject({ type: 'array' });
  expect(document.components.schemas['EventDate']).toMatchObject({
    required: ['start_date', 'end_date'],
    properties: { start_date: { type: 'string', format: 'date' } },
  });
  const answers = document.paths['/v1/exceptions/resolve']['post'].responses;
  expect(Object.keys(answers)).toContain('501');
  expect(answers).toMatchObject({
    422: { content: { 'application/json': { schema: { $ref: '#/components/schemas/HTTPValidationError' } } } },
  });
  expect(document.paths['/v1/sessions/{session_id}/matches']['get'].parameters.slice(0, 2)).toMatchObject([
    { name: 'session_id', in: 'path', required: true },
    { name: 'tenant_id', in: 'query', required: true },
  ]);
});

test('a parameter stands in the path, in the query or in a header, one that a body may have too among them', () => {
  const all = Object.values(document.paths).flatMap((path) =>
    Object.values(path).flatMap((one) => (one.parameters ?? []) as { in: string }[]),
  );
  expect([...new Set(all.map((one) => one.in))].sort()).toEqual(['header', 'path', 'query']);
  expect(document.paths['/v1/open_sanction_finder']['post'].parameters).toMatchObject([
    ...[
      ...['threshold', 'limit', 'cutoff', 'include_dataset', 'exclude_dataset', 'exclude_entity_ids', 'topics'],
      ...['exclude_schema', 'changed_since', 'algorithm'],
    ].map((name) => ({ name, in: 'query', required: false })),
  ]);
});

test('messages of one name are one message', () => {
  const names = new Map<string, string>();
  for (const { input, output } of METHODS) {
    for (const desc of [input, output]) {
      expect(names.get(desc.name) ?? desc.typeName).toBe(desc.typeName);
      names.set(desc.name, desc.typeName);
    }
  }
});

test('/docs reaches for nothing outside', async () => {
  const page = await (await fetch(`${server.address}/docs`)).text();
  const links = Array.from(page.matchAll(/(?:src|href)="([^"]+)"/g), ([, link]) => link!);
  expect(links.length).toBeGreaterThan(3);
  for (const link of links) {
    expect(link).not.toMatch(/^(https?:)?\/\//);
    expect((await fetch(new URL(link, `${server.address}/docs`))).status, link).toBe(200);
  }
});

test('/metrics counts by route of the table, never by path', async () => {
  await fetch(`${server.address}/v1/sessions/somebody/summary`);
  const page = await (await fetch(`${server.address}/metrics`)).text();
  expect(page).toContain(
    'tieout_http_requests_total{method="GET",route="/v1/sessions/:session_id/summary",status="422"} 1',
  );
  expect(page).not.toContain('somebody');
});

test('the verification routes have the tags and summaries of the specification, odd ones included', () => {
  const table = readFileSync(new URL('../fixtures/verification-routes.txt', import.meta.url), 'utf8');
  const rows = table.trim().split('\n');
  expect(rows.length).toBe(19);
  for (const row of rows) {
    const [verb, path, tag, summary] = row.split(' | ');
    const described = document.paths[`/v1${path}`][verb!.toLowerCase()] as unknown as {
      tags: string[];
      summary: string;
    };
    expect([row, described.tags, described.summary.replace(' (not built yet)', '')]).toEqual([row, [tag], summary]);
  }
});

test('a form is described as one', () => {
  const { requestBody } = document.paths['/v1/face_comparison']['post'] as unknown as { requestBody: object };
  expect(requestBody).toEqual({
    required: true,
    content: { 'multipart/form-data': { schema: { $ref: '#/components/schemas/CompareFacesRequest' } } },
  });
});
