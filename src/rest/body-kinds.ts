// Makes a message of the body of a REST request. The method's option names the kind of body (BodyKind in
// options.proto); each kind says which content types it takes and how it reads the bytes. A new kind needs an entry
// here and a value there; no route is known by name.

import { create, type DescField, type DescMessage, type Message, ScalarType } from '@bufbuild/protobuf';
import { MAX_FORM_PARTS } from '../core/limits.ts';
import { ignoredFields, type Path } from '../rpc/ignored-fields.ts';
import { checkJsonValues } from '../rpc/sizes/json-values.ts';
import { messageTraits } from '../rpc/traits.ts';
import type { OddItems, Problem } from '../rpc/validation/problems.ts';
import { decode } from './decode.ts';
import { malformed } from './failures.ts';
import type { BodyKindName } from './route-table.ts';

export interface BodyRead {
  readonly message: Message;
  readonly problems: readonly Problem[];
  /** What is wrong with items that are answered each by itself. */
  readonly odd?: OddItems;
  /** What nobody reads. */
  readonly ignored: readonly Path[];
}

interface BodyReader {
  /** `*` takes every content type. */
  readonly contentType: string;
  readonly read: (body: GivenBody) => Promise<BodyRead>;
}

interface GivenBody {
  readonly input: DescMessage;
  readonly bytes: Uint8Array;
  readonly contentType: string;
}

/** A file is not read at once (arriving/file-body.ts). */
export const BODY_READERS: Readonly<Record<Exclude<BodyKindName, 'file'>, BodyReader>> = {
  json: { contentType: 'application/json', read: readJson },
  raw: { contentType: '*', read: readRaw },
  multipart: { contentType: 'multipart/form-data', read: readForm },
};

const strict = new TextDecoder('utf-8', { fatal: true });

async function readJson({ input, bytes }: GivenBody): Promise<BodyRead> {
  await checkJsonValues(bytes);
  let json: unknown;
  try {
    json = JSON.parse(strict.decode(bytes));
  } catch {
    // The parser's reason would repeat what the client sent.
    throw malformed('the body must be JSON in UTF-8, not compressed');
  }
  return { ...decode(input, json), ignored: ignoredFields(input, json, 'rest') };
}

async function readRaw({ input, bytes }: GivenBody): Promise<BodyRead> {
  return { message: create(input, { [input.fields[0].localName]: bytes }), problems: [], ignored: [] };
}

/**
 * A part with a file name is a file, any other part a text. Both become the value that JSON would have, so one set of
 * rules reads forms and JSON. Parts that no field is named after are ignored, like unknown members of an object.
 */
async function readForm({ input, bytes, contentType }: GivenBody): Promise<BodyRead> {
  const boundary = /boundary=(?:"([^"]+)"|([^;\s]+))/i.exec(contentType)?.slice(1).find(Boolean);
  if (boundary === undefined || partsOf(bytes, boundary) > MAX_FORM_PARTS) {
    throw malformed(
      `the body must be a form of at most ${MAX_FORM_PARTS} parts, with its boundary in the content type`,
    );
  }
  let form: FormData;
  try {
    form = await new Response(bytes as Uint8Array<ArrayBuffer>, {
      headers: { 'content-type': contentType },
    }).formData();
  } catch {
    throw malformed('the body must be a form as its content type says');
  }
  const object: Record<string, unknown> = {};
  const repeated: Problem[] = [];
  for (const field of input.fields) {
    const values = form.getAll(field.name);
    if (values.length === 0) continue;
    const isList = field.fieldKind === 'list';
    if (!isList && values.length > 1) {
      repeated.push({
        type: 'part_repeated',
        path: [field.name],
        msg: `must be sent once, not ${values.length} times`,
      });
    }
    const read = await Promise.all((isList ? values : values.slice(0, 1)).map((value) => partOf(field, value)));
    object[field.name] = isList ? read : read[0];
  }
  const known = new Set(input.fields.map(({ name }) => name));
  const ignored = [...new Set(form.keys())].filter((name) => !known.has(name)).map((name) => [name]);
  const { message, problems, odd } = decode(input, object);
  return { message, problems: [...repeated, ...problems], odd, ignored };
}

function partsOf(bytes: Uint8Array, boundary: string): number {
  const [held, mark] = [Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), Buffer.from(`--${boundary}`)];
  let parts = 0;
  for (let at = held.indexOf(mark); at >= 0 && parts <= MAX_FORM_PARTS + 1; at = held.indexOf(mark, at + 1)) parts++;
  return parts - 1; // The last boundary ends the form.
}

async function partOf(field: DescField, value: File | string): Promise<unknown> {
  const fileField = field.message ? messageTraits(field.message).fileField : '';
  if (typeof value === 'string') return field.fieldKind === 'scalar' ? textPart(field, value) : value;
  const content = Buffer.from(await value.arrayBuffer());
  return fileField === '' ? content.toString() : { [fileField]: content.toString('base64') };
}

/** A form contains only texts: numbers and booleans are parsed from them. */
function textPart(field: DescField & { fieldKind: 'scalar' }, value: string): unknown {
  if (field.scalar === ScalarType.STRING) return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}
