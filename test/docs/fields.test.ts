// docs/fields.md equals the protos. Every check that is made of a field stands in test/fixtures/field-checks.md, of exactly
// these fields; the page has in short what a caller must know of them.

import { readFileSync } from 'node:fs';
import { type DescMessage, fromJson, type JsonObject, type JsonValue, ScalarType } from '@bufbuild/protobuf';
import { describe, expect, test } from 'vitest';
import { CommercialReconcileRequestSchema } from '../../gen/tieout/engine/v1/commercial_reconcile_pb.ts';
import { CrossMonthReprocessRequestSchema } from '../../gen/tieout/engine/v1/cross_month_pb.ts';
import { AssetIngestionRequestSchema, IngestionRequestSchema } from '../../gen/tieout/engine/v1/ingestion_pb.ts';
import { ReconcileRequestSchema } from '../../gen/tieout/engine/v1/reconcile_pb.ts';
import {
  MatchingMethodSchema,
  OnExistingActionSchema,
  ReconciliationCustomerTypeSchema,
} from '../../gen/tieout/engine/v1/vocabulary_pb.ts';
import { CUSTOMER_TYPES, DEFAULT_FIELDS, defaultDefinition } from '../../src/core/mapping/target-definitions.ts';
import { bankingCommand } from '../../src/rpc/runs/banking-command.ts';
import { dayIn } from '../../src/rpc/validation/day-of.ts';
import { bankingOrder } from '../../src/workflows/kinds/banking-command.ts';
import { requestMessages, restNames } from '../proto/contract.ts';
import { boundsOf, checksOf } from '../proto/field-rules.ts';

const page = readFileSync(new URL('../../docs/fields.md', import.meta.url), 'utf8');
const checks = readFileSync(new URL('../fixtures/field-checks.md', import.meta.url), 'utf8');
const quoted = (text: string) => Array.from(text.matchAll(/`(\w+)`/g), ([, name]) => name!);

const listed = Object.fromEntries(
  Array.from(checks.matchAll(/^\| ((?:is|has|matches) .+?) \| (.+) \|$/gm), ([, check, fields]) => [
    // A bar would end the cell.
    check!.replaceAll('\\|', '|'),
    quoted(fields!),
  ]),
);

/** A value of each field that is not its default. */
const SAMPLES: Readonly<Record<string, JsonValue>> = {
  ...{ session_id: 's', tenant_id: 't', partner_id: 'p', branch_id: 'b', period_start_date: '2026-01-01' },
  ...{ period_end_date: '2026-01-31', msc_rate: 0.1, amount_tolerance: 1, charge_min: 1, charge_max: 1 },
  ...{ search_mode: 'forward', matching_method: 'MATCHING_METHOD_BULK' },
  ...{ customer_type: 'RECONCILIATION_CUSTOMER_TYPE_LENDER', reconciliation_type: 'monthly' },
  ...{ gl_file_url: ['file:a'], bank_file_url: ['file:b'], max_days_forward_search: 2, max_days_backward_search: 2 },
  ...{ event_dates: [{ start_date: '2026-01-01', end_date: '2026-01-02' }], ingress_task_id: '1' },
  ...{ records_create_task_id: '1', gl_reversal_task_id: '1', reconciliation_task_id: '1', chargeback_task_id: '1' },
  ...{ matched_records_task_id: '1', summary_task_id: '1', is_scheduled: true, exclude_debits_from_rate: false },
  ...{ exception_analysis_enabled: false, on_existing_action: 'ON_EXISTING_ACTION_SKIP', custodian_id: 'c-1' },
  ...{ custodian_name: 'Custody', amount_tolerance_percent: 1, currency: 'USD', account: '0123' },
  ...{ opening_gl_file_url: ['file:c'], opening_bank_file_url: ['file:d'] },
  ...{ gl_mapping: { columns: {} }, bank_mapping: { columns: {} } },
  account_map: { reconciliations: [{ ledger_accounts: ['1001'], bank_accounts: ['0123'] }] },
  template: { service: 'SERVICE_TYPE_POS', matching_method: 'MATCHING_METHOD_BULK' },
};
/** As it stands in the command. */
const CARRIED: Readonly<Record<string, string>> = {
  customer_type: '"customerType":"lender"',
  reconciliation_type: '"reconciliationType":"monthly"',
  is_scheduled: '"isScheduled":true',
  custodian_id: '"custodianId":"c-1"',
  custodian_name: '"custodianName":"Custody"',
};

