// Subjects of ongoing screening in MongoDB.

import { type Filter, ObjectId } from 'mongodb';
import type { KeptSubject, Scope } from '../../../core/records/documents/check.ts';
import type { SubjectStatus, Subjects } from '../../../ports/verification/subjects.ts';
import { upserted } from '../connection/inserting.ts';
import { behind, given, within } from '../connection/search-filter.ts';
import type { Collections } from '../documents.ts';
import type { SubjectDocument } from '../verification-documents.ts';

export function subjectOperations({ subjects, checks }: Collections): Subjects {
  const byRef = ({ tenant, partner }: Scope, subject_ref: string) => ({ tenant, partner, subject_ref });
  return {
    async put({
      scope,
      subjectId,
      subjectRef,
      createdAt,
      updatedAt,
      screenedAt,
      subject,
      hits,
      screenedBy,
      keys,
      actor,
    }) {
      const change = {
        $setOnInsert: { created_at: new Date(createdAt), subject_id: subjectId },
        $set: {
          actor,
          ...{ updated_at: new Date(updatedAt), screened_at: screenedAt === null ? null : new Date(screenedAt) },
          ...{ subject: JSON.stringify(subject), hits, screened_by: screenedBy, keys: [...new Set(keys)].sort() },
        },
      };
      const options = { upsert: true, returnDocument: 'after' } as const;
      const stored = await upserted(() => subjects.findOneAndUpdate(byRef(scope, subjectRef), change, options));
      return toSubject(stored!).subjectId;
    },
    async screened(scope, subjectRef, { screenedAt, screenedBy, hits, keys }, updatedAt) {
      const screened_at = screenedAt === null ? null : new Date(screenedAt);
      const change = { $set: { screened_at, screened_by: screenedBy, hits, keys: [...new Set(keys)].sort() } };
      const as = { ...byRef(scope, subjectRef), updated_at: new Date(updatedAt) };
      if ((await subjects.updateOne(as, change)).matchedCount === 1) return 'noted';
      return (await subjects.findOne(byRef(scope, subjectRef))) === null ? 'gone' : 'replaced';
    },
    async get(scope, subjectRef) {
      const found = await subjects.findOne(byRef(scope, subjectRef));
      return found && toSubject(found);
    },
    async delete(scope, subjectRef, upTo) {
      const of = byRef(scope, subjectRef);
      const until = (ms: number) => ({ $lte: new Date(ms) });
      // The subject goes last, so that a repeated call after an interruption removes the rest.
      const { deletedCount } = await checks.deleteMany({ ...of, ...(upTo && { created_at: until(upTo.checks) }) });
      const gone = await subjects.deleteOne({ ...of, ...(upTo && { updated_at: until(upTo.subject) }) });
      return { existed: gone.deletedCount === 1, checks: deletedCount };
    },
    async withKeys({ tenant, partner }, keys, limit) {
      if (keys.length === 0) return [];
      const found = await subjects
        .aggregate<SubjectDocument>(
          [
            { $match: { tenant, partner, keys: { $in: [...keys] } } },
            { $set: { held: { $size: { $setIntersection: ['$keys', [...keys]] } } } },
            { $sort: { held: -1, subject_id: 1 } },
            { $limit: limit },
          ],
          { hint: 'by_keys' },
        )
        .toArray();
      return found.map(toSubject);
    },
    async search({ tenant, partner, status, subjectId, actor, ...span }, after, limit) {
      const filter = {
        ...{ tenant, ...given({ partner, subject_id: subjectId, actor }) },
        ...(status !== null && STATUSES[status]),
        ...within('updated_at', span),
        ...(after !== null && behind('updated_at', after.updatedAt, { subject_id: after.subjectId })),
      } as Filter<SubjectDocument>;
      const sort = { updated_at: -1, subject_id: 1 } as const;
      return (await subjects.find(filter, { sort, limit, hint: 'by_time' }).toArray()).map(toSubject);
    },
    async page(scope, after, limit) {
      const found =
        scope === null
          ? await subjects
              .find(after === null ? {} : { _id: { $gt: new ObjectId(after) } }, { sort: { _id: 1 }, hint: '_id_' })
              .limit(limit)
              .toArray()
          : await subjects
              .find(
                { tenant: scope.tenant, partner: scope.partner, subject_ref: { $gt: after ?? '' } },
                { sort: { subject_ref: 1 } },
              )
              .limit(limit)
              .toArray();
      const last = found.at(-1);
      const isLast = found.length < limit || last === undefined;
      return {
        subjects: found.map(toSubject),
        next: isLast ? null : scope === null ? last._id.toHexString() : last.subject_ref,
      };
    },
  };
}

const STATUSES: Readonly<Record<SubjectStatus, object>> = {
  hits: { 'hits.0': { $exists: true } },
  no_hits: { hits: { $size: 0 }, screened_at: { $ne: null } },
  not_screened: { hits: { $size: 0 }, screened_at: null },
};

const toSubject = (one: SubjectDocument): KeptSubject => ({
  scope: { tenant: one.tenant, partner: one.partner },
  subjectId: one.subject_id,
  subjectRef: one.subject_ref,
  actor: one.actor ?? null,
  createdAt: one.created_at.getTime(),
  updatedAt: one.updated_at.getTime(),
  screenedAt: one.screened_at === null ? null : one.screened_at.getTime(),
  subject: JSON.parse(one.subject),
  hits: [...one.hits],
  screenedBy: one.screened_by ?? null,
  keys: [...(one.keys ?? [])],
});
