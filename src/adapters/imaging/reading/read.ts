// The task `read`: reads an image or a PDF, recognised by its first bytes, as the text of its pages.

import { fileType } from '../../../core/documents/file-type.ts';
import type { ReadDocument } from '../../../core/documents/page-text.ts';
import { openImage } from '../open-image.ts';
import { readImage } from './read-image.ts';
import { readPdf } from './read-pdf.ts';

export const read = async ({ bytes }: { readonly bytes: Uint8Array }): Promise<ReadDocument> => {
  if (fileType(bytes) === 'pdf') return readPdf(bytes);
  return { pages: [await readImage(await openImage(bytes, { channels: 1 }))] };
};
