// Compares a provider's reading of a document with Tieout's own. If they differ nobody is verified, whatever the
// provider says. Values in answers are masked.

import { VerificationService } from '../../../gen/tieout/verification/v1/verification_service_pb.ts';
import { compareHolder, documentPerson, printedValue } from '../../core/documents/document-person.ts';
import { type Extracted, extract } from '../../core/documents/extract.ts';
import type { ReadPage } from '../../core/documents/page-text.ts';
import type { CheckOutcome } from '../../core/identity/check-outcome.ts';
import { namesMatch } from '../../core/identity/compare-persons.ts';
import { masked } from '../../core/identity/id-formats.ts';
import { wholeName } from '../../core/identity/person.ts';
import { dayAt } from '../../core/money/calendar.ts';
import type { Reason } from '../../core/records/documents/check.ts';
import type { DocumentRecord, Verifier } from '../../ports/verification/verifier.ts';
import type { Checking } from './checking.ts';
import { type DocumentOptions, documentTypes } from './documents.ts';
import { providerFailed } from './provider-failure.ts';
import { IMAGES, imagingFailed, sentFile } from './sent-file.ts';

interface ProviderDocumentOptions extends DocumentOptions {
  readonly verifier: Verifier;
}

export function providerDocumentRoutes(check: Checking, { imaging, verifier, readPhone }: ProviderDocumentOptions) {
  const source = { provider: verifier.name, version: '1' };
  const provider = verifier.name;
  return {
    verifierCheckDocument: check(
      VerificationService.method.verifierCheckDocument,
      async ({ documentType, images }, { now, lane }) => {
        const sent = images.map((image, at) => sentFile(image, { path: ['images', at], types: IMAGES }));
        const pages: ReadPage[] = [];
        for (const [at, bytes] of sent.entries()) {
          const read = await imaging.ask('read', { bytes }, lane);
          if (read.outcome === 'failed') {
            return { outcome: { ...imagingFailed(read.code, ['images', at]), source }, details: { provider } };
          }
          pages.push(...read.answer.pages);
        }
        const [type, today] = [documentTypes.get(documentType!)!, dayAt(now)];
        const own = extract({ pages }, { type, today });
        const found = await verifier.document({ type, images: sent, number: ownNumber(own) });
        if (found.outcome === 'failed') return { outcome: providerFailed(found.code, source), details: { provider } };
        if (found.outcome === 'unknown') {
          const reasons = [{ code: 'not_in_register', detail: 'The provider knows no such document.' }];
          return { outcome: { status: 'not_verified', reasons, source }, details: { provider } };
        }
        const { record } = found;
        const texts = crossed(record, own);
        const compared = compareHolder(own, personOf(record), { readPhone, today });
        return {
          outcome: { ...judged(record, { texts, compared, today }), source },
          details: {
            ...{ provider, textData: texts.map(({ value, ...one }) => ({ ...one, value: masked(value) })) },
            ...(record.overallStatus !== null && { overallStatus: record.overallStatus.slice(0, 100) }),
            ...(record.expiry !== null && { expiry: record.expiry }),
          },
        };
      },
    ),
  };
}

const ownNumber = (own: Extracted): string | null =>
  (own.mrz?.valid ? own.mrz.values.document_number : undefined) ??
  (own.rules === null ? null : (printedValue(own, own.rules.number) ?? null));

const personOf = ({ firstName, middleName, lastName, dateOfBirth, gender }: DocumentRecord) => ({
  ...{ firstName: firstName ?? undefined, middleName: middleName ?? undefined, lastName: lastName ?? undefined },
  ...{ dateOfBirth: dateOfBirth ?? undefined, gender: gender ?? undefined },
});

interface Crossed {
  readonly name: string;
  readonly value: string;
  /** Absent if Tieout read nothing. */
  readonly agrees?: boolean;
}

const isSame = (name: string, a: string, b: string): boolean =>
  name === 'name' ? namesMatch({ field: name, a, b, kind: 'person' }).verdict === 'exact' : plain(a) === plain(b);

const plain = (text: string): string => text.toUpperCase().replaceAll(/[^\p{L}\p{N}]/gu, '');

function crossed(record: DocumentRecord, own: Extracted): Crossed[] {
  const person = documentPerson(own);
  const expires = own.mrz?.values.expiry_date ?? printedValue(own, 'expiry_date');
  const pairs: readonly (readonly [name: string, theirs: string | null, ours: string | null | undefined])[] = [
    // Whole names: one source may have given names where the other has a first and a middle one.
    ['name', wholeName(personOf(record)) || null, wholeName(person)],
    ['date_of_birth', record.dateOfBirth, person.dateOfBirth],
    ['number', record.number, ownNumber(own)],
    ['expiry', record.expiry, expires],
  ];
  return pairs.flatMap(([name, theirs, ours]) =>
    theirs === null ? [] : [{ name, value: theirs, ...(ours ? { agrees: isSame(name, ours, theirs) } : {}) }],
  );
}

interface Judged {
  readonly texts: readonly Crossed[];
  readonly compared: CheckOutcome;
  readonly today: string;
}

function judged(
  { overallStatus, expiry }: DocumentRecord,
  { texts, compared, today }: Judged,
): Omit<CheckOutcome, 'source'> {
  const against: Reason[] = [];
  if (expiry !== null && expiry < today) against.push({ code: 'expired', detail: 'The document has expired.' });
  if (!/^(verified|valid|ok|passed|approved)$/i.test(overallStatus ?? '')) {
    against.push({ code: 'provider_not_verified', detail: 'The provider does not say that the document is sound.' });
  }
  const differs = ['number', 'expiry'].filter((name) => texts.some((one) => one.name === name && one.agrees === false));
  against.push(
    ...differs.map((name) => ({
      code: `${name}_differs`,
      detail: `The provider and our own reading differ in ${name}.`,
    })),
  );
  if (against.length > 0) return { status: 'not_verified', reasons: [...against, ...compared.reasons] };
  if (compared.status === 'error') {
    const reasons = [{ code: 'nothing_read', detail: 'Our own reading found nothing to compare with the provider.' }];
    return { status: 'review', reasons };
  }
  return { status: compared.status, score: compared.score, reasons: compared.reasons };
}
