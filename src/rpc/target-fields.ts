// The suggestion route: its request for the workflow, its answer as a message, and unreadable files as problems of the
// request, each at its url.

import type { MessageInitShape } from '@bufbuild/protobuf';
import {
  type ColumnMatchRequest,
  ColumnMatchRequestSchema,
  Mapper,
  SwitchType,
  SwitchTypeSchema,
  type TargetFieldSuggestionSchema,
  TargetFieldType,
  TargetFieldTypeSchema,
} from '../../gen/tieout/engine/v1/column_mapping_pb.ts';
import { ReconciliationCustomerTypeSchema } from '../../gen/tieout/engine/v1/vocabulary_pb.ts';
import type { DescribedFile } from '../core/mapping/described-column.ts';
import type { CustomerType, TargetDefinition } from '../core/mapping/target-definitions.ts';
import { titleCase } from '../core/mapping/target-definitions.ts';
import type { FieldType } from '../core/reading/titles/target-fields.ts';
import {
  type Suggestion,
  type SuggestionDependencies,
  type SuggestionRequest,
  suggestTargetFields,
} from '../workflows/mapping/suggest-target-fields.ts';
import { enumNames } from './enum-names.ts';
import { filesRefusal } from './files-refused.ts';

/** Throws InvalidRequest, with a problem at each unreadable url; a failure that may pass stays that failure. */
export async function targetFieldSuggestion(
  deps: SuggestionDependencies,
  request: ColumnMatchRequest,
): Promise<MessageInitShape<typeof TargetFieldSuggestionSchema>> {
  const outcome = await suggestTargetFields(deps, requestOf(request));
  if ('failures' in outcome) throw filesRefusal(ColumnMatchRequestSchema, outcome.failures);
  return messageOf(outcome.suggestion, request);
}

const typeNames = enumNames(TargetFieldTypeSchema).names;
const typeNumber = (type: FieldType): TargetFieldType =>
  ([...typeNames].find(([, name]) => name === type)?.[0] ?? TargetFieldType.UNSPECIFIED) as TargetFieldType;

function requestOf(request: ColumnMatchRequest): SuggestionRequest {
  const definitions = Object.entries(request.targetFieldDefinitions).map(
    ([name, { description, type, required, aliases }]): [string, TargetDefinition] => [
      name,
      { description, type: type === undefined ? undefined : (typeNames.get(type) as FieldType), required, aliases },
    ],
  );
  const customer = request.customerType;
  return {
    tenant: request.tenantId || null,
    urls: { gl: request.glFileUrl, bank: request.bankFileUrl },
    definitions: Object.fromEntries(definitions),
    given: request.mappings.map(({ system = '', glTitle, statementTitle, secondaryMappings }) => ({
      system,
      gl: glTitle || null,
      bank: statementTitle || null,
      secondary: secondaryMappings.map((pair) => ({ gl: pair.glTitle ?? '', bank: pair.statementTitle ?? '' })),
    })),
    others: { gl: request.others?.gl ?? [], bank: request.others?.statement ?? [] },
    customerType:
      customer === undefined ? null : (enumNames(ReconciliationCustomerTypeSchema).names.get(customer) as CustomerType),
    isSwitch: request.isSwitch ?? false,
  };
}

const pairs = (list: readonly { readonly gl: string; readonly bank: string }[]) =>
  list.map(({ gl, bank }) => ({ glTitle: gl, statementTitle: bank }));

function messageOf(suggestion: Suggestion, { glFileUrl, bankFileUrl }: ColumnMatchRequest) {
  const { files, mappings, others, definitions, switchType, mapper, warnings } = suggestion;
  const side = (urls: readonly string[], described: readonly DescribedFile[]) => ({
    files: described.map(({ headerLine, columns }, at) => ({
      url: urls[at],
      headerRow: headerLine ?? undefined,
      columns: columns.map(({ title, type, samples }) => ({ title, type: typeNumber(type), samples: [...samples] })),
    })),
  });
  const switches = enumNames(SwitchTypeSchema).names;
  return {
    gl: side(glFileUrl, files.gl),
    statement: side(bankFileUrl, files.bank),
    mappings: mappings.map(({ system, gl, bank, secondary, confidence, reason }) => ({
      ...{ system: titleCase(system), glTitle: gl ?? undefined, statementTitle: bank ?? undefined },
      ...{ secondaryMappings: pairs(secondary), confidence, reason },
    })),
    others: { gl: [...others.gl], statement: [...others.bank] },
    targetFieldDefinitions: Object.fromEntries(
      Object.entries(definitions).map(([name, { description, type, required, aliases }]) => [
        name,
        {
          ...(description !== undefined && { description }),
          ...(type !== undefined && { type: typeNumber(type) }),
          ...(required !== undefined && { required }),
          aliases: [...aliases],
        },
      ]),
    ),
    ...(switchType !== null && {
      switchType: ([...switches].find(([, name]) => name === switchType)?.[0] ?? SwitchType.UNKNOWN) as SwitchType,
    }),
    mapper: mapper === 'language_model' ? Mapper.LANGUAGE_MODEL : Mapper.BUILT_IN,
    warnings: [...warnings],
  };
}
