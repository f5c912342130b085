// Learned patterns in MongoDB (resolution_intelligence), one document for each. A partner has at most two for each of its
// domains, so look-ups read all of them.

import type { Pattern, PatternKey } from '../../../core/records/documents/patterns.ts';
import { pageOf } from '../../../ports/every-store/page.ts';
import type { PatternScope, Patterns } from '../../../ports/partners/patterns.ts';
import { unlessDuplicate } from '../connection/inserting.ts';
import { namedScope } from '../contract-names.ts';
import type { Collections } from '../documents.ts';
import { documentOf, toPattern } from './pattern-documents.ts';

/** `currency`: for patterns without one. */
export function patternOperations({ resolution_intelligence: patterns }: Collections, currency: string): Patterns {
  const ofPartner = async (scope: PatternScope): Promise<Pattern[]> => {
    const found = await patterns.find(namedScope(scope)).toArray();
    return found
      .map((document) => toPattern(document, currency))
      .filter((pattern) => pattern !== null)
      .sort((a, b) => (a.patternId < b.patternId ? -1 : 1));
  };
  return {
    async get(key) {
      const document = await patterns.findOne(byKey(key));
      return document && toPattern(document, currency);
    },
    async byId(scope, patternId) {
      return (await ofPartner(scope)).find((pattern) => pattern.patternId === patternId) ?? null;
    },
    async put(pattern) {
      // Another program's pattern has no version. The first version replaces it.
      const before = pattern.version > 1 ? pattern.version - 1 : null;
      const guard = { ...byKey(pattern), version: before as number };
      const write = await unlessDuplicate(
        patterns.updateOne(guard, { $set: documentOf(pattern) }, { upsert: before === null }),
      );
      return write !== null && write.modifiedCount + write.upsertedCount === 1;
    },
    async page(scope, { after, limit }) {
      const further = (await ofPartner(scope)).filter(({ patternId }) => patternId > (after ?? ''));
      const { rows, last } = pageOf(further, limit);
      return { patterns: rows, next: last?.patternId ?? null };
    },
    count: async (scope) => (await ofPartner(scope)).length,
  };
}

const byKey = (key: PatternKey) => ({ ...namedScope(key), domain: key.domain, intelligence_type: key.type });
