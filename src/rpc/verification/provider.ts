// Checks that need a provider: identities, companies and addresses. Matches are computed here from the record, whatever
// the provider says. A failing provider is an error with a reason, never a verification. News of an address comes later
// (provider-news.ts).

import { VerificationService } from '../../../gen/tieout/verification/v1/verification_service_pb.ts';
import { CompanyTypeSchema, VerifiedIdTypeSchema } from '../../../gen/tieout/verification/v1/vocabulary_pb.ts';
import { VISIT_PENDING } from '../../core/identity/address-news.ts';
import type { CheckOutcome } from '../../core/identity/check-outcome.ts';
import { namesMatch, type PhoneReader } from '../../core/identity/compare-persons.ts';
import { type IbanReader, type IdType, idForm, masked, plainNumber } from '../../core/identity/id-formats.ts';
import { genderOf, wholeName } from '../../core/identity/person.ts';
import { dayAt } from '../../core/money/calendar.ts';
import type { CheckStatus as OutcomeStatus } from '../../core/records/documents/check.ts';
import type {
  CompanyKind,
  FailureCode,
  IdentityKind,
  IdentityRecord,
  Verifier,
} from '../../ports/verification/verifier.ts';
import { askIdentity, NOT_IN_REGISTER } from '../../workflows/verification/ask-identity.ts';
import { enumNames } from '../enum-names.ts';
import type { Checking, CheckingOptions } from './checking.ts';
import { corePerson, fieldMatchMessage } from './person-of.ts';
import { providerFailed } from './provider-failure.ts';
import { NEWS } from './provider-news.ts';

export interface ProviderOptions extends CheckingOptions {
  readonly verifier: Verifier;
  readonly readPhone: PhoneReader;
  readonly readIban: IbanReader;
}

const methods = VerificationService.method;
const idTypes = enumNames(VerifiedIdTypeSchema).names;
const companyTypes = enumNames(CompanyTypeSchema).names;

