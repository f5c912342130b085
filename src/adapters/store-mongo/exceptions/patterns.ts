// Learned patterns in MongoDB (resolution_intelligence): a document for each, all of it as JSON beside what it is found by.

import { ObjectId } from 'mongodb';
import { patternOf, patternText } from '../../../core/patterns/pattern-text.ts';
import type { PatternKey } from '../../../core/records/documents/patterns.ts';
import type { Patterns } from '../../../ports/patterns.ts';
import { isDuplicate } from '../connection/failures.ts';
import type { Collections } from '../documents.ts';

export function patternOperations({ resolution_intelligence: patterns }: Collections): Patterns {
  return {
    async get(key) {
      const document = await patterns.findOne(keyOf(key));
      return document && patternOf(document.pattern);
    },
    async byId({ tenant, partner }, patternId) {
      const document = await patterns.findOne({ tenant, partner, pattern_id: patternId });
      return document && patternOf(document.pattern);
    },
    async put(pattern) {
      const { patternId, version } = pattern;
      const content = { pattern_id: patternId, version, pattern: patternText(pattern) };
      if (version > 1) {
        const write = await patterns.updateOne({ ...keyOf(pattern), version: version - 1 }, { $set: content });
        return write.modifiedCount === 1;
      }
      try {
        await patterns.insertOne({ _id: new ObjectId(), ...keyOf(pattern), ...content });
        return true;
      } catch (error) {
        if (isDuplicate(error)) return false;
        throw error;
      }
    },
    async page({ tenant, partner }, { after, limit }) {
      const found = await patterns
        .find({ tenant, partner, pattern_id: { $gt: after ?? '' } }, { sort: { pattern_id: 1 }, limit: limit + 1 })
        .toArray();
      const page = found.slice(0, limit).map(({ pattern }) => patternOf(pattern));
      return { patterns: page, next: found.length > limit ? page.at(-1)!.patternId : null };
    },
    count: ({ tenant, partner }) => patterns.countDocuments({ tenant, partner }),
  };
}

const keyOf = ({ tenant, partner, domain, type }: PatternKey) => ({ tenant, partner, domain, intelligence_type: type });
