// What every failure says beside its sentence: its code, and where the code is explained. RPC has it as the standard
// detail ErrorInfo.

import { create } from '@bufbuild/protobuf';
import { type ErrorInfo, ErrorInfoSchema } from '../../gen/google/rpc/error_details_pb.ts';
import type { ErrorCode } from '../core/error-kinds.ts';

/** The page with the table of codes. */
export const ERRORS_PAGE = '/errors';

export const errorInfo = (code: ErrorCode): ErrorInfo =>
  create(ErrorInfoSchema, { reason: code, domain: 'tieout', metadata: { help: `${ERRORS_PAGE}#${code}` } });