const storedOf = (request: JsonObject) => {
  // Some values of search_mode and of the bounds show only beside days.
  const base = { max_days_forward_search: 1, max_days_backward_search: 1 };
  const message = fromJson(ReconcileRequestSchema, { ...base, ...request });
  return bankingOrder(bankingCommand(message, { dayOf: dayIn('UTC'), defaultCurrency: 'NGN', rejectedShare: 0.01 }));
};

const fields = requestMessages.flatMap((message) => message.fields);

describe('docs/fields.md', () => {
  test('every check is listed with its fields', () => {
    const made: Record<string, string[]> = {};
    for (const field of fields) for (const check of checksOf(field)) (made[check] ??= []).push(field.name);
    const distinct = Object.entries(made).map(([check, names]) => [check, [...new Set(names)].sort()]);
    expect(listed).toEqual(Object.fromEntries(distinct));
  });

  test('says of every number that it is finite', () => {
    const doubles = fields.filter((field) => field.fieldKind === 'scalar' && field.scalar === ScalarType.DOUBLE);
    const open = doubles.filter((field) => !boundsOf(field).finite && boundsOf(field).highest === undefined);
    expect(open.map(String)).toEqual([]);
    expect(doubles.length).toBeGreaterThan(20);
  });

  test.each([
    ['matching_method', MatchingMethodSchema],
    ['customer_type', ReconciliationCustomerTypeSchema],
    ['on_existing_action', OnExistingActionSchema],
  ] as const)('has the values of %s', (name, desc) => {
    const row = page.split('\n').find((line) => line.startsWith(`| \`${name}\``) && line.split('|').length === 4)!;
    expect(quoted(row.split('|')[2])).toEqual(restNames(desc));
  });

  describe('says what each field of a run does', () => {
    const section = page.slice(page.indexOf('## What each field of a run does')).split('\n## ')[0];
    const said = Array.from(section.matchAll(/^\| (`.+?) \| (.+) \|$/gm), ([, names, does]) => ({
      names: quoted(names!),
      does: does!,
    }));
    const carried = said.filter(({ does }) => /\bcarried\b/.test(does)).flatMap(({ names }) => names);

    test('of every message that starts one, once', () => {
      const starting = [
        ...[ReconcileRequestSchema, CommercialReconcileRequestSchema, CrossMonthReprocessRequestSchema],
        ...[IngestionRequestSchema, AssetIngestionRequestSchema],
      ];
      const within = (message: DescMessage): string[] =>
        message.fields.flatMap(({ name, message: inner }) => [
          name,
          ...(inner?.typeName.startsWith('tieout.') ? within(inner) : []),
        ]);
      const all = new Set(starting.flatMap(within));
      expect(said.flatMap(({ names }) => names).toSorted()).toEqual([...all].toSorted());
    });

    test.each(ReconcileRequestSchema.fields.map(({ name }) => name))('%s reaches the command of the run', (name) => {
      const base = storedOf({});
      expect(storedOf({ [name]: SAMPLES[name] })).not.toEqual(base);
      if (carried.includes(name)) expect(JSON.stringify(storedOf({ [name]: SAMPLES[name] }))).toContain(CARRIED[name]);
    });
  });

  test('shows the fields that a suggestion looks for by default', () => {
    const names = [...new Set(CUSTOMER_TYPES.flatMap((type) => DEFAULT_FIELDS[type]))];
    const fieldsOf: Record<string, string[]> = {};
    for (const name of names) {
      const wanted = CUSTOMER_TYPES.filter((one) => DEFAULT_FIELDS[one].includes(name)).map((one) => `\`${one}\``);
      (fieldsOf[wanted.join(', ')] ??= []).push(`\`${name}\` (${defaultDefinition(name).type})`);
    }
    const rows = Object.entries(fieldsOf).map(([types, fields]) => `| ${types} | ${fields.join(', ')} |`);
    expect(page).toContain(`|---|---|\n${rows.join('\n')}\n`);
  });
});
