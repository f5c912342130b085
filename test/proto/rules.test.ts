// What is refused, message by message: a valid body, what is changed in it, and where the problems are then found. The
// messages are in ProtoJSON, as typed clients send them; REST's own form is tested with the bridge. Checks in code (the
// order of two dates, splits) are tested where they are written.

import { create, type DescMessage, fromJson, type JsonObject, type JsonValue } from '@bufbuild/protobuf';
import type { Violation } from '@bufbuild/protovalidate';
import { describe, expect, test } from 'vitest';
import { ColumnMatchRequestSchema } from '../../gen/tieout/engine/v1/column_mapping_pb.ts';
import { CommercialReconcileRequestSchema } from '../../gen/tieout/engine/v1/commercial_reconcile_pb.ts';
import { CompleteBatchRequestSchema } from '../../gen/tieout/engine/v1/complete_batch_pb.ts';
import { CrossMonthReprocessRequestSchema } from '../../gen/tieout/engine/v1/cross_month_pb.ts';
import { AssetIngestionRequestSchema, IngestionRequestSchema } from '../../gen/tieout/engine/v1/ingestion_pb.ts';
import { BankingIngestRequestSchema } from '../../gen/tieout/engine/v1/internal_ingest_pb.ts';
import { BankingMatchRequestSchema, NipMatchRequestSchema } from '../../gen/tieout/engine/v1/internal_match_pb.ts';
import { ReconcileRequestSchema } from '../../gen/tieout/engine/v1/reconcile_pb.ts';
import { GetPipelineStatusRequestSchema } from '../../gen/tieout/engine/v1/status_pb.ts';
import { SummaryRegenerateRequestSchema } from '../../gen/tieout/engine/v1/summary_regenerate_pb.ts';
import { ListClustersRequestSchema, ListPatternsRequestSchema } from '../../gen/tieout/reporting/v1/exceptions_pb.ts';
import { ListRegisterRequestSchema } from '../../gen/tieout/reporting/v1/register_pb.ts';
import {
  ListMatchedElsewhereRequestSchema,
  ListMatchesRequestSchema,
  ListOpenItemsRequestSchema,
} from '../../gen/tieout/reporting/v1/rows_pb.ts';
import { GetSummaryRequestSchema } from '../../gen/tieout/reporting/v1/summary_pb.ts';
import { PreviewPatternRequestSchema, UndoSweepRequestSchema } from '../../gen/tieout/resolution/v1/patterns_pb.ts';
import { ResolveRequestSchema } from '../../gen/tieout/resolution/v1/resolve_pb.ts';
import { requestMessages, validator } from './contract.ts';

/** `a[0].b: rule`. A rule between fields has no path of its own; its id begins with the field to change. */
function shown({ field, rule, ruleId }: Violation): string {
  const steps = field.map((step) =>
    step.kind === 'list_sub' ? `[${step.index}]` : step.kind === 'map_sub' ? `[${step.key}]` : `.${step.name}`,
  );
  if (rule.length === 0) steps.push(`.${ruleId.slice(0, ruleId.indexOf('.'))}`);
  return `${steps.join('').replace(/^\./, '')}: ${ruleId}`;
}

function problemsOf(schema: DescMessage, body: JsonObject): string[] {
  const result = validator.validate(schema, fromJson(schema, body));
  if (result.kind === 'error') throw result.error;
  return (result.violations ?? []).map(shown).sort();
}

type Case = readonly [change: Readonly<Record<string, JsonValue | undefined>>, ...problems: string[]];

function table(schema: DescMessage, valid: JsonObject, cases: readonly Case[]): void {
  describe(schema.name, () => {
    test('a body with what is required is valid', () => expect(problemsOf(schema, valid)).toEqual([]));

    test('every required field is missed, once', () => {
      const missed = problemsOf(schema, {}).map((problem) => problem.replace(/: .*/, ''));
      expect(missed).toEqual(Object.keys(valid).sort());
    });

    test.each(cases.map(([change, ...problems]) => [JSON.stringify(change), change, problems] as const))(
      '%s',
      (_, change, problems) => {
        const body = Object.fromEntries(
          Object.entries({ ...valid, ...change }).filter(([, value]) => value !== undefined),
        );
        expect(problemsOf(schema, body as JsonObject)).toEqual([...problems].sort());
      },
    );
  });
}

const scope = { tenant_id: 't', partner_id: 'p' };
const session = { session_id: 's', ...scope };
const days = { start_date: '2025-01-01', end_date: '2025-01-31' };
const long = 'x'.repeat(257);

