// Biodata and numbers: compares two records of one person, and checks numbers by form and, if a provider knows their
// register, by its record.

import { VerificationService } from '../../../gen/tieout/verification/v1/verification_service_pb.ts';
import { IdTypeSchema } from '../../../gen/tieout/verification/v1/vocabulary_pb.ts';
import { OWN_SOURCE, worstOf } from '../../core/identity/check-outcome.ts';
import { comparePersons, type PhoneReader } from '../../core/identity/compare-persons.ts';
import { type IbanReader, type IdType, idForm, masked } from '../../core/identity/id-formats.ts';
import { dayAt } from '../../core/money/calendar.ts';
import type { Reason } from '../../core/records/documents/check.ts';
import { countryCode } from '../../core/screening/countries.ts';
import type { IdentityKind, Verifier } from '../../ports/verification/verifier.ts';
import { askIdentity } from '../../workflows/verification/ask-identity.ts';
import { enumNames } from '../enum-names.ts';
import type { Checking } from './checking.ts';
import { corePerson, fieldMatchMessage } from './person-of.ts';

export interface BiodataOptions {
  readonly readPhone: PhoneReader;
  readonly readIban: IbanReader;
  readonly verifier: Verifier;
}

const idTypes = enumNames(IdTypeSchema).names;

export function biodataRoutes(check: Checking, { readPhone, readIban, verifier }: BiodataOptions) {
  return {
    checkBiodata: check(VerificationService.method.checkBiodata, ({ claimed, reference }, { now }) => {
      const comparing = { readPhone, today: dayAt(now) };
      const { fields, ...outcome } = comparePersons(corePerson(claimed!), corePerson(reference!), comparing);
      return { outcome, details: { fields: fields.map(fieldMatchMessage) } };
    }),

    checkIds: check(VerificationService.method.checkIds, async ({ ids, person }, { now }) => {
      const today = dayAt(now);
      const compare = person === undefined ? null : corePerson(person);
      const checked = await inParallel(ids, AT_ONCE, async ({ type: typeNumber, number = '', country }) => {
        const type = idTypes.get(typeNumber!) as IdType;
        const where = country ? countryCode(country) : 'ng';
        const form = idForm({ type, number, country: where ?? '' }, readIban);
        const own = {
          ...{ type: typeNumber!, country: where ?? '', numberMasked: masked(number), formatValid: form.formatValid },
          ...(form.checksumValid !== null && { checksumValid: form.checksumValid }),
        };
        const wrong = formFault(type, form);
        if (wrong !== null) return { ...own, ...UNASKED, status: 'not_verified' as const, reasons: [wrong] };
        // The provider knows only Nigerian registers, and costs money: it is asked only if there is something to
        // compare.
        if (compare === null || where !== 'ng' || !isIdentity(type)) {
          const reasons = where === null ? [FORMAT_ONLY, COUNTRY_UNKNOWN] : [FORMAT_ONLY];
          return { ...own, ...UNASKED, status: 'review' as const, reasons };
        }
        const { status, reasons, fields } = await askIdentity(verifier, {
          kind: type,
          number,
          person: compare,
          readPhone,
          today,
        });
        const providerResult = status === 'verified' || status === 'error' ? status : 'not_verified';
        return { ...own, status, providerResult, fieldMatches: fields.map(fieldMatchMessage), reasons: [...reasons] };
      });
      const reasons = [...new Map(checked.flatMap((one) => one.reasons).map((one) => [one.code, one])).values()];
      const isAsked = checked.some(({ providerResult }) => providerResult !== 'not_asked');
      const source = isAsked ? { provider: verifier.name, version: '1' } : OWN_SOURCE;
      return {
        outcome: { status: worstOf(checked.map(({ status }) => status)), reasons, source },
        details: { ids: checked.map(({ status: _, ...one }) => one) },
      };
    }),
  };
}

/** Parallel questions to the provider for one request. */
const AT_ONCE = 4;

const IDENTITIES: readonly IdentityKind[] = ['nin', 'vnin', 'bvn', 'drivers_licence', 'voters_card', 'passport'];
const isIdentity = (type: string): type is IdentityKind => (IDENTITIES as readonly string[]).includes(type);

const UNASKED = { providerResult: 'not_asked', fieldMatches: [] };
/** A valid form alone proves nothing. */
const FORMAT_ONLY: Reason = { code: 'format_only', detail: 'Its form is right, and nobody was asked whose it is.' };
const COUNTRY_UNKNOWN: Reason = {
  code: 'country_unknown',
  detail: 'The country of a number is not known, so its form was checked as for any country.',
};

function formFault(type: IdType, { formatValid, checksumValid }: ReturnType<typeof idForm>): Reason | null {
  if (!formatValid) return { code: 'format_invalid', detail: `It is no number of the type ${type}.` };
  if (checksumValid !== false) return null;
  return { code: 'checksum_invalid', detail: `Its checksum is not that of the type ${type}.` };
}

/** Answers in the order of the questions, several of which run in parallel. */
async function inParallel<T, R>(all: readonly T[], atOnce: number, ask: (one: T) => Promise<R>): Promise<R[]> {
  const answers: R[] = [];
  let next = 0;
  const turn = async (): Promise<void> => {
    for (let at = next++; at < all.length; at = next++) answers[at] = await ask(all[at]);
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, all.length) }, turn));
  return answers;
}
