// Asks a provider for its record of a number, and compares it with a person here. The provider's own statement that it
// is the same person does not count. A failing provider is reported by its code.

import type { FieldMatch } from '../../core/identity/check-outcome.ts';
import { type Comparing, comparePersons } from '../../core/identity/compare-persons.ts';
import { plainNumber } from '../../core/identity/id-formats.ts';
import type { Person } from '../../core/identity/person.ts';
import type { CheckStatus, Reason } from '../../core/records/documents/check.ts';
import type { FailureCode, IdentityKind, IdentityRecord, Verifier } from '../../ports/verification/verifier.ts';

interface IdentityQuestion extends Comparing {
  readonly kind: IdentityKind;
  readonly number: string;
  /** Null: nobody to compare the record with. */
  readonly person: Person | null;
}

interface AskedIdentity {
  readonly status: CheckStatus;
  readonly score?: number | undefined;
  readonly reasons: readonly Reason[];
  readonly warnings?: readonly string[];
  /** Null: the provider knows nobody, or failed. */
  readonly record: IdentityRecord | null;
  readonly fields: readonly FieldMatch[];
}

const WORDS: Readonly<Record<FailureCode, string>> = {
  provider_timeout: 'The provider did not answer in time.',
  provider_unreachable: 'The provider could not be reached.',
  provider_refused: 'The provider refused the question.',
  provider_not_understood: 'The provider answered what is no record.',
  provider_not_configured: 'No provider is configured.',
};

export const failureReason = (code: FailureCode): Reason => ({ code, detail: WORDS[code] });

export const NOT_IN_REGISTER: Reason = { code: 'not_in_register', detail: 'The register knows nobody by that number.' };

export async function askIdentity(
  verifier: Verifier,
  { kind, number, person, ...comparing }: IdentityQuestion,
): Promise<AskedIdentity> {
  const found = await verifier.identity(kind, plainNumber(number));
  if (found.outcome === 'failed') {
    return { status: 'error', reasons: [failureReason(found.code)], record: null, fields: [] };
  }
  if (found.outcome === 'unknown')
    return { status: 'not_verified', reasons: [NOT_IN_REGISTER], record: null, fields: [] };
  const { record } = found;
  if (person === null) {
    const reasons = [{ code: 'nobody_to_compare', detail: 'No person was given to compare the record with.' }];
    return { status: 'review', reasons, record, fields: [] };
  }
  return { ...comparePersons(person, withoutNulls(record), comparing), record };
}

const withoutNulls = ({
  firstName,
  middleName,
  lastName,
  dateOfBirth,
  gender,
  phoneNumber,
}: IdentityRecord): Person => ({
  ...{ firstName: firstName ?? undefined, middleName: middleName ?? undefined, lastName: lastName ?? undefined },
  ...{ dateOfBirth: dateOfBirth ?? undefined, gender: gender ?? undefined, phoneNumber: phoneNumber ?? undefined },
});
