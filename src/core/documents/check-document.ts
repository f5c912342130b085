// Whether a document agrees with itself, with the request and with the claimed person: five parts, each with status and
// reasons, none verified by default. The document is verified only if every part is. This does not prove it genuine:
// security features, chips and registers are not checked.

import { type FieldMatch, impossibleBirthReason } from '../identity/check-outcome.ts';
import { type Comparing, namesMatch } from '../identity/compare-persons.ts';
import { type Person, wholeName } from '../identity/person.ts';
import type { CheckStatus, Reason } from '../records/documents/check.ts';
import { impossibleBirth } from '../screening/birth-dates.ts';
import { countryCode } from '../screening/countries.ts';
import { compareHolder, documentPerson, printedValue } from './document-person.ts';
import type { Extracted } from './extract.ts';
import type { DocumentType } from './fields/document-rules.ts';
import type { ReadMrz } from './mrz/read-mrz.ts';
import { type QualityFigures, qualityReasons } from './quality.ts';

export interface DocumentPart {
  readonly name: 'quality' | 'mrz' | 'expiry' | 'field_consistency' | 'face_match';
  readonly status: CheckStatus;
  readonly score?: number | undefined;
  readonly reasons: readonly Reason[];
  readonly fieldMatches?: readonly FieldMatch[];
}

interface AskedDocument extends Comparing {
  readonly type: DocumentType;
  readonly country: string | null;
  readonly claimed: Person | null;
}

const reason = (code: string, detail: string): Reason => ({ code, detail });

/** `figures`: one entry for each picture of the document. */
export function qualityPart(figures: readonly QualityFigures[]): DocumentPart {
  const reasons = figures.flatMap(qualityReasons);
  return { name: 'quality', status: reasons.length > 0 ? 'review' : 'verified', reasons };
}

/** Document codes of ICAO 9303: P for passports, V for visas, A, C and I for cards. */
const DOCUMENT_CODES: Readonly<Partial<Record<DocumentType, RegExp>>> = {
  ...{ passport: /^P/, visa: /^V/, national_id: /^[ACI]/, residence_permit: /^[ACIR]/ },
};

/** Null where the zone is of the type, or where the type has no zone. */
export function zoneTypeDiffers(mrz: ReadMrz, type: DocumentType): Reason | null {
  const code = DOCUMENT_CODES[type];
  if (code === undefined || code.test(mrz.values.document_code ?? '')) return null;
  return reason('document_type_differs', 'The machine readable zone is that of another type of document.');
}

export function mrzPart({ mrz }: Extracted, { type, country }: AskedDocument): DocumentPart {
  const name = 'mrz';
  const code = DOCUMENT_CODES[type];
  if (mrz === null) {
    const reasons = [
      code === undefined
        ? reason('mrz_not_expected', 'Such a document has no machine readable zone: nothing in it proves itself.')
        : reason('mrz_missing', 'No machine readable zone was read.'),
    ];
    return { name, status: code === undefined ? 'review' : 'not_verified', reasons };
  }
  const holding = mrz.digits.filter(({ valid }) => valid).length / mrz.digits.length;
  const wrong: Reason[] = [];
  if (!mrz.valid) wrong.push(reason('mrz_invalid', 'A check digit of the machine readable zone does not hold.'));
  const otherType = zoneTypeDiffers(mrz, type);
  if (otherType !== null) wrong.push(otherType);
  const [asked, issued] = [countryCode(country ?? ''), countryCode(mrz.values.issuing_state ?? '')];
  if (country !== null && (asked === null || issued !== asked)) {
    wrong.push(reason('country_differs', 'The machine readable zone names another country, or none that is known.'));
  }
  if (wrong.length > 0) return { name, status: 'not_verified', score: holding, reasons: wrong };
  const isGuessed = mrz.digits.some(({ guessed }) => guessed > 0);
  const reasons = isGuessed ? [reason('mrz_repaired', 'A number was mended so that its check digit holds.')] : [];
  return { name, status: isGuessed ? 'review' : 'verified', score: holding, reasons };
}

