// The outcome if a provider fails: an error with its reason, never a verification.

import type { CheckOutcome, CheckSource } from '../../core/identity/check-outcome.ts';
import type { FailureCode } from '../../ports/verification/verifier.ts';
import { failureReason } from '../../workflows/verification/ask-identity.ts';

export const providerFailed = (code: FailureCode, source: CheckSource): CheckOutcome => ({
  status: 'error',
  reasons: [failureReason(code)],
  source,
});
