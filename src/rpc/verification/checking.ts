// The common part of all checks: consent where configured, id and time, the common fields of answers, and storing
// checks for requests that name tenant and partner. The same request_id with the same body gets the stored check, and
// no provider is asked twice. A route only computes its outcome and its own fields; a new route is a function in a file
// beside this one.

import {
  create,
  type DescMessage,
  type DescMethodUnary,
  fromBinary,
  getOption,
  type MessageInitShape,
  type MessageShape,
  toBinary,
} from '@bufbuild/protobuf';
import { http } from '../../../gen/google/api/annotations_pb.ts';
import { VerificationService } from '../../../gen/tieout/verification/v1/verification_service_pb.ts';
import { CheckStateSchema, CheckStatusSchema } from '../../../gen/tieout/verification/v1/vocabulary_pb.ts';
import { TieoutError } from '../../core/errors.ts';
import { checkEvent } from '../../core/identity/check-event.ts';
import type { CheckOutcome } from '../../core/identity/check-outcome.ts';
import { dayAt } from '../../core/money/calendar.ts';
import type { KeptCheck, Scope } from '../../core/records/documents/check.ts';
import type { ScreeningSubject } from '../../core/screening/entities/listed-entity.ts';
import type { Store } from '../../ports/store.ts';
import { type KeptScreening, keepSubject } from '../../workflows/verification/kept-subjects.ts';
import { enumNumber } from '../enum-names.ts';
import { rounded } from '../plain-values.ts';
import type { CallContext } from '../services.ts';
import { InvalidRequest } from '../validation/problems.ts';
import { type Naming, subjectOfRequest } from './person-of.ts';

export interface CheckingOptions extends KeptScreening {
  readonly digest: (bytes: Uint8Array | string) => string;
  readonly store: KeptScreening['store'] & Pick<Store, 'checks' | 'leases'>;
  /** How long a check is kept, and how long at least what is about a subject. */
  readonly keepMs: number;
  readonly holdMs: number;
  /** Whether a request without consent_ref is refused. */
  readonly requiresConsent: boolean;
}

/** Fields that every request of a check has, and those that name somebody. */
export interface CheckRequest extends Naming {
  readonly requestId?: string | undefined;
  readonly subjectRef?: string | undefined;
  readonly consentRef?: string | undefined;
  readonly tenantId?: string | undefined;
  readonly partnerId?: string | undefined;
  readonly store?: boolean | undefined;
}

/** A route's result: the common outcome, and the fields of its own answer. */
interface Computed<Details> {
  readonly outcome: CheckOutcome;
  readonly details: Details;
  /** Fields that are stored differently: masked, or not at all. */
  readonly kept?: Partial<Details>;
  /** The subject that it is kept with, in place of the request's; null: it is not kept. */
  readonly keptAs?: string | null;
  /** Whether whom the request names replaces the subject that is kept; else it is kept only where none is. */
  readonly replaces?: boolean;
  /** Whether whom the request names is looked for, and need not be the subject. */
  readonly isSearch?: boolean;
  /** What the route's answer has besides once the subject is stored. */
  readonly afterKept?: () => Promise<Partial<Details>>;
}

interface ComputeContext extends CallContext {
  readonly checkId: string;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** Owner of the check; null if the request names none, and then nothing is looked up or stored. */
  readonly scope: Scope | null;
  /** Whose turn it takes for pictures: the tenant, or an empty text. */
  readonly lane: string;
}

type Compute<Request, Details> = (
  request: Request,
  context: ComputeContext,
) => Promise<Computed<Details>> | Computed<Details>;

/** The route's own fields; absent ones are omitted. */
type Own<Method extends DescMethodUnary> = Partial<
  Omit<MessageInitShape<Method['output']>, '$typeName' | '$unknown' | 'checkId' | 'status' | 'state' | 'reasons'>
>;

export type Checking = <Method extends DescMethodUnary>(
  method: Method,
  compute: Compute<MessageShape<Method['input']>, Own<Method>>,
) => (message: MessageShape<Method['input']>, context: CallContext) => Promise<MessageInitShape<Method['output']>>;

const statuses = enumNumber(CheckStatusSchema);
const states = enumNumber(CheckStateSchema);

/** The route as in its path: edt/liveliness_check. */
export const routeOf = (method: DescMethodUnary): string =>
  (getOption(method, http).pattern.value as string).replace('/v1/', '');

export const methodsByRoute: ReadonlyMap<string, DescMethodUnary> = new Map(
  VerificationService.methods.flatMap((one) =>
    one.methodKind === 'unary' ? [[routeOf(one as never), one as never] as const] : [],
  ),
);

