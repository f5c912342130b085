// Requests made from descriptors: the smallest valid one of a message, and what is wrong by each rule of its fields.

import { create, type DescField, type DescMessage, type Message, ScalarType, toBinary } from '@bufbuild/protobuf';
import { UndoConstraintRequestSchema } from '../../gen/tieout/people/v1/constraints_pb.ts';
import { OrderSchema } from '../../gen/tieout/people/v1/proposals_pb.ts';
import { ReportedResultSchema } from '../../gen/tieout/verification/v1/checks_pb.ts';
import { EntityQuerySchema, PropertyValuesSchema } from '../../gen/tieout/verification/v1/match_pb.ts';
import { PersonSchema } from '../../gen/tieout/verification/v1/parts_pb.ts';
import { CheckStatus } from '../../gen/tieout/verification/v1/vocabulary_pb.ts';
import { fieldTraits, messageTraits } from '../../src/rpc/traits.ts';
import { boundsOf } from '../proto/field-rules.ts';

type Values = Record<string, unknown>;

/** With every field that is required and no other. */
export function validRequest(desc: DescMessage): Message {
  const message = create(desc);
  if (desc === PersonSchema) Object.assign(message, { firstName: 'one' });
  for (const field of desc.fields) {
    const bounds = boundsOf(field);
    if (bounds.required || (bounds.minItems ?? 0) > 0) (message as unknown as Values)[field.localName] = example(field);
  }
  for (const { id } of messageTraits(desc).codeChecks) Object.assign(message, NEEDED[id]?.());
  return message;
}

const somebody = () => validRequest(PersonSchema);

/** What a request has because a check in code asks for it. */
const NEEDED: Readonly<Record<string, () => Values>> = {
  one_order: () => ({ order: create(OrderSchema, { undo: validRequest(UndoConstraintRequestSchema) as never }) }),
  queries_given: () => ({
    queries: {
      one: create(EntityQuerySchema, {
        ...{ schema: 'Person', properties: { name: create(PropertyValuesSchema, { texts: ['one'] }) } },
      }),
    },
  }),
  person_or_company: () => ({ person: somebody() }),
  person_named: () => ({ person: somebody() }),
  applicant_named: () => ({ applicant: somebody() }),
  follow_up_says: () => ({ note: 'one' }),
  ref_partner: () => ({ partnerId: 'one' }),
  checks_tenant: () => ({ tenantId: 'one', partnerId: 'one' }),
  checks_or_results: () => ({
    results: [create(ReportedResultSchema, { checkId: 'one', status: CheckStatus.VERIFIED })],
  }),
};

const OF_PATTERN: Readonly<Record<string, string>> = {
  '^not_found_(gl|bank)$': 'not_found_gl',
  '^([A-Z]{3})?$': 'NGN',
  '^[A-Z]{3}$': 'NGN',
  '^[0-9a-f]{32}$': '0123456789abcdef0123456789abcdef',
  '^[0-9a-fA-F]{64}$': 'FEDCBA9876543210'.repeat(4),
  '^[0-9a-f]{64}$': '0123456789abcdef'.repeat(4),
  '^\\d{4}-\\d{2}-\\d{2}(T\\d{2}(:\\d{2}(:\\d{2})?)?)?$': '2025-01-31',
};

/** Objects of any shape that code checks. */
const OF_CHECK: Readonly<Record<string, object>> = {
  account_map: { reconciliations: [{ ledger_accounts: ['1'], bank_accounts: ['2'] }] },
  chart_of_accounts: { rules: [{ account: 'one' }] },
  journal_layout: {
    columns: [
      { title: 'one', value: 'account' },
      { title: 'two', value: 'amount' },
    ],
  },
};

/** A value that is valid by itself. */
export function example(field: DescField): unknown {
  switch (field.fieldKind) {
    case 'enum':
      return 1;
    case 'message':
      return OF_CHECK[fieldTraits(field).objectCheck] ?? validRequest(field.message);
    case 'list':
      if (field.message) return [validRequest(field.message)];
      return [field.enum ? 1 : (OF_PATTERN[boundsOf(field).itemPattern ?? ''] ?? 'one')];
    case 'map':
      return {};
    case 'scalar':
      if (boundsOf(field).date) return '2025-01-31';
      if (boundsOf(field).pattern) return OF_PATTERN[boundsOf(field).pattern!];
      if (field.scalar === ScalarType.STRING) return 'one';
      return field.scalar === ScalarType.BOOL ? true : 1;
  }
}

interface WrongRequest {
  readonly title: string;
  readonly message: Message;
}

/** One request for each way in which a field of the message itself can break a rule, and one with nothing in it. */
export function wrongRequests(desc: DescMessage): WrongRequest[] {
  const isNothingEnough = toBinary(desc, validRequest(desc)).length === 0;
  const found: WrongRequest[] = isNothingEnough ? [] : [{ title: 'nothing', message: create(desc) }];
  for (const field of desc.fields) {
    for (const [what, value] of wrongValues(field)) {
      const message = validRequest(desc);
      (message as unknown as Values)[field.localName] = value;
      found.push({ title: `${field.name} ${what}`, message });
    }
  }
  return found;
}

function wrongValues(field: DescField): [what: string, value: unknown][] {
  const {
    required,
    minLength,
    maxLength,
    date,
    pattern,
    notIn,
    lowest,
    highest,
    minItems,
    maxItems,
    itemLength,
    closed,
  } = boundsOf(field);
  return [
    ...(required ? [['absent', undefined] as [string, unknown]] : []),
    ...(minLength ? [['empty', ''] as [string, unknown]] : []),
    // An image that is too long is much to send by five protocols; images have a test of their own.
    ...(maxLength && maxLength < 1e6 ? [['too long', 'x'.repeat(maxLength + 1)] as [string, unknown]] : []),
    ...(date ? [['not a day', '2025-02-30'] as [string, unknown]] : []),
    ...(pattern ? [['of another form', '?'] as [string, unknown]] : []),
    ...(notIn ?? []).map((text): [string, unknown] => [`that is ${text}`, text]),
    ...(lowest !== undefined ? [['too low', lowest - 1] as [string, unknown]] : []),
    ...(highest !== undefined ? [['too high', highest + 1] as [string, unknown]] : []),
    ...(minItems ? [['without items', []] as [string, unknown]] : []),
    ...(maxItems
      ? [['with too many items', Array(maxItems + 1).fill((example(field) as unknown[])[0])] as [string, unknown]]
      : []),
    ...(itemLength ? [['with an empty item', ['']] as [string, unknown]] : []),
    ...(closed ? [['unknown', field.fieldKind === 'list' ? [-1] : -1] as [string, unknown]] : []),
  ];
}
