// What every check of the verification service has in common, whichever route asks: consent where it is configured, the
// check's id and time, its common fields in the answer, and its keeping. A route says what it computes and what its own
// fields are; a new route is one file beside this one and one line in verification.ts.

import { type DescMessage, type MessageShape, toBinary } from '@bufbuild/protobuf';
import { CheckStateSchema, CheckStatusSchema } from '../../../gen/tieout/verification/v1/vocabulary_pb.ts';
import type { CheckOutcome } from '../../core/identity/check-outcome.ts';
import { enumNumber } from '../enum-names.ts';
import type { CallContext } from '../services.ts';
import { InvalidRequest } from '../validation/problems.ts';

export interface CheckingOptions {
  readonly clock: () => number;
  readonly newId: () => string;
  /** Whether a request without consent_ref is refused. */
  readonly requiresConsent: boolean;
}

/** Fields that every request of a check has. */
export interface CheckRequest {
  readonly requestId?: string | undefined;
  readonly subjectRef?: string | undefined;
  readonly consentRef?: string | undefined;
  readonly tenantId?: string | undefined;
  readonly partnerId?: string | undefined;
  readonly store?: boolean | undefined;
}

/** What a route computes: the outcome of every check, and fields of its own answer. */
export interface Computed<Details> {
  readonly outcome: CheckOutcome;
  readonly details: Details;
}

export interface ComputeContext extends CallContext {
  readonly checkId: string;
  /** Milliseconds since 1970. */
  readonly now: number;
}

export type Compute<Request, Details> = (
  request: Request,
  context: ComputeContext,
) => Promise<Computed<Details>> | Computed<Details>;

export type Checking = <Input extends DescMessage, Details extends object>(
  /** As its path has it. */
  route: string,
  input: Input,
  compute: Compute<MessageShape<Input>, Details>,
) => (message: MessageShape<Input>, context: CallContext) => Promise<Details & CommonAnswer>;

export type CommonAnswer = ReturnType<typeof commonAnswer>;

const statuses = enumNumber(CheckStatusSchema);
const states = enumNumber(CheckStateSchema);

export function createChecking({ clock, newId, requiresConsent }: CheckingOptions): Checking {
  return (_route, _input, compute) => async (message, context) => {
    const asked = message as unknown as CheckRequest;
    if (requiresConsent && !asked.consentRef) {
      throw new InvalidRequest([{ type: 'consent_required', path: ['consent_ref'], msg: 'is required here' }]);
    }
    const checkId = newId();
    const now = clock();
    const { outcome, details } = await compute(message, { ...context, checkId, now });
    return { ...commonAnswer({ checkId, now, outcome }), ...details };
  };
}

export interface Finished {
  readonly checkId: string;
  readonly now: number;
  readonly outcome: CheckOutcome;
}

export function commonAnswer({ checkId, now, outcome }: Finished) {
  const { status, state = 'complete', score, reasons, warnings = [], source } = outcome;
  return {
    checkId,
    status: statuses(status),
    state: states(state),
    ...(score !== undefined && { score: rounded(score) }),
    reasons: reasons.map((reason) => ({ ...reason })),
    warnings: [...warnings],
    source: { ...source },
    createdAt: new Date(now).toISOString(),
  };
}

/** Four digits: more are noise, and tests and people compare them. */
export const rounded = (score: number): number => Math.round(score * 10_000) / 10_000;

/** By this two requests are the same: everything but the id that they share. */
export const bodyOf = (input: DescMessage, message: CheckRequest): Uint8Array =>
  toBinary(input, { ...message, requestId: undefined } as never);