export function expiryPart(read: Extracted, { today }: AskedDocument): DocumentPart {
  const name = 'expiry';
  const ofZone = read.mrz?.valid ? read.mrz.values.expiry_date : undefined;
  const expires = ofZone ?? printedValue(read, 'expiry_date');
  if (expires === undefined) {
    return { name, status: 'review', reasons: [reason('no_expiry', 'No day of expiry was read.')] };
  }
  if (expires < today)
    return { name, status: 'not_verified', reasons: [reason('expired', 'The document has expired.')] };
  const issued = printedValue(read, 'issue_date');
  const born = documentPerson(read).dateOfBirth;
  if (born !== undefined && born > (issued ?? expires)) {
    const reasons = [reason('born_later', 'The day of birth is after the day of issue or expiry.')];
    return { name, status: 'not_verified', reasons };
  }
  if (issued !== undefined && (issued > today || issued > expires)) {
    const reasons = [reason('issued_later', 'The day of issue lies ahead, or behind the day of expiry.')];
    return { name, status: 'not_verified', reasons };
  }
  if (ofZone !== undefined) return { name, status: 'verified', reasons: [] };
  return {
    name,
    status: 'review',
    reasons: [reason('expiry_printed', 'The day of expiry is printed, and no digit checks it.')],
  };
}

export function consistencyPart(read: Extracted, { claimed, readPhone, today }: AskedDocument): DocumentPart {
  const name = 'field_consistency';
  const own = ownMatches(read);
  const differing = own.filter(({ verdict }) => verdict === 'none');
  const reasons: Reason[] = differing.map(({ field }) =>
    reason(`${field}_differs`, `The document has two different values for ${field}.`),
  );
  if (claimed === null) {
    const { dateOfBirth } = documentPerson(read);
    const impossible = dateOfBirth === undefined ? null : impossibleBirth(dateOfBirth, today);
    if (impossible !== null) reasons.push(impossibleBirthReason(impossible));
    const status = reasons.length > 0 ? 'not_verified' : 'partial';
    const nobody = reason('nobody_claimed', 'No person was given to compare the document with.');
    return { name, status, reasons: [...reasons, nobody], fieldMatches: own };
  }
  const { fields, status, score, reasons: theirs } = compareHolder(read, claimed, { readPhone, today });
  return {
    name,
    // A document from which nothing was read proves nothing.
    status: differing.length > 0 ? 'not_verified' : status,
    score,
    reasons: [...reasons, ...theirs],
    fieldMatches: [...own, ...fields],
  };
}

/** Compares the machine readable zone with the printed fields. */
function ownMatches(read: Extracted): FieldMatch[] {
  const { mrz } = read;
  if (mrz === null) return [];
  const equal = ['document_number', 'date_of_birth', 'expiry_date', 'sex'] as const;
  const matches = equal.flatMap((field): FieldMatch[] => {
    const [zone, printed] = [mrz.values[field], printedValue(read, field)];
    if (zone === undefined || printed === undefined) return [];
    const verdict = zone === printed ? 'exact' : 'none';
    return [{ field: `printed.${field}`, verdict, score: verdict === 'exact' ? 1 : 0 }];
  });
  const [zone, printed] = [wholeName(zoneName(mrz.values)), wholeName(printedName(read))];
  if (zone !== '' && printed !== '') {
    matches.push(namesMatch({ field: 'printed.name', a: zone, b: printed, kind: 'person' }));
  }
  return matches;
}

const zoneName = ({ first_name: firstName, last_name: lastName }: { first_name?: string; last_name?: string }) => ({
  firstName,
  lastName,
});
const printedName = (read: Extracted) => ({
  firstName: printedValue(read, 'first_name'),
  lastName: printedValue(read, 'last_name'),
});

export const NO_SELFIE: DocumentPart = {
  name: 'face_match',
  status: 'partial',
  reasons: [reason('no_selfie', 'No picture of a face was given to compare the portrait with.')],
};
