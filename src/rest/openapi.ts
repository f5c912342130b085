// /openapi.json from the route table: every path with its tag, summary, parameters, body, success and failures.

import type { DescMessage } from '@bufbuild/protobuf';
import { RunAcceptedSchema } from '../../gen/tieout/engine/v1/run_pb.ts';
import { Credential } from '../../gen/tieout/options/v1/options_pb.ts';
import { VERSION } from '../rpc/home.ts';
import { methodTraits } from '../rpc/traits.ts';
import { BODY_READERS } from './body-kinds.ts';
import { fieldSchema, messageSchemas, messagesWithin, reference, type Schema } from './json-schema.ts';
import { EVENTS_TYPE, LINES_TYPE } from './pieces/answer-stream.ts';
import { type BodyKindName, type Route, sourceOf } from './route-table.ts';

/** What every failure has beside its detail. */
const ABOUT = { code: { type: 'string' }, help: { type: 'string' }, request_id: { type: 'string' } };

const FAILURE: Schema = {
  type: 'object',
  required: ['detail', 'code', 'help', 'request_id'],
  properties: { detail: { type: 'string' }, ...ABOUT },
};

/** The contract's names. */
const VALIDATION_ERRORS: Readonly<Record<string, Schema>> = {
  ValidationError: {
    type: 'object',
    required: ['type', 'loc', 'msg'],
    properties: {
      type: { type: 'string' },
      loc: { type: 'array', items: { type: ['string', 'integer'] } },
      msg: { type: 'string' },
    },
  },
  HTTPValidationError: {
    type: 'object',
    required: ['detail'],
    properties: { detail: { type: 'array', items: { $ref: '#/components/schemas/ValidationError' } }, ...ABOUT },
  },
};

export function openapi(routes: readonly Route[]): object {
  const described = routes.filter(({ isAlias }) => !isAlias);
  const messages = described.flatMap(({ method, body }) =>
    body === 'json' || body === 'multipart' ? [method.input, method.output] : [method.output],
  );
  const asked = messagesWithin(described.filter(({ body }) => body !== 'none').map(({ method }) => method.input));
  const paths = Map.groupBy(described, ({ path }) => path);
  return {
    openapi: '3.1.0',
    info: { title: 'Tieout', version: VERSION, description: 'Reconciles ledgers with statements: rows and reasons.' },
    servers: [{ url: '/' }],
    tags: [...new Set(described.map(({ tag }) => tag))].map((name) => ({ name })),
    paths: Object.fromEntries(
      [...paths].map(([path, all]) => [
        path,
        Object.fromEntries(all.map((route) => [route.verb.toLowerCase(), operation(route)])),
      ]),
    ),
    components: {
      schemas: { ...messageSchemas(messages, asked), Failure: FAILURE, ...VALIDATION_ERRORS },
      securitySchemes: { token: { type: 'http', scheme: 'bearer' } },
    },
  };
}

function operation(route: Route): object {
  const { method, summary, tag, isInternal, isBuilt, credential, successStatus } = route;
  const parameters = [...route.pathFields, ...route.queryFields].map((field) => {
    const source = sourceOf(route, field.name) === 'path' ? 'path' : 'query';
    const schema = fieldSchema(field);
    const isRequired = source === 'path' || (field.fieldKind !== 'list' && !JSON.stringify(schema).includes('"null"'));
    return { name: field.name, in: source, required: isRequired, schema };
  });
  const headers = route.headerFields.map(({ field, header }) => ({
    ...{ name: header, in: 'header', required: false, schema: fieldSchema(field) },
  }));
  return {
    operationId: method.name,
    tags: [tag],
    summary: isBuilt ? summary : `${summary} (not built yet)`,
    ...(isInternal && { 'x-internal': true }),
    ...(parameters.length + headers.length > 0 && { parameters: [...parameters, ...headers] }),
    ...requestBody(route),
    security: credential === Credential.NONE ? [] : [{ token: [] }],
    responses: {
      [successStatus]: { description: 'success', content: answers(route) },
      ...failures(route),
    },
  };
}

function answers(route: Route): object {
  const schema = reference(route.method.output);
  // Each line of a stream, and the data of each event, is one message.
  if (route.method.methodKind === 'server_streaming') return { [LINES_TYPE]: { schema }, [EVENTS_TYPE]: { schema } };
  return { ...json(schema), ...documents(route) };
}

/** What may be answered instead of JSON. */
const documents = ({ method }: Route): object =>
  Object.fromEntries(methodTraits(method).documentTypes.map((type) => [type, { schema: { type: 'string' } }]));

function requestBody({ body, method }: Route): object {
  if (body === 'none') return {};
  return { requestBody: { required: body !== 'raw', content: BODY_CONTENT[body](method.input) } };
}

const BODY_CONTENT: Readonly<Record<BodyKindName, (input: DescMessage) => object>> = {
  json: (input) => json(reference(input)),
  raw: () => ({ '*/*': { schema: {} } }),
  file: () => ({ '*/*': { schema: {} } }),
  multipart: (input) => ({ 'multipart/form-data': { schema: reference(input) } }),
};

function failures({ method, body, credential, isBuilt, conflict, unsupported, ...route }: Route): object {
  const failure = (description: string) => ({ description, content: json({ $ref: '#/components/schemas/Failure' }) });
  const isRead = body === 'json' || body === 'multipart';
  const { queryFields, pathFields } = route;
  const isChecked = isRead || queryFields.length + pathFields.length > 0;
  return {
    ...(credential !== Credential.NONE && { 401: failure('no valid token') }),
    ...(pathFields.length > 0 && { 404: failure('there is no such thing for this tenant and partner') }),
    ...(conflict !== '' && { 409: failure(conflict) }),
    ...(body !== 'none' && {
      413: failure(body === 'file' ? 'the file is larger than is taken' : 'the body is larger than 16 MiB'),
    }),
    ...(isRead && { 415: failure(`the body is not ${BODY_READERS[body].contentType}`) }),
    ...(body === 'file' && { 415: failure('the body is a form, or has a content-encoding') }),
    ...(isChecked && {
      422: {
        description: 'every problem of the request',
        content: json({ $ref: '#/components/schemas/HTTPValidationError' }),
      },
    }),
    ...(method.output === RunAcceptedSchema && { 429: failure('as many runs of the tenant wait as may; try again') }),
    500: failure('a defect'),
    ...(!isBuilt && { 501: failure('not built yet') }),
    ...(unsupported !== '' && { 501: failure(unsupported) }),
    503: failure('a part of the service does not answer; try again'),
  };
}

const json = (schema: Schema) => ({ 'application/json': { schema } });
