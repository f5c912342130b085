// The JSON of encode.ts as pieces of text, for an answer that may have any length: a list of messages is written some
// thousand items at a time, so that neither the whole text nor the objects it is made of are ever in memory, and no
// longest string of the engine ends it. What it says is to the letter what encode says in one piece.

import type { DescMessage, Message } from '@bufbuild/protobuf';
import { encode } from './encode.ts';

const ITEMS_AT_ONCE = 1_000;

export function* encodeInPieces(desc: DescMessage, message: Message): Generator<string> {
  const lists = desc.fields.filter((field) => field.fieldKind === 'list' && field.message !== undefined);
  const held = message as unknown as Readonly<Record<string, readonly Message[]>>;
  // With its lists empty the rest is as small as the text between them.
  const emptied = { ...message, ...Object.fromEntries(lists.map(({ localName }) => [localName, []])) };
  const rest = encode(desc, emptied) as Readonly<Record<string, unknown>>;
  let before = '{';
  for (const [name, value] of Object.entries(rest)) {
    yield `${before}${JSON.stringify(name)}:`;
    before = ',';
    const list = lists.find((field) => field.name === name);
    if (list === undefined) yield JSON.stringify(value);
    else yield* itemsOf(list.message!, held[list.localName]!);
  }
  yield before === '{' ? '{}' : '}';
}

function* itemsOf(desc: DescMessage, items: readonly Message[]): Generator<string> {
  yield '[';
  for (let from = 0; from < items.length; from += ITEMS_AT_ONCE) {
    const some = items.slice(from, from + ITEMS_AT_ONCE).map((item) => JSON.stringify(encode(desc, item)));
    yield `${from === 0 ? '' : ','}${some.join(',')}`;
  }
  yield ']';
}
