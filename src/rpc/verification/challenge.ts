// The active liveness challenge. A call without a token issues one; a call with it and its frames is judged once. The
// token is signed, bound to its subject, and used up in the store before a frame is examined, so that of two
// simultaneous calls one counts.

import { createHmac, timingSafeEqual } from 'node:crypto';
import { VerificationService } from '../../../gen/tieout/verification/v1/verification_service_pb.ts';
import { drawActions, type Frame, judgeChallenge } from '../../core/faces/challenge.ts';
import { CHALLENGE_MS, type Challenge, challengeText, readChallenge } from '../../core/faces/challenge-token.ts';
import { oneFace } from '../../core/faces/one-face.ts';
import { type CheckOutcome, OWN_SOURCE } from '../../core/identity/check-outcome.ts';
import type { Reason } from '../../core/records/documents/check.ts';
import type { Imaging } from '../../ports/verification/imaging.ts';
import { InvalidRequest } from '../validation/problems.ts';
import type { Checking, CheckingOptions, CheckRequest } from './checking.ts';
import { IMAGES, imagingFailed, sentFile } from './sent-file.ts';

export interface ChallengeOptions extends Pick<CheckingOptions, 'store' | 'digest' | 'newId'> {
  readonly imaging: Imaging;
  /** Key for signing tokens, equal in all processes. */
  readonly challengeSecret: string;
  /** An unpredictable whole number, 0 <= n < of. */
  readonly draw: (of: number) => number;
}

const method = VerificationService.method.checkEdtLiveliness;

/** Allowance for the phone's clock and the transfer of frames. */
const SLACK_MS = 5_000;

export function challengeRoutes(check: Checking, options: ChallengeOptions) {
  const { store, digest, newId, imaging, challengeSecret, draw } = options;
  const boundTo = ({ tenantId, partnerId, subjectRef }: CheckRequest): string =>
    digest(JSON.stringify([tenantId ?? '', partnerId ?? '', subjectRef ?? ''])).slice(0, 32);
  const sign = (text: string): string => createHmac('sha256', challengeSecret).update(text).digest('base64url');

  function issue(request: CheckRequest, now: number) {
    const challenge = { id: newId(), actions: drawActions(draw), issuedAt: now, boundTo: boundTo(request) };
    const text = Buffer.from(challengeText(challenge)).toString('base64url');
    return {
      outcome: { status: 'review', state: 'pending', reasons: [ISSUED], source: OWN_SOURCE } as const,
      details: {
        ...{ challengeToken: `${text}.${sign(text)}`, challenge: [...challenge.actions] },
        expiresAt: new Date(now + CHALLENGE_MS).toISOString(),
      },
    };
  }

  /** Null if the token was not signed here. */
  function opened(token: string): Challenge | null {
    const [text = '', signature = ''] = token.split('.');
    const [given, wanted] = [Buffer.from(signature), Buffer.from(sign(text))];
    if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) return null;
    return readChallenge(Buffer.from(text, 'base64url').toString());
  }

  return {
    checkEdtLiveliness: check(method, async (request, { now, lane }) => {
      const { challengeToken, frames } = request;
      if (!challengeToken) {
        if (frames.length > 0) throw refused('challenge_token', 'is required with frames');
        return issue(request, now);
      }
      if (frames.length === 0) throw refused('frames', 'must hold the frames that answer the challenge');
      requireOrder(frames.map(({ tMs }) => tMs ?? 0));
      const files = frames.map(({ image }, at) => sentFile(image, { path: ['frames', at, 'image'], types: IMAGES }));
      const challenge = opened(challengeToken);
      if (challenge === null || challenge.boundTo !== boundTo(request)) return failed(NOT_OURS);
      if (now > challenge.issuedAt + CHALLENGE_MS) return failed(EXPIRED);
      const span = frames.at(-1)!.tMs! - frames[0].tMs!;
      if (span > now - challenge.issuedAt + SLACK_MS) return failed(TOO_LONG);
      const isFirst = await store.checks.use(`challenge ${challenge.id}`, challenge.issuedAt + 2 * CHALLENGE_MS);
      if (!isFirst) return { ...failed(REPLAYED), details: { live: false, replay: true } };

      const judged: Frame[] = [];
      for (const [at, bytes] of files.entries()) {
        const found = await imaging.ask('faces', { bytes }, lane);
        if (found.outcome === 'failed') {
          return {
            outcome: imagingFailed(found.code, ['frames', at, 'image']),
            details: { live: false, replay: false },
          };
        }
        const { face, reasons } = oneFace(found.answer, { image: `frames[${at}]` });
        if (reasons.some(({ code }) => code === 'several_faces')) return failed(reasons[0]);
        judged.push({ tMs: frames[at].tMs!, face });
      }
      const { actions, isSamePerson } = judgeChallenge(challenge.actions, judged);
      const outcome = outcomeOf({ actions, isSamePerson, hasFace: judged.some(({ face }) => face !== null) });
      return {
        outcome,
        details: {
          ...{ live: outcome.status === 'review', replay: false, challenge: [...challenge.actions] },
          actions: actions.map(({ action, atMs }) => ({
            ...{ action, seen: atMs !== null },
            ...(atMs !== null && { atMs }),
          })),
          ...(isSamePerson !== null && { samePersonAcrossFrames: isSamePerson }),
        },
      };
    }),
  };
}

