// Acts of people in MongoDB: documents that are only ever added. A unique index allows one for each version of a thing.

import { ObjectId } from 'mongodb';
import type { Act } from '../../../core/people/act.ts';
import type { PartnerScope } from '../../../core/records/session-key.ts';
import type { Acts } from '../../../ports/people/acts.ts';
import { unlessDuplicate } from '../connection/inserting.ts';
import type { Collections } from '../documents.ts';
import type { ActDocument } from '../row-documents.ts';

export const actOperations = ({ acts }: Pick<Collections, 'acts'>): Acts => ({
  async add(scope, { kind, thing, version, verb, operation, at, by, content }) {
    const of = { kind, thing, version, verb, operation, at: new Date(at), by, content: JSON.stringify(content) };
    return (await unlessDuplicate(acts.insertOne({ _id: new ObjectId(), ...ofScope(scope), ...of }))) !== null;
  },
  async of(scope, { kind, thing }) {
    const found = acts.find({ ...ofScope(scope), kind, thing }, { sort: { version: 1 } });
    return (await found.toArray()).map(toAct);
  },
  async last(scope, { kind, verbs }) {
    const found = acts.aggregate<{ readonly last: ActDocument }>([
      { $match: { ...ofScope(scope), kind } },
      { $sort: { thing: 1, version: 1 } },
      { $group: { _id: '$thing', last: { $last: '$$ROOT' } } },
      { $match: { 'last.verb': { $in: [...verbs] } } },
      { $sort: { _id: 1 } },
    ]);
    return (await found.toArray()).map(({ last }) => toAct(last));
  },
  async ofTenant(tenant, kind) {
    const found = acts.find({ tenant, kind }, { sort: { partner: 1, thing: 1, version: 1 } });
    return (await found.toArray()).map((document) => ({ ...toAct(document), partner: document.partner }));
  },
});

const ofScope = ({ tenant, partner }: PartnerScope) => ({ tenant, partner });

const toAct = ({ kind, thing, version, verb, operation, at, by, content }: ActDocument): Act => ({
  ...{ kind, thing, version, verb, operation, at: at.getTime(), by, content: JSON.parse(content) },
});
