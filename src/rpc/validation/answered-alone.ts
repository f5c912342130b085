// Items of a request that are answered each by itself (answered_alone): one that breaks a rule gives way to an empty
// message, so that the others are checked as if it were not there, and the handler is told what is wrong with it.

import { create, type DescField, type Message } from '@bufbuild/protobuf';
import { fieldTraits, messageWithin } from '../traits.ts';
import { type OddItems, type Problem, problemOf } from './problems.ts';
import type { Validate } from './validate.ts';

/** Changes the message. `known`: what reading found. */
export function setOddApart(
  fields: readonly DescField[],
  message: Message,
  { known, validate }: { readonly known: OddItems; readonly validate: Validate },
): OddItems {
  const odd = new Map<string | number, Problem>(known);
  const values = message as unknown as Record<string, Record<string | number, Message> | Message[]>;
  for (const field of fields) {
    if (!fieldTraits(field).answeredAlone) continue;
    const desc = messageWithin(field)!;
    const items = values[field.localName];
    const isList = Array.isArray(items);
    for (const [key, item] of Object.entries(items)) {
      const place = isList ? Number(key) : key;
      const [violation] = odd.has(place) ? [] : validate(desc, item);
      if (violation === undefined) continue;
      odd.set(place, problemOf(violation));
      (items as Record<string, Message>)[key] = create(desc);
    }
  }
  return odd;
}
