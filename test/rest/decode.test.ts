// JSON to messages: exact types, every problem at once with its path, what null, 5.0 and unknown names mean.

import { describe, expect, test } from 'vitest';
import { ColumnMatchRequestSchema } from '../../gen/tieout/engine/v1/column_mapping_pb.ts';
import { CommercialReconcileRequestSchema } from '../../gen/tieout/engine/v1/commercial_reconcile_pb.ts';
import { BankingMatchRequestSchema } from '../../gen/tieout/engine/v1/internal_match_pb.ts';
import { ServiceType } from '../../gen/tieout/engine/v1/vocabulary_pb.ts';
import { ResolveRequestSchema } from '../../gen/tieout/resolution/v1/resolve_pb.ts';
import { decode } from '../../src/rest/decode.ts';

const paths = ({ problems }: ReturnType<typeof decode>) => problems.map(({ path }) => path.join('.'));
const run = (json: unknown) => decode(CommercialReconcileRequestSchema, json);

describe('values', () => {
  test('are read under snake_case names, enumerations in lower case', () => {
    const { message, problems } = run({ session_id: 's', service: 'card_settlement', max_days_forward_search: 5 });
    expect(problems).toEqual([]);
    expect(message).toMatchObject({
      sessionId: 's',
      service: ServiceType.CARD_SETTLEMENT,
      maxDaysForwardSearch: 5,
    });
  });

  test('that are null or absent are not given; false, 0 and "" are', () => {
    const { message } = run({ search_mode: null, is_scheduled: false, msc_rate: 0, branch_id: '' });
    expect(message).toMatchObject({ isScheduled: false, mscRate: 0, branchId: '' });
    expect(message).not.toHaveProperty('searchMode', 'both');
  });

  test('of unknown names are ignored, those that every object has among them', () => {
    expect(run(JSON.parse('{"constructor": 1, "__proto__": {"session_id": 5}, "more": []}')).problems).toEqual([]);
  });

  test.each([
    ['session_id', 5],
    ['msc_rate', '5'],
    ['max_days_forward_search', 5.5],
    ['max_days_forward_search', 2 ** 31],
    ['is_scheduled', 'true'],
    ['service', 'NIP'],
    ['service', ''],
    ['service', 9],
    ['gl_file_url', 'one'],
    ['event_dates', {}],
    ['session_id', '\ud800'],
  ])('%s does not take %j', (name, value) => {
    expect(paths(run({ [name]: value }))).toEqual([name]);
  });

  test('that are wrong are all found, at their places in lists', () => {
    const wrong = run({ msc_rate: {}, gl_file_url: ['a', 1, null], event_dates: [{}, 'x', { start_date: 1 }] });
    expect(paths(wrong)).toEqual([
      'msc_rate',
      'gl_file_url.1',
      'gl_file_url.2',
      'event_dates.1',
      'event_dates.2.start_date',
    ]);
    expect(wrong.message).toMatchObject({ glFileUrl: ['a', '', ''] });
  });

  test.each([[null], ['text'], [1], [[{}]]])('%j is no request', (json) => {
    expect(paths(run(json))).toEqual(['']);
  });

  test('never stand in a problem', () => {
    const { problems } = run({
      session_id: { secret: 'never-shown' },
      service: 'never-shown',
      msc_rate: 4815.1623 + '',
    });
    expect(problems).toHaveLength(3);
    expect(JSON.stringify(problems)).not.toMatch(/never-shown|4815/);
  });

  test('that are wrong a thousand times are read to the hundred-first', () => {
    expect(run({ gl_file_url: Array(1_000).fill(1) }).problems).toHaveLength(101);
  });

  test('of which there are too many are one problem, and none is read', () => {
    const { problems, message } = run({ gl_file_url: Array(1_000_000).fill(1) });
    expect(problems).toEqual([
      { type: 'repeated.max_items', path: ['gl_file_url'], msg: 'must contain no more than 1000 item(s)' },
    ]);
    expect(message).toMatchObject({ glFileUrl: [] });
  });
});

describe('options of the protos', () => {
  test('one_or_many: a string is a list of it', () => {
    const read = decode(ColumnMatchRequestSchema, { gl_file_url: 'a', bank_file_url: ['b', 'c'] });
    expect(read.message).toMatchObject({ glFileUrl: ['a'], bankFileUrl: ['b', 'c'] });
    expect(paths(decode(ColumnMatchRequestSchema, { gl_file_url: 5 }))).toEqual(['gl_file_url']);
  });

  test('text_field: a string stands for the message', () => {
    const { message } = decode(ColumnMatchRequestSchema, {
      target_field_definitions: { value_date: 'when it counts', amount: { type: 'amount' } },
    });
    expect(message).toMatchObject({
      targetFieldDefinitions: { value_date: { description: 'when it counts' }, amount: { type: 2 } },
    });
    expect(paths(decode(ColumnMatchRequestSchema, { target_field_definitions: { a: { type: 'money' } } }))).toEqual([
      'target_field_definitions.a.type',
    ]);
  });

  test('unwrapped: an empty list is not an absent one', () => {
    expect(decode(BankingMatchRequestSchema, { cluster_ids: [] }).message).toMatchObject({
      clusterIds: { values: [] },
    });
    expect(decode(BankingMatchRequestSchema, { cluster_ids: null }).message).not.toHaveProperty('clusterIds');
    expect(paths(decode(BankingMatchRequestSchema, { cluster_ids: ['a', 2] }))).toEqual(['cluster_ids.1']);
  });

  test('counts_when: a field that does not count may hold anything', () => {
    expect(decode(ResolveRequestSchema, { customer_type: 'mfb', service: 17 }).problems).toEqual([]);
    expect(paths(decode(ResolveRequestSchema, { customer_type: 'commercial_bank', service: 17 }))).toEqual(['service']);
  });

  test('a free object is kept as it is, down to a depth that can be stored', () => {
    const metadata = { a: [1, { b: null }], c: 'd' };
    expect(decode(ResolveRequestSchema, { metadata }).message).toMatchObject({ metadata });
    const deep = JSON.parse(`${'{"a":'.repeat(200)}1${'}'.repeat(200)}`);
    expect(paths(decode(ResolveRequestSchema, { metadata: deep }))).toEqual(['metadata']);
    expect(paths(decode(ResolveRequestSchema, { metadata: ['a'] }))).toEqual(['metadata']);
  });
});
