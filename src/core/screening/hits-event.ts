// The bus message about new hits for a stored subject. It has our own id of the subject and nothing of the person: a
// published message cannot be deleted. Names of entities are not in it, because they are much like the subject's.

import type { KeptSubject } from '../records/documents/check.ts';
import type { OutboxMessage } from '../records/documents/outbox.ts';
import { entityKey } from './cases/screening-case.ts';
import { riskTag } from './risk-tag.ts';
import type { ScreeningHit } from './screen.ts';

export const hitKey = ({ list, entity }: ScreeningHit): string => entityKey({ list, entityId: entity.id });

interface NewHits {
  readonly hits: readonly ScreeningHit[];
  readonly states: readonly { readonly name: string; readonly version: string }[];
  /** RFC 3339 time in UTC. */
  readonly at: string;
}

/** The message of proto/tieout/events/v1/screening_hits.proto. Equal news have an equal id. */
export function screeningHits(
  { scope: { tenant, partner }, subjectId, updatedAt }: KeptSubject,
  { hits, states, at }: NewHits,
  digest: (text: string) => string,
): OutboxMessage {
  const versions = new Map(states.map(({ name, version }) => [name, version]));
  const content = {
    schema_version: 1,
    ...{ tenant_id: tenant, partner_id: partner, subject_id: subjectId },
    hits: hits.map(({ list, entity, score, isExactIdentifier }) => ({
      ...{ list, list_version: versions.get(list) ?? '', entity_id: entity.id },
      match_score: Math.round(score * 10_000) / 100,
      risk_tag: riskTag(entity.topics).tag,
      decision: isExactIdentifier ? 'confirmed_hit' : 'in_review',
    })),
    occurred_at: at,
  };
  const news = [
    tenant,
    partner,
    subjectId,
    updatedAt,
    ...content.hits.map((one) => [one.list, one.list_version, one.entity_id]),
  ];
  return {
    ...{ operationId: `screening:${digest(JSON.stringify(news)).slice(0, 32)}`, part: 1, topic: 'screening_hits' },
    payload: new TextEncoder().encode(JSON.stringify(content)),
  };
}
