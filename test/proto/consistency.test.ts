// The protos agree with themselves, with the core and with the rules of the house: presence, names, options that point
// at fields that exist. Whatever reads descriptors (the bridge, the defaults, the documentation) may rely on this.

import {
  create,
  type DescField,
  type DescMessage,
  fromJson,
  getOption,
  hasOption,
  ScalarType,
} from '@bufbuild/protobuf';
import { message as messageRules } from '@bufbuild/protovalidate/gen/buf/validate/validate_pb.js';
import { describe, expect, test } from 'vitest';
import { CommercialReconcileRequestSchema } from '../../gen/tieout/engine/v1/commercial_reconcile_pb.ts';
import { ReconcileRequestSchema } from '../../gen/tieout/engine/v1/reconcile_pb.ts';
import { ServiceTypeSchema } from '../../gen/tieout/engine/v1/vocabulary_pb.ts';
import {
  field as fieldOption,
  message as messageOption,
  method as methodOption,
} from '../../gen/tieout/options/v1/options_pb.ts';
import { ResolveRequestSchema } from '../../gen/tieout/resolution/v1/resolve_pb.ts';
import {
  type ClusterType,
  ClusterTypeSchema,
  DecisionStatusSchema,
  DecisionType,
  DecisionTypeSchema,
} from '../../gen/tieout/resolution/v1/vocabulary_pb.ts';
import { MAX_BODY_VALUES, MAX_FILES_PER_SIDE, MAX_SEARCH_DAYS } from '../../src/core/limits.ts';
import { CLUSTER_TYPES } from '../../src/core/records/documents/cluster-type.ts';
import {
  enumOf,
  enums,
  httpOf,
  messageOf,
  messages,
  methods,
  requestMessages,
  responseMessages,
  restNames,
  routed,
  services,
  validator,
} from './contract.ts';
import { boundsOf } from './field-rules.ts';

const fieldsOf = (list: readonly DescMessage[]) =>
  list.flatMap((message) => message.fields.map((field) => [message, field] as const));
const traitsOf = (field: DescField) => (hasOption(field, fieldOption) ? getOption(field, fieldOption) : undefined);

describe('presence', () => {
  test('every scalar and enumeration of a request can be told from absent', () => {
    const implicit = fieldsOf(requestMessages).filter(
      ([, field]) => (field.fieldKind === 'scalar' || field.fieldKind === 'enum') && field.presence === 2,
    );
    expect(implicit.map(([, field]) => String(field))).toEqual([]);
    expect(fieldsOf(requestMessages).length).toBeGreaterThan(200);
  });

  test('a response field that is never null has no presence, so that it always stands in the answer', () => {
    const latest = fieldsOf(responseMessages).find(([, field]) => field.name === 'ai_summary');
    const text = fieldsOf(responseMessages).find(([, field]) => field.name === 'summary_text');
    expect([latest?.[1].presence, text?.[1].presence]).toEqual([1, 2]);
  });
});

