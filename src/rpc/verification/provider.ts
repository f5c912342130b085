// Checks that need a provider: identities, companies and addresses. Matches are computed here from the record, whatever
// the provider says. A failing provider is an error with a reason, never a verification. Events about an address are
// signed and timed, and each counts once.

import { createHmac, timingSafeEqual } from 'node:crypto';
import { create, toBinary } from '@bufbuild/protobuf';
import { ReasonSchema } from '../../../gen/tieout/verification/v1/parts_pb.ts';
import type { TakeVerifierEventRequest } from '../../../gen/tieout/verification/v1/provider_pb.ts';
import { VerificationService } from '../../../gen/tieout/verification/v1/verification_service_pb.ts';
import {
  CheckState,
  CheckStatus,
  CompanyTypeSchema,
  VerifiedIdTypeSchema,
} from '../../../gen/tieout/verification/v1/vocabulary_pb.ts';
import { TieoutError } from '../../core/errors.ts';
import { checkEvent } from '../../core/identity/check-event.ts';
import type { CheckOutcome, CheckStatus as OutcomeStatus } from '../../core/identity/check-outcome.ts';
import { namesMatch, type PhoneReader } from '../../core/identity/compare-persons.ts';
import { type IbanReader, type IdType, idForm, masked, plainNumber } from '../../core/identity/id-formats.ts';
import { genderOf, wholeName } from '../../core/identity/person.ts';
import {
  type CompanyKind,
  type FailureCode,
  type IdentityKind,
  type IdentityRecord,
  NEWS_TEXT,
  type Verifier,
} from '../../ports/verification/verifier.ts';
import { askIdentity, NOT_IN_REGISTER } from '../../workflows/verification/ask-identity.ts';
import { enumNames } from '../enum-names.ts';
import { type Checking, type CheckingOptions, dayAt, keptAnswer } from './checking.ts';
import { corePerson, fieldMatchMessage, subjectOf } from './person-of.ts';
import { providerFailed } from './provider-failure.ts';

export interface ProviderOptions extends CheckingOptions {
  readonly verifier: Verifier;
  /** Secret that signs the provider's events; null if none are accepted. */
  readonly webhookSecret: string | null;
  readonly readPhone: PhoneReader;
  readonly readIban: IbanReader;
}

const methods = VerificationService.method;
const idTypes = enumNames(VerifiedIdTypeSchema).names;
const companyTypes = enumNames(CompanyTypeSchema).names;

/** Most seconds between an event's time and now. */
const WINDOW_S = 300;

export function providerRoutes(check: Checking, options: ProviderOptions) {
  const { verifier, webhookSecret, readPhone, readIban, store, clock, digest, keepMs } = options;
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
        ...(record !== null && person !== undefined && { subject: subjectOf({ person }, today) }),
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
      });
      // If another check has the same reference, events would never reach this one.
      if (news.answer['checkId'] !== checkId)
        return { outcome: failed('provider_not_understood'), details: { provider } };
      const reasons = [{ code: 'visit_pending', detail: 'Somebody was asked to visit the address.' }];
      return {
        outcome: { status: 'review', state: 'in_progress', reasons, source },
        details: {
          provider,
          providerReference,
          subStatus: 'visit_pending',
          ...(callbackId !== undefined && { callbackId }),
        },
      };
    }),

    async takeVerifierEvent({ body, timestamp = '', signature = '' }: TakeVerifierEventRequest) {
      const bytes = body ?? new Uint8Array();
      if (webhookSecret === null || !isSigned({ bytes, timestamp, signature, secret: webhookSecret })) {
        throw new TieoutError('unauthenticated', 'The event is not signed as it must be');
      }
      const now = clock();
      if (Math.abs(now / 1_000 - Number(timestamp)) > WINDOW_S) {
        throw new TieoutError('unauthenticated', 'The event is older or newer than five minutes');
      }
      const event = eventOf(bytes);
      if (event === null) throw new TieoutError('usage', 'The event is not JSON with event_id, reference and status');
      const [known] = await store.checks.get(NEWS, [event.reference]);
      if (known === undefined) throw new TieoutError('not_found', 'There is no check with that reference');
      const isFirst = await store.checks.use(`verifier ${event.id}`, now + keepMs);
      if (!isFirst) return { status: 'duplicate' };
      const { tenant, partner, checkId } = known.answer as unknown as {
        tenant: string;
        partner: string;
        checkId: string;
      };
      const scope = { tenant, partner };
      const [kept] = await store.checks.get(scope, [checkId]);
      // The check was deleted with its subject meanwhile.
      if (kept === undefined) return { status: 'accepted' };
      const method = methods.verifierCheckAddress;
      const isVerified = event.status === 'verified';
      const changed = create(method.output, {
        ...keptAnswer(method, kept),
        status: isVerified ? CheckStatus.VERIFIED : CheckStatus.NOT_VERIFIED,
        state: CheckState.COMPLETE,
        subStatus: event.status,
        reasons: isVerified
          ? []
          : [create(ReasonSchema, { code: 'address_not_verified', detail: 'The visit did not confirm the address.' })],
      });
      await store.checks.update(scope, checkId, {
        message: Buffer.from(toBinary(method.output, changed)).toString('base64'),
      });
      const outcome = { status: isVerified ? 'verified' : 'not_verified', reasons: changed.reasons, source } as const;
      const { subjectRef, route } = kept;
      await store.outbox.add([
        checkEvent({ scope, checkId, route, subjectRef, outcome, at: new Date(now).toISOString() }, digest),
      ]);
      return { status: 'accepted' };
    },
  };
}

/** A scope that no tenant has, because tenant ids contain no space. */
const NEWS = { tenant: ' verifier', partner: ' news' };

interface Signed {
  readonly bytes: Uint8Array;
  readonly timestamp: string;
  readonly signature: string;
  readonly secret: string;
}

function isSigned({ bytes, timestamp, signature, secret }: Signed): boolean {
  if (!/^\d{1,12}$/.test(timestamp) || !/^[0-9a-f]{64}$/i.test(signature)) return false;
  const wanted = createHmac('sha256', secret).update(`${timestamp}.`).update(bytes).digest();
  return timingSafeEqual(wanted, Buffer.from(signature, 'hex'));
}

interface VerifierEvent {
  readonly id: string;
  readonly reference: string;
  /** 'verified'; any other status means that it is not. */
  readonly status: string;
}

function eventOf(bytes: Uint8Array): VerifierEvent | null {
  try {
    const { event_id: id, reference, status } = JSON.parse(Buffer.from(bytes).toString()) as Record<string, unknown>;
    const isText = (value: unknown): value is string => typeof value === 'string' && NEWS_TEXT.test(value);
    return isText(id) && isText(reference) && isText(status) ? { id, reference, status: status.toLowerCase() } : null;
  } catch {
    return null;
  }
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
