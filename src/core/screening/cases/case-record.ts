// What is told of a step outside its case: the text that the audit chain seals, and the message of the bus. Both have
// ids of Tieout's own and of the list alone, so that they may outlive the subject.

import type { OutboxMessage } from '../../records/documents/outbox.ts';
import type { CaseKey, CaseStep, ScreeningCase } from './screening-case.ts';

/** A step with what stays of its case when its subject is deleted. */
export interface PlacedStep extends CaseKey, Pick<ScreeningCase, 'subjectId' | 'list' | 'entityId'> {
  readonly step: CaseStep;
}

export type StepKey = CaseKey & { readonly n: number };

const PREFIX = 'case:';

/** The operation id under which the audit chain knows a step. */
export const stepOperation = (caseId: string, n: number): string => `${PREFIX}${caseId}:${n}`;

/** The case and step of an operation id; null: it is another operation's. */
export function stepOfOperation(operationId: string): Pick<StepKey, 'caseId' | 'n'> | null {
  const [, caseId, n] = /^case:([^:]+):(\d+)$/.exec(operationId) ?? [];
  return caseId === undefined ? null : { caseId, n: Number(n) };
}

export const stepText = ({ scope, caseId, subjectId, list, entityId, step }: PlacedStep): string =>
  JSON.stringify([
    ...['tieout case 1', scope.tenant, scope.partner, caseId, subjectId, list, entityId, step.n],
    ...[step.kind, step.at, step.by, step.status, step.until, step.listVersion, step.wordsDigest],
  ]);

/** The message of proto/tieout/events/v1/screening_case.proto. `at`: the step's time, RFC 3339 in UTC. */
export function caseMessage({ scope, caseId, subjectId, list, entityId, step }: PlacedStep, at: string): OutboxMessage {
  const told = {
    schema_version: 1,
    ...{ tenant_id: scope.tenant, partner_id: scope.partner, case_id: caseId, subject_id: subjectId },
    ...{ n: step.n, step: step.kind },
    ...{ status: step.status, list, list_version: step.listVersion, entity_id: entityId, by: step.by },
    until: step.until,
    changed: (step.words?.changes ?? []).map(({ of, field }) => `${of}.${field}`),
    occurred_at: at,
  };
  return {
    ...{
      operationId: stepOperation(caseId, step.n),
      part: 1,
      topic: 'screening_cases',
      orderKey: `${PREFIX}${caseId}`,
    },
    payload: new TextEncoder().encode(JSON.stringify(told)),
  };
}