export function providerRoutes(check: Checking, options: ProviderOptions) {
  const { verifier, readPhone, readIban, store, digest, keepMs } = options;
  const source = { provider: verifier.name, version: '1' };
  const failed = (code: FailureCode) => providerFailed(code, source);
  const unknown: CheckOutcome = {
    ...{ status: 'not_verified', source },
    reasons: [NOT_IN_REGISTER],
  };

  return {
    verifierCheckId: check(methods.verifierCheckId, async ({ idType, number = '', person }, { now }) => {
      const today = dayAt(now);
      const type = idTypes.get(idType!) as IdentityKind;
      const provider = verifier.name;
      const { formatValid } = idForm({ type: type as IdType, number, country: 'ng' }, readIban);
      if (!formatValid) {
        const reasons = [{ code: 'format_invalid', detail: `It is no number of the type ${type}.` }];
        return { outcome: { status: 'not_verified', reasons, source }, details: { provider, match: 'NO_MATCH' } };
      }
      const compare = person === undefined ? null : corePerson(person);
      const asked = await askIdentity(verifier, { kind: type, number, person: compare, readPhone, today });
      const { record, fields, ...outcome } = asked;
      const match = record === null ? null : matchOf(asked.status);
      return {
        outcome: { ...outcome, source },
        details: {
          provider,
          // If the register does not know the number, nobody matches.
          ...(record === null && outcome.status === 'not_verified' && { match: 'NO_MATCH' }),
          ...(record !== null && { record: maskedRecord(record, number) }),
          ...(match !== null && person !== undefined && { match, fieldMatches: fields.map(fieldMatchMessage) }),
        },
      };
    }),

    verifierCheckBusiness: check(
      methods.verifierCheckBusiness,
      async ({ regNumber = '', companyType, companyName }) => {
        const kind = companyTypes.get(companyType!) as CompanyKind;
        const provider = verifier.name;
        const { formatValid } = idForm({ type: kind, number: regNumber, country: 'ng' }, readIban);
        if (!formatValid) {
          const reasons = [{ code: 'format_invalid', detail: `It is no number of the register ${kind}.` }];
          return { outcome: { status: 'not_verified', reasons, source }, details: { provider } };
        }
        const found = await verifier.company(kind, plainNumber(regNumber));
        if (found.outcome === 'failed') return { outcome: failed(found.code), details: { provider } };
        if (found.outcome === 'unknown') return { outcome: unknown, details: { provider } };
        const { name, status, directors } = found.record;
        const nameMatch =
          companyName && name !== null
            ? namesMatch({ field: 'company_name', a: companyName, b: name, kind: 'company' })
            : null;
        return {
          outcome: { ...companyOutcome(status, nameMatch?.verdict ?? null), score: nameMatch?.score, source },
          details: {
            ...{ provider, directors: [...directors] },
            ...(status !== null && { registryStatus: status }),
            ...(name !== null && { companyName: name }),
            ...(nameMatch !== null && { nameMatch: fieldMatchMessage(nameMatch) }),
          },
        };
      },
    ),

    verifierCheckAddress: check(methods.verifierCheckAddress, async (request, { checkId, now, scope }) => {
      const { applicant, street = '', lga, state = '', city = '', landmark, callbackId } = request;
      const provider = verifier.name;
      const reference = digest(`address ${checkId}`).slice(0, 32);
      const whole = wholeName(applicant!);
      const found = await verifier.address({
        ...{
          firstName: applicant!.firstName ?? whole.split(' ')[0],
          lastName: applicant!.lastName ?? whole.split(' ').at(-1)!,
        },
        ...{
          phoneNumber: applicant!.phoneNumber ?? null,
          street,
          lga: lga ?? null,
          city,
          state,
          landmark: landmark ?? null,
          reference,
        },
      });
      if (found.outcome === 'failed') return { outcome: failed(found.code), details: { provider } };
      if (found.outcome === 'unknown') return { outcome: failed('provider_not_understood'), details: { provider } };
      const { providerReference } = found.record;
      // Finds the check of a later event: references are stored outside every tenant's scope.
      const news = await store.checks.add({
        ...{ scope: NEWS, checkId: providerReference, route: 'reference', requestDigest: '', subjectRef: null },
        ...{ createdAt: now, expiresAt: now + keepMs, answer: { ...scope!, checkId } },
        ...{ status: null, state: null, actor: null, batchId: null },
      });
      // If another check has the same reference, events would never reach this one.
      if (news.answer['checkId'] !== checkId)
        return { outcome: failed('provider_not_understood'), details: { provider } };
      return {
        outcome: { status: 'review', state: 'in_progress', reasons: [VISIT_PENDING], source },
        details: {
          provider,
          providerReference,
          subStatus: 'visit_pending',
          ...(callbackId !== undefined && { callbackId }),
        },
      };
    }),
  };
}

const matchOf = (status: OutcomeStatus): string =>
  status === 'verified' ? 'EXACT_MATCH' : status === 'partial' ? 'PARTIAL_MATCH' : 'NO_MATCH';

/** A record masked so that only somebody who knows the person recognises it. */
function maskedRecord(record: IdentityRecord, number: string) {
  const initial = (name: string | null) => (name === null ? undefined : `${Array.from(name)[0]}***`);
  const all = {
    ...{
      firstName: initial(record.firstName),
      middleName: initial(record.middleName),
      lastName: initial(record.lastName),
    },
    dateOfBirth: record.dateOfBirth === null ? undefined : `${record.dateOfBirth.slice(0, 4)}-**-**`,
    gender: genderOf(record.gender ?? undefined) ?? undefined,
    phoneNumber: record.phoneNumber === null ? undefined : masked(record.phoneNumber),
    number: masked(number),
  };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
}

function companyOutcome(status: string | null, verdict: string | null): Pick<CheckOutcome, 'status' | 'reasons'> {
  if (status === null || !/^(active|registered)$/i.test(status)) {
    return {
      status: 'not_verified',
      reasons: [{ code: 'not_active', detail: 'The register does not say that it is active.' }],
    };
  }
  if (verdict === null) {
    return {
      status: 'partial',
      reasons: [{ code: 'name_not_compared', detail: 'No name was given to compare, or the register has none.' }],
    };
  }
  if (verdict === 'exact') return { status: 'verified', reasons: [] };
  return verdict === 'partial'
    ? { status: 'partial', reasons: [{ code: 'name_partial', detail: 'The name is only alike.' }] }
    : { status: 'not_verified', reasons: [{ code: 'name_differs', detail: 'The register has another name.' }] };
}
