// Bodies made to cost a service as much as they can: of its time to be read, of its memory, or of the answer to them.
// Each is within the limit of bytes, as it comes or packed.

import { gzipSync } from 'node:zlib';

export interface HostileBody {
  readonly name: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

const REST = '/v1/reconcile/banking';
const SUGGESTION = '/v1/reconcile/target-field-suggestion';
const CONNECT = '/tieout.engine.v1.EngineService/ReconcileBanking';
const RESOLVE = '/v1/exceptions/resolve';

const MIB = 1 << 20;
const repeated = (text: string, bytes: number) =>
  Array(Math.floor(bytes / text.length))
    .fill(text)
    .join('');
const json = (name: string, path: string, text: string): HostileBody => ({
  name,
  path,
  headers: { 'content-type': 'application/json' },
  body: Buffer.from(text),
});

/** One field of a message with nothing in it, again and again: field 19 of a run is a list of messages. */
const empties = new Uint8Array(16 * MIB - 16).fill(0);
for (let p = 0; p + 3 <= empties.length; p += 3) empties.set([0x9a, 0x01, 0x00], p);
const whole = empties.subarray(0, empties.length - (empties.length % 3));
const packed = gzipSync(whole);

/** A message of gRPC: whether it is packed, its length, and itself. */
function frame(bytes: Uint8Array, isPacked: boolean): Uint8Array {
  const framed = new Uint8Array(5 + bytes.length);
  framed[0] = isPacked ? 1 : 0;
  new DataView(framed.buffer).setUint32(1, bytes.length);
  framed.set(bytes, 5);
  return framed;
}

export const HOSTILE_BODIES: readonly HostileBody[] = [
  json(
    'a key of 600,000 letters over 1,000 problems',
    SUGGESTION,
    `{"target_field_definitions":{"${'k'.repeat(600_000)}":{"aliases":[${Array(1_000).fill('1').join(',')}]}}}`,
  ),
  json('5 million empty objects', REST, `{"event_dates":[${repeated('{},', 15 * MIB)}{}]}`),
  json('8 million numbers', REST, `{"event_dates":[${repeated('0,', 16 * MIB - 64)}0]}`),
  json('1 million unknown members', REST, `{${Array.from({ length: 1_000_000 }, (_, i) => `"k${i}":0`).join(',')}}`),
  json('lists 8 million deep', REST, repeated('[', 8 * MIB)),
  json('one text of 16 MiB', REST, `{"session_id":"${'x'.repeat(16 * MIB - 64)}"}`),
  json('one text of 8 million quotes', REST, `{"session_id":"${repeated('\\"', 16 * MIB - 64)}"}`),
  json(
    '100,000 ids that are too long',
    RESOLVE,
    `{"cluster_ids":[${Array(50_000)
      .fill(`"${'x'.repeat(300)}"`)
      .join(',')}]}`,
  ),
  json(
    '100,000 ids',
    RESOLVE,
    `{"cluster_ids":[${Array(100_000).fill('"0123456789012345678901234567890123456"').join(',')}]}`,
  ),
  json('Connect, 5 million empty objects', CONNECT, `{"eventDates":[${repeated('{},', 15 * MIB)}{}]}`),
  {
    name: 'Connect, 5 million empty messages in 16 kB',
    path: CONNECT,
    headers: { 'content-type': 'application/proto', 'content-encoding': 'gzip' },
    body: packed,
  },
  {
    name: 'gRPC-Web, 5 million empty messages in 16 kB',
    path: CONNECT,
    headers: { 'content-type': 'application/grpc-web+proto', 'grpc-encoding': 'gzip' },
    body: frame(packed, true),
  },
  {
    name: 'gRPC-Web, 5 million empty messages',
    path: CONNECT,
    headers: { 'content-type': 'application/grpc-web+proto' },
    body: frame(whole, false),
  },
];
