// Keeps the thread that reads reports running: the reporting service's handlers here only ask the thread.

import type { DescMethodUnary, Message } from '@bufbuild/protobuf';
import { ReportingService } from '../../../gen/tieout/reporting/v1/reporting_service_pb.ts';
import type { ConnectableStore } from '../../compose/open-store.ts';
import type { Log } from '../../ports/log.ts';
import type { CallContext, ServiceHandlers } from '../../rpc/services.ts';
import { callThread } from '../calls/host.ts';
import { threadOnStore } from '../runs/on-store.ts';
import type { ReportThreadStart } from './messages.ts';

interface ReportThreadOptions {
  readonly store: ConnectableStore;
  readonly log: Log;
}

export interface ReportThread {
  readonly handlers: ServiceHandlers<typeof ReportingService>;
  /** Open calls fail. The store is closed after it. */
  close(): Promise<void>;
}

export function startReportThread({ store, log }: ReportThreadOptions): ReportThread {
  const start = () => threadOnStore<ReportThreadStart>(new URL('./inside.ts', import.meta.url), store, {});
  const { ask, close } = callThread({ start, verb: 'reads reports', log, isEager: true });
  const handlerOf = (method: DescMethodUnary) => (message: Message, context: CallContext) =>
    ask(method, message, context);
  return {
    handlers: Object.fromEntries(
      Object.values(ReportingService.method).map((method) => [method.localName, handlerOf(method)]),
    ),
    close,
  };
}
