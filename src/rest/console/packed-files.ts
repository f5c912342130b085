// Files that never change, packed once for each way of packing that browsers ask for, and kept packed.

import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

const PACKERS: readonly (readonly [string, (content: Buffer) => Promise<Buffer>])[] = [
  ['br', (content) => brotli(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } })],
  ['gzip', (content) => zip(content, { level: 9 })],
];

interface Packed {
  /** The value of Content-Encoding; null for content that is not packed. */
  readonly encoding: string | null;
  readonly content: Buffer;
}

/** Answers the content in the first way of packing that the header takes. */
export function createPackedFiles(): (name: string, content: Buffer, accepted: string) => Promise<Packed> {
  const kept = new Map<string, Promise<Buffer>>();
  return async (name, content, accepted) => {
    const [encoding, pack] = PACKERS.find(([word]) => takes(accepted, word)) ?? [null, null];
    if (encoding === null || pack === null) return { encoding: null, content };
    const key = `${encoding} ${name}`;
    const packed = kept.get(key) ?? pack(content);
    kept.set(key, packed);
    return { encoding, content: await packed };
  };
}

/** Whether Accept-Encoding names the word and does not refuse it. */
const takes = (accepted: string, word: string): boolean =>
  accepted.split(',').some((one) => {
    const [name, ...terms] = one.split(';').map((part) => part.trim().toLowerCase());
    return name === word && !terms.some((term) => /^q=0(\.0*)?$/.test(term));
  });