const NOT_DATES = [
  '31/01/2025',
  '2025-13-01',
  '2025-02-30',
  '2025-02-29',
  '1900-02-29',
  '2025-04-31',
  '2025-1-1',
  '2025-01-31T10:00:00',
  '2025-01-31T24:00:00Z',
  '2025-01-31 10:00:00Z',
  ' 2025-01-31',
  '2025-01-31\n',
  '٢٠٢٥-٠١-٣١',
];
const DATES = [
  '2025-01-31',
  '2024-02-29',
  '2000-02-29',
  '2025-01-31T12:00:00Z',
  '2025-01-31T12:00:00.5+01:00',
  '2025-12-31t23:59:59z',
];

const run: readonly Case[] = [
  [{ session_id: '' }, 'session_id: string.min_len'],
  [{ tenant_id: long, branch_id: long }, 'tenant_id: string.max_len', 'branch_id: string.max_len'],
  [
    { session_id: 'june\u0000', tenant_id: 'bank\n-a', partner_id: '\u009bla' },
    ...['session_id', 'tenant_id', 'partner_id'].map((name) => `${name}: string.printable`),
  ],
  [{ session_id: 'juin – été 月 🏦', tenant_id: 'a b', partner_id: 'x\u00a0y' }],
  [{ branch_id: '', period_start_date: '', period_end_date: '', currency: '', account: '' }],
  ...NOT_DATES.map((text): Case => [{ period_start_date: text }, 'period_start_date: string.date']),
  ...DATES.map((text): Case => [{ period_start_date: text, period_end_date: text }]),
  [
    { event_dates: [days, { start_date: '2025-01-01T00:00:00Z', end_date: '2025-02-30' }] },
    'event_dates[1].start_date: string.calendar_date',
    'event_dates[1].end_date: string.calendar_date',
  ],
  [
    { event_dates: [{ start_date: '' }] },
    'event_dates[0].start_date: string.min_len',
    'event_dates[0].end_date: required',
  ],
  [{ msc_rate: -0.1, charge_min: -1 }, 'msc_rate: double.gte', 'charge_min: double.gte'],
  [
    { amount_tolerance: 'Infinity', charge_max: 'NaN' },
    'amount_tolerance: double.finite',
    'charge_max: double.finite',
    'charge_max: double.gte',
  ],
  [{ amount_tolerance: 1e300, amount_tolerance_percent: 100 }],
  [{ amount_tolerance_percent: 100.5 }, 'amount_tolerance_percent: double.gte_lte'],
  [
    { max_days_forward_search: -1, max_days_backward_search: 3661 },
    'max_days_forward_search: int32.gte_lte',
    'max_days_backward_search: int32.gte_lte',
  ],
  [{ max_days_forward_search: 0, max_days_backward_search: 3660 }],
  [{ matching_method: 0, search_mode: 'sideways' }, 'matching_method: enum.not_in'],
  [{ matching_method: 'MATCHING_METHOD_BULK', on_existing_action: 'ON_EXISTING_ACTION_SKIP' }],
  [{ customer_type: 6, on_existing_action: 0 }, 'customer_type: enum.defined_only', 'on_existing_action: enum.not_in'],
  [{ gl_file_url: ['file:a.csv', ''] }, 'gl_file_url[1]: string.min_len'],
  [{ bank_file_url: Array.from({ length: 1001 }, () => 'file:a.csv') }, 'bank_file_url: repeated.max_items'],
  [{ currency: 'ngn' }, 'currency: string.pattern'],
  [{ reconciliation_type: 'anything', custodian_name: long, is_scheduled: false }],
];
table(ReconcileRequestSchema, session, run);
table(CommercialReconcileRequestSchema, session, [
  ...run,
  [{ service: 'SERVICE_TYPE_NIP', reconciliation_flow: 'RECONCILIATION_FLOW_INWARD' }],
  [{ service: 0, reconciliation_flow: 3 }, 'service: enum.not_in', 'reconciliation_flow: enum.defined_only'],
]);

