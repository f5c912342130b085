// How the body of a REST request becomes a message, by the kind that its method's option names (BodyKind in
// options.proto): which content types are taken, and what is made of the bytes. Another kind is another entry here and
// another value there; no route is known by name.

import { create, type DescMessage, type Message } from '@bufbuild/protobuf';
import { checkJsonValues } from '../rpc/sizes/json-values.ts';
import type { Problem } from '../rpc/validation/problems.ts';
import { decode } from './decode.ts';
import { malformed } from './failures.ts';
import type { BodyKindName } from './route-table.ts';

export interface BodyRead {
  readonly message: Message;
  readonly problems: readonly Problem[];
}

interface BodyReader {
  /** `*` takes any. */
  readonly contentType: string;
  readonly read: (input: DescMessage, bytes: Uint8Array) => Promise<BodyRead>;
}

export const BODY_READERS: Readonly<Record<BodyKindName, BodyReader>> = {
  json: { contentType: 'application/json', read: readJson },
  raw: { contentType: '*', read: readRaw },
};

const strict = new TextDecoder('utf-8', { fatal: true });

async function readJson(input: DescMessage, bytes: Uint8Array): Promise<BodyRead> {
  await checkJsonValues(bytes);
  let json: unknown;
  try {
    json = JSON.parse(strict.decode(bytes));
  } catch {
    // The reason would repeat what was sent.
    throw malformed('the body must be JSON in UTF-8, not compressed');
  }
  return decode(input, json);
}

async function readRaw(input: DescMessage, bytes: Uint8Array): Promise<BodyRead> {
  return { message: create(input, { [input.fields[0]!.localName]: bytes }), problems: [] };
}