const scopeOf = ({ tenantId, partnerId }: CheckRequest): Scope | null =>
  tenantId && partnerId ? { tenant: tenantId, partner: partnerId } : null;

export function createChecking(options: CheckingOptions): Checking {
  const { clock, newId, digest, store, keepMs, holdMs, requiresConsent } = options;
  return (method, compute) => async (message, context) => {
    const asked = message as unknown as CheckRequest;
    if (requiresConsent && !asked.consentRef) {
      throw new InvalidRequest([{ type: 'consent_required', path: ['consent_ref'], msg: 'is required here' }]);
    }
    const now = clock();
    const route = routeOf(method);
    const scope = scopeOf(asked);
    const named = scope === null || !asked.requestId ? null : [scope.tenant, scope.partner, route, asked.requestId];
    const checkId = named === null ? newId() : digest(JSON.stringify(named)).slice(0, 32);
    // The digest includes the id, so one body under two ids has two digests.
    const body = { ...message, requestId: undefined };
    const requestDigest = digest(checkId + digest(toBinary(method.input, body as never)));
    const again = (kept: KeptCheck) => {
      if (kept.requestDigest !== requestDigest) {
        throw new TieoutError('request_reused', 'The request_id was used with another body.');
      }
      return keptAnswer(method, kept) as never;
    };
    if (named !== null) {
      const [kept] = await store.checks.get(scope!, [checkId]);
      if (kept !== undefined && kept.expiresAt > now) return again(kept);
    }
    const {
      outcome,
      details,
      kept,
      keptAs,
      replaces = false,
      isSearch = false,
      afterKept,
    } = await compute(message, {
      ...{ ...context, checkId, now, scope },
      lane: asked.tenantId ?? '',
    });
    const before = { ...commonAnswer({ checkId, now, outcome }), ...details };
    // A failed check may succeed when it is repeated, so it is not stored.
    if (scope === null || outcome.status === 'error' || keptAs === null) return before as never;
    const subjectRef = keptAs ?? (asked.subjectRef || null);
    // The subject is stored before the check: an interrupted caller repeats the call and finds no finished check.
    const actor = context.caller.id;
    const whom = subjectOfRequest(asked, dayAt(now));
    const known = subjectRef === null ? null : await store.subjects.get(scope, subjectRef);
    const isKept = !!asked.store && subjectRef !== null && whom !== null && (replaces || known === null);
    const subjectId = isKept
      ? (await keepSubject(options, { scope, subjectRef, of: whom, actor })).subjectId
      : (known?.subjectId ?? null);
    const expiresAt = now + Math.max(keepMs, subjectRef === null ? 0 : holdMs);
    const answer = {
      ...{ ...before, ...(isKept && (await afterKept?.())) },
      ...(asked.store && subjectId === null && { warnings: [...before.warnings, NOBODY_KEPT] }),
    };
    const own = whom === null || subjectRef === null || isSearch ? {} : keptAbout(whom);
    const stored = create(method.output, { ...answer, ...kept } as never);
    const first = await store.checks.add({
      ...{ scope, checkId, route, requestDigest, subjectRef, actor, batchId: null },
      ...{ createdAt: now, expiresAt, answer: { ...keptMessage(method.output, stored as never), ...own } },
      ...{ status: outcome.status, state: outcome.state ?? 'complete' },
    });
    await store.outbox.add([checkEvent({ scope, checkId, route, subjectId, outcome, at: answer.createdAt }, digest)]);
    // The first of two simultaneous checks counts for both.
    return first.requestDigest === requestDigest && first.createdAt === now ? (answer as never) : again(first);
  };
}

const NOBODY_KEPT = 'No subject is kept for ongoing screening: the request names nobody.';

/** Of whom a check was, as a report on it names them: other data than the subject's may have been checked. */
export type CheckedAbout = {
  readonly names: readonly string[];
  readonly birthDates: readonly string[];
};

/** What is kept beside the answer of a check about a subject, with which it is erased. */
export const keptAbout = ({ names, birthDates }: ScreeningSubject): { readonly about: CheckedAbout } => ({
  about: { names: [...new Set(names)], birthDates },
});

export const aboutOf = ({ answer }: KeptCheck): CheckedAbout | null =>
  (answer['about'] as unknown as CheckedAbout | undefined) ?? null;

export const keptMessage = <Desc extends DescMessage>(desc: Desc, message: MessageShape<Desc>) => ({
  message: base64(toBinary(desc, message)),
});

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');

export const keptAnswer = <Method extends DescMethodUnary>(method: Method, { answer }: KeptCheck) =>
  fromBinary(method.output, Buffer.from(answer['message'] as string, 'base64')) as MessageShape<Method['output']>;

interface Finished {
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
