// What the proxy understands of the two protocols that pass through it: where a message ends, who sends it, whether it
// is a write that matters and which answer is its own. MongoDB: OP_MSG, whose first field is the command and its
// collection (https://www.mongodb.com/docs/manual/reference/mongodb-wire-protocol/). NATS: publications with headers.

/** One message of a client, whole. */
export interface Sent {
  readonly bytes: Buffer;
  /** `findAndModify sessions`, `update runs`, `publish reconciliation-runs-...`; null for what is no write. */
  readonly write: string | null;
  /** Process id of a service that introduces itself, null otherwise. */
  readonly process: number | null;
  /** What its answer will carry; null: the next thing that comes is taken for it. */
  readonly answeredBy: number | null;
}

export interface Wire {
  /** Whole messages at the start of what a client sent; the rest waits for more. */
  sent(bytes: Buffer): { readonly messages: readonly Sent[]; readonly rest: Buffer };
  /** Whether what the server sent begins with or holds the answer. */
  isAnswer(bytes: Buffer, to: Sent): boolean;
}

const NAME = /tieout (\d+)/;
/** Introductions are among the first bytes of a connection's first message. */
const INTRODUCED_WITHIN = 1_024;

function processIn(bytes: Buffer): number | null {
  const found = NAME.exec(bytes.toString('latin1', 0, INTRODUCED_WITHIN));
  return found && Number(found[1]);
}

const WRITES = new Set(['insert', 'update', 'delete', 'findAndModify']);
const OP_MSG = 2013;
const HEADER_BYTES = 16;
/** After the header: flags, the kind of the first section, the length of its document, the type of its first field. */
const FIRST_FIELD = HEADER_BYTES + 4 + 1 + 4 + 1;

export const mongodbWire: Wire = {
  sent(bytes) {
    const messages: Sent[] = [];
    let at = 0;
    while (bytes.length - at >= HEADER_BYTES && bytes.length - at >= bytes.readInt32LE(at)) {
      const message = bytes.subarray(at, at + bytes.readInt32LE(at));
      at += message.length;
      const write = writeOf(message);
      const process = write === null ? processIn(message) : null;
      messages.push({ bytes: message, write, process, answeredBy: message.readInt32LE(4) });
    }
    return { messages, rest: bytes.subarray(at) };
  },
  // A server answers each connection one request after the other, and large answers are cut: a header is at the start.
  isAnswer: (bytes, { answeredBy }) => bytes.length >= HEADER_BYTES && bytes.readInt32LE(8) === answeredBy,
};

function writeOf(message: Buffer): string | null {
  if (message.readInt32LE(12) !== OP_MSG || message[HEADER_BYTES + 4] !== 0) return null;
  const nameEnd = message.indexOf(0, FIRST_FIELD);
  const command = message.toString('latin1', FIRST_FIELD, nameEnd);
  if (!WRITES.has(command)) return null;
  const length = message.readInt32LE(nameEnd + 1);
  return `${command} ${message.toString('utf8', nameEnd + 5, nameEnd + 4 + length)}`;
}

const PUBLICATION = /HPUB (\S+)/;

export const natsWire: Wire = {
  // Chunks as they come: nothing here needs a message's end.
  sent(bytes) {
    const head = bytes.toString('latin1', 0, INTRODUCED_WITHIN);
    const subject = PUBLICATION.exec(head)?.[1];
    const write = subject === undefined ? null : `publish ${subject}`;
    return { messages: [{ bytes, write, process: processIn(bytes), answeredBy: null }], rest: Buffer.alloc(0) };
  },
  isAnswer: () => true,
};
