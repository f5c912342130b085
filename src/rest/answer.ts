// An answer as REST writes it: the message as JSON, or, where it is a document, its content as it is.

import type { DescMessage, Message } from '@bufbuild/protobuf';
import { messageTraits } from '../rpc/traits.ts';
import { encode } from './encode.ts';
import { JSON_TYPE } from './failures.ts';

interface RestAnswer {
  readonly type: string;
  readonly content: string | Uint8Array;
}

/** A message with the trait `document` has these fields. */
interface DocumentMessage {
  readonly contentType: string;
  readonly content: Uint8Array;
}

export function restAnswer(desc: DescMessage, message: Message): RestAnswer {
  const { document, unwrapped } = messageTraits(desc);
  if (document) {
    const { contentType, content } = message as unknown as DocumentMessage;
    return { type: contentType, content };
  }
  const held = unwrapped ? heldBy(desc, message) : null;
  return held === null ? { type: JSON_TYPE, content: JSON.stringify(encode(desc, message)) } : restAnswer(...held);
}

const utf8 = new TextEncoder();

/** The same in bytes. */
export function restBytes(
  desc: DescMessage,
  message: Message,
): { readonly type: string; readonly content: Uint8Array } {
  const { type, content } = restAnswer(desc, message);
  return { type, content: typeof content === 'string' ? utf8.encode(content) : content };
}

/** The message that the only oneof of another holds. */
function heldBy(desc: DescMessage, message: Message): [DescMessage, Message] | null {
  const [oneof] = desc.oneofs;
  const { case: name, value } = (message as unknown as Record<string, { case?: string; value?: unknown }>)[
    oneof!.localName
  ]!;
  const field = oneof!.fields.find(({ localName }) => localName === name);
  return field?.fieldKind === 'message' ? [field.message, value as Message] : null;
}
