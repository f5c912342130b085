// A server that says it is of some version and does nothing else, for no machine has every old one: it answers the
// driver's greeting and its question for the build in MongoDB's wire protocol.

import { createServer } from 'node:net';
import { BSON, type Document } from 'mongodb';

interface PretendedServer {
  readonly uri: string;
  close(): void;
}

const OP_REPLY = 1;
const OP_QUERY = 2004;
const OP_MSG = 2013;

export async function pretendServer(is: { version: string; maxWireVersion: number }): Promise<PretendedServer> {
  const answer = (command: Document): Document => {
    if ('buildInfo' in command) {
      return { ok: 1, version: is.version, versionArray: [...is.version.split('.').map(Number), 0] };
    }
    return {
      ...{ ok: 1, ismaster: true, isWritablePrimary: true, helloOk: true, minWireVersion: 0, readOnly: false },
      ...{ maxWireVersion: is.maxWireVersion, maxBsonObjectSize: 16 << 20, maxMessageSizeBytes: 48_000_000 },
      ...{ maxWriteBatchSize: 100_000, localTime: new Date(), connectionId: 1 },
    };
  };
  const server = createServer((socket) => {
    let received = Buffer.alloc(0);
    socket.on('error', () => {});
    socket.on('data', (bytes) => {
      received = Buffer.concat([received, bytes]);
      while (received.length >= 16 && received.length >= received.readInt32LE(0)) {
        const message = received.subarray(0, received.readInt32LE(0));
        received = received.subarray(message.length);
        socket.write(reply(message, answer));
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  return { uri: `mongodb://127.0.0.1:${port}/`, close: () => void server.close() };
}

function reply(message: Buffer, answer: (command: Document) => Document): Buffer {
  const isQuery = message.readInt32LE(12) === OP_QUERY;
  // After the header a query has its flags, a collection's name and two counts, a message its flags and a section's
  // kind.
  const at = isQuery ? message.indexOf(0, 20) + 9 : 21;
  const body = BSON.serialize(answer(BSON.deserialize(message.subarray(at, at + message.readInt32LE(at)))));
  const before = isQuery ? Buffer.alloc(20) : Buffer.alloc(5);
  if (isQuery) before.writeInt32LE(1, 16);
  const header = Buffer.alloc(16);
  header.writeInt32LE(16 + before.length + body.length, 0);
  header.writeInt32LE(message.readInt32LE(4), 8);
  header.writeInt32LE(isQuery ? OP_REPLY : OP_MSG, 12);
  return Buffer.concat([header, before, body]);
}
