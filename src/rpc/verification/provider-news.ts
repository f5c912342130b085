// A provider's news of address checks: signed, timed, and each counted once. The later by the provider's time counts,
// whatever the order of arrival. A status that nobody here knows changes nothing and is an error in the log.

import { createHmac, timingSafeEqual } from 'node:crypto';
import { create, toBinary } from '@bufbuild/protobuf';
import { ReasonSchema } from '../../../gen/tieout/verification/v1/parts_pb.ts';
import type { TakeVerifierEventRequest } from '../../../gen/tieout/verification/v1/provider_pb.ts';
import { VerificationService } from '../../../gen/tieout/verification/v1/verification_service_pb.ts';
import { CheckStateSchema, CheckStatusSchema } from '../../../gen/tieout/verification/v1/vocabulary_pb.ts';
import { TieoutError } from '../../core/errors.ts';
import {
  type AddressStatus,
  compareNews,
  type NewsPlace,
  newsMeaning,
  newsPlace,
  plainStatus,
} from '../../core/identity/address-news.ts';
import { checkEvent } from '../../core/identity/check-event.ts';
import { parseDay } from '../../core/money/calendar.ts';
import type { Scope } from '../../core/records/documents/check.ts';
import type { Log } from '../../ports/log.ts';
import { NEWS_STATUS, NEWS_TEXT, type Verifier } from '../../ports/verification/verifier.ts';
import { enumNumber } from '../enum-names.ts';
import { type CheckingOptions, keptAnswer } from './checking.ts';

export interface ProviderNewsOptions extends Pick<CheckingOptions, 'store' | 'clock' | 'digest' | 'keepMs'> {
  readonly verifier: Verifier;
  /** Secret that signs the provider's events; null if none are accepted. */
  readonly webhookSecret: string | null;
  readonly log: Log;
}

/** Most seconds between an event's time and now. */
const WINDOW_S = 300;

/** How long after the provider was asked the check may still be on its way to the store. */
const STORED_WITHIN_MS = 600_000;

/** A scope that no tenant has, because tenant ids contain no space. */
export const NEWS = { tenant: ' verifier', partner: ' news' };

const method = VerificationService.method.verifierCheckAddress;
const statusNumber = enumNumber(CheckStatusSchema);
const stateNumber = enumNumber(CheckStateSchema);

