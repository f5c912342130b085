// Requests made from descriptors: the smallest valid one of a message, and what is wrong by each rule of its fields.

import { create, type DescField, type DescMessage, type Message, ScalarType } from '@bufbuild/protobuf';
import { boundsOf } from '../proto/field-rules.ts';

type Values = Record<string, unknown>;

/** With every field that is required and no other. */
export function validRequest(desc: DescMessage): Message {
  const message = create(desc);
  for (const field of desc.fields) {
    const bounds = boundsOf(field);
    if (bounds.required || (bounds.minItems ?? 0) > 0) (message as unknown as Values)[field.localName] = example(field);
  }
  return message;
}

/** A value that is valid by itself. */
export function example(field: DescField): unknown {
  switch (field.fieldKind) {
    case 'enum':
      return 1;
    case 'message':
      return validRequest(field.message);
    case 'list':
      return [field.message ? validRequest(field.message) : field.enum ? 1 : 'one'];
    case 'map':
      return {};
    case 'scalar':
      if (boundsOf(field).date) return '2025-01-31';
      if (field.scalar === ScalarType.STRING) return 'one';
      return field.scalar === ScalarType.BOOL ? true : 1;
  }
}

export interface WrongRequest {
  readonly title: string;
  readonly message: Message;
}

/** One request for each way in which a field of the message itself can break a rule, and one with nothing in it. */
export function wrongRequests(desc: DescMessage): WrongRequest[] {
  const found: WrongRequest[] = [{ title: 'nothing', message: create(desc) }];
  for (const field of desc.fields) {
    for (const [what, value] of wrongValues(field)) {
      const message = validRequest(desc);
      (message as unknown as Values)[field.localName] = value;
      found.push({ title: `${field.name} ${what}`, message });
    }
  }
  return found;
}

function wrongValues(field: DescField): [what: string, value: unknown][] {
  const {
    required,
    minLength,
    maxLength,
    date,
    pattern,
    notIn,
    lowest,
    highest,
    minItems,
    maxItems,
    itemLength,
    closed,
  } = boundsOf(field);
  return [
    ...(required ? [['absent', undefined] as [string, unknown]] : []),
    ...(minLength ? [['empty', ''] as [string, unknown]] : []),
    ...(maxLength ? [['too long', 'x'.repeat(maxLength + 1)] as [string, unknown]] : []),
    ...(date ? [['not a day', '2025-02-30'] as [string, unknown]] : []),
    ...(pattern ? [['of another form', '?'] as [string, unknown]] : []),
    ...(notIn ?? []).map((text): [string, unknown] => [`that is ${text}`, text]),
    ...(lowest !== undefined ? [['too low', lowest - 1] as [string, unknown]] : []),
    ...(highest !== undefined ? [['too high', highest + 1] as [string, unknown]] : []),
    ...(minItems ? [['without items', []] as [string, unknown]] : []),
    ...(maxItems
      ? [['with too many items', Array(maxItems + 1).fill((example(field) as unknown[])[0])] as [string, unknown]]
      : []),
    ...(itemLength ? [['with an empty item', ['']] as [string, unknown]] : []),
    ...(closed ? [['unknown', -1] as [string, unknown]] : []),
  ];
}
