// The terms of a rematch, as two requests name them; only banking has them.

import { MatchingMethodSchema } from '../../gen/tieout/engine/v1/vocabulary_pb.ts';
import type { RematchTerms } from '../core/records/documents/decisions.ts';
import { decimalText } from './decimal-text.ts';
import { enumNames } from './enum-names.ts';

interface TermsRequest {
  readonly matchingMethod?: number | undefined;
  readonly amountTolerance?: number | undefined;
  readonly reconTimeSearchForward?: number | undefined;
  readonly reconTimeSearchBackward?: number | undefined;
}

export const rematchTerms = (request: TermsRequest): RematchTerms => ({
  method: enumNames(MatchingMethodSchema).names.get(request.matchingMethod ?? 0) ?? null,
  tolerance: request.amountTolerance === undefined ? null : decimalText(request.amountTolerance),
  daysForward: request.reconTimeSearchForward ?? null,
  daysBack: request.reconTimeSearchBackward ?? null,
});
