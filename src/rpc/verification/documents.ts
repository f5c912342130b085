// Documents: what stands in them, and whether they agree with themselves and with what is claimed. The work on pictures is
// done by the imaging process; what a document says is answered, and kept masked.

import { VerificationService } from '../../../gen/tieout/verification/v1/verification_service_pb.ts';
import { DocumentTypeSchema } from '../../../gen/tieout/verification/v1/vocabulary_pb.ts';
import { extract } from '../../core/documents/extract.ts';
import type { PrintedField } from '../../core/documents/fields/printed-fields.ts';
import type { ReadMrz } from '../../core/documents/mrz/read-mrz.ts';
import { pageText } from '../../core/documents/page-text.ts';
import { qualityReasons } from '../../core/documents/quality.ts';
import { OWN_SOURCE, type Reason } from '../../core/identity/check-outcome.ts';
import { masked } from '../../core/identity/id-formats.ts';
import type { Imaging } from '../../ports/verification/imaging.ts';
import { enumNames } from '../enum-names.ts';
import { type Checking, rounded } from './checking.ts';
import { DOCUMENTS, imagingFailed, sentFile } from './sent-file.ts';

export interface DocumentOptions {
  readonly imaging: Imaging;
}

const methods = VerificationService.method;
const documentTypes = enumNames(DocumentTypeSchema).names;

/** UTC: YYYY-MM-DD */
const dayAt = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

export function documentRoutes(check: Checking, { imaging }: DocumentOptions) {
  return {
    extractDocument: check(methods.extractDocument, async ({ document, documentType }, { now }) => {
      const field = { path: ['document'], types: DOCUMENTS };
      const read = await imaging.ask('read', { bytes: sentFile(document, field) });
      if (read.outcome === 'failed') return { outcome: imagingFailed(read.code, field.path), details: {} };
      const type = documentType === undefined ? null : documentTypes.get(documentType)!;
      const { fields, mrz, rules, isMarked } = extract(read.answer, { type, today: dayAt(now) });
      const { pages } = read.answer;
      const text = pages.map(pageText).join('\n\f\n');
      const reasons: Reason[] = [];
      if (mrz !== null && !mrz.valid) {
        reasons.push({ code: 'mrz_invalid', detail: 'A check digit of the machine readable zone does not hold.' });
      }
      if (rules !== null && !isMarked) {
        reasons.push({ code: 'document_not_recognised', detail: 'The words of such a document were not read in it.' });
      }
      if (pages.some(({ turned }) => turned.mirrored)) reasons.push(MIRRORED);
      const isRead = text.trim() !== '' || mrz !== null;
      reasons.push(
        isRead
          ? { code: 'only_read', detail: 'What a document says of itself verifies nobody.' }
          : { code: 'nothing_read', detail: 'No text was found in the document.' },
      );
      const warnings = pages.flatMap(({ quality }) => (quality === null ? [] : qualityReasons(quality)));
      return {
        outcome: {
          ...{ status: isRead ? 'partial' : 'error', reasons, source: OWN_SOURCE },
          warnings: [...new Set(warnings.map(({ detail }) => detail))],
        },
        details: {
          ...{ fields: fields.map(fieldMessage), text, pages: pages.length },
          ...(mrz !== null && { mrz: mrzMessage(mrz) }),
        },
        kept: { fields: fields.map((one) => fieldMessage(maskedField(one))), text: '' },
      };
    }),
  };
}

const MIRRORED: Reason = { code: 'mirrored', detail: 'The picture is mirrored.' };

/** What tells of a kind of document and not of its holder. */
const OPEN = new Set(['document_code', 'issuing_state', 'expiry_date', 'issue_date', 'licence_class']);

const maskedField = (field: PrintedField): PrintedField =>
  OPEN.has(field.name) ? field : { ...field, value: masked(field.value) };

const fieldMessage = ({ name, value, confidence, box, page }: PrintedField) => ({
  ...{ name, value, confidence: rounded(confidence), page },
  ...(box !== null && {
    box: {
      ...{ left: rounded(box.left), top: rounded(box.top) },
      ...{ width: rounded(box.width), height: rounded(box.height) },
    },
  }),
});

const mrzMessage = ({ format, valid, digits }: ReadMrz) => ({
  ...{ format, valid },
  checkDigits: digits.map(({ checks, valid: holds, repaired }) => ({ field: checks, valid: holds, repaired })),
});
