// Fields of a request that nobody reads: a mistyped name would otherwise change what a call does, in silence. They are
// named in the answer's header, and refused where the caller prefers strict handling (RFC 7240).

import type { DescField, DescMessage, Message } from '@bufbuild/protobuf';
import { MAX_JSON_DEPTH } from '../core/limits.ts';
import { once } from './once.ts';
import { messageTraits, messageWithin } from './traits.ts';

/** More names than these are counted and not listed. */
const MOST_NAMED = 20;
const LONGEST_NAME = 100;
const LONGEST_TEXT = 1_500;
const MORE = 'and-more';

/** How a protocol names fields: REST by the proto's name alone, ProtoJSON also in camel case. */
type Naming = 'rest' | 'proto';

export type Path = readonly (string | number)[];

/** The paths of the ignored fields in the JSON of a message, one more than are named at most. */
export function ignoredFields(desc: DescMessage, json: unknown, naming: Naming): readonly Path[] {
  const found: Path[] = [];
  collect(desc, json, { naming, path: [], found });
  return found;
}

interface Place {
  readonly naming: Naming;
  readonly path: Path;
  readonly found: Path[];
}

function collect(desc: DescMessage, value: unknown, place: Place): void {
  const { naming, path, found } = place;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return;
  if (desc.typeName === 'google.protobuf.Struct' || path.length > MAX_JSON_DEPTH) return;
  if (naming === 'rest' && messageTraits(desc).unwrapped) {
    collectField(desc.fields[0]!, value, place);
    return;
  }
  const fields = (naming === 'rest' ? restFields : protoFields)(desc);
  for (const [name, held] of Object.entries(value)) {
    if (found.length > MOST_NAMED) return;
    const field = fields.get(name);
    const at = { ...place, path: [...path, name] };
    if (field === undefined) found.push(at.path);
    else collectField(field, held, at);
  }
}

function collectField(field: DescField, held: unknown, place: Place): void {
  const desc = messageWithin(field);
  if (desc === undefined || typeof held !== 'object' || held === null) return;
  if (field.fieldKind === 'message') {
    collect(desc, held, place);
    return;
  }
  for (const [key, item] of Object.entries(held)) {
    const step = Array.isArray(held) ? Number(key) : key;
    collect(desc, item, { ...place, path: [...place.path, step] });
  }
}

const restFields = once((desc: DescMessage) => new Map(desc.fields.map((field) => [field.name, field])));
const protoFields = once(
  (desc: DescMessage) =>
    new Map(desc.fields.flatMap((field) => [[field.name, field] as const, [field.jsonName, field] as const])),
);

/** Unknown fields of a message that came as protobuf's bytes: their numbers are all that is known. */
export const unknownNumbers = ({ $unknown = [] }: Message): readonly Path[] =>
  [...new Set($unknown.map(({ no }) => `#${no}`))].map((name) => [name]);

/** The names as one header value, in ASCII and no longer than every client takes. */
export function ignoredText(paths: readonly Path[]): string {
  let text = '';
  for (const path of paths) {
    const name = path.map((step) => encodeURIComponent(String(step).slice(0, LONGEST_NAME).toWellFormed())).join('.');
    if (text.length + name.length > LONGEST_TEXT) return text === '' ? MORE : `${text}, ${MORE}`;
    text += text === '' ? name : `, ${name}`;
  }
  return text;
}
