// The default of an absent field of a request, as the protos declare it. Applied after validation, so that handlers
// never repeat a default. A plan for each message is made once.

import { type DescField, type DescMessage, type Message, ScalarType } from '@bufbuild/protobuf';
import { enumNames } from '../enum-names.ts';
import { fieldTraits, messageWithin } from '../traits.ts';

interface Plan {
  readonly values: readonly { readonly name: string; readonly value: unknown }[];
  readonly inner: readonly { readonly field: DescField; readonly desc: DescMessage }[];
}

const plans = new Map<DescMessage, Plan>();

/** Sets every absent field of the message, and of messages inside it, that has a default. Changes the message. */
export function applyDefaults(desc: DescMessage, message: Message): void {
  const { values, inner } = planOf(desc);
  const target = message as unknown as Record<string, unknown>;
  for (const { name, value } of values) target[name] ??= value;
  for (const one of inner) {
    const value = target[one.field.localName];
    if (value === undefined) continue;
    const messages = one.field.fieldKind === 'message' ? [value] : Object.values(value as object);
    for (const each of messages) applyDefaults(one.desc, each as Message);
  }
}

function planOf(desc: DescMessage): Plan {
  const known = plans.get(desc);
  if (known) return known;
  const values = desc.fields
    .filter((field) => fieldTraits(field).defaultValue !== '')
    .map((field) => ({ name: field.localName, value: defaultOf(field, fieldTraits(field).defaultValue) }));
  const plan: Plan = { values, inner: [] };
  plans.set(desc, plan); // Before its fields: a message may hold itself.
  const inner = desc.fields.flatMap((field) => {
    const message = messageWithin(field);
    return message && hasDefaults(message) ? [{ field, desc: message }] : [];
  });
  const whole = { values, inner };
  plans.set(desc, whole);
  return whole;
}

function hasDefaults(desc: DescMessage): boolean {
  const { values, inner } = planOf(desc);
  return values.length + inner.length > 0;
}

function defaultOf(field: DescField, text: string): unknown {
  if (field.fieldKind === 'enum') return enumNames(field.enum).numbers.get(text);
  if (field.fieldKind !== 'scalar') throw new Error(`${field} cannot have a default`);
  if (field.scalar === ScalarType.STRING) return text;
  return field.scalar === ScalarType.BOOL ? text === 'true' : Number(text);
}
