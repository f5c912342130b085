// Biodata and numbers: two tellings of one person compared, and numbers looked at by their form.

import { VerificationService } from '../../../gen/tieout/verification/v1/verification_service_pb.ts';
import { IdTypeSchema } from '../../../gen/tieout/verification/v1/vocabulary_pb.ts';
import { OWN_SOURCE, type Reason } from '../../core/identity/check-outcome.ts';
import { comparePersons, type PhoneReader } from '../../core/identity/compare-persons.ts';
import { type IbanReader, type IdType, idForm, masked } from '../../core/identity/id-formats.ts';
import { countryCode } from '../../core/screening/countries.ts';
import { enumNames } from '../enum-names.ts';
import type { Checking } from './checking.ts';
import { corePerson, fieldMatchMessage, subjectOf } from './person-of.ts';

export interface BiodataOptions {
  readonly readPhone: PhoneReader;
  readonly readIban: IbanReader;
}

const idTypes = enumNames(IdTypeSchema).names;

export function biodataRoutes(check: Checking, { readPhone, readIban }: BiodataOptions) {
  return {
    checkBiodata: check(VerificationService.method.checkBiodata, ({ claimed, reference }) => {
      const { fields, ...outcome } = comparePersons(corePerson(claimed!), corePerson(reference!), readPhone);
      const subject = subjectOf({ person: claimed! });
      return { outcome, subject, details: { fields: fields.map(fieldMatchMessage) } };
    }),

    checkIds: check(VerificationService.method.checkIds, ({ ids }) => {
      const checked = ids.map(({ type: typeNumber, number = '', country }) => {
        const type = idTypes.get(typeNumber!) as IdType;
        const where = country ? countryCode(country) : 'ng';
        const form = idForm({ type, number, country: where ?? '' }, readIban);
        const reasons: Reason[] = [];
        if (!form.formatValid) reasons.push({ code: 'format_invalid', detail: `It is no number of the type ${type}.` });
        else if (form.checksumValid === false) {
          reasons.push({ code: 'checksum_invalid', detail: `Its checksum is not that of the type ${type}.` });
        } else reasons.push({ code: 'format_only', detail: 'Its form is right, and nobody was asked whose it is.' });
        return {
          ...{ type: typeNumber!, country: where ?? '', numberMasked: masked(number), formatValid: form.formatValid },
          ...(form.checksumValid !== null && { checksumValid: form.checksumValid }),
          ...{ providerResult: 'not_asked', fieldMatches: [], reasons },
        };
      });
      const isWrong = checked.some(({ formatValid, checksumValid }) => !formatValid || checksumValid === false);
      const reasons = [...new Map(checked.flatMap((one) => one.reasons).map((one) => [one.code, one])).values()];
      return {
        // A form that is valid alone proves nothing.
        outcome: { status: isWrong ? 'not_verified' : 'review', reasons, source: OWN_SOURCE },
        details: { ids: checked },
      };
    }),
  };
}
