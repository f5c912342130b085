// Documents: their content, and whether they agree with themselves and the claims. Pictures are processed in the
// imaging process. The answer has the content; the stored check has it masked.

import type { Image } from '../../../gen/tieout/verification/v1/parts_pb.ts';
import { VerificationService } from '../../../gen/tieout/verification/v1/verification_service_pb.ts';
import { CheckStatusSchema, DocumentTypeSchema } from '../../../gen/tieout/verification/v1/vocabulary_pb.ts';
import {
  consistencyPart,
  type DocumentPart,
  expiryPart,
  mrzPart,
  NO_SELFIE,
  qualityPart,
  zoneTypeDiffers,
} from '../../core/documents/check-document.ts';
import { extract } from '../../core/documents/extract.ts';
import type { DocumentType } from '../../core/documents/fields/document-rules.ts';
import type { PrintedField } from '../../core/documents/fields/printed-fields.ts';
import type { ReadMrz } from '../../core/documents/mrz/read-mrz.ts';
import { pageText, type ReadPage } from '../../core/documents/page-text.ts';
import { qualityReasons } from '../../core/documents/quality.ts';
import { OWN_SOURCE, worstOf } from '../../core/identity/check-outcome.ts';
import type { PhoneReader } from '../../core/identity/compare-persons.ts';
import { masked } from '../../core/identity/id-formats.ts';
import { dayAt } from '../../core/money/calendar.ts';
import type { Reason } from '../../core/records/documents/check.ts';
import type { Imaging } from '../../ports/verification/imaging.ts';
import { enumNames, enumNumber } from '../enum-names.ts';
import { rounded } from '../plain-values.ts';
import type { Checking } from './checking.ts';
import { corePerson, fieldMatchMessage } from './person-of.ts';
import { comparePictures, qualityMessage } from './seen-pictures.ts';
import { DOCUMENTS, IMAGES, imagingFailed, sentFile } from './sent-file.ts';

export interface DocumentOptions {
  readonly imaging: Imaging;
  readonly readPhone: PhoneReader;
}

const methods = VerificationService.method;
const statuses = enumNumber(CheckStatusSchema);
export const documentTypes = enumNames(DocumentTypeSchema).names;
const documentTypeNumber = enumNumber(DocumentTypeSchema);

export function documentRoutes(check: Checking, { imaging, readPhone }: DocumentOptions) {
  async function facePart({
    front,
    selfie,
    lane,
  }: {
    readonly front?: Image | undefined;
    readonly selfie?: Image | undefined;
    readonly lane: string;
  }) {
    if (selfie === undefined) return NO_SELFIE;
    const sent = [
      { name: 'front', image: front, isCard: true },
      { name: 'selfie', image: selfie },
    ] as const;
    const { outcome } = await comparePictures(imaging, sent, lane);
    const { status, score, reasons } = outcome;
    return { status, reasons, ...(score !== undefined && { score }) };
  }

  return {
    checkDocument: check(
      methods.checkDocument,
      async ({ documentType, country, front, back, selfie, claimed }, { now, lane }) => {
        const sent = [
          { path: ['front'], image: front },
          ...(back === undefined ? [] : [{ path: ['back'], image: back }]),
        ].map(({ path, image }) => ({ path, bytes: sentFile(image, { path, types: IMAGES }) }));
        if (selfie !== undefined) sentFile(selfie, { path: ['selfie'], types: IMAGES });
        const pages: ReadPage[] = [];
        const pictures: ReturnType<typeof qualityMessage>[] = [];
        for (const { path, bytes } of sent) {
          const read = await imaging.ask('read', { bytes }, lane);
          if (read.outcome === 'failed') return { outcome: imagingFailed(read.code, path), details: {} };
          pages.push(...read.answer.pages);
          const figures = read.answer.pages.flatMap(({ quality }) => quality ?? []);
          pictures.push(...figures.map((one) => qualityMessage(path[0], one)));
        }
        const type = documentTypes.get(documentType!) as DocumentType;
        const asked = {
          ...{ type, country: country?.trim() || null, claimed: claimed ? corePerson(claimed) : null },
          ...{ today: dayAt(now), readPhone },
        };
        const faceMatch: DocumentPart = { name: 'face_match', ...(await facePart({ front, selfie, lane })) };
        const read = extract({ pages }, { type, today: asked.today });
        const parts = [
          qualityPart(pages.flatMap(({ quality }) => quality ?? [])),
          mrzPart(read, asked),
          expiryPart(read, asked),
          consistencyPart(read, asked),
          faceMatch,
        ];
        const reasons = [
          // A valid machine readable zone names its own document type.
          ...(read.rules !== null && !read.isMarked && !read.mrz?.valid ? [NOT_RECOGNISED] : []),
          ...(pages.some(({ turned }) => turned.mirrored) ? [MIRRORED] : []),
        ];
        const statuses = [...parts.map((part) => part.status), ...(reasons.length > 0 ? (['review'] as const) : [])];
        return {
          outcome: {
            ...{ status: worstOf(statuses), source: OWN_SOURCE },
            reasons: [...reasons, ...parts.flatMap((part) => part.reasons)],
          },
          details: { checks: parts.map(partMessage), quality: pictures },
        };
      },
    ),

    extractDocument: check(methods.extractDocument, async ({ document, documentType }, { now, lane }) => {
      const field = { path: ['document'], types: DOCUMENTS };
      const read = await imaging.ask('read', { bytes: sentFile(document, field) }, lane);
      if (read.outcome === 'failed') return { outcome: imagingFailed(read.code, field.path), details: {} };
      const type = documentType === undefined ? null : documentTypes.get(documentType)!;
      const { fields, mrz, rules, isMarked } = extract(read.answer, { type, today: dayAt(now) });
      const { pages } = read.answer;
      const text = pages.map(pageText).join('\n\f\n');
      const reasons: Reason[] = [];
      const otherType = mrz?.valid && type !== null ? zoneTypeDiffers(mrz, type as DocumentType) : null;
      if (otherType !== null) reasons.push(otherType);
      if (mrz !== null && !mrz.valid) {
        reasons.push({ code: 'mrz_invalid', detail: 'A check digit of the machine readable zone does not hold.' });
      }
      // A valid zone names its own document type.
      if (rules !== null && !isMarked && !mrz?.valid) {
        reasons.push(NOT_RECOGNISED);
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
          ...(rules !== null && { documentType: documentTypeNumber(rules.type) }),
        },
        kept: { fields: fields.map((one) => fieldMessage(maskedField(one))), text: '' },
      };
    }),
  };
}

const partMessage = ({ name, status, score, reasons, fieldMatches = [] }: DocumentPart) => ({
  ...{ name, status: statuses(status), reasons: reasons.map((one) => ({ ...one })) },
  ...(score !== undefined && { score: rounded(score) }),
  fieldMatches: fieldMatches.map(fieldMatchMessage),
});

const NOT_RECOGNISED: Reason = {
  code: 'document_not_recognised',
  detail: 'The typical words of this type of document were not found in it.',
};

const MIRRORED: Reason = { code: 'mirrored', detail: 'The picture is mirrored.' };

/** Fields about the document and not its holder, which are not masked. */
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
