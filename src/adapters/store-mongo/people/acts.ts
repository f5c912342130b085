// Acts of people in MongoDB: documents that are only ever added. A unique index allows one for each version of a thing.

import { type Document, ObjectId } from 'mongodb';
import type { Act } from '../../../core/people/act.ts';
import type { PartnerScope } from '../../../core/records/session-key.ts';
import { pageOf } from '../../../ports/every-store/page.ts';
import type { ActedThing, Acts, ThingFilter, ThingPlace } from '../../../ports/people/acts.ts';
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
  async things(tenant, { after, limit, ...filter }) {
    const found = await acts
      .aggregate<ThingDocument>([
        ...thingsOf(tenant, filter),
        ...(after === null ? [] : [{ $match: beyond(after) }]),
        { $sort: { 'first.at': -1, 'first.thing': -1 } },
        { $limit: limit + 1 },
      ])
      .toArray();
    const { rows, last } = pageOf(found.map(toThing), limit);
    return { things: rows, next: last === null ? null : { at: last.first.at, thing: last.first.thing } };
  },
  async countThings(tenant, filter) {
    const [counted] = await acts
      .aggregate<{ readonly n: number }>([...thingsOf(tenant, filter), { $count: 'n' }])
      .toArray();
    return counted?.n ?? 0;
  },
});

interface ThingDocument {
  readonly first: ActDocument;
  readonly last: ActDocument;
}

/** The stages that make things of acts. Who made a thing and its partner stand in all of its first act. */
const thingsOf = (tenant: string, { kind, partner, by, verbs }: ThingFilter): Document[] => [
  { $match: { tenant, kind, ...(partner !== undefined && { partner }) } },
  { $sort: { partner: 1, thing: 1, version: 1 } },
  {
    $group: {
      _id: { partner: '$partner', thing: '$thing' },
      first: { $first: '$$ROOT' },
      last: { $last: '$$ROOT' },
    },
  },
  {
    $match: {
      ...(by !== undefined && { 'first.by': by }),
      ...(verbs !== undefined && { 'last.verb': { $in: [...verbs] } }),
    },
  },
];

const beyond = ({ at, thing }: ThingPlace): Document => {
  const day = new Date(at);
  return { $or: [{ 'first.at': { $lt: day } }, { 'first.at': day, 'first.thing': { $lt: thing } }] };
};

const toThing = ({ first, last }: ThingDocument): ActedThing => ({
  ...{ partner: first.partner, first: toAct(first), last: toAct(last) },
});

const ofScope = ({ tenant, partner }: PartnerScope) => ({ tenant, partner });

const toAct = ({ kind, thing, version, verb, operation, at, by, content }: ActDocument): Act => ({
  ...{ kind, thing, version, verb, operation, at: at.getTime(), by, content: JSON.parse(content) },
});