const definition = { gl_type: 'GL_TYPE_INCOME', amount: 100, entry: 'credit', split_type: 'SPLIT_TYPE_FIXED' };
const rule = {
  bank_service: 'BANK_SERVICE_NIP',
  amount: 100,
  fee_type: 'FEE_TYPE_FIXED',
  rule_definitions: [definition],
};
const template = {
  service: 'SERVICE_TYPE_NIP',
  matching_method: 'MATCHING_METHOD_BULK',
  max_days_backward_search: 0,
  max_days_forward_search: 0,
  reversal_max_days_backward_search: 0,
  reversal_max_days_forward_search: 0,
};
table(
  CrossMonthReprocessRequestSchema,
  { ...session, period_start_date: '2025-01-01', period_end_date: '2025-01-31', template },
  [
    [{ period_start_date: '' }, 'period_start_date: string.min_len'],
    [{ period_end_date: '2025-02-30' }, 'period_end_date: string.date'],
    [{ months_back: 0 }],
    [{ template: {} }, ...Object.keys(template).map((name) => `template.${name}: required`)],
    [{ template: { ...template, max_days_backward_search: -1 } }, 'template.max_days_backward_search: int32.gte_lte'],
    [{ template: { ...template, fee_display_type: 0 } }, 'template.fee_display_type: enum.not_in'],
    [{ template: { ...template, rules: [rule] } }],
    [
      { template: { ...template, rules: [rule, { ...rule, rule_definitions: [] }] } },
      'template.rules[1].rule_definitions: repeated.min_items',
    ],
    [
      { template: { ...template, rules: [{}] } },
      'template.rules[0].bank_service: required',
      'template.rules[0].rule_definitions: repeated.min_items',
    ],
    [
      {
        template: {
          ...template,
          rules: [{ ...rule, rule_definitions: [{ ...definition, entry: '', amount: -5 }, {}] }],
        },
      },
      ...Object.keys(definition).map((name) => `template.rules[0].rule_definitions[1].${name}: required`),
    ],
  ],
);

table(ColumnMatchRequestSchema, { gl_file_url: ['file:a.csv'], bank_file_url: ['file:b.csv'] }, [
  [{ gl_file_url: [] }, 'gl_file_url: repeated.min_items'],
  [{ bank_file_url: [''] }, 'bank_file_url[0]: string.min_len'],
  [
    { mappings: [{ system: '', secondary_mappings: [{ gl_title: 'a' }] }] },
    'mappings[0].system: string.min_len',
    'mappings[0].secondary_mappings[0].statement_title: required',
  ],
  [{ target_field_definitions: { amount: { type: 0 } } }, 'target_field_definitions[amount].type: enum.not_in'],
  [
    {
      target_field_definitions: { amount: {} },
      others: { gl: [''] },
      customer_type: 'RECONCILIATION_CUSTOMER_TYPE_FUND_MANAGER',
    },
  ],
]);

table(IngestionRequestSchema, { ...scope, customer_type: 'RECONCILIATION_CUSTOMER_TYPE_MFB' }, [
  [{ customer_type: 'RECONCILIATION_CUSTOMER_TYPE_LENDER' }],
  [{ customer_type: 'RECONCILIATION_CUSTOMER_TYPE_FUND_MANAGER' }, 'customer_type: customer_type.fund_manager'],
  [{ session_id: '', service: 'SERVICE_TYPE_POS' }],
  [{ session_id: long, service: 11 }, 'session_id: string.max_len', 'service: enum.defined_only'],
]);

table(
  AssetIngestionRequestSchema,
  { ...scope, holdings_file_url: ['file:h.csv'], custodian_file_url: ['file:c.csv'] },
  [
    [{ as_of_date: '2025-02-30' }, 'as_of_date: string.date'],
    [{ as_of_date: '' }],
    [{ holdings_file_url: [] }, 'holdings_file_url: repeated.min_items'],
  ],
);

table(BankingMatchRequestSchema, { ...scope, branch_id: '', cluster_type: 'not_found_gl', ...days }, [
  [{ cluster_type: '' }, 'cluster_type: string.pattern'],
  [{ cluster_type: 'anything' }, 'cluster_type: string.pattern'],
  [{ cluster_type: 'not_found_bank', domain: 'nip', cluster_ids: { values: [] } }],
  [
    { recon_time_search_forward: -1, amount_tolerance: -1 },
    'recon_time_search_forward: int32.gte_lte',
    'amount_tolerance: double.gte_lte',
  ],
]);
table(
  NipMatchRequestSchema,
  { ...scope, domain: 'nip', cluster_type: 'not_found_gl', ingestion_session_id: 'a', ...days },
  [
    [{ domain: '', ingestion_session_id: '' }, 'domain: string.min_len', 'ingestion_session_id: string.min_len'],
    [{ branch_id: '' }],
    [{ cluster_type: 'date_difference' }, 'cluster_type: string.pattern'],
  ],
);
table(BankingIngestRequestSchema, { ...session, branch_id: '', ...days }, [
  [{ start_date: 'today' }, 'start_date: string.date'],
]);
table(SummaryRegenerateRequestSchema, session, [[{ session_id: '' }, 'session_id: string.min_len']]);

