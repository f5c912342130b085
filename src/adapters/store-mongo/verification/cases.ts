// Cases in MongoDB: one document for each, with its steps, so that a case and its next step are one write.

import { type Filter, ObjectId } from 'mongodb';
import { caseContent, storedContent } from '../../../core/screening/cases/case-content.ts';
import {
  type CaseStep,
  entityKey,
  type ScreeningCase,
  STEPS_WITH_WORDS,
} from '../../../core/screening/cases/screening-case.ts';
import { pageOf } from '../../../ports/every-store/page.ts';
import type { CaseFilter, CasePlace, Cases, ChainedCase } from '../../../ports/verification/cases.ts';
import { unlessDuplicate } from '../connection/inserting.ts';
import type { Collections } from '../documents.ts';
import type { CaseDocument, CaseStepDocument } from '../verification-documents.ts';

/** A case whose subject was not deleted. */
const LIVE = { subject_ref: { $type: 'string' } } as const;
const WITHOUT_STEPS = { projection: { steps: 0 } } as const;

type LiveCase = Omit<CaseDocument, 'steps'>;

export function caseOperations({ cases, subjects }: Collections): Cases {
  const byId = ({ scope: { tenant, partner }, caseId }: Pick<ScreeningCase, 'scope' | 'caseId'>) => ({
    ...{ tenant, partner, case_id: caseId },
  });
  return {
    async open({ after, step }) {
      const { scope, subjectRef, list, entityId, openedAt } = after;
      const named = {
        tenant: scope.tenant,
        partner: scope.partner,
        subject_ref: subjectRef,
        list,
        entity_id: entityId,
      };
      const document = {
        ...{
          _id: new ObjectId(),
          ...named,
          case_id: after.caseId,
          subject_id: after.subjectId,
          opened_at: new Date(openedAt),
          chained: 0,
        },
        ...{ ...stateOf(after), steps: [stepDocument(step)] },
      };
      if ((await unlessDuplicate(cases.insertOne(document))) !== null) return after;
      const found = await cases.findOne<LiveCase>(named, { ...WITHOUT_STEPS, hint: 'of_subject' });
      return toCase(found!);
    },
    async advance({ after, step }) {
      const change = { $set: stateOf(after), $push: { steps: stepDocument(step) } };
      const before = { ...byId(after), version: after.version - 1, ...LIVE };
      const old = after.version - STEPS_WITH_WORDS;
      if (old > 0) {
        const arrayFilters = [{ 'old.n': { $lte: old }, 'old.words': { $type: 'string' } }];
        await cases.updateOne(before, { $set: { 'steps.$[old].words': null } }, { hint: 'by_id', arrayFilters });
      }
      return (await cases.updateOne(before, change, { hint: 'by_id' })).matchedCount === 1;
    },
    async get(key) {
      const found = await cases.findOne<LiveCase>({ ...byId(key), ...LIVE }, { ...WITHOUT_STEPS, hint: 'by_id' });
      return found && toCase(found);
    },
    async steps(key) {
      const found = await cases.findOne({ ...byId(key), ...LIVE }, { projection: { steps: 1 }, hint: 'by_id' });
      return (found?.steps ?? []).map(toStep);
    },
    async ofSubject({ tenant, partner }, subject_ref) {
      const options = { ...WITHOUT_STEPS, hint: 'of_subject' } as const;
      const found = (await cases.find<LiveCase>({ tenant, partner, subject_ref }, options).toArray()).map(toCase);
      return found.sort((a, b) => (entityKey(a) < entityKey(b) ? -1 : 1));
    },
    async page({ tenant, partner }, { filter, after, limit }) {
      const asked = { tenant, partner, ...narrowing(filter) };
      const sort = { opened_at: -1, case_id: -1 } as const;
      const hint = indexFor(filter);
      if (filter.subjectRef !== undefined) {
        // No index has the cases of a subject by time; they are few.
        const all = await cases.find<LiveCase>(asked, { ...WITHOUT_STEPS, hint }).toArray();
        const left = all.sort(newestFirst).filter((one) => after === null || isBehind(one, after));
        const { rows, last } = pageOf(left, limit);
        const next = last && { at: last.opened_at.getTime(), caseId: last.case_id };
        return { cases: rows.map(toCase), total: all.length, next };
      }
      const [found, total] = await Promise.all([
        cases
          .find<LiveCase>({ ...asked, ...behind(after) }, { ...WITHOUT_STEPS, sort, limit: limit + 1, hint })
          .toArray(),
        cases.countDocuments(asked, { hint }),
      ]);
      const { rows, last } = pageOf(found, limit);
      return {
        ...{ cases: rows.map(toCase), total },
        next: last && { at: last.opened_at.getTime(), caseId: last.case_id },
      };
    },
    async erase({ tenant, partner }, subject_ref) {
      const gone = { subject_ref: null, assignee: null, until: null, status: null, content: null };
      const change = { $set: { ...gone, 'steps.$[].words': null } };
      return (await cases.updateMany({ tenant, partner, subject_ref }, change, { hint: 'of_subject' })).modifiedCount;
    },
    async lapsed(today, limit) {
      const until = { $type: 'string' as const, $lt: today };
      const found = cases.find<LiveCase>({ until }, { ...WITHOUT_STEPS, sort: { until: 1 }, limit, hint: 'lapsing' });
      return (await found.toArray()).map(toCase);
    },
    async orphans(limit) {
      const of = { tenant: '$tenant', partner: '$partner', subject_ref: '$subject_ref' };
      const isSame = Object.keys(of).map((field) => ({ $eq: [`$${field}`, `$$of.${field}`] }));
      const kept = [{ $match: { $expr: { $and: isSame } } }, { $limit: 1 }, { $project: { _id: 1 } }];
      const found = await cases
        .aggregate<{ _id: Record<keyof typeof of, string> }>(
          [
            { $match: LIVE },
            { $group: { _id: of } },
            { $lookup: { from: subjects.collectionName, let: { of: '$_id' }, pipeline: kept, as: 'kept' } },
            { $match: { kept: [] } },
            { $limit: limit },
          ],
          { hint: 'of_subject' },
        )
        .toArray();
      return found.map(({ _id: { tenant, partner, subject_ref: subjectRef } }) => ({
        scope: { tenant, partner },
        subjectRef,
      }));
    },
    async unchained(limit) {
      const found = cases.find<LiveCase>({ is_unchained: true }, { ...WITHOUT_STEPS, limit, hint: 'unchained' });
      return (await found.toArray()).map(toChained);
    },
    async chained({ n, ...key }) {
      const change = [{ $set: { chained: n, is_unchained: { $gt: ['$version', n] } } }];
      await cases.updateOne({ ...byId(key), chained: { $lt: n } }, change, { hint: 'by_id' });
    },
    async step({ n, ...key }) {
      const projection = { subject_id: 1, list: 1, entity_id: 1, steps: { $elemMatch: { n } } } as const;
      const found = await cases.findOne(byId(key), { projection, hint: 'by_id' });
      const [step] = found?.steps ?? [];
      if (step === undefined) return null;
      const { subject_id: subjectId, list, entity_id: entityId } = found!;
      return { scope: key.scope, caseId: key.caseId, subjectId, list, entityId, step: toStep(step) };
    },
    async ofTenant(tenant, { after, limit }) {
      const behindIt = after === null ? {} : { case_id: { $gt: after } };
      const options = { ...WITHOUT_STEPS, sort: { case_id: 1 }, limit: limit + 1, hint: 'by_id' } as const;
      const { rows, last } = pageOf(await cases.find<LiveCase>({ tenant, ...behindIt }, options).toArray(), limit);
      return { cases: rows.map(toChained), next: last?.case_id ?? null };
    },
  };
}

