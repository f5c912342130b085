// Every route that the protos declare, read from their descriptors: verb, path, where each field of the request comes
// from, the status of a success. Nothing here or behind it knows a route by name.

import { type DescField, type DescMethod, getOption, hasOption } from '@bufbuild/protobuf';
import { http } from '../../gen/google/api/annotations_pb.ts';
import type { HttpRule } from '../../gen/google/api/http_pb.ts';
import { BodyKind, type Credential } from '../../gen/tieout/options/v1/options_pb.ts';
import { methodTraits, serviceTraits } from '../rpc/traits.ts';

export type FieldSource = 'path' | 'query' | 'body';

/** What there may be in a body: JSON, or whatever comes, as the bytes of the request's only field. */
export type BodyKindName = 'json' | 'raw';

const BODY_KINDS: Readonly<Record<BodyKind, BodyKindName>> = {
  [BodyKind.UNSPECIFIED]: 'json',
  [BodyKind.RAW]: 'raw',
};

export interface Route {
  readonly method: DescMethod;
  /** GET, POST ... */
  readonly verb: string;
  /** As the proto has it: `/v1/sessions/{session_id}/summary`. */
  readonly path: string;
  readonly pathFields: readonly DescField[];
  /** Empty where there is a body. */
  readonly queryFields: readonly DescField[];
  readonly body: 'none' | BodyKindName;
  readonly successStatus: number;
  readonly credential: Credential;
  readonly summary: string;
  readonly tag: string;
  readonly isInternal: boolean;
  readonly isBuilt: boolean;
  /** When it answers 409; empty: never. */
  readonly conflict: string;
  /** The second and further paths of a method: served, and not described. */
  readonly isAlias: boolean;
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
  const { successStatus, credential, summary, notBuilt, conflict, bodyKind } = methodTraits(method);
  const { tag, internal } = serviceTraits(method.parent);
  return {
    method,
    verb: pattern.case.toUpperCase(),
    path: pattern.value,
    pathFields: fields.filter(({ name }) => variables.has(name)),
    queryFields: rule.body === '*' ? [] : fields.filter(({ name }) => !variables.has(name)),
    body: rule.body === '' ? 'none' : BODY_KINDS[bodyKind],
    successStatus: successStatus || 200,
    credential,
    summary,
    tag,
    isInternal: internal,
    isBuilt: !notBuilt,
    conflict,
    isAlias,
  };
}

/** Where the request has the field of this name. */
export function sourceOf(route: Route, name: string | number | undefined): FieldSource {
  if (route.pathFields.some((field) => field.name === name)) return 'path';
  return route.body === 'none' ? 'query' : 'body';
}

/** The path as Fastify writes it: `:session_id` for `{session_id}`. */
export const pathPattern = ({ path }: Route): string => path.replaceAll(/\{(\w+)\}/g, ':$1');
