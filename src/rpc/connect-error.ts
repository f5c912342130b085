// A failure in the form of Connect, gRPC and gRPC-Web: the code of the table, the sentence, and for an invalid request
// the violations as details.

import { violationsToProto } from '@bufbuild/protovalidate';
import { Code, ConnectError } from '@connectrpc/connect';
import type { RpcCode } from '../core/error-kinds.ts';
import { statusOf, TieoutError } from '../core/errors.ts';
import { InvalidRequest } from './validation/problems.ts';

const CODES: Readonly<Record<RpcCode, Code>> = {
  invalid_argument: Code.InvalidArgument,
  unauthenticated: Code.Unauthenticated,
  not_found: Code.NotFound,
  failed_precondition: Code.FailedPrecondition,
  resource_exhausted: Code.ResourceExhausted,
  unimplemented: Code.Unimplemented,
  unavailable: Code.Unavailable,
  internal: Code.Internal,
};

export const codeOf = (name: RpcCode): Code => CODES[name];

/** Never fails: a failure that cannot be written is a defect. */
export function toConnectError(error: TieoutError): ConnectError {
  try {
    return writtenError(error);
  } catch {
    return new ConnectError('Internal Server Error', Code.Internal);
  }
}

function writtenError(error: TieoutError): ConnectError {
  const details: { desc: ReturnType<typeof violationsToProto>[1]; value: ReturnType<typeof violationsToProto>[0] }[] =
    [];
  if (error instanceof InvalidRequest && error.violations.length > 0) {
    const [value, desc] = violationsToProto([...error.violations]);
    details.push({ desc, value });
  }
  return new ConnectError(error.sentence, codeOf(statusOf(error).rpc), undefined, details, error);
}

/** Used for failures while the body is read, before the call begins. */
export function throwAsConnectError(error: unknown): never {
  throw error instanceof TieoutError ? toConnectError(error) : error;
}
