// Terms of a partner in MongoDB: a document for each version, with the terms as JSON, because words of people may be any
// text. A unique index allows one document for each version.

import { ObjectId } from 'mongodb';
import type { PartnerTerms, PartnerTermsKey } from '../../../core/records/partner-terms.ts';
import type { PartnersTerms } from '../../../ports/partners/partner-terms.ts';
import { unlessDuplicate } from '../connection/inserting.ts';
import type { Collections } from '../documents.ts';
import type { PartnerTermsDocument } from '../row-documents.ts';

export function partnerTermsOperations({ partner_terms: terms }: Collections): PartnersTerms {
  return {
    async latest(key) {
      const document = await terms.findOne(ofKey(key), { sort: { version: -1 } });
      return document && toTerms(document);
    },
    async ofVersion(key, version) {
      const document = await terms.findOne({ ...ofKey(key), version });
      return document && toTerms(document);
    },
    async add({ version, terms: value, setAt, setBy, ...key }) {
      const content = { version, set_at: new Date(setAt), set_by: setBy, terms: JSON.stringify(value) };
      return (await unlessDuplicate(terms.insertOne({ _id: new ObjectId(), ...ofKey(key), ...content }))) !== null;
    },
  };
}

const ofKey = ({ tenant, partner, name }: PartnerTermsKey) => ({ tenant, partner, name });

const toTerms = ({ tenant, partner, name, version, terms, set_at, set_by }: PartnerTermsDocument): PartnerTerms => ({
  ...{ tenant, partner, name, version, terms: JSON.parse(terms), setAt: set_at.getTime(), setBy: set_by },
});
