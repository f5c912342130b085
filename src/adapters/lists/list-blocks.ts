// Stored blocks of a list: some thousand entities each, as compressed JSON.

import type { ListedEntity } from '../../core/screening/entities/listed-entity.ts';
import { compress, decompress } from '../block-packing/zstd.ts';

/** Most entities of a block, of about 400 bytes each before compression. */
const ENTITIES = 4_000;
/** Most letters of a block, far below MongoDB's limit for a document; a single entity may exceed it. */
const LETTERS = 2 << 20;

const packed = (texts: readonly string[]): Uint8Array => compress(Buffer.from(`[${texts.join(',')}]`));

export function* packEntities(entities: Iterable<ListedEntity>): Generator<Uint8Array> {
  let texts: string[] = [];
  let letters = 0;
  for (const entity of entities) {
    const text = JSON.stringify(entity);
    if (texts.length === ENTITIES || (letters + text.length > LETTERS && texts.length > 0)) {
      yield packed(texts);
      texts = [];
      letters = 0;
    }
    texts.push(text);
    letters += text.length;
  }
  if (texts.length > 0) yield packed(texts);
}

/** Throws store_damaged. */
export const unpackEntities = (block: Uint8Array): readonly ListedEntity[] =>
  JSON.parse(Buffer.from(decompress(block)).toString());
