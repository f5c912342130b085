// A file in a request: base64, also as a data: URL, of a type that the route accepts. Other files are refused at their field. A failure of
// the imaging process becomes a reason, by its code.

import type { Image } from '../../../gen/tieout/verification/v1/parts_pb.ts';
import { type FileType, fileType } from '../../core/documents/file-type.ts';
import type { CheckOutcome } from '../../core/identity/check-outcome.ts';
import { OWN_SOURCE } from '../../core/identity/check-outcome.ts';
import type { ImagingFailure } from '../../ports/verification/imaging.ts';
import { InvalidRequest, type ProblemPath } from '../validation/problems.ts';

export const IMAGES: readonly FileType[] = ['jpeg', 'png'];
export const DOCUMENTS: readonly FileType[] = ['jpeg', 'png', 'pdf'];

const NAMES: Readonly<Record<FileType, string>> = { jpeg: 'JPEG', png: 'PNG', pdf: 'PDF' };

interface FileField {
  /** Field with the image. */
  readonly path: ProblemPath;
  readonly types: readonly FileType[];
}

/** What a browser puts before the base64 of a file. The type in it is not believed. */
const DATA_URL = /^\s*data:[^,]{0,200};base64,/i;

/** Throws InvalidRequest at the field. */
export function sentFile(image: Image | undefined, { path, types }: FileField): Uint8Array {
  const at = [...path, 'content_base64'];
  const text = (image?.contentBase64 ?? '').replace(DATA_URL, '').replaceAll(/\s/g, '');
  if (!/^[A-Za-z0-9+/_-]*={0,2}$/.test(text)) throw refused(at, 'file_not_base64', 'must be base64');
  const bytes = Buffer.from(text, 'base64');
  if (bytes.length === 0) throw refused(at, 'file_empty', 'must hold a file');
  const type = fileType(bytes);
  if (type === null || !types.includes(type)) {
    throw refused(at, 'file_type_unknown', `must be ${types.map((one) => NAMES[one]).join(' or ')} by its first bytes`);
  }
  return bytes;
}

const refused = (path: ProblemPath, type: string, msg: string) => new InvalidRequest([{ type, path, msg }]);

const WORDS: Readonly<Record<ImagingFailure, string>> = {
  file_empty: 'must hold a file',
  file_type_unknown: 'must be a file that is read here',
  file_damaged: 'must be whole: it is cut off or damaged',
  image_too_large: 'The image has more than 25 million pixels.',
  pdf_too_long: 'The PDF has more than 20 pages, or more than 100,000 letters.',
  pdf_locked: 'The PDF is encrypted, with a password or for somebody else.',
  unreadable: 'The file could not be read in the time that one file has.',
  imaging_memory: 'The work on the file took too much memory and was ended.',
  imaging_failed: 'The work on the file failed.',
  imaging_busy: 'Too many files wait to be worked on.',
};

/** The outcome if the imaging process could not handle a file. A faulty file is refused at its field instead. */
export function imagingFailed(code: ImagingFailure, path: ProblemPath): CheckOutcome {
  if (code === 'file_empty' || code === 'file_type_unknown' || code === 'file_damaged') {
    throw refused([...path, 'content_base64'], code, WORDS[code]);
  }
  return { status: 'error', reasons: [{ code, detail: WORDS[code] }], source: OWN_SOURCE };
}
