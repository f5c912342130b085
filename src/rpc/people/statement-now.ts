// The statement of a session as it is now, for whoever signs: kept by the reporting service, under its digest.

import { create } from '@bufbuild/protobuf';
import type { ReportingService } from '../../../gen/tieout/reporting/v1/reporting_service_pb.ts';
import { KeepStatementRequestSchema, StatementFormat } from '../../../gen/tieout/reporting/v1/statement_pb.ts';
import { TieoutError } from '../../core/errors.ts';
import type { SessionKey } from '../../core/records/session-key.ts';
import type { CallContext, ServiceHandlers } from '../services.ts';

/** Answers the digest. */
export type StatementNow = (key: SessionKey, contentType: string, context: CallContext) => Promise<string>;

/** By media type without its parameters; others are workbooks. */
const FORMATS: Readonly<Record<string, StatementFormat>> = {
  'application/json': StatementFormat.JSON,
  'text/plain': StatementFormat.TEXT,
  'text/html': StatementFormat.HTML,
};

/** `reporting`: null where this process answers no reports. */
export const statementNow =
  (reporting: ServiceHandlers<typeof ReportingService> | null): StatementNow =>
  async ({ tenant, partner, session }, contentType, context) => {
    if (!reporting?.keepStatement) throw new TieoutError('not_built', 'Statements are not made by this process.');
    const format = FORMATS[contentType.split(';')[0]!.trim()] ?? StatementFormat.XLSX;
    const of = { tenantId: tenant, partnerId: partner, sessionId: session, format };
    const kept = await reporting.keepStatement(create(KeepStatementRequestSchema, of), { ...context, form: 'rpc' });
    return String((kept as { readonly digest?: string }).digest);
  };