/** The fields that a step may change. */
const stateOf = (one: ScreeningCase) => ({
  ...{ status: one.status, assignee: one.assignee, until: one.decision?.until ?? null, version: one.version },
  ...{ is_unchained: true, content: caseContent(one) },
});

const stepDocument = ({ n, kind, at, by, status, until, listVersion, words, wordsDigest }: CaseStep) =>
  ({
    ...{ n, kind, at: new Date(at), by, status, until, list_version: listVersion },
    ...{ words: words === null ? null : JSON.stringify(words), words_digest: wordsDigest },
  }) satisfies CaseStepDocument;

const toStep = ({ n, kind, at, by, status, until, words, ...rest }: CaseStepDocument): CaseStep => ({
  ...{ n, kind, at: at.getTime(), by, status, until, listVersion: rest.list_version },
  ...{ words: words === null ? null : JSON.parse(words), wordsDigest: rest.words_digest },
});

const toCase = (one: LiveCase): ScreeningCase => ({
  scope: { tenant: one.tenant, partner: one.partner },
  ...{
    caseId: one.case_id,
    subjectId: one.subject_id,
    subjectRef: one.subject_ref!,
    list: one.list,
    entityId: one.entity_id,
  },
  ...{ status: one.status!, assignee: one.assignee, openedAt: one.opened_at.getTime(), version: one.version },
  ...storedContent(one.content!),
});

const toChained = ({ tenant, partner, case_id: caseId, version, chained }: LiveCase): ChainedCase => ({
  ...{ scope: { tenant, partner }, caseId, version, chained },
});

const narrowing = ({ status, subjectRef, list, assignee }: CaseFilter): Filter<CaseDocument> => ({
  subject_ref: subjectRef ?? LIVE.subject_ref,
  ...(status !== undefined && { status }),
  ...(list !== undefined && { list }),
  ...(assignee !== undefined && { assignee: assignee === '' ? null : assignee }),
});

/** The most selective index, because the server would find it only by trying. */
const indexFor = ({ status, subjectRef }: CaseFilter): string =>
  subjectRef !== undefined ? 'of_subject' : status !== undefined ? 'of_status' : 'newest';

function behind(after: CasePlace | null): Filter<CaseDocument> {
  if (after === null) return {};
  const opened_at = new Date(after.at);
  return { $or: [{ opened_at: { $lt: opened_at } }, { opened_at, case_id: { $lt: after.caseId } }] };
}

const newestFirst = (a: LiveCase, b: LiveCase): number =>
  b.opened_at.getTime() - a.opened_at.getTime() || (a.case_id < b.case_id ? 1 : -1);

const isBehind = ({ opened_at, case_id }: LiveCase, { at, caseId }: CasePlace): boolean =>
  opened_at.getTime() < at || (opened_at.getTime() === at && case_id < caseId);
