// The digest of a file's content, read piece by piece.

import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { TieoutError } from '../../core/errors.ts';
import type { DigestFile, Files } from '../../ports/files.ts';

export const digestsOf =
  (files: Files): DigestFile =>
  async (url, scope) => {
    const { path, name, release } = await files.find(url, scope);
    const hash = createHash('sha256');
    try {
      await pipeline(createReadStream(path), hash);
    } catch {
      throw new TieoutError('file_unreadable', 'the file cannot be read.', { file: name });
    } finally {
      await release?.();
    }
    return hash.digest('hex');
  };
