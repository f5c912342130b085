// JSON schemas of the contract's messages for /openapi.json, from descriptors, validation rules and options: what the
// codec and the validator do, said in the words of OpenAPI 3.1.

import {
  type DescEnum,
  type DescField,
  type DescMessage,
  getOption,
  hasExtension,
  hasOption,
  ScalarType,
} from '@bufbuild/protobuf';
import { type FieldRules, field as fieldRules } from '@bufbuild/protovalidate/gen/buf/validate/validate_pb.js';
import { calendar_date } from '../../gen/tieout/options/v1/rules_pb.ts';
import { enumNames } from '../rpc/enum-names.ts';
import { sizesOf } from '../rpc/sizes/field-sizes.ts';
import { fieldTraits, messageTraits, messageWithin } from '../rpc/traits.ts';

export type Schema = Readonly<Record<string, unknown>>;

export const reference = (desc: DescMessage): Schema => ({ $ref: `#/components/schemas/${desc.name}` });

/** The messages and every message inside them. */
export function messagesWithin(
  messages: readonly DescMessage[],
  found: Set<DescMessage> = new Set(),
): ReadonlySet<DescMessage> {
  for (const desc of messages) {
    if (found.has(desc)) continue;
    found.add(desc);
    messagesWithin(innerOf(desc), found);
  }
  return found;
}

/**
 * Schemas of the messages and of every message inside them, by name, which is unique in the contract. `asked`: messages
 * of requests, whose lists may be null.
 */
export function messageSchemas(
  messages: readonly DescMessage[],
  asked: ReadonlySet<DescMessage> = new Set(),
  found: Record<string, Schema> = {},
): Record<string, Schema> {
  for (const desc of messages) {
    if (desc.name in found || desc.typeName.startsWith('google.')) continue;
    found[desc.name] = {}; // Its place in the order, and an end for a message inside itself.
    messageSchemas(innerOf(desc), asked, found);
    found[desc.name] = messageSchema(desc, asked.has(desc));
  }
  return found;
}

/** Documents are answered as they are, without a schema. */
const isDocument = (field: DescField): boolean => hasMessage(field) && messageTraits(field.message).document;

const innerOf = (desc: DescMessage): DescMessage[] =>
  desc.fields
    .filter((field) => !isDocument(field))
    .map(messageWithin)
    .filter((message) => message !== undefined);

const hasMessage = (field: DescField): field is DescField & { message: DescMessage } =>
  field.fieldKind !== 'scalar' && field.fieldKind !== 'enum' && field.message !== undefined;

function messageSchema(desc: DescMessage, isAsked: boolean): Schema {
  const { unwrapped, textField } = messageTraits(desc);
  if (unwrapped) {
    const members = desc.fields.filter((field) => !isDocument(field)).map(valueSchema);
    return members.length === 1 ? members[0] : { oneOf: members };
  }
  const required = desc.fields.filter((field) => isRequired(field)).map(({ name }) => name);
  const object = {
    type: 'object',
    properties: Object.fromEntries(desc.fields.map((field) => [field.name, fieldSchema(field, isAsked)])),
    ...(required.length > 0 && { required }),
  };
  return textField === '' ? object : { oneOf: [{ type: 'string' }, object] };
}

const rulesOf = (field: DescField): FieldRules | undefined =>
  hasOption(field, fieldRules) ? getOption(field, fieldRules) : undefined;

function isRequired(field: DescField): boolean {
  const rules = rulesOf(field);
  return rules?.required === true || (rules?.type.case === 'repeated' && rules.type.value.minItems > 0n);
}

/** A field as a property: with its bounds and default, and null if it may be absent or unknown. */
export function fieldSchema(field: DescField, isAsked = false): Schema {
  const schema = { ...valueSchema(field), ...bounds(field), ...defaultOf(field) };
  const isMany = field.fieldKind === 'list' || field.fieldKind === 'map';
  const isNullable = !isRequired(field) && (isMany ? isAsked : field.presence === 1);
  if (!isNullable) return schema;
  if ('$ref' in schema) return { oneOf: [schema, { type: 'null' }] };
  if ('oneOf' in schema) return { ...schema, oneOf: [...(schema.oneOf as Schema[]), { type: 'null' }] };
  const values = 'enum' in schema ? { enum: [...(schema.enum as string[]), null] } : {};
  return 'type' in schema ? { ...schema, ...values, type: [schema.type, 'null'] } : schema;
}

function valueSchema(field: DescField): Schema {
  switch (field.fieldKind) {
    case 'list': {
      const most = sizesOf(field).text?.most;
      const item = { ...itemSchema(field), ...(most !== undefined && { maxLength: most }) };
      const list = { type: 'array', items: item };
      return fieldTraits(field).oneOrMany ? { oneOf: [item, list] } : list;
    }
    case 'map':
      return { type: 'object', additionalProperties: itemSchema(field), ...mapBounds(field) };
    default:
      return itemSchema(field);
  }
}

function itemSchema(field: DescField): Schema {
  if (hasMessage(field)) {
    return field.message.typeName.startsWith('google.') ? { type: 'object' } : reference(field.message);
  }
  if (field.enum) return enumSchema(field.enum);
  switch (field.scalar) {
    case ScalarType.STRING:
    case ScalarType.BYTES:
      return { type: 'string' };
    case ScalarType.BOOL:
      return { type: 'boolean' };
    case ScalarType.DOUBLE:
      return { type: 'number' };
    default:
      return { type: 'integer' };
  }
}

function mapBounds(field: DescField): Schema {
  const { pairs, key } = sizesOf(field);
  return {
    ...(pairs && { maxProperties: pairs.most }),
    ...(key && { propertyNames: { maxLength: key.most } }),
  };
}

const enumSchema = (desc: DescEnum): Schema => ({ type: 'string', enum: [...enumNames(desc).numbers.keys()] });

function bounds(field: DescField): Schema {
  const type = rulesOf(field)?.type;
  switch (type?.case) {
    case 'string': {
      const { minLen, maxLen, pattern } = type.value;
      return {
        ...(minLen > 0n && { minLength: Number(minLen) }),
        ...(maxLen > 0n && { maxLength: Number(maxLen) }),
        ...(pattern !== '' && { pattern }),
        ...(hasExtension(type.value, calendar_date) && { format: 'date' }),
      };
    }
    case 'int32':
    case 'double': {
      const { greaterThan, lessThan } = type.value;
      return {
        ...(greaterThan.case === 'gte' && { minimum: greaterThan.value }),
        ...(lessThan.case === 'lte' && { maximum: lessThan.value }),
      };
    }
    case 'repeated':
      return {
        ...(type.value.minItems > 0n && { minItems: Number(type.value.minItems) }),
        ...(type.value.maxItems > 0n && { maxItems: Number(type.value.maxItems) }),
      };
    default:
      return {};
  }
}

function defaultOf(field: DescField): Schema {
  const text = fieldTraits(field).defaultValue;
  if (text === '') return {};
  return { default: field.fieldKind === 'scalar' && field.scalar !== ScalarType.STRING ? JSON.parse(text) : text };
}