describe('enumerations', () => {
  test('have REST names by rule: without the prefix, in lower case', () => {
    expect(enums.filter(({ sharedPrefix }) => !sharedPrefix).map(String)).toEqual([]);
    expect(enums.filter(({ values }) => values[0]?.number !== 0).map(String)).toEqual([]);
    expect(restNames(ServiceTypeSchema)).toContain('card_settlement');
  });

  test('of a request accept none but their values', () => {
    const message = create(ResolveRequestSchema, {
      decision: DecisionType.UNSPECIFIED,
      clusterType: 99 as ClusterType,
    });
    const found = validator.validate(ResolveRequestSchema, message).violations?.map(({ ruleId }) => ruleId);
    expect(found).toContain('enum.not_in');
    expect(found).toContain('enum.defined_only');
    const open = fieldsOf(requestMessages).filter(([, field]) => enumOf(field) && !boundsOf(field).closed);
    // The rules of these two stand elsewhere: which customer types and when a service counts.
    expect(open.map(([{ name }, field]) => `${name}.${field.name}`).sort()).toEqual([
      'ResolveRequest.customer_type',
      'ResolveRequest.service',
    ]);
  });

  test('come from ProtoJSON by name, and an unknown name is refused only where unknown fields are', () => {
    const read = (ignoreUnknownFields: boolean) =>
      fromJson(CommercialReconcileRequestSchema, { service: 'nipp' }, { ignoreUnknownFields });
    expect(() => read(false)).toThrow(/ServiceType/);
    expect(read(true).service, 'why Connect must not ignore unknown fields').toBeUndefined();
  });

  test('of cluster types are those that the rules make', () => {
    // Numbers on the wire stay as they are when the order of precedence changes.
    expect([...restNames(ClusterTypeSchema)].sort()).toEqual([...CLUSTER_TYPES].sort());
  });

  test('have the numbers that the rules of a resolve request name', () => {
    const number = (desc: typeof ClusterTypeSchema | typeof DecisionTypeSchema, name: string) =>
      desc.values.find((value) => value.name.endsWith(name))?.number;
    expect(number(DecisionTypeSchema, 'TYPE_RECONCILE')).toBe(5);
    expect([number(ClusterTypeSchema, 'NOT_FOUND_GL'), number(ClusterTypeSchema, 'NOT_FOUND_BANK')]).toEqual([18, 19]);
    expect(ServiceTypeSchema.values.map((value) => value.number)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    expect(restNames(DecisionStatusSchema)[0]).toBe('pending');
  });
});

describe('messages', () => {
  test('a commercial request is a reconcile request without opening items and a map of accounts, and two fields more', () => {
    const shape = ({ fields }: DescMessage) =>
      fields.map(({ name, number, proto }) => [name, number, proto.type, proto.typeName, proto.options?.$unknown]);
    const commercial = shape(CommercialReconcileRequestSchema);
    expect(commercial[0]?.at(-1), 'rules are compared too').toHaveLength(1);
    const alone = ['opening_gl_file_url', 'opening_bank_file_url', 'account_map'];
    const ofBanking = shape(ReconcileRequestSchema).filter(([name]) => !alone.includes(String(name)));
    expect(commercial.slice(0, -2)).toEqual(ofBanking);
    expect(commercial.slice(-2).map(([name]) => name)).toEqual(['reconciliation_flow', 'service']);
  });

  test('every pair of dates of a request is declared to be in order', () => {
    const pairs = requestMessages.flatMap((message) =>
      message.fields
        .filter(({ name }) => name.endsWith('start_date'))
        .map(({ name }) => [message, { start: name, end: name.replace('start_date', 'end_date') }] as const),
    );
    const declared = (message: DescMessage) =>
      hasOption(message, messageOption)
        ? getOption(message, messageOption).orderedDates.map(({ start, end }) => ({ start, end }))
        : [];
    expect(pairs.length).toBeGreaterThanOrEqual(7);
    for (const [message, pair] of pairs) expect(declared(message), String(message)).toContainEqual(pair);
  });

  test('name fields that exist in their options and in the ids of their rules', () => {
    const unknown = messages.flatMap((message) => {
      const named: string[] = [];
      if (hasOption(message, messageOption)) {
        const { orderedDates, codeChecks, textField } = getOption(message, messageOption);
        named.push(...orderedDates.flatMap(({ start, end }) => [start, end]));
        named.push(...codeChecks.map(({ field }) => field), ...(textField ? [textField] : []));
      }
      if (hasOption(message, messageRules)) {
        named.push(...getOption(message, messageRules).cel.map(({ id }) => id.slice(0, id.indexOf('.'))));
      }
      for (const field of message.fields)
        named.push(...(traitsOf(field)?.countsWhen ? [traitsOf(field)!.countsWhen!.field] : []));
      return named
        .filter((name) => !message.fields.some((field) => field.name === name))
        .map((name) => [message.name, name]);
    });
    expect(unknown).toEqual([]);
  });

  test('that REST writes without their field have one member', () => {
    const unwrapped = messages.filter(
      (one) => hasOption(one, messageOption) && getOption(one, messageOption).unwrapped,
    );
    expect(unwrapped.map(({ members }) => members.length)).toEqual(unwrapped.map(() => 1));
    expect(unwrapped.length).toBe(10);
  });

  test('have their dates checked', () => {
    const dates = fieldsOf(requestMessages).filter(([, { name }]) => name.endsWith('_date'));
    expect(dates.filter(([, field]) => !boundsOf(field).date).map(([, field]) => String(field))).toEqual([]);
    expect(dates.length).toBeGreaterThan(15);
  });

  test('refuse session ids that a path could not hold', () => {
    const ids = fieldsOf(requestMessages).filter(([, { name }]) => /^(ingestion_)?session_id$/.test(name));
    for (const [, field] of ids) expect(boundsOf(field).notIn, String(field)).toEqual(['.', '..']);
    expect(ids.length).toBeGreaterThan(10);
  });

  test('bound numbers and lists as the core does', () => {
    for (const [, field] of fieldsOf(requestMessages)) {
      const { highest, maxItems } = boundsOf(field);
      if (/_search$|_search_(for|back)ward$/.test(field.name)) expect(highest, String(field)).toBe(MAX_SEARCH_DAYS);
      if (field.name.endsWith('_file_url')) expect(maxItems, String(field)).toBe(MAX_FILES_PER_SIDE);
    }
  });

  test('bound every text, list, map and object of any shape', () => {
    const open = fieldsOf(requestMessages).filter(([, field]) => {
      const bounds = boundsOf(field);
      if (field.fieldKind === 'map') return !bounds.maxPairs || !bounds.maxKeyLength;
      if (field.fieldKind === 'message') return field.message.typeName.startsWith('google.') && !bounds.maxValues;
      if (isText(field) && field.fieldKind === 'list') return !bounds.maxItems || !bounds.maxItemLength;
      if (field.fieldKind === 'list') return !bounds.maxItems;
      // The days of the two rules of ours and a code of three letters are as long as their patterns.
      return isText(field) && !bounds.maxLength && bounds.date === undefined && bounds.pattern === undefined;
    });
    expect(open.map(([, field]) => String(field))).toEqual([]);
    const ids = fieldsOf(requestMessages).filter(([, { name }]) => name === 'cluster_ids' || name === 'values');
    for (const [, field] of ids) if (isText(field)) expect(boundsOf(field).maxItems).toBeGreaterThanOrEqual(100_000);
    for (const [, field] of fieldsOf(requestMessages))
      expect(boundsOf(field).maxItems ?? 0, String(field)).toBeLessThan(MAX_BODY_VALUES);
  });
});

describe('defaults', () => {
  const withDefault = fieldsOf(requestMessages).filter(([, field]) => traitsOf(field)?.defaultValue);

  test.each(withDefault.map(([message, field]) => [`${message.name}.${field.name}`, field] as const))(
    '%s has one of its own type',
    (_, field) => {
      const { defaultValue } = traitsOf(field)!;
      if (field.fieldKind === 'enum') expect(restNames(field.enum)).toContain(defaultValue);
      else if (field.fieldKind !== 'scalar') expect.fail('only scalars and enumerations have defaults');
      else if (field.scalar === ScalarType.BOOL) expect(['true', 'false']).toContain(defaultValue);
      else if (field.scalar !== ScalarType.STRING) expect(String(Number(defaultValue))).toBe(defaultValue);
    },
  );
});

describe('methods', () => {
  test('have a summary, and a path whose variables are fields of the request', () => {
    for (const method of methods) {
      expect(getOption(method, methodOption).summary, String(method)).not.toBe('');
      if (!routed.includes(method)) continue;
      const variables = Array.from(httpOf(method).path.matchAll(/\{(\w+)\}/g), ([, name]) => name!);
      const names = method.input.fields.map(({ name }) => name);
      expect(
        variables.filter((name) => !names.includes(name)),
        String(method),
      ).toEqual([]);
    }
  });

  test('of a service are told apart by verb and path', () => {
    const routes = routed.map((method) => `${httpOf(method).verb} ${httpOf(method).path}`);
    expect(new Set(routes).size).toBe(routes.length);
    expect(services.length).toBe(5);
  });

  test('that read take plain query fields only', () => {
    const reading = routed.filter((method) => httpOf(method).verb === 'GET');
    const inner = reading.flatMap(({ input }) => input.fields.filter((field) => messageOf(field)));
    expect(inner.map(String)).toEqual([]);
  });
});

/** Whether a field may hold what has no bound in its own type. */
const isText = (field: DescField): boolean =>
  (field.fieldKind === 'scalar' && field.scalar === ScalarType.STRING) ||
  (field.fieldKind === 'list' && field.listKind === 'scalar' && field.scalar === ScalarType.STRING);
