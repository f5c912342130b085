// Signing and reopening a session, as messages.

import type { PeopleService } from '../../../gen/tieout/people/v1/people_service_pb.ts';
import { SignAsSchema } from '../../../gen/tieout/people/v1/sign_off_pb.ts';
import type { Act } from '../../core/people/act.ts';
import type { Signature, SignOff } from '../../core/people/sign-off.ts';
import type { SessionKey } from '../../core/records/session-key.ts';
import type { PeopleDependencies } from '../../workflows/people/match-by-hand.ts';
import { reopenSession, signOffOfSession, signSession } from '../../workflows/people/sign-session.ts';
import { requireRole } from '../callers/roles.ts';
import { enumNames } from '../enum-names.ts';
import { instant } from '../plain-values.ts';
import { foundOrThrow, sessionOf } from '../reporting/asked-session.ts';
import { signatureMessage } from '../reporting/statement-message.ts';
import type { ServiceHandlers } from '../services.ts';
import type { StatementNow } from './statement-now.ts';

type SignOffMethod = 'signOff' | 'getSignOff' | 'reopenSession';

export function signOffHandlers(
  deps: PeopleDependencies & { readonly statementNow: StatementNow },
): Required<Pick<ServiceHandlers<typeof PeopleService>, SignOffMethod>> {
  return {
    async signOff(request, context) {
      const { caller } = context;
      const key = sessionOf(request);
      const as = enumNames(SignAsSchema).names.get(request.as!) as Signature['as'];
      if (as === 'reviewed') requireRole(caller, 'review');
      const { statementDigest: digest = '', note = null } = request;
      const now = (contentType: string) => deps.statementNow(key, contentType, context);
      const signed = await signSession(deps, { key, as, digest, note, by: caller.id, branches: caller.branches, now });
      return { signOff: signOffMessage(key, signed) };
    },

    async getSignOff(request) {
      const key = sessionOf(request);
      foundOrThrow(await deps.store.sessions.get(key), key);
      const { signOff, acts } = await signOffOfSession(deps.store, key);
      return { signOff: signOffMessage(key, signOff), events: acts.map(eventMessage) };
    },

    async reopenSession(request, { caller }) {
      const key = sessionOf(request);
      const reopening = { key, reason: request.reason ?? '', by: caller.id, branches: caller.branches };
      return { signOff: signOffMessage(key, await reopenSession(deps, reopening)) };
    },
  };
}

const signOffMessage = ({ session }: SessionKey, { state, signatures }: SignOff) => ({
  ...{ sessionId: session, state, signatures: signatures.map(signatureMessage) },
});

const eventMessage = ({ verb, by, at, content }: Act) => ({
  ...{ event: verb, by: by ?? undefined, at: instant(at) },
  statementDigest: content['digest'] as string | undefined,
  reason: content['reason'] as string | undefined,
});
