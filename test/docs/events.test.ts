// The examples of docs/events.md are what the protos say, and the page names every subject.

import { readFileSync } from 'node:fs';
import { type DescMessage, fromJson } from '@bufbuild/protobuf';
import { expect, test } from 'vitest';
import { DeadLetterSchema } from '../../gen/tieout/events/v1/dead_letter_pb.ts';
import { ResolutionResultSchema } from '../../gen/tieout/events/v1/resolution_result_pb.ts';
import { RunAnnouncementSchema } from '../../gen/tieout/events/v1/run_announcement_pb.ts';
import { ScreeningHitsSchema } from '../../gen/tieout/events/v1/screening_hits_pb.ts';
import { VerificationCheckSchema } from '../../gen/tieout/events/v1/verification_check_pb.ts';
import { subjectsOf } from '../../src/adapters/bus-nats/subjects.ts';

const page = readFileSync(new URL('../../docs/events.md', import.meta.url), 'utf8');

test.each<DescMessage>([
  ...[RunAnnouncementSchema, DeadLetterSchema, ResolutionResultSchema, VerificationCheckSchema, ScreeningHitsSchema],
])('%s: the example can be read', (schema) => {
  const section = page.split('\n## ').find((text) => text.startsWith(`${schema.name}\n`))!;
  expect(section).toContain(`proto/${schema.file.name}.proto`);
  const [, json] = /```json\n([\s\S]+?)```/.exec(section)!;
  const example = JSON.parse(json!);
  fromJson(schema, example);
  expect(Object.keys(example)).toEqual(schema.fields.map(({ name }) => name));
});

test('every subject is named', () => {
  const { runs, published } = subjectsOf('{env}');
  for (const subject of [runs, ...Object.values(published)]) expect(page).toContain(`| \`${subject}\` |`);
});
