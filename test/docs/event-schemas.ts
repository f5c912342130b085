// JSON Schema of what the bus carries, from its descriptors: what stands in docs/events. Every field of a message of
// ours is there but those that the proto calls optional; in a request what its rules require, and its id.

import type { DescMessage } from '@bufbuild/protobuf';
import { AuditHeadSchema } from '../../gen/tieout/events/v1/audit_head_pb.ts';
import { DeadLetterSchema } from '../../gen/tieout/events/v1/dead_letter_pb.ts';
import { LateFileSchema } from '../../gen/tieout/events/v1/late_file_pb.ts';
import { ListChangesSchema } from '../../gen/tieout/events/v1/list_changes_pb.ts';
import { ProposalEventSchema } from '../../gen/tieout/events/v1/proposal_event_pb.ts';
import { ResolutionResultSchema } from '../../gen/tieout/events/v1/resolution_result_pb.ts';
import { RunAnnouncementSchema } from '../../gen/tieout/events/v1/run_announcement_pb.ts';
import { ScreeningCaseSchema } from '../../gen/tieout/events/v1/screening_case_pb.ts';
import { ScreeningHitsSchema } from '../../gen/tieout/events/v1/screening_hits_pb.ts';
import { VerificationCheckSchema } from '../../gen/tieout/events/v1/verification_check_pb.ts';
import { WindowCompletedSchema } from '../../gen/tieout/events/v1/window_completed_pb.ts';
import { ResolveRequestSchema } from '../../gen/tieout/resolution/v1/resolve_pb.ts';
import { messageSchemas, type Schema } from '../../src/rest/json-schema.ts';

/** Messages that have a section of the page. */
export const MESSAGES: readonly DescMessage[] = [
  ...[RunAnnouncementSchema, ResolveRequestSchema, ResolutionResultSchema, DeadLetterSchema],
  ...[VerificationCheckSchema, ScreeningHitsSchema, ScreeningCaseSchema, ListChangesSchema],
  ...[WindowCompletedSchema, AuditHeadSchema, ProposalEventSchema, LateFileSchema],
];

/** Of which one has to be there. */
const ONE_OF: Readonly<Record<string, readonly string[]>> = { RunAnnouncement: ['run_id', 'work_id'] };

/** Of what others send. */
const REQUIRED: Readonly<Record<string, readonly string[]>> = {
  ResolveRequest: ['partner_id', 'tenant_id', 'customer_type', 'cluster_type', 'decision', 'resolution_request_id'],
  WindowCompleted: ['session_id', 'tenant_id', 'partner_id', 'start_date', 'end_date'],
};

export const schemaFile = ({ name }: DescMessage): string =>
  `${name.replaceAll(/(?<=[a-z])[A-Z]/g, '-$&').toLowerCase()}.schema.json`;

export function eventSchema(desc: DescMessage): Schema {
  const { [desc.name]: own, ...inner } = messageSchemas([desc]);
  const others = Object.entries(inner).map(([name, schema]) => [name, whole(name, schema, desc)]);
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: desc.name,
    ...here(whole(desc.name, own!, desc)),
    ...(others.length > 0 && { $defs: here(Object.fromEntries(others)) }),
  };
}

function whole(name: string, schema: Schema, desc: DescMessage): Schema {
  const properties = schema['properties'] as Record<string, Schema> | undefined;
  if (properties === undefined) return schema;
  const version = 'schema_version' in properties && { schema_version: { type: 'integer', const: 1 } };
  const required = REQUIRED[name] ?? Object.keys(properties).filter((field) => !isOptional(desc, { name, field }));
  const oneOf = ONE_OF[name]?.map((field) => ({ required: [field] }));
  return { ...schema, properties: { ...properties, ...version }, required, ...(oneOf && { oneOf }) };
}

/** As its own proto says. */
function isOptional(desc: DescMessage, { name, field }: { readonly name: string; readonly field: string }): boolean {
  const message = desc.file.messages.find((one) => one.name === name)!;
  const found = message.fields.find((one) => one.name === field)!;
  return (
    found.fieldKind !== 'list' && found.fieldKind !== 'map' && found.fieldKind !== 'message' && found.presence === 1
  );
}

/** References stay within the document. */
const here = (schema: Schema): Schema =>
  JSON.parse(JSON.stringify(schema).replaceAll('#/components/schemas/', '#/$defs/'));
