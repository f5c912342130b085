// What is said of a provider that did not answer as it should: an error with its reason, never a verification.

import type { CheckOutcome, CheckSource } from '../../core/identity/check-outcome.ts';
import type { FailureCode } from '../../ports/verification/verifier.ts';

const WORDS: Readonly<Record<FailureCode, string>> = {
  provider_timeout: 'The provider did not answer in time.',
  provider_unreachable: 'The provider could not be reached.',
  provider_refused: 'The provider refused the question.',
  provider_not_understood: 'The provider answered what is no record.',
  provider_not_configured: 'No provider is configured.',
};

export const providerFailed = (code: FailureCode, source: CheckSource): CheckOutcome => ({
  status: 'error',
  reasons: [{ code, detail: WORDS[code] }],
  source,
});