const resolve = {
  ...scope,
  customer_type: 'RECONCILIATION_CUSTOMER_TYPE_MFB',
  cluster_type: 'CLUSTER_TYPE_NOT_FOUND_GL',
  decision: 'DECISION_TYPE_APPROVED',
};
const commercial = 'RECONCILIATION_CUSTOMER_TYPE_COMMERCIAL_BANK';
const reconcile = 'DECISION_TYPE_RECONCILE';
table(ResolveRequestSchema, resolve, [
  ...['PAYMENT_PROVIDER', 'LENDER', 'FUND_MANAGER'].map(
    (name): Case => [
      { customer_type: `RECONCILIATION_CUSTOMER_TYPE_${name}` },
      'customer_type: customer_type.resolved',
    ],
  ),
  [{ customer_type: 0 }, 'customer_type: customer_type.resolved'],
  [{ customer_type: commercial }, 'service: service.required'],
  [{ customer_type: commercial, service: 11 }, 'service: service.required'],
  [{ customer_type: commercial, service: 'SERVICE_TYPE_ATM' }],
  [{ service: 'SERVICE_TYPE_ATM' }],
  [{ service: 11 }],
  [{ decision: reconcile }],
  [{ decision: reconcile, cluster_type: 'CLUSTER_TYPE_NOT_FOUND_BANK', cluster_ids: [] }],
  [{ decision: reconcile, cluster_type: 'CLUSTER_TYPE_DATE_DIFFERENCE' }, 'decision: decision.reconcile'],
  [
    { decision: reconcile, cluster_type: 'CLUSTER_TYPE_DATE_DIFFERENCE', cluster_ids: ['c'] },
    'decision: decision.reconcile',
  ],
  [{ decision: reconcile, cluster_ids: ['c'] }, 'cluster_ids: cluster_ids.reconcile'],
  [{ decision: reconcile, cluster_type: undefined }, 'cluster_type: required'],
  [{ decision: 6, cluster_type: 32 }, 'decision: enum.defined_only', 'cluster_type: enum.defined_only'],
  [{ cluster_ids: ['c'], cluster_type: 'CLUSTER_TYPE_CASH_BREAK', metadata: { learned_value: 5 }, gl_file_url: [''] }],
  [
    { amount_tolerance: -1, recon_time_search_backward: 3661 },
    'amount_tolerance: double.gte_lte',
    'recon_time_search_backward: int32.gte_lte',
  ],
]);

table(GetPipelineStatusRequestSchema, { session_id: 's' }, [[{ tenant_id: '', partner_id: 'p' }]]);
table(GetSummaryRequestSchema, session, [[{ history: true, page_size: 1001 }, 'page_size: int32.gte_lte']]);
table(ListMatchesRequestSchema, session, [
  [
    { tier: -1, min_confidence: 1.5, page_size: 0 },
    'tier: int32.gte_lte',
    'min_confidence: double.gte_lte',
    'page_size: int32.gte_lte',
  ],
  [{ tier: 9, min_confidence: 1, page_size: 1000, page_token: '' }],
  [{ min_confidence: 'NaN' }, 'min_confidence: double.gte_lte'],
]);
table(ListOpenItemsRequestSchema, session, [[{ side: 'SIDE_BANK' }], [{ side: 3 }, 'side: enum.defined_only']]);
table(ListMatchedElsewhereRequestSchema, session, [
  [{ side: 0, page_size: 0 }, 'side: enum.not_in', 'page_size: int32.gte_lte'],
]);
table(ListRegisterRequestSchema, scope, [
  [{ as_of: '2026-02-28', state: 'REGISTER_STATE_ALL', side: 'SIDE_GL', account: '0123456789', page_size: 1000 }],
  [
    { as_of: '2026-02-30', state: 0, side: 3, account: 'a\u0007', page_size: 1001 },
    ...['as_of: string.calendar_date', 'state: enum.not_in', 'side: enum.defined_only', 'account: string.printable'],
    'page_size: int32.gte_lte',
  ],
]);
table(ListClustersRequestSchema, scope, [
  [{ cluster_type: 0, decision_status: 5 }, 'cluster_type: enum.not_in', 'decision_status: enum.defined_only'],
]);
table(ListPatternsRequestSchema, scope, []);
table(PreviewPatternRequestSchema, { pattern_id: 'x', ...scope }, []);
table(UndoSweepRequestSchema, { pattern_id: 'x', resolution_request_id: 'auto-sweep-1' }, []);

test('a message-queue push is never refused by a rule', () => {
  const push = create(CompleteBatchRequestSchema, { body: new Uint8Array([0xff]) });
  expect(validator.validate(CompleteBatchRequestSchema, push).kind).toBe('valid');
});

test('every rule of every request can be compiled', () => {
  for (const schema of requestMessages) {
    expect(validator.validate(schema, create(schema)).kind, schema.name).not.toBe('error');
  }
});
