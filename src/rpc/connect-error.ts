// A failure in the form of Connect, gRPC and gRPC-Web: the code of the table and the sentence, with ErrorInfo as a detail,
// and for an invalid request the violations.

import type { DescMessage, Message } from '@bufbuild/protobuf';
import { violationsToProto } from '@bufbuild/protovalidate';
import { Code, ConnectError } from '@connectrpc/connect';
import { ErrorInfoSchema } from '../../gen/google/rpc/error_details_pb.ts';
import type { RpcCode } from '../core/error-kinds.ts';
import { statusOf, TieoutError } from '../core/errors.ts';
import { errorInfo } from './error-info.ts';
import { InvalidRequest } from './validation/problems.ts';

const CODES: Readonly<Record<RpcCode, Code>> = {
  invalid_argument: Code.InvalidArgument,
  unauthenticated: Code.Unauthenticated,
  permission_denied: Code.PermissionDenied,
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
  const details: { readonly desc: DescMessage; readonly value: Message }[] = [];
  if (error instanceof InvalidRequest && error.violations.length > 0) {
    const [value, desc] = violationsToProto([...error.violations]);
    details.push({ desc, value });
  }
  // Last, so that whoever looks at the first detail of an invalid request finds its violations.
  details.push({ desc: ErrorInfoSchema, value: errorInfo(error.code) });
  return new ConnectError(error.sentence, codeOf(statusOf(error).rpc), undefined, details, error);
}

/** Used for failures while the body is read, before the call begins. */
export function throwAsConnectError(error: unknown): never {
  throw error instanceof TieoutError ? toConnectError(error) : error;
}
