// Kept statements in MongoDB: documents that are only ever added. A unique index allows one for each digest of a session.

import { ObjectId } from 'mongodb';
import type { KeptStatement } from '../../../core/records/kept-statement.ts';
import { sessionKeyOf } from '../../../core/records/session-key.ts';
import type { KeptStatements } from '../../../ports/kept-statements.ts';
import { unlessDuplicate } from '../connection/inserting.ts';
import type { LongTexts } from '../connection/long-texts.ts';
import type { Collections } from '../documents.ts';
import type { KeptStatementDocument } from '../row-documents.ts';

export function keptStatementOperations({ kept_statements: kept }: Collections, texts: LongTexts): KeptStatements {
  const toStatement = async (document: KeptStatementDocument): Promise<KeptStatement> => ({
    digest: document.digest,
    contentType: document.content_type,
    position: document.position,
    keptAt: document.kept_at.getTime(),
    text: await texts.read(document, document.text),
  });
  return {
    async keep(key, { digest, contentType, position, keptAt, text }) {
      const known = await kept.findOne({ ...sessionKeyOf(key), digest });
      if (known !== null) return toStatement(known);
      const { tenant, partner } = key;
      const owner = `statement ${JSON.stringify([key.session, digest])}`;
      const pieces = await texts.keep({ tenant, partner, owner }, text);
      const content = { digest, content_type: contentType, position, kept_at: new Date(keptAt), text: pieces };
      const document = { _id: new ObjectId(), ...sessionKeyOf(key), ...content };
      if ((await unlessDuplicate(kept.insertOne(document))) !== null) return toStatement(document);
      // Another call kept the same meanwhile.
      await texts.forget(key, pieces);
      return toStatement((await kept.findOne({ ...sessionKeyOf(key), digest }))!);
    },
    async get(key, digest) {
      const document = await kept.findOne({ ...sessionKeyOf(key), digest });
      return document && toStatement(document);
    },
  };
}
