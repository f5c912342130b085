// Why something could not be shown or done: a sentence for a person, with the code and the request's id for whoever is
// asked for help.

import { Code, ConnectError } from '@connectrpc/connect';
import { ErrorInfoSchema } from '../../../gen/google/rpc/error_details_pb.ts';

export interface Failure {
  readonly sentence: string;
  /** A code of the table at /errors; `away` where the service did not answer. */
  readonly code: string;
  readonly requestId: string | null;
}

export const AWAY = 'away';

export function failureOf(error: unknown): Failure {
  if (!(error instanceof ConnectError)) return answeredNot(error);
  const code = error.findDetails(ErrorInfoSchema)[0]?.reason;
  const requestId = error.metadata.get('x-request-id');
  if (code === undefined && (error.code === Code.Unknown || error.code === Code.Unavailable)) return answeredNot(error);
  return { sentence: error.rawMessage, code: code ?? Code[error.code], requestId };
}

function answeredNot(error: unknown): Failure {
  if (error instanceof Refused) return error.failure;
  return {
    sentence:
      'The service did not answer. Nothing that you see is lost; look whether it runs and whether the network does.',
    code: AWAY,
    requestId: null,
  };
}

/** A refusal of a route that is no RPC. */
export class Refused extends Error {
  readonly failure: Failure;

  constructor(failure: Failure) {
    super(failure.sentence);
    this.failure = failure;
  }
}

/** The answer of a JSON route. Throws Refused. */
export async function jsonOf(answer: Response): Promise<unknown> {
  const body = await answer.json().catch(() => null);
  if (answer.ok) return body;
  const { detail, reason, code, request_id: requestId } = (body ?? {}) as Record<string, unknown>;
  const sentence = reason ?? (Array.isArray(detail) ? detail.map(({ msg }) => msg).join('; ') : detail);
  throw new Refused({
    sentence: typeof sentence === 'string' ? sentence : `The service answered ${answer.status}.`,
    code: typeof code === 'string' ? code : String(answer.status),
    requestId: typeof requestId === 'string' ? requestId : answer.headers.get('x-request-id'),
  });
}
