// What the bus carries is what proto/tieout/events says: what we write can be read by it, and what we refuse it
// refuses.

import { fromJson, type JsonValue } from '@bufbuild/protobuf';
import { createValidator } from '@bufbuild/protovalidate';
import { expect, test } from 'vitest';
import { DeadLetterSchema } from '../../gen/tieout/events/v1/dead_letter_pb.ts';
import { RunAnnouncementSchema } from '../../gen/tieout/events/v1/run_announcement_pb.ts';
import { announcementOf, whyNoAnnouncement } from '../../src/adapters/bus-nats/run-announcement.ts';
import { deadLetters } from '../../src/workflows/delivery/dead-letters.ts';

const validator = createValidator();
const textOf = (bytes: Uint8Array) => new TextDecoder().decode(bytes);

function isAnnouncement(text: string): boolean {
  try {
    const message = fromJson(RunAnnouncementSchema, JSON.parse(text) as JsonValue, { ignoreUnknownFields: true });
    return validator.validate(RunAnnouncementSchema, message).kind === 'valid';
  } catch {
    return false;
  }
}

test('an announcement is one by the proto, with nothing that it does not know', () => {
  const announced = fromJson(RunAnnouncementSchema, JSON.parse(textOf(announcementOf('run-1', 'runs'))));
  expect(announced).toMatchObject({ schemaVersion: 1, runId: 'run-1' });
  expect(whyNoAnnouncement(announcementOf('run-1', 'runs'))).toBeNull();
});

test.each([
  '{"schema_version":1,"run_id":"run-1"}',
  '{"schema_version":1,"run_id":"run-1","later":{"more":[1]}}',
  '{"schema_version":1,"run_id":""}',
  '{"schema_version":1}',
  '{"schema_version":1,"work_id":"after-decision:1"}',
  '{"schema_version":1,"work_id":"after-decision:1","run_id":null}',
  '{"schema_version":1,"work_id":""}',
  '{"schema_version":1,"work_id":"after-decision:1","run_id":"run-1"}',
  '{"run_id":"run-1"}',
  '{"schema_version":2,"run_id":"run-1"}',
  '{"schema_version":1,"run_id":7}',
  '{"schema_version":1,"run_id":["run-1"]}',
  '[]',
  'null',
  '"run-1"',
  '{',
  '',
])('the proto and the consumer agree on %s', (text) => {
  expect(whyNoAnnouncement(new TextEncoder().encode(text)) === null).toBe(isAnnouncement(text));
});

test('a dead letter is one by the proto, and its parts are the message', () => {
  const content = new Uint8Array(1_300_000).map((_, i) => i % 251);
  const message = {
    id: 'stream.7.1',
    reason: 'It is not JSON.',
    subject: 'runs',
    receivedAt: 1_700_000_000_123,
    content,
  };
  const letters = deadLetters(message, 'run_dead_letters');
  expect(letters.map(({ operationId, part }) => [operationId, part])).toEqual(
    [1, 2, 3].map((part) => ['stream.7.1', part]),
  );
  const read = letters.map(({ payload }) => fromJson(DeadLetterSchema, JSON.parse(textOf(payload))));
  for (const [i, letter] of read.entries()) {
    expect({ ...letter, message: null }).toMatchObject({
      reason: 'It is not JSON.',
      subject: 'runs',
      receivedAt: '2023-11-14T22:13:20.123Z',
      part: i + 1,
      parts: 3,
    });
    expect(letters[i].payload.length).toBeLessThan(1 << 20);
  }
  expect(Buffer.concat(read.map((letter) => letter.message)).equals(content)).toBe(true);
  const [empty, ...none] = deadLetters({ ...message, content: new Uint8Array() }, 'run_dead_letters');
  expect([JSON.parse(textOf(empty!.payload)), none]).toMatchObject([{ part: 1, parts: 1, message: '' }, []]);
});
