// docs/events.md names every subject; the schemas in docs/events are those of the descriptors (`npx vitest run test/docs
// -u` writes them anew); the page's examples, and what the service itself writes, are valid by them.

import { readFileSync } from 'node:fs';
import { fromJson } from '@bufbuild/protobuf';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import { announcementOf } from '../../src/adapters/bus-nats/run-announcement.ts';
import { streamNames, subjectsOf } from '../../src/adapters/bus-nats/subjects.ts';
import { ANYBODY } from '../../src/core/callers/caller.ts';
import { resolutionOutcome } from '../../src/core/exceptions/resolution-result.ts';
import { windowCompleted } from '../../src/core/records/documents/window-event.ts';
import { busRequestReader } from '../../src/rest/bus-request.ts';
import { deadLetters } from '../../src/workflows/delivery/dead-letters.ts';
import { operationOf } from '../contracts/store/decisions.ts';
import { eventSchema, MESSAGES, schemaFile } from './event-schemas.ts';

const page = readFileSync(new URL('../../docs/events.md', import.meta.url), 'utf8');
const valid = (name: string) =>
  new Ajv2020({ allErrors: true }).compile(eventSchema(MESSAGES.find((one) => one.name === name)!));

function exampleOf(name: string) {
  const section = page.split('\n## ').find((text) => text.startsWith(`${name}\n`))!;
  return { section, example: JSON.parse(/```json\n([\s\S]+?)```/.exec(section)![1]) };
}

describe.each(MESSAGES.map((schema) => [schema.name, schema] as const))('%s', (name, schema) => {
  test('its schema is that of the descriptor', async () => {
    const file = schemaFile(schema);
    await expect(`${JSON.stringify(eventSchema(schema), null, 2)}\n`).toMatchFileSnapshot(`../../docs/events/${file}`);
    expect(exampleOf(name).section).toContain(`[schema](events/${file})`);
  });

  test('its example is valid, has every field that is always there, and loses none unnoticed', () => {
    const { section, example } = exampleOf(name);
    expect(section).toContain(`proto/${schema.file.name}.proto`);
    const validate = valid(name);
    expect([validate(example), validate.errors]).toEqual([true, null]);
    if (name !== 'ResolveRequest') fromJson(schema, example);
    for (const field of eventSchema(schema)['required'] as string[]) {
      const { [field]: _, ...less } = example;
      expect([field, validate(less)]).toEqual([field, false]);
    }
    if (name === 'RunAnnouncement') expect(validate({ schema_version: 1 })).toBe(false);
  });
});

const jsonOf = (bytes: Uint8Array) => JSON.parse(new TextDecoder().decode(bytes));

test('what the service writes is valid', () => {
  const cluster = {
    ...{ clusterId: 'c', session: 's', type: 'not_found_gl', domain: 'mfb', branchId: null },
    method: 'manual' as const,
    matchedRecordIds: ['r'],
  };
  const told = { approved: [cluster], takenBack: [], stillPending: 2, occurredAt: '2026-11-21T08:00:00.000Z' };
  const reopened = { ...told, approved: [], takenBack: [{ ...cluster, status: 'pending' as const }] };
  const letter = { id: 'i', reason: 'r', subject: 's', receivedAt: 1, content: new Uint8Array(3) };
  const key = { tenant: 't', partner: 'p', session: 's' };
  const window = { key, days: { start: 20_000, end: 20_030 }, runId: 'run-1', windowId: 'w' };
  const written = [
    ['RunAnnouncement', announcementOf('run-1', 'runs')],
    ['RunAnnouncement', announcementOf('after-decision:1', 'work')],
    ['ResolutionResult', resolutionOutcome(operationOf('op-1'), told)[0].payload],
    ['ResolutionResult', resolutionOutcome(operationOf('op-1'), { ...told, approved: [] })[0].payload],
    ['ResolutionResult', resolutionOutcome(operationOf('op-1'), reopened)[0].payload],
    ['WindowCompleted', windowCompleted({ ...window, branchId: null })[0].payload],
    ['WindowCompleted', windowCompleted({ ...window, branchId: 'b' })[0].payload],
    ['DeadLetter', deadLetters(letter, 'resolution_dead_letters')[0].payload],
  ] as const;
  for (const [name, payload] of written) {
    const validate = valid(name);
    expect([name, validate(jsonOf(payload)), validate.errors]).toEqual([name, true, null]);
  }
});

test('a request that the service refuses for its form is none by the schema, and one that it takes is one', async () => {
  const { example } = exampleOf('ResolveRequest');
  const validate = valid('ResolveRequest');
  const read = busRequestReader('UTC');
  const bad = [
    { decision: 'maybe' },
    { cluster_type: 7 },
    { tenant_id: '' },
    { note: 'n'.repeat(4_001) },
    { resolution_request_id: undefined },
    { amount_tolerance: -1 },
    { cluster_ids: 'c' },
  ];
  for (const changed of [{}, { note: null }, { unknown: [1] }, ...bad]) {
    const text = JSON.stringify({ ...example, ...changed });
    const isTaken = await read(Buffer.from(text), ANYBODY).then(
      () => true,
      () => false,
    );
    expect([changed, validate(JSON.parse(text))]).toEqual([changed, isTaken]);
    expect(isTaken).toBe(!bad.includes(changed as never));
  }
});

test('every subject is named', () => {
  for (const subject of streamNames(subjectsOf('{env}'))) expect(page).toContain(`| \`${subject}\` |`);
});