export function providerNews({ verifier, webhookSecret, store, clock, digest, keepMs, log }: ProviderNewsOptions) {
  /** True if the news counts: it is later than all that was taken before, or was taken already. */
  async function applied({ scope, checkId, askedAt }: AskedVisit, news: News): Promise<boolean> {
    for (;;) {
      const [kept] = await store.checks.get(scope, [checkId]);
      if (kept === undefined) {
        // The provider may be faster than the call that asked it, whose check is stored last.
        if (clock() - askedAt < STORED_WITHIN_MS) {
          throw new TieoutError('not_found', 'There is no check with that reference yet: send the event again');
        }
        // The check was deleted with its subject meanwhile.
        return true;
      }
      const before = kept.answer['news'] as NewsPlace | undefined;
      const order = before === undefined ? 1 : compareNews(news.place, before);
      if (order < 0) return false;
      const { status, state, reasons } = newsMeaning(news.meaning);
      const changed = create(method.output, {
        ...keptAnswer(method, kept),
        ...{ status: statusNumber(status), state: stateNumber(state), subStatus: news.status },
        reasons: reasons.map((reason) => create(ReasonSchema, reason)),
      });
      const message = Buffer.from(toBinary(method.output, changed)).toString('base64');
      const answer = { ...kept.answer, message, news: [...news.place] };
      // Other news that was taken meanwhile is compared anew.
      if (order > 0 && !(await store.checks.update(scope, checkId, { answer, status, state }, kept.answer))) continue;
      const { subjectRef, route } = kept;
      const subject = subjectRef === null ? null : await store.subjects.get(scope, subjectRef);
      const subjectId = subject?.subjectId ?? null;
      const outcome = { status, state, reasons, source: { provider: verifier.name, version: '1' } };
      const at = new Date(clock()).toISOString();
      const event = { scope, checkId, route, subjectId, outcome, at, revision: news.place.join(' ') };
      await store.outbox.add([checkEvent(event, digest)]);
      return true;
    }
  }

  return {
    async takeVerifierEvent({ body, timestamp = '', signature = '' }: TakeVerifierEventRequest) {
      const bytes = body ?? new Uint8Array();
      if (webhookSecret === null || !isSigned({ bytes, timestamp, signature, secret: webhookSecret })) {
        throw new TieoutError('unauthenticated', 'The event is not signed as it must be');
      }
      const now = clock();
      if (Math.abs(now / 1_000 - Number(timestamp)) > WINDOW_S) {
        throw new TieoutError('unauthenticated', 'The event is older or newer than five minutes');
      }
      const event = eventOf(bytes, Number(timestamp) * 1_000);
      if (event === null) {
        throw new TieoutError(
          'usage',
          'The event is not JSON with event_id, reference, status and, if given, the time occurred_at (RFC 3339)',
        );
      }
      if (event.at > now + WINDOW_S * 1_000) {
        throw new TieoutError('usage', 'The event has an occurred_at that lies ahead');
      }
      const [known] = await store.checks.get(NEWS, [event.reference]);
      if (known === undefined) throw new TieoutError('not_found', 'There is no check with that reference');
      const meaning = Object.hasOwn(verifier.addressStatuses, event.status)
        ? verifier.addressStatuses[event.status]
        : undefined;
      const { tenant, partner, checkId } = known.answer as unknown as Scope & { readonly checkId: string };
      if (meaning === undefined) {
        // The id is not used up: once the status is known here, the event can be sent again.
        log.error(
          { provider: verifier.name, status: event.status, check_id: checkId },
          'The provider sent a status of an address check that is not known: it changes nothing. Add it to VERIFIER_MAPPING.',
        );
        return { status: 'ignored' };
      }
      const news = { meaning, status: event.status, place: newsPlace(meaning, event.at) };
      const visit = { scope: { tenant, partner }, checkId, askedAt: known.createdAt };
      const counts = await applied(visit, news);
      // Used only now: if the process is lost before, the event is sent again and applied.
      const isFirst = await store.checks.use(`verifier ${event.id}`, now + keepMs);
      return { status: !isFirst ? 'duplicate' : counts ? 'accepted' : 'outdated' };
    },
  };
}

interface AskedVisit {
  readonly scope: Scope;
  readonly checkId: string;
  /** When the provider was asked, in milliseconds since 1970. */
  readonly askedAt: number;
}

interface News {
  readonly meaning: AddressStatus;
  /** In the provider's words. */
  readonly status: string;
  readonly place: NewsPlace;
}

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
  readonly status: string;
  /** Milliseconds since 1970. */
  readonly at: number;
}

const RFC_3339 = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?(?:Z|[+-]\d{2}:\d{2})$/;

/** An event without a time of its own happened when it was sent. */
function eventOf(bytes: Uint8Array, sentAt: number): VerifierEvent | null {
  try {
    const given = JSON.parse(Buffer.from(bytes).toString()) as Record<string, unknown>;
    const { event_id: id, reference, status, occurred_at: occurred = null } = given;
    const isText = (value: unknown, form: RegExp): value is string => typeof value === 'string' && form.test(value);
    if (!isText(id, NEWS_TEXT) || !isText(reference, NEWS_TEXT) || !isText(status, NEWS_STATUS)) return null;
    const isMoment = isText(occurred, RFC_3339) && parseDay(occurred.slice(0, 10)) !== null;
    const at = occurred === null ? sentAt : isMoment ? Date.parse(occurred) : Number.NaN;
    return Number.isNaN(at) ? null : { id, reference, status: plainStatus(status), at };
  } catch {
    return null;
  }
}