const refused = (field: string, msg: string) => new InvalidRequest([{ type: 'challenge', path: [field], msg }]);

function requireOrder(times: readonly number[]): void {
  const wrong = times.findIndex((time, at) => at > 0 && time <= times[at - 1]);
  if (wrong < 0) return;
  const msg = 'must be later than that of the frame before';
  throw new InvalidRequest([{ type: 'challenge', path: ['frames', wrong, 't_ms'], msg }]);
}

const ISSUED: Reason = { code: 'challenge_issued', detail: 'The challenge waits for its frames.' };
const NOT_OURS: Reason = { code: 'challenge_invalid', detail: 'The token was not issued here for this subject.' };
const EXPIRED: Reason = { code: 'challenge_expired', detail: 'The challenge is older than two minutes.' };
const REPLAYED: Reason = { code: 'challenge_replayed', detail: 'The challenge was answered before.' };
const TOO_LONG: Reason = {
  code: 'frames_too_long',
  detail: 'The frames last longer than the challenge has been known.',
};
const NOT_MEASURED: Reason = {
  code: 'threshold_not_measured',
  detail: 'The challenge was met; how often a film or a mask meets it was not measured, so somebody has to look.',
};

/** Fails closed: the token is used up or was never valid, and nobody counts as live. */
const failed = (reason: Reason) => ({
  outcome: { status: 'not_verified', reasons: [reason], source: OWN_SOURCE } as const,
  details: { live: false, replay: false },
});

interface Judged {
  readonly actions: readonly { readonly action: string; readonly atMs: number | null }[];
  readonly isSamePerson: boolean | null;
  readonly hasFace: boolean;
}

function outcomeOf({ actions, isSamePerson, hasFace }: Judged): CheckOutcome {
  if (!hasFace) {
    const reasons = [{ code: 'no_face', detail: 'No face was found in any frame.' }];
    return { status: 'error', reasons, source: OWN_SOURCE };
  }
  const reasons: Reason[] = actions
    .filter(({ atMs }) => atMs === null)
    .map(({ action }) => ({ code: 'action_not_seen', detail: `The frames do not show ${action} in its turn.` }));
  if (isSamePerson === null) reasons.push({ code: 'too_few_frames', detail: 'Fewer than two frames show a face.' });
  if (isSamePerson === false) reasons.push({ code: 'person_changed', detail: 'The frames show different people.' });
  return reasons.length > 0
    ? { status: 'not_verified', reasons, source: OWN_SOURCE }
    : { status: 'review', score: 1, reasons: [NOT_MEASURED], source: OWN_SOURCE };
}
