// Every route that the protos declare, read from their descriptors: verb, path, where each field of the request comes
// from, the status of a success. Nothing here or behind it knows a route by name.

import { type DescField, type DescMethod, getOption, hasOption } from '@bufbuild/protobuf';
import { http } from '../../gen/google/api/annotations_pb.ts';
import type { HttpRule } from '../../gen/google/api/http_pb.ts';
import { BodyKind, type Credential } from '../../gen/tieout/options/v1/options_pb.ts';
import { fieldTraits, methodTraits, serviceTraits } from '../rpc/traits.ts';

export type FieldSource = 'path' | 'query' | 'body';

/** Kinds of body: JSON; any bytes, as the request's first field; a form; or a file, piece by piece. */
export type BodyKindName = 'json' | 'raw' | 'multipart' | 'file';

const BODY_KINDS: Readonly<Record<BodyKind, BodyKindName>> = {
  [BodyKind.UNSPECIFIED]: 'json',
  [BodyKind.RAW]: 'raw',
  [BodyKind.MULTIPART]: 'multipart',
  [BodyKind.FILE]: 'file',
};

export interface Route {
  readonly method: DescMethod;
  /** GET, POST ... */
  readonly verb: string;
  /** The path in the proto: `/v1/sessions/{session_id}/summary`. */
  readonly path: string;
  readonly pathFields: readonly DescField[];
  /** If there is a body, only the fields that may also stand in the query. */
  readonly queryFields: readonly DescField[];
  /** Fields that are values of headers and stand nowhere else. */
  readonly headerFields: readonly HeaderField[];
  readonly body: 'none' | BodyKindName;
  readonly successStatus: number;
  readonly credential: Credential;
  readonly summary: string;
  readonly tag: string;
  readonly isInternal: boolean;
  readonly isBuilt: boolean;
  /** The condition of a 409; empty: never. */
  readonly conflict: string;
  /** The condition of a 501 although it is built; '' for never. */
  readonly unsupported: string;
  /** True for further paths of a method: served, but not described. */
  readonly isAlias: boolean;
}

interface HeaderField {
  readonly field: DescField;
  /** In lower case. */
  readonly header: string;
}

export function routeTable(methods: readonly DescMethod[]): readonly Route[] {
  return methods.flatMap((method) => {
    if (!hasOption(method, http)) return [];
    const rule = getOption(method, http);
    return [rule, ...rule.additionalBindings].map((one, at) => routeOf(method, one, at > 0));
  });
}

function routeOf(method: DescMethod, rule: HttpRule, isAlias: boolean): Route {
  const { pattern } = rule;
  if (pattern.case === undefined || pattern.case === 'custom') throw new Error(`${method} has a rule without a path`);
  if (rule.body !== '' && rule.body !== '*') throw new Error(`${method} takes one field as its body; only * is read`);
  const variables = new Set(Array.from(pattern.value.matchAll(/\{(\w+)\}/g), ([, name]) => name!));
  const { fields } = method.input;
  const {
    successStatus,
    credential,
    summary,
    notBuilt,
    conflict,
    unsupported,
    bodyKind,
    tag: ownTag,
  } = methodTraits(method);
  const { tag, internal } = serviceTraits(method.parent);
  const isQueried = (field: DescField) => rule.body !== '*' || fieldTraits(field).alsoQuery;
  return {
    method,
    verb: pattern.case.toUpperCase(),
    path: pattern.value,
    pathFields: fields.filter(({ name }) => variables.has(name)),
    queryFields: fields.filter((field) => isQueried(field) && !variables.has(field.name)),
    headerFields: fields
      .map((field) => ({ field, header: fieldTraits(field).header }))
      .filter(({ header }) => header !== ''),
    body: rule.body === '' ? 'none' : BODY_KINDS[bodyKind],
    successStatus: successStatus || 200,
    credential,
    summary,
    tag: ownTag || tag,
    isInternal: internal,
    isBuilt: !notBuilt,
    conflict,
    unsupported,
    isAlias,
  };
}

/** The part of the request that has the field of this name. */
export function sourceOf(route: Route, name: string | number | undefined): FieldSource {
  if (route.pathFields.some((field) => field.name === name)) return 'path';
  if (route.body !== 'file') return route.body === 'none' ? 'query' : 'body';
  // The file itself is no parameter.
  const isOfFile = name === undefined || route.method.input.fields.some((field) => field.name === name);
  return isOfFile && !route.queryFields.some((field) => field.name === name) ? 'body' : 'query';
}

/** The path as Fastify writes it: `:session_id` for `{session_id}`. */
export const pathPattern = ({ path }: Route): string => path.replaceAll(/\{(\w+)\}/g, ':$1');
