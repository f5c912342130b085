// The JSON of an answer of any length, as pieces of text: a list of messages is written some thousand items at a time,
// so that neither the whole text nor its objects are ever in memory, and the engine's longest string is no limit. The
// text equals what the form writes in one piece.

import { type DescField, type DescMessage, type Message, toJson } from '@bufbuild/protobuf';
import { chunksOf } from '../../core/records/rows/chunks.ts';
import { encode } from '../encode.ts';

/** How messages and names of lists are written. */
interface JsonForm {
  /** A value for JSON.stringify. */
  readonly write: (desc: DescMessage, message: Message) => unknown;
  readonly nameOf: (field: DescField) => string;
}

export const JSON_FORMS = {
  /** The contract's form, for REST. */
  rest: { write: encode, nameOf: ({ name }) => name },
  /** Protobuf's own form, which leaves out empty values. */
  connect: { write: toJson, nameOf: ({ jsonName }) => jsonName },
} as const satisfies Record<string, JsonForm>;

const ITEMS_AT_ONCE = 1_000;

export function* encodeInPieces(
  { write, nameOf }: JsonForm,
  { desc, message }: { readonly desc: DescMessage; readonly message: Message },
): Generator<string> {
  const held = message as unknown as Readonly<Record<string, readonly Message[]>>;
  const lists = desc.fields.filter((field) => field.fieldKind === 'list' && field.message !== undefined);
  // With its lists empty, the rest of the message is small.
  const emptied = { ...message, ...Object.fromEntries(lists.map(({ localName }) => [localName, []])) };
  const filled = lists.filter(({ localName }) => held[localName].length > 0);
  const rest = { ...(write(desc, emptied) as object), ...Object.fromEntries(filled.map((of) => [nameOf(of), []])) };
  let before = '{';
  for (const [name, value] of Object.entries(rest)) {
    yield `${before}${JSON.stringify(name)}:`;
    before = ',';
    const list = filled.find((field) => nameOf(field) === name);
    if (list === undefined) yield JSON.stringify(value);
    else yield* itemsOf(held[list.localName], (item) => write(list.message!, item));
  }
  yield before === '{' ? '{}' : '}';
}

function* itemsOf(items: readonly Message[], write: (item: Message) => unknown): Generator<string> {
  yield '[';
  for (const [n, some] of chunksOf(items, ITEMS_AT_ONCE).entries()) {
    yield `${n === 0 ? '' : ','}${some.map((item) => JSON.stringify(write(item))).join(',')}`;
  }
  yield ']';
}
